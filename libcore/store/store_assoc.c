/*
 * store_assoc.c - associations and their places among siblings.
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
#include "store/store_registry_int.h"

#include "base/vec.h"

#include <string.h>

#define BLOCK 65536 /* positions a batch takes at once */

/* ---- questions ------------------------------------------------------------ */

/* The id of a partition name, 0 for ""; made if need be, else FT_ENOENT. */
static enum ft_status
partition_id(struct ft_store *store, const char *name, bool make, uint32_t *id,
    struct ft_error *err)
{
	enum ft_status status;
	int64_t value = 0;

	*id = 0;
	if (!name || !*name)
		return FT_OK;
	if (make) {
		status = ft_store_run(
		    store, FT_STMT_ADD_PARTITION_NAME, err, "t", name);
		if (status)
			return status;
	}
	status = ft_store_int(
	    store, &value, FT_STMT_PARTITION_NAME_ID, err, "t", name);
	*id = (uint32_t)value;
	return status;
}

enum ft_status
ft_find_assoc(struct ft_registry *registry, uint32_t cluster, uint32_t account,
    uint32_t user, const char *partition, bool deleted, struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	uint32_t part;
	enum ft_status status =
	    partition_id(store, partition, false, &part, err);

	if (!status)
		status = ft_store_one(store,
		    ft_store_query(store, FT_STMT_FIND_ASSOC, err, "uuuu",
			cluster, account, user, part),
		    ft_row_assoc, assoc, err);
	if (!status && assoc->deleted && !deleted)
		return ft_store_absent(store, "assoc", err);
	return status;
}

enum ft_status
ft_get_assoc(struct ft_registry *registry, uint32_t id, struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);

	return ft_store_one(store,
	    ft_store_query(store, FT_STMT_READ_ASSOC, err, "u", id),
	    ft_row_assoc, assoc, err);
}

/* All rows first: the callback may ask and change. */
enum ft_status
ft_each_assoc(struct ft_registry *registry,
    const struct ft_assoc_filter *filter, ft_assoc_fn *fn, void *ctx,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows rows = { &store->arena, sizeof(struct ft_assoc), NULL, 0,
		0 };
	const struct ft_assoc *assoc;
	enum ft_stmt id = filter->parent    ? FT_STMT_EACH_ASSOC_PARENT
			  : filter->user    ? FT_STMT_EACH_ASSOC_USER
			  : filter->account ? FT_STMT_EACH_ASSOC_ACCOUNT
					    : FT_STMT_EACH_ASSOC;
	sqlite3_stmt *stmt = ft_store_query(store, id, err, "ooootbbb",
	    filter->cluster, filter->account, filter->user, filter->parent,
	    filter->partition, (int)filter->accounts_only,
	    (int)filter->users_only, (int)filter->with_deleted);
	enum ft_status status =
	    ft_store_rows(store, stmt, ft_row_assoc, &rows, err);

	assoc = (const struct ft_assoc *)(const void *)rows.data;
	for (size_t i = 0; !status && i < rows.n; i++)
		status = fn(ctx, &assoc[i], err);
	ft_rows_free(&rows);
	return status;
}

/* ---- positions ------------------------------------------------------------ */

/* Give the children of PARENT new positions; those below LIMIT stay in front. */
static enum ft_status
spread(struct ft_store *store, uint32_t parent, int32_t limit,
    struct ft_family *family, struct ft_error *err)
{
	int64_t in_front = 0;
	enum ft_status status = ft_store_int(
	    store, &in_front, FT_STMT_FAMILY_COUNT, err, "ud", parent, limit);

	if (!status)
		status = ft_store_log_family(store, parent, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_FAMILY_SPREAD, err, "udd",
		    parent, limit, INT32_MIN);
	store->spreads++;
	family->next = (int32_t)(INT32_MIN + in_front);
	family->limit = 1;
	return status;
}

static enum ft_status
open_block(struct ft_store *store, uint32_t parent, struct ft_family *family,
    struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_FAMILY_FRONT, err, "u", parent);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
	int64_t front;
	bool empty;

	if (step <= 0)
		return (enum ft_status)step;
	empty = sqlite3_column_type(stmt, 0) == SQLITE_NULL;
	front = sqlite3_column_int64(stmt, 0);
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
	struct ft_family *family;
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
ft_new_batch(struct ft_registry *registry, struct ft_error *err)
{
	(void)err;
	ft_store_of(registry)->batch++;
	return FT_OK;
}

/* ---- changes -------------------------------------------------------------- */

/* NULL (a shares of `parent`) cannot be bound by a number: use both. */
static void
bind_shares(sqlite3_stmt *stmt, int column, const struct ft_assoc *assoc)
{
	if (assoc->shares == FT_SHARES_PARENT)
		(void)sqlite3_bind_null(stmt, column);
	else
		(void)sqlite3_bind_int64(stmt, column, assoc->shares);
}

static enum ft_status
write_assoc(struct ft_store *store, const struct ft_assoc *assoc,
    uint32_t partition, int32_t position, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_PUT_ASSOC, err,
	    "uuuoooduboitbi", assoc->id, assoc->cluster, assoc->account,
	    assoc->user, partition, assoc->parent, position, assoc->shares,
	    (int)assoc->is_default, assoc->default_qos, assoc->created,
	    assoc->comment ? assoc->comment : "", (int)assoc->deleted,
	    store->registry.now);

	if (!stmt)
		return FT_EIO;
	bind_shares(stmt, 8, assoc);
	return (enum ft_status)ft_store_step(store, stmt, err);
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
	       !strcmp(
		   old->partition, assoc->partition ? assoc->partition : "");
}

static bool
has_values(const struct ft_assoc *old, const struct ft_assoc *assoc)
{
	return old->shares == assoc->shares &&
	       old->is_default == assoc->is_default &&
	       old->default_qos == assoc->default_qos &&
	       old->created == assoc->created &&
	       old->deleted == assoc->deleted &&
	       !strcmp(old->comment, assoc->comment ? assoc->comment : "");
}

static enum ft_status
write_values(
    struct ft_store *store, const struct ft_assoc *assoc, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_SET_ASSOC, err, "uuboitbi", assoc->id,
		assoc->shares, (int)assoc->is_default, assoc->default_qos,
		assoc->created, assoc->comment ? assoc->comment : "",
		(int)assoc->deleted, store->registry.now);

	if (!stmt)
		return FT_EIO;
	bind_shares(stmt, 2, assoc);
	return (enum ft_status)ft_store_step(store, stmt, err);
}

/* slurmdbd remembers when the row was made first. */
static enum ft_status
revive(struct ft_registry *registry, const struct ft_assoc *assoc,
    uint32_t partition, uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_assoc record, old;
	int32_t position;
	enum ft_status status;

	status = ft_find_assoc(registry, assoc->cluster, assoc->account,
	    assoc->user, assoc->partition, true, &old, err);
	if (!status && !old.deleted)
		return ft_fail(err, FT_EEXIST,
		    "association %lu has this account, user and partition",
		    (unsigned long)old.id);
	if (status)
		return status;
	position = old.position;
	if (old.parent != assoc->parent) {
		store->batch++;
		status = next_position(store, assoc->parent, &position, err);
	}
	*id = old.id;
	record = *assoc;
	record.id = *id;
	record.deleted = false;
	record.created = old.created;
	if (!status)
		status = ft_store_log_row(store, FT_LOG_ASSOC, *id, err);
	return status ? status
		      : write_assoc(store, &record, partition, position, err);
}

enum ft_status
ft_add_assoc(struct ft_registry *registry, const struct ft_assoc *assoc,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	uint32_t partition, number = 0;
	int32_t position = 0;
	sqlite3_stmt *stmt;
	enum ft_status status =
	    partition_id(store, assoc->partition, true, &partition, err);

	if (!status)
		status = next_position(store, assoc->parent, &position, err);
	if (!status)
		status = ft_store_next_id(store, FT_LOG_ASSOC, id, err);
	if (!status)
		status =
		    ft_store_next_number(store, assoc->cluster, &number, err);
	if (status)
		return status;
	stmt = ft_store_query(store, FT_STMT_ADD_ASSOC, err, "uuuoooduboitu",
	    *id, assoc->cluster, assoc->account, assoc->user, partition,
	    assoc->parent, position, assoc->shares, (int)assoc->is_default,
	    assoc->default_qos, assoc->created ? assoc->created : registry->now,
	    assoc->comment ? assoc->comment : "", number);
	if (!stmt)
		return FT_EIO;
	bind_shares(stmt, 8, assoc);
	status = (enum ft_status)ft_store_step(store, stmt, err);
	if (status)
		return status;
	if (!sqlite3_changes(store->db))
		return revive(registry, assoc, partition, id, err);
	ft_store_take_id(store, FT_LOG_ASSOC);
	ft_store_take_number(store, assoc->cluster);
	return ft_store_log_added(store, FT_LOG_ASSOC, *id, err);
}

enum ft_status
ft_put_assoc(struct ft_registry *registry, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_assoc old;
	uint32_t partition;
	int32_t position = 0;
	enum ft_status status = ft_get_assoc(registry, assoc->id, &old, err);

	if (status == FT_ENOENT)
		return ft_fail(err, FT_ENOENT, "no association %lu",
		    (unsigned long)assoc->id);
	if (!status)
		status = ft_store_log_row(store, FT_LOG_ASSOC, assoc->id, err);
	if (status)
		return status;
	if (is_at_place(&old, assoc))
		return has_values(&old, assoc)
			   ? FT_OK
			   : write_values(store, assoc, err);
	status = partition_id(store, assoc->partition, true, &partition, err);
	if (status)
		return status;
	position = old.position;
	if (old.parent != assoc->parent)
		status = next_position(store, assoc->parent, &position, err);
	return status ? status
		      : write_assoc(store, assoc, partition, position, err);
}

/* The heir is alive: a parent deleted earlier has handed on what it had. */
static enum ft_status
bequeath(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	int64_t has = 0, heir = 0;
	enum ft_status status =
	    ft_store_int(store, &has, FT_STMT_HAS_USAGE, err, "u", id);

	if (status || !has)
		return status;
	status = ft_store_int(store, &heir, FT_STMT_LIVE_PARENT, err, "u", id);
	if (status == FT_ENOENT)
		return FT_OK;
	return status ? status
		      : ft_store_mark_transfer(store, id, (uint32_t)heir, err);
}

static enum ft_status
drop_one(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	enum ft_status status = ft_store_log_row(store, FT_LOG_ASSOC, id, err);

	if (!status)
		status = ft_drop_lists(store, FT_ENTITY_ASSOC, id, err);
	if (!status)
		status = bequeath(store, id, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_DROP_ASSOC, err, "ui", id,
		    store->registry.now);
	if (!status && !sqlite3_changes(store->db))
		status = ft_fail(
		    err, FT_ENOENT, "no association %lu", (unsigned long)id);
	return status;
}

/* A row that is younger than a day goes, and whatever stands below it. */
static enum ft_status
remove_young(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	struct ft_rows rows = { .size = sizeof(uint32_t) };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(
		store, FT_STMT_YOUNG_BELOW, err, "ui", id, store->registry.now),
	    ft_row_id, &rows, err);
	const uint32_t *below = (const uint32_t *)(const void *)rows.data;

	for (size_t i = 0; !status && i < rows.n; i++) {
		status = ft_store_log_row(store, FT_LOG_ASSOC, below[i], err);
		if (!status)
			status = ft_store_run(
			    store, FT_STMT_FORGET_ASSOC, err, "u", below[i]);
	}
	ft_rows_free(&rows);
	return status;
}

/* Where one association of a request has jobs, all of them are kept. */
static enum ft_status
find_jobs(struct ft_store *store, const uint32_t *id, size_t n,
    struct ft_rows *clusters, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; !status && i < n; i++)
		status = ft_store_rows(store,
		    ft_store_query(store, FT_STMT_JOBS_BELOW, err, "u", id[i]),
		    ft_row_id, clusters, err);
	return status;
}

static enum ft_status
remove_unless_kept(struct ft_store *store, uint32_t id,
    const struct ft_rows *kept, struct ft_error *err)
{
	const uint32_t *cluster = (const uint32_t *)(const void *)kept->data;
	struct ft_assoc assoc;
	enum ft_status status = ft_get_assoc(&store->registry, id, &assoc, err);

	if (status == FT_ENOENT) /* gone with one above it */
		return FT_OK;
	for (size_t i = 0; !status && i < kept->n; i++)
		if (cluster[i] == assoc.cluster)
			return FT_OK;
	return status ? status : remove_young(store, id, err);
}

enum ft_status
ft_drop_assocs(struct ft_registry *registry, const uint32_t *id, size_t n,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_rows kept = { .size = sizeof(uint32_t) };
	enum ft_status status = find_jobs(store, id, n, &kept, err);

	for (size_t i = 0; !status && i < n; i++)
		status = drop_one(store, id[i], err);
	for (size_t i = 0; !status && i < n; i++)
		status = remove_unless_kept(store, id[i], &kept, err);
	ft_rows_free(&kept);
	return status;
}
