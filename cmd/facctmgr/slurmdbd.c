/*
 * slurmdbd.c - clear, archive, rollup and ping: verbs for the accounting server.
 * There is none: under the Slurm name they answer and refuse as an idle one
 * does.
 */
#include <sys/stat.h>

#include "common/timetext.h"
#include "facctmgr/store/store.h"

int
facctmgr_clear(struct facctmgr *acct, int argc, char **argv)
{
	enum ft_admin_level level;

	if (argc == 0 ||
	    !ft_word_abbreviates(ft_word_of(argv[0]), "Stats", 1)) {
		return facctmgr_fail(acct,
		    "No valid entity in list command\n"
		    "Input line must include \"Stats\"\n",
		    "clear needs stats");
	}
	if (!facctmgr_read_level(acct, &level))
		return 1;
	return acct->context->slurm && level < FT_ADMIN_ADMINISTRATOR;
}

/* ---- ping ----------------------------------------------------------------------------- */

/* The server in Slurm's own JSON.  Nothing travels: the latency is 0. */
struct pinged {
	const char *host;
};

static const struct ft_column ping_members[] = {
	{ .key = "hostname", FT_MEMBER(struct pinged, host) },
	{ .key = "responding",
	    .type = FT_COLUMN_BOOL,
	    .get = ft_column_get_one },
	{ .key = "latency", .type = FT_COLUMN_UINT, .get = ft_column_get_zero },
	{ .key = "primary", .type = FT_COLUMN_BOOL, .get = ft_column_get_one },
	{ .key = "status",
	    .get = ft_column_get_arg,
	    .arg = "No error",
	    .since = FT_RELEASE_26_05 },
};

static int
print_ping(struct facctmgr *acct, const struct pinged *pinged)
{
	const struct ft_slurmdoc_call call = { .context = acct->context,
		.session = &acct->session,
		.argc = acct->argc - 1,
		.argv = acct->argv + 1 };
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(acct->context->out);
	struct ft_doc *doc;
	bool failed;

	doc = ft_slurmdoc_open(&acct->document, acct->context, &out, &failed);
	if (doc) {
		ft_doc_begin_list(doc, "pings");
		ft_doc_object(
		    doc, NULL, ping_members, FT_COUNT(ping_members), &pinged);
		ft_doc_end(doc);
		ft_slurmdoc_close(doc, &acct->document, &call);
	}
	return failed;
}

int
facctmgr_ping(struct facctmgr *acct, int argc, char **argv)
{
	struct pinged pinged;

	(void)argv;
	if (argc > 0) {
		facctmgr_complain(
		    acct, "too many arguments for ping keyword\n");
		if (!acct->context->slurm)
			return 1;
	}
	if (!facctmgr_open(acct, false))
		return 1;
	pinged.host =
	    ft_conf_text(&acct->session.conf, FT_CONF_ACCOUNTING_STORAGE_HOST);
	if (acct->document.format != FT_FORMAT_TABLE)
		return print_ping(acct, &pinged);
	facctmgr_print(acct, "slurmdbd(primary) at %s is UP\n", pinged.host);
	return 0;
}

/* ---- archives ------------------------------------------------------------------------ */

static bool
names(const char *word, const char *name, unsigned min)
{
	return ft_word_abbreviates(ft_word_until(word, "="), name, min);
}

/* Returns whether the folder or program of WORD exists; complains if not. */
static bool
is_there(struct facctmgr *acct, const char *word, const char *what)
{
	const char *path = strchr(word, '=') + 1;
	struct stat found;

	if (stat(path, &found) == 0)
		return true;
	facctmgr_complain(acct,
	    " dump: Failed to stat %s: %s\n"
	    " Note: For archive dump, the %s must be on the calling host.\n",
	    path, strerror(errno), what);
	return false;
}

static bool
good_dump_word(struct facctmgr *acct, const char *word)
{
	static const struct {
		const char *name;
		unsigned min;
	} list[] = { { "Clusters", 1 }, { "Accounts", 2 },
		{ "Associations", 2 }, { "End", 1 }, { "Gid", 2 },
		{ "Jobs", 1 }, { "Partitions", 2 }, { "Start", 2 },
		{ "Users", 1 } };
	const char *value = strchr(word, '=');

	if (value == NULL)
		return true; /* a flag or a cluster */
	if (names(word, "Directory", 2))
		return is_there(acct, word, "directory");
	if (names(word, "Script", 2))
		return is_there(acct, word, "script");
	if (strncasecmp(word, "purge", 5) == 0) {
		if (value[1] >= '0' && value[1] <= '9')
			return true;
		facctmgr_error(acct, "Invalid purge string '%s'", value + 1);
		return false;
	}
	for (size_t i = 0; i < FT_COUNT(list); i++)
		if (names(word, list[i].name, list[i].min))
			return true;
	facctmgr_complain(acct, " Unknown condition: %s\n", word);
	return false;
}

/* Returns whether the actor may; complains in sacctmgr's words. */
static bool
may_archive(struct facctmgr *acct, const char *problem)
{
	enum ft_admin_level level;

	if (!facctmgr_read_level(acct, &level))
		return false;
	if (level == FT_ADMIN_ADMINISTRATOR)
		return true;
	facctmgr_error(
	    acct, "Your user doesn't have privilege to perform this action");
	facctmgr_complain(
	    acct, " Problem %s: Access/permission denied\n", problem);
	return false;
}

static int
archive_dump(struct facctmgr *acct, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (!good_dump_word(acct, argv[i]))
			return 1;
	if (!may_archive(acct, "dumping archive"))
		return 1;
	/* nothing is old enough: some releases take that for a failure */
	if (ft_release_has(acct->context->release, FT_RULE_ARCHIVE_EMPTY)) {
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "jobacct_storage_p_archive: SUCCESS\n",
		    acct->context->program);
		return 0;
	}
	facctmgr_error(acct, "Error with request.");
	facctmgr_complain(
	    acct, " Problem dumping archive: Unspecified error\n");
	return 1;
}

static int
archive_load(struct facctmgr *acct, int argc, char **argv)
{
	const char *file = NULL;

	for (int i = 0; i < argc; i++) {
		if (names(argv[i], "File", 1) && strchr(argv[i], '=')) {
			file = strchr(argv[i], '=') + 1;
		} else if (!names(argv[i], "Insert", 2)) {
			facctmgr_complain(
			    acct, " Unknown option: %s\n", argv[i]);
			return 1;
		}
	}
	if (!may_archive(acct, "loading archive file"))
		return 1;
	if (file && !*file)
		file = NULL;
	facctmgr_error(acct,
	    file ? "No archive file given to recover." : "Error with request.");
	facctmgr_complain(acct, " Problem loading archive file: %s\n",
	    file ? "No such file or directory\n Note: For archive load, the "
		   "file must be accessible on the slurmdbd host."
		 : "Unspecified error");
	return 1;
}

int
facctmgr_archive(struct facctmgr *acct, int argc, char **argv)
{
	if (!acct->context->slurm) {
		facctmgr_error(acct,
		    "there is nothing to archive here: copy the "
		    "store's file");
		return 1;
	}
	if (argc && ft_word_abbreviates(ft_word_of(argv[0]), "dump", 1))
		return archive_dump(acct, argc - 1, argv + 1);
	if (argc && ft_word_abbreviates(ft_word_of(argv[0]), "load", 1))
		return archive_load(acct, argc - 1, argv + 1);
	facctmgr_complain(acct,
	    "No valid entity in archive command\n"
	    "Input line must include, \"Dump\", or \"load\"\n");
	return 1;
}

/* ---- rollup ---------------------------------------------------------------------------- */

int
facctmgr_rollup(struct facctmgr *acct, int argc, char **argv)
{
	enum ft_admin_level level;
	int status = 0;

	if (argc > 3) {
		facctmgr_complain(
		    acct, "too many arguments for %s keyword\n", acct->argv[0]);
		status = 1;
	}
	if (!facctmgr_read_level(acct, &level))
		return 1;
	for (int i = 0; i < argc && i < 2; i++) {
		int64_t when;

		if (ft_timetext_read(acct->context, argv[i], acct->session.wall,
			true, &when) ||
		    acct->context->slurm)
			continue;
		facctmgr_error(acct, "bad time '%s'", argv[i]);
		return 1;
	}
	if (acct->context->slurm && level >= FT_ADMIN_OPERATOR)
		facctmgr_complain(acct,
		    "%s: accounting_storage/slurmdbd: "
		    "acct_storage_p_roll_usage: SUCCESS\n",
		    acct->context->program);
	return status;
}
