/* When usage is set to nothing, by period; dates looked up in a calendar. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <time.h>

#include "model/conf/conf.h"
#include "sim/usage/reset.h"
#include "sim/world/world.h"
#include "tap/tap.h"

static const struct reset {
	const char *period, *zone;
	struct tm last, next; /* month from 0, year from 1900 */
} resets[] = {
#define AT(y, m, d, h, min, s)                                                 \
	{                                                                      \
		.tm_year = (y)-1900, .tm_mon = (m)-1, .tm_mday = d,            \
		.tm_hour = h, .tm_min = min, .tm_sec = s, .tm_isdst = -1       \
	}
	{ "DAILY", "UTC", AT(2028, 2, 28, 23, 59, 59),
	    AT(2028, 2, 29, 0, 0, 0) },
	{ "DAILY", "UTC", AT(2027, 12, 31, 0, 0, 0), AT(2028, 1, 1, 0, 0, 0) },
	/* 1 March 2028 is a Wednesday, 5 March a Sunday */
	{ "WEEKLY", "UTC", AT(2028, 3, 1, 12, 0, 0), AT(2028, 3, 5, 0, 0, 0) },
	{ "WEEKLY", "UTC", AT(2028, 3, 5, 0, 0, 0), AT(2028, 3, 12, 0, 0, 0) },
	{ "MONTHLY", "UTC", AT(2027, 12, 31, 23, 0, 0),
	    AT(2028, 1, 1, 0, 0, 0) },
	{ "MONTHLY", "UTC", AT(2028, 1, 31, 1, 0, 0), AT(2028, 2, 1, 0, 0, 0) },
	{ "QUARTERLY", "UTC", AT(2028, 1, 1, 0, 0, 0),
	    AT(2028, 4, 1, 0, 0, 0) },
	{ "QUARTERLY", "UTC", AT(2028, 6, 30, 23, 59, 59),
	    AT(2028, 7, 1, 0, 0, 0) },
	{ "QUARTERLY", "UTC", AT(2028, 11, 5, 0, 0, 0),
	    AT(2029, 1, 1, 0, 0, 0) },
	{ "YEARLY", "UTC", AT(2028, 2, 29, 0, 0, 0), AT(2029, 1, 1, 0, 0, 0) },
	/* days of 23 and of 25 hours: 14 March and 7 November 2027 */
	{ "DAILY", "EST5EDT,M3.2.0,M11.1.0", AT(2027, 3, 14, 0, 0, 0),
	    AT(2027, 3, 15, 0, 0, 0) },
	{ "WEEKLY", "EST5EDT,M3.2.0,M11.1.0", AT(2027, 11, 1, 0, 0, 0),
	    AT(2027, 11, 7, 0, 0, 0) },
	{ "DAILY", "EST5EDT,M3.2.0,M11.1.0", AT(2027, 11, 7, 0, 0, 0),
	    AT(2027, 11, 8, 0, 0, 0) },
};

static int64_t
seconds(const struct tm *tm)
{
	struct tm copy = *tm;

	return (int64_t)mktime(&copy);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(resets); i++) {
		const struct reset *row = &resets[i];
		struct ft_conf conf;
		struct ft_world world = { .conf = &conf };

		setenv("TZ", row->zone, 1);
		tzset();
		ft_conf_init(&conf);
		ft_conf_set(&conf, FT_CONF_PRIORITY_USAGE_RESET_PERIOD,
		    row->period, "x:1", NULL);
		is_i64(ft_reset_next(&world, seconds(&row->last)),
		    seconds(&row->next), "%s in %s, row %zu", row->period,
		    row->zone, i);
		ft_conf_free(&conf);
	}
	return done_testing();
}
