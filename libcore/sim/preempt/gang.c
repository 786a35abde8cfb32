/*
 * gang.c - gang scheduling.
 *
 * Suspended jobs resume on their nodes as soon as there is room, and jobs that
 * share CPUs (OverSubscribe=FORCE) take turns of one SchedulerTimeSlice. As in
 * Slurm the job that waited longest is first, then the running ones, the last
 * one first, as far as there are CPUs: of three jobs that need half a node
 * each, one keeps running (tests/oracle/cases/w14-gang-slices).
 */

#include "sim/change/change.h"
#include "sim/preempt/private.h"

static bool
fits(const struct ft_world *world, const struct ft_job *job,
    const uint32_t *active)
{
	for (size_t i = 0; i < job->n_node; i++) {
		const struct ft_job_node *part = &job->node[i];

		if (active[part->node] + part->cpus >
		    world->machine.node[part->node].cpus)
			return false;
	}
	return true;
}

static void
go_on(struct ft_world *world, struct ft_run *run, struct ft_job *job)
{
	struct ft_sim_event event = { .kind = FT_SIM_RESUME, .job = job };

	if (!ft_change_resume(world, job, FT_SUSPEND_PREEMPT))
		return;
	job->preempt_by = 0;
	ft_run_report(world, run, &event);
}

static void
stop(struct ft_world *world, struct ft_run *run, struct ft_job *job)
{
	struct ft_sim_event event = {
		.kind = FT_SIM_SUSPEND, .job = job, .words = "time slice"
	};

	job->preempt_by = 0;
	if (ft_change_suspend(world, job, FT_SUSPEND_PREEMPT))
		ft_run_report(world, run, &event);
}

/* ---- resuming ------------------------------------------------------------ */

/* A job in line, first come first: by tier, then by since. */
struct turn {
	struct ft_job *job;
	uint32_t tier;
	int64_t since;
};

static int
compare(const void *left, const void *right)
{
	const struct turn *a = left, *b = right;

	if (a->tier != b->tier)
		return a->tier > b->tier ? -1 : 1;
	if (a->since != b->since)
		return a->since < b->since ? -1 : 1;
	return (a->job->number > b->job->number) -
	       (a->job->number < b->job->number);
}

/* Returns whether JOB was suspended by preemption only. */
static bool
waits(const struct ft_job *job)
{
	return ft_job_is_lending(job) &&
	       !(job->suspended_by & FT_SUSPEND_USER) &&
	       job->where != UINT32_MAX;
}

static void
resume_all(struct ft_world *world, struct ft_run *run)
{
	struct turn *turn FT_CLEANUP(ft_free_at) =
	    ft_alloc(world->n_running * sizeof *turn);
	uint32_t *active FT_CLEANUP(ft_free_at) = ft_preempt_active(world);
	size_t n = 0;

	for (size_t i = 0; i < world->n_running; i++) {
		struct ft_job *job = world->running[i];

		if (waits(job))
			turn[n++] = (struct turn){ job,
				world->machine.partition[job->where].tier,
				job->suspended };
	}
	if (n > 1)
		qsort(turn, n, sizeof *turn, compare);
	for (size_t i = 0; i < n; i++) {
		if (!fits(world, turn[i].job, active))
			continue;
		ft_preempt_count(active, turn[i].job, true);
		go_on(world, run, turn[i].job);
	}
}

/* ---- taking turns -------------------------------------------------------- */

static bool
takes_turns(const struct ft_world *world)
{
	if (!ft_preempt_slices(world))
		return false;
	for (uint32_t i = 0; i < world->machine.n_partition; i++)
		if (ft_preempt_shares(world, i))
			return true;
	return false;
}

/* Returns since when JOB has run without interruption. */
static int64_t
runs_since(const struct ft_job *job)
{
	return job->resumed > job->started ? job->resumed : job->started;
}

/* Returns whether A came later than B; of two that started in the same second
 * the one with the lower priority did. */
static bool
is_new(const struct turn *a, const struct turn *b)
{
	if (a->since != b->since)
		return a->since > b->since;
	if (a->job->priority != b->job->priority)
		return a->job->priority < b->job->priority;
	return a->job->number > b->job->number;
}

/* Suspend the jobs that came last to nodes without room. */
static void
stop_late(struct ft_world *world, struct ft_run *run)
{
	uint32_t *active = ft_preempt_active(world);

	for (;;) {
		struct turn last = { .job = NULL };

		for (size_t i = 0; i < world->n_running; i++) {
			struct ft_job *job = world->running[i];
			struct turn turn = { job, 0, runs_since(job) };

			if (job->state != FT_JOB_RUNNING ||
			    job->where == UINT32_MAX ||
			    !ft_preempt_shares(world, job->where) ||
			    (last.job && !is_new(&turn, &last)))
				continue;
			ft_preempt_count(active, job, false);
			if (!fits(world, job, active))
				last = turn;
			ft_preempt_count(active, job, true);
		}
		if (!last.job)
			break;
		ft_preempt_count(active, last.job, false);
		stop(world, run, last.job);
	}
	ft_free(active);
}

/* Returns whether its turn has come: it has waited for a whole number of
 * slices. */
static bool
is_due(const struct ft_world *world, const struct ft_job *job)
{
	int64_t slice = ft_conf_number(world->conf, FT_CONF_TIME_SLICE);
	int64_t waited = world->now - job->suspended;

	return waits(job) && ft_preempt_shares(world, job->where) &&
	       waited >= slice && waited % slice == 0;
}

/* Line up the waiting jobs, then the running ones, longest-running first. */
static size_t
line_up(const struct ft_world *world, uint32_t partition, struct turn *turn)
{
	size_t n = 0;

	for (size_t i = 0; i < world->n_running; i++) {
		struct ft_job *job = world->running[i];
		bool waited = waits(job);

		if (job->where != partition ||
		    (!waited && job->state != FT_JOB_RUNNING))
			continue;
		turn[n++] = (struct turn){ job, waited,
			waited ? job->suspended : runs_since(job) };
	}
	return n;
}

/*
 * As compare, but of jobs that began in the same second the last comes first.
 */
static int
compare_turns(const void *left, const void *right)
{
	const struct turn *a = left, *b = right;

	if (a->tier || b->tier || a->since != b->since)
		return compare(left, right);
	return is_new(a, b) ? -1 : is_new(b, a);
}

static void
rotate(struct ft_world *world, struct ft_run *run, uint32_t partition)
{
	struct turn *turn FT_CLEANUP(ft_free_at) =
	    ft_alloc(world->n_running * sizeof *turn);
	uint32_t *active FT_CLEANUP(ft_free_at) = ft_preempt_active(world);
	size_t n = line_up(world, partition, turn);
	bool *in FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *in);

	if (n > 1)
		qsort(turn, n, sizeof *turn, compare_turns);
	for (size_t i = 0; i < n; i++)
		if (turn[i].job->state == FT_JOB_RUNNING)
			ft_preempt_count(active, turn[i].job, false);
	for (size_t i = 0; i < n; i++) {
		in[i] = fits(world, turn[i].job, active);
		if (in[i])
			ft_preempt_count(active, turn[i].job, true);
	}
	for (size_t i = 0; i < n; i++)
		if (!in[i] && turn[i].job->state == FT_JOB_RUNNING)
			stop(world, run, turn[i].job);
	for (size_t i = 0; i < n; i++)
		if (in[i] && turn[i].job->state != FT_JOB_RUNNING)
			go_on(world, run, turn[i].job);
}

int64_t
ft_gang_next(const struct ft_world *world)
{
	int64_t slice = ft_conf_number(world->conf, FT_CONF_TIME_SLICE);
	int64_t next = INT64_MAX;

	if (!world->n_lending || !takes_turns(world))
		return INT64_MAX;
	for (size_t i = 0; i < world->n_running; i++) {
		const struct ft_job *job = world->running[i];
		int64_t at;

		if (!waits(job) || !ft_preempt_shares(world, job->where))
			continue;
		at = job->suspended +
		     ((world->now - job->suspended) / slice + 1) * slice;
		if (at < next)
			next = at;
	}
	return next;
}

void
ft_gang_tick(struct ft_world *world, struct ft_run *run)
{
	if (!world->n_lending || !takes_turns(world))
		return;
	for (uint32_t p = 0; p < world->machine.n_partition; p++) {
		bool any = false;

		for (size_t i = 0; i < world->n_running; i++)
			any |= world->running[i]->where == p &&
			       is_due(world, world->running[i]);
		if (any)
			rotate(world, run, p);
	}
}

void
ft_preempt_settle(struct ft_world *world, struct ft_run *run)
{
	if (takes_turns(world))
		stop_late(world, run);
	if (world->n_lending)
		resume_all(world, run);
}
