/* args.c - options of fprio. */

#include "cli/formats.h"
#include "fprio/fprio.h"

#define FT_SETTINGS struct fprio_args

void
fprio_args_free(void *settings)
{
	struct fprio_args *args = settings;

	ft_free(args->job);
}

/* ---- options --------------------------------------------------------------------- */

static enum ft_status
set_cluster(const struct ft_opt_use *use)
{
	struct fprio_args *args = use->settings;

	args->cluster = use->arg;
	args->local = true;
	return FT_OK;
}

const struct ft_option fprio_options[] = {
	{ 0, "helpformat", NULL, "print the letters of --format",
	    FT_INTO_CALL(ft_opt_help_letters),
	    .joined = "aAbBcfFijJnNopPrSqQsuyYtT", .since = FT_RELEASE_24_11 },
	{ 'h', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 'j', "jobs", "LIST", "show only these jobs, by ID",
	    FT_OPT_OPTIONAL_ARG, FT_COMPLETE_JOB, FT_INTO_TEXT(jobs_text),
	    FT_GIVEN(jobs_given) },
	{ 'l', "long", NULL,
	    "show all columns, including those without a weight",
	    FT_INTO_FLAG(long_list) },
	{ 'M', "cluster", "NAME", "show this cluster",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_CALL(set_cluster) },
	{ 0, "clusters", "NAME", "the same as --cluster", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_CALL(set_cluster) },
	{ 'n', "norm", NULL, "show normalised factors instead of weighted ones",
	    FT_INTO_FLAG(norm) },
	{ 'o', "format", "FORMAT",
	    "print these columns, each %[.][width]letter; the dot aligns "
	    "right",
	    FT_INTO_TEXT(format_text) },
	{ 'p', "partition", "LIST", "show only rows of these partitions",
	    .complete = FT_COMPLETE_PARTITION, FT_INTO_LIST(partitions) },
	{ 'S', "sort", "LIST",
	    "sort by these letters of --format; a leading - reverses the "
	    "order",
	    FT_INTO_TEXT(sort) },
	{ 'u', "user", "LIST",
	    "show only jobs of these users, by name or number",
	    .complete = FT_COMPLETE_USER, FT_INTO_LIST(users) },
	{ 0, "users", "LIST", "the same as --user", FT_OPT_HIDDEN,
	    FT_COMPLETE_USER, FT_INTO_LIST(users) },
	{ 'v', "verbose", NULL,
	    "first print the options in effect; twice: with their lists",
	    FT_INTO_COUNT(verbose) },
	{ 'w', "weights", NULL, "show the weights instead of jobs",
	    FT_INTO_FLAG(weights) },
	{ 0, "federation", NULL,
	    "accepted and ignored: there are no federations", FT_INTO_NOTHING },
	{ 0, "local", NULL,
	    "leave out the column CLUSTER in spite of --sibling",
	    FT_INTO_FLAG(local), .variable = "SPRIO_LOCAL" },
	{ 0, "sibling", NULL, "add the column CLUSTER", FT_INTO_FLAG(sibling),
	    .variable = "SPRIO_SIBLING" },
	{ 0, "sib", NULL, "the same as --sibling", FT_OPT_HIDDEN,
	    FT_INTO_FLAG(sibling) },
	{ 0, "explain", NULL,
	    "round the columns so that they add up to the priority, and "
	    "explain each",
	    FT_OPT_OURS, FT_INTO_FLAG(explain) },
	{ 0, "percent", NULL,
	    "show each factor as a percentage of the priority", FT_OPT_OURS,
	    FT_INTO_FLAG(percent) },
	{ 0, "totals", NULL, "add a row with the sums of all rows", FT_OPT_OURS,
	    FT_INTO_FLAG(totals) },
	{ 0, "place", NULL,
	    "add the place in the queue of the partition, and the jobs, "
	    "users and node-hours ahead",
	    FT_OPT_OURS, FT_INTO_FLAG(place) },
	{ 0, "rank", NULL, "the old name of --place",
	    FT_OPT_OURS | FT_OPT_HIDDEN, FT_INTO_FLAG(place) },
	{ 0, "json", NULL, "print JSON with all fields of each row",
	    FT_OPT_OURS, FT_INTO_VALUE(format, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", FT_OPT_OURS,
	    FT_INTO_VALUE(format, FT_FORMAT_YAML) },
	FT_ROWS_OPTIONS(format),
	FT_WHATIF_OPTIONS("show", what_if, session),
	{ 0, "diff", NULL,
	    "show which jobs change priority or place under --what-if, "
	    "--what-if-conf or --what-if-slurm",
	    FT_OPT_OURS, FT_INTO_FLAG(diff) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

/* ---- lists of jobs ----------------------------------------------------------------- */

/* Returns whether WORD, what follows a number, is "_TASK", ".STEP", or empty. */
static bool
is_part(const char *word)
{
	size_t digits = strspn(word + (*word == '_'), "0123456789");

	if (*word == '_' && digits > 0)
		word += 1 + digits;
	return !*word || (*word == '.' && word[1]);
}

/*
 * Digits, after an optional +, or (of a heterogeneous job) followed by + and more.
 * loose: a task or step may follow, which is ignored as sprio does.
 */
static bool
read_number(const char *word, bool loose, uint32_t *number)
{
	char first[16];
	size_t digits;
	uint32_t offset = 0, most = loose ? UINT32_MAX - 3 : INT32_MAX;

	while (isspace((unsigned char)*word))
		word++;
	word += *word == '+';
	digits = strspn(word, "0123456789");
	if (digits == 0 || digits >= sizeof first)
		return false;
	memcpy(first, word, digits);
	first[digits] = '\0';
	word += digits;
	if (*word == '+' && word[1] && !ft_num_u32(word + 1, &offset))
		return false;
	if (*word && *word != '+' && !(loose && is_part(word)))
		return false;
	if (!ft_num_u32(first, number) || *number == 0 || *number > most ||
	    offset > UINT32_MAX - *number)
		return false;
	*number += offset;
	return true;
}

static bool
add_jobs(struct fprio_args *args, const char *text)
{
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };
	bool good = true;

	ft_arglist_add(&words, text);
	for (size_t i = 0; i < words.n && good; i++) {
		uint32_t number = 0;

		good = read_number(words.item[i], args->loose_ids, &number);
		if (!good) {
			ft_cmd_error(
			    args->context, "Invalid job id: %s", words.item[i]);
			break;
		}
		*ft_vec_add(args->job, args->n_job, args->cap_job) = number;
	}
	return good;
}

/* ---- all together ------------------------------------------------------------------- */

static void
read_variables(struct fprio_args *args)
{
	if (ft_cmd_variable_as(args->context, "SLURM_CLUSTERS"))
		args->local = true;
	if (!args->format_text && !args->long_list)
		args->format_text =
		    ft_cmd_variable_as(args->context, "SPRIO_FORMAT");
}

static bool
stray(const struct fprio_args *args, const char *word)
{
	const struct ft_context *context = args->context;

	if (!context->slurm) {
		ft_cmd_misuse(context, "unexpected operand '%s'", word);
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
check_ours(const struct fprio_args *args)
{
	const struct {
		bool given;
		const char *name;
	} others[] = {
		{ args->weights, "--weights" },
		{ args->explain, "--explain" },
		{ args->percent, "--percent" },
		{ args->totals, "--totals" },
		{ args->place, "--place" },
		{ args->format_text != NULL, "--format" },
		{ args->sort != NULL, "--sort" },
	};

	if (args->explain && args->percent) {
		ft_cmd_misuse(args->context,
		    "--explain and --percent exclude each other");
		return false;
	}
	if (!args->diff)
		return true;
	if (!ft_whatif_given(&args->what_if)) {
		ft_cmd_misuse(args->context,
		    "nothing to compare: --diff needs --what-if, "
		    "--what-if-conf or --what-if-slurm");
		return false;
	}
	for (size_t i = 0; i < FT_COUNT(others); i++) {
		if (!others[i].given)
			continue;
		ft_cmd_misuse(args->context,
		    "--diff cannot be combined with %s", others[i].name);
		return false;
	}
	return true;
}

bool
fprio_args_check(struct fprio_args *args, int argc, char **argv)
{
	if (args->long_list && args->format_text) {
		if (!args->context->slurm) {
			ft_cmd_misuse(args->context,
			    "--format and --long exclude each other");
			return false;
		}
		fprintf(args->context->err,
		    "%s: fatal: Options -o(--format) and -l(--long) are "
		    "mutually exclusive. Please remove one and retry.\n",
		    args->context->program);
		return false;
	}
	args->loose_ids =
	    args->context->slurm &&
	    ft_release_has(args->context->release, FT_RULE_SPRIO_JOB_LIST);
	if (args->jobs_text && !add_jobs(args, args->jobs_text))
		return false;
	/* a list after a blank is an operand, not the argument of -j */
	if (args->jobs_given && argc > 0) {
		args->jobs_text = argv[0];
		argc--;
		argv++;
		args->n_job = 0;
		if (!add_jobs(args, args->jobs_text))
			return false;
	}
	if (argc > 0)
		return stray(args, argv[0]);
	if (!check_ours(args))
		return false;
	read_variables(args);
	return true;
}
