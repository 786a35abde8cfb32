/* store_book.c - the whole configuration in memory. */
#include "store/store_registry_int.h"

#include "model/tres.h"

#include <string.h>

/* One part of the book: which statement fills which array. */
struct part {
	enum ft_stmt stmt;
	bool by_deleted; /* the statement takes with_deleted */
	ft_row_fn *fn;
	size_t size;
	size_t array, count; /* offsets in struct ft_book */
};

#define PART(member, STMT, by_deleted, fn)                                     \
	{                                                                      \
		FT_STMT_##STMT, by_deleted, fn,                                \
		    sizeof *((struct ft_book *)0)->member,                     \
		    offsetof(struct ft_book, member),                          \
		    offsetof(struct ft_book, n_##member)                       \
	}

static const struct part parts[] = {
	PART(cluster, READ_CLUSTERS, true, ft_row_cluster),
	PART(account, READ_ACCOUNTS, true, ft_row_account),
	PART(user, READ_USERS, true, ft_row_user),
	PART(assoc, READ_ASSOCS, true, ft_row_assoc),
	PART(qos, READ_QOSES, true, ft_row_qos),
	PART(tres, READ_TRESES, false, ft_row_tres),
	PART(wckey, READ_WCKEYS, true, ft_row_wckey),
	PART(resource, READ_RESOURCES, true, ft_row_resource),
	PART(resource_share, READ_SHARES, false, ft_row_resource_share),
	PART(coord, READ_COORDS, false, ft_row_coord),
	PART(assoc_limit, READ_ASSOC_LIMITS, false, ft_row_limit),
	PART(qos_limit, READ_QOS_LIMITS, false, ft_row_limit),
	PART(assoc_qos, READ_ASSOC_QOS, false, ft_row_qosref),
	PART(qos_preempt, READ_QOS_PREEMPT, false, ft_row_qosref),
};

static enum ft_status
read_part(struct ft_store *store, const struct part *part, bool with_deleted,
    struct ft_book *book, struct ft_error *err)
{
	struct ft_rows rows = { .arena = &book->arena, .size = part->size };
	sqlite3_stmt *stmt = ft_store_query(store, part->stmt, err,
	    part->by_deleted ? "b" : "", (int)with_deleted);
	enum ft_status status =
	    ft_store_rows(store, stmt, part->fn, &rows, err);
	void *array;
	size_t n;

	if (status)
		return status;
	if (part->fn == ft_row_limit)
		ft_rows_sort_limits(&rows);
	array = ft_rows_keep(&rows, &n);
	memcpy((char *)book + part->array, &array, sizeof array);
	memcpy((char *)book + part->count, &n, sizeof n);
	return FT_OK;
}

/* Amounts of the first TRES are found by their place. */
static enum ft_status
check_tres(struct ft_store *store, const struct ft_tres *tres, size_t n,
    struct ft_error *err)
{
	for (size_t i = 0; i < FT_TRES_BUILTIN; i++) {
		const struct ft_tres *want = &ft_tres_builtin[i];

		if (i < n && tres[i].id == want->id &&
		    !strcmp(tres[i].type, want->type) &&
		    !strcmp(tres[i].name, want->name))
			continue;
		(void)ft_fail(err, FT_EFOREIGN, "tres row %lu is not %s%s%s",
		    (unsigned long)want->id, want->type, *want->name ? "/" : "",
		    want->name);
		return ft_store_damaged(store, err);
	}
	return FT_OK;
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
	if (!status && ft_book_check(book, err))
		status = ft_store_damaged(store, err);
	return status ? status
		      : check_tres(store, book->tres, book->n_tres, err);
}

enum ft_status
ft_store_read_limits(struct ft_store *store, uint32_t cluster,
    enum ft_limit_kind kind, struct ft_limit **limit, size_t *n,
    struct ft_error *err)
{
	struct ft_rows rows = { .size = sizeof **limit };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_LIMITS, err, "ut", cluster,
		ft_limit_infos[kind].name),
	    ft_row_limit, &rows, err);

	if (status)
		return status;
	*limit = (struct ft_limit *)(void *)rows.data;
	*n = rows.n;
	return FT_OK;
}

enum ft_status
ft_store_read_tres(struct ft_store *store, struct ft_arena *arena,
    struct ft_tres **tres, size_t *n, struct ft_error *err)
{
	struct ft_rows rows = { .arena = arena, .size = sizeof **tres };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, FT_STMT_READ_TRESES, err, ""), ft_row_tres,
	    &rows, err);

	if (status)
		return status;
	*tres = ft_rows_keep(&rows, n);
	return check_tres(store, *tres, *n, err);
}
