#include "prop/oracle.h"

#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

/* What Slurm starts every level with, and gives accounts without a level. */
#define NO_LEVEL 4294967294u

struct member {
	const struct ft_tree_row *row; /* by id, from 1 */
	mpq_t usage;
	bool infinite;
	mpq_t level_fs, on_paper; /* rounded, and not */
	uint32_t *child;          /* fair-share children, ids */
	uint32_t n_child;
};

struct oracle {
	struct member *member; /* [n + 1] */
	uint32_t n;
	enum ft_ties ties;
	uint32_t *result;
	uint32_t rank, no_ties;
	struct oracle_rounding
	    *rounding; /* NULL: ranks are those of rounded LF */
};

/* ---- rounding ------------------------------------------------------------- */

/* Exactly what X holds. */
static void
set_real(mpq_t out, ft_real x)
{
	int exponent;
	ft_real rest = frexpl(x, &exponent);
	mpz_t digits;

	mpz_init(digits);
	/* 32 bits at a time, as often as a long double may need */
	for (int i = 0; i < 4; i++) {
		unsigned long part;

		rest *= 0x1p32L;
		part = (unsigned long)rest;
		rest -= (ft_real)part;
		mpz_mul_2exp(digits, digits, 32);
		mpz_add_ui(digits, digits, part);
	}
	mpq_set_z(out, digits);
	exponent -= 128;
	if (exponent >= 0)
		mpq_mul_2exp(out, out, (mp_bitcnt_t)exponent);
	else
		mpq_div_2exp(out, out, (mp_bitcnt_t)-exponent);
	mpz_clear(digits);
}

/* Round X >= 0 to BITS significant bits, to nearest, ties to even. */
static void
round_to(mpq_t x, int bits)
{
	mpz_t quotient, rest;
	mpq_t scaled;
	long shift;

	if (!mpq_sgn(x))
		return;
	mpz_init(quotient);
	mpz_init(rest);
	mpq_init(scaled);
	shift = bits - ((long)mpz_sizeinbase(mpq_numref(x), 2) -
			   (long)mpz_sizeinbase(mpq_denref(x), 2));
	/* the quotient of the sizes may be one bit short or long */
	for (shift++;; shift--) {
		if (shift >= 0)
			mpq_mul_2exp(scaled, x, (mp_bitcnt_t)shift);
		else
			mpq_div_2exp(scaled, x, (mp_bitcnt_t)-shift);
		mpz_fdiv_qr(
		    quotient, rest, mpq_numref(scaled), mpq_denref(scaled));
		if (mpz_sizeinbase(quotient, 2) <= (size_t)bits)
			break;
	}
	mpz_mul_2exp(rest, rest, 1);
	if (mpz_cmp(rest, mpq_denref(scaled)) > 0 ||
	    (!mpz_cmp(rest, mpq_denref(scaled)) && mpz_odd_p(quotient)))
		mpz_add_ui(quotient, quotient, 1);
	mpq_set_z(x, quotient);
	if (shift >= 0)
		mpq_div_2exp(x, x, (mp_bitcnt_t)shift);
	else
		mpq_mul_2exp(x, x, (mp_bitcnt_t)-shift);
	mpz_clear(quotient);
	mpz_clear(rest);
	mpq_clear(scaled);
}

/* ---- level fairshare ------------------------------------------------------ */

static void
set_level_fs(struct oracle *oracle, uint32_t id, uint32_t parent, uint64_t sum)
{
	struct member *me = &oracle->member[id];
	struct member *above = &oracle->member[parent];
	mpq_t used;

	if (me->row->flags & FT_NODE_PARENT) {
		me->infinite = me->row->flags & FT_NODE_USER;
		mpq_set_ui(me->level_fs, NO_LEVEL, 1);
		mpq_set_ui(me->on_paper, NO_LEVEL, 1);
		return;
	}
	if (!sum || !me->row->shares)
		return;
	if (!mpq_sgn(above->usage) || !mpq_sgn(me->usage)) {
		me->infinite = true;
		return;
	}
	mpq_init(used);
	mpq_div(used, me->usage, above->usage);
	mpq_set_ui(me->level_fs, me->row->shares, sum);
	mpq_canonicalize(me->level_fs);
	mpq_div(me->on_paper, me->level_fs, used);
	round_to(used, 64);
	round_to(me->level_fs, 53);
	mpq_div(me->level_fs, me->level_fs, used);
	round_to(me->level_fs, 64);
	mpq_clear(used);
}

static void
set_family(struct oracle *oracle, uint32_t id)
{
	struct member *me = &oracle->member[id];
	uint64_t sum = 0;

	for (uint32_t i = 0; i < me->n_child; i++) {
		const struct ft_tree_row *row =
		    oracle->member[me->child[i]].row;

		if (!(row->flags & FT_NODE_PARENT))
			sum += row->shares;
	}
	/* Slurm's has 32 bits */
	if (oracle->ties == FT_TIES_SLURM)
		sum %= UINT64_C(1) << 32;
	for (uint32_t i = 0; i < me->n_child; i++)
		set_level_fs(oracle, me->child[i], id, sum);
}

/* ---- children ------------------------------------------------------------- */

/* Order of siblings: position, then id.  A table of rows by id is sorted. */
static int
compare_rows(const void *a, const void *b)
{
	const struct ft_tree_row *x = *(const struct ft_tree_row *const *)a;
	const struct ft_tree_row *y = *(const struct ft_tree_row *const *)b;

	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

/* Add the children of ID, and theirs below `parent` accounts, to OWNER. */
static void
adopt(struct oracle *oracle, const struct ft_tree_row **sorted, uint32_t owner,
    uint32_t id)
{
	struct member *me = &oracle->member[owner];

	for (uint32_t i = 0; i < oracle->n; i++) {
		const struct ft_tree_row *row = sorted[i];

		if (row->parent != id)
			continue;
		me->child[me->n_child++] = row->id;
		if (row->flags == FT_NODE_PARENT)
			adopt(oracle, sorted, owner, row->id);
	}
}

static void
set_children(struct oracle *oracle, const struct gen_tree *gen)
{
	const struct ft_tree_row **sorted = ft_alloc(gen->n * sizeof *sorted);

	for (uint32_t i = 0; i < gen->n; i++)
		sorted[i] = &gen->row[i];
	qsort(sorted, gen->n, sizeof *sorted, compare_rows);
	for (uint32_t id = 1; id <= gen->n; id++) {
		struct member *me = &oracle->member[id];

		if (me->row->flags & FT_NODE_USER)
			continue;
		me->child = ft_alloc(gen->n * sizeof *me->child);
		if (id == 1 || !(me->row->flags & FT_NODE_PARENT))
			adopt(oracle, sorted, id, id);
	}
	ft_free(sorted);
}

/* ---- the walk ------------------------------------------------------------- */

/* Returns whether |a - b| > (2^-52 + 2^-61) b. */
static bool
are_far(const mpq_t a, const mpq_t b)
{
	mpq_t apart, step, more;
	bool far;

	mpq_init(apart);
	mpq_init(step);
	mpq_init(more);
	mpq_sub(apart, a, b);
	mpq_abs(apart, apart);
	mpq_div_2exp(step, b, 52);
	mpq_div_2exp(more, b, 61);
	mpq_add(step, step, more);
	far = mpq_cmp(apart, step) > 0;
	mpq_clear(apart);
	mpq_clear(step);
	mpq_clear(more);
	return far;
}

static void
note_rounding(struct oracle_rounding *rounding, int rounded, int on_paper)
{
	if (!on_paper)
		rounding->lost++;
	else if (!rounded)
		rounding->made++;
	else
		rounding->swapped++;
}

static int
sign(int order)
{
	return (order > 0) - (order < 0);
}

static int
compare_level_fs(
    const struct oracle *oracle, const struct member *a, const struct member *b)
{
	int rounded, on_paper;

	if (a->infinite || b->infinite)
		return a->infinite - b->infinite;
	rounded = sign(mpq_cmp(a->level_fs, b->level_fs));
	if (!oracle->rounding)
		return rounded;
	on_paper = sign(mpq_cmp(a->on_paper, b->on_paper));
	if (rounded != on_paper) {
		note_rounding(oracle->rounding, rounded, on_paper);
		oracle->rounding->far += are_far(a->on_paper, b->on_paper);
	}
	return on_paper;
}

/* Returns whether B must stand before A. */
static bool
is_before(
    const struct oracle *oracle, const struct member *b, const struct member *a)
{
	int order = compare_level_fs(oracle, b, a);

	if (order)
		return order > 0;
	return (b->row->flags & FT_NODE_USER) > (a->row->flags & FT_NODE_USER);
}

/* A stable merge sort of LIST[n]. */
static void
sort(const struct oracle *oracle, uint32_t *list, uint32_t n)
{
	uint32_t half = n / 2, a = 0, b = half, *out;

	if (n < 2)
		return;
	sort(oracle, list, half);
	sort(oracle, list + half, n - half);
	out = ft_alloc(n * sizeof *out);
	for (uint32_t i = 0; i < n; i++)
		if (b == n ||
		    (a < half && !is_before(oracle, &oracle->member[list[b]],
				     &oracle->member[list[a]])))
			out[i] = list[a++];
		else
			out[i] = list[b++];
	for (uint32_t i = 0; i < n; i++)
		list[i] = out[i];
	ft_free(out);
}

/* Visit the level LIST[n], which is freed. */
static void
visit(struct oracle *oracle, uint32_t *list, uint32_t n, bool tied_in)
{
	struct member none = { .infinite = false };
	const struct member *before = &none;

	mpq_init(none.level_fs);
	mpq_init(none.on_paper);
	mpq_set_ui(none.level_fs, NO_LEVEL, 1);
	mpq_set_ui(none.on_paper, NO_LEVEL, 1);
	sort(oracle, list, n);
	for (uint32_t i = 0; i < n; i++) {
		const struct member *me = &oracle->member[list[i]];
		bool tied =
		    !compare_level_fs(oracle, before, me) || (!i && tied_in);
		uint32_t *below, n_below = 0;

		before = me;
		if (me->row->flags & FT_NODE_USER) {
			if (!tied)
				oracle->rank = oracle->no_ties;
			oracle->result[list[i]] = oracle->rank;
			oracle->no_ties--;
			continue;
		}
		below = ft_alloc(oracle->n * sizeof *below);
		for (uint32_t j = 0; j < me->n_child; j++)
			below[n_below++] = me->child[j];
		while (oracle->ties == FT_TIES_DOCUMENTED && i + 1 < n &&
		       !compare_level_fs(
			   oracle, me, &oracle->member[list[i + 1]])) {
			const struct member *next = &oracle->member[list[++i]];

			for (uint32_t j = 0; j < next->n_child; j++)
				below[n_below++] = next->child[j];
		}
		visit(oracle, below, n_below, tied);
	}
	mpq_clear(none.level_fs);
	mpq_clear(none.on_paper);
	ft_free(list);
}

/* ---- all of it ------------------------------------------------------------ */

void
oracle_ranks_on_paper(const struct gen_tree *gen, const ft_real *usage,
    enum ft_ties ties, uint32_t *rank, struct oracle_rounding *rounding)
{
	struct oracle oracle = { .n = gen->n,
		.ties = ties,
		.result = rank,
		.rank = gen->n_user,
		.no_ties = gen->n_user,
		.rounding = rounding };
	struct member *top;
	uint32_t *list = ft_alloc(gen->n * sizeof *list);

	oracle.member = ft_calloc((size_t)gen->n + 1, sizeof *oracle.member);
	for (uint32_t i = 0; i < gen->n; i++)
		oracle.member[gen->row[i].id].row = &gen->row[i];
	for (uint32_t id = 1; id <= gen->n; id++) {
		rank[id] = 0;
		mpq_init(oracle.member[id].usage);
		mpq_init(oracle.member[id].level_fs);
		mpq_init(oracle.member[id].on_paper);
		set_real(oracle.member[id].usage, usage[id]);
	}
	set_children(&oracle, gen);
	for (uint32_t id = 1; id <= gen->n; id++)
		set_family(&oracle, id);
	top = &oracle.member[1];
	for (uint32_t i = 0; i < top->n_child; i++)
		list[i] = top->child[i];
	visit(&oracle, list, top->n_child, false);
	for (uint32_t id = 1; id <= gen->n; id++) {
		mpq_clear(oracle.member[id].usage);
		mpq_clear(oracle.member[id].level_fs);
		mpq_clear(oracle.member[id].on_paper);
		ft_free(oracle.member[id].child);
	}
	ft_free(oracle.member);
}

void
oracle_ranks(const struct gen_tree *gen, const ft_real *usage,
    enum ft_ties ties, uint32_t *rank)
{
	oracle_ranks_on_paper(gen, usage, ties, rank, NULL);
}
