/*
 * reset.c - when usage is reset: PriorityUsageResetPeriod.
 *
 * Boundaries are local midnights.  Source: slurm.conf(5).
 */
#include "sim/usage/reset.h"

#include <time.h>

#include "sim/world/world.h"

/* Returns local midnight of the day TM; mktime brings its fields into range. */
static int64_t
midnight(struct tm *tm)
{
	tm->tm_hour = tm->tm_min = tm->tm_sec = 0;
	tm->tm_isdst = -1;
	return (int64_t)mktime(tm);
}

int64_t
ft_reset_boundary(enum ft_reset_period period, int64_t last)
{
	time_t when = (time_t)last;
	struct tm tm;

	if (!localtime_r(&when, &tm))
		return INT64_MAX;
	switch (period) {
	case FT_RESET_DAILY:
		tm.tm_mday++;
		break;
	case FT_RESET_WEEKLY:
		tm.tm_mday += 7 - tm.tm_wday;
		break;
	case FT_RESET_MONTHLY:
		tm.tm_mday = 1;
		tm.tm_mon++;
		break;
	case FT_RESET_QUARTERLY:
		tm.tm_mday = 1;
		tm.tm_mon += 3 - tm.tm_mon % 3;
		break;
	case FT_RESET_YEARLY:
		tm.tm_mday = 1;
		tm.tm_mon = 0;
		tm.tm_year++;
		break;
	case FT_RESET_NONE:
	case FT_RESET_NOW:
		return INT64_MAX;
	}
	return midnight(&tm);
}

int64_t
ft_reset_next(const struct ft_world *world, int64_t last)
{
	int64_t next =
	    ft_reset_boundary(ft_conf_reset_period(world->conf), last);

	return world->reset_due > last && world->reset_due < next
		   ? world->reset_due
		   : next;
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
