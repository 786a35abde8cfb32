/*
 * args.c - options of facct: lists of jobs, states and hosts, and the window of time.
 */

#include "facct/facct.h"
#include "base/text/timefmt.h"

#include <grp.h>
#include <sys/stat.h>

#define FT_SETTINGS struct facct_args

#define FIELDS_EFFICIENCY                                                      \
	"jobid,state,alloccpus,elapsed,totalcpu,cpuefficiency,memused,reqmem," \
	"memefficiency"

/* ---- messages ------------------------------------------------------------------ */

/* Errors that sacct calls "fatal". */
static enum ft_status
fatal(const struct facct_args *args, struct ft_error *err, const char *slurm,
    const char *ours, const char *word)
{
	if (!args->context->slurm)
		return ft_fail(err, FT_EINVAL, "%s: '%s'", ours, word);
	fprintf(args->context->err, "sacct: fatal: %s%s\n", slurm, word);
	return FT_EINVAL;
}

/* ---- states ------------------------------------------------------------------------ */

/* FT_JOB_STATES: of no job of ours. */
static const struct {
	const char *name, *code;
	uint32_t bits;
} others[] = {
	{ "REQUEUED", "RQ", ACCT_REQUEUED },
	{ "RESIZING", "RS", 0 },
	{ "REVOKED", "RV", 0 },
};
/* Other states of Slurm: of these accounting knows nothing. */
static const struct {
	const char *name, *code;
	enum ft_release since;
} unaccounted[] = {
	{ "COMPLETING", "CG", 0 },
	{ "CONFIGURING", "CF", 0 },
	{ "EXPEDITING", "EXPEDITING", FT_RELEASE_26_05 },
	{ "REQUEUE_FED", "RF", 0 },
	{ "REQUEUE_HOLD", "RH", 0 },
	{ "RESV_DEL_HOLD", "RD", 0 },
	{ "SIGNALING", "SI", 0 },
	{ "SPECIAL_EXIT", "SE", 0 },
	{ "STAGE_OUT", "SO", 0 },
	{ "STOPPED", "ST", 0 },
};
#define NO_STATE UINT32_C(0x80000000) /* asked for, and none is in it */

static bool
is_unaccounted(const struct ft_context *context, const char *word)
{
	for (size_t i = 0; i < FT_COUNT(unaccounted); i++)
		if ((!strcasecmp(word, unaccounted[i].name) ||
			!strcasecmp(word, unaccounted[i].code)) &&
		    ft_release_within(
			context->release, unaccounted[i].since, 0))
			return true;
	return false;
}

static enum ft_status
add_state(struct facct_args *args, char *word, struct ft_error *err)
{
	int state = ft_job_state_find(word);

	args->states |= NO_STATE;
	if (state >= 0) {
		args->states |= UINT32_C(1) << state;
		return FT_OK;
	}
	for (size_t i = 0; i < FT_COUNT(others); i++) {
		if (strcasecmp(word, others[i].name) == 0 ||
		    strcasecmp(word, others[i].code) == 0) {
			args->states |= others[i].bits;
			return FT_OK;
		}
	}
	if (args->context->slurm) {
		fprintf(args->context->err,
		    is_unaccounted(args->context, word)
			? "sacct: fatal: job state %s is not supported / "
			  "accounted\n"
			: "sacct: fatal: unrecognized job state value '%s'\n",
		    word);
		return FT_EINVAL;
	}
	return ft_fail(err, FT_EINVAL, "unknown job state: '%s'", word);
}

/* Let ADD take each word of the argument. */
static enum ft_status
add_each(
    const struct ft_opt_use *use, enum ft_status (*add)(struct facct_args *args,
				      char *word, struct ft_error *err))
{
	struct ft_arglist words FT_CLEANUP(ft_arglist_free) = { 0 };

	ft_arglist_add(&words, use->arg);
	for (size_t i = 0; i < words.n; i++)
		FT_TRY(add(use->settings, words.item[i], use->err));
	return FT_OK;
}

static enum ft_status
set_states(const struct ft_opt_use *use)
{
	return add_each(use, add_state);
}

/* --helpstate: the states of jobs that accounting knows, four in a line. */
static enum ft_status
help_states(const struct ft_opt_use *use)
{
	FILE *out = use->context->out;

	for (int state = 0; state < FT_JOB_STATES; state++)
		fprintf(out, "%-19s%s",
		    ft_job_state_name((enum ft_job_state)state),
		    state % 4 < 3 ? " " : "\n");
	return FT_OPT_STOP;
}

/* ---- numbers ------------------------------------------------------------------------ */

/* Job IDs from here on are for other purposes. */
#define JOBS UINT32_C(4294967293)
#define ODD  " includes unexpected non-numeric characters"

/* Parts of "12_3.batch" and "12+1", as sacct before 26.05 names them, and as we do. */
static const struct {
	const char *slurm, *ours;
} parts[] = {
	{ "job/step", "not a job ID" },
	{ "job array element", "not an array task" },
	{ "hetjob offset", "not a job ID" },
	{ "step", "no step of a job" },
};
enum part { JOB, TASK, OFFSET, STEP };

/* Refuse WORD; before 26.05 sacct has no reason, and repeats what is before PART.
 * REASON NULL: no number begins it. */
static enum ft_status
bad_id(const struct facct_args *args, struct ft_error *err, const char *word,
    enum part part, const char *reason)
{
	FILE *out = args->context->err;
	size_t before = strcspn(word, part == STEP ? "." : "_+");

	if (!args->context->slurm)
		return ft_fail(
		    err, FT_EINVAL, "%s: '%s'", parts[part].ours, word);
	if (!reason)
		fprintf(
		    out, "sacct: fatal: Bad job/step specified: %s\n", word);
	else if (ft_release_has(
		     args->context->release, FT_RULE_SACCT_STRICT_IDS))
		fprintf(out, "sacct: fatal: Bad job/step specified: %s: %s\n",
		    word, reason);
	else
		fprintf(out, "sacct: fatal: Bad %s specified: %.*s\n",
		    parts[part].slurm, (int)before, word);
	return FT_EINVAL;
}

/* Read digits at *AT, too many of which are UINT32_MAX; false: there are none. */
static bool
take_digits(const char **at, uint32_t *number)
{
	uint64_t value = 0;
	const char *from = *at;

	for (; **at >= '0' && **at <= '9'; ++*at)
		if (value < UINT32_MAX)
			value = value * 10 + (uint64_t)(**at - '0');
	*number = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
	return *at != from;
}

/* The task after "_" at *AT; returns why it is none, NULL: it is one. */
static const char *
take_task(const char **at, struct facct_id *id)
{
	uint32_t task;

	if (!**at)
		return "Job Array ID must not be an empty string";
	if (!take_digits(at, &task))
		return **at == '-' ? "Job Array ID can not be a negative number"
		       : **at == '[' ? "JobID" ODD
				     : "Job Array ID" ODD;
	id->task = task < INT32_MAX ? (int32_t)task : INT32_MAX;
	return NULL;
}

/* The same after "+"; no job here has components. */
static const char *
take_offset(const char **at, struct facct_id *id)
{
	uint32_t offset;

	id->number = JOBS;
	if (take_digits(at, &offset))
		return NULL;
	return **at ? "Unknown error 2149"
		    : "HetJob component must not be an empty string";
}

/* The same after ".": "batch", or the number or name of one that no job here has. */
static const char *
take_step(const char **at, struct facct_id *id, bool strict)
{
	static const char *const names[] = { "batch", "extern", "interactive" };
	uint32_t number;

	id->step = true;
	for (size_t i = 0; i < FT_COUNT(names); i++)
		if (!strcmp(*at, names[i])) {
			id->batch = i == 0;
			return NULL;
		}
	if (!**at)
		return "StepID must not be an empty string";
	return take_digits(at, &number) && !(strict && **at) ? NULL
							     : "StepID" ODD;
}

/*
 * One word: "12", "12_3", "12.batch".  Before 26.05 sacct does not look at what
 * follows a number, and leaves 0 out.
 */
static enum ft_status
add_id(struct facct_args *args, char *word, struct ft_error *err)
{
	struct facct_id id = { .task = FT_TASK_NONE };
	bool strict =
	    !args->context->slurm ||
	    ft_release_has(args->context->release, FT_RULE_SACCT_STRICT_IDS);
	const char *at = word, *wrong = NULL;
	enum part part = JOB;

	if (!take_digits(&at, &id.number))
		return bad_id(args, err, word, JOB, NULL);
	if (strict && id.number == 0)
		wrong = "JobID can not be zero";
	else if (strict && id.number >= JOBS)
		wrong = "JobID larger than acceptable range";
	if (!wrong && *at == '_') {
		part = TASK;
		at++;
		wrong = take_task(&at, &id);
	} else if (!wrong && *at == '+') {
		part = OFFSET;
		at++;
		wrong = take_offset(&at, &id);
	}
	if (!wrong && *at == '.') {
		part = STEP;
		at++;
		wrong = take_step(&at, &id, strict);
	} else if (!wrong && strict && *at) {
		wrong = "JobID" ODD;
	}
	if (wrong)
		return bad_id(args, err, word, part, wrong);
	if (id.number)
		*ft_vec_add(args->id, args->n_id, args->cap_id) = id;
	return FT_OK;
}

static enum ft_status
set_ids(const struct ft_opt_use *use)
{
	return add_each(use, add_id);
}

/* Read a count at *AT, "2" or, for sacct, "2k"; false: there is none. */
static bool
take_count(const struct facct_args *args, const char **at, uint64_t *count)
{
	static const char units[] = "km";
	const char *unit;
	uint32_t number;

	if (!take_digits(at, &number))
		return false;
	*count = number;
	unit = args->context->slurm && **at
		   ? strchr(units, tolower((unsigned char)**at))
		   : NULL;
	if (unit) {
		*count <<= 10 * (unit - units + 1);
		++*at;
	}
	return true;
}

static enum ft_status
bad_range(const struct ft_opt_use *use, bool large)
{
	const char *what = use->row->letter == 'i' ? "requested node range"
						   : "requested cpu range";

	if (!use->context->slurm)
		return ft_fail(use->err, FT_EINVAL, "no count: '%s'", use->arg);
	if (large)
		return ft_fail(use->err, FT_EINVAL,
		    "Numeric argument (%s) %s large for %s.", use->arg, "too",
		    what);
	return ft_fail(use->err, FT_EINVAL,
	    "Invalid numeric value \"%s\" for %s.", use->arg, what);
}

/* "2", "2-4"; sacct ignores a third number, and no job fits into "". */
static enum ft_status
set_range(const struct ft_opt_use *use)
{
	struct facct_range *range = ft_opt_member(use);
	const char *at = use->arg;

	range->given = true;
	range->least = UINT64_MAX;
	range->most = 0;
	if (!*at && use->context->slurm)
		return FT_OK;
	if (!take_count(use->settings, &at, &range->least))
		return bad_range(use, false);
	if (range->least >= UINT32_MAX)
		return bad_range(use, true);
	if (*at == '-') {
		at++;
		if (!take_count(use->settings, &at, &range->most))
			return bad_range(use, false);
	}
	/* from none on there is no limit to sacct */
	range->given = range->least > 0 || !use->context->slurm;
	return *at && !(*at == '-' && use->context->slurm)
		   ? bad_range(use, false)
		   : FT_OK;
}

static enum ft_status
set_limit(const struct ft_opt_use *use)
{
	const char **limit = ft_opt_member(use);
	int64_t minutes;

	*limit = use->arg;
	if (ft_time_minutes(use->arg, &minutes) && minutes != 0)
		return FT_OK;
	return fatal(use->settings, use->err,
	    "Invalid time limit specification", "not a time limit",
	    use->context->slurm ? "" : use->arg);
}

/* What started a job; the last two are one flag, that accounting knows of it. */
static enum ft_status
add_flag(struct facct_args *args, char *word, struct ft_error *err)
{
	static const struct {
		const char *name;
		enum ft_release since, until;
	} flags[] = {
		{ "None", 0, 0 },
		{ "SchedSubmit", 0, 0 },
		{ "SchedMain", 0, 0 },
		{ "SchedBackfill", 0, 0 },
		{ "StartRecieved", 0, FT_RELEASE_24_11 },
		{ "StartReceived", FT_RELEASE_24_11, 0 },
	};

	for (size_t i = 0; i < FT_COUNT(flags); i++)
		if (!strcasecmp(flags[i].name, word) &&
		    ft_release_within(args->context->release, flags[i].since,
			flags[i].until)) {
			ft_arglist_push(&args->flags, ft_strdup(word));
			return FT_OK;
		}
	return ft_fail(err, FT_EINVAL,
	    args->context->slurm ? "str_2_job_flags: Invalid job flag %s"
				 : "no flag: '%s'",
	    word);
}

static enum ft_status
set_flags(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;

	FT_TRY(add_each(use, add_flag));
	if (use->context->slurm && !*use->arg)
		ft_arglist_push(&args->flags, ft_strdup(""));
	return FT_OK;
}

/* For 26.05: the reasons to wait. */
static enum ft_status
add_reason(struct facct_args *args, char *word, struct ft_error *err)
{
	if (strcasecmp(word, "None") != 0 &&
	    ft_job_reason_find(word) == FT_REASON_NONE) {
		if (!args->context->slurm)
			return ft_fail(
			    err, FT_EINVAL, "unknown reason: '%s'", word);
		fprintf(args->context->err,
		    "sacct: fatal: unrecognized job reason value '%s'\n", word);
		return FT_EINVAL;
	}
	ft_arglist_push(&args->reasons, ft_strdup(word));
	return FT_OK;
}

static enum ft_status
set_reasons(const struct ft_opt_use *use)
{
	return add_each(use, add_reason);
}

/* ---- options --------------------------------------------------------------------------- */

/* sacct removes quotes, and does not expand brackets. */
static enum ft_status
add_users(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;
	char *copy = args->context->slurm ? ft_slurmlist_unquoted(use->arg)
					  : ft_strdup(use->arg);

	ft_arglist_add(&args->users, copy);
	ft_free(copy);
	if (args->users.n == 0 && (*use->arg || args->context->slurm))
		args->nobody = use->row->name;
	return FT_OK;
}

/* Groups by number. */
static enum ft_status
add_group(struct facct_args *args, char *word, struct ft_error *err)
{
	uint32_t gid;
	bool number = ft_num_u32(word, &gid);
	const struct group *group = number ? getgrgid(gid) : getgrnam(word);
	char text[16];

	if (!group && !(number && !args->context->slurm))
		return ft_fail(err, FT_EINVAL,
		    args->context->slurm ? "Invalid group id: %s"
					 : "unknown group '%s'",
		    word);
	snprintf(text, sizeof text, "%" PRIu32, number ? gid : group->gr_gid);
	ft_arglist_push(&args->groups, ft_strdup(text));
	return FT_OK;
}

static enum ft_status
set_groups(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;

	FT_TRY(add_each(use, add_group));
	if (args->groups.n == 0)
		args->nobody = use->row->name;
	return FT_OK;
}

static enum ft_status
set_unit(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;
	char unit = (char)toupper((unsigned char)*use->arg);

	if (unit && strchr("KMGTP", unit) &&
	    (!use->arg[1] || args->context->slurm)) {
		args->unit = unit;
		return FT_OK;
	}
	if (!args->context->slurm)
		return ft_fail(use->err, FT_EINVAL,
		    "not a unit of memory: '%s'", use->arg);
	if (unit)
		ft_cmd_error(args->context,
		    "Invalid unit type '%c'. Possible options are 'KMGTP'",
		    *use->arg);
	else
		ft_cmd_error(args->context, "Invalid unit type '");
	return fatal(args, use->err, "Invalid unit type", "", "");
}

static enum ft_status
set_no_convert(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;

	args->unit = args->unit ? args->unit : 'R';
	return FT_OK;
}

/* There is no jobcomp plugin. */
static enum ft_status
no_completion(const struct ft_opt_use *use)
{
	fputs("Slurm job completion is disabled\n", use->context->err);
	return FT_EINVAL;
}

static enum ft_status
no_file(const struct ft_opt_use *use)
{
	struct stat file;

	if (!stat(use->arg, &file) && S_ISREG(file.st_mode))
		return no_completion(use);
	fprintf(use->context->err, "%s is not a valid file\n", use->arg);
	return FT_EINVAL;
}

/* There are no jobs of several components. */
static enum ft_status
no_components(const struct ft_opt_use *use)
{
	if (!use->arg || !strcasecmp(use->arg, "yes") ||
	    !strcasecmp(use->arg, "no"))
		return FT_OK;
	return ft_fail(use->err, FT_EINVAL,
	    "Invalid --whole-hetjob value \"%s\". Valid values: [yes|no].",
	    use->arg);
}

static enum ft_status
set_hosts(const struct ft_opt_use *use)
{
	struct facct_args *args = use->settings;

	if (!*use->arg && use->context->slurm)
		ft_arglist_push(&args->hosts, ft_strdup(""));
	if (ft_arglist_hosts(&args->hosts, use->arg, use->err) == FT_OK ||
	    !use->context->slurm)
		return use->err->status;
	args->bad_hosts = true;
	return FT_OK;
}

/* A day of a leap year, so that no date is refused for the year it is. */
#define LEAP_DAY INT64_C(1709208000)

/* The options after it do not matter to sacct if it is no date. */
static enum ft_status
set_date(const struct ft_opt_use *use)
{
	const char **date = ft_opt_member(use);
	int64_t when;

	*date = use->arg;
	return !use->context->slurm || ft_timetext_read(use->context, use->arg,
					   LEAP_DAY, true, &when)
		   ? FT_OK
		   : FT_EINVAL;
}

const struct ft_option facct_options[] = {
	{ 'h', NULL, NULL, "the same as --help", FT_OPT_HIDDEN,
	    .kind = FT_OPT_HELP },
	{ 'a', "allusers", NULL,
	    "show jobs of all users (the default for root)",
	    FT_INTO_FLAG(all_users) },
	{ 'A', "accounts", "LIST", "show jobs of these accounts",
	    .complete = FT_COMPLETE_ACCOUNT, FT_INTO_NAMES(accounts) },
	{ 'X', "allocations", NULL,
	    "show jobs without their steps (the default, except in sacct)",
	    FT_INTO_FLAG(no_steps) },
	{ 'L', "allclusters", NULL, "show jobs of all clusters",
	    FT_INTO_FLAG(all_clusters) },
	{ 0, "array", NULL, "show each task of a waiting array",
	    .since = FT_RELEASE_24_11, FT_INTO_FLAG(tasks) },
	{ 'x', "associations", "LIST", "show jobs of these associations, by id",
	    FT_INTO_NAMES(associations) },
	{ 'b', "brief", NULL, "show only ID, state and exit code",
	    FT_INTO_FLAG(brief) },
	{ 'B', "batch-script", NULL,
	    "print the batch script of each job of --jobs, if it is kept",
	    FT_INTO_FLAG(script) },
	{ 'c', "completion", NULL, "nothing", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(no_completion) },
	{ 'C', "constraints", "LIST",
	    "show jobs that asked for all of these features",
	    FT_INTO_NAMES(features) },
	{ 0, "delimiter", "TEXT",
	    "separate the columns of --parsable with this text instead of |",
	    FT_INTO_TEXT(delimiter) },
	{ 'D', "duplicates", NULL, "include earlier runs of requeued jobs",
	    FT_INTO_FLAG(duplicates) },
	{ 'E', "endtime", "TIME",
	    "show jobs that were eligible before this time",
	    FT_INTO_CALL_AT(set_date, end) },
	{ 'e', "helpformat", NULL, "list the fields of --format",
	    FT_INTO_CALL(ft_opt_help_fields), .value = 19 },
	{ 0, "helpstate", NULL, "list the states of --state",
	    FT_OPT_SLURM | FT_OPT_HIDDEN, .since = FT_RELEASE_24_11,
	    FT_INTO_CALL(help_states) },
	{ 0, "env-vars", NULL,
	    "print the environment of each job of --jobs, which is never kept",
	    FT_INTO_FLAG(env) },
	{ 0, "federation", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'f', "file", "FILE", "nothing", FT_OPT_SLURM | FT_OPT_HIDDEN,
	    FT_INTO_CALL(no_file) },
	{ 'F', "flags", "LIST",
	    "show jobs started by SchedMain, SchedBackfill or SchedSubmit",
	    FT_INTO_CALL(set_flags) },
	{ 'g', "gid", "LIST", "show jobs of these groups",
	    FT_INTO_CALL(set_groups) },
	{ 0, "group", "LIST", "the same as --gid", FT_OPT_HIDDEN,
	    FT_INTO_CALL(set_groups) },
	{ 0, "name", "LIST", "show jobs with these names",
	    FT_INTO_NAMES(names) },
	{ 'i', "nnodes", "N[-N]", "show jobs that ran on this many nodes",
	    FT_INTO_CALL_AT(set_range, nodes) },
	{ 'I', "ncpus", "N[-N]", "show jobs that ran on this many CPUs",
	    FT_INTO_CALL_AT(set_range, cpus) },
	{ 'j', "jobs", "LIST",
	    "show these jobs, by ID; for an array also ARRAY_INDEX",
	    .complete = FT_COMPLETE_JOB, FT_INTO_CALL(set_ids) },
	{ 'k', "timelimit-min", "TIME",
	    "show jobs with this time limit, or with at least this under "
	    "--timelimit-max",
	    FT_INTO_CALL_AT(set_limit, limit_least) },
	{ 'K', "timelimit-max", "TIME",
	    "with --timelimit-min: show jobs up to this limit",
	    FT_INTO_CALL_AT(set_limit, limit_most) },
	{ 0, "local", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'l', "long", NULL, "show many columns", FT_INTO_FLAG(wide) },
	{ 0, "cluster", "LIST", "the same as --clusters", FT_OPT_HIDDEN,
	    FT_COMPLETE_CLUSTER, FT_INTO_NAMES(clusters) },
	{ 'M', "clusters", "LIST", "show jobs of these clusters",
	    .complete = FT_COMPLETE_CLUSTER, FT_INTO_NAMES(clusters) },
	{ 'N', "nodelist", "HOSTS", "show jobs that ran on any of these nodes",
	    .complete = FT_COMPLETE_NODE, FT_INTO_CALL(set_hosts) },
	{ 0, "noconvert", NULL, "print memory in M, even large amounts",
	    FT_INTO_CALL(set_no_convert) },
	{ 'n', "noheader", NULL, "print no header", FT_INTO_FLAG(no_header) },
	{ 0, "fields", "FIELDS", "the same as --format", FT_OPT_HIDDEN,
	    FT_COMPLETE_FIELD, FT_INTO_JOIN(fields), FT_GIVEN(fields_given) },
	{ 'o', "format", "FIELDS",
	    "print these comma-separated fields, each name[%[-]width]; all: "
	    "every field",
	    .complete = FT_COMPLETE_FIELD, FT_INTO_JOIN(fields),
	    FT_GIVEN(fields_given) },
	{ 'p', "parsable", NULL,
	    "separate columns with |, including a trailing one",
	    FT_INTO_VALUE(kind, FT_FORMAT_PARSABLE) },
	{ 'P', "parsable2", NULL,
	    "separate columns with |, without a trailing one",
	    FT_INTO_VALUE(kind, FT_FORMAT_PARSABLE2) },
	{ 'q', "qos", "LIST", "show jobs with these QOS",
	    .complete = FT_COMPLETE_QOS, FT_INTO_NAMES(qos) },
	{ 'r', "partition", "LIST", "show jobs in these partitions",
	    .complete = FT_COMPLETE_PARTITION, FT_INTO_NAMES(partitions) },
	{ 0, "reason", "LIST", "show jobs that waited for these reasons",
	    FT_OPT_SLURM | FT_OPT_HIDDEN, .until = FT_RELEASE_26_05,
	    FT_INTO_CALL(set_reasons) },
	{ 'R', "reason", "LIST", "show jobs that waited for these reasons",
	    .since = FT_RELEASE_26_05, FT_INTO_CALL(set_reasons) },
	{ 's', "state", "LIST",
	    "show jobs that were in these states, by name or code, in the "
	    "time window",
	    .complete = FT_COMPLETE_STATE, FT_INTO_CALL(set_states) },
	{ 'S', "starttime", "TIME", "show jobs that had not ended by this time",
	    FT_INTO_CALL_AT(set_date, start) },
	{ 'T', "truncate", NULL, "count only time inside the window",
	    FT_INTO_FLAG(truncate) },
	{ 0, "units", "K|M|G|T|P", "print memory in this unit",
	    .complete = FT_COMPLETE_CHOICE, FT_INTO_CALL(set_unit) },
	{ 'u', "uid", "LIST", "the same as --user", FT_OPT_HIDDEN,
	    FT_COMPLETE_USER, FT_INTO_CALL(add_users) },
	{ 'u', "user", "LIST", "show jobs of these users, by name or number",
	    .complete = FT_COMPLETE_USER, FT_INTO_CALL(add_users) },
	{ 0, "use-local-uid", NULL, "nothing", FT_OPT_HIDDEN, FT_INTO_NOTHING },
	{ 'v', "verbose", NULL, "nothing", FT_OPT_HIDDEN,
	    FT_INTO_FLAG(verbose) },
	{ 'W', "wckeys", "LIST", "show jobs with these wckeys",
	    .complete = FT_COMPLETE_WCKEY, FT_INTO_NAMES(wckeys) },
	{ 0, "expand-patterns", NULL, "nothing", FT_OPT_HIDDEN,
	    .since = FT_RELEASE_24_11, FT_INTO_NOTHING },
	{ 0, "whole-hetjob", "yes|no", "nothing",
	    FT_OPT_HIDDEN | FT_OPT_OPTIONAL_ARG, FT_INTO_CALL(no_components) },
	{ 0, "json", NULL, "print JSON with all fields of each job",
	    .until = FT_RELEASE_23_02, FT_INTO_VALUE(kind, FT_FORMAT_JSON) },
	{ 0, "yaml", NULL, "print the same as YAML", .until = FT_RELEASE_23_02,
	    FT_INTO_VALUE(kind, FT_FORMAT_YAML) },
	FT_SLURMDOC_OPTIONS(asked, FT_RELEASE_23_02),
	{ 0, "csv", NULL, "print the columns as comma-separated values",
	    FT_OPT_OURS, FT_INTO_VALUE(kind, FT_FORMAT_CSV) },
	{ 0, "efficiency", NULL,
	    "show what jobs used of their CPUs and memory, as far as it is "
	    "known",
	    FT_OPT_OURS, FT_INTO_JOIN(fields), FT_GIVEN(fields_given),
	    .joined = FIELDS_EFFICIENCY },
	{ 0, "steps", NULL,
	    "include the step of each batch script, as sacct does", FT_OPT_OURS,
	    FT_INTO_FLAG(steps) },
	FT_SESSION_NOW_OPTION(session),
	FT_SESSION_OPTIONS(session),
	{ 0 },
};

void
facct_args_init(void *settings)
{
	struct facct_args *args = settings;

	args->delimiter = "|";
}

void
facct_args_free(void *settings)
{
	struct facct_args *args = settings;

	ft_arglist_free(&args->users);
	ft_arglist_free(&args->hosts);
	ft_arglist_free(&args->flags);
	ft_arglist_free(&args->groups);
	ft_arglist_free(&args->reasons);
	ft_free(args->id);
}
