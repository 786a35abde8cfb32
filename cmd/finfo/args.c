/* args.c - the command line and the environment. */

#include "cli/formats.h"
#include "finfo/finfo.h"

#define FT_SETTINGS struct finfo_args

static enum ft_status
set_states(const struct ft_opt_use *use)
{
	return finfo_states_read(use->settings, use->arg, use->err);
}

static enum ft_status
set_interval(const struct ft_opt_use *use)
{
	struct finfo_args *args = use->settings;

	if (ft_num_u64(use->arg, &args->interval) && args->interval > 0 &&
	    args->interval <= 86400 * UINT64_C(365))
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    args->context->slurm
		? "Error: invalid entry for --iterate=%s"
		: "--iterate needs a number of seconds, not '%s'",
	    use->arg);
}

/* -o and -O: the last one counts; for sinfo it is one of -O if any was. */
static enum ft_status
set_format(const struct ft_opt_use *use)
{
	struct finfo_args *args = use->settings;

	args->format = use->arg;
	args->words = use->row->value || (args->words && args->context->slurm);
	return FT_OK;
}

/* Print the words of -O. */
static enum ft_status
help_words(const struct ft_opt_use *use)
{
	const struct ft_context *context = use->context;
	size_t n = 0;

	for (const struct ft_column *row = finfo_fields; row->name; row++) {
		if ((row->flags & FT_COLUMN_SLURM && !context->slurm) ||
		    !ft_column_is_known(row, context->release))
			continue;
		fprintf(context->out, "%s%-20s", n && n % 4 == 0 ? "\n" : "",
		    row->name);
		n++;
	}
	fputc('\n', context->out);
	return FT_OPT_STOP;
}

static enum ft_status
say_usage(const struct ft_opt_use *use)
{
	fputs("Usage: sinfo [-abdelNRrsTv] [-i seconds] [-t states] "
	      "[-p partition] [-n nodes]\n"
	      "             [-S fields] [-o format] [-O Format] "
	      "[--federation] [--local]\n",
	    use->context->out);
	return FT_OPT_STOP;
}

const struct ft_option finfo_options[] = {
	{ 'a', "all", NULL,
	    "include partitions that are hidden or that you may not use",
	    FT_INTO_VALUE(all, true) },
	{ 0, "hide", NULL, "leave out hidden partitions (the default)",
	    FT_INTO_VALUE(all, false) },
	{ 'd', "dead", NULL,
	    "show only nodes that do not answer: here all nodes do",
	    FT_INTO_FLAG(dead) },
	{ 'e', "exact", NULL,
	    "nodes of a row have the same CPUs, memory, disk and weight",
	    FT_INTO_FLAG(exact) },
	{ 0, "federation", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'F', "future", NULL, "include nodes that are to come (State=FUTURE)",
	    FT_INTO_FLAG(future), .since = FT_RELEASE_24_11 },
	{ 0, "usage", NULL, "print a usage line", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(say_usage) },
	{ 'h', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 0, "helpformat", NULL, "print the letters of --format",
	    FT_INTO_CALL(ft_opt_help_letters),
	    .joined = "SaVYcOCLdfbeGGgBmoAFnNDhPRMIpEirsXztTZlHuUvw",
	    .since = FT_RELEASE_24_11 },
	{ 0, "helpFormat", NULL, "print the words of --Format",
	    FT_INTO_CALL(help_words), .since = FT_RELEASE_24_11 },
	{ 0, "helpstate", NULL, "print the states of --states",
	    FT_INTO_CALL(finfo_states_help), .since = FT_RELEASE_24_11 },
	{ 'i', "iterate", "SECONDS",
	    "print the current time first; nothing is repeated",
	    FT_INTO_CALL(set_interval) },
	{ 0, "local", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'l', "long", NULL, "print more columns, and the current time first",
	    FT_INTO_FLAG(long_list) },
	{ 'M', "clusters", "LIST",
	    "show these clusters, one after another; all: every cluster",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_LAST(clusters) },
	{ 0, "cluster", "LIST", "the same as --clusters", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_LAST(clusters) },
	{ 'n', "nodes", "HOSTS", "show these nodes",
	    .complete = FT_COMPLETE_NODE, FT_INTO_TEXT(nodes) },
	{ 'N', "Node", NULL, "print a line for each node",
	    FT_INTO_FLAG(by_node) },
	{ 0, "noconvert", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'o', "format", "FORMAT",
	    "print these columns, each %[.][width]letter, with any text "
	    "between them",
	    FT_INTO_CALL(set_format) },
	{ 'O', "Format", "FIELDS",
	    "print these comma-separated columns, each "
	    "word[:[.][width][text]]",
	    .complete = FT_COMPLETE_FIELD, .value = 1,
	    FT_INTO_CALL(set_format) },
	{ 'p', "partition", "LIST", "show these partitions, hidden ones too",
	    .complete = FT_COMPLETE_PARTITION, FT_INTO_LIST(partitions) },
	{ 'r', "responding", NULL, "show only nodes that answer: all do",
	    FT_INTO_FLAG(responding) },
	{ 'R', "list-reasons", NULL,
	    "show why nodes are down, drained or failing",
	    FT_INTO_FLAG(reasons) },
	{ 's', "summarize", NULL, "print a line for each partition",
	    FT_INTO_FLAG(summary) },
	{ 'S', "sort", "LIST",
	    "sort by these letters of --format; a leading - reverses the "
	    "order, #P is the order of the settings",
	    FT_INTO_TEXT(sort), .variable = "SINFO_SORT" },
	{ 't', "states", "LIST",
	    "show nodes in these states; down&drain: in both, ~drain: not in "
	    "it",
	    FT_INTO_CALL(set_states) },
	{ 'T', "reservation", NULL, "show reservations instead of nodes",
	    FT_INTO_FLAG(reservations) },
	{ 'v', "verbose", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "json", NULL, "print JSON with all fields",
	    .until = FT_RELEASE_23_02, FT_INTO_VALUE(kind, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", .until = FT_RELEASE_23_02,
	    FT_INTO_VALUE(kind, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(doc, FT_RELEASE_23_02),
	FT_ROWS_OPTIONS(kind),
	{ 0, "prometheus", NULL,
	    "print nodes by state, CPUs and memory as samples for Prometheus, "
	    "as fcontrol show nodes does",
	    FT_OPT_OURS, FT_INTO_FLAG(prometheus) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

enum ft_status
finfo_args_finish(struct finfo_args *args, struct ft_error *err)
{
	const struct ft_context *context = args->context;
	const char *partitions = ft_cmd_variable_as(context, "SINFO_PARTITION");
	const char *clusters = ft_cmd_variable_as(context, "SLURM_CLUSTERS");
	const char *format = ft_cmd_variable_as(context, "SINFO_FORMAT");

	if (context->slurm && args->all && args->partitions.text)
		return ft_fail(err, FT_EINVAL,
		    "Conflicting options, -a and -p, specified. Please choose "
		    "one or the other.");
	if (!args->partitions.text && partitions && !args->all) {
		ft_arglist_add(&args->partitions, partitions);
		args->partitions.text = partitions;
	}
	if (!args->clusters.text && clusters) {
		ft_slurmlist_words(context, &args->clusters, clusters);
		args->clusters.text = clusters;
	}
	args->all = args->all || ft_cmd_variable_as(context, "SINFO_ALL");
	if (args->format && !args->words && args->long_list) {
		if (!context->slurm)
			return ft_fail(err, FT_EINVAL,
			    "--long and a format exclude each other");
		fprintf(context->err,
		    "sinfo: fatal: Options -o(--format) and -l(--long) are "
		    "mutually exclusive. Please remove one and retry.\n");
		return FT_EINVAL;
	}
	/* -N, -s and -R have formats of their own */
	if (!args->format && !args->by_node && !args->summary && !args->reasons)
		args->format = format;
	if (args->kind == FT_FORMAT_JSON || args->kind == FT_FORMAT_YAML)
		args->exact = true;
	return FT_OK;
}

void
finfo_args_free(void *settings)
{
	struct finfo_args *args = settings;

	ft_free(args->term);
}
