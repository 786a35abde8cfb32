#include "base/text/timefmt.h"

#include <stdlib.h>

#include "tap/tap.h"

static void
test_duration(void)
{
	static const struct {
		const char *text;
		int64_t seconds, minutes;
	} row[] = {
		{ "0", 0, 0 },
		{ "5", 300, 5 },
		{ "5:30", 330, 6 },
		{ "5:00", 300, 5 },
		{ "1:00:01", 3601, 61 },
		{ "24:00:00", 86400, 1440 },
		{ "90:90", 5490, 92 },
		{ "7-0", 604800, 10080 },
		{ "7-", 604800, 10080 },
		{ "1-12", 129600, 2160 },
		{ "1-12:30", 131400, 2190 },
		{ "1-12:30:05", 131405, 2191 },
		{ "0-0:0:1", 1, 1 },
		{ "-1", FT_TIME_UNLIMITED, FT_TIME_UNLIMITED },
		{ "INFINITE", FT_TIME_UNLIMITED, FT_TIME_UNLIMITED },
		{ "unlimited", FT_TIME_UNLIMITED, FT_TIME_UNLIMITED },
		{ "153722867280912930", 9223372036854775800,
		    153722867280912930 },
	};
	static const char *const bad[] = { "", "-", "-2", "a", "1a", "1:", ":1",
		"1::2", "1:2:3:4", "1--", "1-2-3", "1-2:3:4:5", " 1", "1 ",
		"+1", "1.5", "INF", "153722867280912931",
		"99999999999999999999", "106751991167301-0",
		"000000000000000000001" };

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int64_t seconds = 5, minutes = 5;

		ft_time_duration(row[i].text, &seconds);
		is_i64(seconds, row[i].seconds, "seconds of %s", row[i].text);
		ft_time_minutes(row[i].text, &minutes);
		is_i64(minutes, row[i].minutes, "minutes of %s", row[i].text);
	}
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		int64_t out = 5;

		ok(!ft_time_duration(bad[i], &out) && out == 5,
		    "duration refuses '%s'", bad[i]);
		ok(!ft_time_minutes(bad[i], &out) && out == 5,
		    "minutes refuse '%s'", bad[i]);
	}
}

static void
test_format(void)
{
	static const struct {
		int64_t seconds;
		const char *want;
	} row[] = {
		{ 0, "00:00:00" },
		{ 59, "00:00:59" },
		{ 3661, "01:01:01" },
		{ 86399, "23:59:59" },
		{ 86400, "1-00:00:00" },
		{ 1000000, "11-13:46:40" },
		{ INT64_MAX - 1, "106751991167300-15:30:06" },
		{ FT_TIME_UNLIMITED, "UNLIMITED" },
		{ -1, "INVALID" },
		{ INT64_MIN, "INVALID" },
	};
	char buf[32];

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
		is_str(ft_time_format_duration(buf, sizeof buf, row[i].seconds),
		    row[i].want, "%lld seconds", (long long)row[i].seconds);
	is_str(ft_time_format_date(buf, sizeof buf, 0), "Unknown", "no date");
	is_str(ft_time_format_date(buf, sizeof buf, INT64_MAX), "Unknown",
	    "a date beyond the calendar");
	is_str(ft_time_format_date(buf, sizeof buf, 1700000000),
	    "2023-11-14T23:13:20", "a date in winter time");
	is_str(ft_time_format_date(buf, sizeof buf, 1690000000),
	    "2023-07-22T06:26:40", "a date in summer time");
}

/* 2024-03-15 10:30:00 in Berlin, a Friday two weeks before summer time. */
#define NOW 1710495000

static void
test_dates(void)
{
	static const struct {
		const char *text, *past, *future;
	} row[] = {
		{ "now", "2024-03-15T10:30:00", "2024-03-15T10:30:00" },
		{ "NOW+90", "2024-03-15T10:31:30", "2024-03-15T10:31:30" },
		{ "now-1hour", "2024-03-15T09:30:00", "2024-03-15T09:30:00" },
		{ "now+2minutes", "2024-03-15T10:32:00",
		    "2024-03-15T10:32:00" },
		{ "now+2min", "2024-03-15T10:32:00", "2024-03-15T10:32:00" },
		{ "now+1week", "2024-03-22T10:30:00", "2024-03-22T10:30:00" },
		{ "now+0days", "2024-03-15T10:30:00", "2024-03-15T10:30:00" },
		{ "today", "2024-03-15T00:00:00", "2024-03-15T00:00:00" },
		{ "Tomorrow", "2024-03-16T00:00:00", "2024-03-16T00:00:00" },
		{ "midnight", "2024-03-15T00:00:00", "2024-03-16T00:00:00" },
		{ "noon", "2024-03-15T12:00:00", "2024-03-15T12:00:00" },
		{ "elevenses", "2024-03-15T11:00:00", "2024-03-15T11:00:00" },
		{ "fika", "2024-03-15T15:00:00", "2024-03-15T15:00:00" },
		{ "teatime", "2024-03-15T16:00:00", "2024-03-15T16:00:00" },
		{ "10:30", "2024-03-15T10:30:00", "2024-03-15T10:30:00" },
		{ "10:30:01", "2024-03-15T10:30:01", "2024-03-15T10:30:01" },
		{ "9:00", "2024-03-15T09:00:00", "2024-03-16T09:00:00" },
		{ "9:00PM", "2024-03-15T21:00:00", "2024-03-15T21:00:00" },
		{ "12:00am", "2024-03-15T00:00:00", "2024-03-16T00:00:00" },
		{ "12:05:07PM", "2024-03-15T12:05:07", "2024-03-15T12:05:07" },
		{ "0102", "2024-01-02T00:00:00", "2025-01-02T00:00:00" },
		{ "1231", "2023-12-31T00:00:00", "2024-12-31T00:00:00" },
		{ "0229", "2024-02-29T00:00:00", "2025-03-01T00:00:00" },
		{ "010219", "2019-01-02T00:00:00", "2019-01-02T00:00:00" },
		{ "1/2", "2024-01-02T00:00:00", "2025-01-02T00:00:00" },
		{ "01/02/19", "2019-01-02T00:00:00", "2019-01-02T00:00:00" },
		{ "01.02.19", "2019-01-02T00:00:00", "2019-01-02T00:00:00" },
		{ "12.31", "2023-12-31T00:00:00", "2024-12-31T00:00:00" },
		{ "03/15-10:00", "2024-03-15T10:00:00", "2025-03-15T10:00:00" },
		{ "3/20", "2024-03-20T00:00:00", "2024-03-20T00:00:00" },
		{ "123", "1970-01-01T01:02:03", "1970-01-01T01:02:03" },
		{ "010219-07:08", "2019-01-02T07:08:00",
		    "2019-01-02T07:08:00" },
		{ "2024-03-31", "2024-03-31T00:00:00", "2024-03-31T00:00:00" },
		{ "2024-03-31T", "2024-03-31T00:00:00", "2024-03-31T00:00:00" },
		{ "2024-03-31T12:00", "2024-03-31T12:00:00",
		    "2024-03-31T12:00:00" },
		{ "1969-12-31T23:00:00", "1969-12-31T23:00:00",
		    "1969-12-31T23:00:00" },
		/* 30 February is 1 or 2 March */
		{ "2024-02-30", "2024-03-01T00:00:00", "2024-03-01T00:00:00" },
		{ "0230", "2024-03-01T00:00:00", "2025-03-02T00:00:00" },
		{ "2024-03-31-03:00", "2024-03-31T03:00:00",
		    "2024-03-31T03:00:00" },
		{ "2024-01-01 10:00", "2024-01-01T10:00:00",
		    "2024-01-01T10:00:00" },
		{ " 10:00 pm tomorrow", "2024-03-16T22:00:00",
		    "2024-03-16T22:00:00" },
		{ "today T 4:05", "2024-03-15T04:05:00",
		    "2024-03-15T04:05:00" },
		{ "noon 2024-01-02 1/31", "2024-01-31T12:00:00",
		    "2024-01-31T12:00:00" },
		{ "now + 1 day 7:00", "2024-03-16T07:00:00",
		    "2024-03-16T07:00:00" },
		{ "0:30AM", "2024-03-15T00:30:00", "2024-03-16T00:30:00" },
		{ "1/2.19", "2019-01-02T00:00:00", "2019-01-02T00:00:00" },
		{ "uts1710495000", "2024-03-15T10:30:00",
		    "2024-03-15T10:30:00" },
		{ "1710495000", "2024-03-15T10:30:00", "2024-03-15T10:30:00" },
	};
	char buf[32];

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		int64_t when = 5;

		ft_time_date(row[i].text, NOW, true, &when);
		is_str(ft_time_format_date(buf, sizeof buf, when), row[i].past,
		    "%s in the past", row[i].text);
		when = 5;
		ft_time_date(row[i].text, NOW, false, &when);
		is_str(ft_time_format_date(buf, sizeof buf, when),
		    row[i].future, "%s to come", row[i].text);
	}
}

static void
test_refused_dates(void)
{
	static const char *const text[] = { "", " ", "nowish", "now+", "now-x",
		"now+1fortnight", "now+1secondss", "now++1",
		"now+99999999999999999999", "now+9223372036854775807weeks",
		"now+253402300799", "now+2147483647days", "uts253402300800",
		"now-999999999999", "yesterday", "25:00", "10:60", "10:30:60",
		"13:00PM", "10:3", "10:30XM", "1301", "0132", "1/2/2019",
		"2024-2-3", "-", "2024-13-01", "2024-01-01T24:00", "uts",
		"uts-5", "-5", "+5", "1710495000x", "99999999999999999999" };

	for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
		int64_t when = 5;

		ok(!ft_time_date(text[i], NOW, true, &when) && when == 5,
		    "'%s' is refused", text[i]);
		ok(!ft_time_date(text[i], NOW, false, &when) && when == 5,
		    "'%s' is refused for the future", text[i]);
	}
	ok(!ft_time_date("today", INT64_MAX, true, &(int64_t){ 0 }),
	    "no day is beyond the calendar");
}

/* What Slurm takes, and where it says that a date goes wrong: recorded in m01. */
static void
test_strict(void)
{
	static const struct {
		const char *text;
		int at;
	} row[] = {
		{ "bogus", 0 },
		{ "25:00", 0 },
		{ "1740787200", 0 },
		{ "now+x", 3 },
		{ "now+12d", 5 },
		{ "now + 12 dayss", 13 },
		{ "now+1h", 4 },
		{ "2031-13-01", 5 },
		{ "2031-02-32", 8 },
		{ "2025-03-06;", 10 },
		{ "2031-03-01T24:00", 11 },
		{ "2031-03-01T03", 13 },
		{ "2031-03-01T0300", 13 },
		{ "0", -1 },
		{ "12/31/2012", 10 },
		{ "12/31/5", 7 },
		{ "1.TBD", 2 },
		{ "TODAY", 1 },
		{ "elevenses", 0 },
		{ "13:00  am", 7 },
		{ "04:00 am pm", 9 },
		{ "uts999999", 0 },
	};
	static const char *const none[] = { "", " ", "-", "T" };
	struct ft_time_reading reading = {
		.now = NOW, .strict = true, .unknown = "elevenses"
	};
	int64_t when = 5;
	char buf[32];

	for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
		ok(!ft_time_read(row[i].text, &reading, &when) && when == 5,
		    "'%s' is refused", row[i].text);
		is_i64(reading.place, row[i].at, "place in %s", row[i].text);
	}
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
		when = 5;
		ok(ft_time_read(none[i], &reading, &when) && when == 0,
		    "'%s' is 1970", none[i]);
	}
	ok(ft_time_read("123", &reading, &when), "123 is 3 December");
	is_str(ft_time_format_date(buf, sizeof buf, when),
	    "2024-12-03T00:00:00", "123 in the future");
}

int
main(void)
{
	/* POSIX form, so that no time zone database is needed. */
	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	test_duration();
	test_format();
	test_dates();
	test_refused_dates();
	test_strict();
	return done_testing();
}
