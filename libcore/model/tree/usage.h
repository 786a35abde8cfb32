/*
 * usage.h - usage of associations at one instant, and its decay.
 *
 * Usage is billing-TRES x seconds, decayed (man/fairtree.7, DECAY).  The store
 * gives the own usage of each node ("leaf"); the total of an account is its
 * own plus all below, added leaf by leaf in node order, as slurmctld does at
 * start (the order matters only where a sum does not fit into 64 bits).
 */
#ifndef FT_MODEL_TREE_USAGE_H
#define FT_MODEL_TREE_USAGE_H

#include "base/text/real.h"
#include "model/tree/tree.h"

/* The largest number that usage can be set to by hand. */
#define FT_USAGE_MAX UINT64_C(100000000000000000)

enum ft_decay_kind {
	FT_DECAY_SLURM, /* per second 1 - 0.693 / half-life */
	FT_DECAY_EXACT  /* 2^(-t / half-life) */
};

struct ft_decay {
	enum ft_decay_kind kind;
	int64_t half_life; /* seconds; 0: no decay */
};

/*
 * An era: the settings of decay that applied until they were changed.  A pass
 * applies the settings of its time to all of the time since the pass before;
 * the end of a job applies them to what it charges.  The store keeps past eras;
 * the last era is made from today's settings.
 */
struct ft_era {
	uint32_t cluster; /* id */
	int64_t changed;  /* it applies to jobs that ended up to this time */
	int64_t ends;     /* and to passes up to this one, <= changed */
	struct ft_decay decay;
	int64_t period;   /* PriorityCalcPeriod, seconds between passes, > 0 */
	const char *kept; /* ids of the QOS with NoDecay, "3,7"; "" none */
};

/* Returns the fraction left after SECONDS (>= 0), in 0..1, at least DBL_MIN. */
double ft_decay_factor(const struct ft_decay *decay, int64_t seconds);

/*
 * Turn own usage into totals, in place: usage[node] += all below it.
 * usage: [tree->n], >= 0.
 */
void ft_usage_roll_up(const struct ft_tree *tree, ft_real *usage);

#endif
