/*
 * order.c - sort the children of accounts as a table has them: among tied
 * accounts, their order decides which one Fair Tree visits first.
 */

#include "fimport/fimport.h"

struct child {
	uint32_t parent;  /* node */
	uint32_t id;      /* of the association */
	int32_t position; /* among its siblings */
	uint64_t line;    /* UINT64_MAX: not in the table */
};

static const char *
partition_of(const struct ft_flat_line *line)
{
	const char *partition = "";

	for (uint32_t o = 0; o < line->n_option; o++)
		if (strcmp(line->option[o].key, "Partition") == 0)
			partition = line->option[o].value;
	return partition;
}

/* Fill in the lines of child[], which has one for each node. */
static void
number_lines(struct fimport_balance *balance, const struct ft_flat *flat,
    struct child *child)
{
	const char *parent = "root";

	for (size_t i = 0; i < flat->n; i++) {
		const struct ft_flat_line *line = &flat->line[i];
		uint32_t node = FT_NODE_NONE;

		if (line->kind == FT_FLAT_PARENT)
			parent = line->name;
		else if (line->kind == FT_FLAT_ACCOUNT)
			node =
			    fimport_balance_node(balance, line->name, "", "");
		else if (line->kind == FT_FLAT_USER)
			node = fimport_balance_node(
			    balance, parent, line->name, partition_of(line));
		if (node != FT_NODE_NONE)
			child[node].line = i;
	}
}

static int
by_position(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->position != y->position)
		return x->position < y->position ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static int
by_line(const void *a, const void *b)
{
	const struct child *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* Sort the N children of one account by their lines. */
static enum ft_status
order_family(struct ft_store *store, uint32_t parent, struct child *child,
    size_t n, struct ft_error *err)
{
	uint32_t *id FT_CLEANUP(ft_free_at) = NULL;
	bool sorted = true;

	for (size_t i = 1; i < n; i++)
		sorted = sorted && child[i - 1].line < child[i].line;
	if (sorted)
		return FT_OK;
	qsort(child, n, sizeof *child, by_line);
	id = ft_calloc(n, sizeof *id);
	for (size_t i = 0; i < n; i++)
		id[i] = child[i].id;
	return ft_store_order_children(store, parent, id, n, err);
}

enum ft_status
fimport_order(struct fimport *import, const struct ft_registry *registry,
    const struct ft_flat *flat, struct ft_error *err)
{
	struct child *all FT_CLEANUP(ft_free_at) = NULL;
	const struct ft_tree *tree;

	FT_TRY(fimport_balance_new(import, registry, err));
	tree = fimport_balance_tree(import->balance);
	all = ft_calloc(tree->n, sizeof *all);
	for (uint32_t node = 0; node < tree->n; node++)
		all[node] = (struct child){ tree->parent[node], tree->id[node],
			tree->position[node], UINT64_MAX };
	number_lines(import->balance, flat, all);
	/* all but the root */
	qsort(&all[1], tree->n - 1, sizeof *all, by_position);
	for (uint32_t i = 1, end; i < tree->n; i = end) {
		for (end = i + 1;
		     end < tree->n && all[end].parent == all[i].parent;)
			end++;
		FT_TRY(order_family(import->session.store,
		    tree->id[all[i].parent], &all[i], end - i, err));
	}
	return FT_OK;
}
