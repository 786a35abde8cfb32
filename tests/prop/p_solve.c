/*
 * Properties of solving on random trees, held against trying all small
 * numbers of shares, the largest ones and some at random: what is found
 * reaches the place, nothing nearer does, and where nothing is found nothing
 * does.
 */
#include "algo/solve/solve.h"

#include <stdlib.h>
#include <string.h>

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "algo/share/levelbased.h"
#include "algo/share/rank.h"
#include "base/mem.h"
#include "lib/gen.h"
#include "model/tree/usage.h"
#include "report/explain/advice.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define SMALL   150 /* all numbers up to this are tried */
#define AROUND  3   /* and so many on both sides of what was found */
#define CHANCES 20

struct trial {
	struct gen_tree gen;
	struct ft_tree *tree;
	ft_real *usage;
	struct ft_share_input input;
	struct ft_rng rng;
	const struct ft_algo *algo;
	struct ft_share share;
};

/* ---- making --------------------------------------------------------------- */

/* Shares that Slurm takes and that do not wrap. */
static void
tame(struct gen_tree *gen)
{
	for (uint32_t i = 0; i < gen->n; i++)
		if (gen->row[i].shares > 40000000)
			gen->row[i].shares %= 40000000;
}

static void
trial_init(struct trial *trial, uint64_t seed, enum gen_kind kind)
{

	*trial = (struct trial){ 0 };
	ft_rng_init(&trial->rng, seed);
	gen_tree_init(&trial->gen, &trial->rng, kind,
	    kind == GEN_CROWD ? 60 : 2 + ft_rng_below(&trial->rng, 40));
	tame(&trial->gen);
	trial->tree = gen_tree_build(&trial->gen);
	trial->usage = ft_alloc(trial->tree->n * sizeof *trial->usage);
	for (uint32_t i = 0; i < trial->tree->n; i++)
		trial->usage[i] = trial->gen.own[trial->tree->id[i]];
	ft_usage_roll_up(trial->tree, trial->usage);
	trial->input = (struct ft_share_input){ .tree = trial->tree,
		.usage = trial->usage,
		.params = { .dampening = 1, .levels = 4 } };
	trial->share = (struct ft_share){ 0 };
}

static void
trial_free(struct trial *trial)
{
	gen_tree_free(&trial->gen);
	ft_share_free(&trial->share);
	ft_tree_free(trial->tree);
	ft_free(trial->usage);
}

static uint32_t
any_user(struct trial *trial)
{
	uint32_t node;

	do
		node = ft_rng_below(&trial->rng, trial->tree->n);
	while (!ft_tree_is_user(trial->tree, node));
	return node;
}

/* ---- trying --------------------------------------------------------------- */

static uint32_t
place_with(struct trial *trial, uint32_t user, uint32_t node, uint32_t shares)
{
	uint32_t old = trial->tree->shares[node], place;

	trial->tree->shares[node] = shares;
	ft_share_run(trial->algo, &trial->input, &trial->share, NULL, NULL);
	place = ft_rank_user(trial->tree, &trial->share, user);
	trial->tree->shares[node] = old;
	return place;
}

static uint32_t
limit_of(const struct trial *trial, uint32_t node)
{
	const struct ft_tree *tree = trial->tree;
	uint32_t acct = tree->acct[ft_tree_fs_parent(tree, node)];
	uint64_t rest = 0;

	for (uint32_t i = tree->first[acct]; i < tree->first[acct + 1]; i++)
		rest += i == node ? 0 : tree->shares[i];
	if (trial->input.params.ties == FT_TIES_DOCUMENTED)
		return FT_SOLVE_SHARES_MAX;
	return rest > UINT32_MAX - FT_SOLVE_SHARES_MAX
		   ? (uint32_t)(UINT32_MAX - rest)
		   : FT_SOLVE_SHARES_MAX;
}

static uint64_t
distance(uint32_t from, uint32_t to)
{
	return to >= from ? to - from : (UINT64_C(1) << 32) + (from - to);
}

/* Hold one number of shares against what was found. */
static bool
try_number(struct trial *trial, const struct ft_solve *solve,
    const struct ft_solve_option *option, uint32_t shares)
{
	uint32_t place = place_with(trial, solve->user, option->node, shares);
	bool nearer =
	    distance(option->from, shares) < distance(option->from, option->to);
	bool good;

	if (option->kind == FT_SOLVE_FOUND)
		good = place > solve->target || !nearer;
	else
		good =
		    place > option->rank || (place == option->rank && !nearer);
	if (!good)
		diag("user %u to %u: shares of %u from %u: %u gives %u, "
		     "kind %d with %u gives %u",
		    trial->tree->id[solve->user], solve->target,
		    trial->tree->id[option->node], option->from, shares, place,
		    (int)option->kind, option->to, option->rank);
	return good;
}

/*
 * Classic: what is equal on paper is rounded as it happens, so that there may
 * be other numbers.  But the ones next to it do not do it.
 */
static bool
try_neighbours(struct trial *trial, const struct ft_solve *solve,
    const struct ft_solve_option *option)
{
	if (option->kind == FT_SOLVE_FOUND)
		return try_number(trial, solve, option,
		    option->to > option->from ? option->to - 1
					      : option->to + 1);
	return place_with(trial, solve->user, option->node,
		   limit_of(trial, option->node)) > solve->target;
}

static bool
try_numbers(struct trial *trial, const struct ft_solve *solve,
    const struct ft_solve_option *option)
{
	uint32_t limit = limit_of(trial, option->node);
	uint32_t near[] = { option->from, option->to };
	bool good = true;

	if (trial->algo == &ft_algo_classic)
		return try_neighbours(trial, solve, option);
	for (uint32_t x = 0; good && x <= SMALL && x <= limit; x++)
		good = try_number(trial, solve, option, x);
	for (int k = 0; k < 2; k++)
		for (uint32_t x = near[k] > AROUND ? near[k] - AROUND : 0;
		     good && x <= near[k] + AROUND && x <= limit; x++)
			good = try_number(trial, solve, option, x);
	good = good && try_number(trial, solve, option, limit);
	for (int i = 0; good && i < CHANCES; i++)
		/* of all sizes */
		good = try_number(trial, solve, option,
		    ft_rng_below(&trial->rng, limit) >>
			ft_rng_below(&trial->rng, 31));
	return good;
}

/* ---- checking ------------------------------------------------------------- */

/* The place and the counts are those of a run with the shares found. */
static bool
counts_are_right(struct trial *trial, const struct ft_solve *solve,
    const struct ft_solve_option *option)
{
	const struct ft_tree *tree = trial->tree;
	uint32_t *before = ft_alloc(tree->n * sizeof *before);
	uint32_t *after = ft_alloc(tree->n * sizeof *after);
	uint32_t fall = 0, rise = 0;
	bool good;

	place_with(trial, solve->user, option->node, option->from);
	ft_rank_users(tree, &trial->share, before);
	place_with(trial, solve->user, option->node, option->to);
	ft_rank_users(tree, &trial->share, after);
	for (uint32_t i = 0; i < tree->n; i++) {
		fall += i != solve->user && after[i] > before[i];
		rise += i != solve->user && after[i] < before[i];
	}
	good = before[solve->user] == solve->rank &&
	       after[solve->user] == option->rank && fall == option->fall &&
	       rise == option->rise;
	if (!good)
		diag("counts: %u %u %u, want %u %u %u", option->rank,
		    option->fall, option->rise, after[solve->user], fall, rise);
	ft_free(before);
	ft_free(after);
	return good;
}

/* Those who cannot be passed add up to the best place, ties apart. */
static bool
reasons_are_right(
    const struct trial *trial, const struct ft_solve_option *option)
{
	uint32_t before =
	    option->above + option->beside + option->level + option->inside;

	if (trial->algo != &ft_algo_fairtree)
		return true;
	switch (option->kind) {
	case FT_SOLVE_BLOCKED:
		return option->beside + option->level > 0;
	case FT_SOLVE_SHORT:
	case FT_SOLVE_ALONE:
	case FT_SOLVE_UNUSED:
	case FT_SOLVE_FOUND:
		return option->kind == FT_SOLVE_FOUND ||
		       option->rank <= before + 1;
	case FT_SOLVE_PARENT:
		return trial->tree->flags[option->node] & FT_NODE_PARENT;
	case FT_SOLVE_OVERFLOW:
	case FT_SOLVE_NEVER:
		break;
	}
	return false;
}

static bool
options_hold(struct trial *trial, const struct ft_solve *solve)
{
	bool good = true;

	for (size_t i = 0; good && i < solve->n; i++) {
		const struct ft_solve_option *option = &solve->option[i];

		good = counts_are_right(trial, solve, option) &&
		       reasons_are_right(trial, option);
		if (!good)
			diag(
			    "option %zu: user %u, target %u, node %u, kind %d, "
			    "above %u, beside %u, inside %u, tied %d",
			    i, trial->tree->id[solve->user], solve->target,
			    trial->tree->id[option->node], (int)option->kind,
			    option->above, option->beside, option->inside,
			    option->tied);
		if (option->kind != FT_SOLVE_PARENT &&
		    option->kind != FT_SOLVE_OVERFLOW)
			good = good && try_numbers(trial, solve, option);
	}
	return good;
}

static bool
holds(struct trial *trial)
{
	struct ft_solve solve;
	struct ft_error err;
	uint32_t user = any_user(trial), now, target;
	bool good;

	now = place_with(trial, user, user, trial->tree->shares[user]);
	target = 1 + ft_rng_below(&trial->rng, now > 1 ? now - 1 : 1);
	if (ft_solve_rank(trial->algo, &trial->input,
		&(struct ft_solve_target){ user, target }, &solve, &err))
		bail("solve: %s", err.text);
	good = solve.already == (now <= target) && solve.rank == now &&
	       options_hold(trial, &solve);
	ft_solve_clear(&solve);
	return good;
}

/* ---- two siblings --------------------------------------------------------- */

/* Returns whether the first is strictly before the second. */
static bool
is_before(struct trial *trial, uint32_t first, uint32_t second)
{
	struct ft_share_values a, b;

	ft_share_run(trial->algo, &trial->input, &trial->share, NULL, NULL);
	ft_share_values_of(&trial->input, &trial->share, first, &a);
	ft_share_values_of(&trial->input, &trial->share, second, &b);
	return ft_real_cmp(a.level_fs, b.level_fs) > 0;
}

static bool
flips_with_shares(struct trial *trial, const struct ft_flip *flip,
    uint32_t node, uint64_t shares)
{
	uint32_t old = trial->tree->shares[node];
	bool flips;

	trial->tree->shares[node] = (uint32_t)shares;
	flips = is_before(trial, flip->behind, flip->ahead);
	trial->tree->shares[node] = old;
	return flips;
}

/* Charges go to the account, too; further up nothing of it is seen here. */
static bool
flips_with_real(struct trial *trial, const struct ft_flip *flip, uint32_t node,
    ft_real usage)
{
	uint32_t parent = ft_tree_fs_parent(trial->tree, node);
	ft_real old = trial->usage[node], above = trial->usage[parent];
	bool flips;

	trial->usage[node] = usage;
	trial->usage[parent] = above - old + usage;
	/* it cannot be less but by rounding */
	if (trial->usage[parent] < usage)
		trial->usage[parent] = usage;
	flips = is_before(trial, flip->behind, flip->ahead);
	trial->usage[node] = old;
	trial->usage[parent] = above;
	return flips;
}

static bool
flips_with_usage(struct trial *trial, const struct ft_flip *flip, uint32_t node,
    uint64_t usage)
{
	return flips_with_real(trial, flip, node, (ft_real)usage);
}

typedef bool flips_fn(struct trial *trial, const struct ft_flip *flip,
    uint32_t node, uint64_t number);

/* The number does it, the one before does not; else the end does not. */
static bool
way_holds(struct trial *trial, const struct ft_flip *flip,
    const struct ft_flip_way *way, flips_fn *flips, uint32_t node, bool up,
    uint64_t end, const char *name)
{
	uint64_t near = way->to;
	bool good;

	if (way->to != way->from)
		near = up ? near - 1 : near + 1;

	if (!way->possible)
		good = way->from == end || !flips(trial, flip, node, end);
	else
		good =
		    flips(trial, flip, node, way->to) &&
		    (way->to == way->from || !flips(trial, flip, node, near));
	if (!good)
		diag("%s of %u: %d, %llu to %llu", name, trial->tree->id[node],
		    way->possible, (unsigned long long)way->from,
		    (unsigned long long)way->to);
	return good;
}

/* What the sentence says about usage, which is rounded. */
static const struct {
	const char *before, *after; /* the number */
	bool ahead;                 /* whose usage */
	bool of_behind;             /* of what the one behind uses */
	int base;                   /* 0: a factor; else percents added to it */
	int sign;
} claims[] = {
	{ "the usage of x grew by ", " %", true, false, 100, 1 },
	{ "the usage of x grew to ", " times", true, false, 0, 1 },
	{ "if x used ", " times what", true, true, 0, 1 },
	{ "if x used ", " % of what", true, true, 0, 100 },
	{ "its own usage fell by ", " %", false, false, 100, -1 },
};

static bool
claim_holds(
    struct trial *trial, const struct ft_flip *flip, size_t i, const char *text)
{
	const char *at = strstr(text, claims[i].before);
	uint32_t node = claims[i].ahead ? flip->ahead : flip->behind;
	ft_real part = trial->usage[claims[i].of_behind ? flip->behind : node];
	ft_real number;
	char *end;

	if (!at)
		return true;
	number = strtold(at + strlen(claims[i].before), &end);
	if (strncmp(end, claims[i].after, strlen(claims[i].after)) != 0)
		return true;
	if (claims[i].base)
		number = (100 + claims[i].sign * number) / 100;
	else
		number /= claims[i].sign;
	return flips_with_real(trial, flip, node, part * number);
}

static bool
words_hold(struct trial *trial, const struct ft_flip *flip)
{
	const struct ft_tree *tree = trial->tree;
	struct ft_names_set names = { 0 };
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	/* everybody is called x */
	struct ft_idmap once FT_CLEANUP(ft_idmap_free) = { 0 };
	struct ft_advice advice = { tree, &names, &texts, &once };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	bool good = true;

	for (int i = 0; i < 2; i++) {
		uint32_t who = tree->who[i ? flip->ahead : flip->behind];

		ft_names_put(&names.user, who, "x", 1);
		ft_names_put(&names.account, who, "x", 1);
		ft_idmap_put(&once, who, 1);
	}
	ft_advice_flip(&advice, flip, "", &str);
	for (size_t i = 0; i < FT_COUNT(claims); i++)
		good &= claim_holds(trial, flip, i, ft_str_text(&str));
	if (!good)
		diag("not so: %s", ft_str_text(&str));
	ft_names_set_free(&names);
	return good;
}

static bool
flips_hold(struct trial *trial)
{
	const struct ft_tree *tree = trial->tree;
	uint32_t a = 1 + ft_rng_below(&trial->rng, tree->n - 1);
	uint32_t b = a + 1;
	struct ft_flip flip;
	struct ft_error err;
	bool good;

	if (b >= tree->n ||
	    ft_tree_fs_parent(tree, a) != ft_tree_fs_parent(tree, b))
		return true;
	if (ft_solve_flip(&trial->input, a, b, &flip, &err))
		bail("flip: %s", err.text);
	good = !is_before(trial, flip.behind, flip.ahead) &&
	       flip.tied == !is_before(trial, flip.ahead, flip.behind);
	if (!(tree->flags[flip.behind] & FT_NODE_PARENT))
		good &= way_holds(trial, &flip, &flip.raise, flips_with_shares,
		    flip.behind, true, limit_of(trial, flip.behind), "raise");
	if (!(tree->flags[flip.ahead] & FT_NODE_PARENT))
		good &= way_holds(trial, &flip, &flip.lower, flips_with_shares,
		    flip.ahead, false, 0, "lower");
	good &= way_holds(trial, &flip, &flip.use, flips_with_usage, flip.ahead,
	    true, INT64_MAX, "use");
	good &= way_holds(trial, &flip, &flip.fade, flips_with_usage,
	    flip.behind, false, 0, "fade");
	good &= words_hold(trial, &flip);
	return good;
}

/* ---- running -------------------------------------------------------------- */

static const struct rule {
	const char *name;
	const struct ft_algo *algo;
	enum ft_ties ties;
	bool oblivious;
} rules[] = {
	{ "fairtree, slurm", &ft_algo_fairtree, FT_TIES_SLURM, false },
	{ "fairtree, documented", &ft_algo_fairtree, FT_TIES_DOCUMENTED,
	    false },
	{ "levelbased", &ft_algo_levelbased, FT_TIES_SLURM, false },
	{ "classic", &ft_algo_classic, FT_TIES_SLURM, false },
	{ "classic, depth oblivious", &ft_algo_classic, FT_TIES_SLURM, true },
};

struct check {
	const struct rule *rule;
	enum gen_kind kind;
	bool (*property)(struct trial *trial);
};

static bool
tree_holds(uint64_t seed, const void *ctx)
{
	const struct check *check = ctx;
	struct trial trial;
	bool good;

	trial_init(&trial, seed, check->kind);
	trial.algo = check->rule->algo;
	trial.input.params.ties = check->rule->ties;
	trial.input.params.depth_oblivious = check->rule->oblivious;
	good = check->property(&trial);
	if (!good)
		gen_tree_print(&trial.gen);
	trial_free(&trial);
	return good;
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(200));

	for (size_t i = 0; i < FT_COUNT(rules) * GEN_KINDS; i++) {
		const struct check check = { &rules[i / GEN_KINDS],
			(enum gen_kind)(i % GEN_KINDS), holds };

		seeds_hold(seeds, tree_holds, &check, "places: %s, %s trees",
		    check.rule->name, gen_kind_name(check.kind));
	}
	for (enum gen_kind kind = 0; kind < GEN_KINDS; kind++) {
		const struct check check = { &rules[0], kind, flips_hold };

		/* without those outside of what is stored as usage */
		if (kind != GEN_EXTREME)
			seeds_hold(seeds, tree_holds, &check,
			    "flips: %s, %s trees", rules[0].name,
			    gen_kind_name(kind));
	}
	return done_testing();
}
