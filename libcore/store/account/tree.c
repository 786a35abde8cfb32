/* tree.c - load the tree of a cluster as numbers, and its names if needed. */
#include "store/internal.h"
#include "store/row/column_internal.h"

#include "base/bisect.h"

/* Ids of a table, ascending: most have no gaps. */
struct ids {
	struct id_range {
		uint32_t from, to;
	} * range;
	size_t n, cap;
};

struct rows {
	struct ft_tree_row *row;
	size_t n, cap;
	struct ids account, user;
	uint32_t cluster;
	bool bare;        /* which associations are default is not asked */
	bool partitions;  /* the store has any */
	bool partitioned; /* some association has a partition */
	uint32_t
	    nameless; /* first association whose name is unknown; 0: none */
};

/* One row of READ_TREE. */
struct node {
	uint32_t id, parent, shares, account, user, partition;
	int32_t position;
	bool is_default;
};
static const struct ft_column node_cells[] = {
	FT_CELL(struct node, "id", id),
	FT_CELL(struct node, "parent", parent),
	FT_CELL(struct node, "position", position),
	FT_CELL(struct node, "account", account),
	FT_CELL(struct node, "user", user),
	FT_CELL(struct node, "partition", partition),
	FT_CELL(struct node, "is_default", is_default),
	{ .name = "shares",
	    .member = FT_MEMBER_U32,
	    .offset = offsetof(struct node, shares),
	    .null = FT_SHARES_PARENT },
};
static const struct ft_shape node_shape = { .cell = node_cells,
	.n = FT_COUNT(node_cells) };

/* ---- that every name exists ----------------------------------------------------- */

static void
add_id(void *ctx, const void *row)
{
	const uint32_t id = *(const uint32_t *)row;
	struct ids *ids = ctx;

	if (ids->n && ids->range[ids->n - 1].to + 1 == id)
		ids->range[ids->n - 1].to = id;
	else
		*ft_vec_add(ids->range, ids->n, ids->cap) =
		    (struct id_range){ id, id };
}

static bool
has_id(const struct ids *ids, uint32_t id)
{
	size_t i;

	FT_BISECT(i, 0, ids->n, ids->range[i].to < id);
	return i < ids->n && ids->range[i].from <= id;
}

/* A table whose ids are wanted. */
struct id_table {
	enum ft_stmt stmt;
	struct ids *ids;
	const char *first, *last, *count; /* columns of ID_SPANS */
};

/* Add all ids from the first to the last; returns false if there are gaps. */
static bool
take_span(const struct id_table *table, sqlite3_stmt *stmt)
{
	int64_t first = sqlite3_value_int64(ft_column(stmt, table->first));
	int64_t last = sqlite3_value_int64(ft_column(stmt, table->last));
	int64_t count = sqlite3_value_int64(ft_column(stmt, table->count));
	struct ids *ids = table->ids;

	if (count &&
	    (first < 1 || last >= FT_STORE_NO_ID || last - first + 1 != count))
		return false;
	if (count)
		*ft_vec_add(ids->range, ids->n, ids->cap) =
		    (struct id_range){ (uint32_t)first, (uint32_t)last };
	return true;
}

/* Add the ids of a table as STMT finds them. */
static enum ft_status
collect_ids(struct ft_store *store, enum ft_stmt stmt, struct ids *ids,
    struct ft_error *err)
{
	uint32_t id;

	return ft_store_collect(store, stmt, NULL,
	    &(struct ft_collector){
		.shape = &ft_id_shape, .row = &id, .fn = add_id, .ctx = ids },
	    err);
}

#define ID_TABLE(table, STMT, member)                                          \
	{                                                                      \
		FT_STMT_##STMT, &rows->member, #table "_first",                \
		    #table "_last", #table "_count"                            \
	}

static enum ft_status
read_ids(struct ft_store *store, struct rows *rows, struct ft_error *err)
{
	const struct id_table tables[] = {
		ID_TABLE(account, ACCOUNT_IDS, account),
		ID_TABLE(user, USER_IDS, user),
	};
	bool whole[FT_COUNT(tables)] = { false };
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_ID_SPANS, NULL, err);
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		for (size_t i = 0; i < FT_COUNT(tables); i++)
			whole[i] = take_span(&tables[i], stmt);
		rows->partitions = ft_column_u32(stmt, "partitions");
	}
	for (size_t i = 0; !status && i < FT_COUNT(tables); i++)
		if (!whole[i])
			status = collect_ids(
			    store, tables[i].stmt, tables[i].ids, err);
	return status;
}

static bool
is_nameless(const struct rows *rows, const struct node *node)
{
	return !has_id(&rows->account, node->account) ||
	       (node->user && !has_id(&rows->user, node->user));
}

/* ---- the tree ------------------------------------------------------------------- */

static void
add_row(void *ctx, const void *one)
{
	const struct node *node = one;
	struct rows *rows = ctx;
	bool parents = node->shares == FT_SHARES_PARENT;
	unsigned flags = (node->user ? FT_NODE_USER : 0) |
			 (parents ? FT_NODE_PARENT : 0) |
			 (node->is_default ? FT_NODE_DEFAULT : 0);

	if (!rows->nameless && is_nameless(rows, node))
		rows->nameless = node->id;
	rows->partitioned |= node->partition != 0;
	if (rows->n == rows->cap)
		rows->row = ft_vec_grow(
		    rows->row, &rows->cap, rows->n + 1, sizeof *rows->row);
	rows->row[rows->n++] = (struct ft_tree_row){
		.id = node->id,
		.parent = node->parent,
		.position = node->position,
		.shares = parents ? 0 : node->shares,
		.who = node->user ? node->user : node->account,
		.partition = node->partition,
		.flags = (uint8_t)flags,
	};
}

/* Few stores have associations in partitions: only for those are the ids read. */
static enum ft_status
check_partitions(
    struct ft_store *store, struct rows *rows, struct ft_error *err)
{
	struct ids ids = { 0 };
	enum ft_status status = FT_OK;

	if (rows->partitioned)
		status = collect_ids(store, FT_STMT_PARTITION_IDS, &ids, err);
	for (size_t i = 0; rows->partitioned && i < rows->n && !rows->nameless;
	     i++)
		if (rows->row[i].partition &&
		    !has_id(&ids, rows->row[i].partition))
			rows->nameless = rows->row[i].id;
	ft_free(ids.range);
	return status;
}

static enum ft_status
read_rows(struct ft_store *store, struct rows *rows, struct ft_error *err)
{
	struct node node = { .partition = 0 };

	FT_TRY(read_ids(store, rows, err));
	FT_TRY(ft_store_collect(store,
	    rows->bare && !rows->partitions ? FT_STMT_READ_BARE_TREE
					    : FT_STMT_READ_TREE,
	    FT_ARGS(FT_ARG("cluster", rows->cluster)),
	    &(struct ft_collector){
		.shape = &node_shape,
		.row = &node,
		.fn = add_row,
		.ctx = rows,
	    },
	    err));
	FT_TRY(check_partitions(store, rows, err));
	if (!rows->nameless)
		return FT_OK;
	(void)ft_fail(err, FT_EFOREIGN,
	    "association %lu has an unknown account, user or partition",
	    (unsigned long)rows->nameless);
	return ft_store_fail_damaged(store, err);
}

static void
free_rows(struct rows *rows)
{
	ft_free(rows->row);
	ft_free(rows->account.range);
	ft_free(rows->user.range);
}

/* A name with its id; the text is valid until the next row. */
struct name {
	uint32_t id;
	const char *name;
};

static void
add_name(void *ctx, const void *row)
{
	const struct name *one = row;

	if (*one->name && one->id)
		ft_names_put(ctx, one->id, one->name, strlen(one->name));
}

static enum ft_status
read_names(struct ft_store *store, enum ft_stmt stmt, struct ft_names *names,
    struct ft_error *err)
{
	static const struct ft_column cells[] = {
		FT_CELL(struct name, "id", id),
		FT_CELL(struct name, "name", name),
	};
	static const struct ft_shape shape = { .cell = cells, .n = 2 };
	struct name one;

	return ft_store_collect(store, stmt, NULL,
	    &(struct ft_collector){
		.shape = &shape,
		.row = &one,
		.fn = add_name,
		.ctx = names,
	    },
	    err);
}

static enum ft_status
read_tree(struct ft_store *store, struct rows *rows, enum ft_siblings order,
    struct ft_tree **tree, struct ft_error *err)
{
	struct ft_names names = { 0 };
	enum ft_status status = read_rows(store, rows, err);

	*tree = NULL;
	if (!status && order != FT_SIBLINGS_LFT)
		status = read_names(store, FT_STMT_ACCOUNT_NAMES, &names, err);
	if (!status)
		ft_tree_place_accounts(rows->row, rows->n, &names, order);
	if (!status && ft_tree_build(tree, rows->row, rows->n, err))
		status = ft_store_fail_damaged(store, err);
	ft_names_free(&names);
	free_rows(rows);
	return status;
}

enum ft_status
ft_store_read_tree(struct ft_store *store, uint32_t cluster,
    enum ft_siblings order, struct ft_tree **tree, struct ft_error *err)
{
	struct rows rows = { .cluster = cluster };

	return read_tree(store, &rows, order, tree, err);
}

enum ft_status
ft_store_read_bare_tree(struct ft_store *store, uint32_t cluster,
    enum ft_siblings order, struct ft_tree **tree, struct ft_error *err)
{
	struct rows rows = { .cluster = cluster, .bare = true };

	return read_tree(store, &rows, order, tree, err);
}

enum ft_status
ft_store_read_account_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err)
{
	FT_TRY(read_names(store, FT_STMT_ACCOUNT_NAMES, &names->account, err));
	return read_names(
	    store, FT_STMT_PARTITION_NAMES, &names->partition, err);
}

enum ft_status
ft_store_read_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err)
{
	FT_TRY(ft_store_read_account_names(store, names, err));
	return read_names(store, FT_STMT_USER_NAMES, &names->user, err);
}

static enum ft_status
read_user(struct ft_store *store, const char *name, struct ft_names *names,
    struct ft_error *err)
{
	int64_t id = 0;

	FT_TRY(ft_store_int(
	    store, &id, FT_STMT_USER_ID, FT_ARGS(FT_ARG("name", name)), err));
	ft_names_put(names, (uint32_t)id, name, strlen(name));
	return FT_OK;
}

/* Find the name as given, else in lower case, as Slurm keeps most names. */
static enum ft_status
read_any_case(struct ft_store *store, const char *name, struct ft_names *names,
    struct ft_error *err)
{
	enum ft_status status = read_user(store, name, names, err);
	char *lower FT_CLEANUP(ft_free_at) = NULL;

	if (status != FT_ENOENT)
		return status;
	lower = ft_strdup(name);
	ft_word_lower(lower);
	status = read_user(store, lower, names, err);
	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_store_read_user_names(struct ft_store *store, const char *const *user,
    size_t n, struct ft_names_set *names, struct ft_error *err)
{
	for (size_t i = 0; i < n; i++)
		FT_TRY(read_any_case(store, user[i], &names->user, err));
	return FT_OK;
}
