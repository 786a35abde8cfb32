
#include "algo/share/fairtree_internal.h"

/*
 * How siblings are ordered: by approximate level fairshare, and exactly where
 * two of those are so near that they do not decide.  Infinite ones need no
 * sorting and are set apart first.
 */

/* The siblings of one level as they are being ordered. */
struct level {
	struct ft_sorter *sorter;
	const uint32_t *node; /* [n], by place; NULL: first, first + 1 ... */
	uint32_t first;
	uint32_t n;
	uint32_t owner; /* whose children they are; FT_NODE_NONE: several's */
	bool odd;       /* approximations of this level cannot be trusted */
};

void
ft_sorter_init(struct ft_sorter *sorter, const struct ft_share_input *input,
    uint64_t *level_shares)
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
	/* zeroed, because vectors read past the last key */
	sorter->key = ft_calloc(cap, sizeof *sorter->key);
	sorter->spare = ft_calloc(cap, sizeof *sorter->spare);
}

static inline uint32_t
node_at(const struct level *level, uint32_t place)
{
	return level->node ? level->node[place] : level->first + place;
}

/* ---- exact order ---------------------------------------------------------- */

static struct ft_level
level_of(const struct level *level, uint32_t node)
{
	const struct ft_sorter *sorter = level->sorter;
	uint32_t owner = level->owner;

	if (owner == FT_NODE_NONE)
		owner = ft_tree_fs_parent(sorter->input->tree, node);
	return ft_level_of(sorter->input, sorter->level_shares, node, owner);
}

int
ft_near_compare(const void *a, const void *b)
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
		qsort(near, n, sizeof *near, ft_near_compare);
		return;
	}
	for (uint32_t i = 1; i < n; i++) {
		struct ft_near moving = near[i];
		uint32_t to = i;

		while (to && ft_near_compare(&near[to - 1], &moving) > 0) {
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

		near[i].level = level_of(level, node);
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
	uint64_t near = FT_APPROX_STEPS + mask;

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
	if (ft_level_cmp(level_of(level, entry[0] & FT_ENTRY_NODE),
		ft_level_none(false)) == 0)
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

	level.owner = tree->node[acct];
	level.first = tree->first[acct];
	level.n = tree->first[acct + 1] - level.first;
	sorter->level_shares[acct] = 0;
	if (!level.n)
		return FT_OK;
	make_room(sorter, level.n);
	FT_TRY(ft_approximate(sorter, acct, sorter->approx, &level.odd, err));
	order_level(&level, entry);
	return FT_OK;
}

uint32_t
ft_sorter_merge(struct ft_sorter *sorter, const uint32_t *accounts, uint32_t n,
    uint32_t *entry)
{
	const struct ft_tree *tree = sorter->input->tree;
	struct level level = { .sorter = sorter, .owner = FT_NODE_NONE };
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
		(void)ft_approximate(
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
