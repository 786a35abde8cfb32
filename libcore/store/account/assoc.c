/*
 * assoc.c - associations and their places among siblings.
 *
 * Positions.  What one batch adds to an account stands in front of its older
 * children, in the order added.  The batch takes a block of positions below
 * the smallest one in use and fills it upwards; 2^16 places are enough for
 * nearly all batches and leave room for 32,000 batches.  When a block is full
 * or the range is used up, the children of that one account get new positions
 * 1, 2, 3 ... (the batch's at the bottom of the range).  Deleted children keep
 * their place, also when they are revived below the same parent; revived below
 * another one they move in front of all its children, as an account that moves.
 */
#include "store/account/registry_internal.h"
#include "store/usage/usage_internal.h"

#define BLOCK 65536 /* positions a batch takes at once */

/* Where the current batch puts the next child of one association. */
struct family {
	uint32_t
	    batch;     /* of the last addition; in another batch: out of date */
	int32_t next;  /* position of the next child */
	int32_t limit; /* of the oldest sibling: not reached */
};

/* ---- questions ------------------------------------------------------------ */

/* What strings are when nobody gave them. */
static struct ft_assoc
with_strings(const struct ft_assoc *assoc)
{
	struct ft_assoc whole = *assoc;

	whole.partition = assoc->partition ? assoc->partition : "";
	whole.comment = assoc->comment ? assoc->comment : "";
	return whole;
}

/* All rows first: the callback may ask and change. */
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
	sqlite3_stmt *stmt = ft_store_query(store, id,
	    FT_ARGS(FT_ARG_ID("cluster", filter->cluster),
		FT_ARG_ID("account", filter->account),
		FT_ARG_ID("user", filter->user),
		FT_ARG_ID("parent", filter->parent),
		FT_ARG("partition", filter->partition),
		FT_ARG("accounts_only", filter->accounts_only),
		FT_ARG("users_only", filter->users_only),
		FT_ARG("with_deleted", filter->with_deleted)),
	    err);
	enum ft_status status = ft_store_rows(store, stmt, &rows, err);

	assoc = (const struct ft_assoc *)(const void *)rows.data;
	for (size_t i = 0; !status && i < rows.n; i++)
		status = fn(ctx, &assoc[i], err);
	return status;
}

/* ---- positions ------------------------------------------------------------ */

/* Give the children of PARENT new positions; those below LIMIT stay in front. */
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

/* The place of the next child of PARENT in this batch. */
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

/* With the row of its partition. */
static enum ft_status
write_assoc(struct ft_store *store, enum ft_stmt stmt,
    const struct ft_assoc *assoc, struct ft_error *err)
{
	const struct ft_assoc whole = with_strings(assoc);
	const struct ft_source source = { &ft_shapes[FT_TABLE_assoc], &whole,
		NULL };
	/* what a new one does not take */
	const bool is_new = stmt == FT_STMT_ADD_ASSOC;

	if (*whole.partition)
		FT_TRY(ft_store_run(store, FT_STMT_ADD_PARTITION_NAME,
		    FT_ARGS(FT_ARG("name", whole.partition)), err));
	return ft_record_write(store, stmt, &source,
	    is_new ? NULL : FT_ARGS(FT_ARG("now", store->registry.now)), err);
}

/*
 * Whether the two stand at the same place: what is not said to change is not
 * looked up in indexes and foreign keys again.
 */
static bool
is_at_place(const struct ft_assoc *old, const struct ft_assoc *assoc)
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

/* slurmdbd remembers when the row was made first. */
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
	return ft_store_log_added(store, FT_LOG_ASSOC, *id, err);
}

enum ft_status
ft_store_put_assoc(struct ft_registry *registry, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_assoc record = with_strings(assoc), old;
	enum ft_status status = FT_GET(registry, assoc->id, &old, err);

	if (status == FT_ENOENT)
		return ft_fail(err, FT_ENOENT, "no association %lu",
		    (unsigned long)assoc->id);
	FT_TRY(status);
	FT_TRY(ft_store_log_row(store, FT_LOG_ASSOC, assoc->id, err));
	if (is_at_place(&old, &record) && has_values(&old, &record))
		return FT_OK;
	if (is_at_place(&old, &record))
		return write_assoc(store, FT_STMT_SET_ASSOC, &record, err);
	record.position = old.position;
	if (old.parent != assoc->parent)
		FT_TRY(
		    next_position(store, assoc->parent, &record.position, err));
	return write_assoc(store, FT_STMT_PUT_ASSOC, &record, err);
}

/* The heir is alive: a parent deleted earlier has handed on what it had. */
static enum ft_status
bequeath(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	int64_t has = 0, heir = 0;
	enum ft_status status = ft_store_int(
	    store, &has, FT_STMT_HAS_USAGE, FT_ARGS(FT_ARG("assoc", id)), err);

	if (status || !has)
		return status;
	status = ft_store_int(
	    store, &heir, FT_STMT_LIVE_PARENT, FT_ARGS(FT_ARG("id", id)), err);
	if (status == FT_ENOENT)
		return FT_OK;
	return status ? status
		      : ft_store_mark_transfer(store, id, (uint32_t)heir, err);
}

static enum ft_status
drop_one(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	FT_TRY(ft_store_log_row(store, FT_LOG_ASSOC, id, err));
	FT_TRY(ft_store_drop_lists(
	    store, (struct ft_owner){ FT_ENTITY_ASSOC, id }, err));
	FT_TRY(bequeath(store, id, err));
	FT_TRY(ft_store_run(store, FT_STMT_DROP_ASSOC,
	    FT_ARGS(FT_ARG("id", id), FT_ARG("now", store->registry.now)),
	    err));
	return !sqlite3_changes(store->db)
		   ? ft_fail(err, FT_ENOENT, "no association %lu",
			 (unsigned long)id)
		   : FT_OK;
}

/* A row that is younger than a day goes, and whatever stands below it. */
static enum ft_status
remove_young(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	struct ft_rows young FT_CLEANUP(
	    ft_rows_free) = { .shape = &ft_id_shape };

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, FT_STMT_YOUNG_BELOW,
		FT_ARGS(FT_ARG("id", id), FT_ARG("now", store->registry.now)),
		err),
	    &young, err));
	for (size_t i = 0; i < young.n; i++) {
		uint32_t one = ft_rows_ids(&young)[i];

		FT_TRY(ft_store_log_row(store, FT_LOG_ASSOC, one, err));
		FT_TRY(ft_store_run(store, FT_STMT_FORGET_ASSOC,
		    FT_ARGS(FT_ARG("id", one)), err));
	}
	return FT_OK;
}

static enum ft_status
remove_unless_kept(struct ft_store *store, uint32_t id,
    const struct ft_rows *kept, struct ft_error *err)
{
	struct ft_assoc assoc;
	enum ft_status status = FT_GET(&store->registry, id, &assoc, err);

	if (status == FT_ENOENT) /* gone with one above it */
		return FT_OK;
	for (size_t i = 0; !status && i < kept->n; i++)
		if (ft_rows_ids(kept)[i] == assoc.cluster)
			return FT_OK;
	return status ? status : remove_young(store, id, err);
}

enum ft_status
ft_store_drop_assocs(struct ft_registry *registry, const uint32_t *id, size_t n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	/* where one association of a request has jobs, all of them are kept */
	struct ft_rows kept FT_CLEANUP(
	    ft_rows_free) = { .shape = &ft_id_shape };

	for (size_t i = 0; i < n; i++)
		FT_TRY(ft_store_rows(store,
		    ft_store_query(store, FT_STMT_JOBS_BELOW,
			FT_ARGS(FT_ARG("id", id[i])), err),
		    &kept, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(drop_one(store, id[i], err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(remove_unless_kept(store, id[i], &kept, err));
	return FT_OK;
}
