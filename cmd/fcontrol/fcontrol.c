/*
 * fcontrol.c - fcontrol, scontrol: the options and the command line.  The verbs
 * are in verb.c.  Source: scontrol(1).
 */

#include "cli/opt.h"
#include "fcontrol/fcontrol.h"

#define FT_SETTINGS struct fcontrol

static const struct ft_option options[] = {
	{ 'a', "all", NULL, "show hidden partitions and their jobs too",
	    FT_INTO_VALUE(all, true) },
	{ 'd', "details", NULL,
	    "show more of each job: which CPUs and memory of which node",
	    FT_INTO_FLAG(detail) },
	{ 'F', "future", NULL,
	    "accepted and ignored: there are no future nodes", FT_OPT_HIDDEN,
	    FT_INTO_NOTHING },
	{ 'h', NULL, NULL, "print the help and exit", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 0, "hide", NULL, "do not show hidden partitions and their jobs",
	    FT_INTO_VALUE(all, false) },
	{ 'M', "clusters", "NAME", "use this cluster",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_TEXT(cluster) },
	{ 'o', "oneliner", NULL, "print each record on one line",
	    FT_INTO_FLAG(one_line) },
	{ 'Q', "quiet", NULL, "print no warnings", FT_INTO_FLAG(quiet) },
	{ 'u', "uid", "USER", "update as this user",
	    .complete = FT_COMPLETE_USER, FT_INTO_TEXT(user) },
	{ 'v', "verbose", NULL, "print more messages", FT_INTO_FLAG(verbose) },
	{ 0, "federation", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "local", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "sibling", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "origin", NULL,
	    "show config: also show where each value comes from, and which "
	    "settings were ignored",
	    FT_OPT_OURS, FT_INTO_FLAG(origin) },
	{ 0, "json", NULL, "show, stats: print JSON", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "show, stats: print YAML", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(asked, FT_RELEASE_23_02),
	{ 0, "csv", NULL,
	    "show: print comma-separated values, a row for each record",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_CSV) },
	{ 'p', "parsable", NULL,
	    "show: print rows separated by |, including a trailing one",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_PARSABLE) },
	{ 'P', "parsable2", NULL,
	    "show: print rows separated by |, without a trailing one",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_PARSABLE2) },
	{ 0, "prometheus", NULL,
	    "show nodes, stats: print samples for Prometheus", FT_OPT_OURS,
	    FT_INTO_FLAG(prometheus) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

static const struct ft_operand operands[] = {
#define FCONTROL_VERB(name, least, fewest, most, run, syntax, sentence)        \
	{ syntax, sentence, FT_COMPLETE_NONE },
#include "fcontrol/verb.def"
	{ NULL, NULL, FT_COMPLETE_NONE },
};

static const struct ft_example examples[] = {
	{ "fcontrol show job 12", "everything about a job" },
	{ "fcontrol update job 12 nice=100", "lower its priority" },
	{ "fcontrol hold 12,13_[1-4]", "a job, and four tasks of an array" },
	{ "fcontrol show config --origin",
	    "the settings, and where each comes from" },
	{ "fcontrol update nodename=n[1-4] state=drain reason=repair",
	    "start no more jobs on these nodes" },
	{ "fcontrol create reservation starttime=now+1hour duration=60 "
	  "nodecnt=2 users=ann && fsim run --for 7200",
	    "reserve two nodes for ann for an hour, and see what that does "
	    "to the queue" },
	{ "eval \"$(fcontrol env slurm=24.11)\" && trap 'fcontrol env remove' "
	  "EXIT",
	    "a small cluster for this shell, until the shell ends" },
	{ "fcontrol update clock=+3600", "let an hour pass; no job starts" },
	{ NULL, NULL },
};

static int
go(void *settings, int argc, char **argv)
{
	struct fcontrol *control = settings;
	int status;

	if (!fcontrol_meet(control, &status))
		return status;
	status = argc < 1 ? fcontrol_shell(control)
			  : fcontrol_run_verb(control, argc, argv);
	ft_free(control->entered);
	return status;
}

const struct ft_cmd ft_cmd_fcontrol = {
	.name = "fcontrol",
	.slurm_name = "scontrol",
	.down_call = "slurm_load_ctl_conf error",
	.down_status = 1,
	.summary =
	    "look at jobs, partitions, nodes and settings, and change them",
	.synopsis = "[options] [VERB [words ...]]",
	.options = options,
	.operands = operands,
	.examples = examples,
	FT_CMD_SETTINGS(struct fcontrol, context),
	.session = offsetof(struct fcontrol, session),
	.pages = true,
	.go = go,
	.complete = fcontrol_complete,
};
