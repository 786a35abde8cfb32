#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/vec.h"
#include "prio/prio.h"

enum prio_key {
	KEY_NO_HEADER = 1,
	KEY_JOBS,
	KEY_LONG,
	KEY_CLUSTER,
	KEY_NORM,
	KEY_FORMAT,
	KEY_PARTITION,
	KEY_SORT,
	KEY_USER,
	KEY_VERBOSE,
	KEY_WEIGHTS,
	KEY_FEDERATION,
	KEY_LOCAL,
	KEY_SIBLING,
	KEY_EXPLAIN,
	KEY_PERCENT,
	KEY_TOTALS,
	KEY_RANK,
	KEY_DIFF,
	KEY_JSON,
	KEY_YAML,
	KEY_CSV,
	KEY_PARSABLE,
	KEY_PARSABLE2
};

const struct ft_option prio_options[] = {
	{ 'h', "noheader", NULL, KEY_NO_HEADER, 0, FT_COMPLETE_NONE,
	    "print no header" },
	{ 'j', "jobs", "LIST", KEY_JOBS, FT_OPT_OPTIONAL_ARG, FT_COMPLETE_JOB,
	    "show only these jobs, by number" },
	{ 'l', "long", NULL, KEY_LONG, 0, FT_COMPLETE_NONE,
	    "show all columns, also those without a weight" },
	{ 'M', "cluster", "NAME", KEY_CLUSTER, 0, FT_COMPLETE_CLUSTER,
	    "show this cluster" },
	{ 0, "clusters", "NAME", KEY_CLUSTER, FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, "the same as --cluster" },
	{ 'n', "norm", NULL, KEY_NORM, 0, FT_COMPLETE_NONE,
	    "show normalised factors instead of weighted ones" },
	{ 'o', "format", "FORMAT", KEY_FORMAT, 0, FT_COMPLETE_NONE,
	    "print these columns, %[.][width]letter each; the dot sets to the "
	    "right" },
	{ 'p', "partition", "LIST", KEY_PARTITION, 0, FT_COMPLETE_PARTITION,
	    "show only rows of these partitions" },
	{ 'S', "sort", "LIST", KEY_SORT, 0, FT_COMPLETE_NONE,
	    "sort by these letters of --format; - in front of one: from the "
	    "top down" },
	{ 'u', "user", "LIST", KEY_USER, 0, FT_COMPLETE_USER,
	    "show only jobs of these users, by name or number" },
	{ 0, "users", "LIST", KEY_USER, FT_OPT_HIDDEN, FT_COMPLETE_USER,
	    "the same as --user" },
	{ 'v', "verbose", NULL, KEY_VERBOSE, 0, FT_COMPLETE_NONE,
	    "tell first what was asked for; twice: also the lists" },
	{ 'w', "weights", NULL, KEY_WEIGHTS, 0, FT_COMPLETE_NONE,
	    "show the weights instead of jobs" },
	{ 0, "federation", NULL, KEY_FEDERATION, 0, FT_COMPLETE_NONE,
	    "accepted; there are no federations" },
	{ 0, "local", NULL, KEY_LOCAL, 0, FT_COMPLETE_NONE,
	    "no column CLUSTER, whatever --sibling says" },
	{ 0, "sibling", NULL, KEY_SIBLING, 0, FT_COMPLETE_NONE,
	    "add the column CLUSTER" },
	{ 0, "explain", NULL, KEY_EXPLAIN, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "round the columns so that they add up to the priority, and say "
	    "how they come about" },
	{ 0, "percent", NULL, KEY_PERCENT, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show what part of the priority each factor is, in percent" },
	{ 0, "totals", NULL, KEY_TOTALS, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "add a row with the sums of all rows" },
	{ 0, "rank", NULL, KEY_RANK, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "add the place in the queue of the partition, and how many jobs, "
	    "users and node-hours are in front" },
	{ 0, "json", NULL, KEY_JSON, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print JSON with everything that is known of each row" },
	{ 0, "yaml", NULL, KEY_YAML, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print the same as YAML" },
	{ 0, "csv", NULL, KEY_CSV, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "print the columns as comma-separated values" },
	{ 0, "parsable", NULL, KEY_PARSABLE, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "part the columns by |, with one at the end of the line" },
	{ 0, "parsable2", NULL, KEY_PARSABLE2, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "part the columns by |, without one at the end of the line" },
	FT_WHATIF_OPTIONS("show"),
	{ 0, "diff", NULL, KEY_DIFF, FT_OPT_OURS, FT_COMPLETE_NONE,
	    "show whose priority and place --what-if and --what-if-conf "
	    "change" },
	FT_SESSION_NOW_OPTION,
	FT_SESSION_OPTIONS,
	{ 0, NULL, NULL, 0, 0, FT_COMPLETE_NONE, NULL },
};

void
prio_args_init(struct prio_args *args, struct ft_context *context)
{
	*args =
	    (struct prio_args){ .context = context, .format = FT_FORMAT_TABLE };
	ft_session_init(&args->session);
}

void
prio_args_free(struct prio_args *args)
{
	ft_free(args->job);
	ft_words_free(&args->users);
	ft_words_free(&args->partitions);
	ft_whatif_free(&args->what_if);
	ft_session_close(&args->session);
}

/* ---- options --------------------------------------------------------------------- */

static void
set_users(struct prio_args *args, const char *arg)
{
	args->users_given = true;
	args->users_text = arg;
	ft_words_free(&args->users);
	ft_words_add(&args->users, arg);
}

static void
set_partitions(struct prio_args *args, const char *arg)
{
	args->partitions_given = true;
	args->partitions_text = arg;
	ft_words_free(&args->partitions);
	ft_words_add(&args->partitions, arg);
}

static enum ft_status
set_slurm(struct prio_args *args, int key, const char *arg)
{
	switch (key) {
	case KEY_NO_HEADER:
		args->no_header = true;
		break;
	case KEY_JOBS:
		args->jobs_given = true;
		args->jobs_text = arg;
		break;
	case KEY_LONG:
		args->long_list = true;
		break;
	case KEY_CLUSTER:
		args->cluster = arg;
		args->cluster_by_variable = false;
		args->local = true;
		break;
	case KEY_NORM:
		args->norm = true;
		break;
	case KEY_FORMAT:
		args->format_text = arg;
		break;
	case KEY_PARTITION:
		set_partitions(args, arg);
		break;
	case KEY_SORT:
		args->sort = arg;
		break;
	case KEY_USER:
		set_users(args, arg);
		break;
	case KEY_VERBOSE:
		args->verbose++;
		break;
	case KEY_WEIGHTS:
		args->weights = true;
		break;
	case KEY_FEDERATION:
		break;
	case KEY_LOCAL:
		args->local = true;
		break;
	case KEY_SIBLING:
		args->sibling = true;
		break;
	default:
		return FT_ENOENT;
	}
	return FT_OK;
}

static enum ft_status
set_ours(struct prio_args *args, int key, const char *arg, struct ft_error *err)
{
	switch (key) {
	case KEY_EXPLAIN:
		args->explain = true;
		break;
	case KEY_PERCENT:
		args->percent = true;
		break;
	case KEY_TOTALS:
		args->totals = true;
		break;
	case KEY_RANK:
		args->rank = true;
		break;
	case KEY_DIFF:
		args->diff = true;
		break;
	case KEY_JSON:
		args->format = FT_FORMAT_JSON;
		break;
	case KEY_YAML:
		args->format = FT_FORMAT_YAML;
		break;
	case KEY_CSV:
		args->format = FT_FORMAT_CSV;
		break;
	case KEY_PARSABLE:
		args->format = FT_FORMAT_PARSABLE;
		break;
	case KEY_PARSABLE2:
		args->format = FT_FORMAT_PARSABLE2;
		break;
	default:
		if (ft_whatif_option(&args->what_if, key, arg))
			break;
		return ft_session_option(&args->session, key, arg, err);
	}
	return FT_OK;
}

enum ft_status
prio_args_set(void *ctx, int key, const char *arg, struct ft_error *err)
{
	if (set_slurm(ctx, key, arg) == FT_OK)
		return FT_OK;
	return set_ours(ctx, key, arg, err);
}

/* ---- lists of jobs ----------------------------------------------------------------- */

/* Digits, perhaps a + in front or (of a heterogeneous job) behind with more. */
static bool
read_number(const char *word, uint32_t *number)
{
	char first[16];
	size_t digits;
	uint32_t offset = 0;

	word += *word == '+';
	digits = strspn(word, "0123456789");
	if (digits == 0 || digits >= sizeof first)
		return false;
	memcpy(first, word, digits);
	first[digits] = '\0';
	word += digits;
	if (*word == '+' && word[1] && !ft_num_u32(word + 1, &offset))
		return false;
	if (*word && *word != '+')
		return false;
	if (!ft_num_u32(first, number) || *number == 0 ||
	    *number > UINT32_MAX - offset)
		return false;
	*number += offset;
	return true;
}

static bool
add_jobs(struct prio_args *args, const char *text)
{
	struct ft_words words = { NULL, 0, 0 };
	bool good = true;

	ft_words_add(&words, text);
	for (size_t i = 0; i < words.n && good; i++) {
		uint32_t number = 0;

		good = read_number(words.item[i], &number);
		if (!good) {
			ft_cmd_error(
			    args->context, "Invalid job id: %s", words.item[i]);
			break;
		}
		args->job = ft_vec_grow(args->job, &args->cap_job,
		    args->n_job + 1, sizeof *args->job);
		args->job[args->n_job++] = number;
	}
	ft_words_free(&words);
	return good;
}

/* ---- all together ------------------------------------------------------------------- */

static void
read_variables(struct prio_args *args)
{
	const char *cluster = ft_cmd_variable("SLURM_CLUSTERS");

	if (cluster && !args->cluster) {
		args->cluster = cluster;
		args->cluster_by_variable = true;
		args->local = true;
	}
	if (!args->format_text && !args->long_list)
		args->format_text = ft_cmd_variable("SPRIO_FORMAT");
	if (ft_cmd_variable("SPRIO_SIBLING"))
		args->sibling = true;
	if (ft_cmd_variable("SPRIO_LOCAL"))
		args->local = true;
}

static bool
stray(const struct prio_args *args, const char *word)
{
	const struct ft_context *context = args->context;

	if (!context->slurm) {
		ft_cmd_misuse(context, "what is '%s' for?", word);
		return false;
	}
	fprintf(context->out,
	    "Usage: %s [-j jid[s]] [-u user_name[s]] [-o format] "
	    "[-p partitions]\n"
	    "   [--federation] [--local] [--sibling] [--usage] [-hlnvVw]\n",
	    context->program);
	ft_cmd_error(context, "Unrecognized option: %s", word);
	return false;
}

static bool
check_ours(const struct prio_args *args)
{
	const struct {
		bool given;
		const char *name;
	} others[] = {
		{ args->weights, "--weights" },
		{ args->explain, "--explain" },
		{ args->percent, "--percent" },
		{ args->totals, "--totals" },
		{ args->rank, "--rank" },
		{ args->format_text != NULL, "--format" },
		{ args->sort != NULL, "--sort" },
	};

	if (args->explain && args->percent) {
		ft_cmd_misuse(args->context,
		    "--explain and --percent do not go together");
		return false;
	}
	if (!args->diff)
		return true;
	if (!ft_whatif_given(&args->what_if)) {
		ft_cmd_misuse(args->context,
		    "nothing to compare: --diff needs --what-if or "
		    "--what-if-conf");
		return false;
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (!others[i].given)
			continue;
		ft_cmd_misuse(args->context,
		    "--diff shows what changes, %s does not go with it",
		    others[i].name);
		return false;
	}
	return true;
}

bool
prio_args_check(struct prio_args *args, int argc, char **argv)
{
	if (args->long_list && args->format_text) {
		if (!args->context->slurm) {
			ft_cmd_misuse(args->context,
			    "--format and --long do not go together");
			return false;
		}
		fprintf(args->context->err,
		    "%s: fatal: Options -o(--format) and -l(--long) are "
		    "mutually exclusive. Please remove one and retry.\n",
		    args->context->program);
		return false;
	}
	/* a list that stands apart from its -j */
	if (args->jobs_given && argc > 0) {
		args->jobs_text = argv[0];
		argc--;
		argv++;
	}
	if (argc > 0)
		return stray(args, argv[0]);
	if (args->jobs_text && !add_jobs(args, args->jobs_text))
		return false;
	if (!check_ours(args))
		return false;
	read_variables(args);
	return true;
}
