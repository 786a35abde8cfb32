/* syntax.c - which arguments of its options sbatch accepts. */
#include "fbatch/syntax.h"

#include "base/text/timefmt.h"
#include "fbatch/fbatch.h"

/* Whether the LEN bytes at TEXT are one of WORDS; start: or begin with one. */
static bool
is_one_of(const char *text, size_t len, const char *words, bool start)
{
	size_t size;

	for (; *words; words += size + (words[size] == '|')) {
		size = strcspn(words, "|");
		if ((start || size == len) &&
		    strncasecmp(words, text, size) == 0)
			return true;
	}
	return false;
}

bool
fbatch_all_of(const char *text, const char *words)
{
	do {
		size_t len = strcspn(text, ",");

		if (!is_one_of(text, len, words, false))
			return false;
		text += len;
	} while (*text++ == ',');
	return true;
}

bool
fbatch_begins(const char *text, const char *words)
{
	return is_one_of(text, 0, words, true);
}

bool
fbatch_all_begin(const char *text, const char *words)
{
	do {
		if (!is_one_of(text, 0, words, true) &&
		    !isdigit((unsigned char)*text))
			return false;
		text += strcspn(text, ",");
	} while (*text++ == ',');
	return true;
}

/* Whether TEXT is a number above 0. */
static bool
starts_count(const char *text)
{
	char *end;

	return strtoll(text, &end, 10) > 0 && !*end;
}

bool
fbatch_is_distribution(const char *text)
{
	static const char kinds[] =
	    "*|block|cyclic|fcyclic|arbitrary|pack|nopack";
	bool good = *text != '\0', last = false;
	int levels = 0;

	if (strncasecmp(text, "plane=", 6) == 0)
		return starts_count(text + 6);
	while (good && !last) {
		size_t len = strcspn(text, ":,");

		good = ++levels <= 3 &&
		       (!len || is_one_of(text, len, kinds, false));
		text += len;
		last = *text++ != ':';
	}
	return good && (text[-1] != ',' || !*text ||
			   fbatch_all_of(text, "pack|nopack"));
}

bool
fbatch_is_signal(const char *text, bool wraps)
{
	static const char names[] =
	    "HUP|INT|QUIT|ABRT|KILL|ALRM|TERM|USR1|USR2|URG|CONT|STOP|TSTP|"
	    "TTIN|TTOU";
	char *word FT_CLEANUP(ft_free_at) = NULL;
	int64_t number;
	size_t len;

	text += strspn(text, "RB:");
	len = strcspn(text, "@");
	if (text[len] && text[len + 1] &&
	    (!ft_num_i64(text + len + 1, &number) || number < 0 ||
		number > UINT16_MAX))
		return false;
	word = ft_strndup(text, len);
	if (ft_num_i64(word, &number))
		return wraps ? (uint16_t)number : number > 0 && number < 65;
	return is_one_of(word, len, names, false) ||
	       (strncasecmp(word, "SIG", 3) == 0 &&
		   is_one_of(word + 3, len - 3, names, false));
}

bool
fbatch_is_frequency(const char *text)
{
	static const char words[] =
	    "low|medium|high|highm1|conservative|ondemand|performance|"
	    "powersave|userspace|schedutil";

	for (;; text++) {
		size_t len = strcspn(text, "-:");

		if (!is_one_of(text, len, words, false) &&
		    (!len || strspn(text, "0123456789") != len))
			return false;
		text += len;
		if (!*text)
			return true;
	}
}

bool
fbatch_is_sampling(const char *text)
{
	if (is_one_of(text, 0, "task=|energy=|network=|filesystem=", true))
		text = strchr(text, '=') + 1;
	return isdigit((unsigned char)*text);
}

bool
fbatch_is_user_env(const char *text)
{
	size_t len = strspn(text, "0123456789");

	return !text[len] || (strchr("SsLl", text[len]) && !text[len + 1]);
}

bool
fbatch_is_group(const char *text)
{
	uint32_t number;

	return ft_num_u32(text, &number) || strcmp(text, "root") == 0;
}

bool
fbatch_is_open_mode(const char *text)
{
	return *text && strchr("aAtT", *text);
}

/* ---- numbers ------------------------------------------------------------------- */

bool
fbatch_size(const char *text, uint64_t *mib)
{
	static const char units[] = "KMGT";
	size_t len = strspn(text, "0123456789");
	char *number FT_CLEANUP(ft_free_at) = ft_strndup(text, len);
	uint64_t size;
	int power = 1;

	text += len;
	if (*text) {
		const char *unit =
		    isalpha((unsigned char)*text)
			? strchr(units, toupper((unsigned char)*text))
			: NULL;

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

/* ---- times ------------------------------------------------------------------------ */

/*
 * sbatch computes seconds, then minutes, in 32 bits that wrap around.
 * Results of 0 and -1 mean no limit; other negative results are refused.
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
fbatch_limit(const struct fbatch *batch, const char *text, int64_t *minutes)
{
	int64_t seconds;

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
