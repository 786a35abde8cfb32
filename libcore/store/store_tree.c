/* store_tree.c - the tree of a cluster as numbers, and names on request. */
#include "store/store_int.h"

#include "base/vec.h"

#include <ctype.h>
#include <string.h>

struct rows {
	struct ft_tree_row *row;
	size_t n, cap;
};

/* id, parent, position, shares, account, user, partition, is_default */
static void
add_row(void *ctx, sqlite3_value **value)
{
	struct rows *rows = ctx;
	struct ft_tree_row *row;
	unsigned flags = 0;

	if (rows->n == rows->cap)
		rows->row = ft_vec_grow(
		    rows->row, &rows->cap, rows->n + 1, sizeof *rows->row);
	row = &rows->row[rows->n++];
	row->id = ft_value_u32(value[0]);
	row->parent = ft_value_u32(value[1]);
	row->position = sqlite3_value_int(value[2]);
	row->shares = ft_value_u32(value[3]);
	row->who = ft_value_u32(value[5]);
	row->partition = ft_value_u32(value[6]);
	if (row->who)
		flags |= FT_NODE_USER;
	else
		row->who = ft_value_u32(value[4]);
	if (sqlite3_value_type(value[3]) == SQLITE_NULL)
		flags |= FT_NODE_PARENT;
	if (sqlite3_value_int(value[7]))
		flags |= FT_NODE_DEFAULT;
	row->flags = (uint8_t)flags;
}

static enum ft_status
check_names(struct ft_store *store, uint32_t cluster, struct ft_error *err)
{
	int64_t id;
	enum ft_status status =
	    ft_store_int(store, &id, FT_STMT_TREE_NAMELESS, err, "u", cluster);

	if (status)
		return status == FT_ENOENT ? FT_OK : status;
	(void)ft_fail(err, FT_EFOREIGN,
	    "association %lld has an unknown account, user or partition",
	    (long long)id);
	return ft_store_damaged(store, err);
}

enum ft_status
ft_store_read_tree(struct ft_store *store, uint32_t cluster,
    struct ft_tree **tree, struct ft_error *err)
{
	struct rows rows = { 0 };
	enum ft_status status = ft_store_collect(
	    store, FT_STMT_READ_TREE, cluster, add_row, &rows, err);

	*tree = NULL;
	if (!status)
		status = check_names(store, cluster, err);
	if (!status && ft_tree_build(tree, rows.row, rows.n, err))
		status = ft_store_damaged(store, err);
	ft_free(rows.row);
	return status;
}

static void
add_name(void *ctx, sqlite3_value **value)
{
	const void *name = sqlite3_value_text(value[1]);
	int len = sqlite3_value_bytes(value[1]);
	uint32_t id = ft_value_u32(value[0]);

	if (name && id)
		ft_names_put(ctx, id, name, (size_t)len);
}

enum ft_status
ft_store_read_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err)
{
	enum ft_status status =
	    ft_store_read_some_names(store, NULL, 0, true, names, err);

	return status ? status
		      : ft_store_collect(store, FT_STMT_USER_NAMES, 0, add_name,
			    &names->user, err);
}

static enum ft_status
read_user(struct ft_store *store, const char *name, struct ft_names *names,
    struct ft_error *err)
{
	int64_t id = 0;
	enum ft_status status =
	    ft_store_int(store, &id, FT_STMT_USER_ID, err, "t", name);

	if (!status)
		ft_names_put(names, (uint32_t)id, name, strlen(name));
	return status;
}

/* As given, else in lower case: that is how names are kept, but for a few. */
static enum ft_status
read_any_case(struct ft_store *store, const char *name, struct ft_names *names,
    struct ft_error *err)
{
	enum ft_status status = read_user(store, name, names, err);
	char *lower;

	if (status != FT_ENOENT)
		return status;
	lower = ft_strdup(name);
	for (char *c = lower; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	status = read_user(store, lower, names, err);
	ft_free(lower);
	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_store_read_some_names(struct ft_store *store, const char *const *user,
    size_t n_user, bool accounts, struct ft_names_set *names,
    struct ft_error *err)
{
	enum ft_status status = FT_OK;

	if (accounts)
		status = ft_store_collect(store, FT_STMT_ACCOUNT_NAMES, 0,
		    add_name, &names->account, err);
	if (!status && accounts)
		status = ft_store_collect(store, FT_STMT_PARTITION_NAMES, 0,
		    add_name, &names->partition, err);
	for (size_t i = 0; !status && i < n_user; i++)
		status = read_any_case(store, user[i], &names->user, err);
	return status;
}
