/* load.c - facctmgr load: add and change records as given in a flat file. */
#include <pwd.h>
#include <time.h>

#include "facctmgr/flat/flat.h"
#include "facctmgr/parse/keyword.h"
#include "facctmgr/parse/parse.h"
#include "facctmgr/store/store.h"
#include "files/infile.h"
#include "io/slurm/flatfile.h"

/* ---- words ---------------------------------------------------------------------------- */

struct load_words {
	const char *first; /* word */
	const char *file, *cluster;
	bool clean;
	bool misread; /* one of the words is wrong */
};

#define TO(member) .to = offsetof(struct load_words, member)
const struct facctmgr_keyword facctmgr_load_keywords[] = {
	{ "File", 1, FACCTMGR_KEY_TEXT, FACCTMGR_KEY_BARE | FACCTMGR_KEY_ONCE,
	    TO(file), "file", "File name already set to", FT_COMPLETE_FILE },
	{ "Cluster", 3, FACCTMGR_KEY_NAME, 0, TO(cluster),
	    .complete = FT_COMPLETE_CLUSTER },
	{ "clean", 3, FACCTMGR_KEY_FLAG, 0, TO(clean) },
	{ 0 },
};

static void
print_change(struct facctmgr *acct, const struct ft_admin_change *change)
{
	char what[64];
	/* sacctmgr does not say what it was */
	bool sets = acct->context->slurm && change->what &&
		    strcmp(change->what, "DefaultQOS") == 0;

	if (change->what == NULL) {
		facctmgr_print(acct,
		    " No parent given creating off root, If incorrect specify "
		    "'Parent - name' before any children in your file\n");
		return;
	}
	if (change->ours && acct->context->slurm)
		return;
	if (strcmp(change->what, "Coordinator") == 0) {
		facctmgr_print(acct,
		    change->old
			? " Making User '%s' coordinator of account '%s'\n"
			: " Making User '%s' coordinator for account(s) %s\n",
		    change->name, change->new);
		return;
	}
	if (strcmp(change->what, "WCKey") == 0) {
		facctmgr_print(acct,
		    change->old ? " Adding WCKey '%s' to User '%s'\n"
				: " Adding WCKey(s) %s for user '%s'\n",
		    change->new, change->name);
		return;
	}
	snprintf(what, sizeof what, "%s %s",
	    sets          ? "Set"
	    : change->old ? "Changed"
			  : "Added",
	    change->what);
	facctmgr_print(acct, " %-29.29s for %-7.7s %-10.10s %8s", what,
	    change->type, change->name,
	    change->old && !sets ? change->old : change->new);
	if (change->old && !sets)
		facctmgr_print(acct, " -> %s", change->new);
	facctmgr_print(acct, "\n");
}

/* ---- output ----------------------------------------------------------------------------- */

static void
print_slurm(struct facctmgr *acct, const struct ft_admin_load *load)
{
	if (load->said.len)
		facctmgr_complain(acct, "%s", ft_str_text(&load->said));
	if (*load->cluster)
		facctmgr_print(acct, "For cluster %s\n", load->cluster);
	if (load->cluster_new)
		facctmgr_print_new_cluster(acct, load);
	for (size_t i = 0; i < load->n_change; i++)
		print_change(acct, &load->change[i]);
	if (load->trouble == FT_TROUBLE_LINE ||
	    load->trouble == FT_TROUBLE_NOTHING ||
	    load->trouble == FT_TROUBLE_NAMELESS ||
	    load->trouble == FT_TROUBLE_OPTION ||
	    load->trouble == FT_TROUBLE_UNKNOWN ||
	    load->trouble == FT_TROUBLE_LATE_QOS ||
	    load->trouble == FT_TROUBLE_BARE ||
	    load->trouble == FT_TROUBLE_SIGN ||
	    load->trouble == FT_TROUBLE_WORDS ||
	    load->trouble == FT_TROUBLE_QUOTE ||
	    load->trouble == FT_TROUBLE_CLUSTERS)
		return;
	facctmgr_print_new_accounts(acct, load);
	facctmgr_print_new_users(acct, load);
}

/* An option as sacctmgr has read it: the value in lower case, quotes inside as `. */
static const char *
shown_option(struct facctmgr *acct, const struct ft_flat_line *line,
    const struct ft_flat_option *option)
{
	char *word = ft_arena_strndup(
	    &acct->arena, line->text + option->column - 1, option->len);
	char *at = word + strcspn(word, "=");
	bool quoted = *at && (at[1] == '\'' || at[1] == '"');
	char close = quoted ? at[1] : '\0';

	if (*at)
		at += quoted ? 2 : 1;
	for (; *at && *at != close; at++)
		*at = *at == '\'' || *at == '"'
			  ? '`'
			  : (char)tolower((unsigned char)*at);
	return word;
}

/* What is wrong with an option of a line. */
static void
print_bad_option(struct facctmgr *acct, const struct ft_admin_load *load,
    const struct ft_flat_line *line)
{
	const struct ft_flat_option *option = load->option;
	const char *word;

	if (load->trouble == FT_TROUBLE_BARE) {
		facctmgr_complain(acct,
		    " Bad format on %s: End your option with an '=' sign\n",
		    ft_arena_lower(&acct->arena, option->key));
		return;
	}
	word = shown_option(acct, line, option);
	if (load->trouble == FT_TROUBLE_SIGN) {
		facctmgr_complain(acct, " Invalid operator '%c=' in %s\n",
		    option->sign, word);
		return;
	}
	if (load->trouble == FT_TROUBLE_OPTION)
		facctmgr_complain_value(acct, load->attr, word, &load->detail);
	facctmgr_complain(acct, " Unknown option: %s\n", word);
}

static void
print_open_quote(struct facctmgr *acct, const struct ft_flat_line *line)
{
	bool shows =
	    ft_release_has(acct->context->release, FT_RULE_QUOTE_SHOWN);

	facctmgr_complain(acct,
	    "%s: fatal: There is a problem with option %s%s with quotes.\n",
	    acct->context->program, shows ? line->name : "(null)",
	    shows ? "\n" : "");
}

static void
print_done(struct facctmgr *acct, const struct timespec *start)
{
	struct timespec end;

	clock_gettime(CLOCK_MONOTONIC, &end);
	if (!facctmgr_logs(acct))
		return;
	(void)fflush(acct->context->out);
	facctmgr_complain(acct, "%s: Done adding cluster in usec=%lld\n",
	    acct->context->program,
	    (long long)(end.tv_sec - start->tv_sec) * 1000000 +
		(end.tv_nsec - start->tv_nsec) / 1000);
}

/* What went wrong, in sacctmgr's words. */
static void
print_trouble(struct facctmgr *acct, const struct ft_admin_load *load,
    const struct timespec *start)
{
	static const struct ft_flat_line none = { .name = "", .text = "" };
	const struct ft_flat_line *line = load->line ? load->line : &none;

	switch (load->trouble) {
	case FT_TROUBLE_OK:
	case FT_TROUBLE_DOUBLE:
		return;
	case FT_TROUBLE_LINE:
		facctmgr_complain(acct,
		    " Misformatted line(%" PRIu32 "): %s\n\n", line->line,
		    line->text);
		break;
	case FT_TROUBLE_NOTHING:
		facctmgr_complain(acct,
		    " Nothing after object name '%s'. line(%" PRIu32 ")\n",
		    line->title, line->line);
		break;
	case FT_TROUBLE_NAMELESS:
	case FT_TROUBLE_OPTION:
	case FT_TROUBLE_UNKNOWN:
	case FT_TROUBLE_BARE:
	case FT_TROUBLE_SIGN:
	case FT_TROUBLE_WORDS:
		if (load->option)
			print_bad_option(acct, load, line);
		if (line->name == NULL || load->trouble == FT_TROUBLE_NAMELESS)
			facctmgr_complain(acct, " No name given\n");
		facctmgr_complain(acct, " %sProblem with line(%" PRIu32 ")\n",
		    line->kind == FT_FLAT_CLUSTER ? "error: " : "", line->line);
		break;
	case FT_TROUBLE_PARENT:
		facctmgr_complain(acct,
		    " line(%" PRIu32 ") You need to add this parent (%s) as a "
		    "child before you can add children to it.\n",
		    line->line, line->name);
		return;
	case FT_TROUBLE_NO_CLUSTER:
		facctmgr_complain(acct,
		    " You need to specify a cluster name first with 'Cluster "
		    "- $NAME' in your file\n");
		return;
	case FT_TROUBLE_LATE_QOS:
		facctmgr_complain(acct,
		    " You need to specify all QOS before the 'Cluster - "
		    "$NAME' in your file\n");
		break;
	case FT_TROUBLE_QUOTE:
		print_open_quote(acct, line);
		return;
	case FT_TROUBLE_CLUSTERS:
		facctmgr_complain(
		    acct, " You can only add one cluster at a time.\n");
		break;
	}
	if (start && (load->cluster_new || ft_admin_load_changes(load)))
		print_done(acct, start);
	facctmgr_complain(acct, " Problem with requests: Unspecified error\n");
}

/* One line of counts by our own name, instead of sacctmgr's tables. */
static void
print_counts(struct facctmgr *acct, const struct ft_admin_load *load)
{
	size_t records = 0;

	for (size_t i = 0; i < load->n_account; i++)
		records += load->account[i].record;
	for (size_t i = 0; i < load->n_change; i++)
		print_change(acct, &load->change[i]);
	facctmgr_print(acct,
	    " Cluster %s: %s%zu accounts, %zu users, %zu associations, %zu "
	    "QOS added, %zu changes\n",
	    load->cluster, load->cluster_new ? "added; " : "", records,
	    load->n_user, load->n_account + load->n_assoc, load->n_qos_new,
	    ft_admin_load_changes(load));
}

static int
finish(struct facctmgr *acct, const struct ft_admin_load *load,
    const struct timespec *start)
{
	int failed = load->trouble != FT_TROUBLE_OK;

	if (!acct->context->slurm) {
		print_counts(acct, load);
		return facctmgr_finish(acct, FACCTMGR_CHANGE_COUNTED);
	}
	print_slurm(acct, load);
	print_trouble(acct, load, start);
	if (ft_admin_load_count(load) + ft_admin_load_changes(load) == 0) {
		facctmgr_print(acct, " Nothing new added.\n");
		return failed;
	}
	print_done(acct, start);
	return facctmgr_finish(acct, FACCTMGR_CHANGE) || failed;
}

static void
deny(struct facctmgr *acct)
{
	struct ft_registry *registry = acct->registry;
	const char *name = acct->session.user;
	const struct passwd *entry = getpwnam(name);
	struct ft_user user;
	struct ft_error err;

	if (FT_NAMED(registry, name, &user, &err) == FT_OK)
		facctmgr_complain(acct, " Your user does not have sufficient "
					"privileges to load files.\n");
	else
		facctmgr_complain(acct,
		    " Your uid (%ld) is not in the accounting system, can't "
		    "load file.\n",
		    entry ? (long)entry->pw_uid : -1);
}

/* The names of LOAD are those of the ACCTDB. */
static enum ft_status
load_lines(struct facctmgr *acct, const struct ft_flat *flat,
    struct ft_admin_load *load, struct ft_acctdb *acctdb, struct ft_error *err)
{
	FT_TRY(ft_store_read_book(acct->session.store, false, acctdb, err));
	return ft_admin_load_flat(acct->admin, acctdb, flat, load, err);
}

/* slurmdbd keeps a new cluster, as making its tables ends the transaction. */
static void
keep_cluster(struct facctmgr *acct, const struct ft_flat *flat,
    const struct ft_admin_load *load)
{
	struct ft_flat first = *flat;
	struct ft_admin_load again;
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_error err;
	bool immediate = acct->immediate;

	first.n = 0;
	while (flat->line[first.n++].kind != FT_FLAT_CLUSTER)
		;
	ft_admin_load_init(&again);
	again.options = load->options;
	acct->immediate = true;
	facctmgr_rollback(acct);
	if (facctmgr_begin(acct) &&
	    load_lines(acct, &first, &again, &acctdb, &err) == FT_OK)
		(void)facctmgr_finish(acct, FACCTMGR_CHANGE);
	acct->immediate = immediate;
	ft_admin_load_free(&again);
}

static int
apply(struct facctmgr *acct, const struct ft_flat *flat,
    struct ft_admin_load *load)
{
	struct timespec start;
	struct ft_acctdb acctdb FT_CLEANUP(ft_acctdb_free) = { 0 };
	struct ft_error err;
	enum ft_status status;
	int result = 1;

	clock_gettime(CLOCK_MONOTONIC, &start);
	status = load_lines(acct, flat, load, &acctdb, &err);
	/* a tree that is loaded is what slurmctld finds when it starts */
	ft_store_restart(acct->session.store);
	acct->changed = false;
	if (status == FT_OK) {
		result = finish(acct, load, &start);
	} else if (acct->context->slurm && load->trouble != FT_TROUBLE_OK) {
		print_slurm(acct, load);
		print_trouble(acct, load, &start);
	} else if (acct->context->slurm && status == FT_EPERM) {
		deny(acct);
	} else {
		ft_cmd_fail(acct->context, &err);
	}
	if (acct->context->slurm && load->cluster_new && !acct->changed)
		keep_cluster(acct, flat, load);
	return result;
}

/* Report and commit, or not, the QOS of LOAD.  Returns whether to go on. */
static bool
finish_qoses(struct facctmgr *acct, struct ft_admin_load *load,
    enum ft_status status, struct ft_error *err)
{
	if (load->trouble == FT_TROUBLE_UNKNOWN)
		facctmgr_print(acct,
		    " Unknown option: %s=%s\n Use keyword 'where' to modify "
		    "condition\n",
		    load->option->key, load->option->value);
	print_trouble(acct, load, NULL);
	if (status == FT_EPERM)
		deny(acct);
	else if (status != FT_OK && load->trouble == FT_TROUBLE_OK)
		ft_cmd_fail(acct->context, err);
	if (status == FT_OK && load->n_qos + load->n_change > 0) {
		facctmgr_print(acct, "QOS\n");
		for (size_t i = 0; i < load->n_change; i++)
			print_change(acct, &load->change[i]);
		facctmgr_print_new_qoses(acct, load);
		return facctmgr_finish(acct, FACCTMGR_CHANGE) == 0;
	}
	facctmgr_rollback(acct);
	return status == FT_OK;
}

/* sacctmgr loads QOS first, in a transaction of its own. */
static bool
load_qoses(struct facctmgr *acct, const struct ft_flat *flat,
    struct ft_admin_load *load)
{
	struct ft_acctdb acctdb = { 0 };
	struct ft_error err;
	enum ft_status status;
	bool good;

	if (!load->options.qos)
		return true;
	if (!facctmgr_begin(acct))
		return false;
	status = ft_store_read_book(acct->session.store, false, &acctdb, &err);
	if (status == FT_OK)
		status =
		    ft_admin_load_qoses(acct->admin, &acctdb, flat, load, &err);
	good = finish_qoses(acct, load, status, &err);
	ft_acctdb_free(&acctdb);
	load->n_change = 0;
	return good;
}

static bool
may_clean(struct facctmgr *acct)
{
#define FLUSH "You requested to flush the cluster before adding it again.\n"
#define SURE  "Are you sure you want to continue?"
	return facctmgr_ask(
	    acct, ft_release_has(acct->context->release, FT_RULE_CLEAN_WARNING)
		      ? FLUSH
		      "It is advised to not have your slurmctld running while "
		      "doing this operation.\n"
		      "If you have jobs running on this cluster this operation "
		      "will abort.\n" SURE
		      : FLUSH SURE);
}

static int
load_file(struct facctmgr *acct, const struct load_words *words)
{
	struct ft_admin_load load;
	struct ft_flat flat;
	struct ft_error err;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	int status = 1;

	ft_admin_load_init(&load);
	load.options.cluster = words->cluster;
	load.options.clean = words->clean;
	load.options.misread = words->misread;
	ft_flat_init(&flat, words->file);
	flat.slurm = acct->context->slurm;
	flat.recent =
	    ft_release_has(acct->context->release, FT_RULE_LOAD_GRAMMAR);
	load.options.slurm = acct->context->slurm;
	load.options.strict = flat.recent;
	load.options.qos =
	    acct->context->slurm &&
	    ft_release_has(acct->context->release, FT_RULE_LOAD_QOS);
	if (ft_infile_read(FT_BOUND_DUMP, words->file, &text, &err) != FT_OK) {
		if (acct->context->slurm)
			facctmgr_complain(acct, " Unable to read \"%s\": %s\n",
			    words->first, strerror(errno));
		else
			ft_cmd_fail(acct->context, &err);
	} else if (ft_flatfile_parse(
		       &flat, ft_str_text(&text), text.len, &err) != FT_OK) {
		ft_cmd_fail(acct->context, &err);
	} else if (words->clean && acct->context->slurm && !may_clean(acct)) {
		facctmgr_print(acct, "Aborted\n Nothing new added.\n");
		status = 0;
	} else if (load_qoses(acct, &flat, &load) && facctmgr_begin(acct)) {
		status = apply(acct, &flat, &load);
	}
	ft_flat_free(&flat);
	ft_admin_load_free(&load);
	return status;
}

int
facctmgr_load(struct facctmgr *acct, int argc, char **argv)
{
	struct load_words words = { .first = argc ? argv[0] : NULL };

	/* sacctmgr goes on to the file */
	for (int i = 0; i < argc; i++) {
		if (facctmgr_read_keywords(
			acct, facctmgr_load_keywords, &words, 1, &argv[i]))
			continue;
		if (!acct->context->slurm)
			return 1;
		words.misread = true;
	}
	if (words.file == NULL)
		return facctmgr_fail(acct,
		    " No filename given, specify one with file=''\n",
		    "no file to load");
	return load_file(acct, &words);
}
