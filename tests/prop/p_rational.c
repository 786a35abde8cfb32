/*
 * Where FairShare differs from what is right on paper, on random trees of up
 * to 150 associations.  man/fairtree.7 says why there are differences at all:
 * LF are rounded before they are compared.  So, where rounding changed no
 * comparison, nobody's rank may differ; and it may change only those of LF
 * that are, on paper, no further apart than a little more than 2^-52 of one.
 *
 * Why 2^-52: S is off by at most 2^-53 of itself after rounding, U and LF by
 * 2^-64.  So an LF is off by 2^-53 + 2^-63, and two of them are by twice that.
 */
#include <stdlib.h>

#include "algo/share/fairtree.h"
#include "base/mem.h"
#include "lib/gen.h"
#include "model/tree/usage.h"
#include "prop/oracle.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define ASSOCIATIONS 150
#define CLOSE        GEN_KINDS /* LF so close that 64 bits hardly tell them */

struct tally {
	uint64_t trees, users, differ, other_trees;
	struct oracle_rounding rounding;
};

struct trial {
	struct gen_tree gen;
	struct ft_tree *tree;
	ft_real *usage; /* by node */
	ft_real *total; /* by id */
	uint32_t *rank; /* by id, on paper */
	struct ft_share share;
};

/* Usages in proportion to shares, but for a few units of 2^-60 or so. */
static void
bring_close(struct gen_tree *gen, struct ft_rng *rng)
{
	for (uint32_t i = 0; i < gen->n; i++) {
		struct ft_tree_row *row = &gen->row[i];

		if (row->flags & FT_NODE_PARENT)
			continue;
		row->shares = 1 + ft_rng_below(rng, UINT32_C(1) << 24);
		gen->own[row->id] =
		    (ft_real)row->shares * 0x1p38L + ft_rng_below(rng, 3);
	}
}

static void
trial_init(struct trial *trial, uint64_t seed, enum gen_kind kind)
{
	struct ft_rng rng;

	ft_rng_init(&rng, seed);
	gen_tree_init(&trial->gen, &rng, kind == CLOSE ? GEN_NEAR : kind,
	    2 + ft_rng_below(&rng, ASSOCIATIONS - 1));
	if (kind == CLOSE)
		bring_close(&trial->gen, &rng);
	trial->tree = gen_tree_build(&trial->gen);
	trial->usage = ft_alloc(trial->tree->n * sizeof *trial->usage);
	trial->total =
	    ft_alloc(((size_t)trial->gen.n + 1) * sizeof *trial->total);
	trial->rank =
	    ft_alloc(((size_t)trial->gen.n + 1) * sizeof *trial->rank);
	for (uint32_t i = 0; i < trial->tree->n; i++)
		trial->usage[i] = trial->gen.own[trial->tree->id[i]];
	ft_usage_roll_up(trial->tree, trial->usage);
	for (uint32_t i = 0; i < trial->tree->n; i++)
		trial->total[trial->tree->id[i]] = trial->usage[i];
	trial->share = (struct ft_share){ 0 };
}

static void
trial_free(struct trial *trial)
{
	ft_share_free(&trial->share);
	ft_tree_free(trial->tree);
	gen_tree_free(&trial->gen);
	ft_free(trial->usage);
	ft_free(trial->total);
	ft_free(trial->rank);
}

/* Returns how many users' FairShare is not what it is on paper. */
static uint64_t
count_different(const struct trial *trial)
{
	const struct ft_tree *tree = trial->tree;
	uint64_t differ = 0;

	for (uint32_t i = 0; i < tree->n; i++) {
		double want = trial->rank[tree->id[i]] / (double)tree->n_user;
		double got = trial->share.factor[i];

		differ += got < want || got > want;
	}
	return differ;
}

/* Returns whether each difference has its reason. */
static bool
is_explained(struct trial *trial, enum ft_ties ties, struct tally *tally)
{
	struct ft_share_input input = { .tree = trial->tree,
		.usage = trial->usage,
		.params = { .ties = ties } };
	struct oracle_rounding rounding = { 0 };
	uint64_t differ, changed;

	if (ft_share_run(&ft_algo_fairtree, &input, &trial->share, NULL, NULL))
		bail("run");
	oracle_ranks_on_paper(
	    &trial->gen, trial->total, ties, trial->rank, &rounding);
	differ = count_different(trial);
	changed = rounding.lost + rounding.made + rounding.swapped;
	tally->trees++;
	tally->users += trial->tree->n_user;
	tally->differ += differ;
	tally->other_trees += differ > 0;
	tally->rounding.lost += rounding.lost;
	tally->rounding.made += rounding.made;
	tally->rounding.swapped += rounding.swapped;
	if (differ && !changed)
		diag("%llu users differ, but rounding changed nothing",
		    (unsigned long long)differ);
	if (rounding.far)
		diag("rounding changed %llu comparisons of LF that are far "
		     "apart",
		    (unsigned long long)rounding.far);
	return (!differ || changed) && !rounding.far;
}

static void
check(enum gen_kind kind, enum ft_ties ties, uint64_t seed, uint64_t trees)
{
	const char *rule = ties == FT_TIES_SLURM ? "slurm" : "documented";
	const char *name = kind == CLOSE ? "close" : gen_kind_name(kind);
	struct tally tally = { 0 };
	bool good = true;

	for (uint64_t i = 0; good && i < trees; i++) {
		struct trial trial;

		trial_init(&trial, seed + i, kind);
		good = is_explained(&trial, ties, &tally);
		if (!good) {
			diag("seed %llu", (unsigned long long)(seed + i));
			gen_tree_print(&trial.gen);
		}
		trial_free(&trial);
	}
	ok(good, "differences from paper are explained: %s, %s trees", rule,
	    name);
	diag("%s, %s: %llu of %llu FairShare values differ, in %llu of %llu "
	     "trees; comparisons: %llu ties lost, %llu made, %llu swapped",
	    name, rule, (unsigned long long)tally.differ,
	    (unsigned long long)tally.users,
	    (unsigned long long)tally.other_trees,
	    (unsigned long long)tally.trees,
	    (unsigned long long)tally.rounding.lost,
	    (unsigned long long)tally.rounding.made,
	    (unsigned long long)tally.rounding.swapped);
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, 300);

	for (int kind = 0; kind <= CLOSE; kind++) {
		if (kind == GEN_CROWD) /* one family of thousands */
			continue;
		check((enum gen_kind)kind, FT_TIES_DOCUMENTED, seeds.first,
		    seeds.n);
		check((enum gen_kind)kind, FT_TIES_SLURM, seeds.first, seeds.n);
	}
	return done_testing();
}
