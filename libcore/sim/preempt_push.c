/* What becomes of those who are pushed aside: see preempt.h. */
#include "sim/preempt.h"
#include "sim/sched_int.h"
#include "sim/world_int.h"

static void
tell(const struct ft_world *world, const struct ft_run *run,
    enum ft_sim_event event, const struct ft_job *job,
    const struct ft_job *other)
{
	struct ft_sim_news news = { .event = event, .job = job, .other = other };

	ft_run_tell(world, run, &news);
}

static void
finish(struct ft_world *world, struct ft_job *victim)
{
	victim->preempted++;
	if (ft_preempt_way(world, victim) == FT_PREEMPT_REQUEUE)
		ft_world_put_back(world, victim, FT_JOB_PREEMPTED, false);
	else
		ft_world_end(world, victim, FT_JOB_PREEMPTED, FT_REASON_NONE);
}

bool
ft_preempt_push(struct ft_world *world, struct ft_run *run,
    struct ft_job *job, const struct ft_victims *victims)
{
	bool gone = true;

	for (size_t i = 0; i < victims->n; i++) {
		struct ft_job *victim = victims->job[i];
		int64_t grace = ft_preempt_grace(world, victim);

		tell(world, run, FT_SIM_PREEMPT, victim, job);
		victim->preempt_by = job->number;
		if (grace && !victim->preempt_at) {
			victim->preempt_at = world->now + grace;
			ft_world_changed(world, victim);
		}
		if (grace)
			gone = false;
		else
			finish(world, victim);
	}
	return gone;
}

int64_t
ft_preempt_next(const struct ft_world *world)
{
	(void)world;
	return INT64_MAX;
}

void
ft_preempt_tick(struct ft_world *world, struct ft_run *run)
{
	(void)world;
	(void)run;
}

void
ft_preempt_settle(struct ft_world *world, struct ft_run *run)
{
	(void)world;
	(void)run;
}

bool
ft_preempt_under_way(const struct ft_world *world, const struct ft_job *job)
{
	(void)world;
	(void)job;
	return false;
}
