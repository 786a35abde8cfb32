#include "algo/compare.h"

#include "algo/share/rank.h"
#include "base/map.h"

/* ---- finding users again -------------------------------------------------- */

enum { ACCOUNT, USER, PARTITION, KINDS };

/* What a user is known by; by id only the first part is used. */
struct key {
	uint64_t part[KINDS];
	uint32_t node;
};

static int
compare_parts(const struct key *x, const struct key *y)
{
	for (int i = 0; i < KINDS; i++)
		if (x->part[i] != y->part[i])
			return x->part[i] < y->part[i] ? -1 : 1;
	return 0;
}

static int
compare_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int order = compare_parts(x, y);

	return order ? order : (x->node > y->node) - (x->node < y->node);
}

/* Numbers for names, the same on both sides: those of the side before. */
struct numbers {
	const struct ft_names *from; /* NULL: the side before itself */
	uint64_t *number;            /* by place in FROM */
};

/* What the side before has not comes behind all that it can have. */
static uint64_t
unknown(uint32_t id)
{
	return (UINT64_C(1) << 32) + id;
}

static struct numbers
translate(const struct ft_names *from, const struct ft_names *to)
{
	struct numbers numbers = { from,
		ft_calloc(from->at.n, sizeof *numbers.number) };
	struct ft_map map FT_CLEANUP(ft_map_clear) = { 0 };

	for (uint32_t i = 0; i < to->at.n; i++)
		ft_map_put(&map, to->text + to->item[i].offset, to->item[i].id);
	for (uint32_t i = 0; i < from->at.n; i++)
		if (!ft_map_get(&map, from->text + from->item[i].offset,
			&numbers.number[i]))
			numbers.number[i] = unknown(from->item[i].id);
	return numbers;
}

static uint64_t
number_of(const struct numbers *numbers, uint32_t id)
{
	uint32_t i;

	if (!numbers->from)
		return id;
	i = ft_idmap_get(&numbers->from->at, id);
	return i == FT_IDMAP_NONE ? unknown(id) : numbers->number[i];
}

/* numbers: [KINDS]; key: [n_user], out, sorted. */
static void
make_keys(const struct ft_tree *tree, enum ft_match match,
    const struct numbers *numbers, struct key *key)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < tree->n; i++) {
		struct key *to = &key[n];

		if (!ft_tree_is_user(tree, i))
			continue;
		n++;
		*to = (struct key){ .part = { tree->id[i] }, .node = i };
		if (match == FT_MATCH_ID)
			continue;
		to->part[ACCOUNT] =
		    number_of(&numbers[ACCOUNT], tree->who[tree->parent[i]]);
		to->part[USER] = number_of(&numbers[USER], tree->who[i]);
		/* 0 is no partition, on both sides */
		if (tree->partition && tree->partition[i])
			to->part[PARTITION] =
			    number_of(&numbers[PARTITION], tree->partition[i]);
	}
	qsort(key, n, sizeof *key, compare_keys);
}

static void
add_move(struct ft_compare *compare, uint32_t before, uint32_t after)
{
	*ft_vec_add(compare->move, compare->n, compare->cap) =
	    (struct ft_move){ .before = before, .after = after };
}

/* Pair off two sorted lists. */
static void
pair_off(struct ft_compare *compare, const struct key *before, uint32_t n,
    const struct key *after, uint32_t m)
{
	uint32_t i = 0, j = 0;

	while (i < n || j < m) {
		int order = i == n   ? 1
			    : j == m ? -1
				     : compare_parts(&before[i], &after[j]);

		add_move(compare, order <= 0 ? before[i].node : FT_NODE_NONE,
		    order >= 0 ? after[j].node : FT_NODE_NONE);
		i += order <= 0;
		j += order >= 0;
	}
}

/* Most what-ifs change numbers only: then nodes are the same. */
static bool
same_nodes(const struct ft_tree *a, const struct ft_tree *b)
{
	return a->n == b->n && a->n_user == b->n_user &&
	       !memcmp(a->id, b->id, a->n * sizeof *a->id);
}

static void
find_pairs(struct ft_compare *compare, enum ft_match match)
{
	const struct ft_compare_side *before = &compare->before;
	const struct ft_compare_side *after = &compare->after;
	struct numbers none[KINDS] = { 0 }, numbers[KINDS] = { 0 };
	struct key *from, *to;

	if (match == FT_MATCH_ID && same_nodes(before->tree, after->tree)) {
		for (uint32_t i = 0; i < before->tree->n; i++)
			if (ft_tree_is_user(before->tree, i))
				add_move(compare, i, i);
		return;
	}
	if (match == FT_MATCH_NAME) {
		numbers[ACCOUNT] =
		    translate(&after->names->account, &before->names->account);
		numbers[USER] =
		    translate(&after->names->user, &before->names->user);
		numbers[PARTITION] = translate(
		    &after->names->partition, &before->names->partition);
	}
	from = ft_alloc(before->tree->n_user * sizeof *from);
	to = ft_alloc(after->tree->n_user * sizeof *to);
	make_keys(before->tree, match, none, from);
	make_keys(after->tree, match, numbers, to);
	pair_off(compare, from, before->tree->n_user, to, after->tree->n_user);
	ft_free(from);
	ft_free(to);
	for (int i = 0; i < KINDS; i++)
		ft_free(numbers[i].number);
}

/* ---- places --------------------------------------------------------------- */

static void
fill_places(struct ft_compare *compare)
{
	const struct ft_compare_side *before = &compare->before;
	const struct ft_compare_side *after = &compare->after;
	uint32_t *from = ft_alloc(before->tree->n * sizeof *from);
	uint32_t *to = ft_alloc(after->tree->n * sizeof *to);

	ft_rank_users(before->tree, before->share, from);
	ft_rank_users(after->tree, after->share, to);
	for (size_t i = 0; i < compare->n; i++) {
		struct ft_move *move = &compare->move[i];

		if (move->before != FT_NODE_NONE) {
			move->rank_before = from[move->before];
			move->factor_before =
			    before->share->factor[move->before];
		}
		if (move->after != FT_NODE_NONE) {
			move->rank_after = to[move->after];
			move->factor_after = after->share->factor[move->after];
		}
	}
	ft_free(from);
	ft_free(to);
}

/* A move's keys, smallest first. */
struct ordered {
	uint64_t key;
	size_t second, index;
};

static int
compare_ordered(const void *a, const void *b)
{
	const struct ordered *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

/* A rank of 0 is none, which comes after all others. */
static uint32_t
none_last(uint32_t rank)
{
	return rank ? rank : UINT32_MAX;
}

/* By place after, place before; nodes are in no order a reader knows, so ids
 * decide. */
static void
sort_moves(struct ft_compare *compare)
{
	struct ordered *order = ft_alloc(compare->n * sizeof *order);
	struct ft_move *move = ft_alloc(compare->n * sizeof *move);

	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *of = &compare->move[i];

		order[i].key = (uint64_t)none_last(of->rank_after) << 32 |
			       none_last(of->rank_before);
		order[i].second = of->after != FT_NODE_NONE
				      ? compare->after.tree->id[of->after]
				      : compare->before.tree->id[of->before];
		order[i].index = i;
	}
	qsort(order, compare->n, sizeof *order, compare_ordered);
	for (size_t i = 0; i < compare->n; i++)
		move[i] = compare->move[order[i].index];
	ft_free(compare->move);
	ft_free(order);
	compare->move = move;
	compare->cap = compare->n;
}

/* ---- counts --------------------------------------------------------------- */

static bool
is_kept(const struct ft_move *move)
{
	return move->before != FT_NODE_NONE && move->after != FT_NODE_NONE;
}

int64_t
ft_move_size(const struct ft_move *move)
{
	return is_kept(move)
		   ? (int64_t)move->rank_before - (int64_t)move->rank_after
		   : 0;
}

/* Turn counts by place into the number of users on better places. */
static void
sum_up(uint32_t *count, size_t n)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t here = count[i];

		count[i] = sum;
		sum += here;
	}
}

/* Moved users whose place among those who stay is what it was. */
static void
count_shifted(struct ft_compare *compare)
{
	size_t n = (size_t)compare->before.tree->n_user + 1;
	size_t m = (size_t)compare->after.tree->n_user + 1;
	uint32_t *before, *after;

	if (!compare->added && !compare->removed)
		return;
	before = ft_calloc(n, sizeof *before);
	after = ft_calloc(m, sizeof *after);
	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move = &compare->move[i];

		if (is_kept(move)) {
			before[move->rank_before]++;
			after[move->rank_after]++;
		}
	}
	sum_up(before, n);
	sum_up(after, m);
	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move = &compare->move[i];

		compare->shifted +=
		    ft_move_size(move) &&
		    before[move->rank_before] == after[move->rank_after];
	}
	ft_free(before);
	ft_free(after);
}

static void
count_move(struct ft_compare *compare, const struct ft_move *move)
{
	int64_t size = ft_move_size(move);

	compare->added += move->before == FT_NODE_NONE;
	compare->removed += move->after == FT_NODE_NONE;
	compare->up += size > 0;
	compare->down += size < 0;
	compare->changed +=
	    is_kept(move) && ft_real_cmp((ft_real)move->factor_before,
				 (ft_real)move->factor_after) != 0;
	compare->n_first_before += move->rank_before == 1;
	compare->n_first_after += move->rank_after == 1;
}

static void
find_first(struct ft_compare *compare)
{
	for (size_t i = compare->n; i > 0 && i--;) {
		const struct ft_move *move = &compare->move[i];

		if (move->rank_before == 1)
			compare->first_before = i;
		if (move->rank_after == 1)
			compare->first_after = i;
	}
	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move = &compare->move[i];

		if (move->rank_before == 1 && move->rank_after == 1) {
			compare->first_before = compare->first_after = i;
			break;
		}
	}
}

/* The largest fall and rise; of equal ones the best before. */
static void
find_largest(struct ft_compare *compare)
{
	for (size_t i = 0; i < compare->n; i++) {
		int64_t size = ft_move_size(&compare->move[i]), most = 0;
		size_t *largest = size < 0 ? &compare->fall : &compare->rise;
		uint32_t rank = compare->move[i].rank_before, best = 0;

		if (*largest != FT_COMPARE_NONE) {
			most = ft_move_size(&compare->move[*largest]);
			best = compare->move[*largest].rank_before;
		}
		if (llabs(size) > llabs(most) ||
		    (size && size == most && rank < best))
			*largest = i;
	}
}

void
ft_compare_init(struct ft_compare *compare,
    const struct ft_compare_side *before, const struct ft_compare_side *after,
    enum ft_match match)
{
	*compare = (struct ft_compare){ .before = *before,
		.after = *after,
		.fall = FT_COMPARE_NONE,
		.rise = FT_COMPARE_NONE,
		.first_before = FT_COMPARE_NONE,
		.first_after = FT_COMPARE_NONE };
	find_pairs(compare, match);
	fill_places(compare);
	sort_moves(compare);
	for (size_t i = 0; i < compare->n; i++)
		count_move(compare, &compare->move[i]);
	compare->moved = compare->up + compare->down;
	count_shifted(compare);
	find_largest(compare);
	find_first(compare);
}

void
ft_compare_clear(struct ft_compare *compare)
{
	ft_free(compare->move);
	compare->move = NULL;
	compare->n = compare->cap = 0;
}

/* ---- orders --------------------------------------------------------------- */

void
ft_compare_sort(const struct ft_compare *compare, enum ft_compare_order order,
    size_t *index)
{
	struct ordered *item;

	for (size_t i = 0; i < compare->n; i++)
		index[i] = i;
	if (order == FT_ORDER_AFTER)
		return;
	item = ft_alloc(compare->n * sizeof *item);
	for (size_t i = 0; i < compare->n; i++) {
		const struct ft_move *move = &compare->move[i];
		int64_t size = ft_move_size(move);
		uint64_t far = (uint64_t)(size < 0 ? -size : size);

		item[i].index = i;
		item[i].second = none_last(move->rank_before);
		item[i].key = 0;
		if (order == FT_ORDER_SIZE)
			item[i].key = UINT64_MAX - 2 * far - (size < 0);
	}
	qsort(item, compare->n, sizeof *item, compare_ordered);
	for (size_t i = 0; i < compare->n; i++)
		index[i] = item[i].index;
	ft_free(item);
}
