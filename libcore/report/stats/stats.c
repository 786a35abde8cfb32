/* stats.c - counters of the controller, their means, samples of them. */
#include "report/stats/stats.h"

#include "report/format/prometheus.h"

static uint64_t
mean(uint64_t sum, uint64_t n)
{
	return n ? sum / n : 0;
}

static uint64_t
count_tasks(struct ft_job *const *job, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += job[i]->n_tasks ? job[i]->n_tasks : 1;
	return sum;
}

struct ft_stats
ft_stats_of(const struct ft_world *world)
{
	struct ft_stats stats = { .now = world->now, .tally = world->tally };
	const struct ft_tally *tally = ft_tally_now(&stats.tally, world->now);

	stats.since = tally->since;
	stats.plan_ran = (int64_t)tally->plan_ran;
	stats.pending = count_tasks(world->waiting, world->n_waiting);
	for (size_t i = 0; i < world->n_running; i++)
		stats.running += world->running[i]->state == FT_JOB_RUNNING;
	if (stats.now > stats.since)
		stats.minutes = (uint64_t)(stats.now - stats.since) / 60;
	stats.main_depth = mean(tally->main_depth, tally->main_cycles);
	stats.main_per_minute = mean(tally->main_cycles, stats.minutes);
	stats.plan_depth = mean(tally->plan_depth, tally->plan_cycles);
	stats.plan_tried = mean(tally->plan_tried, tally->plan_cycles);
	stats.plan_queue = mean(tally->plan_queue, tally->plan_cycles);
	stats.plan_table = mean(tally->plan_table, tally->plan_cycles);
	return stats;
}

/* ---- samples ------------------------------------------------------------------ */

#define OF(member) offsetof(struct ft_stats, member)
static const struct {
	struct ft_metric_family family;
	size_t at;
} samples[] = {
	{ { "slurm_scheduler_jobs_submitted", FT_METRIC_GAUGE,
	      "Jobs submitted since midnight UTC or the last reset." },
	    OF(tally.submitted) },
	{ { "slurm_scheduler_jobs_started", FT_METRIC_GAUGE,
	      "Jobs started since then." },
	    OF(tally.started) },
	{ { "slurm_scheduler_jobs_completed", FT_METRIC_GAUGE,
	      "Jobs that ended by themselves since then." },
	    OF(tally.completed) },
	{ { "slurm_scheduler_jobs_canceled", FT_METRIC_GAUGE,
	      "Requests that cancelled jobs since then." },
	    OF(tally.canceled) },
	{ { "slurm_scheduler_cycles", FT_METRIC_GAUGE,
	      "Runs of the main scheduler since then." },
	    OF(tally.main_cycles) },
	{ { "slurm_scheduler_cycle_per_minute", FT_METRIC_GAUGE,
	      "Runs of the main scheduler per minute." },
	    OF(main_per_minute) },
	{ { "slurm_scheduler_queue_length", FT_METRIC_GAUGE,
	      "Jobs that waited at its last run." },
	    OF(tally.main_queue) },
	{ { "slurm_scheduler_backfilled_jobs_since_start_total",
	      FT_METRIC_GAUGE, "Jobs that backfill started." },
	    OF(tally.backfilled) },
	{ { "slurm_scheduler_backfilled_jobs_since_cycle_total",
	      FT_METRIC_GAUGE,
	      "Jobs that backfill started since midnight UTC or the last "
	      "reset." },
	    OF(tally.backfilled_lately) },
	{ { "slurm_scheduler_backfill_cycles", FT_METRIC_GAUGE,
	      "Runs of backfill since then." },
	    OF(tally.plan_cycles) },
	{ { "slurm_scheduler_backfill_depth_mean", FT_METRIC_GAUGE,
	      "Jobs that a run of backfill went past, on average." },
	    OF(plan_depth) },
	{ { "slurm_scheduler_backfill_queue_length", FT_METRIC_GAUGE,
	      "Jobs that waited at its last run." },
	    OF(tally.last_queue) },
};
#undef OF

void
ft_stats_samples(
    const struct ft_stats *stats, const char *cluster, struct ft_out *out)
{
	struct ft_prometheus to = { .out = out };

	for (size_t i = 0; i < FT_COUNT(samples); i++) {
		uint64_t value;

		memcpy(
		    &value, (const char *)stats + samples[i].at, sizeof value);
		ft_prometheus_family(&to, samples[i].family.name,
		    samples[i].family.type, samples[i].family.help);
		ft_prometheus_label(&to, "cluster", cluster);
		ft_prometheus_u64(&to, value);
	}
}
