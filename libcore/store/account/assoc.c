/*
 * assoc.c - associations, and their order among siblings.
 *
 * The order of siblings decides which of two tied accounts Fair Tree visits first,
 * so it follows slurmdbd's: children that one batch adds come before older ones,
 * in the order in which they were added.  A batch takes a block of positions below
 * the smallest one in use and fills it upwards; 2^16 positions are enough for
 * nearly all batches and leave room for 32,000 batches.  When a block is full or
 * the range is used up, the children of that account get new positions 1, 2, 3 ...
 * (those of the batch at the bottom of the range).  A deleted child keeps its
 * position, also when it is revived below the same parent.  Revived below another
 * parent, or moved there, it becomes the first child.
 * Source: tests/oracle/cases/c09-tie-order-commands.
 */
#include "store/account/registry_internal.h"

#define BLOCK 65536 /* positions a batch takes at once */

/* Where the current batch puts the next child of one association. */
struct family {
	uint32_t
	    batch;     /* of the last addition; in another batch: out of date */
	int32_t next;  /* position of the next child */
	int32_t limit; /* of the oldest sibling: not reached */
};

/* ---- questions ------------------------------------------------------------ */

/* Replaces NULL by "". */
static struct ft_assoc
with_strings(const struct ft_assoc *assoc)
{
	struct ft_assoc whole = *assoc;

	whole.partition = assoc->partition ? assoc->partition : "";
	whole.comment = assoc->comment ? assoc->comment : "";
	return whole;
}

static int
by_id(const void *a, const void *b)
{
	const struct ft_assoc *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static int
by_position(const void *a, const void *b)
{
	const struct ft_assoc *x = a, *y = b;

	return x->position != y->position
		   ? (x->position > y->position) - (x->position < y->position)
		   : by_id(a, b);
}

static int
by_user(const void *a, const void *b)
{
	const struct ft_assoc *x = a, *y = b;

	return x->user != y->user ? (x->user > y->user) - (x->user < y->user)
				  : by_id(a, b);
}

/* Reads all rows first: FN may use the store. */
enum ft_status
ft_store_each_assoc(struct ft_registry *registry,
    const struct ft_assoc_filter *filter, ft_assoc_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows FT_CLEANUP(ft_rows_free) = { .arena = &store->arena,
		.shape = &ft_shapes[FT_TABLE_assoc] };
	const struct ft_assoc *assoc;
	enum ft_stmt id = filter->parent    ? FT_STMT_EACH_ASSOC_PARENT
			  : filter->user    ? FT_STMT_EACH_ASSOC_USER
			  : filter->account ? FT_STMT_EACH_ASSOC_ACCOUNT
					    : FT_STMT_EACH_ASSOC;
	enum ft_status status = ft_rows_collect(store, id,
	    FT_ARGS(FT_ARG_ID("cluster", filter->cluster),
		FT_ARG_ID("account", filter->account),
		FT_ARG_ID("user", filter->user),
		FT_ARG_ID("last_user",
		    filter->last_user ? filter->last_user : filter->user),
		FT_ARG_ID("parent", filter->parent),
		FT_ARG("partition", filter->partition),
		FT_ARG("accounts_only", filter->accounts_only),
		FT_ARG("users_only", filter->users_only),
		FT_ARG("with_deleted", filter->with_deleted)),
	    &rows, err);

	/* as SQLite found them, they are in this order, if by an index */
	if (rows.n)
		qsort(rows.data, rows.n, sizeof *assoc,
		    filter->parent ? by_position
		    : filter->user ? by_user
				   : by_id);
	assoc = (const struct ft_assoc *)(const void *)rows.data;
	for (size_t i = 0; !status && i < rows.n; i++)
		status = fn(ctx, &assoc[i], err);
	return status;
}

/* ---- positions ------------------------------------------------------------ */

/* Give the children of PARENT new positions; those below LIMIT stay first. */
static enum ft_status
spread(struct ft_store *store, uint32_t parent, int32_t limit,
    struct family *family, struct ft_error *err)
{
	int64_t in_front = 0;
	enum ft_status status =
	    ft_store_int(store, &in_front, FT_STMT_FAMILY_COUNT,
		FT_ARGS(FT_ARG("parent", parent), FT_ARG("limit", limit)), err);

	if (!status)
		status = ft_store_log_family(store, parent, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_FAMILY_SPREAD,
		    FT_ARGS(FT_ARG("parent", parent), FT_ARG("limit", limit),
			FT_ARG("bottom", INT32_MIN)),
		    err);
	store->spreads++;
	family->next = (int32_t)(INT32_MIN + in_front);
	family->limit = 1;
	return status;
}

static enum ft_status
open_block(struct ft_store *store, uint32_t parent, struct family *family,
    struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_FAMILY_FRONT,
	    FT_ARGS(FT_ARG("parent", parent)), err);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
	int64_t front;
	bool empty;

	if (step <= 0)
		return (enum ft_status)step;
	empty = sqlite3_value_type(ft_column(stmt, NULL)) == SQLITE_NULL;
	front = sqlite3_value_int64(ft_column(stmt, NULL));
	sqlite3_reset(stmt);
	if (!empty && front - BLOCK < INT32_MIN) {
		enum ft_status status =
		    spread(store, parent, INT32_MIN, family, err);

		if (status)
			return status;
		front = 1;
	}
	family->next = empty ? 0 : (int32_t)(front - BLOCK);
	family->limit = empty ? INT32_MAX : (int32_t)front;
	return FT_OK;
}

/* Set *position to that of the next child of PARENT in this batch. */
static enum ft_status
next_position(struct ft_store *store, uint32_t parent, int32_t *position,
    struct ft_error *err)
{
	struct family *family;
	enum ft_status status = FT_OK;

	family = ft_idvec_add(&store->family, parent, sizeof *family);
	if (family->batch != store->batch)
		status = open_block(store, parent, family, err);
	else if (family->next >= family->limit)
		status = spread(store, parent, family->limit, family, err);
	if (status)
		return status;
	family->batch = store->batch;
	*position = family->next++;
	return FT_OK;
}

enum ft_status
ft_store_new_batch(struct ft_registry *registry, struct ft_error *err)
{
	(void)err;
	ft_store_of(registry)->batch++;
	return FT_OK;
}

/* ---- changes -------------------------------------------------------------- */

/* Write the row, and the name of its partition. */
static enum ft_status
write_assoc(struct ft_store *store, enum ft_stmt stmt,
    const struct ft_assoc *assoc, struct ft_error *err)
{
	const struct ft_assoc whole = with_strings(assoc);
	const struct ft_source source = { &ft_shapes[FT_TABLE_assoc], &whole,
		NULL };
	/* ADD_ASSOC has no parameter now */
	const bool is_new = stmt == FT_STMT_ADD_ASSOC;

	if (*whole.partition)
		FT_TRY(ft_store_run(store, FT_STMT_ADD_PARTITION_NAME,
		    FT_ARGS(FT_ARG("name", whole.partition)), err));
	return ft_record_write(store, stmt, &source,
	    is_new ? NULL : FT_ARGS(FT_ARG("now", store->registry.now)), err);
}

/*
 * Whether both have the same key and parent.  Then only values are written, and
 * SQLite need not check indexes and foreign keys again.
 */
static bool
has_same_key(const struct ft_assoc *old, const struct ft_assoc *assoc)
{
	return old->cluster == assoc->cluster &&
	       old->account == assoc->account && old->user == assoc->user &&
	       old->parent == assoc->parent &&
	       !strcmp(old->partition, assoc->partition);
}

static bool
has_values(const struct ft_assoc *old, const struct ft_assoc *assoc)
{
	return old->created == assoc->created &&
	       old->deleted == assoc->deleted &&
	       ft_store_same_values(FT_ENTITY_ASSOC, old, assoc);
}

/* Bring back a deleted association.  As in slurmdbd it keeps its first creation
 * time. */
static enum ft_status
revive(struct ft_registry *registry, const struct ft_assoc *assoc, uint32_t *id,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_assoc record = *assoc, old = *assoc;

	FT_TRY(registry->ops->find(registry, FT_ENTITY_ASSOC, &old, true, err));
	if (!old.deleted)
		return ft_fail(err, FT_EEXIST,
		    "association %lu has this account, user and partition",
		    (unsigned long)old.id);
	*id = record.id = old.id;
	registry->added.id = old.id;
	registry->added.number = old.number;
	record.deleted = false;
	record.created = old.created;
	record.position = old.position;
	if (old.parent != assoc->parent) {
		store->batch++;
		FT_TRY(
		    next_position(store, assoc->parent, &record.position, err));
	}
	FT_TRY(ft_store_log_row(store, FT_LOG_ASSOC, *id, err));
	return write_assoc(store, FT_STMT_PUT_ASSOC, &record, err);
}

enum ft_status
ft_store_add_assoc(struct ft_registry *registry, const struct ft_assoc *assoc,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_assoc record = *assoc;

	FT_TRY(next_position(store, assoc->parent, &record.position, err));
	FT_TRY(ft_store_next_id(store, FT_LOG_ASSOC, id, err));
	FT_TRY(
	    ft_store_next_number(store, assoc->cluster, &record.number, err));
	record.id = *id;
	if (!record.created)
		record.created = registry->now;
	FT_TRY(write_assoc(store, FT_STMT_ADD_ASSOC, &record, err));
	if (!sqlite3_changes(store->db))
		return revive(registry, assoc, id, err);
	ft_store_take_id(store, FT_LOG_ASSOC);
	ft_store_take_number(store, assoc->cluster);
	registry->added.id = *id;
	registry->added.number = record.number;
	return ft_store_log_added(store, FT_LOG_ASSOC, *id, err);
}

/* Write new associations, whose ids and positions are set. */
static enum ft_status
write_new(struct ft_store *store, const struct ft_assoc *assoc, size_t n,
    struct ft_error *err)
{
	const struct ft_given given = { &ft_shapes[FT_TABLE_assoc], assoc, n,
		sizeof *assoc };

	for (size_t i = 0; i < n; i++)
		if (assoc[i].partition && *assoc[i].partition)
			FT_TRY(ft_store_run(store, FT_STMT_ADD_PARTITION_NAME,
			    FT_ARGS(FT_ARG("name", assoc[i].partition)), err));
	return ft_given_write(store, FT_STMT_ADD_ASSOCS, &given, NULL, err);
}

/* Give ids, numbers and positions to new associations, which are all of CLUSTER and not
 * written; FT_EEXIST: not that simple. */
static enum ft_status
place_new(struct ft_store *store, struct ft_assoc *assoc, size_t n,
    struct ft_error *err)
{
	const uint32_t cluster = assoc->cluster;
	uint32_t id, number;

	FT_TRY(ft_store_next_id(store, FT_LOG_ASSOC, &id, err));
	FT_TRY(ft_store_next_number(store, cluster, &number, err));
	for (size_t i = 0; i < n; i++) {
		const struct family *family = ft_idvec_get(
		    &store->family, assoc[i].parent, sizeof *family);

		/* siblings get new positions, or there are several clusters */
		if (assoc[i].cluster != cluster ||
		    (family && family->batch == store->batch &&
			family->next >= family->limit))
			return FT_EEXIST;
		FT_TRY(next_position(
		    store, assoc[i].parent, &assoc[i].position, err));
		assoc[i].id = id++;
		assoc[i].number = number++;
		if (!assoc[i].created)
			assoc[i].created = store->registry.now;
	}
	return FT_OK;
}

enum ft_status
ft_store_add_assocs(struct ft_registry *registry, struct ft_assoc *assoc,
    size_t n, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	if (!n)
		return FT_OK;
	FT_TRY(place_new(store, assoc, n, err));
	FT_TRY(write_new(store, assoc, n, err));
	for (size_t i = 0; i < n; i++) {
		ft_store_take_id(store, FT_LOG_ASSOC);
		ft_store_take_number(store, assoc->cluster);
		FT_TRY(
		    ft_store_log_added(store, FT_LOG_ASSOC, assoc[i].id, err));
	}
	return FT_OK;
}

enum ft_status
ft_store_put_assoc(struct ft_registry *registry, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_assoc record = with_strings(assoc), old;
	enum ft_status status;

	/* of many that are changed at once, most keep their keys */
	if (ft_store_has_image(store, FT_LOG_ASSOC, assoc->id)) {
		FT_TRY(write_assoc(store, FT_STMT_SET_ASSOC, &record, err));
		if (sqlite3_changes(store->db))
			return FT_OK;
	}
	status = FT_GET(registry, assoc->id, &old, err);
	if (status == FT_ENOENT)
		return ft_fail(err, FT_ENOENT, "no association %lu",
		    (unsigned long)assoc->id);
	FT_TRY(status);
	FT_TRY(ft_store_log_row(store, FT_LOG_ASSOC, assoc->id, err));
	if (has_same_key(&old, &record) && has_values(&old, &record))
		return FT_OK;
	if (has_same_key(&old, &record))
		return write_assoc(store, FT_STMT_SET_ASSOC, &record, err);
	record.position = old.position;
	if (old.parent != assoc->parent)
		FT_TRY(
		    next_position(store, assoc->parent, &record.position, err));
	return write_assoc(store, FT_STMT_PUT_ASSOC, &record, err);
}

enum ft_status
ft_store_order_children(struct ft_store *store, uint32_t parent,
    const uint32_t *id, size_t n, struct ft_error *err)
{
	struct ft_id_set set FT_CLEANUP(ft_set_free);
	int32_t position;

	ft_set_init(&set, id, n);
	FT_TRY(ft_store_log_set(store, FT_LOG_ASSOC, &set, err));
	store->batch++;
	for (size_t i = 0; i < n; i++) {
		FT_TRY(next_position(store, parent, &position, err));
		FT_TRY(ft_store_run(store, FT_STMT_PLACE_ASSOC,
		    FT_ARGS(FT_ARG("id", id[i]), FT_ARG("position", position)),
		    err));
	}
	return FT_OK;
}
