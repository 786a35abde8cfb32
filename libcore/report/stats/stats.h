/*
 * stats.h - what the controller of a world counts, as sdiag shows it.
 * Source: sdiag(1); cases l03-sdiag, l71-sdiag-counters.
 */
#ifndef FT_REPORT_STATS_STATS_H
#define FT_REPORT_STATS_STATS_H

#include "report/format/out.h"
#include "sim/world/world.h"

struct ft_stats {
	int64_t now, since; /* times */
	int64_t plan_ran;   /* time of the last run of backfill; 0 none */
	struct ft_tally tally;
	uint64_t pending, running; /* jobs, each task of an array */
	uint64_t minutes;          /* since then */
	/* means of a run, without fractions; 0 without any */
	uint64_t main_depth, main_per_minute;
	uint64_t plan_depth, plan_tried, plan_queue, plan_table;
	uint64_t zero; /* what nothing here takes or does: 0 */
};

struct ft_stats ft_stats_of(const struct ft_world *world);
/* Print them as samples for Prometheus, under the names that exporters give the
 * output of sdiag. */
void ft_stats_samples(
    const struct ft_stats *stats, const char *cluster, struct ft_out *out);

#endif
