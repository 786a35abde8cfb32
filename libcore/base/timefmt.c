#include "base/timefmt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/num.h"

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

/* Read 1..3 numbers with colons between, the whole rest of the text. */
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
	/* What the first number means when one, two or three are given. */
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
	/* The largest number is taken: it says "unlimited". */
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

/* A date being read; what was not said is that of "now", or midnight. */
struct date {
	struct tm tm;
	bool has_year;
};

/* Turn DATE, DAYS and YEARS later, into *when; false for a 30 February. */
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
	if (!days &&
	    (tm.tm_mday != date->tm.tm_mday || tm.tm_mon != date->tm.tm_mon))
		return false;
	*when = t;
	return true;
}

static bool
set_month_day(struct date *date, int month, int day)
{
	date->tm.tm_mon = month - 1;
	date->tm.tm_mday = day;
	return month >= 1 && month <= 12 && day >= 1 && day <= 31;
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

/* MM/DD[/YY] and MM.DD[.YY] */
static bool
take_split_day(const char **at, struct date *date)
{
	int month, day, year;
	char mark;

	if (!take_number(at, 1, 2, &month))
		return false;
	mark = **at;
	if (mark != '/' && mark != '.')
		return false;
	++*at;
	if (!take_number(at, 1, 2, &day))
		return false;
	if (take_char(at, mark)) {
		if (!take_number(at, 2, 2, &year))
			return false;
		date->tm.tm_year = 100 + year;
		date->has_year = true;
	}
	return set_month_day(date, month, day);
}

/* MMDD and MMDDYY */
static bool
take_joined_day(const char **at, struct date *date)
{
	size_t len = strspn(*at, "0123456789");
	int month, day, year;

	if ((len != 4 && len != 6) || !take_number(at, 2, 2, &month) ||
	    !take_number(at, 2, 2, &day))
		return false;
	if (len == 6) {
		take_number(at, 2, 2, &year);
		date->tm.tm_year = 100 + year;
		date->has_year = true;
	}
	return set_month_day(date, month, day);
}

/* YYYY-MM-DD */
static bool
take_iso_day(const char **at, struct date *date)
{
	int year, month, day;

	if (!take_number(at, 4, 4, &year) || !take_char(at, '-') ||
	    !take_number(at, 2, 2, &month) || !take_char(at, '-') ||
	    !take_number(at, 2, 2, &day))
		return false;
	date->tm.tm_year = year - 1900;
	date->has_year = true;
	return set_month_day(date, month, day);
}

/* A day in one of its forms, and maybe a time of day behind it. */
static bool
parse_day(const char *text, struct date *date)
{
	static const struct {
		bool (*take)(const char **at, struct date *date);
		char mark; /* between day and time of day */
	} form[] = {
		{ take_iso_day, 'T' },
		{ take_split_day, '-' },
		{ take_joined_day, '-' },
	};

	for (size_t i = 0; i < sizeof form / sizeof form[0]; i++) {
		struct date trial = *date;
		const char *at = text;

		if (!form[i].take(&at, &trial))
			continue;
		if (take_char(&at, form[i].mark) && !take_clock(&at, &trial))
			continue;
		if (*at)
			continue;
		*date = trial;
		return true;
	}
	return false;
}

/* A day without a year: this year's, unless it lies on the wrong side. */
static bool
resolve_day(const struct date *date, int64_t now, bool past, int64_t *when)
{
	bool found = resolve(date, 0, 0, when);
	int direction = past ? -1 : 1;

	if (date->has_year)
		return found;
	/* 29 February may be up to eight years away. */
	for (int years = 0; years <= 8; years++) {
		found = resolve(date, 0, direction * years, when);
		if (found && (past ? *when <= now : *when >= now))
			return true;
	}
	return false;
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
	size_t len;

	if (!*at) {
		*when = now;
		return true;
	}
	if (*at != '+' && *at != '-')
		return false;
	at++;
	if (!take_count(&at, &count))
		return false;
	len = strlen(at);
	if (!len)
		size = 1;
	for (size_t i = 0; !size && i < sizeof unit / sizeof unit[0]; i++)
		if (!strncasecmp(at, unit[i].name, len) &&
		    len <= strlen(unit[i].name))
			size = unit[i].seconds;
	if (!size || !add_units(&sum, minus ? -count : count, size))
		return false;
	*when = sum;
	return true;
}

/*
 * Seconds since 1970, with or without "uts" in front; bare numbers of four or
 * six digits are days of the year, good or bad ones.
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

	for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
		if (!strcasecmp(text, word[i].word))
			return word[i].hour;
	return -1;
}

/* No store holds a time past the last there is. */
static bool
keep_time(int64_t found, int64_t *when)
{
	if (found > FT_TIME_LAST || found < -FT_TIME_LAST)
		return false;
	*when = found;
	return true;
}

bool
ft_time_date(const char *text, int64_t now, bool past, int64_t *when)
{
	struct date date = { .has_year = false }, clock;
	const char *at = text;
	int hour = hour_of_word(text);
	int64_t found;

	if (!strncasecmp(text, "now", 3))
		return parse_offset(text + 3, now, &found) &&
		       keep_time(found, when);
	if (!local_time(now, &date.tm))
		return false;
	set_clock(&date, 0, 0, 0);
	clock = date;
	if (!strcasecmp(text, "today")) {
		if (!resolve(&date, 0, 0, &found))
			return false;
	} else if (!strcasecmp(text, "tomorrow")) {
		if (!resolve(&date, 1, 0, &found))
			return false;
	} else if (hour >= 0) {
		set_clock(&clock, hour, 0, 0);
		if (!resolve_clock(&clock, now, past, &found))
			return false;
	} else if (take_clock(&at, &clock) && !*at) {
		if (!resolve_clock(&clock, now, past, &found))
			return false;
	} else if (parse_day(text, &date)) {
		if (!resolve_day(&date, now, past, &found))
			return false;
	} else if (!parse_epoch(text, &found)) {
		return false;
	}
	return keep_time(found, when);
}
