/* words.c - what the arguments of some options look like. */
#include "batch/words.h"

#include "base/timefmt.h"
#include "batch/batch.h"

/* Whether every word of the comma list TEXT is one of WORDS (separated by |). */
bool
batch_all_of(const char *text, const char *words)
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

bool
batch_is_distribution(const char *text)
{
	size_t len = strcspn(text, ":,=");
	char word[16];

	if (len >= sizeof word)
		return false;
	memcpy(word, text, len);
	word[len] = '\0';
	return batch_all_of(
	    word, "*|block|cyclic|fcyclic|plane|arbitrary|pack|nopack");
}

bool
batch_is_signal(const char *text)
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

/* Whether each word of the comma list TEXT begins with one of WORDS, which are
 * separated by |. */
bool
batch_all_begin(const char *text, const char *words)
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

bool
batch_is_frequency(const char *text)
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
		if (!batch_all_of(word, words) &&
		    (!len || strspn(word, "0123456789") != len))
			return false;
		text += len;
		if (!*text)
			return true;
	}
}

/* "30" or "task=30,energy=10" */
bool
batch_is_sampling(const char *text)
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
bool
batch_is_user_env(const char *text)
{
	size_t len = strspn(text, "0123456789");

	return !text[len] || (strchr("SsLl", text[len]) && !text[len + 1]);
}

bool
batch_is_group(const char *text)
{
	uint32_t number;

	return ft_num_u32(text, &number) || strcmp(text, "root") == 0;
}

bool
batch_is_open_mode(const char *text)
{
	return *text && strchr("aAtT", *text);
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

/* ---- times ------------------------------------------------------------------------ */

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
