/*
 * solve.h - which change of shares brings a user to a place, and what would
 * flip two siblings: the inverse of the algorithms.
 *
 * One number is changed at a time: the raw shares of the user association or
 * of one account above it; usage, the tree and all other shares stay.  Under
 * Fair Tree the order on a level changes only where the node overtakes one of
 * those it is compared with, so these points are searched, and what is found
 * is confirmed by a run of the algorithm.  Changes that would make the sum of
 * shares on a level pass 2^32 - 1, where Slurm's wraps, are not considered.
 * Sentences about the answers are in report/explain/advice.h.
 */
#ifndef FT_ALGO_SOLVE_SOLVE_H
#define FT_ALGO_SOLVE_SOLVE_H

#include "algo/share/share.h"

#define FT_SOLVE_SHARES_MAX UINT32_C(2147483646) /* Slurm takes no more */

/* What changing the shares of one association can do. */
enum ft_solve_kind {
	FT_SOLVE_FOUND, /* it reaches the place */
	/* the others: it cannot, because ... */
	FT_SOLVE_PARENT,   /* its shares are `parent`: no number to change */
	FT_SOLVE_OVERFLOW, /* the shares of its level wrap already */
	FT_SOLVE_ALONE,    /* it has no siblings */
	FT_SOLVE_UNUSED,   /* without usage it is first whatever its shares */
	FT_SOLVE_SHORT,    /* even first on its level is not enough */
	FT_SOLVE_BLOCKED,  /* some on its level stay ahead of it */
	FT_SOLVE_NEVER     /* no number of shares is enough (not Fair Tree) */
};

/* Why a sibling cannot be overtaken. */
enum ft_solve_block {
	FT_BLOCK_NONE,
	FT_BLOCK_UNUSED, /* no usage: its level fairshare is infinite */
	FT_BLOCK_PARENT, /* a user with `parent` shares: the same */
	FT_BLOCK_LIMIT   /* no number of shares is enough */
};

struct ft_solve_option {
	uint32_t node; /* whose shares */
	enum ft_solve_kind kind;
	/* raw shares now, and proposed.  FOUND: the nearest number that reaches
	 * the place (a larger one, unless only a smaller one does); else the
	 * nearest that reaches the best possible place; `from` if no number is
	 * better */
	uint32_t from, to;
	uint32_t rank; /* the user's place with `to` shares */
	bool tied;     /* Fair Tree: with them NODE is only tied, not ahead */
	/* how many other users get a worse place, and a better one */
	uint32_t fall, rise;

	/*
	 * Fair Tree, if the target is out of reach: users who stay ahead of
	 * the user whatever the shares of NODE are.
	 */
	uint32_t above;   /* those ahead of the whole level of NODE */
	uint32_t beside;  /* those on its level that cannot be overtaken */
	uint32_t level;   /* those on its level that it can only be tied with,
	                     who may or may not be ahead of the user */
	uint32_t inside;  /* those below NODE itself */
	uint32_t blocker; /* of beside, else of level, the one with the most
	                     users; FT_NODE_NONE: nobody */
	enum ft_solve_block why;
};

struct ft_solve {
	uint32_t user;   /* node */
	uint32_t rank;   /* its place now */
	uint32_t target; /* the place asked for */
	uint32_t users;
	bool already;                   /* rank <= target; no options then */
	struct ft_solve_option *option; /* from the user up to below the root */
	size_t n, cap;
	/* the option that reaches the place with the fewest falls; of several
	 * the nearest to the user; SIZE_MAX: none reaches it */
	size_t best;
};

/* A user association, and the place it should reach. */
struct ft_solve_target {
	uint32_t user, place;
};
/*
 * Set SOLVE to the changes that bring the user to the place or a better one.
 * Under Fair Tree the answer is exact.  Under classic and level based, where
 * the factor grows with the shares on the way to the user, it is exact except
 * for ties that only rounding decides.  Under depth oblivious, where it need
 * not grow, only numbers at growing distances are tried.  Classic with 0
 * shares, where all users below are tied for the last place, is not
 * considered.  FT_EINVAL: it is not a user, the place is not between 1 and the
 * number of users, or ft_share_run fails.
 */
enum ft_status ft_solve_rank(const struct ft_algo *algo,
    const struct ft_share_input *input, const struct ft_solve_target *target,
    struct ft_solve *solve, struct ft_error *err);
void ft_solve_clear(struct ft_solve *solve);

/* ---- one change ----------------------------------------------------------- */

struct ft_solve_change {
	uint32_t node, to;    /* whose shares, and how many */
	uint32_t of;          /* a user, or an account above users */
	uint32_t first, last; /* the places it would have; 0: it has no users */
};
/* Find the places of CHANGE by a run of the algorithm; fails as that does. */
enum ft_status ft_solve_change(const struct ft_algo *algo,
    const struct ft_share_input *input, struct ft_solve_change *change,
    struct ft_error *err);

/* ---- two siblings --------------------------------------------------------- */

/* A change of one whole number that flips two siblings, if there is one. */
struct ft_flip_way {
	bool possible;
	/* shares, or usage in TRES-seconds: now (rounded down), and needed */
	uint64_t from, to;
};

/* Fair Tree: what puts BEHIND strictly before AHEAD, one change at a time. */
struct ft_flip {
	uint32_t ahead, behind; /* nodes; tied: as they were given */
	ft_real ahead_usage, behind_usage;
	bool tied;
	struct ft_flip_way raise; /* the lowest sufficient shares of behind */
	struct ft_flip_way lower; /* the highest sufficient shares of ahead */
	struct ft_flip_way use;   /* the lowest sufficient usage of ahead */
	struct ft_flip_way fade;  /* the highest sufficient usage of behind */
};

/*
 * Set FLIP to what flips the siblings A and B.  A change of usage changes that
 * of their account by the same amount.  FT_EINVAL: they are not siblings in
 * fair share, or the sum of shares of their level wraps.
 */
enum ft_status ft_solve_flip(const struct ft_share_input *input, uint32_t a,
    uint32_t b, struct ft_flip *flip, struct ft_error *err);

#endif
