#include <string.h>

#include "model/tree_int.h"

#define SHORT_RUN 8

/* What one sort needs to compare two items. */
struct order {
	ft_tree_before *before;
	const void *ctx;
};

static inline bool
goes_before(const struct order *order, const struct ft_tree_item *a,
    const struct ft_tree_item *b)
{
	if (a->key != b->key)
		return a->key < b->key;
	return order->before && order->before(order->ctx, a->index, b->index);
}

static bool
is_sorted(const struct order *order, const struct ft_tree_item *item, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (goes_before(order, &item[i], &item[i - 1]))
			return false;
	return true;
}

static void
insertion_sort(const struct order *order, struct ft_tree_item *item, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct ft_tree_item moving = item[i];
		size_t to = i;

		while (to && goes_before(order, &moving, &item[to - 1])) {
			item[to] = item[to - 1];
			to--;
		}
		item[to] = moving;
	}
}

/* Merge item[0..mid) and item[mid..n), both sorted, into OUT. */
static void
merge(const struct order *order, const struct ft_tree_item *item, size_t mid,
    size_t n, struct ft_tree_item *out)
{
	size_t a = 0, b = mid;

	while (a < mid && b < n)
		if (goes_before(order, &item[b], &item[a]))
			*out++ = item[b++];
		else
			*out++ = item[a++];
	memcpy(out, item + a, (mid - a) * sizeof *out);
	memcpy(out + (mid - a), item + b, (n - b) * sizeof *out);
}

void
ft_tree_sort(struct ft_tree_item *item, struct ft_tree_item *spare, size_t n,
    ft_tree_before *before, const void *ctx)
{
	const struct order order = { before, ctx };
	struct ft_tree_item *from = item, *to = spare;

	if (is_sorted(&order, item, n))
		return;
	for (size_t i = 0; i < n; i += SHORT_RUN)
		insertion_sort(
		    &order, item + i, n - i < SHORT_RUN ? n - i : SHORT_RUN);
	for (size_t run = SHORT_RUN; run < n; run *= 2) {
		struct ft_tree_item *other = from;

		for (size_t i = 0; i < n; i += 2 * run) {
			size_t len = n - i < 2 * run ? n - i : 2 * run;

			merge(&order, from + i, len < run ? len : run, len,
			    to + i);
		}
		from = to;
		to = other;
	}
	if (from != item)
		memcpy(item, from, n * sizeof *item);
}
