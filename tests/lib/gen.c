#include "lib/gen.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "tap/tap.h"

const char *
gen_kind_name(enum gen_kind kind)
{
	static const char *const names[GEN_KINDS] = { "plain", "ties", "zero",
		"parent", "near", "extreme", "crowd" };

	return names[kind];
}

static bool
chance(struct ft_rng *rng, uint32_t percent)
{
	return ft_rng_below(rng, 100) < percent;
}

/* ---- numbers -------------------------------------------------------------- */

static uint32_t
any_shares(struct ft_rng *rng, enum gen_kind kind)
{
	switch (kind) {
	case GEN_TIES:
	case GEN_PARENT:
		return 1u << ft_rng_below(rng, 3);
	case GEN_ZERO:
		return chance(rng, 40) ? 0 : 1 + ft_rng_below(rng, 3);
	case GEN_EXTREME:
		return chance(rng, 50) ? (uint32_t)ft_rng_u64(rng)
				       : ft_rng_below(rng, 3);
	case GEN_CROWD:
		return 1 + ft_rng_below(rng, 2);
	case GEN_PLAIN:
	case GEN_NEAR:
	case GEN_KINDS:
		break;
	}
	return 1 + ft_rng_below(rng, 100);
}

/* Any size a long double has room for after one division, or none. */
static ft_real
extreme_usage(struct ft_rng *rng)
{
	/* where long double is a double, its range is the limit */
	int range = LDBL_MAX_EXP > 16000 ? 3000 : 400;
	ft_real usage = 1 + (ft_real)ft_rng_unit(rng);
	int exponent = (int)ft_rng_below(rng, 2 * (uint32_t)range) - range;

	switch (ft_rng_below(rng, 4)) {
	case 0:
		return 0;
	case 1:
		/* all 64 bits used */
		return (ft_real)ft_rng_u64(rng);
	case 2:
		return (ft_real)ft_rng_below(rng, 1000000) / 1000000;
	default:
		break;
	}
	for (; exponent > 0; exponent--)
		usage *= 2;
	for (; exponent < 0; exponent++)
		usage /= 2;
	return usage;
}

static ft_real
any_usage(struct ft_rng *rng, enum gen_kind kind, uint32_t shares)
{
	static const ft_real few[] = { 0, 0, 1, 2, 3, 6 };

	switch (kind) {
	case GEN_TIES:
	case GEN_PARENT:
	case GEN_ZERO:
		return few[ft_rng_below(rng, FT_COUNT(few))];
	case GEN_NEAR:
		return (ft_real)shares * (ft_real)(1 + ft_rng_below(rng, 2)) *
		       100;
	case GEN_EXTREME:
		return extreme_usage(rng);
	case GEN_CROWD:
		return chance(rng, 5) ? (ft_real)ft_rng_below(rng, 3)
				      : (ft_real)(INT64_C(1000000000000000) +
						  ft_rng_below(rng, 3000)) *
					    (ft_real)shares;
	case GEN_PLAIN:
	case GEN_KINDS:
		break;
	}
	return chance(rng, 33) ? 0 : (ft_real)ft_rng_below(rng, 1000000);
}

/* ---- trees ---------------------------------------------------------------- */

static void
shuffle_rows(struct gen_tree *gen, struct ft_rng *rng)
{
	for (uint32_t i = gen->n; i > 1 && i--;) {
		uint32_t j = ft_rng_below(rng, i + 1);
		struct ft_tree_row row = gen->row[i];

		gen->row[i] = gen->row[j];
		gen->row[j] = row;
	}
}

/* Below one account all, or below any made so far. */
static uint32_t
any_parent(struct ft_rng *rng, enum gen_kind kind, const uint32_t *account,
    uint32_t n_account)
{
	if (kind == GEN_CROWD && chance(rng, 95))
		return account[n_account > 1];
	/* the latest one often, which makes deep trees */
	if (chance(rng, 20))
		return account[n_account - 1];
	return account[ft_rng_below(rng, n_account)];
}

void
gen_tree_init(struct gen_tree *gen, struct ft_rng *rng, enum gen_kind kind,
    uint32_t n_max)
{
	uint32_t n = 2 + ft_rng_below(rng, n_max - 1), n_account = 1;
	uint32_t *account = ft_alloc(n * sizeof *account);
	uint32_t users = kind == GEN_CROWD ? 98 : 40 + ft_rng_below(rng, 40);

	*gen = (struct gen_tree){ .n = n };
	gen->row = ft_calloc(n, sizeof *gen->row);
	gen->own = ft_calloc((size_t)n + 1, sizeof *gen->own);
	gen->row[0] = (struct ft_tree_row){ .id = 1, .shares = 1 };
	account[0] = 1;
	for (uint32_t i = 1; i < n; i++) {
		struct ft_tree_row *row = &gen->row[i];

		row->id = i + 1;
		row->parent = any_parent(rng, kind, account, n_account);
		row->position = (int32_t)ft_rng_below(rng, n) - (int32_t)n / 2;
		row->shares = any_shares(rng, kind);
		if (i == n - 1 || (chance(rng, users) && i > 1)) {
			row->flags = FT_NODE_USER;
			gen->n_user++;
		} else {
			account[n_account++] = row->id;
		}
		if (chance(rng, kind == GEN_PARENT ? 35 : 3))
			row->flags |= FT_NODE_PARENT;
		if (row->flags & FT_NODE_USER || chance(rng, 10))
			gen->own[row->id] = any_usage(rng, kind, row->shares);
	}
	shuffle_rows(gen, rng);
	ft_free(account);
}

void
gen_tree_free(struct gen_tree *gen)
{
	ft_free(gen->row);
	ft_free(gen->own);
}

struct ft_tree *
gen_tree_build(const struct gen_tree *gen)
{
	struct ft_tree *tree;
	struct ft_error err;

	if (ft_tree_build(&tree, gen->row, gen->n, &err))
		bail("build: %s", err.text);
	return tree;
}

void
gen_tree_shuffle(struct gen_tree *gen, struct ft_rng *rng)
{
	for (uint32_t i = 0; i < gen->n; i++)
		gen->row[i].position =
		    (int32_t)ft_rng_below(rng, gen->n) - (int32_t)gen->n / 2;
	shuffle_rows(gen, rng);
}

/* ---- printing ------------------------------------------------------------- */

static bool
comes_before(const struct ft_tree_row *a, const struct ft_tree_row *b)
{
	return a->position != b->position ? a->position < b->position
					  : a->id < b->id;
}

static void
print_row(const struct gen_tree *gen, const struct ft_tree_row *row, int depth)
{
	char shares[16] = "parent";

	if (!(row->flags & FT_NODE_PARENT))
		snprintf(shares, sizeof shares, "%u", row->shares);
	diag("%*s%s%u %s usage=%.21Lg", 2 * depth, "",
	    row->flags & FT_NODE_USER ? "u:u" : "a", row->id, shares,
	    gen->own[row->id]);
}

/* Print the children of ID in their order; quadratic, for small trees. */
static void
print_children(const struct gen_tree *gen, uint32_t id, int depth)
{
	const struct ft_tree_row *last = NULL;

	for (;;) {
		const struct ft_tree_row *next = NULL;

		for (uint32_t i = 0; i < gen->n; i++) {
			const struct ft_tree_row *row = &gen->row[i];

			if (row->parent == id &&
			    (!last || comes_before(last, row)) &&
			    (!next || comes_before(row, next)))
				next = row;
		}
		if (!next)
			return;
		print_row(gen, next, depth);
		print_children(gen, next->id, depth + 1);
		last = next;
	}
}

void
gen_tree_print(const struct gen_tree *gen)
{
	if (gen->n <= 200)
		print_children(gen, 1, 0);
	else
		diag("tree of %u nodes", gen->n);
}
