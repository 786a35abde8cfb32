/*
 * fimport: bring in what a real cluster has: its settings, its tree, its
 * usage, its jobs.  There is no command like it in Slurm.
 */

#include "cli/spelling.h"
#include "files/infile.h"
#include "cli/opt.h"
#include "fimport/fimport.h"

#define FT_SETTINGS struct fimport

static const struct ft_option options[] = {
	{ 'M', "cluster", "NAME",
	    "with dump: load into this cluster, whichever the file names",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_NAME(cluster) },
	{ 0, "at", "TIME",
	    "with usage, sacct and squeue: it is that of this time, to which "
	    "the store's clock is set",
	    FT_INTO_TEXT(at) },
	{ 0, "columns", "LIST",
	    "with squeue: the titles of the columns of a table without a "
	    "header, such as JOBID,USER,ST,TIME",
	    FT_INTO_TEXT(columns) },
	{ 0, "create", NULL,
	    "with sacct and squeue: make the accounts and users that are "
	    "missing, with a share each",
	    FT_INTO_FLAG(create) },
	{ 0, "dry-run", NULL,
	    "with sacct and squeue: only say what would be brought in",
	    FT_INTO_FLAG(dry_run) },
	{ 0, "keep-priority", NULL,
	    "with sacct and squeue: jobs that wait keep the priority that the "
	    "table has, as if set by hand",
	    FT_INTO_FLAG(keep_priority) },
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "conf FILE",
	    "check a slurm.conf with all files it includes, and keep a copy in "
	    "the store",
	    FT_COMPLETE_FILE },
	{ "dbdconf FILE",
	    "take PrivateData from a slurmdbd.conf: what facctmgr and facct "
	    "hide; none if it has none",
	    FT_COMPLETE_FILE },
	{ "dump FILE",
	    "load the accounts, users and limits of a file that sacctmgr dump "
	    "wrote",
	    FT_COMPLETE_FILE },
	{ "sacct FILE",
	    "jobs of a table that sacct -P printed: what ended becomes "
	    "history and usage, what waits or runs the queue",
	    FT_COMPLETE_FILE },
	{ "squeue FILE",
	    "jobs of a table that squeue printed: they wait and run here as "
	    "they did there",
	    FT_COMPLETE_FILE },
	{ "sshare FILE",
	    "make the tree, shares and usage of a table that sshare -a -l -P "
	    "printed, in place of the cluster's own",
	    FT_COMPLETE_FILE },
	{ "usage FILE",
	    "set the usage of associations from lines: account, user (- for "
	    "the account itself, user@partition), raw usage, and maybe TRES",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fimport conf /etc/slurm/slurm.conf", "settings of a real cluster" },
	{ "sshare -a -l -P | fimport sshare -",
	    "everybody's shares and usage, from where they are now" },
	{ "fimport dump cluster.cfg", "what sacctmgr dump wrote" },
	{ "fimport usage usage.txt", "usage, six decimals kept" },
	{ "squeue -a -o '%i|%A|%u|%a|%P|%q|%j|%T|%V|%S|%M|%l|%C|%D|%m|%Q|%r|"
	  "%N|%E' | fimport --create squeue -",
	    "a real queue, to be asked why and what if" },
	{ "sacct -a -X -P -S now-30days -o JobID,JobIDRaw,User,Account,"
	  "Partition,QOS,State,Submit,Eligible,Start,End,Elapsed,Timelimit,"
	  "ReqMem,AllocTRES,NNodes,ExitCode,NodeList,JobName | "
	  "fimport --create sacct -",
	    "a month of jobs, with the usage they left" },
	{ NULL, NULL },
};

static const struct {
	const char *name;
	import_fn *run;
	enum ft_bound bound; /* how large the file may be */
} verbs[] = {
	{ "conf", fimport_conf, FT_BOUND_CONF },
	{ "dbdconf", fimport_dbdconf, FT_BOUND_CONF },
	{ "dump", fimport_dump, FT_BOUND_DUMP },
	{ "sacct", fimport_sacct, FT_BOUND_JOBS },
	{ "squeue", fimport_squeue, FT_BOUND_JOBS },
	{ "sshare", fimport_sshare, FT_BOUND_SHARES },
	{ "usage", fimport_usage, FT_BOUND_USAGE },
};

void
fimport_count(struct fimport *import, size_t n, const char *word)
{
	struct ft_str *answer = &import->answer;

	if (answer->len && !strchr(" \n", answer->data[answer->len - 1]))
		ft_str_add(answer, ", ");
	ft_str_addf(answer, "%zu %s%s", n, word, n == 1 ? "" : "s");
}

void
fimport_add_lower(struct ft_str *str, const char *name)
{
	size_t from = str->len;

	ft_str_add(str, name);
	ft_word_lower(str->data + from);
}

enum ft_status
fimport_end(struct fimport *import, enum ft_status status, struct ft_error *err)
{
	/* the same file again is nothing that could be undone */
	if (status == FT_OK)
		status = ft_store_drop_unchanged(import->session.store, err);
	if (status == FT_OK)
		return ft_session_commit(&import->session, NULL, err);
	ft_store_rollback(import->session.store);
	return status;
}

/* Returns what is wrong with the options for RUN, NULL nothing. */
static const char *
misplaced(const struct fimport *import, import_fn *run)
{
	bool jobs = run == fimport_sacct || run == fimport_squeue;

	if (import->cluster && run != fimport_dump)
		return "--cluster is for dump";
	if (import->at && run != fimport_usage && !jobs)
		return "--at is for usage, sacct and squeue";
	if (import->columns && run != fimport_squeue)
		return "--columns is for squeue";
	if (import->create && !jobs)
		return "--create is for sacct and squeue";
	if (import->keep_priority && !jobs)
		return "--keep-priority is for sacct and squeue";
	if (import->dry_run && !jobs)
		return "--dry-run is for sacct and squeue";
	return NULL;
}

static int
no_verb(const struct ft_context *context, const char *word)
{
	struct ft_spelling near = { .word = word };

	for (size_t i = 0; i < FT_COUNT(verbs); i++)
		ft_spelling_offer(&near, verbs[i].name);
	if (near.best)
		return ft_cmd_misuse(context,
		    "not something to import: '%s'; did you mean '%s'?", word,
		    near.best);
	return ft_cmd_misuse(context, "not something to import: '%s'", word);
}

static int
fimport_file(void *settings, int argc, char **argv)
{
	struct fimport *import = settings;
	const struct ft_context *context = import->context;
	struct ft_error err = { 0 };
	enum ft_status status;
	const char *wrong;
	size_t i;

	(void)argc;
	if (!argv[0])
		return ft_cmd_misuse(context, "say what to import: conf, "
					      "dbdconf, dump, sacct, squeue, "
					      "sshare, usage");
	for (i = 0; i < FT_COUNT(verbs); i++)
		if (!strcmp(argv[0], verbs[i].name))
			break;
	if (i == FT_COUNT(verbs))
		return no_verb(context, argv[0]);
	if (!argv[1])
		return ft_cmd_misuse(context, "no file after '%s'", argv[0]);
	if (argv[2])
		return ft_cmd_misuse(
		    context, "one file at a time, not also '%s'", argv[2]);
	wrong = misplaced(import, verbs[i].run);
	if (wrong)
		return ft_cmd_misuse(
		    context, "%s, not for '%s'", wrong, argv[0]);
	import->file = argv[1];
	status =
	    ft_infile_read(verbs[i].bound, import->file, &import->text, &err);
	if (status == FT_OK)
		status = verbs[i].run(import, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(context, &err);
	fputs(ft_str_text(&import->answer), import->context->out);
	return 0;
}

static void
fimport_free(void *settings)
{
	struct fimport *import = settings;

	fimport_balance_free(import->balance);
	ft_str_free(&import->text);
	ft_str_free(&import->answer);
}

const struct ft_cmd ft_cmd_fimport = {
	.name = "fimport",
	.slurm_name = "",
	.summary = "bring in settings, accounts, usage and jobs of a cluster",
	.synopsis =
	    "[options] conf|dbdconf|dump|sacct|squeue|sshare|usage FILE",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fimport, context),
	.session = offsetof(struct fimport, session),
	.go = fimport_file,
	.free = fimport_free,
};
