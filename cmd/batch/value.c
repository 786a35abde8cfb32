/*
 * value.c - arguments of fbatch's options, and what sbatch says of bad ones.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/num.h"
#include "base/timefmt.h"
#include "batch/batch.h"
#include "model/joboption.h"

#define NICE_MAX INT64_C(2147483645)

/* ---- words -------------------------------------------------------------------- */

/* Whether every word of the comma list TEXT is one of WORDS (parted by |). */
static bool
all_of(const char *text, const char *words)
{
	do {
		size_t len = strcspn(text, ",");
		const char *at = words;
		bool found = false;

		while (*at && !found) {
			size_t size = strcspn(at, "|");

			found = size == len && strncasecmp(at, text, len) == 0;
			at += size + (at[size] == '|');
		}
		if (!found)
			return false;
		text += len;
	} while (*text++ == ',');
	return true;
}

static bool
is_distribution(const char *text)
{
	size_t len = strcspn(text, ":,=");
	char word[16];

	if (len >= sizeof word)
		return false;
	memcpy(word, text, len);
	word[len] = '\0';
	return all_of(
	    word, "*|block|cyclic|fcyclic|plane|arbitrary|pack|nopack");
}

static bool
is_signal(const char *text)
{
	static const char *const names[] = { "HUP", "INT", "QUIT", "ABRT",
		"KILL", "ALRM", "TERM", "USR1", "USR2", "URG", "CONT", "STOP",
		"TSTP", "TTIN", "TTOU" };
	size_t len;
	int64_t number;
	char word[16];

	while (*text == 'R' || *text == 'B' || *text == ':')
		text++;
	len = strcspn(text, "@");
	if (len == 0 || len >= sizeof word)
		return false;
	memcpy(word, text, len);
	word[len] = '\0';
	if (text[len] && (!ft_num_i64(text + len + 1, &number) || number < 0))
		return false;
	if (ft_num_i64(word, &number))
		return number > 0 && number < 65;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(word, names[i]) == 0 ||
		    (strncasecmp(word, "SIG", 3) == 0 &&
			strcasecmp(word + 3, names[i]) == 0))
			return true;
	return false;
}

/* ---- numbers ------------------------------------------------------------------- */

bool
batch_size(const char *text, uint64_t *mib)
{
	static const char units[] = "KMGTP";
	char number[32];
	size_t len = strspn(text, "0123456789");
	uint64_t size;
	int power = 1;

	if (len == 0 || len >= sizeof number)
		return false;
	memcpy(number, text, len);
	number[len] = '\0';
	text += len;
	if (*text) {
		const char *unit = strchr(units, *text & ~0x20);

		if (!unit)
			return false;
		power = (int)(unit - units);
		text++;
		if (strcasecmp(text, "B") == 0)
			text++;
	}
	if (*text || !ft_num_u64(number, &size) || size > UINT64_C(1) << 50)
		return false;
	if (power == 0)
		size = (size + 1023) / 1024;
	for (int i = 1; i < power && size <= UINT64_C(1) << 50; i++)
		size *= 1024;
	*mib = size;
	return size <= UINT64_C(1) << 50;
}

/* A count with k or m behind it. */
static bool
count_of(const char *text, uint32_t *count)
{
	char number[16];
	size_t len = strlen(text);
	uint64_t value, unit = 1;

	if (len && (text[len - 1] & ~0x20) == 'K')
		unit = 1024;
	if (len && (text[len - 1] & ~0x20) == 'M')
		unit = 1024 * 1024;
	len -= unit > 1;
	if (len == 0 || len >= sizeof number)
		return false;
	memcpy(number, text, len);
	number[len] = '\0';
	if (!ft_num_u64(number, &value) || value * unit > INT32_MAX)
		return false;
	*count = (uint32_t)(value * unit);
	return true;
}

bool
batch_nodes(
    const char *text, uint32_t *least, uint32_t *most, const char **wrong)
{
	char first[32];
	size_t len = strcspn(text, "-");

	*wrong = "value";
	if (len >= sizeof first)
		return false;
	memcpy(first, text, len);
	first[len] = '\0';
	if (!count_of(first, least))
		return false;
	*most = *least;
	if (text[len] && !count_of(text + len + 1, most))
		return false;
	*wrong = "range";
	return *most >= *least || *most == 0;
}

/* ---- one argument ---------------------------------------------------------------- */

static enum ft_status
bad_number(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	batch->status = 1;
	return ft_fail(err, FT_EINVAL, "Invalid numeric value \"%s\" for --%s.",
	    batch->value[key], batch_options[key].name);
}

/*
 * A number above 0.  sbatch reads 64 bits and keeps 32 of them, and looks at
 * what it kept for two options only.
 */
static enum ft_status
check_count(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	static const char *const said[BATCH_KEYS] = {
		[BATCH_CPUS_PER_TASK] = "cpus per task (-c",
		[BATCH_NTASKS] = "tasks (-n",
	};
	const char *text = batch->value[key];
	bool good = *text && strspn(text, "0123456789") == strlen(text) &&
		    text[strspn(text, "0")];
	long long number = good ? strtoll(text, NULL, 10) : 0;

	if (!good || (number > INT32_MAX && !batch->context->slurm))
		return bad_number(batch, key, err);
	if (number <= INT32_MAX)
		return FT_OK;
	batch->status = 1;
	if (number == LLONG_MAX)
		return ft_fail(err, FT_EINVAL,
		    "Numeric argument (%lld) to big for --%s.", number,
		    batch_options[key].name);
	if (said[key] && (int32_t)number <= 0)
		return ft_fail(err, FT_EINVAL, "invalid number of %s %d)",
		    said[key], (int32_t)number);
	return FT_OK;
}

static enum ft_status
bad_word(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	batch->status = BATCH_BAD_WORD;
	return ft_fail(err, FT_EINVAL, "Invalid --%s specification",
	    batch_options[key].name);
}

static enum ft_status
check_nodes(struct batch *batch, const char *text, struct ft_error *err)
{
	uint32_t least = 0, most = 0;
	const char *wrong;

	batch->status = BATCH_BAD_WORD;
	if (batch_nodes(text, &least, &most, &wrong))
		return FT_OK;
	if (*text && text[strlen(text) - 1] == '-' && least)
		return ft_fail(err, FT_EINVAL,
		    "Maximum node count -1 is less than minimum node count %u",
		    least);
	if (strcmp(wrong, "range") == 0)
		return ft_fail(err, FT_EINVAL,
		    "Maximum node count %u is less than minimum node count %u",
		    most, least);
	return ft_fail(
	    err, FT_EINVAL, "\"%s\" is not a valid node count", text);
}

/* As strtoll: what is no number counts 0. */
static enum ft_status
check_nice(struct batch *batch, const char *text, struct ft_error *err)
{
	int64_t nice = *text ? strtoll(text, NULL, 10) : 100;

	batch->status = BATCH_BAD_WORD;
	if (nice > NICE_MAX || nice < -NICE_MAX)
		return ft_fail(err, FT_EINVAL,
		    "Invalid --nice value, out of range (+/- %lld)",
		    (long long)NICE_MAX);
	return FT_OK;
}

static enum ft_status
check_priority(struct batch *batch, const char *text, struct ft_error *err)
{
	int64_t priority = strtoll(text, NULL, 10);

	batch->status = BATCH_BAD_WORD;
	if (strcasecmp(text, "TOP") == 0)
		return FT_OK;
	if (priority < 0)
		return ft_fail(err, FT_EINVAL, "Priority must be >= 0");
	if (priority >= INT64_C(4294967294))
		return ft_fail(err, FT_EINVAL, "Priority must be < 4294967294");
	return FT_OK;
}

static enum ft_status
check_date(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	int64_t when;

	/* whether it is one; which, is known once the store's time is */
	if (ft_time_date(batch->value[key], 0, false, &when))
		return FT_OK;
	if (batch->context->slurm)
		fprintf(batch->context->err,
		    "Invalid time specification (pos=%d): %s\n",
		    strncasecmp(batch->value[key], "now", 3) == 0 ? 3 : 0,
		    batch->value[key]);
	return bad_word(batch, key, err);
}

/* Ours. */
static enum ft_status
check_ours(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	const char *text = batch->value[key], *name = batch_options[key].name;
	uint64_t number;

	batch->status = 1;
	if (key == BATCH_RUNTIME) {
		ft_free(batch->runtime);
		batch->runtime = ft_calloc(1, sizeof *batch->runtime);
		if (ft_dist_parse(batch->runtime, text, FT_DIST_SECONDS, 0,
			NULL, err) == FT_OK)
			return FT_OK;
		ft_error_prefix(err, "bad --runtime '%s': ", text);
		return FT_EINVAL;
	}
	if (key == BATCH_ARRIVAL) {
		if (ft_arrival_parse(&batch->arrival, text, NULL, err) == FT_OK)
			return FT_OK;
		ft_error_prefix(err, "bad --arrival '%s': ", text);
		return FT_EINVAL;
	}
	if (key == BATCH_EXIT_CODE)
		return ft_opt_number(name, text, 0, 255, &number, err);
	if (key == BATCH_COUNT)
		return ft_opt_number(
		    name, text, 1, 10000000, &batch->count, err);
	if (ft_opt_number(name, text, 0, UINT64_MAX, &number, err) != FT_OK)
		return FT_EINVAL;
	batch->seed = number;
	ft_rng_init(&batch->rng, number);
	return FT_OK;
}

/*
 * sbatch counts seconds, then minutes, in 32 bits that wrap around; of what
 * comes out, 0 and -1 are no limit, and other numbers below 0 are refused.
 */
FT_WRAPS static bool
wrap_limit(int64_t *minutes, int64_t seconds)
{
	uint32_t wrapped = (uint32_t)seconds + 59;

	*minutes = (int32_t)wrapped / 60;
	if (*minutes == -1)
		*minutes = FT_TIME_UNLIMITED;
	return *minutes >= 0;
}

bool
batch_limit(const struct batch *batch, const char *text, int64_t *minutes)
{
	size_t len = strlen(text);
	int64_t seconds;
	char days[32];

	/* "1-": days and nothing more */
	if (len >= 2 && text[len - 1] == '-' && len + 2 <= sizeof days) {
		snprintf(days, sizeof days, "%s0", text);
		text = days;
	}
	if (!ft_time_duration(text, &seconds))
		return false;
	*minutes = seconds;
	if (seconds == FT_TIME_UNLIMITED)
		return true;
	if (batch->context->slurm)
		return wrap_limit(minutes, seconds);
	*minutes = seconds / 60 + (seconds % 60 > 0);
	return seconds <= INT32_MAX - 59;
}

/* ---- what means nothing here, but is read all the same -------------------------- */

static bool
is_frequency(const char *text)
{
	static const char words[] =
	    "low|medium|high|highm1|conservative|ondemand|performance|"
	    "powersave|userspace|schedutil";
	char word[32];

	for (;; text++) {
		size_t len = strcspn(text, "-:");

		if (len >= sizeof word)
			return false;
		memcpy(word, text, len);
		word[len] = '\0';
		if (!all_of(word, words) &&
		    (!len || strspn(word, "0123456789") != len))
			return false;
		text += len;
		if (!*text)
			return true;
	}
}

/* "30" or "task=30,energy=10" */
static bool
is_sampling(const char *text)
{
	static const char *const names[] = {
		"task=", "energy=", "network=", "filesystem="
	};

	if (*text >= '0' && *text <= '9')
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncasecmp(text, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* Seconds, and S or L for a short or a long environment. */
static bool
is_user_env(const char *text)
{
	size_t len = strspn(text, "0123456789");

	return !text[len] || (strchr("SsLl", text[len]) && !text[len + 1]);
}

static enum ft_status
check_file(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	uint32_t number;

	batch->status = 1;
	if (access(text, R_OK) == 0)
		return FT_OK;
	if (batch_options[key].kind == BATCH_KIND_FILE)
		return ft_fail(err, FT_EINVAL, "Invalid --%s specification",
		    batch_options[key].name);
	if (ft_num_u32(text, &number))
		return FT_OK;
	return ft_fail(
	    err, FT_EINVAL, "Could not open user environment file %s", text);
}

static enum ft_status
check_frequency(struct batch *batch, const char *text, struct ft_error *err)
{
	batch->status = BATCH_BAD_WORD;
	if (is_frequency(text))
		return FT_OK;
	ft_cmd_error(
	    batch->context, "unrecognized --cpu-freq argument \"%s\"", text);
	return ft_fail(err, FT_EINVAL, "Invalid --cpu-freq argument");
}

/* "2:4:1", "*:2", "1-2:4" */
static enum ft_status
check_sockets(struct batch *batch, const char *text, struct ft_error *err)
{
	static const char *const parts[] = { "first", "second", "third" };

	batch->status = 1;
	for (size_t i = 0; i < 3; i++) {
		int len = (int)strcspn(text, ":");

		if (*text != '*' && !(*text >= '0' && *text <= '9'))
			return ft_fail(err, FT_EINVAL,
			    "Invalid numeric value \"%.*s\" for %s arg of -B.",
			    len, text, parts[i]);
		if (!text[len])
			break;
		text += len + 1;
	}
	return FT_OK;
}

/* Whether each word of the comma list TEXT begins with one of WORDS, which are
 * separated by |. */
static bool
all_begin(const char *text, const char *words)
{
	for (; *text; text += strcspn(text, ","), text += *text == ',') {
		const char *at = words;
		bool found = false;

		while (*at && !found) {
			size_t size = strcspn(at, "|");

			found = strncasecmp(at, text, size) == 0;
			at += size + (at[size] == '|');
		}
		if (!found && !(*text >= '0' && *text <= '9'))
			return false;
	}
	return true;
}

/* Words that some options may begin with, and the message about a bad one. */
static const struct {
	enum batch_kind kind;
	const char *words, *before, *after;
} bindings[] = {
	{ BATCH_KIND_GPU_BIND,
	    "closest|single:|map_gpu:|mask_gpu:|none|per_task:|verbose|v",
	    "Invalid --gpu-bind argument: gpu:", "" },
	{ BATCH_KIND_GPU_FREQ, "low|medium|high|memory=|verbose",
	    "Invalid --gpu-freq argument: gpu:", "" },
	{ BATCH_KIND_MEM_BIND,
	    "none|no|rank|local|map_mem:|mask_mem:|quiet|q|verbose|v|sort|"
	    "nosort|prefer|p",
	    "unrecognized --mem-bind argument \"", "\"" },
};

static enum ft_status
check_binding(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];

	for (size_t i = 0; i < sizeof bindings / sizeof *bindings; i++)
		if (bindings[i].kind == batch_options[key].kind &&
		    !all_begin(text, bindings[i].words))
			return ft_fail(err, FT_EINVAL, "%s%s%s",
			    bindings[i].before, text, bindings[i].after);
	return FT_OK;
}

static enum ft_status
check_limits(struct batch *batch, const char *text, struct ft_error *err)
{
	batch->status = 1;
	if (!*text || all_of(text, "ALL|NONE|AS|CORE|CPU|DATA|FSIZE|MEMLOCK|"
				   "NOFILE|NPROC|RSS|STACK"))
		return FT_OK;
	ft_cmd_error(batch->context, "Bad rlimit name: %s", text);
	return ft_fail(err, FT_EINVAL, "--propagate=%s is not valid.", text);
}

enum ft_status
batch_check(struct batch *batch, enum batch_key key, struct ft_error *err)
{
	const char *text = batch->value[key];
	uint32_t number;
	uint64_t size;
	int64_t minutes;
	bool good = true;

	batch->status = BATCH_BAD_WORD;
	switch (batch_options[key].kind) {
	case BATCH_KIND_TEXT:
		return batch_check_text(batch, key, err);
	case BATCH_KIND_FLAG:
		break;
	case BATCH_KIND_COUNT:
		return check_count(batch, key, err);
	case BATCH_KIND_NATURAL:
		return ft_num_u32(text, &number) ? FT_OK
						 : bad_number(batch, key, err);
	case BATCH_KIND_SWITCHES:
		return *text >= '0' && *text <= '9'
			   ? FT_OK
			   : bad_number(batch, key, err);
	case BATCH_KIND_SOCKETS:
		return check_sockets(batch, text, err);
	case BATCH_KIND_GPU_BIND:
	case BATCH_KIND_GPU_FREQ:
	case BATCH_KIND_MEM_BIND:
		return check_binding(batch, key, err);
	case BATCH_KIND_PROPAGATE:
		return check_limits(batch, text, err);
	case BATCH_KIND_SIZE:
		good = batch_size(text, &size);
		break;
	case BATCH_KIND_LIMIT:
		good = batch_limit(batch, text, &minutes);
		break;
	case BATCH_KIND_DATE:
		return check_date(batch, key, err);
	case BATCH_KIND_NODES:
		return check_nodes(batch, text, err);
	case BATCH_KIND_NICE:
		return check_nice(batch, text, err);
	case BATCH_KIND_PRIORITY:
		return check_priority(batch, text, err);
	case BATCH_KIND_USER: /* once the store is open */
		break;
	case BATCH_KIND_GROUP:
		good = ft_num_u32(text, &number) || strcmp(text, "root") == 0;
		break;
	case BATCH_KIND_EXCLUSIVE:
		good = !*text || all_of(text, "user|mcs|exclusive");
		break;
	case BATCH_KIND_YES_NO:
		good = all_of(text, "yes|no");
		break;
	case BATCH_KIND_ZERO_ONE:
		if (!ft_num_u32(text, &number))
			return bad_number(batch, key, err);
		good = all_of(text, "0|1");
		break;
	case BATCH_KIND_CPU_FREQ:
		return check_frequency(batch, text, err);
	case BATCH_KIND_GRES_FLAGS:
		good = all_of(text, "disable-binding|enforce-binding");
		break;
	case BATCH_KIND_USER_ENV:
		good = is_user_env(text);
		break;
	case BATCH_KIND_ACCTG_FREQ:
		if (is_sampling(text))
			break;
		return ft_fail(err, FT_EINVAL,
		    "Invalid --acctg-freq specification: %s", text);
	case BATCH_KIND_NO_KILL:
		good = !*text || all_of(text, "set|off|no");
		break;
	case BATCH_KIND_ENV_FILE:
	case BATCH_KIND_FILE:
		return check_file(batch, key, err);
	case BATCH_KIND_OPEN_MODE:
		good = *text == 'a' || *text == 't' || *text == 'A' ||
		       *text == 'T';
		break;
	case BATCH_KIND_MAIL:
		good = ft_job_knows_mail(text);
		break;
	case BATCH_KIND_DISTRIBUTION:
		good = is_distribution(text);
		break;
	case BATCH_KIND_SIGNAL:
		good = is_signal(text);
		break;
	case BATCH_KIND_PROFILE:
		if (all_of(text, "none|all|energy|lustre|network|task"))
			break;
		return ft_fail(
		    err, FT_EINVAL, "invalid --profile=%s option", text);
	case BATCH_KIND_HINT:
		batch->status = 1;
		/* its help goes nowhere in a batch job */
		if (batch->context->slurm && strcmp(text, "help") == 0)
			return FT_EINVAL;
		if (all_of(text,
			"compute_bound|memory_bound|multithread|nomultithread"))
			break;
		return ft_fail(err, FT_EINVAL,
		    "unrecognized --hint argument \"%s\", see --hint=help",
		    text);
	case BATCH_KIND_RUNTIME:
	case BATCH_KIND_EXIT:
	case BATCH_KIND_MANY:
	case BATCH_KIND_ARRIVAL:
	case BATCH_KIND_SEED:
		return check_ours(batch, key, err);
	}
	return good ? FT_OK : bad_word(batch, key, err);
}
