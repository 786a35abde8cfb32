/*
 * Properties of Fair Tree on random trees; first of all, that ranks are those
 * of a model in exact rationals (oracle.h), under both rules of ties.
 */
#include "algo/share/fairtree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lib/gen.h"
#include "model/tree/usage.h"
#include "prop/oracle.h"
#include "lib/seeds.h"
#include "tap/tap.h"

/* A random tree, and what the library makes of it. */
struct trial {
	struct gen_tree gen;
	ft_real *total; /* by id */
	struct ft_rng rng;
};

static const enum ft_ties both_ties[] = { FT_TIES_SLURM, FT_TIES_DOCUMENTED };

static const char *
ties_name(enum ft_ties ties)
{
	return ties == FT_TIES_SLURM ? "slurm" : "documented";
}

/* Rank GEN with totals by id; factor: by id. */
static void
rank(const struct gen_tree *gen, const ft_real *total, enum ft_ties ties,
    double *factor)
{
	struct ft_tree *tree = gen_tree_build(gen);
	ft_real *usage = ft_alloc(tree->n * sizeof *usage);
	struct ft_share_input input = {
		.tree = tree, .usage = usage, .params = { .ties = ties }
	};
	struct ft_share share = { 0 };
	struct ft_error err;

	for (uint32_t i = 0; i < tree->n; i++)
		usage[i] = total[tree->id[i]];
	if (ft_share_run(&ft_algo_fairtree, &input, &share, NULL, &err))
		bail("run: %s", err.text);
	for (uint32_t i = 0; i < tree->n; i++)
		factor[tree->id[i]] = share.factor[i];
	ft_share_free(&share);
	ft_free(usage);
	ft_tree_free(tree);
}

static void
trial_init(struct trial *trial, uint64_t seed, enum gen_kind kind)
{
	struct ft_tree *tree;
	ft_real *usage;

	ft_rng_init(&trial->rng, seed);
	gen_tree_init(&trial->gen, &trial->rng, kind,
	    kind == GEN_CROWD ? 5000 : 2 + ft_rng_below(&trial->rng, 80));
	tree = gen_tree_build(&trial->gen);
	usage = ft_alloc(tree->n * sizeof *usage);
	for (uint32_t i = 0; i < tree->n; i++)
		usage[i] = trial->gen.own[tree->id[i]];
	ft_usage_roll_up(tree, usage);
	trial->total =
	    ft_alloc(((size_t)trial->gen.n + 1) * sizeof *trial->total);
	for (uint32_t i = 0; i < tree->n; i++)
		trial->total[tree->id[i]] = usage[i];
	ft_free(usage);
	ft_tree_free(tree);
}

static void
trial_free(struct trial *trial)
{
	gen_tree_free(&trial->gen);
	ft_free(trial->total);
}

static double *
new_factors(const struct trial *trial)
{
	return ft_calloc((size_t)trial->gen.n + 1, sizeof(double));
}

/* ---- properties: each returns whether it holds ---------------------------- */

static bool
equals_oracle(struct trial *trial, enum ft_ties ties)
{
	double *factor = new_factors(trial);
	uint32_t *want = ft_alloc(((size_t)trial->gen.n + 1) * sizeof *want);
	bool good = true;

	rank(&trial->gen, trial->total, ties, factor);
	oracle_ranks(&trial->gen, trial->total, ties, want);
	for (uint32_t id = 1; id <= trial->gen.n; id++) {
		double exact = want[id] / (double)trial->gen.n_user;

		if (factor[id] < exact || factor[id] > exact) {
			diag("u%u: got %.17g, want %.17g", id, factor[id],
			    exact);
			good = false;
			break;
		}
	}
	ft_free(factor);
	ft_free(want);
	return good;
}

static bool
same_factors(struct trial *trial, const double *a, const double *b)
{
	return !memcmp(a + 1, b + 1, trial->gen.n * sizeof *a);
}

/* Which sibling comes first in the nested set is nobody's merit. */
static bool
order_is_irrelevant(struct trial *trial, enum ft_ties ties)
{
	double *before = new_factors(trial), *after = new_factors(trial);
	bool good = true;

	/* Slurm visits tied accounts in this order */
	if (ties == FT_TIES_SLURM)
		goto out;
	rank(&trial->gen, trial->total, ties, before);
	gen_tree_shuffle(&trial->gen, &trial->rng);
	rank(&trial->gen, trial->total, ties, after);
	good = same_factors(trial, before, after);
out:
	ft_free(before);
	ft_free(after);
	return good;
}

/* Powers of two change no rounding, only exponents. */
static bool
scale_is_irrelevant(struct trial *trial, enum ft_ties ties)
{
	double *before = new_factors(trial), *after = new_factors(trial);
	bool good;

	rank(&trial->gen, trial->total, ties, before);
	for (uint32_t id = 1; id <= trial->gen.n; id++)
		trial->total[id] *= 64;
	rank(&trial->gen, trial->total, ties, after);
	good = same_factors(trial, before, after);
	for (uint32_t i = 0; i < trial->gen.n; i++)
		/* sums must not wrap */
		if (trial->gen.row[i].shares >= UINT32_MAX / 4 / trial->gen.n)
			goto out;
	for (uint32_t i = 0; i < trial->gen.n; i++)
		trial->gen.row[i].shares *= 4;
	rank(&trial->gen, trial->total, ties, after);
	good &= same_factors(trial, before, after);
	for (uint32_t i = 0; i < trial->gen.n; i++)
		trial->gen.row[i].shares /= 4;
out:
	for (uint32_t id = 1; id <= trial->gen.n; id++)
		trial->total[id] /= 64;
	ft_free(before);
	ft_free(after);
	return good;
}

/*
 * With factors best first, the k-th is (N + 1 - k) / N or that of the one
 * before: no rank is skipped but by ties, and none given twice without.
 */
static int
compare_factors(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

static bool
ranks_are_total(struct trial *trial, enum ft_ties ties)
{
	uint32_t n = trial->gen.n_user;
	double *factor = new_factors(trial);
	bool good = true;

	rank(&trial->gen, trial->total, ties, factor);
	qsort(factor + 1, trial->gen.n, sizeof *factor, compare_factors);
	for (uint32_t k = 1; k <= trial->gen.n; k++) {
		double want = k <= n ? (n + 1 - k) / (double)n : 0;
		bool own = factor[k] >= want && factor[k] <= want;
		bool shared = k > 1 && k <= n && factor[k] >= factor[k - 1];

		good &= own || shared;
	}
	ft_free(factor);
	return good;
}

/* ---- the trace ------------------------------------------------------------ */

/* Plays the walk again from its events alone. */
struct replay {
	const struct ft_share_input *input;
	double *factor; /* by node */
	uint32_t rank, left;
	uint32_t depth;
	uint32_t level_fs; /* told since the last ENTER */
	bool tied;
	bool started, ended;
	bool good;
};

static void
expect(struct replay *replay, bool holds, const char *what)
{
	if (!holds && replay->good)
		diag("trace: %s", what);
	replay->good &= holds;
}

static void
replay_rank(struct replay *replay, const struct ft_event *event)
{
	if (!replay->tied)
		replay->rank = replay->left;
	expect(replay, event->place == replay->left, "place without ties");
	expect(replay, event->rank == replay->rank, "rank");
	replay->factor[event->node] =
	    event->rank / (double)replay->input->tree->n_user;
	replay->left--;
	replay->tied = false;
}

static void
replay_event(void *ctx, const struct ft_event *event)
{
	struct replay *replay = ctx;

	expect(replay, replay->started == (event->kind != FT_EVENT_START),
	    "START is the first");
	expect(replay, !replay->ended, "END is the last");
	switch (event->kind) {
	case FT_EVENT_START:
		replay->started = true;
		replay->left = replay->rank = event->rank;
		break;
	case FT_EVENT_MERGE:
		expect(replay, event->other < replay->input->tree->n,
		    "merged with somebody");
		break;
	case FT_EVENT_ENTER:
		expect(replay, event->depth == replay->depth++, "depth");
		expect(replay,
		    !ft_tree_is_user(replay->input->tree, event->node),
		    "only accounts are entered");
		replay->level_fs = 0;
		break;
	case FT_EVENT_LEVEL_FS:
		expect(replay, event->place == replay->level_fs++, "place");
		expect(replay, event->depth == replay->depth, "depth");
		break;
	case FT_EVENT_SORT:
		expect(replay, event->place == replay->level_fs,
		    "all children have a level fairshare");
		/* a tie must reach the first child, or nobody */
		replay->tied = false;
		break;
	case FT_EVENT_TIE:
		replay->tied = true;
		break;
	case FT_EVENT_INHERIT:
		replay->tied = true;
		break;
	case FT_EVENT_RANK:
		replay_rank(replay, event);
		break;
	case FT_EVENT_LEAVE:
		expect(replay, event->depth == --replay->depth, "depth");
		break;
	case FT_EVENT_END:
		replay->ended = true;
		break;
	case FT_EVENT_COUNT:
		break;
	}
}

static bool
trace_replays(struct trial *trial, enum ft_ties ties)
{
	struct ft_tree *tree = gen_tree_build(&trial->gen);
	ft_real *usage = ft_alloc(tree->n * sizeof *usage);
	struct ft_share_input input = {
		.tree = tree, .usage = usage, .params = { .ties = ties }
	};
	struct replay replay = { .input = &input, .good = true };
	struct ft_event_sink sink = { replay_event, &replay };
	struct ft_share share = { 0 };
	double *silent = new_factors(trial);

	rank(&trial->gen, trial->total, ties, silent);
	for (uint32_t i = 0; i < tree->n; i++)
		usage[i] = trial->total[tree->id[i]];
	replay.factor = ft_calloc(tree->n, sizeof *replay.factor);
	ft_share_run(&ft_algo_fairtree, &input, &share, &sink, NULL);
	expect(&replay, replay.ended && !replay.left && !replay.depth,
	    "all users are ranked");
	for (uint32_t i = 0; i < tree->n; i++) {
		double told = replay.factor[i], got = share.factor[i];

		expect(&replay, told >= got && told <= got, "same factors");
		told = silent[tree->id[i]];
		expect(&replay, told >= got && told <= got,
		    "same factors as without a trace");
	}
	ft_share_free(&share);
	ft_free(replay.factor);
	ft_free(usage);
	ft_free(silent);
	ft_tree_free(tree);
	return replay.good;
}

/* ---- users of a higher account -------------------------------------------- */

/* Best and worst factor of the users below each node. */
static void
find_extremes(const struct ft_tree *tree, const double *factor, double *best,
    double *worst)
{
	for (uint32_t i = 0; i < tree->n; i++) {
		bool user = ft_tree_is_user(tree, i);

		best[i] = user ? factor[i] : 0;
		worst[i] = user ? factor[i] : 2;
	}
	for (uint32_t i = tree->n; i > 1 && i--;) {
		uint32_t parent = ft_tree_fs_parent(tree, i);

		best[parent] = fmax(best[parent], best[i]);
		worst[parent] = fmin(worst[parent], worst[i]);
	}
}

static bool
higher_account_wins(struct trial *trial, enum ft_ties ties)
{
	struct ft_tree *tree = gen_tree_build(&trial->gen);
	ft_real *usage = ft_alloc(tree->n * sizeof *usage);
	double *best = ft_alloc(tree->n * sizeof *best);
	double *worst = ft_alloc(tree->n * sizeof *worst);
	struct ft_share_input input = {
		.tree = tree, .usage = usage, .params = { .ties = ties }
	};
	struct ft_share_values a, b;
	struct ft_share share = { 0 };
	bool good = true;

	for (uint32_t i = 0; i < tree->n; i++)
		usage[i] = trial->total[tree->id[i]];
	ft_share_run(&ft_algo_fairtree, &input, &share, NULL, NULL);
	find_extremes(tree, share.factor, best, worst);
	for (uint32_t i = 1; i + 1 < tree->n; i++) {
		uint32_t p = share.order[i], q = share.order[i + 1];

		if (ft_tree_fs_parent(tree, p) != ft_tree_fs_parent(tree, q))
			continue;
		ft_share_values_of(&input, &share, p, &a);
		ft_share_values_of(&input, &share, q, &b);
		good &= ft_real_cmp(a.level_fs, b.level_fs) >= 0;
		/* an empty account that is tied hands Slurm's users the rank
		 * of somebody in a higher account: never more than that */
		if (ft_real_cmp(a.level_fs, b.level_fs) > 0)
			good &= ties == FT_TIES_SLURM ? worst[p] >= best[q]
						      : worst[p] > best[q];
	}
	ft_share_free(&share);
	ft_free(usage);
	ft_free(best);
	ft_free(worst);
	ft_tree_free(tree);
	return good;
}

/* ---- running -------------------------------------------------------------- */

struct property {
	const char *name;
	bool (*holds)(struct trial *trial, enum ft_ties ties);
};

static const struct property properties[] = {
	{ "ranks are those of exact rationals", equals_oracle },
	{ "the order of siblings changes nothing", order_is_irrelevant },
	{ "scaling by powers of two changes nothing", scale_is_irrelevant },
	{ "ranks are total", ranks_are_total },
	{ "users of a higher account come first", higher_account_wins },
	{ "the trace replays to the same factors", trace_replays },
};

struct check {
	const struct property *property;
	enum gen_kind kind;
	enum ft_ties ties;
};

static bool
tree_holds(uint64_t seed, const void *ctx)
{
	const struct check *check = ctx;
	struct trial trial;
	bool good;

	trial_init(&trial, seed, check->kind);
	good = check->property->holds(&trial, check->ties);
	if (!good)
		gen_tree_print(&trial.gen);
	trial_free(&trial);
	return good;
}

int
main(int argc, char **argv)
{
	const struct seeds all = seeds_of(argc, argv, 1, 300);

	for (size_t i = 0; i < FT_COUNT(properties) * GEN_KINDS * 2; i++) {
		const struct check check = {
			.property = &properties[i / 2 / GEN_KINDS],
			.kind = (enum gen_kind)(i / 2 % GEN_KINDS),
			.ties = both_ties[i % 2],
		};
		struct seeds seeds = all;

		if (check.kind == GEN_CROWD)
			seeds.end = seeds.first + seeds.n / 50;
		seeds_hold(seeds, tree_holds, &check, "%s: %s, %s trees",
		    check.property->name, ties_name(check.ties),
		    gen_kind_name(check.kind));
	}
	return done_testing();
}
