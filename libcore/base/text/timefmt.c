#include "base/text/timefmt.h"

#include <time.h>

#define MINUTE 60
#define HOUR   3600
#define DAY    86400

/* ---- reading numbers and words ---- */

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
	/* "1-": days and nothing more */
	n = 0;
	if (!(dashed && !*at) && !take_fields(at, field, &n))
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

void
ft_time_add_duration(struct ft_str *str, int64_t seconds)
{
	char buf[32];

	ft_str_add(str, ft_time_format_duration(buf, sizeof buf, seconds));
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

/*
 * A date being read.  Words, "now" and numbers set fields of TM in turn, so that
 * the last of two days or times of day counts.
 */
struct scan {
	const struct ft_time_reading *reading;
	const char *text;
	int at; /* of text; -1: before it */
	struct tm tm;
	bool has_day, has_year, has_clock;
};

static const char *
rest_of(const struct scan *scan)
{
	return scan->text + scan->at;
}

static bool
at_digit(const struct scan *scan)
{
	return isdigit((unsigned char)*rest_of(scan));
}

static void
pass_blanks(struct scan *scan)
{
	while (isspace((unsigned char)*rest_of(scan)))
		scan->at++;
}

static bool
take_mark(struct scan *scan, const char *marks)
{
	char c = *rest_of(scan);

	if (!c || !strchr(marks, c))
		return false;
	scan->at++;
	return true;
}

/* The parts of a date; DIGITS: exactly so many are required, 0: one or two. */
static const struct part {
	int digits, least, most;
} year_part = { 4, 0, 9999 }, short_year_part = { 2, 0, 99 },
  month_part = { 0, 1, 12 }, day_part = { 0, 1, 31 }, hour_part = { 0, 0, 23 },
  minute_part = { 2, 0, 59 };

/* A part out of its range is wrong two characters before its end, as in Slurm. */
static bool
take_part(struct scan *scan, const struct part *part, int *value)
{
	int most = part->digits ? part->digits : 2, n = 0;

	for (*value = 0; n < most && at_digit(scan); n++)
		*value = *value * 10 + (scan->text[scan->at++] - '0');
	if (n == 0 || n < part->digits)
		return false;
	if (*value >= part->least && *value <= part->most)
		return true;
	scan->at -= 2;
	return false;
}

static void
set_clock(struct scan *scan, int hour, int minute, int second)
{
	scan->tm.tm_hour = hour;
	scan->tm.tm_min = minute;
	scan->tm.tm_sec = second;
	scan->has_clock = true;
}

static void
set_day(struct scan *scan, int month, int day)
{
	scan->tm.tm_mon = month - 1;
	scan->tm.tm_mday = day;
	scan->has_day = true;
}

static void
set_year(struct scan *scan, int year)
{
	scan->tm.tm_year = year - 1900;
	scan->has_year = true;
}

/* HH:MM[:SS], and after blanks AM or PM */
static bool
take_clock(struct scan *scan)
{
	int hour, minute, second = 0;
	bool am, pm;

	if (!take_part(scan, &hour_part, &hour) || !take_mark(scan, ":") ||
	    !take_part(scan, &minute_part, &minute) ||
	    (take_mark(scan, ":") && !take_part(scan, &minute_part, &second)))
		return false;
	pass_blanks(scan);
	am = !strncasecmp(rest_of(scan), "AM", 2);
	pm = !strncasecmp(rest_of(scan), "PM", 2);
	if (am || pm) {
		if (hour > 12)
			return false;
		scan->at += 2;
		hour = hour % 12 + (pm ? 12 : 0);
	}
	set_clock(scan, hour, minute, second);
	return true;
}

/* YYYY-MM-DD */
static bool
take_iso_day(struct scan *scan)
{
	int year, month, day;

	if (!take_part(scan, &year_part, &year) || !take_mark(scan, "-") ||
	    !take_part(scan, &month_part, &month) || !take_mark(scan, "-") ||
	    !take_part(scan, &day_part, &day))
		return false;
	set_year(scan, year);
	set_day(scan, month, day);
	return true;
}

/* MMDD[YY], with or without / or . between them */
static bool
take_short_day(struct scan *scan)
{
	int year, month, day;

	if (!take_part(scan, &month_part, &month) ||
	    !(take_mark(scan, "/.") || at_digit(scan)) ||
	    !take_part(scan, &day_part, &day))
		return false;
	set_day(scan, month, day);
	take_mark(scan, "/.");
	if (!at_digit(scan))
		return true;
	if (!take_part(scan, &short_year_part, &year))
		return false;
	/* to Slurm 00 is no year */
	if (year || !scan->reading->strict)
		set_year(scan, 2000 + year);
	return true;
}

static bool
take_number(struct scan *scan)
{
	const char *rest = rest_of(scan);

	if (rest[1] == ':' || (rest[1] && rest[2] == ':'))
		return take_clock(scan);
	if (strnlen(rest, 8) == 8 && rest[4] == '-' && rest[7] == '-')
		return take_iso_day(scan);
	return take_short_day(scan);
}

/* Step over a unit of time; we let it be cut short, as in "2min". */
static bool
take_unit(struct scan *scan, int64_t *seconds)
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

	for (size_t i = 0; i < FT_COUNT(unit); i++) {
		const char *rest = rest_of(scan);
		size_t len = strlen(unit[i].name), n = len;

		while (n > 0 && strncasecmp(rest, unit[i].name, n) != 0)
			n--;
		if (n < len - 1 && (scan->reading->strict || n == 0 ||
				       isalpha((unsigned char)rest[n])))
			continue;
		scan->at += (int)n;
		*seconds = unit[i].seconds;
		return true;
	}
	return false;
}

/* The rest of "now[+-N[unit]]". */
static bool
take_offset(struct scan *scan, int64_t *when)
{
	const char *rest;
	int64_t count, size = 1;
	int sign;
	bool minus;

	pass_blanks(scan);
	if (!*rest_of(scan))
		return true;
	minus = *rest_of(scan) == '-';
	sign = scan->at;
	if (!take_mark(scan, "+-"))
		return false;
	pass_blanks(scan);
	rest = rest_of(scan);
	if (!take_count(&rest, &count)) {
		scan->at = sign;
		return false;
	}
	scan->at = (int)(rest - scan->text);
	pass_blanks(scan);
	if (*rest_of(scan) && !take_unit(scan, &size)) {
		scan->at--;
		return false;
	}
	return add_units(when, minus ? -count : count, size);
}

static bool
take_now(struct scan *scan)
{
	int64_t when = scan->reading->now;

	if (!take_offset(scan, &when) || !local_time(when, &scan->tm))
		return false;
	scan->has_day = scan->has_year = scan->has_clock = true;
	return true;
}

static bool
take_word(struct scan *scan)
{
	enum kind { NOW, DAYS, CLOCK };
	static const struct {
		const char *word;
		enum kind kind;
		int number; /* days from today, or the hour */
	} words[] = {
		{ "now", NOW, 0 },
		{ "today", DAYS, 0 },
		{ "tomorrow", DAYS, 1 },
		{ "midnight", CLOCK, 0 },
		{ "elevenses", CLOCK, 11 },
		{ "noon", CLOCK, 12 },
		{ "fika", CLOCK, 15 },
		{ "teatime", CLOCK, 16 },
	};
	const char *rest = rest_of(scan), *unknown = scan->reading->unknown;
	size_t i = 0;
	struct tm today;

	while (i < FT_COUNT(words) &&
	       strncasecmp(rest, words[i].word, strlen(words[i].word)) != 0)
		i++;
	if (i == FT_COUNT(words) ||
	    (unknown && strcmp(words[i].word, unknown) == 0))
		return false;
	scan->at += (int)strlen(words[i].word);
	switch (words[i].kind) {
	case NOW:
		return take_now(scan);
	case CLOCK:
		set_clock(scan, words[i].number, 0, 0);
		return true;
	case DAYS:
		break;
	}
	if (!local_time(scan->reading->now, &today))
		return false;
	set_year(scan, today.tm_year + 1900);
	set_day(scan, today.tm_mon + 1, today.tm_mday + words[i].number);
	return true;
}

/*
 * Take a part, or skip a blank, a hyphen or T between parts.  Slurm reads "Today"
 * as this T and a bad word.
 */
static bool
take_any(struct scan *scan)
{
	char c = *rest_of(scan);
	int from = scan->at;

	if (at_digit(scan))
		return take_number(scan);
	if (c != '-' && !isspace((unsigned char)c) &&
	    (c != 'T' || !scan->reading->strict)) {
		if (take_word(scan))
			return true;
		if (c != 'T' || scan->at != from)
			return false;
	}
	scan->at++;
	return true;
}

/* Set *when to what was read plus DAYS and YEARS; 30 February becomes a day in
 * March. */
static bool
resolve(const struct scan *scan, int days, int years, int64_t *when)
{
	struct tm tm = scan->tm;
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

/* The same, with a year or day that was not given chosen by the present time. */
static bool
resolve_from_now(const struct scan *scan, const struct tm *now, int64_t *when)
{
	const struct ft_time_reading *reading = scan->reading;

	if (!scan->has_day && !scan->has_clock) {
		*when = 0;
		return reading->strict;
	}
	if (!resolve(scan, 0, 0, when))
		return false;
	if (scan->has_year ||
	    (reading->past ? !scan->has_day || scan->tm.tm_mon <= now->tm_mon
			   : *when >= reading->now))
		return true;
	if (reading->past)
		return resolve(scan, 0, -1, when);
	return scan->has_day ? resolve(scan, 0, 1, when)
			     : resolve(scan, 1, 0, when);
}

/*
 * Seconds since 1970, after "uts", to Slurm a million at least; ours: without it,
 * unless they are of four or six digits, which are MMDD[YY], valid or not.
 */
static bool
parse_epoch(const char *text, bool strict, int64_t *when)
{
	bool marked = !strncasecmp(text, "uts", 3);
	size_t len = strlen(text);

	if (marked)
		text += 3;
	else if (strict || len == 4 || len == 6)
		return false;
	return *text != '-' && ft_num_i64(text, when) &&
	       (!strict || *when >= 1000000);
}

bool
ft_time_read(const char *text, struct ft_time_reading *reading, int64_t *when)
{
	struct scan scan = { .reading = reading, .text = text };
	struct tm now;
	int64_t found;
	bool good;

	reading->place = 0;
	if (!local_time(reading->now, &now))
		return false;
	scan.tm = now;
	scan.tm.tm_hour = scan.tm.tm_min = scan.tm.tm_sec = 0;
	good = parse_epoch(text, reading->strict, &found);
	if (!good) {
		do
			good = !*rest_of(&scan) || take_any(&scan);
		while (good && *rest_of(&scan));
		reading->place = scan.at;
		good = good && resolve_from_now(&scan, &now, &found);
	}
	/* the store keeps no time after FT_TIME_LAST */
	if (!good || found > FT_TIME_LAST || found < -FT_TIME_LAST)
		return false;
	*when = found;
	return true;
}

bool
ft_time_date(const char *text, int64_t now, bool past, int64_t *when)
{
	struct ft_time_reading reading = { .now = now, .past = past };

	return ft_time_read(text, &reading, when);
}
