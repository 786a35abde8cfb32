/*
 * standing.c - the usage of users, in units that do not age.
 *
 * Usage that halves in half_life equals, up to a common factor, the sum of
 * width * (G(end) - G(start)) where G doubles in half_life.  So only starts and
 * ends change a user's number, and the order of users without running jobs
 * stays the same while time passes.
 */

#include "algo/share/fairtree.h"
#include "model/synthetic/dist.h"
#include "sim/research/pool/private.h"

#define LN2      0x1.62e42fefa39efp-1
#define HIGHBITS 16  /* the rest comes from tables */
#define MANY     256 /* half-lives after which numbers are scaled down */
#define DEAR                                                                   \
	16 /* keeping one rank up to date costs as much as so many
		       of all */

/* ---- growth -------------------------------------------------------------- */

static double
power(const struct pool_growth *growth, int64_t seconds)
{
	return ft_dist_exp(LN2 * ((double)seconds / (double)growth->half_life));
}

static void
pool_growth_init(struct pool_growth *growth, int64_t half_life, int64_t epoch)
{
	growth->half_life = half_life;
	growth->epoch = epoch;
	growth->high_at = INT64_MIN;
	/* otherwise their numbers would grow too large */
	growth->tables = half_life >> HIGHBITS > 0;
	for (int64_t i = 0; i < 256 && growth->tables; i++) {
		growth->low[i] = power(growth, i);
		growth->middle[i] = power(growth, i * 256);
	}
}

static double
pool_growth_at(struct pool_growth *growth, int64_t t)
{
	int64_t since = t - growth->epoch, high;

	if (!growth->half_life)
		return (double)since;
	if (!growth->tables)
		return power(growth, since);
	high = since >= 0 ? since >> HIGHBITS : -((-since - 1) >> HIGHBITS) - 1;
	if (high != growth->high_at) {
		growth->high_at = high;
		growth->high = power(growth, high * (1 << HIGHBITS));
	}
	since -= high * (1 << HIGHBITS);
	return growth->high * growth->middle[since >> 8] *
	       growth->low[since & 255];
}

/* Move the epoch if numbers get large at T; returns by how many half-lives. */
static int64_t
pool_growth_move(struct pool_growth *growth, int64_t t)
{
	int64_t lives;

	if (!growth->half_life)
		return 0;
	lives = (t - growth->epoch) / growth->half_life;
	if (lives < MANY)
		return 0;
	growth->epoch += lives * growth->half_life;
	growth->high_at = INT64_MIN;
	return lives;
}

/* ---- users --------------------------------------------------------------- */

void
ft_pool_ranking_init(struct pool_ranking *standing, const struct ft_pool *pool,
    const struct ft_trace *trace)
{
	*standing = (struct pool_ranking){ .pool = pool, .ordered = -1 };
	if (pool->order != FT_POOL_BY_USAGE &&
	    pool->order != FT_POOL_BY_FAIRTREE)
		return;
	standing->first = trace->n ? trace->job[0].submit : 0;
	standing->n =
	    pool->order == FT_POOL_BY_USAGE ? trace->user.n : pool->tree->n;
	standing->user = ft_calloc(standing->n, sizeof *standing->user);
	pool_growth_init(&standing->growth, pool->half_life, standing->first);
	standing->at_tick = pool_growth_at(&standing->growth, standing->first);
	standing->hot = ft_calloc(standing->n, sizeof *standing->hot);
	standing->by_usage = pool->order == FT_POOL_BY_USAGE;
	if (standing->by_usage)
		return;
	standing->usage = ft_calloc(standing->n, sizeof *standing->usage);
	standing->algo = pool->algo ? pool->algo : ft_algo_find("fairtree");
}

void
ft_pool_ranking_free(struct pool_ranking *standing)
{
	ft_free(standing->user);
	ft_free(standing->hot);
	ft_free(standing->usage);
	ft_free(standing->known);
	ft_live_free(standing->live);
	if (standing->algo)
		ft_share_free(&standing->share);
}

/* Scale all numbers down by 2^LIVES: exact, unless they underflow. */
static void
shrink(struct pool_ranking *standing, struct pool_line *line, int64_t lives)
{
	int power2 = lives < 4096 ? -(int)lives : -4096;

	for (uint32_t i = 0; i < standing->n; i++) {
		struct pool_user *user = &standing->user[i];

		user->done = ldexp(user->done, power2);
		user->begun = ldexp(user->begun, power2);
		user->value = ldexp(user->value, power2);
		if (standing->by_usage)
			line->lane[i].value =
			    ldexp(line->lane[i].value, power2);
		if (standing->live)
			standing->known[i] = ldexp(standing->known[i], power2);
	}
	if (standing->live)
		ft_live_decay(standing->live, ldexpl(1, power2));
}

void
ft_pool_ranking_at(
    struct pool_ranking *standing, struct pool_line *line, int64_t t)
{
	int64_t tick = (t - standing->first) / standing->pool->period;
	int64_t lives = pool_growth_move(&standing->growth, t);

	if (lives)
		shrink(standing, line, lives);
	if (tick == standing->tick && !lives)
		return;
	standing->tick = tick;
	standing->at_tick = pool_growth_at(
	    &standing->growth, standing->first + tick * standing->pool->period);
}

/*
 * Returns the usage at the tick.  For jobs that have just started it is the
 * difference of two large numbers, that is rounding error, which would break
 * ties: it counts as 0.  Without decay, numbers are whole and exact.
 */
static double
value_of(struct pool_ranking *standing, struct pool_user *user)
{
	if (user->tick != standing->tick) {
		double grown = (double)user->busy * standing->at_tick;
		double running = grown - user->begun;
		double least = standing->growth.half_life ? grown * 0x1p-43 : 0;

		user->value = user->done + (running > least ? running : 0);
		user->tick = standing->tick;
	}
	return user->value;
}

static void
heat(struct pool_ranking *standing, uint32_t at)
{
	struct pool_user *user = &standing->user[at];

	if (user->hot)
		return;
	user->hot = true;
	standing->hot[standing->n_hot++] = at;
}

void
ft_pool_ranking_start(
    struct pool_ranking *standing, uint32_t at, uint32_t width, int64_t t)
{
	struct pool_user *user = &standing->user[at];

	value_of(standing, user);
	user->begun += width * pool_growth_at(&standing->growth, t);
	user->busy += width;
	heat(standing, at);
}

void
ft_pool_ranking_end(struct pool_ranking *standing, uint32_t at, uint32_t width,
    int64_t start, int64_t t)
{
	struct pool_user *user = &standing->user[at];
	double begun = width * pool_growth_at(&standing->growth, start);

	value_of(standing, user);
	user->done += width * pool_growth_at(&standing->growth, t) - begun;
	user->begun -= begun;
	user->busy -= width;
	if (!user->busy) /* it would be, without rounding */
		user->begun = 0;
}

/* ---- ordering ------------------------------------------------------------ */

static void
order_by_usage(struct pool_ranking *standing, struct pool_line *line)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < standing->n_hot; i++) {
		uint32_t at = standing->hot[i];
		struct pool_user *user = &standing->user[at];
		double value = value_of(standing, user);

		if (line->lane[at].n &&
		    pool_compare(line->lane[at].value, value))
			ft_pool_line_move(line, at, value);
		/* The user has no running job: the value stays the same. */
		user->hot = user->busy || pool_compare(user->done, value);
		if (user->hot)
			standing->hot[n++] = at;
	}
	standing->n_hot = n;
}

/* Returns the negated factor, so that the highest comes first. */
static double
rank_of(void *ctx, uint32_t leaf)
{
	const struct pool_ranking *standing = ctx;

	return -(standing->by_live ? ft_live_factor(standing->live, leaf)
				   : ft_share_job_factor(&standing->share,
					 standing->pool->tree, leaf));
}

static void
total_usage(struct pool_ranking *standing)
{
	const struct ft_tree *tree = standing->pool->tree;

	for (uint32_t i = 0; i < tree->n; i++)
		standing->usage[i] =
		    ft_tree_is_user(tree, i)
			? (ft_real)value_of(standing, &standing->user[i])
			: 0;
	ft_usage_roll_up(tree, standing->usage);
}

/* Start keeping ranks up to date, from the present usage. */
static enum ft_status
start_live(struct pool_ranking *standing, const struct ft_share_input *input,
    struct ft_error *err)
{
	total_usage(standing);
	standing->live = ft_live_new(input, err);
	if (!standing->live)
		return FT_EINVAL;
	standing->known = ft_calloc(standing->n, sizeof *standing->known);
	for (uint32_t i = 0; i < standing->n; i++)
		standing->known[i] = standing->user[i].value;
	return FT_OK;
}

/* Pass on what has changed. */
static void
charge_live(struct pool_ranking *standing)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < standing->n_hot; i++) {
		uint32_t at = standing->hot[i];
		struct pool_user *user = &standing->user[at];
		double value = value_of(standing, user);

		if (pool_compare(value, standing->known[at]))
			ft_live_charge(standing->live, at,
			    (ft_real)value - (ft_real)standing->known[at]);
		standing->known[at] = value;
		user->hot = user->busy || pool_compare(user->done, value);
		if (user->hot)
			standing->hot[n++] = at;
	}
	standing->n_hot = n;
}

static enum ft_status
order_by_tree(
    struct pool_ranking *standing, struct pool_line *line, struct ft_error *err)
{
	struct ft_share_input input = { .tree = standing->pool->tree,
		.usage = standing->usage,
		.params = standing->pool->params };
	uint64_t few = (uint64_t)standing->n_hot + line->n_busy;

	standing->by_live =
	    standing->algo == &ft_algo_fairtree && few * DEAR < standing->n;
	if (!standing->by_live) {
		total_usage(standing);
		FT_TRY(ft_share_run(
		    standing->algo, &input, &standing->share, NULL, err));
	} else if (!standing->live) {
		FT_TRY(start_live(standing, &input, err));
	}
	if (standing->by_live)
		charge_live(standing);
	ft_pool_line_order(line, rank_of, standing);
	return FT_OK;
}

enum ft_status
ft_pool_ranking_order(
    struct pool_ranking *standing, struct pool_line *line, struct ft_error *err)
{
	if (!standing->user || standing->ordered == standing->tick)
		return FT_OK;
	standing->ordered = standing->tick;
	standing->orderings++;
	if (standing->by_usage) {
		order_by_usage(standing, line);
		return FT_OK;
	}
	return order_by_tree(standing, line, err);
}

double
ft_pool_ranking_value(struct pool_ranking *standing, uint32_t at)
{
	if (!standing->user)
		return 0;
	return standing->by_usage ? value_of(standing, &standing->user[at])
				  : rank_of(standing, at);
}
