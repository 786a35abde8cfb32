/*
 * delivery.h - what shares promised to accounts in a period, what they got, and why
 * not more.
 *
 * At each instant and of each TRES an account's shortfall is what it was promised
 * (its share of what the cluster had) less what its jobs ran with, at least 0.  Its
 * causes, each as far as the shortfall is left by those before:
 *   NO_DEMAND  what its waiting jobs asked for was less
 *   LIMITS     waiting jobs that a limit held
 *   SHAPE      none of its other waiting jobs fitted into what was free: as much as
 *              no job used; all of it if none had fitted even without the jobs of
 *              other accounts
 *   PRIORITY   the rest: jobs of others ran in what would have fitted, or what was
 *              free was kept for them
 * A job waits from its eligible time to its start.  It fits if as many nodes as it
 * wants have, each, its part of what it asks for; they are up, in its partition, and
 * in its reservation or in none.
 *
 * Amounts are whole numbers of TRES-seconds / scale, so parts add up to the gap
 * exactly.  Not for: where limits, shares and nodes come from (cmd/freport).
 * Source: man/freport.1, DELIVERED AGAINST PROMISED; tests/prop/p_delivery.c has a
 * slow twin.
 */
#ifndef FT_ALGO_DELIVERY_H
#define FT_ALGO_DELIVERY_H

#include "algo/rollup.h"
#include "base/text/real.h"

/* Vectors tres[] are by index and borrowed; times are [from, to); nodes, accounts,
 * ... are indices, FT_ROLLUP_NONE none. */

/* When a node was there, or was down. */
struct ft_delivery_span {
	int64_t from, to;
	uint32_t node;
};
/* Nodes of a partition; of a reservation in its time. */
struct ft_delivery_nodes {
	int64_t from, to; /* of a reservation */
	const uint32_t *node;
	size_t n;
};
struct ft_delivery_account {
	uint32_t parent; /* less than its own; FT_ROLLUP_NONE */
	ft_real share;   /* 0..1: of what the cluster had */
};
/* A limit on what runs at once. */
struct ft_delivery_limit {
	size_t tres; /* SIZE_MAX: the number of jobs */
	uint64_t most;
	bool alone; /* on each job by itself */
};
/* Where a job runs. */
struct ft_delivery_part {
	uint32_t node;
	const uint64_t *tres;
};
struct ft_delivery_job {
	int64_t eligible, start, end; /* FT_ROLLUP_EVER: never */
	const uint64_t *tres;         /* had, or asks for */
	uint32_t account;             /* FT_ROLLUP_NONE: of none here */
	uint32_t n_node;              /* that it wants, > 0 */
	const struct ft_delivery_part *part;
	size_t n_part;
	uint32_t resv, partition;
	const uint32_t *limit; /* those that count it */
	size_t n_limit;
	bool held; /* by a limit that is not among them, while it waits */
};

struct ft_delivery {
	int64_t from, until;
	const struct ft_rollup_capacity *capacity;
	const uint64_t *const *node; /* what each has of each TRES */
	const struct ft_delivery_span *there, *down;
	const struct ft_delivery_nodes *resv, *partition;
	const struct ft_delivery_account *account;
	const struct ft_delivery_limit *limit;
	const struct ft_delivery_job *job;
	size_t n_capacity, n_node, n_there, n_down, n_resv, n_partition;
	size_t n_account, n_limit, n_job;
	size_t n_tres;
	const size_t *chosen; /* TRES to be reported */
	size_t n_chosen;
};

enum ft_delivery_cause {
	FT_DELIVERY_NO_DEMAND,
	FT_DELIVERY_LIMITS,
	FT_DELIVERY_SHAPE,
	FT_DELIVERY_PRIORITY,
	FT_DELIVERY_CAUSES
};

/* delivered = promised + over - gap; the causes add up to gap. */
struct ft_delivery_sum {
	uint64_t promised, delivered;
	uint64_t over; /* what it had beyond its promise */
	uint64_t gap;
	uint64_t cause[FT_DELIVERY_CAUSES];
};

/*
 * Fill sum[n_account * n_chosen], account by account, and scale[n_chosen]: 1000000,
 * or a smaller power of 10 where amounts would not fit.  Jobs that together have more
 * than 16 times what the cluster had may count as less.
 */
void ft_delivery_run(const struct ft_delivery *delivery,
    struct ft_delivery_sum *sum, uint64_t *scale);

#endif
