/* Durations and dates: what was read is written so that it is read again. */
#include "base/mem.h"
#include "base/text/timefmt.h"
#include "fuzz/fuzz.h"

#define NOW        1700000000 /* 2023-11-14T22:13:20 */
#define YEAR_10000 253402300800

static void
check_duration(const char *text)
{
	int64_t seconds, minutes, again;
	bool good = ft_time_duration(text, &seconds);
	char buf[64];

	must(ft_time_minutes(text, &minutes) == good, "minutes likewise");
	if (!good)
		return;
	must(seconds >= 0, "no negative duration");
	if (seconds == FT_TIME_UNLIMITED)
		must(minutes == FT_TIME_UNLIMITED, "both without limit");
	else
		must(minutes == seconds / 60 + (seconds % 60 != 0),
		    "seconds round up");
	ft_time_format_duration(buf, sizeof buf, seconds);
	must(ft_time_duration(buf, &again) && again == seconds,
	    "a duration reads back");
}

static void
check_date(const char *text, bool past)
{
	int64_t when, again;
	char buf[64];

	if (!ft_time_date(text, NOW, past, &when))
		return;
	if (when <= 0 || when >= YEAR_10000)
		return;
	ft_time_format_date(buf, sizeof buf, when);
	must(ft_time_date(buf, 0, past, &again) && again == when,
	    "a date reads back");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = ft_strndup((const char *)data, size);

	/* Where local time jumps, some dates are there twice. */
	setenv("TZ", "UTC0", 1);
	check_duration(text);
	check_date(text, true);
	check_date(text, false);
	ft_free(text);
	return 0;
}
