#include "algo/solve/solve.h"

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "algo/share/rank.h"
#include "algo/solve/private.h"

/* ---- algorithms that are not looked into ---------------------------------- */

/* Find the nearest shares, on one side, among those at growing distances. */
static bool
gallop(struct ft_solver *solver, bool up)
{
	uint32_t bad = solver->from, end = up ? solver->limit : 1, good;
	uint32_t left, step = 1;

	if (up ? bad >= end : bad <= end)
		return false;
	left = up ? end - bad : bad - end;

	for (;; step *= 2) {
		step = step < left ? step : left;
		good = up ? solver->from + step : solver->from - step;
		if (ft_solver_try(solver, good) <= solver->target)
			break;
		bad = good;
		if (good == end)
			return false;
	}
	while ((good > bad ? good - bad : bad - good) > 1) {
		uint32_t middle = good > bad ? bad + (good - bad) / 2
					     : good + (bad - good) / 2;

		if (ft_solver_try(solver, middle) <= solver->target)
			good = middle;
		else
			bad = middle;
	}
	return true;
}

static void
solve_plainly(struct ft_solver *solver, struct ft_solve_option *option)
{
	bool monotone = solver->algo != &ft_algo_classic ||
			!solver->input.params.depth_oblivious;
	uint32_t most;

	if (monotone) {
		/* what the limit cannot do, nothing can */
		most = ft_solver_try(solver, solver->limit);
		if (most > solver->target)
			solver->target = solver->rank;
		if (solver->to != solver->from)
			gallop(solver, true);
	} else if (!gallop(solver, true)) {
		gallop(solver, false);
	}
	option->kind = FT_SOLVE_NEVER;
}

uint32_t
ft_solve_limit(enum ft_ties ties, uint64_t rest)
{
	if (ties == FT_TIES_DOCUMENTED ||
	    rest <= UINT32_MAX - FT_SOLVE_SHARES_MAX)
		return FT_SOLVE_SHARES_MAX;
	return rest < UINT32_MAX ? (uint32_t)(UINT32_MAX - rest) : 0;
}

/* ---- options -------------------------------------------------------------- */

/* Returns whether there is a number to change, and notes its bounds. */
static bool
choose_node(
    struct ft_solver *solver, uint32_t rank, struct ft_solve_option *option)
{
	const struct ft_tree *tree = &solver->tree;
	uint32_t node = option->node, acct;
	uint64_t rest;

	if (tree->flags[node] & FT_NODE_PARENT) {
		option->kind = FT_SOLVE_PARENT;
		return false;
	}
	acct = tree->acct[ft_tree_fs_parent(tree, node)];
	rest = ft_share_sum(tree, acct, FT_TIES_DOCUMENTED, NULL) -
	       tree->shares[node];
	solver->node = node;
	solver->from = solver->to = tree->shares[node];
	solver->rank = rank;
	solver->limit = ft_solve_limit(solver->input.params.ties, rest);
	if (solver->limit < solver->from)
		solver->limit = solver->from;
	if (ft_share_sum(tree, acct, solver->input.params.ties, NULL) !=
	    rest + solver->from) {
		option->kind = FT_SOLVE_OVERFLOW;
		return false;
	}
	return true;
}

/* Fill in what the change does to others.  places: of all, now. */
static void
count_others(struct ft_solver *solver, const uint32_t *places,
    struct ft_solve_option *option)
{
	const struct ft_tree *tree = &solver->tree;
	uint32_t *after FT_CLEANUP(ft_free_at) = NULL;

	if (option->to == option->from)
		return;
	if (solver->trial) {
		ft_trial_count(solver->trial, places, option);
		return;
	}
	after = ft_alloc(tree->n * sizeof *after);
	ft_solver_run(solver, option->to);
	ft_rank_users(tree, &solver->share, after);
	assert(after[solver->user] == option->rank);
	for (uint32_t i = 0; i < tree->n; i++) {
		if (i == solver->user)
			continue;
		option->fall += after[i] > places[i];
		option->rise += after[i] < places[i];
	}
}

static void
solve_option(struct ft_solver *solver, struct ft_fairtree_way *way,
    const struct ft_solve *solve, const uint32_t *places,
    struct ft_solve_option *option)
{
	option->from = option->to = solver->tree.shares[option->node];
	option->rank = solve->rank;
	option->blocker = FT_NODE_NONE;
	if (!choose_node(solver, solve->rank, option))
		return;
	solver->target = solve->target;
	if (way)
		ft_fairtree_solve(solver, way, option);
	else
		solve_plainly(solver, option);
	option->to = solver->to;
	option->rank = solver->rank;
	if (option->rank <= solve->target)
		option->kind = FT_SOLVE_FOUND;
	count_others(solver, places, option);
}

static void
solve_options(struct ft_solver *solver, struct ft_solve *solve)
{
	const struct ft_tree *tree = &solver->tree;
	uint32_t *places = ft_alloc(tree->n * sizeof *places);
	struct ft_fairtree_way *way = NULL;

	ft_rank_users(tree, &solver->share, places);
	if (solver->algo == &ft_algo_fairtree)
		way = ft_fairtree_way_new(solver);
	for (uint32_t node = solve->user; node; node = tree->parent[node])
		*ft_vec_add(solve->option, solve->n, solve->cap) =
		    (struct ft_solve_option){ .node = node };
	for (size_t i = 0; i < solve->n; i++) {
		struct ft_solve_option *option = &solve->option[i];

		solve_option(solver, way, solve, places, option);
		if (option->kind == FT_SOLVE_FOUND &&
		    (solve->best == SIZE_MAX ||
			option->fall < solve->option[solve->best].fall))
			solve->best = i;
	}
	ft_fairtree_way_free(way);
	ft_free(places);
}

static enum ft_status
check_question(const struct ft_tree *tree, const struct ft_solve_target *target,
    struct ft_error *err)
{
	if (target->user >= tree->n || !ft_tree_is_user(tree, target->user))
		return ft_fail(err, FT_EINVAL,
		    "only user associations have a place among users");
	if (!target->place || target->place > tree->n_user)
		return ft_fail(err, FT_EINVAL,
		    "place '%u' is not 1 to %u, the number of users",
		    target->place, tree->n_user);
	return FT_OK;
}

enum ft_status
ft_solve_rank(const struct ft_algo *algo, const struct ft_share_input *input,
    const struct ft_solve_target *target, struct ft_solve *solve,
    struct ft_error *err)
{
	struct ft_solver solver = { .algo = algo,
		.input = *input,
		.tree = *input->tree,
		.user = target->user };
	enum ft_status status = check_question(input->tree, target, err);

	*solve = (struct ft_solve){ .user = target->user,
		.target = target->place,
		.users = input->tree->n_user,
		.best = SIZE_MAX };
	if (status)
		return status;
	solver.shares = ft_alloc(solver.tree.n * sizeof *solver.shares);
	memcpy(solver.shares, input->tree->shares,
	    solver.tree.n * sizeof *solver.shares);
	solver.tree.shares = solver.shares;
	solver.input.tree = &solver.tree;
	status = ft_share_run(algo, &solver.input, &solver.share, NULL, err);
	if (!status) {
		solve->rank =
		    ft_rank_user(&solver.tree, &solver.share, target->user);
		solve->already = solve->rank <= target->place;
		if (!solve->already)
			solve_options(&solver, solve);
	}
	ft_share_free(&solver.share);
	ft_free(solver.shares);
	return status;
}

void
ft_solve_clear(struct ft_solve *solve)
{
	ft_free(solve->option);
	solve->option = NULL;
	solve->n = solve->cap = 0;
	solve->best = SIZE_MAX;
}
