/*
 * delivery.h - what shares promised to accounts in a period, what they got, and
 * why they got no more.
 *
 * At each instant, and for each TRES, an account is promised its share of what
 * the cluster had.  Its shortfall is that less what its jobs ran with, at least
 * 0.  The shortfall is divided among these causes in this order; each takes at
 * most what those before it left:
 *
 *   NO_DEMAND  its waiting jobs asked for less than the shortfall: the difference
 *   LIMITS     what those waiting jobs asked for that a limit held back
 *   SHAPE      none of its other waiting jobs fitted into what was free: what no
 *              job used; everything that is left if none had fitted even without
 *              the jobs of other accounts
 *   PRIORITY   the rest: jobs of others ran where its own would have fitted, or
 *              what was free was kept for others
 *
 * A job waits from its eligible time to its start.  It fits if as many nodes as
 * it wants are up, in its partition, in its reservation or in none, and each
 * has free its part of what the job asks for.
 *
 * Amounts are whole numbers of TRES-seconds / scale, so the parts add up to the
 * gap exactly.  Not for: where limits, shares and nodes come from
 * (cmd/freport).  Source: man/freport.1, DELIVERED AGAINST PROMISED;
 * tests/prop/p_delivery.c has a slow twin.
 */
#ifndef FT_ALGO_DELIVERY_H
#define FT_ALGO_DELIVERY_H

#include "algo/rollup.h"
#include "base/text/real.h"

/* In all of these: vectors tres[] are by TRES index and borrowed; periods are
 * [from, to); nodes, accounts, ... are indexes, FT_ROLLUP_NONE none. */

/* A time in which a node existed, or was down. */
struct ft_delivery_span {
	int64_t from, to;
	uint32_t node;
};
/* The nodes of a partition or a reservation. */
struct ft_delivery_nodes {
	int64_t from, to; /* only of a reservation */
	const uint32_t *node;
	size_t n;
};
struct ft_delivery_account {
	uint32_t parent; /* lower than its own index; FT_ROLLUP_NONE none */
	ft_real share;   /* 0..1, of what the cluster had */
};
/* A limit on what runs at once. */
struct ft_delivery_limit {
	size_t tres; /* SIZE_MAX: the number of jobs */
	uint64_t most;
	bool alone; /* it limits each job by itself */
};
/* What a job has of one node. */
struct ft_delivery_part {
	uint32_t node;
	const uint64_t *tres;
};
struct ft_delivery_job {
	int64_t eligible, start, end; /* FT_ROLLUP_EVER: never */
	const uint64_t *tres;         /* that it had, or asks for */
	uint32_t account;             /* FT_ROLLUP_NONE: none of these */
	uint32_t n_node;              /* nodes that it wants, > 0 */
	const struct ft_delivery_part *part;
	size_t n_part;
	uint32_t resv, partition;
	const uint32_t *limit; /* the limits that count it */
	size_t n_limit;
	bool held; /* while it waits, some other limit holds it back */
};

struct ft_delivery {
	int64_t from, until;
	const struct ft_rollup_capacity *capacity;
	const uint64_t *const *node; /* [node][tres]: what each has */
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
 * Set SUM[n_account * n_chosen], account by account, and SCALE[n_chosen]:
 * 1000000, or a smaller power of 10 if amounts would not fit.  If jobs together
 * have more than 16 times what the cluster had, what is beyond that may not
 * count.
 */
void ft_delivery_run(const struct ft_delivery *delivery,
    struct ft_delivery_sum *sum, uint64_t *scale);

#endif
