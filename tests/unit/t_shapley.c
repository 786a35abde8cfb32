/* Shapley values: the worked game of three players, samples of orders, sums. */
#include <math.h>

#include "algo/research/shapley.h"
#include "tap/tap.h"

#define CLOSE 1e-12

/* Players A, B, C are bits 0, 1, 2: v(A)=1 v(B)=2 v(C)=0 v(AB)=5 v(AC)=2 v(BC)=3
 * v(ABC)=7. */
static const int64_t three[] = { 0, 1, 2, 5, 0, 2, 3, 7 };

struct game {
	const int64_t *value; /* by the bits; NULL: as below */
	size_t asked;
};

static enum ft_status
value_of(void *ctx, uint64_t players, int64_t *value, struct ft_error *err)
{
	struct game *game = ctx;

	(void)err;
	game->asked++;
	/* something without a pattern; never the same for all */
	*value = game->value ? game->value[players]
			     : (int64_t)(players % 1000003 * 1009 % 2003);
	return FT_OK;
}

static enum ft_status
fail(void *ctx, uint64_t players, int64_t *value, struct ft_error *err)
{
	(void)ctx;
	*value = 0;
	return players ? ft_fail(err, FT_EINVAL, "no such coalition") : FT_OK;
}

static void
worked(void)
{
	struct game game = { three, 0 };
	const struct ft_shapley_game played = { 3, value_of, &game };
	struct ft_shapley shapley;
	int64_t whole[3];

	is_i64(ft_shapley_make(&shapley, &played, 1, 1, NULL), FT_OK,
	    "the worked game");
	/* A adds 1 1 3 4 2 4 in the orders ABC ACB BAC BCA CAB CBA: 15 of 6.
	   B adds 4 5 2 2 5 3 = 21, C adds 2 1 2 1 0 0 = 6 */
	near(ft_shapley_value(&shapley, 0), 2.5, 0, "A: 5/2");
	near(ft_shapley_value(&shapley, 1), 3.5, 0, "B: 7/2");
	near(ft_shapley_value(&shapley, 2), 1, 0, "C: 1");
	is_i64(shapley.sum[0] + shapley.sum[1] + shapley.sum[2], 7 * shapley.of,
	    "they add up to 7");
	ok(isnan(shapley.error[0]), "exact: no error");
	is_u64(shapley.orders, 0, "no order was drawn");
	is_u64(game.asked, 8, "each coalition was valued once");
	ft_shapley_round(&shapley, whole);
	/* 2.5 + 3.5 + 1: the first of the two halves goes up */
	is_i64(whole[0], 3, "A rounded");
	is_i64(whole[1], 3, "B rounded");
	is_i64(whole[2], 1, "C rounded");
}

/*
 * Seven players.  Player 0 adds 7, but nothing if it comes first in the order.  For
 * two orders, in which it adds 7 and 0, the mean is 3.5 and its standard error 3.5.
 */
static enum ft_status
value_of_two(void *ctx, uint64_t players, int64_t *value, struct ft_error *err)
{
	(void)ctx;
	(void)err;
	*value = players & 1 && players != 1 ? 7 : 0;
	return FT_OK;
}

static void
sampled(void)
{
	const struct ft_shapley_game played = { 7, value_of_two, NULL };
	struct ft_shapley shapley;
	bool seen[2] = { false };

	for (uint64_t seed = 1; seed <= 40; seed++) {
		bool both;

		ft_shapley_make(&shapley, &played, 2, seed, NULL);
		both = shapley.sum[0] == 14;
		seen[both] = true;
		if (!both && shapley.sum[0] != 7)
			continue;
		near(ft_shapley_value(&shapley, 0), both ? 7 : 3.5, 0, "mean");
		near(shapley.error[0], both ? 0 : 3.5, CLOSE, "its error");
	}
	ok(seen[0] && seen[1], "orders of both kinds were drawn");
	is_u64(shapley.orders, 2, "two orders");
	ft_shapley_make(&shapley, &played, 1, 1, NULL);
	ok(isnan(shapley.error[0]), "the error of one order is not known");
}

/* N players without a pattern; ADD up to v(all) - v(none), rounded or not. */
static void
sums(size_t n)
{
	struct game game = { NULL, 0 };
	const struct ft_shapley_game played = { n, value_of, &game };
	struct ft_shapley shapley;
	int64_t whole[FT_SHAPLEY_PLAYERS], sum = 0, rounded = 0;
	bool is_close = true;

	is_i64(ft_shapley_make(&shapley, &played, 10, 7, NULL), FT_OK,
	    "%zu players", n);
	ft_shapley_round(&shapley, whole);
	for (size_t i = 0; i < n; i++) {
		sum += shapley.sum[i];
		rounded += whole[i];
		is_close = is_close && fabs((double)whole[i] -
					    ft_shapley_value(&shapley, i)) < 1;
	}
	is_i64(sum, (shapley.all - shapley.none) * shapley.of, "their sum");
	is_i64(rounded, shapley.all - shapley.none, "the sum when rounded");
	ok(is_close, "rounding moves none by 1 or more");
	is_u64(game.asked, shapley.coalitions, "no coalition is valued twice");
}

static void
failing(void)
{
	struct ft_shapley shapley;
	struct ft_error err = { 0 };
	const struct ft_shapley_game played = { 3, fail, NULL };

	is_i64(ft_shapley_make(&shapley, &played, 1, 1, &err), FT_EINVAL,
	    "a value that cannot be found");
}

int
main(void)
{
	worked();
	sampled();
	sums(0);
	sums(1);
	sums(6);
	sums(7);
	sums(64);
	failing();
	return done_testing();
}
