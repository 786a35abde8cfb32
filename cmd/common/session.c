#include "common/session.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text/timefmt.h"
#include "cli/sanitize.h"
#include "files/infile.h"
#include "files/progress.h"
#include "cli/daemon.h"
#include "common/world.h"
#include "io/slurm/slurmconf.h"
#include "load/load.h"
#include "store/job/jobs.h"

#define LOCK_SECONDS 10 /* how long a writer waits for others */

void
ft_session_init(struct ft_session *session)
{
	*session = (struct ft_session){ 0 };
	ft_conf_init(&session->conf);
	ft_visibility_init(&session->visibility);
}

/* ---- files ---------------------------------------------------------------- */

enum ft_status
ft_session_make_folders(const char *path, struct ft_error *err)
{
	char *copy FT_CLEANUP(ft_free_at) = ft_strdup(path);

	for (char *at = copy + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		if (mkdir(copy, 0777) != 0 && errno != EEXIST)
			return ft_fail(err, FT_EIO,
			    "cannot make folder '%s': %s", copy,
			    strerror(errno));
		*at = '/';
	}
	return FT_OK;
}

enum ft_status
ft_session_find(struct ft_session *session, bool make, struct ft_error *err)
{
	const char *named = session->memory ? ":memory:"
			    : session->db   ? session->db
					    : ft_cmd_variable("FAIRTREE_DB");
	const char *state = ft_cmd_variable("XDG_STATE_HOME");
	const char *home = ft_cmd_variable("HOME");
	struct ft_str path = { 0 };
	enum ft_status status;

	if (named) {
		session->path = ft_strdup(named);
		return FT_OK;
	}
	if (!home) {
		const struct passwd *entry = getpwuid(getuid());

		home = entry ? entry->pw_dir : NULL;
	}
	if (state && *state == '/')
		ft_str_add(&path, state);
	else if (home)
		ft_str_addf(&path, "%s/.local/state", home);
	else
		return ft_fail(err, FT_ENOENT,
		    "no place for the store: neither FAIRTREE_DB nor HOME is "
		    "set");
	ft_str_add(&path, "/fairtree/fairtree.db");
	status = make ? ft_session_make_folders(path.data, err) : FT_OK;
	session->path = ft_str_take(&path);
	return status;
}

/* ---- settings ------------------------------------------------------------- */

enum ft_status
ft_session_include(
    void *ctx, const char *name, struct ft_str *text, struct ft_error *err)
{
	const char *file = ctx, *slash = strrchr(file, '/');
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };

	if (*name != '/' && slash)
		ft_str_add_n(&path, file, (size_t)(slash - file) + 1);
	ft_str_add(&path, name);
	return ft_infile_read_quietly(FT_BOUND_CONF, path.data, text, err);
}

/*
 * Under a Slurm name, print what Slurm's commands print without a configuration;
 * the error has no text then.
 */
static enum ft_status
no_conf(
    const struct ft_context *context, const char *file, struct ft_error *err)
{
	if (!context->slurm)
		return err->status;
	ft_cmd_error(context,
	    "s_p_parse_file: cannot stat file %s: No such file or directory, "
	    "retrying in 1sec up to 60sec",
	    file);
	ft_cmd_error(context, "ClusterName needs to be specified");
	fprintf(context->err,
	    "%s: fatal: Unable to process configuration file\n",
	    context->program);
	err->text[0] = '\0';
	return err->status;
}

const char *
ft_session_conf_file(struct ft_session *session)
{
	if (!session->conf_file)
		session->conf_file = ft_cmd_variable("FAIRTREE_CONF");
	if (!session->conf_file)
		session->conf_file = ft_cmd_variable("SLURM_CONF");
	return session->conf_file;
}

static enum ft_status
read_conf(struct ft_session *session, const struct ft_context *context,
    struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 },
			   copy FT_CLEANUP(ft_str_free) = { 0 };
	enum ft_status status;

	if (session->conf_named)
		return FT_OK;
	if (!ft_session_conf_file(session))
		return FT_OK;
	session->conf_named = true;
	status = ft_infile_read_quietly(
	    FT_BOUND_CONF, session->conf_file, &text, err);
	if (status == FT_ENOENT)
		status = no_conf(context, session->conf_file, err);
	ft_str_add(&copy, session->conf_file);
	if (status == FT_OK)
		status = ft_slurmconf_parse(&session->conf,
		    &(struct ft_slurmconf_source){ session->conf_file,
			ft_str_text(&text), text.len, ft_session_include,
			copy.data },
		    err);
	if (status == FT_OK)
		status = ft_conf_check(&session->conf, err);
	return status;
}

/* ---- opening -------------------------------------------------------------- */

static void
find_user(struct ft_session *session)
{
	const char *name = ft_cmd_variable("FAIRTREE_USER");
	const struct passwd *entry;
	struct ft_str number = { 0 };

	errno = 0;
	entry = name ? NULL : getpwuid(getuid());
	/* without memory the user must not become somebody else */
	if (!name && !entry && errno == ENOMEM)
		ft_mem_exhausted(0);
	if (entry)
		name = entry->pw_name;
	if (!name)
		ft_str_addf(&number, "%ld", (long)getuid());
	session->user = name ? ft_sanitize_name(name) : ft_str_take(&number);
}

bool
ft_session_is_root(const struct ft_session *session)
{
	return session->root;
}

/* Decided once, by the settings at opening: --what-if-conf cannot make anybody
 * SlurmUser. */
void
ft_session_find_root(struct ft_session *session)
{
	session->root = strcmp(session->user, "root") == 0 ||
			strcmp(session->user, ft_conf_text(&session->conf,
						  FT_CONF_SLURM_USER)) == 0;
}

enum ft_status
ft_session_hide(struct ft_session *session, struct ft_error *err)
{
	unsigned private =
	    ft_visibility_private(&session->conf, session->database);
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };

	session->visibility.actor = session->user;
	if (session->root || (private & ~session->visibility.hidden) == 0)
		return FT_OK;
	FT_TRY(ft_store_read_book(session->store, false, &acctdb, err));
	ft_visibility_fill(
	    &session->visibility, &acctdb, private, session->user);
	return FT_OK;
}

enum ft_admin_level
ft_session_level(
    const struct ft_session *session, const struct ft_acctdb *acctdb)
{
	const struct ft_user *user = ft_acctdb_find_user(acctdb, session->user);

	if (ft_session_is_root(session))
		return FT_ADMIN_ADMINISTRATOR;
	return user && !user->deleted ? user->admin_level : FT_ADMIN_NONE;
}

bool
ft_session_knows_user(const struct ft_session *session,
    const struct ft_context *context, const struct ft_acctdb *acctdb,
    const char *name)
{
	return ft_acctdb_find_user(acctdb, name) &&
	       (context->slurm || ft_visibility_names(&session->visibility,
				      FT_VISIBILITY_USERS, name));
}

enum ft_status
ft_session_need_sight(const struct ft_session *session, unsigned kinds,
    const char *what, struct ft_error *err)
{
	if (ft_visibility_shows_all(&session->visibility, kinds))
		return FT_OK;
	return ft_fail(err, FT_EPERM,
	    "PrivateData hides other users: %s is for operators", what);
}

static void
join_command(struct ft_session *session, const struct ft_context *context)
{
	struct ft_str command = { 0 };

	ft_str_add_shell(&command, context->program);
	for (int i = 1; i < context->argc; i++) {
		ft_str_add_char(&command, ' ');
		ft_str_add_shell(&command, context->argv[i]);
	}
	session->command = ft_str_take(&command);
}

/* How each mode opens the store. */
static const struct {
	bool writes, makes, drafts, migrates;
	int patience; /* seconds to wait for other writers */
} modes[] = {
	[FT_SESSION_READ] = { .migrates = true, .patience = LOCK_SECONDS },
	[FT_SESSION_DRAFT] = { .drafts = true,
	    .migrates = true,
	    .patience = LOCK_SECONDS },
	[FT_SESSION_CHANGE] = { .writes = true, .patience = LOCK_SECONDS },
	[FT_SESSION_TRY] = { .writes = true,
	    .drafts = true,
	    .patience = LOCK_SECONDS },
	[FT_SESSION_WRITE] = { .writes = true,
	    .makes = true,
	    .patience = LOCK_SECONDS },
	[FT_SESSION_GLANCE] = { .patience = 1 },
};

/* Slurm's commands report that a daemon is down instead. */
static enum ft_status
no_store(struct ft_session *session, const struct ft_context *context,
    struct ft_error *err)
{
	if (context->slurm)
		return ft_daemon_down(
		    context, &session->conf, session->call, err);
	return ft_fail(err, FT_EABSENT,
	    "no such store: %s (make one with `fimport sshare FILE` or "
	    "`facctmgr add account NAME`; --db or FAIRTREE_DB names another)",
	    session->path);
}

/* Open the file of the store; FT_ENOENT: there is none. */
static enum ft_status
open_file(struct ft_session *session, const struct ft_context *context,
    enum ft_session_mode mode, struct ft_error *err)
{
	/*
	 * The clock of a new store starts at a full minute: the times of decay
	 * passes and of backfill follow from it, and the same commands must
	 * give the same results in two stores made a second apart.
	 */
	struct ft_store_options options = {
		.create = modes[mode].makes,
		.tentative = true,
		.read_only = !modes[mode].writes,
		.slurm_ties = context->slurm,
		.cluster = ft_conf_text(&session->conf, FT_CONF_CLUSTER_NAME),
		.now = session->wall - session->wall % 60,
		.lock_seconds = modes[mode].patience,
		.meter = ft_progress_meter(),
	};
	enum ft_status status = ft_store_open(&session->store,
	    session->memory ? NULL : session->path, &options, err);

	/* an older schema must be migrated, so open it for writing once */
	if (status == FT_EREADONLY && modes[mode].migrates) {
		options.read_only = false;
		status = ft_store_open(
		    &session->store, session->path, &options, err);
	}
	if (status != FT_ENOENT || !modes[mode].drafts)
		return status;
	options.create = true;
	options.read_only = false;
	return ft_store_open(&session->store, NULL, &options, err);
}

static enum ft_status
open_store(struct ft_session *session, const struct ft_context *context,
    enum ft_session_mode mode, struct ft_error *err)
{
	enum ft_status status;

	if (context->away)
		return no_store(session, context, err);
	if (context->opened && *context->opened && mode == FT_SESSION_READ) {
		session->store = *context->opened;
		*context->opened = NULL;
		return FT_OK;
	}
	status = open_file(session, context, mode, err);
	if (status == FT_ENOENT && mode != FT_SESSION_GLANCE)
		return no_store(session, context, err);
	return status;
}

/* Use the store of an open block of facctmgr, which only facctmgr may change. */
static enum ft_status
borrow_store(struct ft_session *session, const struct ft_context *context,
    enum ft_session_mode mode, struct ft_error *err)
{
	if (modes[mode].writes)
		return ft_fail(err, FT_EBUSY,
		    "this changes the store, and a block is open: commit or "
		    "rollback first");
	session->store = context->pending;
	session->borrowed = true;
	return FT_OK;
}

enum ft_status
ft_session_time(const struct ft_session *session, const char *text,
    int64_t *now, struct ft_error *err)
{
	if (ft_time_date(text, session->clock.now, false, now))
		return FT_OK;
	return ft_fail(err, FT_EINVAL, "not a time: '%s'", text);
}

/* If the store follows the wall clock, its time is the wall clock's. */
static void
set_present(struct ft_session *session)
{
	struct ft_store_clock *clock = &session->clock;

	if (clock->wall && clock->now < session->wall)
		clock->now = session->wall;
	if (!session->now_text)
		session->now = clock->now;
}

enum ft_status
ft_session_set_release(struct ft_session *session,
    const struct ft_context *context, const char *name, const char *source,
    struct ft_error *err)
{
	if (ft_conf_set(&session->conf, FT_CONF_FAIRTREE_SLURM, name, source,
		err) != FT_OK)
		return ft_fail(err, FT_EINVAL,
		    "bad value '%s' of %s: want a release such as 22.05", name,
		    source);
	if (!context->slurm)
		ft_session_check_release(context, name);
	return FT_OK;
}

/* The environment wins over the store. */
static enum ft_status
take_release(struct ft_session *session, const struct ft_context *context,
    struct ft_error *err)
{
	static const char variable[] = "FAIRTREE_SLURM";
	const char *name = ft_cmd_variable(variable);

	return name ? ft_session_set_release(
			  session, context, name, variable, err)
		    : FT_OK;
}

/* Releases are compared as they are, not as FairTreeTies has it. */
static void
take_real_ties(struct ft_session *session, const struct ft_context *context)
{
	static const char slurm[] = "slurm";
	const char *own = ft_conf_text(&session->conf, FT_CONF_FAIRTREE_TIES);

	if (session->ties)
		return;
	session->ties = slurm;
	if (strcasecmp(own, slurm) != 0)
		fprintf(context->err,
		    "%s: ties are ranked as in Slurm, not by FairTreeTies=%s "
		    "(--ties chooses a rule)\n",
		    context->program, own);
}

/* So that worlds visit tied accounts in that order, too. */
static enum ft_status
take_ties(struct ft_session *session, const struct ft_context *context,
    struct ft_error *err)
{
	struct ft_share_params params;

	if (session->real_ties)
		take_real_ties(session, context);
	if (!session->ties)
		return FT_OK;
	FT_TRY(ft_load_params(&session->conf, session->ties, &params, err));
	return ft_conf_set(&session->conf, FT_CONF_FAIRTREE_TIES, session->ties,
	    "--ties", err);
}

void
ft_session_check_release(const struct ft_context *context, const char *text)
{
	enum ft_release release;

	if (ft_release_parse(text, &release) && !ft_release_is(release, text))
		ft_cmd_warning(context, "Slurm %s is mirrored as %s", text,
		    ft_releases[release].name);
}

enum ft_release
ft_session_find_release(const struct ft_context *context)
{
	enum ft_release release = FT_RELEASE_NEWEST;
	const char *name = ft_cmd_variable("FAIRTREE_SLURM");
	struct ft_session session;
	struct ft_error err = { 0 };

	if (name && ft_release_parse(name, &release))
		return release;
	ft_session_init(&session);
	if (ft_session_find(&session, false, &err) == FT_OK &&
	    open_file(&session, context, FT_SESSION_READ, &err) == FT_OK) {
		if (ft_load_settings(session.store, &session.conf, &err) ==
		    FT_OK)
			release = ft_conf_release(&session.conf);
		*context->opened = session.store;
		session.store = NULL;
	}
	ft_session_close(&session);
	return release;
}

static enum ft_status
find_now(struct ft_session *session, struct ft_error *err)
{
	enum ft_status status = ft_store_get_clock(
	    session->store, session->cluster, &session->clock, err);

	set_present(session);
	if (status != FT_OK || !session->now_text)
		return status;
	return ft_session_time(session, session->now_text, &session->now, err);
}

static enum ft_status
take_stock(const struct ft_session *session, struct ft_cmd_stock *stock,
    struct ft_error *err)
{
	stock->known = true;
	return ft_store_has_any(
	    session->store, &stock->jobs, &stock->users, err);
}

enum ft_status
ft_session_open(struct ft_session *session, const struct ft_context *context,
    enum ft_session_mode mode, struct ft_error *err)
{
	enum ft_status status;

	session->wall = (int64_t)time(NULL);
	session->database =
	    context->cmd->down_call && !*context->cmd->down_call;
	find_user(session);
	join_command(session, context);
	status = read_conf(session, context, err);
	if (status == FT_OK)
		status = ft_session_find(session, modes[mode].makes, err);
	if (status == FT_OK && context->pending)
		status = borrow_store(session, context, mode, err);
	else if (status == FT_OK)
		status = open_store(session, context, mode, err);
	session->owns = status == FT_OK && !context->slurm &&
			ft_store_is_new(session->store);
	/* everything that a reader prints comes from one snapshot */
	if (status == FT_OK && !modes[mode].writes && !session->borrowed)
		status = ft_store_freeze(session->store, err);
	if (status == FT_OK)
		status = ft_load_conf(
		    session->store, !session->conf_named, &session->conf, err);
	if (status == FT_OK)
		status = take_release(session, context, err);
	if (status == FT_OK)
		status = take_ties(session, context, err);
	if (status == FT_OK)
		status = ft_store_read_config_seen(
		    session->store, &session->seen, err);
	if (status == FT_OK)
		status = ft_load_cluster(session->store, &session->conf, NULL,
		    &session->cluster, err);
	session->cluster_name =
	    ft_conf_text(&session->conf, FT_CONF_CLUSTER_NAME);
	if (status == FT_OK)
		status = find_now(session, err);
	if (status == FT_OK && context->stock)
		status = take_stock(session, context->stock, err);
	/* a writer would write the past down as the present */
	if (status == FT_OK && session->database && !modes[mode].writes)
		ft_store_lag(session->store,
		    context->lag ? session->clock.now - context->lag : 0);
	ft_session_find_root(session);
	return status == FT_OK ? ft_session_hide(session, err) : status;
}

void
ft_session_close(struct ft_session *session)
{
	if (session->store && !session->borrowed)
		ft_store_close(session->store);
	ft_conf_free(&session->conf);
	ft_visibility_free(&session->visibility);
	ft_free(session->entered);
	ft_free(session->path);
	ft_free(session->user);
	ft_free(session->command);
	*session = (struct ft_session){ 0 };
}

/* ---- in an open session --------------------------------------------------- */

enum ft_status
ft_session_enter(
    struct ft_session *session, const char *name, struct ft_error *err)
{
	enum ft_status status =
	    ft_store_cluster(session->store, name, &session->cluster, err);
	char *copy;

	if (status == FT_ENOENT)
		return ft_fail(
		    err, FT_ENOENT, "no cluster '%s' in the store", name);
	if (status != FT_OK)
		return status;
	copy = ft_strdup(name);
	ft_free(session->entered);
	session->cluster_name = session->entered = copy;
	status = ft_store_get_clock(
	    session->store, session->cluster, &session->clock, err);
	set_present(session);
	return status;
}

struct ft_load_source
ft_session_source(const struct ft_session *session)
{
	return (struct ft_load_source){ session->store, &session->conf,
		session->cluster, session->now };
}

enum ft_status
ft_session_shares(const struct ft_session *session, struct ft_load *load,
    struct ft_error *err)
{
	const struct ft_load_source source = ft_session_source(session);
	const struct ft_load_rules rules = { .algorithm = session->algorithm,
		.ties = session->ties };

	return ft_load_shares(load, &source, &rules, err);
}
