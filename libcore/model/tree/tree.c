#include "model/tree/tree.h"

#include "base/bisect.h"

#define NONE FT_NODE_NONE

/* ---- children by row ------------------------------------------------------ */

/* The rows as a tree of direct parents. */
struct builder {
	struct ft_arena arena;
	struct ft_idmap ids; /* association id to row */
	const struct ft_tree_row *rows;
	uint32_t n;
	uint32_t root;
	uint32_t *parent;  /* [n], row of the parent; NONE for the root */
	uint32_t *start;   /* [n + 1], into child */
	uint32_t *child;   /* [n - 1], rows, by parent, then position */
	uint32_t *row_of;  /* [n], row of a node */
	uint32_t *node_of; /* [n], node of a row */
};

static enum ft_status
number_rows(struct builder *build, struct ft_error *err)
{
	for (uint32_t i = 0; i < build->n; i++)
		if (ft_idmap_add(&build->ids, build->rows[i].id) != i)
			return ft_fail(err, FT_EINVAL,
			    "two associations have the id %" PRIu32,
			    build->rows[i].id);
	return FT_OK;
}

static enum ft_status
find_parents(struct builder *build, struct ft_error *err)
{
	build->root = NONE;
	for (uint32_t i = 0; i < build->n; i++) {
		const struct ft_tree_row *row = &build->rows[i];
		uint32_t parent = NONE;

		if (!row->id)
			return ft_fail(err, FT_EINVAL, "association with id 0");
		if (row->parent) {
			/* siblings often follow each other */
			parent = i && row->parent == row[-1].parent
				     ? build->parent[i - 1]
				     : ft_idmap_get(&build->ids, row->parent);
			if (parent == NONE)
				return ft_fail(err, FT_EINVAL,
				    "association %" PRIu32 " has the unknown "
				    "parent %" PRIu32,
				    row->id, row->parent);
			if (build->rows[parent].flags & FT_NODE_USER)
				return ft_fail(err, FT_EINVAL,
				    "association %" PRIu32 " has the user "
				    "%" PRIu32 " as its parent",
				    row->id, row->parent);
		} else if (row->flags & FT_NODE_USER) {
			return ft_fail(err, FT_EINVAL,
			    "user association %" PRIu32 " has no parent",
			    row->id);
		} else if (build->root != NONE) {
			return ft_fail(err, FT_EINVAL,
			    "associations %" PRIu32 " and %" PRIu32
			    " both are the root",
			    build->rows[build->root].id, row->id);
		} else {
			build->root = i;
		}
		build->parent[i] = parent;
	}
	if (build->root == NONE)
		return ft_fail(err, FT_EINVAL, "no root association");
	return FT_OK;
}

/* Counting sort of all rows by parent, keeping their order. */
static void
group_children(struct builder *build)
{
	uint32_t *start = build->start, sum = 0;

	memset(start, 0, ((size_t)build->n + 1) * sizeof *start);
	for (uint32_t i = 0; i < build->n; i++)
		if (build->parent[i] != NONE)
			start[build->parent[i]]++;
	for (uint32_t i = 0; i <= build->n; i++) {
		uint32_t count = start[i];

		start[i] = sum;
		sum += i < build->n ? count : 0;
	}
	for (uint32_t i = 0; i < build->n; i++)
		if (build->parent[i] != NONE)
			build->child[start[build->parent[i]]++] = i;
	/* every start has moved to the next one's place: move them back */
	memmove(start + 1, start, (size_t)build->n * sizeof *start);
	start[0] = 0;
}

static uint64_t
position_key(const struct ft_tree_row *row)
{
	/* offset so that negative positions come first */
	uint32_t place = (uint32_t)row->position ^ UINT32_C(0x80000000);

	return (uint64_t)place << 32 | row->id;
}

struct place {
	uint64_t key; /* no two are equal */
	uint32_t row;
};

static int
compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

/*
 * Sort CHILD[n] by position; place: [n], scratch.  Rows usually come by id or by
 * position, so a family is in order, or in reverse order since new associations
 * become the first child: one pass detects both.
 */
static void
sort_family(const struct builder *build, uint32_t *child, uint32_t n,
    struct place *place)
{
	bool up = true, down = true;

	for (uint32_t i = 1; i < n; i++) {
		uint64_t a = position_key(&build->rows[child[i - 1]]);
		uint64_t b = position_key(&build->rows[child[i]]);

		up &= a < b;
		down &= a > b;
	}
	if (up)
		return;
	if (down) {
		for (uint32_t i = 0, j = n - 1; i < j; i++, j--) {
			uint32_t swap = child[i];

			child[i] = child[j];
			child[j] = swap;
		}
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		place[i] = (struct place){ position_key(&build->rows[child[i]]),
			child[i] };
	qsort(place, n, sizeof *place, compare_places);
	for (uint32_t i = 0; i < n; i++)
		child[i] = place[i].row;
}

static void
sort_families(struct builder *build)
{
	struct place *place =
	    ft_arena_alloc(&build->arena, (size_t)build->n * sizeof *place);

	for (uint32_t i = 0; i < build->n; i++) {
		uint32_t n = build->start[i + 1] - build->start[i];

		if (n > 1)
			sort_family(
			    build, build->child + build->start[i], n, place);
	}
}

/* ---- numbering ------------------------------------------------------------ */

/* Stacks of rows whose children are not numbered yet. */
struct span {
	uint32_t at, end; /* into child */
};
struct stacks {
	struct span *span; /* nested promotions inside one family */
	size_t span_cap;
	uint32_t *account; /* accounts whose family is still to be laid out */
	size_t account_cap;
};

static bool
is_promoting(const struct ft_tree_row *row)
{
	return (row->flags & (FT_NODE_USER | FT_NODE_PARENT)) == FT_NODE_PARENT;
}

/*
 * Give the fair-share children of ROW the nodes from NEXT on, those of
 * promoting accounts right after the account itself; returns the next free node.
 * A stack instead of recursion: the depth of a tree is the input's choice.
 */
static uint32_t
lay_out_family(
    struct builder *build, struct stacks *stacks, uint32_t row, uint32_t next)
{
	size_t depth = 0;

	stacks->span = ft_vec_grow(
	    stacks->span, &stacks->span_cap, 1, sizeof *stacks->span);
	stacks->span[depth++] =
	    (struct span){ build->start[row], build->start[row + 1] };
	while (depth) {
		struct span *top = &stacks->span[depth - 1];
		uint32_t child;

		if (top->at == top->end) {
			depth--;
			continue;
		}
		child = build->child[top->at++];
		build->node_of[child] = next;
		build->row_of[next++] = child;
		if (!is_promoting(&build->rows[child]))
			continue;
		*ft_vec_add(stacks->span, depth, stacks->span_cap) =
		    (struct span){ build->start[child],
			    build->start[child + 1] };
	}
	return next;
}

/*
 * Number all nodes: a family at a time, families in the preorder of their
 * owners.  Fills the arrays by account.  Returns the number of nodes reached.
 */
static uint32_t
number_nodes(struct builder *build, struct ft_tree *tree)
{
	struct stacks stacks = { 0 };
	uint32_t next = 1, ordinal = 0;
	size_t waiting = 1;

	stacks.account =
	    ft_vec_grow(NULL, &stacks.account_cap, 1, sizeof *stacks.account);
	build->row_of[0] = build->root;
	build->node_of[build->root] = 0;
	stacks.account[0] = 0;
	while (waiting) {
		uint32_t owner = stacks.account[--waiting], end;
		uint32_t row = build->row_of[owner];

		tree->node[ordinal] = owner;
		tree->acct[owner] = ordinal;
		tree->first[ordinal++] = next;
		if (owner && is_promoting(&build->rows[row])) {
			tree->promoted |=
			    build->start[row] != build->start[row + 1];
			continue;
		}
		end = lay_out_family(build, &stacks, row, next);
		/* the first account of the family goes on top */
		for (uint32_t i = end; i > next && i--;) {
			if (build->rows[build->row_of[i]].flags & FT_NODE_USER)
				continue;
			*ft_vec_add(
			    stacks.account, waiting, stacks.account_cap) = i;
		}
		next = end;
	}
	tree->first[ordinal] = next;
	ft_free(stacks.account);
	ft_free(stacks.span);
	return next;
}

/* ---- the tree ------------------------------------------------------------- */

static uint32_t *
new_array(struct ft_arena *arena, size_t n)
{
	return ft_arena_alloc(arena, n * sizeof(uint32_t));
}

static struct ft_tree *
new_tree(const struct ft_tree_row *rows, uint32_t n)
{
	struct ft_tree *tree = ft_calloc(1, sizeof *tree);
	bool any_partition = false;

	for (uint32_t i = 0; i < n; i++) {
		tree->n_user += rows[i].flags & FT_NODE_USER ? 1 : 0;
		any_partition |= rows[i].partition != 0;
	}
	tree->n = n;
	tree->n_acct = n - tree->n_user;
	tree->parent = new_array(&tree->arena, n);
	tree->shares = new_array(&tree->arena, n);
	tree->acct = new_array(&tree->arena, n);
	tree->id = new_array(&tree->arena, n);
	tree->who = new_array(&tree->arena, n);
	tree->position =
	    ft_arena_alloc(&tree->arena, n * sizeof *tree->position);
	tree->flags = ft_arena_alloc(&tree->arena, n);
	if (any_partition)
		tree->partition = new_array(&tree->arena, n);
	tree->first = new_array(&tree->arena, (size_t)tree->n_acct + 1);
	tree->node = new_array(&tree->arena, tree->n_acct);
	return tree;
}

static void
fill_nodes(const struct builder *build, struct ft_tree *tree)
{
	for (uint32_t i = 0; i < tree->n; i++) {
		const struct ft_tree_row *row = &build->rows[build->row_of[i]];
		uint32_t parent = build->parent[build->row_of[i]];

		tree->parent[i] =
		    parent == NONE ? NONE : build->node_of[parent];
		tree->flags[i] = row->flags;
		tree->shares[i] = row->flags & FT_NODE_PARENT ? 0 : row->shares;
		tree->id[i] = row->id;
		tree->who[i] = row->who;
		tree->position[i] = row->placed ? row->nested : row->position;
		if (row->flags & FT_NODE_USER)
			tree->acct[i] = NONE;
		if (tree->partition)
			tree->partition[i] = row->partition;
	}
}

/*
 * Report a row that was not reached: it is on a cycle, or below one.  Marked rows
 * were reached.
 */
static enum ft_status
fail_circle(struct builder *build, uint32_t reached, struct ft_error *err)
{
	uint8_t *mark = ft_arena_calloc(&build->arena, build->n, 1);
	uint32_t lost = 0;

	for (uint32_t i = 0; i < reached; i++)
		mark[build->row_of[i]] = 1;
	while (mark[lost])
		lost++;
	return ft_fail(err, FT_EINVAL,
	    "association %" PRIu32 " is below itself or below one that is",
	    build->rows[lost].id);
}

/* Build into *tree, which is made once the rows are known to be good. */
static enum ft_status
build_tree(struct builder *build, struct ft_tree **tree, struct ft_error *err)
{
	uint32_t n = build->n, reached;

	build->parent = new_array(&build->arena, n);
	FT_TRY(number_rows(build, err));
	FT_TRY(find_parents(build, err));
	build->start = new_array(&build->arena, (size_t)n + 1);
	build->child = new_array(&build->arena, n);
	group_children(build);
	sort_families(build);
	build->row_of = new_array(&build->arena, n);
	build->node_of = new_array(&build->arena, n);
	*tree = new_tree(build->rows, n);
	reached = number_nodes(build, *tree);
	if (reached != n)
		return fail_circle(build, reached, err);
	fill_nodes(build, *tree);
	return FT_OK;
}

enum ft_status
ft_tree_build(struct ft_tree **tree, const struct ft_tree_row *rows, size_t n,
    struct ft_error *err)
{
	struct builder build = { .rows = rows, .n = (uint32_t)n };
	struct ft_tree *made = NULL;
	enum ft_status status;

	if (n > FT_TREE_MAX)
		return ft_fail(err, FT_EINVAL,
		    "%zu associations are more than the %u possible", n,
		    FT_TREE_MAX);
	if (!n)
		return ft_fail(err, FT_EINVAL, "no root association");
	status = build_tree(&build, &made, err);
	if (status == FT_OK)
		*tree = made;
	else
		ft_tree_free(made);
	ft_idmap_free(&build.ids);
	ft_arena_clear(&build.arena);
	return status;
}

void
ft_tree_free(struct ft_tree *tree)
{
	if (!tree)
		return;
	ft_arena_clear(&tree->arena);
	ft_free(tree);
}

/* ---- questions ------------------------------------------------------------ */

/* The owner of NODE's family: the last that starts at or before it. */
static uint32_t
owner_of(const struct ft_tree *tree, uint32_t node)
{
	uint32_t i;

	FT_BISECT(i, 1, tree->n_acct, tree->first[i] <= node);
	return tree->node[i - 1];
}

uint32_t
ft_tree_fs_parent(const struct ft_tree *tree, uint32_t node)
{
	uint32_t parent = tree->parent[node];

	if (parent == NONE || !parent ||
	    !(tree->flags[parent] & FT_NODE_PARENT))
		return parent;
	return owner_of(tree, node);
}

uint32_t
ft_tree_depth(const struct ft_tree *tree, uint32_t node)
{
	uint32_t depth = 0;

	while (tree->parent[node] != NONE) {
		node = tree->parent[node];
		depth++;
	}
	return depth;
}

bool
ft_tree_below(const struct ft_tree *tree, uint32_t node, uint32_t ancestor)
{
	/* a parent has a smaller number than its children */
	while (node != NONE && node > ancestor)
		node = tree->parent[node];
	return node == ancestor;
}

uint32_t
ft_tree_find(const struct ft_tree *tree, uint32_t id)
{
	for (uint32_t i = 0; i < tree->n; i++)
		if (tree->id[i] == id)
			return i;
	return NONE;
}
