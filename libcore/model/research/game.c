#include "model/research/game.h"

void
ft_game_jobs_free(struct ft_game_jobs *jobs)
{
	ft_free(jobs->job);
	ft_arena_clear(&jobs->arena);
	*jobs = (struct ft_game_jobs){ 0 };
}

void
ft_game_jobs_add(struct ft_game_jobs *jobs, const struct ft_game_job *job)
{
	*ft_vec_add(jobs->job, jobs->n, jobs->cap) = *job;
}

uint64_t
ft_game_jobs_nodes(const struct ft_game_jobs *jobs)
{
	uint64_t nodes = 0;

	for (size_t i = 0; i < jobs->n; i++)
		nodes += jobs->job[i].nodes;
	return nodes;
}

int64_t
ft_game_bid(const struct ft_game_job *job, enum ft_game_bid rule)
{
	if (rule == FT_GAME_BID_REAL)
		return 11 * (job->nodes * job->real) / 10;
	return job->nodes * job->planned;
}

int64_t
ft_game_unit(const struct ft_game_job *job, enum ft_game_unit rule)
{
	return rule == FT_GAME_UNIT_AREA ? job->nodes * job->real : job->nodes;
}

/* ---- samples ---------------------------------------------------------------- */

static void
draw(const struct ft_game_jobs *list, bool replace, uint64_t wanted,
    struct ft_rng *rng, struct ft_game_jobs *sample)
{
	uint32_t *left = ft_calloc(list->n, sizeof *left);
	size_t n = list->n;
	uint64_t nodes = 0;

	for (size_t i = 0; i < n; i++)
		left[i] = (uint32_t)i;
	while (nodes < wanted && n) {
		uint32_t i = ft_rng_below(rng, (uint32_t)n);
		struct ft_game_job job = list->job[left[i]];

		job.source = left[i];
		ft_game_jobs_add(sample, &job);
		nodes += job.nodes;
		if (!replace)
			left[i] = left[--n];
	}
	ft_free(left);
}

void
ft_game_draw(const struct ft_game_jobs *list, bool replace, uint64_t wanted,
    struct ft_rng *rng, struct ft_game_jobs *sample)
{
	if (replace || ft_game_jobs_nodes(list) >= wanted) {
		draw(list, replace, wanted, rng, sample);
		return;
	}
	for (size_t i = 0; i < list->n; i++) {
		struct ft_game_job job = list->job[i];

		job.source = (uint32_t)i;
		ft_game_jobs_add(sample, &job);
	}
}
