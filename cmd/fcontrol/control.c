/*
 * control.c - the store of one verb: opening it, loading the world, committing; and
 * what all verbs say about failures and hidden jobs.
 */

#include <pwd.h>

#include "common/suggest.h"
#include "fcontrol/fcontrol.h"
#include "sim/run/life.h"

/* ---- the store of one verb -------------------------------------------------- */

static enum ft_status
open_store(
    struct fcontrol *control, enum ft_session_mode mode, struct ft_error *err)
{
	struct ft_session *session = &control->session;
	enum ft_status status;

	/* already open: the verb shows two things */
	if (session->store)
		return FT_OK;
	if (mode == FT_SESSION_WRITE && control->seen)
		mode = FT_SESSION_CHANGE;
	status = ft_session_open(session, control->context, mode, err);
	control->seen |= status == FT_OK;
	return status == FT_OK ? ft_suggest_enter_cluster(control->context,
				     session, control->cluster, err)
			       : status;
}

/* Find the acting user; with --uid an administrator acts as another. */
static enum ft_status
find_asker(struct fcontrol *control, struct ft_error *err)
{
	struct ft_session *session = &control->session;
	const char *name = control->user;
	enum ft_status status;
	uint32_t uid;

	ft_session_asker(session, &control->world, &control->asker);
	if (!name)
		return FT_OK;
	if (!control->asker.super)
		return ft_fail(err, FT_EPERM,
		    "only administrators may act as '%s'", control->user);
	if (ft_num_u32(name, &uid)) {
		name = ft_world_user(&control->world, uid);
		if (!name)
			return ft_fail(
			    err, FT_ENOENT, "no user '%s'", control->user);
	}
	status = ft_session_act_as(session, name, err);
	ft_session_asker(session, &control->world, &control->asker);
	return status;
}

/* Load the world, in a transaction if RIGHT is given. */
static enum ft_status
load(struct fcontrol *control, enum ft_session_mode mode,
    const enum ft_right *right, struct ft_error *err)
{
	const struct ft_world_load how = { .usage = control->usage };
	struct ft_session *session = &control->session;
	enum ft_status status = open_store(control, mode, err);

	if (status != FT_OK)
		return status;
	control->loaded = true;
	/* under the Slurm name each verb has its own text for a refusal */
	session->may_later =
	    right && (control->context->slurm || control->user);
	status = right ? ft_session_world_begin(
			     session, *right, &control->world, &how, err)
		       : ft_session_world(session, &control->world, &how, err);
	session->may_later = right && control->context->slurm;
	return status == FT_OK ? find_asker(control, err) : status;
}

enum ft_status
fcontrol_read(struct fcontrol *control, struct ft_error *err)
{
	return load(control, FT_SESSION_READ, NULL, err);
}

bool
fcontrol_load(struct fcontrol *control)
{
	struct ft_error err = { 0 };

	if (fcontrol_read(control, &err) == FT_OK)
		return true;
	fcontrol_fail(control, &err);
	return false;
}

bool
fcontrol_start(
    struct fcontrol *control, enum ft_right right, const char *denied)
{
	struct ft_error err = { 0 };

	if (load(control, FT_SESSION_WRITE, &right, &err) != FT_OK) {
		fcontrol_fail(control, &err);
		return false;
	}
	if (control->session.may || !denied)
		return true;
	fprintf(control->context->err, "%s: Invalid user id\n", denied);
	return false;
}

enum ft_status
fcontrol_change(struct fcontrol *control, struct ft_error *err)
{
	static const enum ft_right right = FT_RIGHT_JOBS;

	return load(control, FT_SESSION_CHANGE, &right, err);
}

enum ft_status
fcontrol_commit(struct fcontrol *control, struct ft_error *err)
{
	return ft_session_world_commit(&control->session, &control->world, err);
}

static bool
knows_user(const struct fcontrol *control, const char *name)
{
	uint32_t uid;

	return ft_num_u32(name, &uid) || getpwnam(name) ||
	       ft_acctdb_find_user(&control->world.acctdb, name);
}

bool
fcontrol_meet(struct fcontrol *control, int *status)
{
	const char *user = control->user;
	struct ft_error err = { 0 };
	bool good;

	*status = 0;
	if (!control->context->slurm || (!user && !control->cluster))
		return true;
	control->user = NULL;
	good = fcontrol_read(control, &err) == FT_OK;
	control->user = user;
	if (!good) {
		*status = fcontrol_fail(control, &err);
	} else if (user && !knows_user(control, user)) {
		ft_cmd_error(control->context, "--uid=\"%s\" invalid", user);
		good = false;
	}
	fcontrol_close(control);
	return good;
}

void
fcontrol_close(struct fcontrol *control)
{
	struct ft_session options = {
		.db = control->session.db,
		.conf_file = control->session.conf_file,
		.now_text = control->session.now_text,
	};

	if (control->loaded)
		ft_world_free(&control->world);
	control->loaded = control->usage = false;
	ft_session_close(&control->session);
	ft_session_init(&control->session);
	control->session.db = options.db;
	control->session.conf_file = options.conf_file;
	control->session.now_text = options.now_text;
}

bool
fcontrol_is_mute(const struct fcontrol *control)
{
	return control->quiet && control->context->slurm;
}

int
fcontrol_failed(
    const struct fcontrol *control, const char *call, const char *text)
{
	fprintf(control->context->err, "%s:%s%s\n", call,
	    control->context->slurm && ft_release_has(control->context->release,
					   FT_RULE_ERROR_TIGHT)
		? ""
		: " ",
	    text);
	return 1;
}

int
fcontrol_fail(struct fcontrol *control, const struct ft_error *err)
{
	return ft_cmd_fail(control->context, err);
}

bool
fcontrol_hidden(
    struct fcontrol *control, enum ft_visibility_kind kind, const char *call)
{
	if (ft_visibility_shows_all(&control->session.visibility, 1U << kind))
		return false;
	if (control->context->slurm)
		fprintf(control->context->err,
		    "%s error: Access/permission denied\n", call);
	else
		(void)ft_cmd_error(control->context, "%s are private",
		    ft_visibility_word(kind));
	return true;
}

bool
fcontrol_sees_job(const struct fcontrol *control, const struct ft_job *job)
{
	return ft_visibility_shows(&control->session.visibility,
	    FT_VISIBILITY_JOBS, job->user, job->account);
}

bool
fcontrol_may_know_of(const struct fcontrol *control, const struct ft_job *job)
{
	return control->context->slurm || fcontrol_sees_job(control, job);
}

struct ft_job *
fcontrol_find_job(const struct fcontrol *control, uint32_t number)
{
	struct ft_job *job = ft_world_find(&control->world, number);

	return job && fcontrol_may_know_of(control, job) ? job : NULL;
}
