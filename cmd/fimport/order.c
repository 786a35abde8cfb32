/*
 * order.c - sort the children of accounts as a table has them: among tied
 * accounts, their order decides which one Fair Tree visits first.
 */

#include "base/map.h"
#include "fimport/fimport.h"

struct ordering {
	struct ft_tree *tree;
	struct ft_names_set names;
	struct ft_map line; /* "account\nuser\npartition": line of the table */
	struct ft_str key;
	struct child *child; /* [n], all but the root */
	size_t n;
};

struct child {
	uint32_t parent;  /* node */
	uint32_t id;      /* of the association */
	int32_t position; /* among its siblings */
	uint64_t line;    /* UINT64_MAX: not in the table */
};

static const char *
key_of(struct ordering *ordering, const char *account, const char *user,
    const char *partition)
{
	ft_str_clear(&ordering->key);
	ft_str_add(&ordering->key, account);
	ft_str_add_char(&ordering->key, '\n');
	ft_str_add(&ordering->key, user);
	ft_str_add_char(&ordering->key, '\n');
	ft_str_add(&ordering->key, partition);
	return ft_str_text(&ordering->key);
}

/* Remember the line of each association in the file. */
static void
number_lines(struct ordering *ordering, const struct ft_flat *flat)
{
	const char *parent = "root";

	for (size_t i = 0; i < flat->n; i++) {
		const struct ft_flat_line *line = &flat->line[i];
		const char *partition = "";

		for (uint32_t o = 0; o < line->n_option; o++)
			if (strcmp(line->option[o].key, "Partition") == 0)
				partition = line->option[o].value;
		if (line->kind == FT_FLAT_PARENT)
			parent = line->name;
		else if (line->kind == FT_FLAT_ACCOUNT)
			ft_map_put(&ordering->line,
			    key_of(ordering, line->name, "", ""), i);
		else if (line->kind == FT_FLAT_USER)
			ft_map_put(&ordering->line,
			    key_of(ordering, parent, line->name, partition), i);
	}
}

/* List the children, siblings in the order that they have. */
static void
list_children(struct ordering *ordering)
{
	const struct ft_tree *tree = ordering->tree;
	const struct ft_names_set *names = &ordering->names;

	ordering->child = ft_calloc(tree->n, sizeof *ordering->child);
	for (uint32_t node = 1; node < tree->n; node++) {
		const char *account = ft_tree_account(tree, names, node);
		const char *user = ft_tree_user(tree, names, node);
		const char *partition = ft_tree_partition(tree, names, node);
		uint64_t line = UINT64_MAX;

		(void)ft_map_get(&ordering->line,
		    key_of(ordering, account ? account : "", user ? user : "",
			partition ? partition : ""),
		    &line);
		ordering->child[ordering->n++] =
		    (struct child){ tree->parent[node], tree->id[node],
			    tree->position[node], line };
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

static void
free_ordering(struct ordering *ordering)
{
	ft_tree_free(ordering->tree);
	ft_names_set_free(&ordering->names);
	ft_free(ordering->child);
	ft_str_free(&ordering->key);
	ft_map_clear(&ordering->line);
}

enum ft_status
fimport_order(
    struct fimport *import, const struct ft_flat *flat, struct ft_error *err)
{
	struct ordering ordering FT_CLEANUP(free_ordering) = { .n = 0 };
	struct ft_store *store = import->session.store;

	FT_TRY(ft_store_read_bare_tree(store, import->session.cluster,
	    FT_SIBLINGS_LFT, &ordering.tree, err));
	FT_TRY(ft_store_read_names(store, &ordering.names, err));
	number_lines(&ordering, flat);
	list_children(&ordering);
	qsort(ordering.child, ordering.n, sizeof *ordering.child, by_position);
	for (size_t i = 0, end; i < ordering.n; i = end) {
		struct child *child = &ordering.child[i];

		for (end = i + 1; end < ordering.n &&
				  ordering.child[end].parent == child->parent;)
			end++;
		FT_TRY(order_family(store, ordering.tree->id[child->parent],
		    child, end - i, err));
	}
	return FT_OK;
}
