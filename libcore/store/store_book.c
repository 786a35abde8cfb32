/* store_book.c - the whole configuration in memory. */
#include "store/store_registry_int.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* Rows of one statement into a growing array. */
struct rows {
	struct ft_arena *arena; /* of their strings */
	char *data;
	size_t n, cap, size;
};

/* Returns false when the row does not count. */
typedef bool row_fn(struct ft_arena *arena, sqlite3_stmt *stmt, void *row);

static enum ft_status
read_rows(struct ft_store *store, sqlite3_stmt *stmt, row_fn *fn,
    struct rows *rows, struct ft_error *err)
{
	int step = stmt ? 1 : FT_EIO;

	while (stmt && (step = ft_store_step(store, stmt, err)) > 0) {
		rows->data = ft_vec_grow(
		    rows->data, &rows->cap, rows->n + 1, rows->size);
		rows->n += fn(rows->arena, stmt,
		    rows->data + rows->n * rows->size);
	}
	return (enum ft_status)step;
}

/* Hand the array over to the arena. */
static void *
keep(struct rows *rows, size_t *n)
{
	void *copy =
	    ft_arena_alloc(rows->arena, rows->n * rows->size + 1);

	if (rows->n)
		memcpy(copy, rows->data, rows->n * rows->size);
	*n = rows->n;
	ft_free(rows->data);
	rows->data = NULL;
	return copy;
}

static bool
cluster_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	ft_row_cluster(arena, stmt, row);
	return true;
}

static bool
account_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	ft_row_account(arena, stmt, row);
	return true;
}

static bool
user_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	ft_row_user(arena, stmt, row);
	return true;
}

static bool
assoc_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	ft_row_assoc(arena, stmt, row);
	return true;
}

static bool
qos_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	ft_row_qos(arena, stmt, row);
	return true;
}

static bool
tres_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	ft_row_tres(arena, stmt, row);
	return true;
}

static bool
coord_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	struct ft_coord *coord = row;

	(void)arena;
	coord->account = ft_column_u32(stmt, 0);
	coord->user = ft_column_u32(stmt, 1);
	return true;
}

static bool
limit_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	(void)arena;
	return ft_row_limit(stmt, row);
}

static bool
qosref_row(struct ft_arena *arena, sqlite3_stmt *stmt, void *row)
{
	(void)arena;
	ft_row_qosref(stmt, row);
	return true;
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

/* One part of the book: which statement fills which array. */
struct part {
	enum ft_stmt stmt;
	bool by_deleted; /* the statement takes with_deleted */
	row_fn *fn;
	size_t size;
	size_t array, count; /* offsets in struct ft_book */
};

#define PART(member, STMT, by_deleted, fn)                                    \
	{ FT_STMT_##STMT, by_deleted, fn,                                     \
	    sizeof *((struct ft_book *)0)->member,                            \
	    offsetof(struct ft_book, member),                                 \
	    offsetof(struct ft_book, n_##member) }

static const struct part parts[] = {
	PART(cluster, READ_CLUSTERS, true, cluster_row),
	PART(account, READ_ACCOUNTS, true, account_row),
	PART(user, READ_USERS, true, user_row),
	PART(assoc, READ_ASSOCS, true, assoc_row),
	PART(qos, READ_QOSES, true, qos_row),
	PART(tres, READ_TRESES, false, tres_row),
	PART(coord, READ_COORDS, false, coord_row),
	PART(assoc_limit, READ_ASSOC_LIMITS, false, limit_row),
	PART(qos_limit, READ_QOS_LIMITS, false, limit_row),
	PART(assoc_qos, READ_ASSOC_QOS, false, qosref_row),
	PART(qos_preempt, READ_QOS_PREEMPT, false, qosref_row),
};

static enum ft_status
read_part(struct ft_store *store, const struct part *part, bool with_deleted,
    struct ft_book *book, struct ft_error *err)
{
	struct rows rows = { .arena = &book->arena, .size = part->size };
	sqlite3_stmt *stmt = ft_store_query(store, part->stmt, err,
	    part->by_deleted ? "b" : "", (int)with_deleted);
	enum ft_status status = read_rows(store, stmt, part->fn, &rows, err);
	void *array;
	size_t n;

	if (!status && part->fn == limit_row && rows.n)
		qsort(rows.data, rows.n, rows.size, compare_limits);
	array = keep(&rows, &n);
	memcpy((char *)book + part->array, &array, sizeof array);
	memcpy((char *)book + part->count, &n, sizeof n);
	return status;
}

enum ft_status
ft_store_read_book(struct ft_store *store, bool with_deleted,
    struct ft_book *book, struct ft_error *err)
{
	bool thaw = !store->frozen && !store->depth;
	enum ft_status status = ft_store_freeze(store, err);

	for (size_t i = 0; !status && i < sizeof parts / sizeof *parts; i++)
		status = read_part(store, &parts[i], with_deleted, book, err);
	if (thaw)
		ft_store_thaw(store);
	return status;
}

enum ft_status
ft_store_read_limits(struct ft_store *store, uint32_t cluster,
    enum ft_limit_kind kind, struct ft_limit **limit, size_t *n,
    struct ft_error *err)
{
	struct rows rows = { .size = sizeof **limit };
	enum ft_status status = read_rows(store,
	    ft_store_query(store, FT_STMT_READ_LIMITS, err, "ut", cluster,
		ft_limit_infos[kind].name),
	    limit_row, &rows, err);

	if (status) {
		ft_free(rows.data);
		return status;
	}
	*limit = (struct ft_limit *)(void *)rows.data;
	*n = rows.n;
	return FT_OK;
}

enum ft_status
ft_store_read_tres(struct ft_store *store, struct ft_arena *arena,
    struct ft_tres **tres, size_t *n, struct ft_error *err)
{
	struct rows rows = { .arena = arena, .size = sizeof **tres };
	enum ft_status status = read_rows(store,
	    ft_store_query(store, FT_STMT_READ_TRESES, err, ""), tres_row,
	    &rows, err);

	*tres = keep(&rows, n);
	return status;
}
