/*
 * fairprice.h - what fairness costs where jobs of several players share a machine.
 *
 * A player's utility is the value of its jobs that start.  Jobs are divisible here: a
 * part of a job has that part of its value, so that the utilities that can be
 * reached are a convex set.
 *
 *     system        the largest sum of utilities
 *     max_min       the sum where the smallest utility is as large as it can be, then
 *                   the next smallest, and so on
 *     proportional  the sum where the product of the utilities is largest: no other
 *                   choice has a positive sum of relative changes
 *
 * The price of fairness is (system - fair) / system, 0 to below 1.
 * Source: Bertsimas, Farias, Trichakis (2011), The Price of Fairness, Operations
 * Research 59(1).
 */
#ifndef FT_ALGO_RESEARCH_FAIRPRICE_H
#define FT_ALGO_RESEARCH_FAIRPRICE_H

#include "base/base.h"

struct ft_fairprice_job {
	double units;    /* above 0 */
	double value;    /* 0 or more */
	uint32_t player; /* 0.. */
};

struct ft_fairprice {
	double system, max_min, proportional; /* sums of utilities */
};

struct ft_fairprice_input {
	struct ft_fairprice_job *job; /* [n], sorted in place */
	size_t n, players;
	double capacity; /* units; wider jobs take no part */
	bool normalise;  /* a player's values are divided by what it gets where
	                    it is alone */
};

/* Fill *price with the sums for INPUT. */
void ft_fairprice_find(
    const struct ft_fairprice_input *input, struct ft_fairprice *price);
/* Returns the price of FAIR; NAN if system is 0. */
double ft_fairprice_of(double system, double fair);

#endif
