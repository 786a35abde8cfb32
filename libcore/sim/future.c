/* What is free once the running jobs have reached their limits. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sim/plan_int.h"

#define YEAR INT64_C(31536000)

static int
compare(const void *left, const void *right)
{
	const struct ft_ending *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (a->job->number > b->job->number) -
	       (a->job->number < b->job->number);
}

static struct ft_ending
ending_of(const struct ft_future *future, const struct ft_job *job)
{
	int64_t at = job->must_end;

	if (at == INT64_MAX)
		at = job->started + YEAR;
	if (at <= future->now)
		at = future->now + 1;
	return (struct ft_ending){ at, job };
}

static bool
is_among(const struct ft_victims *victims, const struct ft_job *job)
{
	for (size_t i = 0; victims && i < victims->n; i++)
		if (victims->job[i] == job)
			return true;
	return false;
}

void
ft_future_init(struct ft_future *future, struct ft_world *world,
    const struct ft_victims *gone)
{
	*future = (struct ft_future){
		.world = world, .now = world->now, .gone = gone
	};
	future->ending = ft_vec_grow(NULL, &future->cap_ending,
	    world->n_running + 1, sizeof *future->ending);
	for (size_t i = 0; i < world->n_running; i++)
		if (!is_among(gone, world->running[i]))
			future->ending[future->n_ending++] =
			    ending_of(future, world->running[i]);
	if (future->n_ending > 1)
		qsort(future->ending, future->n_ending, sizeof *future->ending,
		    compare);
}

void
ft_future_clear(struct ft_future *future)
{
	for (size_t i = 0; i < future->n_snapshot; i++)
		ft_free_clear(&future->snapshot[i].free);
	ft_free(future->snapshot);
	ft_free(future->ending);
}

void
ft_future_add(struct ft_future *future, const struct ft_job *job)
{
	struct ft_ending ending = ending_of(future, job);
	size_t i = future->n_ending++;

	future->ending = ft_vec_grow(future->ending, &future->cap_ending,
	    future->n_ending, sizeof *future->ending);
	for (; i && compare(&future->ending[i - 1], &ending) > 0; i--)
		future->ending[i] = future->ending[i - 1];
	future->ending[i] = ending;
	future->made = 0;
}

/*
 * Ends are looked at in groups: those within 30 s of the first, then within
 * twice as long, and so on, are released together.
 */
static void
release(struct ft_future *future, struct ft_snapshot *snapshot, size_t i)
{
	struct ft_world *world = future->world;
	int64_t width = world->sched.value[FT_SCHED_BF_WINDOW_LINEAR];
	size_t group = future->made - 1;
	int64_t last;

	if (!width)
		width = INT64_C(30) << (group < 20 ? group : 20);
	last = future->ending[i].at + width;
	for (; i < future->n_ending && future->ending[i].at <= last; i++) {
		ft_free_give(world, &snapshot->free, future->ending[i].job);
		snapshot->at = future->ending[i].at;
	}
	snapshot->released = i;
}

/* Those who are counted as gone leave, or lend their CPUs. */
static void
take_out(const struct ft_future *future, struct ft_free *free)
{
	const struct ft_world *world = future->world;

	for (size_t i = 0; future->gone && i < future->gone->n; i++) {
		const struct ft_job *job = future->gone->job[i];

		if (ft_preempt_way(world, job) == FT_PREEMPT_SUSPEND)
			ft_free_lend(world, free, job);
		else
			ft_free_give(world, free, job);
	}
}

static const struct ft_snapshot *
make(struct ft_future *future)
{
	struct ft_world *world = future->world;
	struct ft_snapshot *snapshot;

	if (future->made &&
	    future->snapshot[future->made - 1].released == future->n_ending)
		return NULL;
	if (future->made == future->n_snapshot) {
		future->snapshot =
		    ft_vec_grow(future->snapshot, &future->cap_snapshot,
			future->n_snapshot + 1, sizeof *future->snapshot);
		ft_free_init(
		    world, &future->snapshot[future->n_snapshot++].free);
	}
	snapshot = &future->snapshot[future->made];
	if (future->made == 0) {
		ft_free_copy(world, &snapshot->free, &world->place->now);
		take_out(future, &snapshot->free);
		snapshot->at = future->now;
		snapshot->released = 0;
	} else {
		ft_free_copy(world, &snapshot->free, &snapshot[-1].free);
		snapshot->free.now = false;
		release(future, snapshot, snapshot[-1].released);
	}
	future->made++;
	return snapshot;
}

const struct ft_snapshot *
ft_future_at(struct ft_future *future, size_t i)
{
	const struct ft_snapshot *snapshot = NULL;

	if (i < future->made)
		return &future->snapshot[i];
	while (i >= future->made && (snapshot = make(future)))
		continue;
	return snapshot;
}
