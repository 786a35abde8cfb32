/*
 * test.c - when and where would a job start: sbatch --test-only.
 *
 * Like the select plugin's test "will run" it considers running jobs only, not
 * pending ones.
 */

#include "base/text/timefmt.h"
#include "sim/place/place.h"
#include "sim/submit/steps.h"

static int64_t
end_of(const struct ft_job *job)
{
	return job->time_limit < 0 || job->time_limit > UINT32_MAX
		   ? INT64_MAX
		   : job->started + job->time_limit * 60;
}

static int
by_end(const void *a, const void *b)
{
	const struct ft_job *left = *(struct ft_job *const *)a;
	const struct ft_job *right = *(struct ft_job *const *)b;
	int64_t x = end_of(left), y = end_of(right);

	if (x != y)
		return x < y ? -1 : 1;
	return (left->number > right->number) - (left->number < right->number);
}

/* Returns the running jobs by the end of their time limits; the caller frees
 * the array. */
static struct ft_job **
running_jobs(const struct ft_world *world)
{
	struct ft_job **job =
	    ft_calloc(world->n_running, sizeof(struct ft_job *));

	for (size_t i = 0; i < world->n_running; i++)
		job[i] = world->running[i];
	if (world->n_running > 1)
		qsort(job, world->n_running, sizeof(struct ft_job *), by_end);
	return job;
}

static int64_t
start_in(const struct ft_seeker *seeker, struct ft_job *const *running,
    struct ft_found *found)
{
	struct ft_world *world = seeker->world;
	struct ft_free later;
	int64_t start = world->now;
	size_t i = 0;

	ft_free_init(world, &later);
	ft_free_copy(&later, &world->place->now);
	while (ft_place_find(seeker, NULL, &later, found) != FT_FIT) {
		start = i < world->n_running ? end_of(running[i]) : INT64_MAX;
		if (start == INT64_MAX)
			break;
		for (; i < world->n_running && end_of(running[i]) == start; i++)
			ft_free_give(world, &later, running[i]);
	}
	ft_free_clear(&later);
	if (start == INT64_MAX)
		return 0;
	return start < world->now ? world->now : start;
}

int64_t
ft_submit_start(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	struct ft_job *job = sub->job;
	struct ft_job **running FT_CLEANUP(ft_free_at) = running_jobs(world);
	struct ft_found found = { 0 };
	int64_t first = 0;

	for (size_t i = 0; i < sub->n_partition; i++) {
		const struct ft_seeker seeker = { world, job,
			sub->partition[i] };
		int64_t start = start_in(&seeker, running, &found);

		if (!start || (first && first <= start))
			continue;
		first = start;
		job->partition =
		    world->machine.partition[sub->partition[i]].name;
		job->sched_nodes = ft_world_hosts(world, found.node, found.n);
	}
	ft_found_clear(&found);
	return first && first < job->begins ? job->begins : first;
}
