/* store_rows.c - rows of statements into records of the model. */
#include "store/store_registry_int.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

void
ft_row_cluster(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_cluster *cluster = row;

	*cluster = (struct ft_cluster){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.classification = ft_column_text(arena, stmt, 2),
		.control_host = ft_column_text(arena, stmt, 3),
		.control_port = ft_column_u32(stmt, 4),
		.rpc_version = ft_column_u32(stmt, 5),
		.deleted = sqlite3_column_int(stmt, 6),
		.removed = sqlite3_column_int(stmt, 7),
	};
}

void
ft_row_account(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_account *account = row;

	*account = (struct ft_account){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.description = ft_column_text(arena, stmt, 2),
		.organization = ft_column_text(arena, stmt, 3),
		.flags = ft_column_u32(stmt, 4),
		.created = sqlite3_column_int64(stmt, 5),
		.deleted = sqlite3_column_int(stmt, 6),
		.removed = sqlite3_column_int(stmt, 7),
	};
}

void
ft_row_user(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_user *user = row;

	*user = (struct ft_user){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.admin_level = (enum ft_admin_level)sqlite3_column_int(stmt, 2),
		.default_wckey = ft_column_text(arena, stmt, 3),
		.created = sqlite3_column_int64(stmt, 4),
		.deleted = sqlite3_column_int(stmt, 5),
		.removed = sqlite3_column_int(stmt, 6),
	};
}

void
ft_row_qos(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_qos *qos = row;

	*qos = (struct ft_qos){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.description = ft_column_text(arena, stmt, 2),
		.priority = ft_column_u32(stmt, 3),
		.flags = ft_column_u32(stmt, 4),
		.grace_time = sqlite3_column_int64(stmt, 5),
		.preempt_mode = ft_column_u32(stmt, 6),
		.preempt_exempt_time = sqlite3_column_int64(stmt, 7),
		.usage_factor = sqlite3_column_double(stmt, 8),
		.usage_threshold = sqlite3_column_double(stmt, 9),
		.limit_factor = sqlite3_column_double(stmt, 10),
		.deleted = sqlite3_column_int(stmt, 11),
		.removed = sqlite3_column_int(stmt, 12),
	};
}

void
ft_row_assoc(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	bool no_number = sqlite3_column_type(stmt, 12) == SQLITE_NULL;
	struct ft_assoc *assoc = row;

	*assoc = (struct ft_assoc){
		.id = ft_column_u32(stmt, 0),
		.cluster = ft_column_u32(stmt, 1),
		.account = ft_column_u32(stmt, 2),
		.user = ft_column_u32(stmt, 3),
		.parent = ft_column_u32(stmt, 4),
		.position = sqlite3_column_int(stmt, 5),
		.shares = sqlite3_column_type(stmt, 6) == SQLITE_NULL
			      ? FT_SHARES_PARENT
			      : ft_column_u32(stmt, 6),
		.is_default = sqlite3_column_int(stmt, 7),
		.default_qos = ft_column_u32(stmt, 8),
		.created = sqlite3_column_int64(stmt, 9),
		.deleted = sqlite3_column_int(stmt, 10),
		.comment = ft_column_text(arena, stmt, 11),
		.number = ft_column_u32(stmt, no_number ? 0 : 12),
		.removed = sqlite3_column_int(stmt, 13),
		.partition = ft_column_text(arena, stmt, 14),
	};
}

void
ft_row_tres(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_tres *tres = row;

	*tres = (struct ft_tres){
		.id = ft_column_u32(stmt, 0),
		.type = ft_column_text(arena, stmt, 1),
		.name = ft_column_text(arena, stmt, 2),
	};
}

void
ft_row_coord(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_coord *coord = row;

	(void)arena;
	coord->account = ft_column_u32(stmt, 0);
	coord->user = ft_column_u32(stmt, 1);
}

void
ft_row_wckey(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_wckey *wckey = row;

	*wckey = (struct ft_wckey){
		.id = ft_column_u32(stmt, 0),
		.cluster = ft_column_u32(stmt, 1),
		.user = ft_column_u32(stmt, 2),
		.name = ft_column_text(arena, stmt, 3),
		.deleted = sqlite3_column_int(stmt, 4),
		.removed = sqlite3_column_int(stmt, 5),
	};
}

void
ft_row_resource(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_resource *resource = row;

	*resource = (struct ft_resource){
		.id = ft_column_u32(stmt, 0),
		.name = ft_column_text(arena, stmt, 1),
		.server = ft_column_text(arena, stmt, 2),
		.server_type = ft_column_text(arena, stmt, 3),
		.type = ft_column_u32(stmt, 4),
		.description = ft_column_text(arena, stmt, 5),
		.flags = ft_column_u32(stmt, 6),
		.count = ft_column_u32(stmt, 7),
		.last_consumed = ft_column_u32(stmt, 8),
		.deleted = sqlite3_column_int(stmt, 9),
	};
}

void
ft_row_resource_share(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_resource_share *share = row;

	(void)arena;
	share->resource = ft_column_u32(stmt, 0);
	share->cluster = ft_column_u32(stmt, 1);
	share->allowed = ft_column_u32(stmt, 2);
}

void
ft_row_limit(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	const void *name = sqlite3_column_text(stmt, 1);
	struct ft_limit *limit = row;

	(void)arena;
	*limit = (struct ft_limit){
		.owner = ft_column_u32(stmt, 0),
		.kind = (uint16_t)ft_limit_find(name),
		.tres = ft_column_u32(stmt, 2),
		.value = (uint64_t)sqlite3_column_int64(stmt, 3),
	};
}

void
ft_row_qosref(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_qosref *ref = row;

	(void)arena;
	*ref = (struct ft_qosref){
		.owner = ft_column_u32(stmt, 0),
		.op = (char)*sqlite3_column_text(stmt, 1),
		.qos = ft_column_u32(stmt, 2),
	};
}

void
ft_row_id(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	uint32_t *id = row;

	(void)arena;
	*id = ft_column_u32(stmt, 0);
}

enum ft_status
ft_store_one(struct ft_store *store, sqlite3_stmt *stmt, ft_row_fn *fn,
    void *row, struct ft_error *err)
{
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	if (step <= 0)
		return step ? (enum ft_status)step
			    : ft_store_absent(store,
				  sqlite3_column_table_name(stmt, 0), err);
	fn(&store->arena, stmt, row);
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_rows(struct ft_store *store, sqlite3_stmt *stmt, ft_row_fn *fn,
    struct ft_rows *rows, struct ft_error *err)
{
	int step = stmt ? 1 : FT_EIO;

	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		rows->data = ft_vec_grow(
		    rows->data, &rows->cap, rows->n + 1, rows->size);
		fn(rows->arena, stmt, rows->data + rows->n++ * rows->size);
	}
	if (step < 0)
		ft_rows_free(rows);
	return (enum ft_status)step;
}

void *
ft_rows_keep(struct ft_rows *rows, size_t *n)
{
	void *copy = ft_arena_alloc(rows->arena, rows->n * rows->size);

	if (rows->n)
		memcpy(copy, rows->data, rows->n * rows->size);
	*n = rows->n;
	ft_rows_free(rows);
	return copy;
}

void
ft_rows_free(struct ft_rows *rows)
{
	ft_free(rows->data);
	rows->data = NULL;
	rows->n = rows->cap = 0;
}

static int
compare_limits(const void *left, const void *right)
{
	const struct ft_limit *a = left, *b = right;

	if (a->owner != b->owner)
		return a->owner < b->owner ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return (a->tres > b->tres) - (a->tres < b->tres);
}

void
ft_rows_sort_limits(struct ft_rows *rows)
{
	if (rows->n)
		qsort(rows->data, rows->n, rows->size, compare_limits);
}
