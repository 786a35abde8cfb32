#include "base/text/timefmt.h"

#include <time.h>

#define MINUTE 60
#define HOUR   3600
#define DAY    86400

/* ---- reading numbers and words ---- */

/* Step over MIN..MAX digits at *AT and return them in *value. */
static bool
take_number(const char **at, int min, int max, int *value)
{
	int n = 0, sum = 0;

	for (; n < max && **at >= '0' && **at <= '9'; n++, ++*at)
		sum = sum * 10 + (**at - '0');
	*value = sum;
	return n >= min;
}

static bool
take_char(const char **at, char c)
{
	if (**at != c)
		return false;
	++*at;
	return true;
}

/* Step over digits of any number at *AT; false when none or too many. */
static bool
take_count(const char **at, int64_t *count)
{
	char digits[20];
	size_t len = strspn(*at, "0123456789");

	if (len >= sizeof digits)
		return false;
	memcpy(digits, *at, len);
	digits[len] = '\0';
	*at += len;
	return ft_num_i64(digits, count);
}

/* *sum += count * unit; false on overflow. */
static bool
add_units(int64_t *sum, int64_t count, int64_t unit)
{
	int64_t part;

	return ft_num_mul_i64(count, unit, &part) &&
	       ft_num_add_i64(*sum, part, sum);
}

/* ---- durations ---- */

static bool
is_unlimited(const char *text)
{
	return !strcmp(text, "-1") || !strcasecmp(text, "INFINITE") ||
	       !strcasecmp(text, "UNLIMITED");
}

/* Read 1..3 numbers separated by colons, up to the end of the text. */
static bool
take_fields(const char *at, int64_t field[3], int *n)
{
	*n = 0;
	do {
		if (*n == 3 || !take_count(&at, &field[(*n)++]))
			return false;
	} while (take_char(&at, ':'));
	return *at == '\0';
}

bool
ft_time_duration(const char *text, int64_t *seconds)
{
	/* The unit of the first number if one, two or three are given. */
	static const int64_t unit_of_first[] = { MINUTE, MINUTE, HOUR };
	int64_t field[3], days = 0, sum = 0, unit;
	bool dashed = false;
	const char *at = text;
	int n;

	if (is_unlimited(text)) {
		*seconds = FT_TIME_UNLIMITED;
		return true;
	}
	if (take_count(&at, &days) && take_char(&at, '-'))
		dashed = true;
	else
		at = text;
	if (!take_fields(at, field, &n))
		return false;
	if (dashed && !add_units(&sum, days, DAY))
		return false;
	unit = dashed ? HOUR : unit_of_first[n - 1];
	for (int i = 0; i < n; i++, unit /= 60)
		if (!add_units(&sum, field[i], unit))
			return false;
	/* The largest number is reserved for "unlimited". */
	if (sum == FT_TIME_UNLIMITED)
		return false;
	*seconds = sum;
	return true;
}

bool
ft_time_minutes(const char *text, int64_t *minutes)
{
	int64_t seconds;

	if (!ft_time_duration(text, &seconds))
		return false;
	if (seconds == FT_TIME_UNLIMITED)
		*minutes = FT_TIME_UNLIMITED;
	else
		*minutes = seconds / MINUTE + (seconds % MINUTE != 0);
	return true;
}

char *
ft_time_format_duration(char *buf, size_t size, int64_t seconds)
{
	int hours = (int)(seconds % DAY / HOUR);
	int minutes = (int)(seconds % HOUR / MINUTE);
	int rest = (int)(seconds % MINUTE);

	if (seconds == FT_TIME_UNLIMITED)
		snprintf(buf, size, "UNLIMITED");
	else if (seconds < 0)
		snprintf(buf, size, "INVALID");
	else if (seconds >= DAY)
		snprintf(buf, size, "%" PRId64 "-%02d:%02d:%02d", seconds / DAY,
		    hours, minutes, rest);
	else
		snprintf(buf, size, "%02d:%02d:%02d", hours, minutes, rest);
	return buf;
}

/* ---- dates ---- */

static bool
local_time(int64_t when, struct tm *tm)
{
	time_t t = (time_t)when;

	/* localtime_r alone need not look at TZ. */
	tzset();
	return t == when && localtime_r(&t, tm);
}

char *
ft_time_format_date(char *buf, size_t size, int64_t when)
{
	struct tm tm;

	if (!when || !local_time(when, &tm) ||
	    !strftime(buf, size, "%Y-%m-%dT%H:%M:%S", &tm))
		snprintf(buf, size, "Unknown");
	return buf;
}

void
ft_time_add_date(struct ft_str *str, int64_t when)
{
	char buf[32];

	ft_str_add(str, ft_time_format_date(buf, sizeof buf, when));
}

/* A date being read; missing fields are those of "now", or midnight. */
struct date {
	struct tm tm;
	bool has_year;
};

/* Turn DATE, DAYS and YEARS later, into *when; 30 February is in March. */
static bool
resolve(const struct date *date, int days, int years, int64_t *when)
{
	struct tm tm = date->tm;
	time_t t;

	tm.tm_year += years;
	tm.tm_mday += days;
	tm.tm_isdst = -1;
	t = mktime(&tm);
	if (t == (time_t)-1)
		return false;
	*when = t;
	return true;
}

static void
set_clock(struct date *date, int hour, int minute, int second)
{
	date->tm.tm_hour = hour;
	date->tm.tm_min = minute;
	date->tm.tm_sec = second;
}

/* HH:MM[:SS][AM|PM] */
static bool
take_clock(const char **at, struct date *date)
{
	int hour, minute, second = 0;
	bool am, pm;

	if (!take_number(at, 1, 2, &hour) || !take_char(at, ':') ||
	    !take_number(at, 2, 2, &minute))
		return false;
	if (take_char(at, ':') && !take_number(at, 2, 2, &second))
		return false;
	am = !strncasecmp(*at, "AM", 2);
	pm = !strncasecmp(*at, "PM", 2);
	if (am || pm) {
		*at += 2;
		if (hour < 1 || hour > 12)
			return false;
		hour = hour % 12 + (pm ? 12 : 0);
	}
	set_clock(date, hour, minute, second);
	return hour < 24 && minute < 60 && second < 60;
}

/*
 * Take a day as FORM has it: Y four digits of the year, y its last two, M and D
 * two digits of month and day, m and d one or two; anything else is itself.
 */
static bool
take_form(const char **at, const char *form, struct date *date)
{
	bool has_year = strpbrk(form, "Yy") != NULL, good = true;
	int year = 0, month = 0, day = 0;

	for (; *form && good; form++) {
		if (strchr("Yy", *form))
			good = take_number(at, *form == 'Y' ? 4 : 2,
			    *form == 'Y' ? 4 : 2, &year);
		else if (strchr("Mm", *form))
			good = take_number(at, *form == 'M' ? 2 : 1, 2, &month);
		else if (strchr("Dd", *form))
			good = take_number(at, *form == 'D' ? 2 : 1, 2, &day);
		else
			good = take_char(at, *form);
		if (*form == 'y')
			year += 2000;
	}
	date->tm.tm_mon = month - 1;
	date->tm.tm_mday = day;
	date->has_year = has_year;
	if (has_year)
		date->tm.tm_year = year - 1900;
	return good && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* A day in one of its forms, optionally followed by a time of day. */
static bool
parse_day(const char *text, struct date *date)
{
	static const struct {
		const char *form;
		char mark; /* between day and time of day */
	} forms[] = {
		{ "Y-M-D", 'T' },
		{ "Y-M-D", '-' },
		{ "m/d/y", '-' },
		{ "m/d", '-' },
		{ "m.d.y", '-' },
		{ "m.d", '-' },
		{ "MDy", '-' },
		{ "MD", '-' },
	};

	for (size_t i = 0; i < FT_COUNT(forms); i++) {
		struct date trial = *date;
		const char *at = text;

		if (!take_form(&at, forms[i].form, &trial) ||
		    (take_char(&at, forms[i].mark) && *at &&
			!take_clock(&at, &trial)) ||
		    *at)
			continue;
		*date = trial;
		return true;
	}
	return false;
}

/* A day without a year: this year's, unless that is on the wrong side of NOW. */
static bool
resolve_day(const struct date *date, int64_t now, bool past, int64_t *when)
{
	if (!resolve(date, 0, 0, when))
		return false;
	if (date->has_year || (past ? *when <= now : *when >= now))
		return true;
	return resolve(date, 0, past ? -1 : 1, when);
}

/* A time of day: the most recent or the next one, seen from NOW. */
static bool
resolve_clock(const struct date *date, int64_t now, bool past, int64_t *when)
{
	if (!resolve(date, 0, 0, when))
		return false;
	if (past && *when > now)
		return resolve(date, -1, 0, when);
	if (!past && *when < now)
		return resolve(date, 1, 0, when);
	return true;
}

/* The rest of "now[+-N[unit]]": a unit may be cut short, as in "2min". */
static bool
parse_offset(const char *at, int64_t now, int64_t *when)
{
	static const struct {
		const char *name;
		int64_t seconds;
	} unit[] = {
		{ "seconds", 1 },
		{ "minutes", MINUTE },
		{ "hours", HOUR },
		{ "days", DAY },
		{ "weeks", 7 * DAY },
	};
	int64_t count, size = 0, sum = now;
	bool minus = *at == '-';

	if (!*at) {
		*when = now;
		return true;
	}
	if (*at != '+' && *at != '-')
		return false;
	at++;
	if (!take_count(&at, &count))
		return false;
	/* an empty unit means seconds */
	for (size_t i = 0; !size && i < FT_COUNT(unit); i++)
		if (ft_word_cuts(ft_word_of(at), unit[i].name, 0))
			size = unit[i].seconds;
	if (!size || !add_units(&sum, minus ? -count : count, size))
		return false;
	*when = sum;
	return true;
}

/*
 * Seconds since 1970, with or without "uts" in front; bare numbers of four or
 * six digits are dates (MMDD[YY]), valid or not.
 */
static bool
parse_epoch(const char *text, int64_t *when)
{
	bool marked = !strncasecmp(text, "uts", 3);
	size_t len = strlen(text);

	if (marked)
		text += 3;
	else if (len == 4 || len == 6)
		return false;
	return *text != '-' && ft_num_i64(text, when);
}

/* Returns the hour a word stands for, or -1. */
static int
hour_of_word(const char *text)
{
	static const struct {
		const char *word;
		int hour;
	} word[] = {
		{ "midnight", 0 },
		{ "elevenses", 11 },
		{ "noon", 12 },
		{ "fika", 15 },
		{ "teatime", 16 },
	};
	int row = ft_row_find(FT_ROWS(word), ft_word_of(text));

	return row < 0 ? -1 : word[row].hour;
}

/* The store keeps no time after FT_TIME_LAST. */
static bool
keep_time(int64_t found, int64_t *when)
{
	if (found > FT_TIME_LAST || found < -FT_TIME_LAST)
		return false;
	*when = found;
	return true;
}

/* Returns where TEXT, without a year at its start, is wrong: "12:60", "1/32", "1am". */
static size_t
bad_short_place(const char *text)
{
	const char *at = text;
	size_t digits = strspn(text, "0123456789");
	int first, second;

	if (digits < 1 || digits > 2 || !take_number(&at, 1, 2, &first))
		return 0;
	if (*at == '/' || *at == '.')
		return first < 1 || first > 12 ? 0 : digits + 1;
	if (*at != ':')
		return digits;
	if (first > 23)
		return 0;
	while (*at == ':' && at - text < 6) {
		const char *part = ++at;

		digits = strspn(at, "0123456789");
		if (digits < 2 || !take_number(&at, 2, 2, &second))
			return (size_t)(part - text) + digits;
		if (second > 59)
			return (size_t)(part - text);
	}
	return (size_t)(at - text);
}

size_t
ft_time_bad_place(const char *text)
{
	static const struct {
		size_t at;
		int least, most;
		char after;
	} part[] = { { 5, 1, 12, '-' }, { 8, 1, 31, 'T' }, { 11, 0, 23, ':' },
		{ 14, 0, 59, ':' }, { 17, 0, 59, '\0' } };
	const char *at = text;
	int number;

	if (!strncasecmp(text, "now", 3))
		return text[3] && strchr("+-", text[3]) &&
			       isdigit((unsigned char)text[4])
			   ? 4
			   : 3;
	if (!take_number(&at, 4, 4, &number) || *at != '-')
		return bad_short_place(text);
	if (strspn(text + 5, "0123456789") != 2 || text[7] != '-')
		return 0;
	for (size_t i = 0; i < FT_COUNT(part); i++) {
		at++;
		if (!take_number(&at, 2, 2, &number) ||
		    number < part[i].least || number > part[i].most)
			return part[i].at;
		if (*at != part[i].after)
			break;
	}
	return (size_t)(at - text);
}

bool
ft_time_date(const char *text, int64_t now, bool past, int64_t *when)
{
	struct date date = { .has_year = false }, clock;
	const char *at = text;
	int hour = hour_of_word(text);
	int64_t found;
	bool good;

	if (!strncasecmp(text, "now", 3))
		return parse_offset(text + 3, now, &found) &&
		       keep_time(found, when);
	if (!local_time(now, &date.tm))
		return false;
	set_clock(&date, 0, 0, 0);
	clock = date;
	set_clock(&clock, hour, 0, 0);
	if (!strcasecmp(text, "today"))
		good = resolve(&date, 0, 0, &found);
	else if (!strcasecmp(text, "tomorrow"))
		good = resolve(&date, 1, 0, &found);
	else if (hour >= 0 || (take_clock(&at, &clock) && !*at))
		good = resolve_clock(&clock, now, past, &found);
	else if (parse_day(text, &date))
		good = resolve_day(&date, now, past, &found);
	else
		good = parse_epoch(text, &found);
	return good && keep_time(found, when);
}
