/* sibling.c - the order of accounts among their siblings, by their names. */
#include "model/tree/tree.h"

/* What MariaDB's uca1400_ai_ci puts before letters, in its order. */
static const char uca1400[] = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789";

/*
 * Returns what decides where a name with BYTE belongs; 0, the end of the name,
 * is the '/' that ends it in a lineage.
 */
static unsigned
weigh(enum ft_siblings order, char byte)
{
	char in_lineage = byte ? byte : '/';
	const char *found;

	switch (order) {
	case FT_SIBLINGS_LFT:
	case FT_SIBLINGS_NAME:
		return (unsigned char)byte;
	case FT_SIBLINGS_LINEAGE:
		return (unsigned char)in_lineage;
	case FT_SIBLINGS_LATIN1:
		return (unsigned)toupper((unsigned char)in_lineage);
	case FT_SIBLINGS_UCA1400:
		break;
	}
	found = strchr(uca1400, in_lineage);
	return found ? (unsigned)(found - uca1400)
		     : UINT8_MAX + (unsigned)tolower((unsigned char)in_lineage);
}

int
ft_collate(enum ft_siblings collation, const char *left, const char *right)
{
	while (*left && *right &&
	       weigh(collation, *left) == weigh(collation, *right)) {
		left++;
		right++;
	}
	if (!*left || !*right)
		return (*left != 0) - (*right != 0);
	return weigh(collation, *left) < weigh(collation, *right) ? -1 : 1;
}

/* An account to be put into its place. */
struct sibling {
	const char *name;
	struct ft_tree_row *row;
	enum ft_siblings order;
};

static int
compare(const void *a, const void *b)
{
	const struct sibling *x = a, *y = b;
	int32_t left = x->row->position, right = y->row->position;

	for (size_t i = 0;; i++) {
		unsigned at = weigh(x->order, x->name[i]);
		unsigned other = weigh(x->order, y->name[i]);

		if (at != other)
			return at < other ? -1 : 1;
		if (!x->name[i])
			break;
	}
	return left != right
		   ? (left > right) - (left < right)
		   : (x->row->id > y->row->id) - (x->row->id < y->row->id);
}

static void
restore(struct ft_tree_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (rows[i].placed)
			rows[i].position = rows[i].nested;
		rows[i].placed = false;
	}
}

void
ft_tree_place_accounts(struct ft_tree_row *rows, size_t n,
    const struct ft_names *accounts, enum ft_siblings order)
{
	struct sibling *sibling;
	size_t n_account = 0;

	if (order == FT_SIBLINGS_LFT) {
		restore(rows, n);
		return;
	}
	sibling = ft_alloc(n * sizeof *sibling);
	for (size_t i = 0; i < n; i++) {
		const char *name = ft_names_get(accounts, rows[i].who);

		if (!(rows[i].flags & FT_NODE_USER))
			sibling[n_account++] =
			    (struct sibling){ name ? name : "", &rows[i],
				    order };
	}
	qsort(sibling, n_account, sizeof *sibling, compare);
	for (size_t i = 0; i < n_account; i++) {
		struct ft_tree_row *row = sibling[i].row;

		if (!row->placed)
			row->nested = row->position;
		row->placed = true;
		row->position = (int32_t)i;
	}
	ft_free(sibling);
}

struct ft_tree_row *
ft_tree_rows(const struct ft_tree *tree)
{
	struct ft_tree_row *row = ft_calloc(tree->n, sizeof *row);

	for (uint32_t i = 0; i < tree->n; i++) {
		row[i].id = tree->id[i];
		row[i].parent = i > 0 ? tree->id[tree->parent[i]] : 0;
		row[i].position = (int32_t)i;
		row[i].nested = tree->position[i];
		row[i].placed = true;
		row[i].shares = tree->shares[i];
		row[i].who = tree->who[i];
		row[i].partition = tree->partition ? tree->partition[i] : 0;
		row[i].flags = tree->flags[i];
	}
	return row;
}

enum ft_status
ft_tree_reorder(const struct ft_tree *tree, const struct ft_names *accounts,
    enum ft_siblings order, struct ft_tree **other, struct ft_error *err)
{
	struct ft_tree_row *row FT_CLEANUP(ft_free_at) = ft_tree_rows(tree);

	ft_tree_place_accounts(row, tree->n, accounts, order);
	return ft_tree_build(other, row, tree->n, err);
}

uint32_t *
ft_tree_match(const struct ft_tree *from, const struct ft_tree *to)
{
	uint32_t *match = ft_alloc(from->n * sizeof *match);
	struct ft_idmap node = { 0 };

	for (uint32_t i = 0; i < from->n; i++) {
		match[i] = i;
		if (i < to->n && to->id[i] == from->id[i])
			continue;
		/* usually all are where they were */
		if (node.n == 0)
			ft_idmap_put_all(&node, to->id, to->n);
		match[i] = ft_idmap_get(&node, from->id[i]);
	}
	ft_idmap_free(&node);
	return match;
}
