/* rows.c - all rows of a statement as an array of records. */
#include "store/row/column_internal.h"

enum ft_status
ft_store_rows(struct ft_store *store, sqlite3_stmt *stmt, struct ft_rows *rows,
    struct ft_error *err)
{
	const struct ft_target target = { .arena = rows->arena };
	const size_t size = rows->shape->size;
	enum ft_status status = FT_OK;

	while (ft_store_next(store, stmt, &status, err)) {
		rows->data =
		    ft_vec_grow(rows->data, &rows->cap, rows->n + 1, size);
		memset(rows->data + rows->n * size, 0, size);
		ft_record_read(store, stmt, rows->shape, &target,
		    rows->data + rows->n++ * size);
	}
	if (status)
		ft_rows_free(rows);
	return status;
}

static void
add_record(void *ctx, const void *record)
{
	struct ft_rows *rows = ctx;
	const size_t size = rows->shape->size;

	rows->data = ft_vec_grow(rows->data, &rows->cap, rows->n + 1, size);
	memcpy(rows->data + rows->n++ * size, record, size);
}

enum ft_status
ft_rows_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_rows *rows, struct ft_error *err)
{
	const struct ft_target target = { .arena = rows->arena };
	void *record FT_CLEANUP(ft_free_at) = ft_calloc(1, rows->shape->size);
	enum ft_status status = ft_store_collect(store, id, args,
	    &(struct ft_collector){ .shape = rows->shape,
		.row = record,
		.fn = add_record,
		.ctx = rows,
		.target = &target },
	    err);

	if (status)
		ft_rows_free(rows);
	return status;
}

static const struct ft_column id_cells[] = {
	{ .name = "id", .member = FT_MEMBER_U32 },
	{ .name = "number", .member = FT_MEMBER_U32 },
	{ .name = "owner", .member = FT_MEMBER_U32 },
	{ .name = "account", .member = FT_MEMBER_U32 },
	{ .name = "cluster", .member = FT_MEMBER_U32 },
	{ .name = "resource", .member = FT_MEMBER_U32 },
};
const struct ft_shape ft_id_shape = { .size = sizeof(uint32_t),
	.entity = FT_ENTITY_COUNT,
	.cell = id_cells,
	.n = FT_COUNT(id_cells) };

#define CELL(member) FT_CELL(struct ft_active_job, #member, member)
static const struct ft_column job_cells[] = { CELL(number), CELL(state),
	CELL(assoc), CELL(qos) };
const struct ft_shape ft_active_job_shape = {
	.size = sizeof(struct ft_active_job),
	.entity = FT_ENTITY_COUNT,
	.cell = job_cells,
	.n = FT_COUNT(job_cells),
};

const uint32_t *
ft_rows_ids(const struct ft_rows *rows)
{
	return (const uint32_t *)(const void *)rows->data;
}

void *
ft_rows_keep(struct ft_rows *rows, size_t *n)
{
	const size_t size = rows->n * rows->shape->size;
	void *copy = ft_arena_alloc(rows->arena, size);

	if (rows->n)
		memcpy(copy, rows->data, size);
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
		qsort(rows->data, rows->n, rows->shape->size, compare_limits);
}
