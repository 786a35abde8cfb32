/*
 * shapley.h - the Shapley value: what each player adds to a game, on average over
 * all orders in which the players may come.
 *
 *   phi_i = mean over all n! orders of v(those before i, and i) - v(those before i)
 *
 * In each order these differences add up to v(all) - v(none), so the phi_i do, too.
 * With few players all coalitions are valued; else the mean is over random orders.
 * Values are whole numbers, and phi_i is kept as a fraction, so the sum is exact.
 *
 * Sources: L. S. Shapley (1953), A value for n-person games; standard errors over random
 * orders: the R package sensitivity, shapleyPermRand, after Song and others (2016).
 */
#ifndef FT_ALGO_RESEARCH_SHAPLEY_H
#define FT_ALGO_RESEARCH_SHAPLEY_H

#include "base/base.h"

#define FT_SHAPLEY_PLAYERS 64 /* at most */
#define FT_SHAPLEY_EXACT   6  /* up to so many, all coalitions are valued */

/* Set *value to that of the coalition PLAYERS (bit i: player i is in it). */
typedef enum ft_status ft_shapley_fn(
    void *ctx, uint64_t players, int64_t *value, struct ft_error *err);

struct ft_shapley_game {
	size_t n;             /* players, at most FT_SHAPLEY_PLAYERS */
	ft_shapley_fn *value; /* called once for a coalition */
	void *ctx;
};

struct ft_shapley {
	size_t n;
	int64_t none, all;               /* v(no player), v(all players) */
	uint32_t orders;                 /* that were drawn; 0: it is exact */
	int64_t sum[FT_SHAPLEY_PLAYERS]; /* phi_i is sum[i] / of */
	int64_t of;
	double
	    error[FT_SHAPLEY_PLAYERS]; /* standard error of phi_i; NAN if it is
	                                     exact or of one order */
	size_t coalitions;             /* that were valued */
};

/* Fill SHAPLEY: exactly, or over ORDERS (at least 1) random orders drawn from SEED
 * if there are more players than FT_SHAPLEY_EXACT. */
enum ft_status ft_shapley_make(struct ft_shapley *shapley,
    const struct ft_shapley_game *game, uint32_t orders, uint64_t seed,
    struct ft_error *err);

/* Returns phi of player I. */
double ft_shapley_value(const struct ft_shapley *shapley, size_t i);
/* Fill whole[n] with all phi_i rounded to whole numbers that still add up to v(all)
 * - v(none): down, and up where most is lacking (largest remainder). */
void ft_shapley_round(const struct ft_shapley *shapley, int64_t *whole);

#endif
