/*
 * value.c - checks the arguments of options, with sbatch's messages.
 */
#include <limits.h>
#include <unistd.h>

#include "base/text/text.h"
#include "common/timetext.h"
#include "fbatch/fbatch.h"
#include "fbatch/syntax.h"
#include "model/job/joboption.h"
#include "model/synthetic/experiment.h"

#define NICE_MAX INT64_C(2147483645)

static bool
is_natural(const char *text)
{
	uint32_t number;

	return ft_num_u32(text, &number);
}

static bool
starts_number(const char *text)
{
	return isdigit((unsigned char)*text);
}

/* ---- one argument ---------------------------------------------------------------- */

/* How sbatch calls an option in a message about a number. */
static const char *
said_name(enum fbatch_key key)
{
	return key == FBATCH_RESV_PORTS ? "resv-port" : fbatch_rows[key].name;
}

static enum ft_status
bad_number(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	batch->status = 1;
	return ft_fail(err, FT_EINVAL, "Invalid numeric value \"%s\" for --%s.",
	    batch->value[key], said_name(key));
}

/*
 * A number of at least LEAST; blanks and a plus may precede it.  sbatch reads 64
 * bits and, before it refused large numbers, kept 32 of them, and looked at what
 * it kept for two options only.
 */
static enum ft_status
check_number(struct fbatch *batch, enum fbatch_key key, long long least,
    struct ft_error *err)
{
	static const char *const said[FBATCH_KEYS] = {
		[FBATCH_CPUS_PER_TASK] = "cpus per task (-c",
		[FBATCH_NTASKS] = "tasks (-n",
	};
	bool bounded = ft_release_has(
	    batch->context->release, FT_RULE_SBATCH_LARGE_NUMBER);
	const char *text = batch->value[key];
	char *end;
	long long number = strtoll(text, &end, 10);

	if (*end || number < least ||
	    (number > INT32_MAX && !batch->context->slurm))
		return bad_number(batch, key, err);
	if (number == LLONG_MAX || (bounded && number >= INT32_MAX))
		return ft_fail(err, FT_EINVAL,
		    "Numeric argument (%lld) %s for --%s.", number,
		    bounded ? "too large" : "to big", said_name(key));
	if (number > INT32_MAX && said[key] && (int32_t)number <= 0)
		return ft_fail(err, FT_EINVAL, "invalid number of %s %d)",
		    said[key], (int32_t)number);
	batch->value[key] += strcspn(text, "0123456789");
	return FT_OK;
}

static enum ft_status
check_count(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return check_number(batch, key, 1, err);
}

static enum ft_status
check_natural(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return check_number(batch, key, 0, err);
}

static enum ft_status
bad_word(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	batch->status = FBATCH_BAD_WORD;
	return ft_fail(err, FT_EINVAL, "Invalid --%s specification",
	    fbatch_rows[key].name);
}

enum ft_status
fbatch_nodes(const struct fbatch *batch, const char *text,
    struct ft_nodecount *count, struct ft_error *err)
{
	return ft_nodecount_read(
	    text, ft_nodecount_lists(batch->context->release), count, err);
}

static enum ft_status
check_nodes(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	struct ft_nodecount count;
	enum ft_status status =
	    fbatch_nodes(batch, batch->value[key], &count, err);

	ft_str_free(&count.sizes);
	/* this one sbatch finds later than the others */
	if (status != FT_OK && *batch->value[key] == ',' &&
	    ft_nodecount_lists(batch->context->release))
		batch->status = 1;
	return status;
}

/* sbatch ignores unknown words if it knows one of them. */
static enum ft_status
check_mail(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return ft_job_knows_mail(batch->value[key], batch->context->slurm)
		   ? FT_OK
		   : bad_word(batch, key, err);
}

static enum ft_status
check_signal(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return fbatch_is_signal(batch->value[key], batch->context->slurm)
		   ? FT_OK
		   : bad_word(batch, key, err);
}

/* As strtoll: text that is no number is 0. */
static enum ft_status
check_nice(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	int64_t nice = *text ? strtoll(text, NULL, 10) : 100;

	if (nice > NICE_MAX || nice < -NICE_MAX)
		return ft_fail(err, FT_EINVAL,
		    "Invalid --nice value, out of range (+/- %lld)",
		    (long long)NICE_MAX);
	return FT_OK;
}

static enum ft_status
check_priority(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	int64_t priority = strtoll(text, NULL, 10);

	if (strcasecmp(text, "TOP") == 0)
		return FT_OK;
	if (priority < 0)
		return ft_fail(err, FT_EINVAL, "Priority must be >= 0");
	if (priority >= INT64_C(4294967294))
		return ft_fail(err, FT_EINVAL, "Priority must be < 4294967294");
	return FT_OK;
}

static enum ft_status
check_date(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	/* the date is computed once the store's time is known */
	return ft_timetext_is_date(batch->context, batch->value[key])
		   ? FT_OK
		   : bad_word(batch, key, err);
}

/* ---- ours ------------------------------------------------------------------------ */

/* Read a distribution of what an experiment calls INFO into *dist. */
static enum ft_status
check_dist(const struct fbatch *batch, enum fbatch_key key,
    const struct ft_experiment_info *info, struct ft_dist **dist,
    struct ft_error *err)
{
	const char *text = batch->value[key];
	enum ft_status status;

	ft_free(*dist);
	*dist = ft_calloc(1, sizeof **dist);
	status = ft_dist_parse(*dist, text,
	    (struct ft_dist_want){ info->unit, info->low }, NULL, err);
	if (status == FT_OK && (*dist)->kind != FT_DIST_ITEMS &&
	    (*dist)->high == FT_DIST_MAX)
		(*dist)->high = info->high;
	if (status == FT_OK && (*dist)->high > info->high)
		status = ft_fail(
		    err, FT_EINVAL, "more than %lld", (long long)info->high);
	if (status == FT_OK)
		return FT_OK;
	ft_error_prefix(err, "bad --%s '%s': ", fbatch_rows[key].name, text);
	return FT_EINVAL;
}

static enum ft_status
check_runtime(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return check_dist(batch, key,
	    &ft_experiment_numbers[FT_EXPERIMENT_RUNTIME], &batch->runtime,
	    err);
}

static enum ft_status
check_cpu_efficiency(
    struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return check_dist(batch, key,
	    &ft_experiment_numbers[FT_EXPERIMENT_CPU_EFFICIENCY],
	    &batch->cpu_efficiency, err);
}

static enum ft_status
check_mem_used(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	return check_dist(batch, key,
	    &ft_experiment_numbers[FT_EXPERIMENT_MEM_USED], &batch->mem_used,
	    err);
}

static enum ft_status
check_arrival(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];

	if (ft_arrival_parse(&batch->arrival, text, NULL, err) == FT_OK)
		return FT_OK;
	ft_error_prefix(err, "bad --arrival '%s': ", text);
	return FT_EINVAL;
}

/* ---- what means nothing here, but is read all the same -------------------------- */

static bool
is_readable(const char *text)
{
	return access(text, R_OK) == 0;
}

/* A file, or the number of an open one. */
static bool
is_env_file(const char *text)
{
	return is_readable(text) || is_natural(text);
}

static enum ft_status
check_frequency(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];

	if (fbatch_is_frequency(text))
		return FT_OK;
	ft_cmd_error(
	    batch->context, "unrecognized --cpu-freq argument \"%s\"", text);
	return ft_fail(err, FT_EINVAL, "Invalid --cpu-freq argument");
}

static enum ft_status
check_limits(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];

	if (!*text ||
	    fbatch_all_of(text, "ALL|NONE|AS|CORE|CPU|DATA|FSIZE|MEMLOCK|"
				"NOFILE|NPROC|RSS|STACK"))
		return FT_OK;
	ft_cmd_error(batch->context, "Bad rlimit name: %s", text);
	return ft_fail(err, FT_EINVAL, "--propagate=%s is not valid.", text);
}

/* "2:4:1", "*:2", "1-2:4" */
static enum ft_status
check_sockets(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	static const char *const parts[] = { "first", "second", "third" };

	for (size_t i = 0; i < 3 && *text; i++) {
		int len = (int)strcspn(text, ":");

		if (*text != '*' && !starts_number(text))
			return ft_fail(err, FT_EINVAL,
			    "Invalid numeric value \"%.*s\" for %s arg of -B.",
			    len, text, parts[i]);
		if (!text[len])
			break;
		text += len + 1;
	}
	return FT_OK;
}

/* sbatch takes unsafe characters; we do so only in a --wrap script. */
static enum ft_status
check_text(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	struct ft_str what FT_CLEANUP(ft_str_free) = { 0 };

	if (batch->context->slurm || key == FBATCH_WRAP)
		return FT_OK;
	ft_str_addf(&what, "bad --%s", fbatch_rows[key].name);
	return ft_text_check(
	    ft_str_text(&what), batch->value[key], FT_TEXT_WORD, err);
}

static enum ft_status
check_limit(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	int64_t minutes;

	return fbatch_limit(batch, batch->value[key], &minutes)
		   ? FT_OK
		   : bad_word(batch, key, err);
}

static enum ft_status
check_zero_one(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	batch->status = 1;
	FT_TRY(check_natural(batch, key, err));
	/* sbatch keeps 16 bits */
	return (strtoll(batch->value[key], NULL, 10) & UINT16_MAX) < 2
		   ? FT_OK
		   : bad_word(batch, key, err);
}

/* "2", "2@5": before the sign a number above 0. */
static enum ft_status
check_switches(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	char *number FT_CLEANUP(ft_free_at) =
	    ft_strndup(text, strcspn(text, "@"));
	enum ft_status status;

	batch->value[key] = number;
	status = check_count(batch, key, err);
	/* blanks and a plus are passed over */
	batch->value[key] = text + strcspn(text, "0123456789");
	return status;
}

static enum ft_status
check_distribution(
    struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];

	if (fbatch_is_distribution(text))
		return FT_OK;
	if (strncasecmp(text, "plane", 5) == 0)
		ft_cmd_error(
		    batch->context, "Invalid plane size or size not specified");
	return bad_word(batch, key, err);
}

/* The first bad one of "task=30,energy=10" is named. */
static enum ft_status
check_sampling(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	struct ft_word word;

	while (ft_word_next(&text, ",", &word))
		if (word.len && !fbatch_is_sampling(word.at))
			return ft_fail(err, FT_EINVAL,
			    "Invalid --acctg-freq specification: %.*s",
			    (int)word.len, word.at);
	return FT_OK;
}

static enum ft_status
check_hint(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];

	if (batch->context->slurm && strcmp(text, "help") == 0) {
		/* sbatch fails after printing it */
		fprintf(batch->context->out, "--hint=%s: %s\n",
		    fbatch_rows[key].arg, fbatch_rows[key].sentence);
		return FT_EINVAL;
	}
	if (fbatch_all_of(
		text, "compute_bound|memory_bound|multithread|nomultithread"))
		return FT_OK;
	return ft_fail(err, FT_EINVAL,
	    batch->context->slurm
		? "unrecognized --hint argument \"%s\", see --hint=help"
		: "no --hint: '%s'; known are compute_bound, memory_bound, "
		  "multithread and nomultithread",
	    text);
}

static enum ft_status
check_exclusive(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	bool topo =
	    ft_release_has(batch->context->release, FT_RULE_EXCLUSIVE_TOPO);
	const char *text = batch->value[key];

	return !*text || fbatch_all_of(text, topo ? "user|mcs|exclusive|topo"
						  : "user|mcs|exclusive")
		   ? FT_OK
		   : bad_word(batch, key, err);
}

/* Releases that name the bad word read each by itself. */
static enum ft_status
check_gres_flags(
    struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	static const char known[] = "disable-binding|enforce-binding|"
				    "multiple-tasks-per-sharing";
	const char *text = batch->value[key];
	bool both = ft_list_has(text, ft_word_of("disable-binding")) &&
		    ft_list_has(text, ft_word_of("enforce-binding"));
	struct ft_word word;

	if (!ft_release_has(batch->context->release, FT_RULE_SBATCH_BAD_VALUE))
		return !both && fbatch_all_of(
				    text, "disable-binding|enforce-binding")
			   ? FT_OK
			   : bad_word(batch, key, err);
	while (ft_word_next(&text, ",", &word)) {
		char *copy FT_CLEANUP(ft_free_at) =
		    ft_strndup(word.at, word.len);

		if (!fbatch_all_of(copy, known))
			return ft_fail(err, FT_EINVAL,
			    "Invalid --gres-flags specification: %s", copy);
	}
	return both ? ft_fail(err, FT_EINVAL,
			  "Invalid --gres-flags combo: disable-binding and "
			  "enforce-binding are mutually exclusive.")
		    : FT_OK;
}

static bool
is_size(const char *text)
{
	uint64_t size;

	return fbatch_size(text, &size);
}

/* ---- all of them -------------------------------------------------------------------- */

/*
 * How an argument is read: by a function, by what it consists of, or as a number
 * from LEAST to MOST.
 */
struct kind {
	enum ft_status (*check)(
	    struct fbatch *batch, enum fbatch_key key, struct ft_error *err);
	bool (*good)(const char *text);
	const char *words;  /* of which the comma list consists, | between */
	const char *starts; /* that its words begin with */
	bool empty;         /* it may be empty */
	uint64_t least, most;
	size_t into; /* the uint64_t of struct fbatch that it goes to; 0 none */
	int status;  /* of the command where it is bad; 0: FBATCH_BAD_WORD */
	/* of the message about a bad one; NULL: that of most */
	const char *before, *after;
};

static const struct kind kind_ACCTG_FREQ = { .check = check_sampling };
static const struct kind kind_ARRIVAL = { .check = check_arrival, .status = 1 };
static const struct kind kind_COUNT = { .check = check_count, .status = 1 };
static const struct kind kind_CPU_FREQ = { .check = check_frequency };
static const struct kind kind_DATE = { .check = check_date };
static const struct kind kind_DISTRIBUTION = { .check = check_distribution };
static const struct kind kind_CPU_EFFICIENCY = { .check = check_cpu_efficiency,
	.status = 1 };
static const struct kind kind_ENV_FILE = { .good = is_env_file,
	.before = "Could not open user environment file ",
	.status = 1 };
static const struct kind kind_EXCLUSIVE = { .check = check_exclusive };
static const struct kind kind_EXIT = { .most = 255, .status = 1 };
static const struct kind kind_FILE = { .good = is_readable, .status = 1 };
static const struct kind kind_FLAG = { 0 };
static const struct kind kind_GPU_BIND = {
	.starts = "closest|single:|map_gpu:|mask_gpu:|none|"
		  "per_task:|verbose|v",
	.before = "Invalid --gpu-bind argument: gpu:"
};
static const struct kind kind_GPU_FREQ = {
	.starts = "low|medium|high|memory=|verbose",
	.before = "Invalid --gpu-freq argument: gpu:"
};
static const struct kind kind_GRES_FLAGS = { .check = check_gres_flags };
static const struct kind kind_GROUP = { .good = fbatch_is_group };
static const struct kind kind_HINT = { .check = check_hint, .status = 1 };
static const struct kind kind_LIMIT = { .check = check_limit };
static const struct kind kind_MAIL = { .check = check_mail };
static const struct kind kind_MANY = { .least = 1,
	.most = 10000000,
	.into = offsetof(struct fbatch, count),
	.status = 1 };
static const struct kind kind_MEM_BIND = {
	.starts = "none|no|rank|local|map_mem:|mask_mem:|"
		  "quiet|q|verbose|v|sort|nosort|prefer|p",
	.before = "unrecognized --mem-bind argument \"",
	.after = "\""
};
static const struct kind kind_MEM_USED = { .check = check_mem_used,
	.status = 1 };
static const struct kind kind_NUMBER = { .good = is_natural, .empty = true };
static const struct kind kind_NATURAL = { .check = check_natural, .status = 1 };
static const struct kind kind_NICE = { .check = check_nice };
static const struct kind kind_NODES = { .check = check_nodes };
static const struct kind kind_NO_KILL = { .words = "set|off|no",
	.empty = true };
static const struct kind kind_OPEN_MODE = { .good = fbatch_is_open_mode };
static const struct kind kind_PRIORITY = { .check = check_priority };
static const struct kind kind_PROFILE = {
	.words = "none|all|energy|lustre|network|task",
	.before = "invalid --profile=",
	.after = " option"
};
static const struct kind kind_PROPAGATE = { .check = check_limits,
	.status = 1 };
static const struct kind kind_RUNTIME = { .check = check_runtime, .status = 1 };
static const struct kind kind_SEED = {
	.most = UINT64_MAX, .into = offsetof(struct fbatch, seed), .status = 1
};
static const struct kind kind_SIGNAL = { .check = check_signal };
static const struct kind kind_SIZE = { .good = is_size };
static const struct kind kind_SOCKETS = { .check = check_sockets, .status = 1 };
static const struct kind kind_SWITCHES = { .check = check_switches,
	.status = 1 };
static const struct kind kind_TEXT = { .check = check_text, .status = 1 };
/* Once the store is open. */
static const struct kind kind_USER = { 0 };
static const struct kind kind_USER_ENV = { .good = fbatch_is_user_env };
static const struct kind kind_YES_NO = { .words = "yes|no" };
static const struct kind kind_ZERO_ONE_EMPTY = { .words = "0|1",
	.empty = true };
static const struct kind kind_ZERO_ONE = { .check = check_zero_one };

static const struct kind *const kinds[FBATCH_KEYS] = {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, ...)  \
	[FBATCH_##key] = &kind_##kind,
#include "common/option.def"
#undef BATCH
};

const enum fbatch_place fbatch_places[FBATCH_KEYS] = {
#define BATCH(key, letter, name, arg, flags, complete, env, kind, place, ...)  \
	[FBATCH_##key] = FBATCH_PLACE_##place,
#include "common/option.def"
#undef BATCH
};

/* The message about a bad TEXT. */
static enum ft_status
refuse(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const struct kind *kind = kinds[key];
	const char *text = batch->value[key];

	if (key == FBATCH_GPU_BIND &&
	    ft_release_has(batch->context->release, FT_RULE_SBATCH_BAD_VALUE))
		return ft_fail(
		    err, FT_EINVAL, "Invalid --gpu-bind argument: %s", text);
	if (!kind->before)
		return ft_fail(err, FT_EINVAL, "Invalid --%s specification",
		    fbatch_rows[key].name);
	return ft_fail(err, FT_EINVAL, "%s%s%s", kind->before, text,
	    kind->after ? kind->after : "");
}

static enum ft_status
check(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	const struct kind *kind = kinds[key];
	const struct ft_option row = { .name = fbatch_rows[key].name,
		.least = kind->least,
		.most = kind->most };
	const char *text = batch->value[key];
	uint64_t number;
	void *into = kind->into ? (char *)batch + kind->into : (void *)&number;
	bool good = true;

	if (kind->check)
		return kind->check(batch, key, err);
	if (kind->most)
		return ft_opt_number(&row, text, into, err);
	if (kind->empty && !*text)
		return FT_OK;
	if (kind->good)
		good = kind->good(text);
	else if (kind->words)
		good = fbatch_all_of(text, kind->words);
	else if (kind->starts)
		good = fbatch_all_begin(text, kind->starts);
	return good ? FT_OK : refuse(batch, key, err);
}

enum ft_status
fbatch_check(struct fbatch *batch, enum fbatch_key key, struct ft_error *err)
{
	int status = kinds[key]->status;

	batch->status = status ? status : FBATCH_BAD_WORD;
	FT_TRY(check(batch, key, err));
	batch->status = FBATCH_BAD_WORD;
	return FT_OK;
}
