/*
 * args.c - options of fqueue: states, job numbers, and the SQUEUE_ variables that
 * apply where the command line has no option.
 */

#include "base/text/timefmt.h"
#include "cli/formats.h"
#include "files/pager.h"
#include "fqueue/fqueue.h"
#include "sim/world/array.h"

#define FT_SETTINGS struct fqueue_args

/* ---- states ------------------------------------------------------------------ */

/* Includes states that no job is ever in here. */
static const struct {
	const char *name, *code;
	uint32_t bit;
	enum ft_release since;
} states[] = {
#define FT_JOB_STATE(id, name, code)                                           \
	{ name, code, UINT32_C(1) << FT_JOB_##id, 0 },
#include "model/job/job.def"
	{ "COMPLETING", "CG", FQUEUE_COMPLETING, 0 },
	{ "CONFIGURING", "CF", FQUEUE_CONFIGURING, 0 },
	{ "EXPEDITING", "", 0, FT_RELEASE_26_05 },
	{ "RESIZING", "RS", 0, 0 },
	{ "RESV_DEL_HOLD", "RD", FQUEUE_RESV_DEL_HOLD, 0 },
	{ "REQUEUED", "RQ", FQUEUE_REQUEUED, 0 },
	{ "REQUEUE_FED", "RF", 0, 0 },
	{ "REQUEUE_HOLD", "RH", FQUEUE_REQUEUE_HOLD, 0 },
	{ "REVOKED", "RV", 0, 0 },
	{ "SIGNALING", "SI", 0, 0 },
	{ "SPECIAL_EXIT", "SE", FQUEUE_SPECIAL_EXIT, 0 },
	{ "STAGE_OUT", "SO", 0, 0 },
	{ "STOPPED", "ST", 0, 0 },
};
#define STATES   FT_COUNT(states)
#define NO_STATE UINT32_C(0x80000000) /* asked for, and none is in it */

static enum ft_status
help_states(const struct ft_opt_use *use)
{
	for (size_t i = 0; i < STATES; i++) {
		if (!ft_release_within(
			use->context->release, states[i].since, 0))
			continue;
		for (const char *at = states[i].name; *at; at++)
			fputc(tolower((unsigned char)*at), use->context->out);
		fputc('\n', use->context->out);
	}
	return FT_OPT_STOP;
}

static enum ft_status
bad_state(
    const struct ft_context *context, const char *word, struct ft_error *err)
{
	struct ft_str list FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < STATES; i++)
		if (ft_release_within(context->release, states[i].since, 0))
			ft_str_addf(
			    &list, "%s%s", i > 0 ? "," : "", states[i].name);
	if (context->slurm &&
	    ft_release_has(context->release, FT_RULE_SMALL_STATES))
		ft_word_lower(list.data);
	if (!context->slurm) {
		ft_fail(err, FT_EINVAL,
		    "unknown job state: '%s' (there are %s and all)", word,
		    list.data);
	} else {
		ft_cmd_error(context, "Invalid job state specified: %s", word);
		ft_cmd_error(
		    context, "Valid job states include: %s\n", list.data);
	}
	return FT_EINVAL;
}

static enum ft_status
read_states(struct fqueue_args *args, const char *text, struct ft_error *err)
{
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };
	enum ft_status status = FT_OK;

	ft_arglist_add(&words, text);
	args->states = NO_STATE;
	for (size_t i = 0; i < words.n && status == FT_OK; i++) {
		size_t k = 0;

		/* to squeue it is no state of a list */
		if (strcasecmp(args->context->slurm ? text : words.item[i],
			"all") == 0) {
			args->states |= FQUEUE_ALL_STATES;
			continue;
		}
		while (k < STATES &&
		       (!ft_release_within(
			    args->context->release, states[k].since, 0) ||
			   (strcasecmp(words.item[i], states[k].name) != 0 &&
			       strcasecmp(words.item[i], states[k].code) != 0)))
			k++;
		if (k == STATES)
			status = bad_state(args->context, words.item[i], err);
		else
			args->states |= states[k].bit;
	}
	return status;
}

/* ---- numbers of jobs ------------------------------------------------------------ */

static void
add_id(struct fqueue_args *args, uint32_t number, int32_t task)
{
	*ft_vec_add(args->id, args->n_id, args->cap_id) =
	    (struct fqueue_id){ number, task };
}

static enum ft_status
bad_id(const struct fqueue_args *args, const char *text, struct ft_error *err)
{
	return ft_fail(err, FT_EINVAL,
	    args->context->slurm ? "Invalid job id: %s" : "not a job ID: '%s'",
	    text);
}

/* The number at the beginning of TEXT, 0 if there is none. */
static uint64_t
leading(const char *text)
{
	uint64_t number = 0;

	for (; isdigit((unsigned char)*text) && number <= UINT32_MAX; text++)
		number = number * 10 + (uint64_t)(*text - '0');
	return number;
}

/* The largest MaxArraySize: no array has an index that is higher. */
#define MOST_TASKS 4000001

/* "3", "3-5", "3,5-7:2" of array NUMBER, LEN bytes. */
static bool
add_tasks(struct fqueue_args *args, uint32_t number, const char *text)
{
	struct ft_job job;
	bool good;

	ft_job_init(&job);
	good = ft_array_parse(&job, text, MOST_TASKS) == FT_REFUSE_NONE;
	for (size_t i = 0; i < job.n_tasks; i++)
		add_id(args, number, (int32_t)job.tasks[i]);
	ft_job_clear(&job);
	return good;
}

/*
 * squeue has no brackets: it reads the number at the start, after blanks, and the
 * one after the underscore, or 0.
 */
static bool
add_leading(struct fqueue_args *args, const char *word)
{
	const char *under = strchr(word += strspn(word, " "), '_');
	size_t digits = strspn(word, "0123456789");
	uint64_t number = leading(word);
	uint64_t task = under ? leading(under + 1) : 0;

	if (number == 0 || number > UINT32_MAX || task > INT32_MAX)
		return false;
	if (under && under == word + digits)
		digits = (size_t)(under + 1 - word) +
			 strspn(under + 1, "0123456789");
	/* a step or component may follow */
	if (ft_release_has(args->context->release, FT_RULE_JOB_IDS_STRICT) &&
	    (word[digits - 1] == '_' ||
		(word[digits] && !strchr(".+", word[digits]))))
		return false;
	add_id(args, (uint32_t)number, under ? (int32_t)task : FT_TASK_NONE);
	return true;
}

/* One word: "12", "12_3", "12_[1-3]". */
static bool
add_job(struct fqueue_args *args, char *word)
{
	char *under = strchr(word, '_');
	size_t len;
	uint32_t number;

	if (under)
		*under++ = '\0';
	if (!ft_num_u32(word, &number) || number == 0)
		return false;
	if (!under) {
		add_id(args, number, FT_TASK_NONE);
		return true;
	}
	len = strlen(under);
	if (len > 2 && *under == '[' && under[len - 1] == ']') {
		under[len - 1] = '\0';
		under++;
	}
	return add_tasks(args, number, under);
}

static enum ft_status
read_ids(struct fqueue_args *args, const char *text, struct ft_error *err)
{
	args->ids_given = true;
	if (args->context->slurm) /* the last list wins */
		args->n_id = 0;
	while (*text) {
		size_t len = 0;
		char *word;
		bool good;

		for (bool inside = false; text[len]; len++) {
			inside =
			    text[len] == '[' || (inside && text[len] != ']');
			if (text[len] == ',' &&
			    (!inside || args->context->slurm))
				break;
		}
		word = ft_strndup(text, len);
		good =
		    len == 0 || (args->context->slurm ? add_leading(args, word)
						      : add_job(args, word));
		ft_free(word);
		if (!good) {
			word = ft_strndup(text, len);
			bad_id(args, word, err);
			ft_free(word);
			return err->status;
		}
		text += len + (text[len] == ',');
	}
	return FT_OK;
}

/* ---- options ----------------------------------------------------------------------- */

static enum ft_status
set_ids(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;

	if (use->arg)
		return read_ids(args, use->arg, use->err);
	args->bare = set_ids;
	return FT_OK;
}

/* A step is "12.0"; "." is none. */
static enum ft_status
check_step(
    const struct ft_context *context, struct ft_word word, struct ft_error *err)
{
	const char *at = word.at;
	struct ft_word step;

	(void)ft_word_split(&word, '.', &step);
	if (step.len > 0 && isdigit((unsigned char)*at))
		return FT_OK;
	if (!context->slurm)
		return ft_fail(err, FT_EINVAL, "not a job step: '%.*s'",
		    (int)word.len, word.at);
	if (step.len > 0)
		return ft_fail(err, FT_EINVAL, "Invalid job_step id: %.*s.%.*s",
		    (int)word.len, word.at, (int)step.len, step.at);
	return word.len == 0
		   ? FT_OK
		   : ft_fail(err, FT_EINVAL, "Invalid job_step id: %.*s.??",
			 (int)word.len, word.at);
}

/* Steps are those of the batch script, which has no number. */
static enum ft_status
set_steps(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;
	struct ft_word word;

	args->steps = true;
	if (!use->arg) {
		args->bare = set_steps;
		return FT_OK;
	}
	for (const char *at = use->arg; ft_word_next(&at, ",", &word);)
		FT_TRY(check_step(args->context, word, use->err));
	/* batch steps have no number, so a step named by number never
	 * matches */
	args->ids_given = true;
	add_id(args, 0, FT_TASK_NONE);
	add_id(args, 0, FT_TASK_NONE);
	return FT_OK;
}

static enum ft_status
set_forecast(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;

	args->forecast = args->start = true;
	args->futures = FT_FORECAST_FUTURES;
	if (!use->arg ||
	    (ft_num_u64(use->arg, &args->futures) && args->futures > 0 &&
		args->futures <= FT_FORECAST_MOST_FUTURES))
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "--forecast needs a number of futures from 1 to %d, not '%s'",
	    FT_FORECAST_MOST_FUTURES, use->arg);
}

static enum ft_status
set_interval(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;

	ft_pager_stop();
	if (ft_num_u64(use->arg, &args->interval) && args->interval > 0 &&
	    args->interval <= 86400 * UINT64_C(365))
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    args->context->slurm
		? "--iterate=%s\n"
		: "--iterate needs a number of seconds, not '%s'",
	    use->arg);
}

/* Store the argument of -o or -O; they exclude each other. */
static enum ft_status
set_format(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;
	const char **format = ft_opt_member(use);

	*format = use->arg;
	if (!args->format || !args->long_format)
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL, "%s",
	    format == &args->format
		? "-o (--format) is incompatible with -O (--Format)"
		: "-O (--Format) is incompatible with -o (--format)");
}

static enum ft_status
set_states(const struct ft_opt_use *use)
{
	return read_states(use->settings, use->arg, use->err);
}

static enum ft_status
set_users(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;

	args->me = false;
	ft_arglist_free(&args->users);
	ft_arglist_add(&args->users, use->arg);
	args->users.text = use->arg;
	return FT_OK;
}

/* --running-over, --running-under: seconds of jobs that run. */
static enum ft_status
set_running(const struct ft_opt_use *use)
{
	struct fqueue_args *args = use->settings;
	int64_t *seconds = ft_opt_member(use);

	args->running = true;
	if (ft_time_duration(use->arg, seconds) && *seconds != 0)
		return FT_OK;
	if (!args->context->slurm)
		return ft_fail(use->err, FT_EINVAL, "bad time for --%s: '%s'",
		    use->row->name, use->arg);
	fputs("squeue: fatal: Invalid time limit specification\n",
	    args->context->err);
	return FT_EINVAL;
}

static enum ft_status
say_usage(const struct ft_opt_use *use)
{
	fqueue_print_usage(use->context);
	return FT_OPT_STOP;
}

const struct ft_option fqueue_options[] = {
	{ 'A', "accounts", "LIST", "show jobs of these accounts",
	    .complete = FT_COMPLETE_ACCOUNT, FT_INTO_LIST(accounts),
	    .variable = "SQUEUE_ACCOUNT" },
	{ 'a', "all", NULL, "include jobs in hidden partitions",
	    FT_INTO_VALUE(all, true) },
	{ 0, "hide", NULL, "leave out jobs in hidden partitions (the default)",
	    FT_INTO_VALUE(all, false) },
	{ 'r', "array", NULL,
	    "print each task of a waiting array on its own line",
	    FT_INTO_FLAG(array), .variable = "SQUEUE_ARRAY" },
	{ 0, "array-unique", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING,
	    .until = FT_RELEASE_23_02 },
	/* under our own name paths are expanded in any case */
	{ 0, "expand-patterns", NULL, "nothing", FT_OPT_HIDDEN,
	    FT_INTO_FLAG(expand), .since = FT_RELEASE_24_11 },
	{ 0, "helpformat", NULL, "print the letters of --format",
	    FT_INTO_CALL(ft_opt_help_letters),
	    .joined = "aFKBokOIXEexfGgiAWcmdjyNCDhPpQqrRnvYzsHSTtVJLlMUuwZ",
	    .since = FT_RELEASE_24_11 },
	{ 0, "helpFormat", NULL, "print the words of --Format",
	    FT_INTO_CALL(ft_opt_help_fields), .value = 20,
	    .since = FT_RELEASE_24_11 },
	{ 0, "helpstate", NULL, "print the states of --states",
	    FT_INTO_CALL(help_states), .since = FT_RELEASE_24_11 },
	{ 0, "usage", NULL, "print a usage line", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(say_usage) },
	{ 'h', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 'i', "iterate", "SECONDS", "repeat the output every so many seconds",
	    FT_INTO_CALL(set_interval) },
	{ 'j', "jobs", "LIST",
	    "show these jobs, by ID; for an array also ARRAY_INDEX and "
	    "ARRAY_[1-3]",
	    FT_OPT_OPTIONAL_ARG, FT_COMPLETE_JOB, FT_INTO_CALL(set_ids) },
	{ 'l', "long", NULL,
	    "add the time limit, and print the current time first",
	    FT_INTO_FLAG(long_list) },
	{ 'L', "licenses", "LIST", "show jobs that ask for these licenses",
	    FT_INTO_LIST(licenses), .variable = "SQUEUE_LICENSES" },
	{ 'M', "clusters", "LIST",
	    "show these clusters, one after another; all: every cluster",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_LAST(clusters),
	    .variable = "SLURM_CLUSTERS" },
	{ 0, "cluster", "LIST", "the same as --clusters", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_LAST(clusters) },
	{ 0, "me", NULL, "show your own jobs", FT_INTO_FLAG(me) },
	{ 0, "notme", NULL, "leave out your own jobs", FT_INTO_FLAG(notme),
	    .since = FT_RELEASE_24_05 },
	{ 0, "only-job-state", NULL,
	    "show only the IDs and states of jobs, the highest ID first",
	    FT_INTO_FLAG(only_state), .since = FT_RELEASE_23_11 },
	{ 'n', "name", "LIST", "show jobs with these names",
	    FT_INTO_LIST(names), .variable = "SQUEUE_NAMES" },
	{ 0, "noconvert", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'o', "format", "FORMAT",
	    "print these columns, each %[.][width]letter, with any text "
	    "between them",
	    FT_INTO_CALL_AT(set_format, format) },
	{ 'O', "Format", "FIELDS",
	    "print these comma-separated columns, each "
	    "word[:[.][width][text]]",
	    .complete = FT_COMPLETE_FIELD,
	    FT_INTO_CALL_AT(set_format, long_format) },
	{ 'p', "partitions", "LIST", "show jobs in these partitions",
	    .complete = FT_COMPLETE_PARTITION, FT_INTO_LIST(partitions),
	    .variable = "SQUEUE_PARTITION" },
	{ 'P', "priority", NULL,
	    "show a waiting job once for each of its partitions, with its "
	    "priority there",
	    FT_INTO_FLAG(multi), .variable = "SQUEUE_PRIORITY" },
	{ 'q', "qos", "LIST", "show jobs with these QOS",
	    .complete = FT_COMPLETE_QOS, FT_INTO_LIST(qos),
	    .variable = "SQUEUE_QOS" },
	{ 'R', "reservation", "LIST",
	    "show jobs that ask for these reservations",
	    .complete = FT_COMPLETE_RESERVATION, FT_INTO_LIST(reservations) },
	{ 0, "running-over", "TIME",
	    "show jobs that have run for more than this time",
	    FT_INTO_CALL_AT(set_running, over), .since = FT_RELEASE_26_05 },
	{ 0, "running-under", "TIME",
	    "show jobs that have run for less than this time",
	    FT_INTO_CALL_AT(set_running, under), .since = FT_RELEASE_26_05 },
	{ 's', "steps", "LIST", "show job steps instead of jobs",
	    FT_OPT_OPTIONAL_ARG, FT_INTO_CALL(set_steps) },
	{ 'S', "sort", "LIST",
	    "sort by these letters of --format; a leading - reverses the "
	    "order",
	    FT_INTO_TEXT(sort), .variable = "SQUEUE_SORT" },
	{ 0, "start", NULL,
	    "show when and where waiting jobs are expected to start",
	    FT_INTO_FLAG(start) },
	{ 0, "forecast", "N",
	    "show also the times by which waiting jobs start in 10, 50 and 90 "
	    "% of N simulated futures (default 200); implies --start",
	    FT_OPT_OURS | FT_OPT_OPTIONAL_ARG, FT_INTO_CALL(set_forecast) },
	{ 't', "states", "LIST",
	    "show jobs in these states, by name or code, or in all",
	    .complete = FT_COMPLETE_STATE, FT_INTO_CALL(set_states) },
	{ 'u', "user", "LIST", "show jobs of these users, by name or number",
	    .complete = FT_COMPLETE_USER, FT_INTO_CALL(set_users),
	    .variable = "SQUEUE_USERS" },
	{ 0, "users", "LIST", "the same as --user", FT_OPT_HIDDEN,
	    FT_COMPLETE_USER, FT_INTO_CALL(set_users) },
	{ 'v', "verbose", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'w', "nodelist", "HOSTS", "show jobs that run on these nodes",
	    .complete = FT_COMPLETE_NODE, FT_INTO_TEXT(hosts) },
	{ 0, "node", "HOSTS", "the same as --nodelist", FT_OPT_HIDDEN,
	    FT_INTO_TEXT(hosts) },
	{ 0, "nodes", "HOSTS", "the same as --nodelist", FT_OPT_HIDDEN,
	    FT_INTO_TEXT(hosts) },
	{ 0, "federation", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "local", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "sib", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "sibling", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 0, "json", NULL, "print JSON with all fields of each job",
	    .until = FT_RELEASE_23_02, FT_INTO_VALUE(kind, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", .until = FT_RELEASE_23_02,
	    FT_INTO_VALUE(kind, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(doc, FT_RELEASE_23_02),
	FT_ROWS_OPTIONS(kind),
	{ 0, "prometheus", NULL,
	    "print the numbers of jobs, CPUs and nodes as samples for "
	    "Prometheus, in all states unless --states selects some",
	    FT_OPT_OURS, FT_INTO_FLAG(prometheus) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

/* ---- the environment ----------------------------------------------------------------- */

static void
default_format(struct fqueue_args *args)
{
	const char *format = ft_cmd_variable_as(args->context, "SQUEUE_FORMAT");
	const char *other = ft_cmd_variable_as(args->context, "SQUEUE_FORMAT2");

	if (args->format || args->long_format || args->long_list)
		return;
	if (format)
		args->format = format;
	else
		args->long_format = other;
}

enum ft_status
fqueue_args_finish(struct fqueue_args *args, struct ft_error *err)
{
	const char *states_text =
	    ft_cmd_variable_as(args->context, "SQUEUE_STATES");

	args->all =
	    args->all || ft_cmd_variable_as(args->context, "SQUEUE_ALL");
	default_format(args);
	if (args->long_list && args->format) {
		if (!args->context->slurm)
			return ft_fail(err, FT_EINVAL,
			    "--long and --format exclude each other");
		fprintf(args->context->err,
		    "squeue: fatal: Options -o(--format) and -l(--long) are "
		    "mutually exclusive. Please remove one and retry.\n");
		return FT_EINVAL;
	}
	if (args->forecast &&
	    (args->steps || args->only_state || args->prometheus))
		return ft_fail(err, FT_EINVAL,
		    "--forecast shows waiting jobs: it does not go with "
		    "--steps, --only-job-state or --prometheus");
	if (!args->states && states_text)
		return read_states(args, states_text, err);
	if (!args->states && args->prometheus)
		args->states = FQUEUE_ALL_STATES;
	return FT_OK;
}

void
fqueue_args_free(void *settings)
{
	struct fqueue_args *args = settings;

	ft_arglist_free(&args->users);
	ft_free(args->id);
}
