/*
 * fimport.c - fimport: import the settings, tree, usage and jobs of a real
 * cluster.  Slurm has no such command.
 */

#include "cli/spelling.h"
#include "files/infile.h"
#include "files/progress.h"
#include "cli/opt.h"
#include "fimport/fimport.h"

#define FT_SETTINGS struct fimport

static const struct ft_option options[] = {
	{ 'M', "cluster", "NAME",
	    "with dump: load into this cluster, regardless of the one in the "
	    "file",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_NAME(cluster) },
	{ 0, "at", "TIME",
	    "with usage, sacct, squeue and history: the time of the data, to "
	    "which the "
	    "store's clock is set",
	    FT_INTO_TEXT(at) },
	{ 0, "columns", "LIST",
	    "with squeue: the column titles of a table without a header, such "
	    "as JOBID,USER,ST,TIME",
	    FT_INTO_TEXT(columns) },
	{ 0, "create", NULL,
	    "with sacct, squeue and history: add missing accounts and users, "
	    "with one "
	    "share each",
	    FT_INTO_FLAG(create) },
	{ 0, "dry-run", NULL,
	    "with sacct, squeue and history: only report what would be "
	    "imported",
	    FT_INTO_FLAG(dry_run) },
	{ 0, "keep-priority", NULL,
	    "with sacct and squeue: pending jobs keep their priority in the "
	    "table, as if it had been set by hand",
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
	    "take PrivateData from a slurmdbd.conf: it decides what facctmgr "
	    "and facct hide",
	    FT_COMPLETE_FILE },
	{ "dump FILE",
	    "load accounts, users and limits from a file written by sacctmgr "
	    "dump",
	    FT_COMPLETE_FILE },
	{ "history FILE",
	    "import the past of a cluster: ended jobs, nodes that were down, "
	    "and reservations, with fixed times (fairtree-history(5))",
	    FT_COMPLETE_FILE },
	{ "sacct FILE",
	    "import jobs from the output of sacct -P: ended jobs become "
	    "history "
	    "and usage, pending and running jobs the queue",
	    FT_COMPLETE_FILE },
	{ "squeue FILE",
	    "import jobs from the output of squeue: they wait and run here as "
	    "they did there",
	    FT_COMPLETE_FILE },
	{ "sshare FILE",
	    "replace the cluster's tree, shares and usage by those in the "
	    "output "
	    "of sshare -a -l -P",
	    FT_COMPLETE_FILE },
	{ "usage FILE",
	    "set the usage of associations; each line has account, user (- for "
	    "the account itself, or user@partition), raw usage and, "
	    "optionally, TRES",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fimport conf /etc/slurm/slurm.conf", "settings of a real cluster" },
	{ "sshare -a -l -P | fimport sshare -",
	    "the shares and usage of everybody, as they are now" },
	{ "fimport dump cluster.cfg", "a file written by sacctmgr dump" },
	{ "fimport usage usage.txt", "usage, with six decimals" },
	{ "squeue -a -o '%i|%A|%u|%a|%P|%q|%j|%T|%V|%S|%M|%l|%C|%D|%m|%Q|%r|"
	  "%N|%E' | fimport --create squeue -",
	    "a real queue, for fwhy and what-if questions" },
	{ "sacct -a -X -P -S now-30days -o JobID,JobIDRaw,User,Account,"
	  "Partition,QOS,State,Submit,Eligible,Start,End,Elapsed,Timelimit,"
	  "ReqMem,AllocTRES,NNodes,ExitCode,NodeList,JobName | "
	  "fimport --create sacct -",
	    "a month of jobs, and their usage" },
	{ NULL, NULL },
};

static const struct {
	const char *name;
	fimport_fn *run;
	enum ft_bound bound; /* on the size of the file */
} verbs[] = {
	{ "conf", fimport_conf, FT_BOUND_CONF },
	{ "dbdconf", fimport_dbdconf, FT_BOUND_CONF },
	{ "dump", fimport_dump, FT_BOUND_DUMP },
	{ "history", fimport_past, FT_BOUND_JOBS },
	{ "sacct", fimport_sacct, FT_BOUND_JOBS },
	{ "squeue", fimport_squeue, FT_BOUND_JOBS },
	{ "sshare", fimport_sshare, FT_BOUND_SHARES },
	{ "usage", fimport_usage, FT_BOUND_USAGE },
};

/* Returns what is wrong with the options for sub-command RUN, NULL if nothing
 * is. */
static const char *
misplaced(const struct fimport *import, fimport_fn *run)
{
	bool jobs = run == fimport_sacct || run == fimport_squeue ||
		    run == fimport_past;

	if (import->cluster && run != fimport_dump)
		return "--cluster is for dump";
	if (import->at && run != fimport_usage && !jobs)
		return "--at is for usage, sacct, squeue and history";
	if (import->columns && run != fimport_squeue)
		return "--columns is for squeue";
	if (import->create && !jobs)
		return "--create is for sacct, squeue and history";
	if (import->keep_priority && (!jobs || run == fimport_past))
		return "--keep-priority is for sacct and squeue";
	if (import->dry_run && !jobs)
		return "--dry-run is for sacct, squeue and history";
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
		    "cannot import '%s'; did you mean '%s'?", word, near.best);
	return ft_cmd_misuse(context, "cannot import '%s'", word);
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
		return ft_cmd_misuse(context, "missing what to import: conf, "
					      "dbdconf, dump, history, "
					      "sacct, squeue, sshare or usage");
	for (i = 0; i < FT_COUNT(verbs); i++)
		if (!strcmp(argv[0], verbs[i].name))
			break;
	if (i == FT_COUNT(verbs))
		return no_verb(context, argv[0]);
	if (!argv[1])
		return ft_cmd_misuse(
		    context, "missing FILE after '%s'", argv[0]);
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
	ft_meter_begin(ft_progress_meter(), "importing", NULL, 0);
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
	.summary = "import settings, accounts, usage and jobs of a cluster",
	.synopsis =
	    "[options] conf|dbdconf|dump|history|sacct|squeue|sshare|usage "
	    "FILE",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fimport, context),
	.session = offsetof(struct fimport, session),
	.go = fimport_file,
	.free = fimport_free,
};
