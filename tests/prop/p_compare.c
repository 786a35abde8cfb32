/*
 * Comparing, on random trees with users removed, added and renumbered: what is
 * found by names is what is found by looking for each user in turn.
 */
#include "algo/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "algo/share/rank.h"
#include "base/mem.h"
#include "lib/gen.h"
#include "model/tree/usage.h"
#include "lib/seeds.h"
#include "tap/tap.h"

struct side {
	struct ft_tree *tree;
	ft_real *usage;
	struct ft_share share;
	struct ft_names_set names;
	struct ft_compare_side side;
	uint32_t *rank;
};

struct trial {
	struct gen_tree gen;
	struct ft_rng rng;
	struct side before, after;
	uint32_t turn; /* ids after are turn - id */
};

/* turn: 0, or what ids and numbers of names are taken from. */
static void
side_init(struct side *side, const struct ft_tree_row *rows, uint32_t n,
    const ft_real *own, uint32_t turn)
{
	struct ft_tree_row *row = ft_alloc(n * sizeof *row);
	struct ft_share_input input = { 0 };
	struct ft_error err;

	*side = (struct side){ 0 };
	for (uint32_t i = 0; i < n; i++) {
		bool user = rows[i].flags & FT_NODE_USER;
		/* a user is there again in other accounts */
		uint32_t number = user ? rows[i].id / 2 : rows[i].id;
		char name[16];

		row[i] = rows[i];
		row[i].who = number + 1;
		if (turn) {
			row[i].id = turn - row[i].id;
			row[i].parent =
			    row[i].parent ? turn - row[i].parent : 0;
			row[i].who = turn - number;
		}
		snprintf(name, sizeof name, "n%u", number);
		ft_names_put(user ? &side->names.user : &side->names.account,
		    row[i].who, name, strlen(name));
		if (user)
			row[i].partition =
			    turn ? 3 - rows[i].id % 2 : 1 + rows[i].id % 2;
	}
	ft_names_put(&side->names.partition, turn ? 3 : 1, "even", 4);
	ft_names_put(&side->names.partition, 2, "odd", 3);
	if (ft_tree_build(&side->tree, row, n, &err))
		bail("build: %s", err.text);
	ft_free(row);
	side->usage = ft_alloc(n * sizeof *side->usage);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t id = side->tree->id[i];

		side->usage[i] = own[turn ? turn - id : id];
	}
	ft_usage_roll_up(side->tree, side->usage);
	input.tree = side->tree;
	input.usage = side->usage;
	side->share = (struct ft_share){ 0 };
	if (ft_share_run(&ft_algo_fairtree, &input, &side->share, NULL, &err))
		bail("run: %s", err.text);
	side->rank = ft_alloc(n * sizeof *side->rank);
	ft_rank_users(side->tree, &side->share, side->rank);
	side->side =
	    (struct ft_compare_side){ side->tree, &side->share, &side->names };
}

static void
side_free(struct side *side)
{
	ft_share_free(&side->share);
	ft_names_set_free(&side->names);
	ft_tree_free(side->tree);
	ft_free(side->usage);
	ft_free(side->rank);
}

/* Each side has most of the users; all accounts stay. */
static uint32_t
some_rows(struct trial *trial, struct ft_tree_row *row)
{
	uint32_t n = 0, users = 0;

	for (uint32_t i = 0; i < trial->gen.n; i++) {
		row[n] = trial->gen.row[i];
		if (row[n].flags & FT_NODE_USER) {
			if (users && ft_rng_below(&trial->rng, 10) == 0)
				continue;
			users++;
			if (ft_rng_below(&trial->rng, 5) == 0)
				row[n].shares = ft_rng_below(&trial->rng, 50);
		}
		n++;
	}
	return n;
}

static void
trial_init(struct trial *trial, uint64_t seed, enum gen_kind kind)
{
	struct ft_tree_row *row;
	uint32_t n;

	*trial = (struct trial){ 0 };
	ft_rng_init(&trial->rng, seed);
	gen_tree_init(&trial->gen, &trial->rng, kind, 100);
	trial->turn = trial->gen.n + 1 + ft_rng_below(&trial->rng, 5);
	row = ft_alloc(trial->gen.n * sizeof *row);
	n = some_rows(trial, row);
	side_init(&trial->before, row, n, trial->gen.own, 0);
	n = some_rows(trial, row);
	side_init(&trial->after, row, n, trial->gen.own, trial->turn);
	ft_free(row);
}

static void
trial_free(struct trial *trial)
{
	gen_tree_free(&trial->gen);
	side_free(&trial->before);
	side_free(&trial->after);
}

/* ---- checking ------------------------------------------------------------- */

/* The move is of one user, and says where it stands. */
static bool
move_holds(const struct trial *trial, const struct ft_move *move)
{
	const struct side *before = &trial->before, *after = &trial->after;
	uint32_t id;
	bool good = true;

	if (move->before != FT_NODE_NONE) {
		id = before->tree->id[move->before];
		good &= move->rank_before == before->rank[move->before];
		good &=
		    move->after == ft_tree_find(after->tree, trial->turn - id);
	}
	if (move->after != FT_NODE_NONE) {
		id = trial->turn - after->tree->id[move->after];
		good &= move->rank_after == after->rank[move->after];
		good &= move->before == ft_tree_find(before->tree, id);
	}
	return good;
}

static bool
in_order(const struct ft_move *a, const struct ft_move *b)
{
	if (!a->rank_after || !b->rank_after)
		return a->rank_after >= b->rank_after;
	return a->rank_after <= b->rank_after;
}

static bool
summary_holds(const struct ft_compare *compare)
{
	size_t up = 0, down = 0, shifted = 0;
	int64_t fall = 0, rise = 0;

	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move = &compare->move[i];
		int64_t size = ft_move_size(move);
		uint32_t was = 0, is = 0;

		up += size > 0;
		down += size < 0;
		fall = size < fall ? size : fall;
		rise = size > rise ? size : rise;
		for (size_t k = 0; k < compare->n; k++) {
			const struct ft_move *other = &compare->move[k];

			if (!other->rank_before || !other->rank_after)
				continue;
			was += other->rank_before < move->rank_before;
			is += other->rank_after < move->rank_after;
		}
		shifted += size && was == is;
	}
	return up == compare->up && down == compare->down &&
	       shifted == compare->shifted &&
	       (fall ? ft_move_size(&compare->move[compare->fall]) == fall
		     : compare->fall == FT_COMPARE_NONE) &&
	       (rise ? ft_move_size(&compare->move[compare->rise]) == rise
		     : compare->rise == FT_COMPARE_NONE);
}

static bool
holds(struct trial *trial)
{
	struct ft_compare compare;
	size_t n;
	bool good = true;

	ft_compare_init(
	    &compare, &trial->before.side, &trial->after.side, FT_MATCH_NAME);
	n = compare.n;
	good &= n - compare.removed == trial->after.tree->n_user;
	good &= n - compare.added == trial->before.tree->n_user;
	for (size_t i = 0; i < n; i++) {
		good &= move_holds(trial, &compare.move[i]);
		if (i)
			good &=
			    in_order(&compare.move[i - 1], &compare.move[i]);
	}
	good &= summary_holds(&compare);
	ft_compare_clear(&compare);
	return good;
}

static bool
tree_holds(uint64_t seed, const void *ctx)
{
	const enum gen_kind *kind = ctx;
	struct trial trial;
	bool good;

	trial_init(&trial, seed, *kind);
	good = holds(&trial);
	if (!good)
		gen_tree_print(&trial.gen);
	trial_free(&trial);
	return good;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, 200);

	for (enum gen_kind kind = 0; kind < GEN_KINDS; kind++)
		seeds_hold(seeds, tree_holds, &kind,
		    "moves are found by name: %s trees", gen_kind_name(kind));
	return done_testing();
}
