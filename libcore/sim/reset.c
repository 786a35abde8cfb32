/*
 * reset.c - when all usage is set to nothing: PriorityUsageResetPeriod.
 * Source: slurm.conf(5).
 */
#include "sim/reset_int.h"

#include <time.h>

#include "sim/world.h"

enum period { NONE, NOW, DAILY, WEEKLY, MONTHLY, QUARTERLY, YEARLY };

/* Local midnight of the day TM, which is brought into range. */
static int64_t
midnight(struct tm *tm)
{
	tm->tm_hour = tm->tm_min = tm->tm_sec = 0;
	tm->tm_isdst = -1;
	return (int64_t)mktime(tm);
}

/* The first boundary after LAST. */
static int64_t
boundary(enum period period, int64_t last)
{
	time_t when = (time_t)last;
	struct tm tm;

	if (!localtime_r(&when, &tm))
		return INT64_MAX;
	switch (period) {
	case DAILY:
		tm.tm_mday++;
		break;
	case WEEKLY:
		tm.tm_mday += 7 - tm.tm_wday;
		break;
	case MONTHLY:
		tm.tm_mday = 1;
		tm.tm_mon++;
		break;
	case QUARTERLY:
		tm.tm_mday = 1;
		tm.tm_mon += 3 - tm.tm_mon % 3;
		break;
	case YEARLY:
		tm.tm_mday = 1;
		tm.tm_mon = 0;
		tm.tm_year++;
		break;
	case NONE:
	case NOW:
	default:
		return INT64_MAX;
	}
	return midnight(&tm);
}

int64_t
ft_reset_next(const struct ft_world *world, int64_t last)
{
	int64_t period =
	    ft_conf_number(world->conf, FT_CONF_PRIORITY_USAGE_RESET_PERIOD);

	/* `now` is a wish of the daemon's start, which nobody has here */
	return boundary((enum period)period, last);
}

int64_t
ft_reset_last(const struct ft_world *world, int64_t last, int64_t now)
{
	int64_t next = ft_reset_next(world, last);

	while (next <= now) {
		last = next;
		next = ft_reset_next(world, last);
	}
	return last;
}
