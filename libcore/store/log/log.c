/*
 * log.c - writes the journal: which rows a transaction touched, and what they
 * contained before.
 *
 * The first change makes the entry.  Rows that the transaction itself added are
 * recorded as ranges of ids, without images, so that loading a hundred thousand
 * rows writes a handful of rows to the journal.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"

void
ft_store_log_start(struct ft_store *store)
{
	store->journal = 0;
	store->usage_changed = store->marks_known = false;
	ft_images_forget(store);
	for (size_t i = 0; i < FT_LOG_ROWS; i++) {
		ft_idmap_free(&store->imaged[i]);
		store->added[i] = (struct ft_log_added){ FT_STORE_NO_ID, 0, 0 };
	}
	store->imaged_known = true;
	ft_idmap_free(&store->listed);
	ft_store_id_start(store);
}

void
ft_store_log_back(struct ft_store *store, uint32_t journal)
{
	store->journal = journal;
	store->imaged_known = false;
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		store->added[i].first = store->added[i].last = 0;
	ft_store_id_start(store);
}

enum ft_status
ft_store_add_entry(struct ft_store *store, const struct ft_store_actor *actor,
    uint32_t undoes, uint32_t *id, struct ft_error *err)
{
	FT_TRY(ft_store_run(store, FT_STMT_ADD_JOURNAL,
	    FT_ARGS(FT_ARG("actor", actor->name),
		FT_ARG("command", actor->command), FT_ARG("wall", actor->wall),
		FT_ARG("at", store->registry.now), FT_ARG_ID("undoes", undoes)),
	    err));
	*id = (uint32_t)sqlite3_last_insert_rowid(store->db);
	if (!store->first_entry)
		store->first_entry = *id;
	return FT_OK;
}

enum ft_status
ft_store_log_entry(struct ft_store *store, struct ft_error *err)
{
	const struct ft_store_actor actor = { store->actor, store->command,
		store->wall };

	assert(store->depth);
	return store->journal
		   ? FT_OK
		   : ft_store_add_entry(store, &actor, 0, &store->journal, err);
}

static enum ft_status
flush_one(struct ft_store *store, size_t i, struct ft_error *err)
{
	struct ft_log_added *added = &store->added[i];

	if (!added->first)
		return FT_OK;
	FT_TRY(ft_store_run(store, FT_STMT_ADD_JOURNAL_RANGE,
	    FT_ARGS(FT_ARG("journal", store->journal),
		FT_ARG("entity", ft_log_name((enum ft_log)i)),
		FT_ARG("first", added->first), FT_ARG("last", added->last)),
	    err));
	added->first = added->last = 0;
	return FT_OK;
}

enum ft_status
ft_store_log_flush(struct ft_store *store, struct ft_error *err)
{
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		FT_TRY(flush_one(store, i, err));
	return ft_store_id_flush(store, err);
}

/* ---- images ------------------------------------------------------------------ */

bool
ft_store_has_image(const struct ft_store *store, enum ft_log what, uint32_t id)
{
	return store->imaged_known &&
	       ft_idmap_get(&store->imaged[what], id) != FT_IDMAP_NONE;
}

/* Find out which images the entry still has after a savepoint was rolled
 * back. */
static enum ft_status
find_imaged(struct ft_store *store, struct ft_error *err)
{
	sqlite3_stmt *stmt;
	enum ft_status status = FT_OK;
	enum ft_log what;

	if (store->imaged_known)
		return FT_OK;
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		ft_idmap_free(&store->imaged[i]);
	stmt = ft_store_query(store, FT_STMT_JOURNAL_IMAGED,
	    FT_ARGS(FT_ARG("journal", store->journal)), err);
	while (ft_store_next(store, stmt, &status, err))
		if (ft_log_find((const void *)sqlite3_value_text(
				    ft_column(stmt, "entity")),
			&what) &&
		    what < FT_LOG_ROWS)
			ft_idmap_put(&store->imaged[what],
			    ft_column_u32(stmt, "key"), 1);
	store->imaged_known = !status;
	return status;
}

/* Keep images of the first N rows of SET that have none yet. */
static enum ft_status
keep_images(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, size_t n, struct ft_error *err)
{
	struct ft_idmap *imaged = &store->imaged[what];
	struct ft_imaging run = { .what = what, .journal = store->journal };

	FT_TRY(find_imaged(store, err));
	for (size_t i = 0; i < n;) {
		run.first = set->id[i];
		if (ft_store_has_image(store, what, set->id[i++]))
			continue;
		run.last = run.first;
		while (i < n && set->id[i] - run.last == 1 &&
		       !ft_store_has_image(store, what, set->id[i]))
			run.last = set->id[i++];
		for (uint32_t id = run.first; id <= run.last; id++)
			ft_idmap_put(imaged, id, 1);
		FT_TRY(ft_images_keep(store, &run, err));
	}
	return FT_OK;
}

enum ft_status
ft_store_log_row(
    struct ft_store *store, enum ft_log what, uint32_t id, struct ft_error *err)
{
	if (what < FT_LOG_ROWS)
		return ft_store_log_set(
		    store, what, &(struct ft_id_set){ &id, 1 }, err);
	if (id >= store->added[ft_log_owner(what)].first_new) {
		if (ft_log_owner(what) == FT_LOG_ASSOC)
			ft_idmap_put(&store->listed, id, 1);
		return FT_OK;
	}
	FT_TRY(ft_store_log_entry(store, err));
	return ft_store_run(store, (enum ft_stmt)(FT_STMT_LOG + what),
	    FT_ARGS(FT_ARG("journal", store->journal), FT_ARG("key", id)), err);
}

bool
ft_store_is_bare(const struct ft_store *store, uint32_t assoc)
{
	return store->depth && assoc >= store->added[FT_LOG_ASSOC].first_new &&
	       ft_idmap_get(&store->listed, assoc) == FT_IDMAP_NONE;
}

/* Returns how many of SET, rows of OWNER, existed before this transaction. */
static size_t
count_old(const struct ft_store *store, enum ft_log owner,
    const struct ft_id_set *set)
{
	size_t n = set->n;

	while (n && set->id[n - 1] >= store->added[owner].first_new)
		n--;
	return n;
}

enum ft_status
ft_store_log_set(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, struct ft_error *err)
{
	size_t n = count_old(store, what, set);

	if (!n)
		return FT_OK;
	FT_TRY(ft_store_log_entry(store, err));
	return keep_images(store, what, set, n, err);
}

enum ft_status
ft_store_log_lists(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, struct ft_error *err)
{
	struct ft_id_set old = { set->id,
		count_old(store, ft_log_owner(what), set) };

	if (!old.n)
		return FT_OK;
	FT_TRY(ft_store_log_entry(store, err));
	return ft_set_run(store, (enum ft_stmt)(FT_STMT_LOG_LISTS + (int)what),
	    &old, NULL, err);
}

enum ft_status
ft_store_log_family(
    struct ft_store *store, uint32_t parent, struct ft_error *err)
{
	struct ft_rows rows FT_CLEANUP(
	    ft_rows_free) = { .shape = &ft_id_shape };
	struct ft_id_set set FT_CLEANUP(ft_set_free) = { .n = 0 };

	FT_TRY(ft_store_rows(store,
	    ft_store_query(store, FT_STMT_OLDER_CHILDREN,
		FT_ARGS(FT_ARG("parent", parent),
		    FT_ARG("before", store->added[FT_LOG_ASSOC].first_new)),
		err),
	    &rows, err));
	ft_set_init(&set, ft_rows_ids(&rows), rows.n);
	return ft_store_log_set(store, FT_LOG_ASSOC, &set, err);
}

enum ft_status
ft_store_log_added(
    struct ft_store *store, enum ft_log what, uint32_t id, struct ft_error *err)
{
	struct ft_log_added *added = &store->added[what];
	enum ft_status status = FT_OK;

	assert(what < FT_LOG_ROWS);
	if (added->first && id == added->last + 1) {
		added->last = id;
		return FT_OK;
	}
	if (added->first)
		status = flush_one(store, what, err);
	if (!status)
		status = ft_store_log_entry(store, err);
	if (status)
		return status;
	added->first = added->last = id;
	if (id < added->first_new)
		added->first_new = id;
	return FT_OK;
}

enum ft_status
ft_store_log_setting(
    struct ft_store *store, const char *key, struct ft_error *err)
{
	const struct ft_arg setting = FT_ARG("key", key);
	const struct ft_arg conf = FT_ARG("key", 0);
	unsigned what = key ? FT_LOG_SETTING : FT_LOG_CONF;

	FT_TRY(ft_store_log_entry(store, err));
	return ft_store_run(store, (enum ft_stmt)(FT_STMT_LOG + what),
	    FT_ARGS(FT_ARG("journal", store->journal), key ? setting : conf),
	    err);
}
