/* rows.c - which associations fshare shows. */

#include "report/format/order.h"
#include "fshare/fshare.h"

#define NONE     FT_NODE_NONE
#define FEW_ROWS 64 /* up to here rows are sorted among themselves */

/* Which accounts and users are shown: decided once per account. */
struct filter {
	const struct fshare_table *table;
	const struct fshare_args *args;
	bool *account;        /* by ordinal: -A admits it */
	uint32_t first, last; /* ids of users whose names are known */
};

/* ---- filters -------------------------------------------------------------- */

static bool
wants(const struct filter *filter, uint32_t node)
{
	const struct ft_tree *tree = filter->table->shares.data.tree;
	const struct ft_names_set *names = &filter->table->shares.names;
	bool is_user = ft_tree_is_user(tree, node);
	uint32_t account =
	    is_user ? tree->acct[tree->parent[node]] : tree->acct[node];
	const char *user;

	if (!filter->account[account] || (!is_user && filter->args->users_only))
		return false;
	/* few names were read if few users are wanted */
	if (is_user && !filter->args->all_users &&
	    (tree->who[node] < filter->first || tree->who[node] > filter->last))
		return false;
	user = is_user ? ft_tree_user(tree, names, node) : NULL;
	if (is_user && !filter->args->all_users &&
	    (!user || !fshare_words_have(&filter->args->users, user)))
		return false;
	return ft_visibility_shows(&filter->args->session.visibility,
	    FT_VISIBILITY_USAGE, is_user && !user ? "" : user,
	    ft_tree_account(tree, names, node));
}

static void
mark_accounts(struct filter *filter)
{
	const struct ft_tree *tree = filter->table->shares.data.tree;
	const struct ft_names *names = &filter->table->shares.names.account;
	const struct fshare_words *words = &filter->args->accounts;

	filter->account = ft_calloc(tree->n_acct, sizeof *filter->account);
	for (uint32_t i = 0; i < tree->n_acct; i++) {
		const char *name =
		    ft_names_get(names, tree->who[tree->node[i]]);

		filter->account[i] =
		    words->n == 0 || (name && fshare_words_have(words, name));
	}
}

static void
bound_users(struct filter *filter)
{
	const struct ft_names *names = &filter->table->shares.names.user;

	filter->first = UINT32_MAX;
	for (uint32_t i = 0; i < names->at.n; i++) {
		uint32_t id = names->item[i].id;

		filter->first = id < filter->first ? id : filter->first;
		filter->last = id > filter->last ? id : filter->last;
	}
}

/* ---- order ---------------------------------------------------------------- */

static const char *
text_or_empty(const char *text)
{
	return text ? text : "";
}

/* Among siblings users come first, by name; associations of one user keep their
 * order. */
static int
compare_siblings(const struct fshare_table *table, uint32_t a, uint32_t b)
{
	const struct ft_tree *tree = table->shares.data.tree;
	const struct ft_names_set *names = &table->shares.names;
	bool a_user = ft_tree_is_user(tree, a),
	     b_user = ft_tree_is_user(tree, b);
	int order;

	if (a_user != b_user)
		return a_user ? -1 : 1;
	if (!a_user)
		return strcmp(text_or_empty(ft_tree_account(tree, names, a)),
		    text_or_empty(ft_tree_account(tree, names, b)));
	order = strcmp(text_or_empty(ft_tree_user(tree, names, a)),
	    text_or_empty(ft_tree_user(tree, names, b)));
	return order ? order : (a > b) - (a < b);
}

/* Two nodes, neither above the other, in the order of the listing. */
static int
compare_nodes(const struct fshare_table *table, uint32_t a, uint32_t b)
{
	const struct ft_tree *tree = table->shares.data.tree;
	uint32_t a_depth = ft_tree_depth(tree, a);
	uint32_t b_depth = ft_tree_depth(tree, b);

	for (; a_depth > b_depth; a_depth--)
		a = tree->parent[a];
	for (; b_depth > a_depth; b_depth--)
		b = tree->parent[b];
	while (a != b && tree->parent[a] != tree->parent[b]) {
		a = tree->parent[a];
		b = tree->parent[b];
	}
	return a == b ? 0 : compare_siblings(table, a, b);
}

/* A few users only: avoid sorting the whole tree. */
static bool
order_few(struct fshare_table *table, const struct filter *filter)
{
	const struct ft_tree *tree = table->shares.data.tree;

	for (uint32_t node = 0; node < tree->n; node++) {
		size_t at = table->n;

		if (!wants(filter, node))
			continue;
		if (table->n == FEW_ROWS)
			return false;
		for (; at > 0 &&
		       compare_nodes(table, node, table->row[at - 1]) < 0;
		     at--)
			table->row[at] = table->row[at - 1];
		table->row[at] = node;
		table->n++;
	}
	return true;
}

static void
order_all(struct fshare_table *table, const struct filter *filter,
    enum ft_siblings siblings)
{
	const struct ft_tree *tree = table->shares.data.tree;

	table->row = ft_realloc(table->row, tree->n, sizeof *table->row);
	ft_tree_display_order(tree, &table->shares.names, siblings, table->row);
	table->n = 0;
	for (uint32_t i = 0; i < tree->n; i++) {
		if (wants(filter, table->row[i]))
			table->row[table->n++] = table->row[i];
	}
}

static void
drop_deep(struct fshare_table *table, uint64_t depth)
{
	size_t n = 0;

	for (size_t i = 0; i < table->n; i++) {
		if (ft_tree_depth(table->shares.data.tree, table->row[i]) <=
		    depth)
			table->row[n++] = table->row[i];
	}
	table->n = n;
}

/* ---- --sort --------------------------------------------------------------- */

/* The rows of a share table, filled in one at a time. */
struct sorted {
	const struct fshare_table *table;
	struct ft_shares_row row;
};

static const void *
sorted_row(void *ctx, size_t i)
{
	struct sorted *sorted = ctx;

	fshare_row_fill(&sorted->row, sorted->table, i);
	return &sorted->row;
}

static enum ft_status
sort_rows(struct fshare_table *table, const char *word, struct ft_error *err)
{
	const char *name = word + (*word == '-' || *word == '+');
	struct sorted sorted = { .table = table };
	struct ft_order order = {
		.column = ft_columns_find(
		    ft_shares_fields, name, strlen(name), FT_RELEASE_ANY),
		.down = *word == '-',
		.row = sorted_row,
		.ctx = &sorted,
	};

	if (!order.column)
		return ft_fail(
		    err, FT_ENOENT, "unknown field for --sort: '%s'", name);
	if (order.column->type == FT_COLUMN_TRES)
		return ft_fail(
		    err, FT_EINVAL, "cannot sort by %s", order.column->name);
	ft_order_sort(&order, table->row, table->n, sizeof *table->row);
	return FT_OK;
}

/*
 * Make a tree from sorted rows again: the rows of each account come below it, in
 * their order; rows whose account is not shown are on the first level.
 */
static void
gather_tree(struct fshare_table *table)
{
	const struct ft_tree *tree = table->shares.data.tree;
	uint32_t *first FT_CLEANUP(ft_free_at) =
	    ft_alloc((tree->n_acct + 1) * sizeof *first);
	uint32_t *next FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree->n * sizeof *next);
	bool *shown FT_CLEANUP(ft_free_at) =
	    ft_calloc(tree->n_acct, sizeof *shown);
	uint32_t *stack FT_CLEANUP(ft_free_at) =
	    ft_alloc((table->n + 1) * sizeof *stack);
	size_t depth = 0, done = 0;

	for (uint32_t i = 0; i <= tree->n_acct; i++)
		first[i] = NONE;
	for (size_t i = 0; i < table->n; i++) {
		if (!ft_tree_is_user(tree, table->row[i]))
			shown[tree->acct[table->row[i]]] = true;
	}
	for (size_t i = table->n; i > 0 && i--;) {
		uint32_t node = table->row[i], parent = tree->parent[node];
		uint32_t family = tree->n_acct;

		if (parent != NONE && shown[tree->acct[parent]])
			family = tree->acct[parent];
		next[node] = first[family];
		first[family] = node;
	}
	stack[depth++] = first[tree->n_acct];
	while (depth > 0) {
		uint32_t node = stack[depth - 1];

		if (node == NONE) {
			depth--;
			continue;
		}
		table->row[done++] = node;
		stack[depth - 1] = next[node];
		if (!ft_tree_is_user(tree, node) &&
		    first[tree->acct[node]] != NONE)
			stack[depth++] = first[tree->acct[node]];
	}
}

/* ---- indentation ---------------------------------------------------------- */

/* One deeper than the account above if that was printed, else 0. */
static void
indent_account(
    struct fshare_table *table, uint32_t node, struct ft_map *indents)
{
	const struct ft_tree *tree = table->shares.data.tree;
	uint32_t *indent = &table->indent[tree->acct[node]];
	uint32_t parent = tree->parent[node];
	const char *name = ft_tree_account(tree, &table->shares.names, node);
	uint64_t before;

	*indent = 0;
	if (parent != NONE && table->indent[tree->acct[parent]] != NONE)
		*indent = table->indent[tree->acct[parent]] + 1;
	if (!indents || !name)
		return;
	if (ft_map_get(indents, name, &before))
		*indent = (uint32_t)before;
	else
		ft_map_put(indents, name, *indent);
}

static void
indent_rows(struct fshare_table *table, struct ft_map *indents)
{
	const struct ft_tree *tree = table->shares.data.tree;

	table->indent = ft_alloc(tree->n_acct * sizeof *table->indent);
	for (uint32_t i = 0; i < tree->n_acct; i++)
		table->indent[i] = NONE;
	if (table->args->sort && !table->args->tree)
		return;
	for (size_t i = 0; i < table->n; i++) {
		if (!ft_tree_is_user(tree, table->row[i]))
			indent_account(table, table->row[i], indents);
	}
}

uint32_t
fshare_indent(const struct fshare_table *table, uint32_t node)
{
	const struct ft_tree *tree = table->shares.data.tree;
	uint32_t indent;

	if (!ft_tree_is_user(tree, node)) {
		indent = table->indent[tree->acct[node]];
		indent = indent == NONE ? 0 : indent;
	} else {
		indent = table->indent[tree->acct[tree->parent[node]]];
		indent = indent == NONE ? 0 : indent + 1;
	}
	return indent > FT_STR_LEVELS ? FT_STR_LEVELS : indent;
}

/* Walk from the end: a row is the last of its siblings if no row of its depth
 * follows before a shallower one. */
static void
mark_last(struct fshare_table *table)
{
	size_t deepest = 0;
	bool *follows;

	for (size_t i = 0; i < table->n; i++) {
		size_t depth = fshare_indent(table, table->row[i]);

		if (depth > deepest)
			deepest = depth;
	}
	follows = ft_calloc(deepest + 2, sizeof *follows);
	table->last = ft_calloc(table->n, sizeof *table->last);
	for (size_t i = table->n; i > 0 && i--;) {
		size_t depth = fshare_indent(table, table->row[i]);

		table->last[i] = !follows[depth];
		follows[depth] = true;
		memset(follows + depth + 1, 0,
		    (deepest + 1 - depth) * sizeof *follows);
	}
	ft_free(follows);
}

void
fshare_row_fill(
    struct ft_shares_row *row, const struct fshare_table *table, size_t i)
{
	ft_shares_row_fill(row, &table->shares, table->row[i]);
	row->order = i;
}

enum ft_status
fshare_rows_choose(struct fshare_table *table, struct fshare_args *args,
    struct ft_map *indents, struct ft_error *err)
{
	struct filter filter = { .table = table, .args = args };
	enum ft_status status = FT_OK;
	bool few = args->users_only && !args->all_users;
	bool lineage =
	    args->context->slurm &&
	    ft_release_has(args->context->release, FT_RULE_ROWS_BY_LINEAGE);

	mark_accounts(&filter);
	bound_users(&filter);
	table->row = ft_alloc(FEW_ROWS * sizeof *table->row);
	if (lineage || !few || !order_few(table, &filter))
		order_all(table, &filter,
		    lineage ? FT_SIBLINGS_LINEAGE : FT_SIBLINGS_NAME);
	if (args->depth != UINT64_MAX)
		drop_deep(table, args->depth);
	if (args->sort)
		status = sort_rows(table, args->sort, err);
	if (args->sort && args->tree && status == FT_OK)
		gather_tree(table);
	if (args->top > 0 && args->top < table->n)
		table->n = (size_t)args->top;
	if (status == FT_OK) {
		indent_rows(table, indents);
		if (args->tree)
			mark_last(table);
	}
	ft_free(filter.account);
	return status;
}
