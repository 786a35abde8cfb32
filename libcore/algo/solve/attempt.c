/* One attempt: the user's place with another number of shares. */
#include "algo/share/rank.h"
#include "algo/solve/private.h"

void
ft_solver_run(struct ft_solver *solver, uint32_t shares)
{
	enum ft_status status;

	solver->shares[solver->node] = shares;
	status = ft_share_run(
	    solver->algo, &solver->input, &solver->share, NULL, NULL);
	solver->shares[solver->node] = solver->from;
	/* usage and parameters were good in the first run */
	assert(status == FT_OK);
	(void)status;
}

/* Returns the place of the user with so many SHARES for the node. */
static uint32_t
place_with(struct ft_solver *solver, uint32_t shares)
{
	if (solver->trial)
		return ft_trial_place(solver->trial, shares);
	ft_solver_run(solver, shares);
	return ft_rank_user(&solver->tree, &solver->share, solver->user);
}

/* How far SHARES are from those there are; giving is better than taking. */
static uint64_t
distance(const struct ft_solver *solver, uint32_t shares)
{
	return shares >= solver->from
		   ? shares - solver->from
		   : (UINT64_C(1) << 32) + (solver->from - shares);
}

bool
ft_solver_wants(const struct ft_solver *solver, uint32_t shares)
{
	return solver->rank > solver->target ||
	       distance(solver, shares) < distance(solver, solver->to);
}

uint32_t
ft_solver_try(struct ft_solver *solver, uint32_t shares)
{
	uint32_t rank = place_with(solver, shares);

	/* any place that does is as good as any other */
	if (rank <= solver->target
		? ft_solver_wants(solver, shares)
		: rank < solver->rank ||
		      (rank == solver->rank &&
			  distance(solver, shares) <
			      distance(solver, solver->to))) {
		solver->rank = rank;
		solver->to = shares;
	}
	return rank;
}
