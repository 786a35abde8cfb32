#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algo/fairtree_int.h"
#include "algo/share_int.h"
#include "base/mem.h"
#include "base/vec.h"

/*
 * How siblings are ordered: by level fairshare in double first, and exactly
 * only where that does not decide.
 *
 * The approximation is shares / usage x (parent usage / level shares).  Four
 * roundings to double go into the three operations, up to two more into
 * taking usages as doubles, and at most 4 of 2^-53 separate it from the exact
 * one's S; cut instead of rounded usages double theirs.  So an approximation
 * is within 10 x 2^-53 of the exact value, two exact values in the wrong order
 * within 20 x 2^-53, and that is at most 20 steps of a double apart.  Doubles
 * more than NEAR_STEPS apart are therefore in the right order, as long as
 * nothing over- or underflows: usages outside 2^+-USAGE_EXPONENT take the
 * exact way throughout.
 */
#define NEAR_STEPS  32
#define USAGE_LEAST 0x1p-400L
#define USAGE_MOST  0x1p+400L

/*
 * Keys stand in for level fairshare 0 and for anything that is ordered
 * exactly in any case: a normal number below all approximations.
 */
#define KEY_ZERO 0x1p-1000

/* A sibling whose place is decided exactly. */
struct ft_near {
	struct ft_level level;
	bool account;
	uint32_t place;
	uint32_t node;
};

/* The siblings of one level as they are being ordered. */
struct level {
	struct ft_sorter *sorter;
	const uint32_t *node; /* [n], by place; NULL: first, first + 1 ... */
	uint32_t first;
	uint32_t n;
	bool odd; /* approximations of this level cannot be trusted */
};

void
ft_sorter_init(struct ft_sorter *sorter, const struct ft_share_input *input,
    uint32_t *level_shares)
{
	*sorter =
	    (struct ft_sorter){ .input = input, .level_shares = level_shares };
}

void
ft_sorter_free(struct ft_sorter *sorter)
{
	ft_free(sorter->approx);
	ft_free(sorter->key);
	ft_free(sorter->spare);
	ft_free(sorter->near);
}

static void
make_room(struct ft_sorter *sorter, uint32_t n)
{
	size_t cap;

	if (n <= sorter->cap)
		return;
	sorter->cap = n + n / 2;
	cap = (size_t)sorter->cap + FT_KEY_PAD;
	sorter->approx =
	    ft_realloc(sorter->approx, cap, sizeof *sorter->approx);
	ft_free(sorter->key);
	ft_free(sorter->spare);
	/* zeroed, because a vector may read past the last key */
	sorter->key = ft_calloc(cap, sizeof *sorter->key);
	sorter->spare = ft_calloc(cap, sizeof *sorter->spare);
}

static inline uint32_t
node_at(const struct level *level, uint32_t place)
{
	return level->node ? level->node[place] : level->first + place;
}

/* ---- approximation -------------------------------------------------------- */

static inline bool
is_plain_usage(ft_real usage)
{
	return usage >= USAGE_LEAST && usage <= USAGE_MOST;
}

/*
 * Read usages as doubles, sum the shares.  zero: whether some shares are 0.
 * Returns whether all usages are 0 or plain.
 */
static bool
read_family(const ft_real *usage, const uint32_t *shares, uint32_t n,
    double *out, uint32_t *sum, bool *zero)
{
	bool plain = true, any_zero = false;
	uint32_t total = 0; /* wraps, as Slurm's does */

	for (uint32_t i = 0; i < n; i++) {
		ft_real used = usage[i];

		plain &= used == 0 || is_plain_usage(used);
		/* + 0 makes a negative zero positive */
		out[i] = (double)used + 0.0;
		total += shares[i];
		any_zero |= !shares[i];
	}
	*sum = total;
	*zero = any_zero;
	return plain;
}

/* value[i] = shares[i] / value[i] x scale; no usage gives infinite. */
FT_WIDE static void
divide_family(double *restrict value, const uint32_t *restrict shares,
    uint32_t n, double scale)
{
	for (uint32_t i = 0; i < n; i++)
		value[i] = (double)shares[i] / value[i] * scale;
}

/* A family whose usages are too large or small for doubles. */
static enum ft_status
approximate_odd(struct ft_sorter *sorter, uint32_t acct, double *value,
    struct ft_error *err)
{
	const struct ft_tree *tree = sorter->input->tree;
	uint32_t first = tree->first[acct], end = tree->first[acct + 1];

	for (uint32_t node = first; node < end; node++) {
		ft_real shown, usage;
		double shares;
		enum ft_status status =
		    ft_share_check_usage(sorter->input, node, err);

		if (status)
			return status;
		ft_level_values(sorter->input, sorter->level_shares, node,
		    &shares, &usage, &shown);
		value[node - first] =
		    shown == (ft_real)INFINITY ? (double)INFINITY : 1;
	}
	return FT_OK;
}

/*
 * Fill VALUE with the approximate level fairshare of a family; *odd is set
 * when only infinite and not infinite can be told apart.
 */
static enum ft_status
approximate(struct ft_sorter *sorter, uint32_t acct, double *value, bool *odd,
    struct ft_error *err)
{
	const struct ft_tree *tree = sorter->input->tree;
	uint32_t first = tree->first[acct], n = tree->first[acct + 1] - first;
	ft_real above = sorter->input->usage[tree->node[acct]];
	uint32_t sum;
	bool zero, plain = read_family(sorter->input->usage + first,
		       tree->shares + first, n, value, &sum, &zero);

	sorter->level_shares[acct] = sum;
	if (!plain || !(above == 0 || is_plain_usage(above))) {
		*odd = true;
		return approximate_odd(sorter, acct, value, err);
	}
	if (above == 0)
		memset(value, 0, n * sizeof *value);
	divide_family(value, tree->shares + first, n,
	    above == 0 || !sum ? 1 : (double)above / (double)sum);
	/* a sum that wrapped to 0 counts as no shares, too */
	for (uint32_t i = 0; (zero || !sum) && i < n; i++) {
		if (tree->shares[first + i] && sum)
			continue;
		value[i] = KEY_ZERO;
		if (!(tree->flags[first + i] & FT_NODE_PARENT))
			continue;
		value[i] = tree->flags[first + i] & FT_NODE_USER
			       ? (double)INFINITY
			       : (double)FT_LEVEL_FS_NONE;
	}
	return FT_OK;
}

/* ---- exact order ---------------------------------------------------------- */

static int
compare_near(const void *a, const void *b)
{
	const struct ft_near *x = a, *y = b;
	int order = ft_level_cmp(y->level, x->level);

	if (!order)
		order = x->account - y->account;
	if (!order)
		order = (x->place > y->place) - (x->place < y->place);
	return order;
}

/* Runs are mostly two or three long: too short for qsort(3). */
static void
sort_near(struct ft_near *near, uint32_t n)
{
	if (n > 8) {
		qsort(near, n, sizeof *near, compare_near);
		return;
	}
	for (uint32_t i = 1; i < n; i++) {
		struct ft_near moving = near[i];
		uint32_t to = i;

		while (to && compare_near(&near[to - 1], &moving) > 0) {
			near[to] = near[to - 1];
			to--;
		}
		near[to] = moving;
	}
}

/* Order the siblings at the places PLACE[n] (key bits) exactly. */
static void
order_near(const struct level *level, const uint64_t *key, uint64_t mask,
    uint32_t n, uint32_t *entry)
{
	struct ft_sorter *sorter = level->sorter;
	const struct ft_tree *tree = sorter->input->tree;
	struct ft_near *near;

	sorter->near =
	    ft_vec_grow(sorter->near, &sorter->near_cap, n, sizeof *near);
	near = sorter->near;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t place = (uint32_t)(~key[i] & mask);
		uint32_t node = node_at(level, place);

		near[i].level =
		    ft_level_of(sorter->input, sorter->level_shares, node);
		near[i].account = !ft_tree_is_user(tree, node);
		near[i].place = place;
		near[i].node = node;
	}
	sort_near(near, n);
	for (uint32_t i = 0; i < n; i++) {
		entry[i] = near[i].node;
		if (near[i].account)
			entry[i] |= FT_ENTRY_ACCT;
		if (i && !ft_level_cmp(near[i].level, near[i - 1].level))
			entry[i] |= FT_ENTRY_TIE;
	}
}

/* ---- order of a level ----------------------------------------------------- */

/* Bits of a key that hold the place; complemented, so that low ones win. */
static uint64_t
place_mask(uint32_t n)
{
	return (UINT64_C(1) << (32 - __builtin_clz(n | 1))) - 1;
}

/*
 * Infinite siblings need no sorting, users before accounts is all: write them
 * to ENTRY.  The others go to keys; returns their number.
 */
static uint32_t
set_infinite_apart(const struct level *level, uint64_t mask, uint32_t *entry)
{
	struct ft_sorter *sorter = level->sorter;
	const uint8_t *flags = sorter->input->tree->flags;
	uint32_t n_key = 0, n_entry = 0, n_account = 0;

	for (uint32_t i = 0; i < level->n; i++) {
		uint32_t node = node_at(level, i);
		double value = sorter->approx[i];
		bool infinite = value == (double)INFINITY;
		bool user = flags[node] & FT_NODE_USER;
		uint64_t bits;

		memcpy(&bits, &value, sizeof bits);
		sorter->key[n_key] = (bits & ~mask) | (~(uint64_t)i & mask);
		entry[n_entry] = node | (n_entry ? FT_ENTRY_TIE : 0);
		n_key += !infinite;
		n_entry += infinite & user;
		n_account += infinite & !user;
	}
	for (uint32_t i = 0; n_account && i < level->n; i++) {
		uint32_t node = node_at(level, i);

		if (sorter->approx[i] < (double)INFINITY ||
		    flags[node] & FT_NODE_USER)
			continue;
		entry[n_entry] =
		    node | FT_ENTRY_ACCT | (n_entry ? FT_ENTRY_TIE : 0);
		n_entry++;
		n_account--;
	}
	return n_key;
}

/* Turn sorted keys into entries, exactly where neighbours are near. */
static void
order_keys(const struct level *level, const uint64_t *key, uint32_t n,
    uint64_t mask, uint32_t *entry)
{
	const uint8_t *flags = level->sorter->input->tree->flags;
	/* the bits that hold places can hide up to mask steps */
	uint64_t near = NEAR_STEPS + mask;

	for (uint32_t i = 0, end; i < n; i = end) {
		uint32_t node = node_at(level, (uint32_t)(~key[i] & mask));

		end = i + 1;
		while (end < n && key[end - 1] - key[end] <= near)
			end++;
		if (end > i + 1)
			order_near(level, key + i, mask, end - i, entry + i);
		else
			entry[i] =
			    node |
			    (flags[node] & FT_NODE_USER ? 0 : FT_ENTRY_ACCT);
	}
}

/* Slurm compares the first of a level with a value that stands for "none". */
static void
mark_first(const struct level *level, uint32_t *entry)
{
	const struct ft_sorter *sorter = level->sorter;

	if (ft_level_is_none(ft_level_of(
		sorter->input, sorter->level_shares, entry[0] & FT_ENTRY_NODE)))
		entry[0] |= FT_ENTRY_TIE;
}

static void
order_level(const struct level *level, uint32_t *entry)
{
	struct ft_sorter *sorter = level->sorter;
	uint64_t mask = place_mask(level->n);
	uint32_t n = set_infinite_apart(level, mask, entry);
	uint32_t *rest = entry + (level->n - n);
	uint64_t *key;
	double best;

	if (!n)
		return;
	if (level->odd) {
		order_near(level, sorter->key, mask, n, rest);
	} else {
		key = ft_keys_sort(sorter->key, sorter->spare, n);
		order_keys(level, key, n, mask, rest);
		memcpy(&best, key, sizeof best);
		if (fabs(best - (double)FT_LEVEL_FS_NONE) > 1e6)
			return;
	}
	if (n == level->n)
		mark_first(level, entry);
}

enum ft_status
ft_sorter_family(struct ft_sorter *sorter, uint32_t acct, uint32_t *entry,
    struct ft_error *err)
{
	const struct ft_tree *tree = sorter->input->tree;
	struct level level = { .sorter = sorter };
	enum ft_status status;

	level.first = tree->first[acct];
	level.n = tree->first[acct + 1] - level.first;
	sorter->level_shares[acct] = 0;
	if (!level.n)
		return FT_OK;
	make_room(sorter, level.n);
	status = approximate(sorter, acct, sorter->approx, &level.odd, err);
	if (!status)
		order_level(&level, entry);
	return status;
}

uint32_t
ft_sorter_merge(struct ft_sorter *sorter, const uint32_t *accounts, uint32_t n,
    uint32_t *entry)
{
	const struct ft_tree *tree = sorter->input->tree;
	struct level level = { .sorter = sorter };
	uint32_t *node, filled = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t acct = tree->acct[accounts[i] & FT_ENTRY_NODE];

		level.n += tree->first[acct + 1] - tree->first[acct];
	}
	if (!level.n)
		return 0;
	make_room(sorter, level.n);
	node = ft_alloc(level.n * sizeof *node);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t acct = tree->acct[accounts[i] & FT_ENTRY_NODE];

		/* cannot fail: these families were ordered before */
		(void)approximate(
		    sorter, acct, sorter->approx + filled, &level.odd, NULL);
		for (uint32_t c = tree->first[acct]; c < tree->first[acct + 1];
		     c++)
			node[filled++] = c;
	}
	level.node = node;
	order_level(&level, entry);
	ft_free(node);
	return level.n;
}
