/*
 * tree_int.h - shared by tree*.c only.
 */
#ifndef FT_MODEL_TREE_INT_H
#define FT_MODEL_TREE_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Something to sort: by key, then as the comparison at hand says. */
struct ft_tree_item {
	uint64_t key;
	uint32_t index;
};

/* Returns whether A goes before B, both with the same key. */
typedef bool ft_tree_before(const void *ctx, uint32_t a, uint32_t b);

/*
 * Sort item[n], stable; spare: [n], scratch.  before: may be NULL when no two
 * keys are equal.  Linear for input that is sorted already.
 */
void ft_tree_sort(struct ft_tree_item *item, struct ft_tree_item *spare,
    size_t n, ft_tree_before *before, const void *ctx);

#endif
