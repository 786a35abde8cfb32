#include "algo/research/shapley.h"

#include "base/map.h"
#include "base/rng.h"

/* Valued coalitions of a game. */
struct values {
	const struct ft_shapley_game *game;
	struct ft_map known; /* by the bits, in hexadecimal */
};

static void
values_free(struct values *values)
{
	ft_map_clear(&values->known);
}

static enum ft_status
value_of(struct values *values, uint64_t players, int64_t *value,
    struct ft_error *err)
{
	char key[24];
	uint64_t known;

	snprintf(key, sizeof key, "%" PRIx64, players);
	if (ft_map_get(&values->known, key, &known)) {
		*value = (int64_t)known;
		return FT_OK;
	}
	FT_TRY(values->game->value(values->game->ctx, players, value, err));
	ft_map_put(&values->known, key, (uint64_t)*value);
	return FT_OK;
}

/* Begin: the two ends of every order. */
static enum ft_status
begin(struct ft_shapley *shapley, struct values *values, struct ft_error *err)
{
	size_t n = values->game->n;
	uint64_t everyone =
	    n == FT_SHAPLEY_PLAYERS ? UINT64_MAX : (UINT64_C(1) << n) - 1;

	assert(n <= FT_SHAPLEY_PLAYERS);
	*shapley = (struct ft_shapley){ .n = n, .of = 1 };
	for (size_t i = 0; i < n; i++)
		shapley->error[i] = (double)NAN;
	FT_TRY(value_of(values, 0, &shapley->none, err));
	return value_of(values, everyone, &shapley->all, err);
}

/* ---- all coalitions -------------------------------------------------------- */

static int64_t
factorial(unsigned n)
{
	int64_t product = 1;

	for (unsigned i = 2; i <= n; i++)
		product *= i;
	return product;
}

/* Player I after PLAYERS, in the n! orders: these come first in |S|! orders, the
 * others after it in (n - |S| - 1)!. */
static enum ft_status
add_coalition(struct ft_shapley *shapley, struct values *values,
    uint64_t players, size_t i, struct ft_error *err)
{
	unsigned before = (unsigned)__builtin_popcountll(players);
	unsigned after = (unsigned)shapley->n - before - 1;
	int64_t without, with;

	FT_TRY(value_of(values, players, &without, err));
	FT_TRY(value_of(values, players | UINT64_C(1) << i, &with, err));
	shapley->sum[i] +=
	    factorial(before) * factorial(after) * (with - without);
	return FT_OK;
}

static enum ft_status
make_exactly(
    struct ft_shapley *shapley, struct values *values, struct ft_error *err)
{
	FT_TRY(begin(shapley, values, err));
	shapley->of = factorial((unsigned)shapley->n);
	for (uint64_t players = 0; players >> shapley->n == 0; players++)
		for (size_t i = 0; i < shapley->n; i++)
			if (!(players >> i & 1))
				FT_TRY(add_coalition(
				    shapley, values, players, i, err));
	shapley->coalitions = values->known.n;
	return FT_OK;
}

/* ---- some orders ----------------------------------------------------------- */

/* The players come in ORDER; it is the one with INDEX.  error[] is the sum of
 * squares of the distances from the mean so far (Welford). */
static enum ft_status
add_order(struct ft_shapley *shapley, struct values *values,
    const uint8_t *order, uint32_t index, struct ft_error *err)
{
	uint64_t players = 0;
	int64_t before = shapley->none;

	for (size_t k = 0; k < shapley->n; k++) {
		size_t i = order[k];
		double old = index ? (double)shapley->sum[i] / index : 0;
		int64_t now;
		double added;

		players |= UINT64_C(1) << i;
		FT_TRY(value_of(values, players, &now, err));
		added = (double)(now - before);
		shapley->sum[i] += now - before;
		shapley->error[i] +=
		    (added - old) *
		    (added - (double)shapley->sum[i] / (index + 1.0));
		before = now;
	}
	return FT_OK;
}

/* Draw an order of N players (Fisher and Yates). */
static void
draw_order(uint8_t *order, size_t n, struct ft_rng *rng)
{
	for (size_t i = 0; i < n; i++)
		order[i] = (uint8_t)i;
	for (size_t left = n; left > 1; left--) {
		size_t i = ft_rng_below(rng, (uint32_t)left);
		uint8_t player = order[i];

		order[i] = order[left - 1];
		order[left - 1] = player;
	}
}

/* Over M orders. */
static enum ft_status
make_by_orders(struct ft_shapley *shapley, struct values *values, uint32_t m,
    struct ft_rng *rng, struct ft_error *err)
{
	uint8_t order[FT_SHAPLEY_PLAYERS];

	FT_TRY(begin(shapley, values, err));
	memset(shapley->error, 0, sizeof shapley->error);
	for (uint32_t k = 0; k < m; k++) {
		draw_order(order, shapley->n, rng);
		FT_TRY(add_order(shapley, values, order, k, err));
	}
	shapley->of = shapley->orders = m;
	for (size_t i = 0; i < shapley->n; i++)
		shapley->error[i] =
		    m > 1 ? sqrt(shapley->error[i] / (m - 1.0) / m)
			  : (double)NAN;
	shapley->coalitions = values->known.n;
	return FT_OK;
}

enum ft_status
ft_shapley_make(struct ft_shapley *shapley, const struct ft_shapley_game *game,
    uint32_t orders, uint64_t seed, struct ft_error *err)
{
	struct values values FT_CLEANUP(values_free) = { .game = game };
	struct ft_rng rng;

	if (game->n <= FT_SHAPLEY_EXACT)
		return make_exactly(shapley, &values, err);
	ft_rng_init(&rng, seed);
	return make_by_orders(shapley, &values, orders, &rng, err);
}

/* ---- results --------------------------------------------------------------- */

double
ft_shapley_value(const struct ft_shapley *shapley, size_t i)
{
	return (double)shapley->sum[i] / (double)shapley->of;
}

/* Returns what sum[I] is above a multiple of shapley->of, and sets *down to the
 * multiple. */
static int64_t
remainder_of(const struct ft_shapley *shapley, size_t i, int64_t *down)
{
	int64_t rest = shapley->sum[i] % shapley->of;

	if (rest < 0)
		rest += shapley->of;
	*down = (shapley->sum[i] - rest) / shapley->of;
	return rest;
}

void
ft_shapley_round(const struct ft_shapley *shapley, int64_t *whole)
{
	int64_t rest[FT_SHAPLEY_PLAYERS];
	int64_t left = shapley->all - shapley->none;

	for (size_t i = 0; i < shapley->n; i++) {
		rest[i] = remainder_of(shapley, i, &whole[i]);
		left -= whole[i];
	}
	for (; left > 0 && shapley->n; left--) {
		size_t most = 0;

		for (size_t i = 1; i < shapley->n; i++)
			if (rest[i] > rest[most])
				most = i;
		whole[most]++;
		rest[most] = -1;
	}
}
