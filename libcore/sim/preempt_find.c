/* Where a job would run if others went: see preempt.h. */
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sim/place_int.h"
#include "sim/preempt.h"

static bool
is_used(const struct ft_found *found, uint32_t node)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->node[i].node == node)
			return true;
	return false;
}

static bool
is_in_the_way(const struct ft_found *found, const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++)
		if (is_used(found, job->node[i].node))
			return true;
	return false;
}

/* Those before END that are on the nodes found go; the rest stays. */
static void
keep_needed(
    struct ft_victims *victims, size_t end, const struct ft_found *found)
{
	size_t n = 0;

	for (size_t i = 0; i < end; i++)
		if (is_in_the_way(found, victims->job[i]))
			victims->job[n++] = victims->job[i];
	victims->n = n;
}

enum ft_fit
ft_preempt_find(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const ft_nodes *avail, struct ft_found *found,
    struct ft_victims *victims)
{
	enum ft_fit fit = ft_place_find(
	    world, job, partition, avail, &world->place->now, found);
	struct ft_free free;
	size_t end = 0;

	victims->n = 0;
	if (fit != FT_FIT_BUSY && fit != FT_FIT_LICENSE)
		return fit;
	ft_preempt_candidates(world, job, partition, victims);
	if (!victims->n)
		return fit;
	ft_free_init(world, &free);
	ft_free_copy(world, &free, &world->place->now);
	for (; fit != FT_FIT && end < victims->n; end++) {
		ft_free_give(world, &free, victims->job[end]);
		fit =
		    ft_place_find(world, job, partition, avail, &free, found);
	}
	ft_free_clear(&free);
	if (fit == FT_FIT)
		keep_needed(victims, end, found);
	else
		victims->n = 0;
	return fit;
}
