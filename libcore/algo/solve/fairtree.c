/*
 * Which shares of a node bring a user below it to a place, under Fair Tree.
 *
 * The node is compared with the others on its level: its siblings, and where
 * the account above is tied and the documented rule merges, their cousins.
 * More shares raise its level fairshare and lower that of its siblings; every
 * rounding keeps that order.  So each other one is passed once, at a number
 * that bisection finds: first it is ahead, then perhaps tied, then behind.
 * While the node is tied with nobody the user's place is
 *
 *   users before the level + users of those ahead + place inside the node
 *
 * where only the middle depends on the shares.  A tie never gives a better
 * place than being ahead would, but for these, which are simply tried:
 *   - the first on its level may inherit a tie of the account above
 *   - Slurm's rule: tied with an account that has no users, a user inherits
 *     the place before that account
 *   - a first on its level that has FT_LEVEL_FS_NONE counts as tied
 * And where that happens inside the node, so that the user has the place of
 * whoever stands before the node, that place is not counted but looked at.
 */
#include "algo/solve/private.h"

#include "algo/share/fairtree_internal.h"
#include "base/bisect.h"

/* ---- a level while the shares of one on it vary --------------------------- */

/* How the others stand to the node. */
struct visibility {
	uint32_t ahead, level; /* others strictly ahead; or ahead or tied */
	uint32_t users;        /* of those strictly ahead */
};

struct contest {
	struct ft_solver *solver;
	struct ft_fairtree_way *way;
	const struct ft_fairtree_stage *stage;
	uint32_t parent; /* the node's fair-share parent */
	uint64_t rest;   /* shares of the node's siblings */
	uint32_t inside; /* the user's place inside the node; 0: inherited */
	uint32_t now;    /* its place with the shares there are */
	/* what the tests below ask for */
	struct visibility seen;
	uint32_t rival, rival_parent; /* FT_NODE_NONE: FT_LEVEL_FS_NONE */
};

static void
set_shares(struct contest *contest, uint32_t shares)
{
	struct ft_solver *solver = contest->solver;

	solver->shares[solver->node] = shares;
	contest->way->level_shares[solver->tree.acct[contest->parent]] =
	    contest->rest + shares;
}

static void
reset_shares(struct contest *contest)
{
	set_shares(contest, contest->solver->from);
}

static struct ft_level
level_of(const struct contest *contest, uint32_t node, uint32_t parent)
{
	return ft_level_of(
	    &contest->solver->input, contest->way->level_shares, node, parent);
}

/* The next other one on the level; start with *at FT_NODE_NONE. */
static bool
next_rival(const struct contest *contest, size_t *group, uint32_t *at)
{
	const struct ft_tree *tree = &contest->solver->tree;
	const struct ft_fairtree_stage *stage = contest->stage;

	for (; *group < stage->n; (*group)++, *at = FT_NODE_NONE) {
		uint32_t account = contest->way->group[stage->first + *group];
		uint32_t acct = tree->acct[account];

		*at = *at == FT_NODE_NONE ? tree->first[acct] : *at + 1;
		if (*at == stage->node)
			(*at)++;
		if (*at < tree->first[acct + 1])
			return true;
	}
	return false;
}

static uint32_t
parent_at(const struct contest *contest, size_t group)
{
	return contest->way->group[contest->stage->first + group];
}

static struct visibility
look(struct contest *contest, uint32_t shares)
{
	struct visibility visibility = { 0 };
	struct ft_level own;
	uint32_t at = FT_NODE_NONE;
	size_t group = 0;

	set_shares(contest, shares);
	own = level_of(contest, contest->stage->node, contest->parent);
	while (next_rival(contest, &group, &at)) {
		int order = ft_level_cmp(
		    level_of(contest, at, parent_at(contest, group)), own);

		visibility.level += order >= 0;
		visibility.ahead += order > 0;
		visibility.users += order > 0 ? contest->way->users[at] : 0;
	}
	reset_shares(contest);
	return visibility;
}

/* ---- searching ------------------------------------------------------------ */

/* Something that is true from some number of shares on. */
typedef bool test_fn(struct contest *contest, uint32_t shares);

/* Returns the first of low..high where TEST is true, high + 1 if none is. */
static uint32_t
first_where(struct contest *contest, uint32_t low, uint32_t high, test_fn *test)
{
	uint32_t shares;

	FT_BISECT(shares, low, high + 1, !test(contest, shares));
	return shares;
}

static bool
is_enough(struct contest *contest, uint32_t shares)
{
	uint64_t users;

	/* the place of somebody else: what it is hangs on more than counts */
	if (!contest->inside)
		return ft_solver_try(contest->solver, shares) <=
		       contest->solver->target;
	users = look(contest, shares).users;

	return contest->stage->base + users + contest->inside <=
	       contest->solver->target;
}

static bool
is_top(struct contest *contest, uint32_t shares)
{
	return !look(contest, shares).ahead;
}

static bool
is_changed(struct contest *contest, uint32_t shares)
{
	struct visibility visibility = look(contest, shares);

	return visibility.ahead != contest->seen.ahead ||
	       visibility.level != contest->seen.level;
}

/* Returns the first shares after SHARES that see another order. */
static uint32_t
next_change(struct contest *contest, uint32_t shares)
{
	contest->seen = look(contest, shares);
	return first_where(
	    contest, shares + 1, contest->solver->limit, is_changed);
}

/* Try SHARES and where the order changes next, until one does. */
static bool
try_from(struct contest *contest, uint32_t shares)
{
	struct ft_solver *solver = contest->solver;

	while (shares <= solver->limit) {
		if (ft_solver_try(solver, shares) <= solver->target)
			return true;
		shares = next_change(contest, shares);
	}
	return false;
}

/* Find the least larger number that does it. */
static bool
search(struct contest *contest)
{
	struct ft_solver *solver = contest->solver;
	uint32_t next = solver->from + 1;

	if (next > solver->limit)
		return false;
	if (!contest->inside ||
	    contest->stage->base + contest->inside <= solver->target)
		return try_from(contest,
		    first_where(contest, next, solver->limit, is_enough));
	/* only an inherited tie could help */
	return try_from(
	    contest, first_where(contest, next, solver->limit, is_top));
}

/* ---- ties that are worth more than a lead --------------------------------- */

static int
compare_rival(struct contest *contest, uint32_t shares)
{
	struct ft_level own, other;

	set_shares(contest, shares);
	own = level_of(contest, contest->stage->node, contest->parent);
	other = contest->rival == FT_NODE_NONE
		    ? ft_level_none(false)
		    : level_of(contest, contest->rival, contest->rival_parent);
	reset_shares(contest);
	return ft_level_cmp(own, other);
}

static bool
is_level(struct contest *contest, uint32_t shares)
{
	return compare_rival(contest, shares) >= 0;
}

static bool
is_past(struct contest *contest, uint32_t shares)
{
	return compare_rival(contest, shares) > 0;
}

/* Try the shares with which the node and its rival are tied. */
static void
try_tie(struct contest *contest)
{
	struct ft_solver *solver = contest->solver;
	uint32_t at = first_where(contest, 0, solver->limit, is_level);
	uint32_t past = first_where(contest, at, solver->limit, is_past);

	while (at < past) {
		uint32_t end = next_change(contest, at);
		uint32_t nearest = at;

		end = end < past ? end : past;
		if (solver->from >= end)
			nearest = end - 1;
		/* with what there is now the place is known */
		if ((solver->from < at || solver->from >= end) &&
		    ft_solver_wants(solver, nearest))
			ft_solver_try(solver, nearest);
		at = end;
	}
}

static void
try_ties(struct contest *contest)
{
	const struct ft_tree *tree = &contest->solver->tree;
	uint32_t at = FT_NODE_NONE;
	size_t group = 0;

	contest->rival = FT_NODE_NONE;
	try_tie(contest);
	if (contest->solver->input.params.ties != FT_TIES_SLURM)
		return;
	while (next_rival(contest, &group, &at)) {
		if (contest->way->users[at] || ft_tree_is_user(tree, at))
			continue;
		contest->rival = at;
		contest->rival_parent = parent_at(contest, group);
		try_tie(contest);
	}
}

/* ---- telling why ---------------------------------------------------------- */

static bool
is_infinite(const struct contest *contest, uint32_t node)
{
	return ft_level_values(
		   &contest->solver->input, contest->way->level_shares, node)
		   .level_fs == (ft_real)INFINITY;
}

static enum ft_solve_block
why_blocked(const struct contest *contest, uint32_t node)
{
	if (!is_infinite(contest, node))
		return FT_BLOCK_LIMIT;
	if (contest->solver->tree.flags[node] & FT_NODE_PARENT)
		return FT_BLOCK_PARENT;
	return FT_BLOCK_UNUSED;
}

/* Find who stays ahead even of the largest possible shares. */
static void
find_blockers(struct contest *contest, struct ft_solve_option *option)
{
	const uint32_t *users = contest->way->users;
	struct ft_level own;
	uint32_t at = FT_NODE_NONE, n = 0, most = 0;
	size_t group = 0;
	int best = 0;

	set_shares(contest, contest->solver->limit);
	own = level_of(contest, contest->stage->node, contest->parent);
	for (; next_rival(contest, &group, &at); n++) {
		int order = ft_level_cmp(
		    level_of(contest, at, parent_at(contest, group)), own);

		if (!users[at] || order < 0)
			continue;
		if (order > 0)
			option->beside += users[at];
		else
			option->level += users[at];
		if (order < best || (order == best && users[at] <= most))
			continue;
		best = order;
		most = users[at];
		option->blocker = at;
		option->why = why_blocked(contest, at);
	}
	if (!n)
		option->kind = FT_SOLVE_ALONE;
	else if (is_infinite(contest, contest->stage->node))
		option->kind = FT_SOLVE_UNUSED;
	else if (contest->stage->base + contest->inside >
		 contest->solver->target)
		option->kind = FT_SOLVE_SHORT;
	else
		option->kind = FT_SOLVE_BLOCKED;
	reset_shares(contest);
}

/* Nothing does it: find what comes nearest. */
static void
search_best(struct contest *contest)
{
	struct ft_solver *solver = contest->solver;
	uint32_t target = solver->target;

	ft_solver_try(solver, solver->limit);
	if (solver->rank < contest->now) {
		solver->target = solver->rank;
		search(contest);
		solver->target = target;
	}
}

static void
start(struct contest *contest)
{
	struct ft_solver *solver = contest->solver;
	const struct ft_tree *tree = &solver->tree;
	size_t i = contest->way->at;

	/* from the user up; `parent` shares are on no stage */
	while (contest->way->stage[i].node != solver->node)
		i--;
	contest->way->at = i;
	contest->stage = &contest->way->stage[i];
	solver->stage = i - 1;
	contest->parent = ft_tree_fs_parent(tree, solver->node);
	contest->rest =
	    contest->way->level_shares[tree->acct[contest->parent]] -
	    solver->from;
	contest->inside = ft_trial_inside(solver->trial, solver->node);
	contest->now = solver->rank;
}

void
ft_fairtree_solve(struct ft_solver *solver, struct ft_fairtree_way *way,
    struct ft_solve_option *option)
{
	struct contest contest = { .solver = solver, .way = way };
	struct visibility visibility;

	start(&contest);
	if (!search(&contest))
		search_best(&contest);
	try_ties(&contest);
	option->above = contest.stage->base;
	option->inside = contest.inside ? contest.inside - 1 : 0;
	find_blockers(&contest, option);
	visibility = look(&contest, solver->to);
	option->tied = visibility.level > visibility.ahead;
}
