/* order.c - the order of siblings in listings. */

#include "base/text/str.h"
#include "model/tree/tree.h"

#define NONE FT_NODE_NONE

struct naming {
	const struct ft_tree *tree;
	const struct ft_names_set *names;
	enum ft_siblings order;
	struct ft_arena arena; /* lineages */
};

static const char *
own_name(const struct naming *naming, uint32_t node)
{
	const struct ft_names *names = ft_tree_is_user(naming->tree, node)
					   ? &naming->names->user
					   : &naming->names->account;
	const char *name = ft_names_get(names, naming->tree->who[node]);

	return name ? name : "";
}

/* A node to be put in the order of names. */
struct named {
	uint64_t key;
	const char *name;
	uint32_t node;
};

/* Returns how many bytes all names of NAMED[n] begin with in common. */
static size_t
common_prefix(const struct named *named, uint32_t n)
{
	const char *first = named[0].name;
	size_t len = strlen(first);

	for (uint32_t i = 1; i < n && len; i++) {
		const char *name = named[i].name;
		size_t same = 0;

		while (same < len && name[same] == first[same])
			same++;
		len = same;
	}
	return len;
}

/*
 * Users before accounts, then some bytes of the name, most significant first,
 * from SKIP on: most comparisons of names end here and touch no string.
 */
static uint64_t
name_key(const struct ft_tree *tree, const struct named *named, size_t skip)
{
	const char *name = named->name + skip;
	uint64_t key = ft_tree_is_user(tree, named->node) ? 0 : 1;

	for (int i = 0; i < 7; i++) {
		key = key << 8 | (unsigned char)*name;
		name += *name != '\0';
	}
	return key;
}

/* What NODE adds to the lineage of its account: "physics/", "0-bob/night/". */
static const char *
lineage_part(struct naming *naming, uint32_t node)
{
	const char *partition =
	    ft_tree_partition(naming->tree, naming->names, node);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (ft_tree_is_user(naming->tree, node))
		ft_str_add(&str, "0-");
	ft_str_add(&str, own_name(naming, node));
	ft_str_add_char(&str, '/');
	if (partition)
		ft_str_addf(&str, "%s/", partition);
	return ft_arena_strdup(&naming->arena, ft_str_text(&str));
}

static int
compare_names(const void *a, const void *b)
{
	const struct named *x = a, *y = b;
	int order;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	order = strcmp(x->name, y->name);
	if (order)
		return order;
	/* a user's associations with partitions: in the order of the tree */
	return x->node < y->node ? -1 : x->node > y->node;
}

/* The children of all accounts by direct parent; returns where they start. */
static uint32_t *
group_children(const struct ft_tree *tree, uint32_t *child)
{
	uint32_t *start = ft_calloc((size_t)tree->n_acct + 2, sizeof *start);

	/* one place further than usual, so that filling ends where it should */
	for (uint32_t i = 1; i < tree->n; i++)
		start[tree->acct[tree->parent[i]] + 2]++;
	for (uint32_t a = 0; a < tree->n_acct; a++)
		start[a + 2] += start[a + 1];
	for (uint32_t i = 1; i < tree->n; i++)
		child[start[tree->acct[tree->parent[i]] + 1]++] = i;
	return start;
}

/*
 * named: [n], scratch.  Whoever adds names in order gets them in order, or in
 * reverse, since new associations become the first child.
 */
static void
sort_children(
    struct naming *naming, uint32_t *child, uint32_t n, struct named *named)
{
	bool lineage = naming->order == FT_SIBLINGS_LINEAGE;
	bool up = true, down = true;
	size_t skip;

	for (uint32_t i = 0; i < n; i++)
		named[i] = (struct named){ .node = child[i],
			.name = lineage ? lineage_part(naming, child[i])
					: own_name(naming, child[i]) };
	skip = common_prefix(named, n);
	for (uint32_t i = 0; i < n; i++) {
		if (!lineage)
			named[i].key = name_key(naming->tree, &named[i], skip);
		if (i > 0 && (up || down)) {
			int order = compare_names(&named[i - 1], &named[i]);

			up &= order < 0;
			down &= order > 0;
		}
	}
	if (!up && !down)
		qsort(named, n, sizeof *named, compare_names);
	for (uint32_t i = 0; i < n; i++)
		child[i] = named[!up && down ? n - 1 - i : i].node;
}

/* Depth first over sorted children; every node is on the stack once. */
static void
walk(const struct ft_tree *tree, const uint32_t *start, const uint32_t *child,
    uint32_t *order)
{
	uint32_t *stack = ft_alloc(tree->n * sizeof *stack);
	uint32_t depth = 1, done = 0;

	stack[0] = 0;
	while (depth) {
		uint32_t node = stack[--depth], account = tree->acct[node];

		order[done++] = node;
		if (account == NONE)
			continue;
		for (uint32_t i = start[account + 1];
		     i > start[account] && i--;)
			stack[depth++] = child[i];
	}
	ft_free(stack);
}

void
ft_tree_display_order(const struct ft_tree *tree,
    const struct ft_names_set *names, enum ft_siblings siblings,
    uint32_t *order)
{
	struct naming naming = { tree, names, siblings, { 0 } };
	uint32_t *child FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n * sizeof *child);
	uint32_t *start FT_CLEANUP(ft_free_at) = group_children(tree, child);
	struct named *named = ft_alloc(tree->n * sizeof *named);

	for (uint32_t a = 0; a < tree->n_acct; a++)
		if (start[a + 1] - start[a] > 1)
			sort_children(&naming, child + start[a],
			    start[a + 1] - start[a], named);
	ft_free(named);
	ft_arena_clear(&naming.arena);
	walk(tree, start, child, order);
}
