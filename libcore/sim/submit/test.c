/*
 * test.c - when and where would a job start: sbatch --test-only.
 *
 * Like the select plugin's test "will run" it considers running jobs only, not
 * pending ones.
 */

#include "sim/place/future.h"
#include "sim/submit/steps.h"

/* Make JOB ask for as many nodes as the test takes, which may be more than a
 * start does. */
static void
widen(const struct ft_world *world, struct ft_job *job)
{
	job->shape.few_nodes = false;
	if (!job->tasks_given || job->nodes_given || job->tasks_per_node ||
	    *job->req_nodes || job->shape.cores ||
	    !ft_release_has(ft_conf_release(world->conf), FT_RULE_TEST_IS_WIDE))
		return;
	job->nodes_given = true;
	job->max_nodes = UINT32_MAX;
}

int64_t
ft_submit_start(struct ft_submission *sub)
{
	struct ft_world *world = sub->world;
	struct ft_job *job = sub->job;
	ft_nodes *nodes FT_CLEANUP(ft_free_at) = ft_place_set(world, NULL, 0);
	struct ft_found found = { 0 };
	int64_t first = INT64_MAX;

	widen(world, job);
	for (size_t i = 0; i < sub->n_partition; i++) {
		const struct ft_seeker seeker = { world, job,
			sub->partition[i] };
		int64_t start;

		ft_place_suit(&seeker, nodes);
		ft_nodes_and(
		    nodes, ft_place_usable(world), world->place->n_word);
		start = ft_future_first(
		    ft_future_now(world), &seeker, 0, nodes, &found);
		if (start >= first)
			continue;
		first = start;
		job->partition =
		    world->machine.partition[sub->partition[i]].name;
		job->sched_nodes = ft_world_hosts(world, found.node, found.n);
		job->req[FT_TRES_CPU] = 0;
		for (size_t k = 0; k < found.n; k++)
			job->req[FT_TRES_CPU] += found.node[k].cpus;
	}
	ft_found_clear(&found);
	if (first == INT64_MAX)
		return 0;
	first = first > world->now ? first : world->now;
	return first < job->begins ? job->begins : first;
}
