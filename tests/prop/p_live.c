/*
 * Properties of the rank that is kept up to date: after each of many random
 * charges and decays, rank and FairShare of all users are those of a full run
 * over the usage that it reports, to the bit, under both rules of ties.
 */
#include "algo/live/live.h"

#include <math.h>
#include <stdlib.h>

#include "algo/share/fairtree.h"
#include "algo/share/rank.h"
#include "base/mem.h"
#include "lib/gen.h"
#include "model/tree/usage.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define STEPS 40
#define RUSH  300

struct trial {
	struct gen_tree gen;
	struct ft_tree *tree;
	struct ft_rng rng;
	struct ft_live *live;
	struct ft_share share;
	struct ft_share_input input;
	ft_real *usage;
	uint32_t *rank;
	uint32_t *user; /* [n_user] */
	uint32_t tied;  /* users seen that share their rank */
	uint32_t moved; /* users that were charged and got another rank */
};

/* What there was before the first charge. */
enum start {
	START_USED,   /* as generated */
	START_UNUSED, /* nothing */
	START_STRAY,  /* totals that are no sums, some accounts 0 */
	STARTS
};

static void
put_usage(struct trial *trial, enum start start)
{
	const struct ft_tree *tree = trial->tree;

	for (uint32_t i = 0; i < tree->n; i++)
		trial->usage[i] =
		    start == START_UNUSED ? 0 : trial->gen.own[tree->id[i]];
	ft_usage_roll_up(tree, trial->usage);
	for (uint32_t i = 0; start == START_STRAY && i < tree->n; i++) {
		uint32_t die = ft_rng_below(&trial->rng, 8);

		if (die == 0)
			trial->usage[i] = 0;
		else if (die == 1)
			trial->usage[i] =
			    trial->usage[ft_rng_below(&trial->rng, tree->n)];
	}
}

static void
trial_init(struct trial *trial, uint64_t seed, enum gen_kind kind,
    enum ft_ties ties, enum start start)
{
	struct ft_error err;
	uint32_t n = 0;

	*trial = (struct trial){ 0 };
	ft_rng_init(&trial->rng, seed);
	gen_tree_init(&trial->gen, &trial->rng, kind,
	    kind == GEN_CROWD ? 3000 : 2 + ft_rng_below(&trial->rng, 60));
	trial->tree = gen_tree_build(&trial->gen);
	trial->usage = ft_alloc(trial->tree->n * sizeof *trial->usage);
	trial->rank = ft_alloc(trial->tree->n * sizeof *trial->rank);
	trial->user = ft_alloc(trial->tree->n_user * sizeof *trial->user);
	for (uint32_t i = 0; i < trial->tree->n; i++)
		if (ft_tree_is_user(trial->tree, i))
			trial->user[n++] = i;
	put_usage(trial, start);
	trial->input = (struct ft_share_input){
		.tree = trial->tree, .usage = trial->usage, .params.ties = ties
	};
	trial->share = (struct ft_share){ 0 };
	trial->live = ft_live_new(&trial->input, &err);
	if (!trial->live)
		bail("live: %s", err.text);
}

static void
trial_free(struct trial *trial)
{
	ft_live_free(trial->live);
	ft_share_free(&trial->share);
	ft_free(trial->usage);
	ft_free(trial->rank);
	ft_free(trial->user);
	ft_tree_free(trial->tree);
	gen_tree_free(&trial->gen);
}

/* ---- the property --------------------------------------------------------- */

static bool
is_equal(struct trial *trial, uint32_t user)
{
	double want = trial->share.factor[user];
	double got = ft_live_factor(trial->live, user);

	if (got >= want && got <= want)
		return true;
	diag("u%u (node %u): %.17g, want %.17g", trial->tree->id[user], user,
	    got, want);
	for (uint32_t i = 0; trial->tree->n < 100 && i < trial->tree->n; i++)
		diag("node %u below %u: usage %.20Lg factor %.17g", i,
		    trial->tree->parent[i], trial->usage[i],
		    trial->share.factor[i]);
	return false;
}

/* Compare all users, or in a large tree USER and some others. */
static bool
all_equal(struct trial *trial, uint32_t user)
{
	uint32_t n = trial->tree->n_user, before = trial->rank[user];
	uint32_t step = n > 100 ? n / 50 : 1;
	struct ft_error err;

	ft_live_usage(trial->live, trial->usage);
	if (ft_share_run(
		&ft_algo_fairtree, &trial->input, &trial->share, NULL, &err))
		bail("run: %s", err.text);
	ft_rank_users(trial->tree, &trial->share, trial->rank);
	trial->moved += trial->rank[user] != before;
	for (uint32_t i = 0; i < n; i += step)
		if (!is_equal(trial, trial->user[i]))
			return false;
	for (uint32_t i = 1; i < n; i++)
		trial->tied += trial->rank[trial->user[i]] ==
			       trial->rank[trial->user[i - 1]];
	return is_equal(trial, user);
}

/* ---- steps ---------------------------------------------------------------- */

/* An amount after which ties are likely. */
static ft_real
some_amount(struct trial *trial, uint32_t user)
{
	uint32_t n = trial->tree->n;
	uint32_t other = ft_rng_below(&trial->rng, n);
	ft_real mine = trial->usage[user], theirs = trial->usage[other];
	uint32_t shares = trial->tree->shares[user];

	switch (ft_rng_below(&trial->rng, 6)) {
	case 0:
		return 1 + ft_rng_below(&trial->rng, 1000);
	case 1:
		return theirs - mine;
	case 2:
		return -mine;
	case 3:
		/* the same share of usage to shares as another: nearly equal */
		return shares && trial->tree->shares[other]
			   ? theirs * shares / trial->tree->shares[other] - mine
			   : 1;
	case 4:
		return (ft_real)ft_rng_unit(&trial->rng) * 1e6L;
	default:
		return mine * 0x1p-62L;
	}
}

static ft_real
some_factor(struct ft_rng *rng)
{
	static const ft_real factors[] = { 0.5L, 0x1p-900L, 0x1p+700L, 0.999L,
		1 / 3.0L, 0x1p-3000L };

	if (!ft_rng_below(rng, 60))
		return 0;
	if (ft_rng_below(rng, 3))
		return (ft_real)ft_rng_unit(rng);
	return factors[ft_rng_below(rng, 6)];
}

/* Many of a large family move to one place: blocks of siblings are split there,
 * and others become empty. */
static void
rush(struct trial *trial)
{
	uint32_t n = trial->tree->n_user;
	ft_real place = trial->usage[trial->user[ft_rng_below(&trial->rng, n)]];

	for (int i = 0; i < RUSH; i++) {
		uint32_t user = trial->user[ft_rng_below(&trial->rng, n)];

		ft_live_charge(trial->live, user,
		    place - trial->usage[user] +
			ft_rng_below(&trial->rng, 1000));
	}
}

static uint32_t
step(struct trial *trial)
{
	struct ft_rng *rng = &trial->rng;
	uint32_t user = trial->user[ft_rng_below(rng, trial->tree->n_user)];
	uint32_t node = user;

	if (trial->tree->n_user > RUSH)
		rush(trial);
	if (!ft_rng_below(rng, 4))
		ft_live_decay(trial->live, some_factor(rng));
	/* usage that stays with an account when its user is deleted */
	if (!ft_rng_below(rng, 20))
		node = ft_rng_below(rng, trial->tree->n);
	ft_live_charge(trial->live, node, some_amount(trial, node));
	return user;
}

/* ---- running -------------------------------------------------------------- */

static const char *const start_names[STARTS] = { "used", "unused", "stray" };

static bool
holds(struct trial *trial)
{
	if (!all_equal(trial, trial->user[0]))
		return false;
	for (int i = 0; i < STEPS; i++) {
		if (!all_equal(trial, step(trial))) {
			diag("after step %d", i + 1);
			return false;
		}
	}
	return true;
}

static void
check(enum gen_kind kind, enum ft_ties ties, enum start start, uint64_t seed,
    uint64_t trees)
{
	const char *rule = ties == FT_TIES_SLURM ? "slurm" : "documented";
	uint32_t tied = 0, moved = 0;

	for (uint64_t i = 0; i < trees; i++) {
		struct trial trial;
		bool good;

		trial_init(&trial, seed + i, kind, ties, start);
		good = holds(&trial);
		tied += trial.tied;
		moved += trial.moved;
		if (!good)
			gen_tree_print(&trial.gen);
		trial_free(&trial);
		if (!good) {
			ok(false, "%s, %s trees, %s: seed %llu", rule,
			    gen_kind_name(kind), start_names[start],
			    (unsigned long long)(seed + i));
			return;
		}
	}
	/* else the trees would test nothing */
	ok(tied && moved, "%s, %s trees, %s: equal to a full run", rule,
	    gen_kind_name(kind), start_names[start]);
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(300));

	for (int kind = 0; kind < GEN_KINDS; kind++)
		for (int start = 0; start < STARTS; start++) {
			uint64_t n =
			    kind == GEN_CROWD ? 1 + seeds.n / 50 : seeds.n;

			check((enum gen_kind)kind, FT_TIES_SLURM,
			    (enum start)start, seeds.first, n);
			check((enum gen_kind)kind, FT_TIES_DOCUMENTED,
			    (enum start)start, seeds.first, n);
		}
	return done_testing();
}
