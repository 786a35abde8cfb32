/*
 * private.h - what the files of solve share: the state of a search, attempts
 * (attempt.c), and under Fair Tree the way to the user (way.c) and what a
 * change on it does (trial.c).
 */
#ifndef FT_ALGO_SOLVE_PRIVATE_H
#define FT_ALGO_SOLVE_PRIVATE_H

#include "algo/solve/solve.h"

/* A copy of the input whose shares may be tried out. */
struct ft_solver {
	const struct ft_algo *algo;
	struct ft_share_input input; /* input.tree is &tree */
	struct ft_tree tree;         /* the arrays of the original, but ... */
	uint32_t *shares;            /* ... tree.shares, which is this */
	struct ft_share share;       /* of the last run */
	struct ft_trial *trial;      /* Fair Tree: instead of running all */
	uint32_t user, target;

	uint32_t node;  /* whose shares are tried */
	size_t stage;   /* Fair Tree: its level on the way, 0 below the root */
	uint32_t from;  /* what they are */
	uint32_t limit; /* the most they may be */

	/* the best so far */
	uint32_t rank, to;
};

/* Run the algorithm with so many SHARES for the node, into solver->share. */
void ft_solver_run(struct ft_solver *solver, uint32_t shares);
/*
 * Returns the place of the user with so many SHARES for the node, and notes it
 * if it is better, or as good and nearer.
 */
uint32_t ft_solver_try(struct ft_solver *solver, uint32_t shares);
/* Returns whether SHARES could be better than what was found, if it does. */
bool ft_solver_wants(const struct ft_solver *solver, uint32_t shares);

/*
 * Returns the most shares of one whose siblings have REST: what Slurm takes,
 * and under FT_TIES_SLURM such that the sum does not wrap.
 */
uint32_t ft_solve_limit(enum ft_ties ties, uint64_t rest);

/*
 * Walks of the levels that a change of shares on the way to solver->user can
 * reorder.  Returns the caller's; level_shares: by account ordinal, borrowed,
 * kept as SOLVER's shares are.  O(n log n), and more for each level on the way
 * where tied accounts are merged.
 */
struct ft_trial *ft_trial_new(struct ft_solver *solver, uint64_t *level_shares);
void ft_trial_free(struct ft_trial *trial); /* NULL is fine */
/* Returns the user's place with so many SHARES for solver->node. */
uint32_t ft_trial_place(struct ft_trial *trial, uint32_t shares);
/*
 * Returns the user's place among the users below NODE, one of its ancestors, or
 * 0 if the user has the place of the user just before NODE.
 */
uint32_t ft_trial_inside(const struct ft_trial *trial, uint32_t node);
/*
 * Count in OPTION how many others fall and rise with option->to for
 * solver->node.  places: of all, by node, now.
 */
void ft_trial_count(struct ft_trial *trial, const uint32_t *places,
    struct ft_solve_option *option);

/* A node on the way, and the level it is on. */
struct ft_fairtree_stage {
	uint32_t node;
	uint32_t base;   /* users ranked before the level */
	size_t first, n; /* in group: accounts whose children it holds */
};

/* The way from the root to the user along fair-share parents. */
struct ft_fairtree_way {
	struct ft_fairtree_stage *stage;
	size_t n, cap, at; /* the one asked about last */
	uint32_t *group;
	size_t n_group, group_cap;
	uint32_t *users;        /* by node: users below it or itself */
	uint64_t *level_shares; /* by account ordinal */
	struct ft_trial *trial;
};
/* Returns the caller's; fills in solver->trial (solve/way.c). */
struct ft_fairtree_way *ft_fairtree_way_new(struct ft_solver *solver);
void ft_fairtree_way_free(struct ft_fairtree_way *way);
/*
 * Fair Tree: find the shares of solver->node, which lies on the way: try what
 * may do, and say in OPTION (kind, tied, above ... why) how it went.
 */
void ft_fairtree_solve(struct ft_solver *solver, struct ft_fairtree_way *way,
    struct ft_solve_option *option);

#endif
