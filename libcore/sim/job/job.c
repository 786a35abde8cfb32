/* The lists of jobs, and what follows when a job changes. */
#include "sim/job/job.h"

#include "base/text/timefmt.h"
#include "sim/depend/depend.h"
#include "sim/queue/queue.h"
#include "sim/world/index.h"

/* Set job->where (its partition) and job->must_end of a running job. */
static void
note_limit(const struct ft_world *world, struct ft_job *job)
{
	const struct ft_machine *machine = &world->machine;
	const struct ft_partition *partition;
	int64_t over = ft_conf_number(world->conf, FT_CONF_OVER_TIME_LIMIT);
	int64_t limit = job->time_limit;

	job->where = ft_machine_partition(machine, job->partition);
	if (job->where != UINT32_MAX) {
		partition = &machine->partition[job->where];
		if (limit == FT_TIME_NONE)
			limit = ft_world_time_limit(world, job, partition);
		if (partition->over_time != FT_TIME_NONE)
			over = partition->over_time * 60;
	}
	job->must_end = INT64_MAX;
	if (limit != FT_TIME_NONE && limit != FT_TIME_UNLIMITED)
		job->must_end =
		    job->started + job->suspended_secs + limit * 60 + over;
	if (ft_job_is_ending(job)) {
		limit = job->preempt_at + ft_world_grace(world, job);
		if (limit < job->must_end)
			job->must_end = limit;
	}
}

struct group {
	struct ft_job ***job;
	size_t *n, *cap;
};

static struct group
group_of(struct ft_world *world, unsigned group)
{
	if (group == FT_GROUP_ARRIVING)
		return (struct group){ &world->arriving, &world->n_arriving,
			&world->cap_arriving };
	if (group == FT_GROUP_WAITING)
		return (struct group){ &world->waiting, &world->n_waiting,
			&world->cap_waiting };
	return (struct group){ &world->running, &world->n_running,
		&world->cap_running };
}

static void
leave(struct ft_world *world, struct ft_job *job)
{
	struct group group;
	struct ft_job *last;

	if (job->group == FT_GROUP_NONE)
		return;
	group = group_of(world, job->group);
	last = (*group.job)[--*group.n];
	(*group.job)[job->place] = last;
	last->place = job->place;
	job->group = FT_GROUP_NONE;
}

static void
enter(struct ft_world *world, struct ft_job *job, unsigned where)
{
	struct group group;

	if (where == FT_GROUP_NONE)
		return;
	if (where == FT_GROUP_RUNNING)
		note_limit(world, job);
	group = group_of(world, where);
	*group.job = ft_vec_grow(
	    *group.job, group.cap, *group.n + 1, sizeof **group.job);
	job->place = (uint32_t)*group.n;
	job->group = (uint8_t)where;
	(*group.job)[(*group.n)++] = job;
}

static unsigned
where_now(const struct ft_world *world, const struct ft_job *job)
{
	if (job->state == FT_JOB_PENDING)
		return job->submitted > world->now ? FT_GROUP_ARRIVING
						   : FT_GROUP_WAITING;
	return job->state <= FT_JOB_SUSPENDED ? FT_GROUP_RUNNING
					      : FT_GROUP_NONE;
}

void
ft_world_regroup(struct ft_world *world, struct ft_job *job)
{
	unsigned where = where_now(world, job);

	if (where == job->group)
		return;
	leave(world, job);
	enter(world, job, where);
}

void
ft_world_changed(struct ft_world *world, struct ft_job *job)
{
	ft_job_touch(job);
	ft_world_regroup(world, job);
	if (job->group == FT_GROUP_RUNNING)
		note_limit(world, job);
	ft_index_task(world, job);
	ft_queue_changed(world, job);
	ft_depend_changed(world, job);
}

struct ft_job *
ft_world_new_job(struct ft_world *world)
{
	struct ft_job *job = ft_calloc(1, sizeof *job);

	ft_job_init(job);
	job->req = ft_calloc(world->tres.n, sizeof *job->req);
	return job;
}

void
ft_world_list(struct ft_world *world, struct ft_job *const *job, size_t n)
{
	size_t before = world->n_job, at = before + n, left = n;

	world->job =
	    ft_vec_grow(world->job, &world->cap_job, at, sizeof *world->job);
	world->n_job = at;
	/* nearly always at the end */
	while (left) {
		bool is_after = !before || world->job[before - 1]->number <=
					       job[left - 1]->number;

		world->job[--at] =
		    is_after ? job[--left] : world->job[--before];
		world->job[at]->slot = (uint32_t)at;
	}
	for (size_t i = 0; i < n; i++) {
		job[i]->group = FT_GROUP_NONE;
		enter(world, job[i], where_now(world, job[i]));
		ft_index_task(world, job[i]);
	}
}

void
ft_world_add(struct ft_world *world, struct ft_job *job)
{
	ft_world_list(world, &job, 1);
	if (world->queue)
		ft_queue_changed(world, job);
	ft_depend_changed(world, job);
}

void
ft_world_forget(struct ft_world *world, struct ft_job *job)
{
	size_t at = job->slot;

	assert(world->job[at] == job);
	leave(world, job);
	ft_queue_forget(world, job);
	ft_depend_changed(world, job);
	memmove(world->job + at, world->job + at + 1,
	    (--world->n_job - at) * sizeof *world->job);
	for (size_t i = at; i < world->n_job; i++)
		world->job[i]->slot = (uint32_t)i;
	ft_job_clear(job);
	ft_free(job);
}

/* Returns bits by job number: the jobs that dependencies of others name. */
static uint64_t *
asked_for(const struct ft_world *world, uint32_t *n)
{
	uint64_t *asked;

	*n = world->n_job ? world->job[world->n_job - 1]->number / 64 + 1 : 0;
	asked = ft_calloc(*n, sizeof *asked);
	for (size_t i = 0; i < world->n_waiting + world->n_arriving; i++) {
		const struct ft_job *job =
		    i < world->n_waiting
			? world->waiting[i]
			: world->arriving[i - world->n_waiting];

		for (size_t j = 0; j < job->n_depend; j++)
			if (job->depend[j].number / 64 < *n)
				asked[job->depend[j].number / 64] |=
				    UINT64_C(1) << job->depend[j].number % 64;
	}
	return asked;
}

static bool
is_old(const struct ft_job *job, int64_t time, const uint64_t *asked)
{
	uint32_t array = job->array_job;

	if (job->group || ft_job_is_active(job) || job->dirty ||
	    job->ended >= time)
		return false;
	return !(asked[job->number / 64] >> job->number % 64 & 1) &&
	       !(array && asked[array / 64] >> array % 64 & 1);
}

void
ft_world_forget_ended(struct ft_world *world, int64_t time)
{
	uint64_t *asked;
	uint32_t n_asked;
	size_t n = 0;

	if (world->n_charge || world->n_run)
		return;
	/* not worth the walk unless a quarter of the list could go */
	for (size_t i = 0; i < world->n_job; i++)
		n += !world->job[i]->group;
	if (n < 1000 || n < world->n_job / 4)
		return;
	asked = asked_for(world, &n_asked);
	n = 0;
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		if (is_old(job, time, asked)) {
			ft_job_clear(job);
			ft_free(job);
			continue;
		}
		job->slot = (uint32_t)n;
		world->job[n++] = job;
	}
	world->n_job = n;
	/* records of the queue may name freed jobs */
	ft_queue_reset(world);
	ft_free(asked);
}
