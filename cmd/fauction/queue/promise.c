/* Entitlements: how much of the capacity is due to each user and account. */

#include "fauction/queue/contest.h"

/* Returns the leaves of all jobs, each once, ascending. */
static uint32_t *
leaves_of(struct contest *contest, size_t *n)
{
	uint32_t *leaf =
	    ft_arena_calloc(&contest->arena, contest->n, sizeof *leaf);

	*n = 0;
	for (size_t i = 0; i < contest->n; i++)
		if (contest->job[i].leaf != FT_NODE_NONE)
			leaf[(*n)++] = contest->job[i].leaf;
	*n = ft_unique(leaf, *n, sizeof *leaf, ft_by_u32);
	return leaf;
}

/* Units are divided among users; each user's part belongs to its group. */
static void
divide(struct contest *contest)
{
	size_t n, *at;
	uint32_t *leaf = leaves_of(contest, &n);
	double *wants = ft_arena_calloc(&contest->arena, n, sizeof *wants);
	double *promised =
	    ft_arena_calloc(&contest->arena, n, sizeof *promised);

	at = ft_arena_calloc(
	    &contest->arena, contest->world.tree->n, sizeof *at);
	for (size_t i = 0; i < n; i++)
		at[leaf[i]] = i;
	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[i];

		contest->group[job->group].jobs++;
		contest->group[job->group].wants += job->units;
		contest->wanted += job->units;
		/* nothing is due for a job that can never win */
		if (job->leaf != FT_NODE_NONE &&
		    job->units <= contest->auction.nodes)
			wants[at[job->leaf]] += job->units;
	}
	if (n)
		ft_promise_divide(contest->world.tree,
		    (double)contest->auction.nodes,
		    &(struct ft_claims){ leaf, wants, promised, n });
	/* each leaf once: where it is first met */
	for (size_t i = 0; i < contest->n; i++) {
		const struct contest_job *job = &contest->job[i];

		if (job->leaf == FT_NODE_NONE)
			continue;
		contest->group[job->group].promised += promised[at[job->leaf]];
		promised[at[job->leaf]] = 0;
	}
}

static int
by_promise(const void *a, const void *b)
{
	const struct contest_group *x = a, *y = b;

	if (x->promised > y->promised || x->promised < y->promised)
		return x->promised > y->promised ? -1 : 1;
	return (x->was > y->was) - (x->was < y->was);
}

/* Sort by what was due, most first, then by first appearance. */
static void
sort_groups(struct contest *contest)
{
	uint32_t *now =
	    ft_arena_calloc(&contest->arena, contest->n_group, sizeof *now);

	for (size_t k = 0; k < contest->n_group; k++)
		contest->group[k].was = (uint32_t)k;
	if (contest->n_group)
		qsort(contest->group, contest->n_group, sizeof *contest->group,
		    by_promise);
	for (size_t k = 0; k < contest->n_group; k++)
		now[contest->group[k].was] = (uint32_t)k;
	for (size_t i = 0; i < contest->n; i++)
		contest->job[i].group = now[contest->job[i].group];
}

void
contest_promise(struct contest *contest)
{
	divide(contest);
	sort_groups(contest);
}
