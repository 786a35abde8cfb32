/*
 * Explaining, on random trees: who is before whom and because of which level
 * adds up to the places the algorithm gave; what decides between two is where
 * their ways part; every page can be written.
 */
#include "report/explain/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lib/gen.h"
#include "model/tree/usage.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define USERS 6 /* asked about in each tree */

struct trial {
	struct gen_tree gen;
	struct ft_rng rng;
	struct ft_tree *tree;
	ft_real *usage;
	struct ft_names_set names;
	struct ft_share_input input;
	struct ft_share share;
	const struct ft_algo *algo;
};

static void
trial_init(struct trial *trial, uint64_t seed, enum gen_kind kind)
{
	static const char *const algos[] = { "fairtree", "fairtree", "fairtree",
		"classic", "levelbased" };
	char name[16];

	*trial = (struct trial){ 0 };
	ft_rng_init(&trial->rng, seed);
	gen_tree_init(&trial->gen, &trial->rng, kind, 40);
	for (uint32_t i = 0; i < trial->gen.n; i++) {
		struct ft_tree_row *row = &trial->gen.row[i];

		/* a user is there again in other accounts */
		row->who =
		    row->flags & FT_NODE_USER ? 1 + row->id / 2 : row->id;
		snprintf(name, sizeof name, "n%u", row->who);
		ft_names_put(row->flags & FT_NODE_USER ? &trial->names.user
						       : &trial->names.account,
		    row->who, name, strlen(name));
	}
	trial->tree = gen_tree_build(&trial->gen);
	trial->usage = ft_alloc(trial->gen.n * sizeof *trial->usage);
	for (uint32_t i = 0; i < trial->gen.n; i++)
		trial->usage[i] = trial->gen.own[trial->tree->id[i]];
	ft_usage_roll_up(trial->tree, trial->usage);
	trial->input = (struct ft_share_input){ .tree = trial->tree,
		.usage = trial->usage,
		.params = {
		    .ties = seed % 2 ? FT_TIES_SLURM : FT_TIES_DOCUMENTED,
		    .dampening = 1,
		    .levels = 4 } };
	trial->algo = ft_algo_find(algos[seed % 5]);
	trial->share = (struct ft_share){ 0 };
}

static void
trial_free(struct trial *trial)
{
	ft_share_free(&trial->share);
	ft_names_free(&trial->names.account);
	ft_names_free(&trial->names.user);
	ft_tree_free(trial->tree);
	ft_free(trial->usage);
	gen_tree_free(&trial->gen);
}

static void
explain(
    struct trial *trial, const uint32_t *user, size_t n, struct ft_explain *out)
{
	struct ft_error err;

	*out = (struct ft_explain){ .algo = trial->algo,
		.input = &trial->input,
		.share = &trial->share,
		.names = &trial->names,
		.n_path = n };
	for (size_t i = 0; i < n; i++)
		out->path[i].user = user[i];
	if (ft_explain_run(out, &err))
		bail("explain: %s", err.text);
	out->outlook.load = "nothing is known";
}

/* Returns whether both kinds of output have come to something. */
static bool
writes(const struct ft_explain *told)
{
	struct ft_page_options options = { .width = 60 };
	struct ft_page page;
	struct ft_doc *doc;
	struct ft_out out;
	bool good;

	ft_out_init(&out, NULL);
	ft_page_init(&page, &out, &options);
	ft_explain_page(told, true, &page);
	good = out.text.len > 0;
	ft_str_clear(&out.text);
	doc = ft_doc_open_ours(&out, FT_FORMAT_JSON, FT_EXPLAIN_SCHEMA);
	ft_explain_document(told, "why", doc);
	ft_doc_close(doc);
	good = good && out.text.len > 0;
	ft_page_free(&page);
	ft_out_free(&out);
	return good;
}

/* ---- one user ------------------------------------------------------------- */

static bool
fail(const char *what)
{
	diag("%s", what);
	return false;
}

static bool
step_holds(
    const struct trial *trial, const struct ft_explain_path *path, size_t at)
{
	const struct ft_explain_step *step = &path->step[at];
	const struct ft_tree *tree = trial->tree;
	struct ft_share_values values;
	uint32_t above = at ? path->step[at - 1].node : 0;

	if (ft_tree_fs_parent(tree, step->node) != above)
		return fail("each step is a child of the one before");
	if (!trial->algo->level_fs)
		return true;
	ft_share_values_of(&trial->input, &trial->share, step->node, &values);
	if (ft_real_cmp(values.level_fs, step->level_fs) != 0 ||
	    ft_real_cmp(values.effective_usage, step->usage) != 0)
		return fail("the level fairshare is that of the table");
	if (!step->place || step->place > step->count ||
	    step->equal >= step->count)
		return fail("a place in a list");
	return (step->place == 1) == (step->before == FT_NODE_NONE) ||
	       fail("all but the first have one before them");
}

static bool
user_holds(struct trial *trial, uint32_t user)
{
	struct ft_explain told;
	const struct ft_explain_path *path = &told.path[0];
	uint32_t ahead = 0, better = 0;
	bool good = true;

	explain(trial, &user, 1, &told);
	for (size_t i = 0; i < path->n && good; i++) {
		good = step_holds(trial, path, i);
		ahead += path->step[i].ahead;
	}
	for (uint32_t i = 0; i < trial->tree->n; i++)
		better += ft_tree_is_user(trial->tree, i) &&
			  trial->share.factor[i] > trial->share.factor[user];
	if (good && path->place != better + 1)
		good = fail("as many before it as its place says");
	if (good && trial->algo->level_fs && ahead != better)
		good = fail("those before it because of each level, added up");
	if (good && path->step[path->n - 1].node != user)
		good = fail("the way ends at the user");
	good = good && writes(&told);
	ft_explain_free(&told);
	return good;
}

/* ---- two users ------------------------------------------------------------ */

static bool
pair_holds(struct trial *trial, const uint32_t *user)
{
	struct ft_explain told;
	const struct ft_explain_step *first, *second;
	size_t at, ahead;
	bool tied, good = true;

	explain(trial, user, 2, &told);
	ahead = ft_explain_ahead(&told, &tied);
	if (tied !=
	    (trial->share.factor[user[0]] <= trial->share.factor[user[1]] &&
		trial->share.factor[user[0]] >= trial->share.factor[user[1]]))
		good = fail("tied if the factors are equal");
	at = ft_explain_decided(&told);
	first = &told.path[ahead].step[at];
	second = &told.path[1 - ahead].step[at];
	if (good && trial->algo->level_fs &&
	    (first->node == second->node || first->level != second->level))
		good = fail("two in one list decide");
	if (good && trial->algo->level_fs && !tied &&
	    ft_real_cmp(first->level_fs, second->level_fs) < 0)
		good = fail("the one ahead has no lower level fairshare");
	if (good && trial->algo->level_fs && !tied &&
	    first->place >= second->place)
		good = fail("the one ahead stands first in the list");
	good = good && writes(&told);
	ft_explain_free(&told);
	return good;
}

static bool
holds(struct trial *trial)
{
	const struct ft_tree *tree = trial->tree;
	uint32_t user[2] = { 0 }, n = 0;
	bool good = true;

	for (int tries = 0; good && n < USERS && tries < 200; tries++) {
		uint32_t node = ft_rng_below(&trial->rng, tree->n);

		if (!ft_tree_is_user(tree, node))
			continue;
		n++;
		good = user_holds(trial, node);
		user[0] = user[1];
		user[1] = node;
		if (good && n > 1 && user[0] != user[1])
			good = pair_holds(trial, user);
	}
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
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(200));

	for (enum gen_kind kind = 0; kind < GEN_KINDS; kind++)
		seeds_hold(seeds, tree_holds, &kind,
		    "places are explained: %s trees", gen_kind_name(kind));
	return done_testing();
}
