/*
 * fimport.c - fimport: import the settings, tree, usage and jobs of a real
 * cluster.  Slurm has no such command.
 */

#include "cli/spelling.h"
#include "files/infile.h"
#include "files/progress.h"
#include "cli/opt.h"
#include "fimport/collect.h"
#include "fimport/fimport.h"

#define FT_SETTINGS struct fimport

static const struct ft_option options[] = {
	{ 'M', "cluster", "NAME",
	    "with dump: load into this cluster, regardless of the one in the "
	    "file",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_NAME(cluster) },
	{ 0, "anonymise", "OUT",
	    "with site: import nothing; write the folder OUT with the same "
	    "site, but other names for users, accounts, nodes, wckeys and "
	    "reservations, and without comments, paths and job names",
	    FT_INTO_BESIDE(anonymise) },
	{ 0, "at", "TIME",
	    "with usage, sacct, squeue and history: the time of the data, to "
	    "which the "
	    "store's clock is set",
	    FT_INTO_TEXT(at) },
	{ 0, "collect-script", NULL,
	    "with site, or alone: print the script fairtree-collect, to be run "
	    "on the cluster",
	    FT_INTO_FLAG(collect_script) },
	{ 0, "columns", "LIST",
	    "with squeue: the column titles of a table without a header, such "
	    "as JOBID,USER,ST,TIME",
	    FT_INTO_TEXT(columns) },
	{ 0, "create", NULL,
	    "with sacct, squeue and history: add missing accounts and users, "
	    "with one share each; with dump: add QOS that are named but not "
	    "defined",
	    FT_INTO_FLAG(create) },
	{ 0, "dry-run", NULL,
	    "with sacct, squeue, history and site: only report what would be "
	    "imported or written",
	    FT_INTO_FLAG(dry_run) },
	{ 0, "keep-priority", NULL,
	    "with sacct and squeue: pending jobs keep their priority in the "
	    "table, as if it had been set by hand",
	    FT_INTO_FLAG(keep_priority) },
	{ 0, "all-names", NULL,
	    "with --anonymise: names of partitions, QOS, licenses and features "
	    "are replaced, too",
	    FT_INTO_FLAG(all_names) },
	{ 0, "map", "FILE",
	    "with --anonymise: the table of names and pseudonyms; reused if "
	    "it exists (default: OUT.map)",
	    FT_INTO_BESIDE(map) },
	{ 0, "since-last", NULL,
	    "with site: import nothing, but report what has changed since the "
	    "snapshot in the store, and whether usage changed as predicted",
	    FT_INTO_FLAG(since_last) },
	{ 0, "json", NULL, "with --since-last: print JSON",
	    FT_INTO_FLAG(json) },
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_operand operands[] = {
	{ "conf FILE",
	    "check a slurm.conf with all files it includes, or the output of "
	    "scontrol show config, and keep a copy in the store",
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
	{ "qos FILE",
	    "add and change QOS as in the output of sacctmgr -P show qos; QOS "
	    "that it lacks stay",
	    FT_COMPLETE_FILE },
	{ "sacct FILE",
	    "import jobs from the output of sacct -P or --json: ended jobs "
	    "become "
	    "history "
	    "and usage, pending and running jobs the queue",
	    FT_COMPLETE_FILE },
	{ "scontrol FILE",
	    "import nodes, partitions, reservations and licenses from the "
	    "output of scontrol show: states, changes, and what the settings "
	    "lack",
	    FT_COMPLETE_FILE },
	{ "site DIR",
	    "import all that fairtree-collect collected into this folder, or "
	    "a tar of it",
	    FT_COMPLETE_FILE },
	{ "squeue FILE",
	    "import jobs from the output of squeue, --json too: they wait and "
	    "run here as "
	    "they did there",
	    FT_COMPLETE_FILE },
	{ "sshare FILE",
	    "replace the cluster's tree, shares and usage by those in the "
	    "output of sshare -a -l -P, or of sshare -a --json",
	    FT_COMPLETE_FILE },
	{ "usage FILE",
	    "set the usage of associations; each line has account, user (- for "
	    "the account itself, or user@partition), raw usage and, "
	    "optionally, TRES; or as in the output of sshare",
	    FT_COMPLETE_FILE },
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fimport site mycluster.tar",
	    "everything that fairtree-collect collected" },
	{ "fimport site --since-last mycluster.tar",
	    "what changed since the last one, before it is imported" },
	{ "fimport conf /etc/slurm/slurm.conf", "settings of a real cluster" },
	{ "sshare -a -l -P | fimport sshare -",
	    "the shares and usage of everybody, as they are now" },
	{ "fimport dump cluster.cfg", "a file written by sacctmgr dump" },
	{ "sacctmgr -P show qos | fimport qos -",
	    "the QOS of a real cluster, after its settings" },
	{ "sshare -a --json | fimport usage -",
	    "usage with decimals and of each TRES, beside a tree" },
	{ "fimport usage usage.txt", "usage, with six decimals" },
	{ "squeue -a -o '%i|%A|%u|%a|%P|%q|%j|%T|%V|%S|%M|%l|%C|%D|%m|%Q|%r|"
	  "%N|%E' | fimport --create squeue -",
	    "a real queue, for fwhy and what-if questions" },
	{ "squeue -a --json | fimport --create squeue -",
	    "the same from JSON" },
	{ "sacct -a -X -P -S now-30days -o JobID,JobIDRaw,User,Account,"
	  "Partition,QOS,State,Submit,Eligible,Start,End,Elapsed,Timelimit,"
	  "ReqMem,AllocTRES,NNodes,ExitCode,NodeList,JobName | "
	  "fimport --create sacct -",
	    "a month of jobs, and their usage" },
	{ "(scontrol -o show node; scontrol -o show partition; "
	  "scontrol -o show reservation) | fimport scontrol -",
	    "which nodes are down or drained, and what is reserved" },
	{ "fimport --anonymise copy site site-20261128-170000",
	    "a copy of a site that can be given away" },
	{ NULL, NULL },
};

/* The options that only some sub-commands take, as bits of takes. */
enum {
	TAKES_CLUSTER = 1,
	TAKES_AT = 2,
	TAKES_COLUMNS = 4,
	TAKES_CREATE = 8,
	TAKES_KEEP = 16,
	TAKES_DRY_RUN = 32,
	TAKES_ANONYMISE = 128,
	TAKES_SINCE = 256,
	IS_FOLDER = 64, /* the sub-command reads it by itself */
	TAKES_JOBS = TAKES_AT | TAKES_CREATE | TAKES_DRY_RUN
};

static const struct fimport_verb {
	const char *name;
	fimport_fn *run;
	enum ft_bound bound; /* on the size of the file */
	unsigned takes;
} verbs[] = {
	{ "conf", fimport_conf, FT_BOUND_CONF, 0 },
	{ "dbdconf", fimport_dbdconf, FT_BOUND_CONF, 0 },
	{ "dump", fimport_dump, FT_BOUND_DUMP, TAKES_CLUSTER | TAKES_CREATE },
	{ "history", fimport_past, FT_BOUND_JOBS, TAKES_JOBS },
	{ "qos", fimport_qos, FT_BOUND_DUMP, 0 },
	{ "sacct", fimport_sacct, FT_BOUND_JOBS, TAKES_JOBS | TAKES_KEEP },
	{ "scontrol", fimport_scontrol, FT_BOUND_JOBS, 0 },
	{ "site", fimport_site, FT_BOUND_SITE,
	    IS_FOLDER | TAKES_DRY_RUN | TAKES_ANONYMISE | TAKES_SINCE },
	{ "squeue", fimport_squeue, FT_BOUND_JOBS,
	    TAKES_JOBS | TAKES_KEEP | TAKES_COLUMNS },
	{ "sshare", fimport_sshare, FT_BOUND_SHARES, 0 },
	{ "usage", fimport_usage, FT_BOUND_USAGE, TAKES_AT },
};

/* Append the names of the sub-commands that take OPTION (0: of all). */
static void
add_verbs(struct ft_str *str, unsigned option, const char *last)
{
	size_t left = 0;

	for (size_t i = 0; i < FT_COUNT(verbs); i++)
		left += (verbs[i].takes & option) == option;
	for (size_t i = 0; i < FT_COUNT(verbs); i++) {
		if ((verbs[i].takes & option) != option)
			continue;
		ft_str_add(str, verbs[i].name);
		left--;
		if (left)
			ft_str_add(str, left > 1 ? ", " : last);
	}
}

/* Report an option that VERB does not take.  Returns 0: there is none. */
static int
check_options(const struct fimport *import, const struct fimport_verb *verb)
{
	const struct {
		const char *name;
		unsigned takes;
		bool given;
	} option[] = {
		{ "cluster", TAKES_CLUSTER, import->cluster != NULL },
		{ "at", TAKES_AT, import->at != NULL },
		{ "columns", TAKES_COLUMNS, import->columns != NULL },
		{ "create", TAKES_CREATE, import->create },
		{ "keep-priority", TAKES_KEEP, import->keep_priority },
		{ "dry-run", TAKES_DRY_RUN, import->dry_run },
		{ "anonymise", TAKES_ANONYMISE, import->anonymise != NULL },
		{ "map", TAKES_ANONYMISE, import->map != NULL },
		{ "all-names", TAKES_ANONYMISE, import->all_names },
		{ "since-last", TAKES_SINCE, import->since_last },
	};
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < FT_COUNT(option); i++) {
		if (!option[i].given || (verb->takes & option[i].takes))
			continue;
		add_verbs(&names, option[i].takes, " and ");
		return ft_cmd_misuse(import->context,
		    "--%s is for %s, not for '%s'", option[i].name,
		    ft_str_text(&names), verb->name);
	}
	return 0;
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
no_word(const struct ft_context *context)
{
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	add_verbs(&names, 0, " or ");
	return ft_cmd_misuse(
	    context, "missing what to import: %s", ft_str_text(&names));
}

static int
run(struct fimport *import, const struct fimport_verb *verb)
{
	struct ft_error err = { 0 };
	enum ft_status status = FT_OK;

	if (!(verb->takes & IS_FOLDER))
		status = ft_infile_read(
		    verb->bound, import->file, &import->text, &err);

	ft_meter_begin(ft_progress_meter(), "importing", NULL, 0);
	if (status == FT_OK)
		status = verb->run(import, &err);
	if (status != FT_OK)
		return ft_cmd_fail_file(import->context, &err);
	fputs(ft_str_text(&import->answer), import->context->out);
	return 0;
}

static int
print_script(const struct ft_context *context, char **argv)
{
	if (argv[0] && strcmp(argv[0], "site") != 0)
		return ft_cmd_misuse(context,
		    "--collect-script is for site, not for '%s'", argv[0]);
	if (argv[0] && argv[1])
		return ft_cmd_misuse(context,
		    "--collect-script reads no file, such as '%s'", argv[1]);
	fimport_print_collect_script(context->out);
	return 0;
}

static int
fimport_file(void *settings, int argc, char **argv)
{
	struct fimport *import = settings;
	const struct ft_context *context = import->context;
	size_t i;
	int wrong;

	(void)argc;
	if (import->collect_script)
		return print_script(context, argv);
	if (!argv[0])
		return no_word(context);
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
	if (import->json && !import->since_last)
		return ft_cmd_misuse(context, "--json is for --since-last");
	wrong = check_options(import, &verbs[i]);
	if (wrong)
		return wrong;
	if (import->map && !import->anonymise)
		return ft_cmd_misuse(context, "--map needs --anonymise");
	if (import->all_names && !import->anonymise)
		return ft_cmd_misuse(context, "--all-names needs --anonymise");
	import->file = argv[1];
	return run(import, &verbs[i]);
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
	.synopsis = "[options] WHAT FILE",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fimport, context),
	.session = offsetof(struct fimport, session),
	.go = fimport_file,
	.free = fimport_free,
};
