/*
 * log.c - write the journal: which rows a transaction touched, and what was in
 * them before.
 *
 * The first change makes the entry.  Rows that the transaction itself added are
 * recorded as ranges of ids, without images, so that loading a hundred thousand
 * rows writes a handful of rows to the journal.
 */
#include "store/internal.h"

void
ft_store_log_start(struct ft_store *store)
{
	store->journal = 0;
	store->usage_changed = false;
	ft_set_free(&store->ahead);
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		store->added[i] = (struct ft_log_added){ FT_STORE_NO_ID, 0, 0 };
	ft_store_id_start(store);
}

void
ft_store_log_back(struct ft_store *store, uint32_t journal)
{
	store->journal = journal;
	ft_set_free(&store->ahead);
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

bool
ft_store_is_ahead(const struct ft_store *store, enum ft_log what, uint32_t id)
{
	return what == store->ahead_of && ft_set_has(&store->ahead, id);
}

enum ft_status
ft_store_log_row(
    struct ft_store *store, enum ft_log what, uint32_t id, struct ft_error *err)
{
	if (ft_store_is_ahead(store, what, id))
		return FT_OK;
	if (what < FT_LOG_ROWS)
		return ft_store_log_set(
		    store, what, &(struct ft_id_set){ &id, 1 }, err);
	if (id >= store->added[ft_log_owner(what)].first_new)
		return FT_OK;
	FT_TRY(ft_store_log_entry(store, err));
	return ft_store_run(store, (enum ft_stmt)(FT_STMT_LOG + what),
	    FT_ARGS(FT_ARG("journal", store->journal), FT_ARG("key", id)), err);
}

/* Run STMT for those of SET, ids of OWNER, that this transaction has not added. */
static enum ft_status
log_old(struct ft_store *store, enum ft_stmt stmt, enum ft_log owner,
    const struct ft_id_set *set, struct ft_error *err)
{
	struct ft_id_set old = *set;

	while (old.n && old.id[old.n - 1] >= store->added[owner].first_new)
		old.n--;
	if (!old.n)
		return FT_OK;
	FT_TRY(ft_store_log_entry(store, err));
	return ft_set_run(store, stmt, &old, NULL, err);
}

enum ft_status
ft_store_log_set(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, struct ft_error *err)
{
	return log_old(
	    store, (enum ft_stmt)(FT_STMT_LOG + what), what, set, err);
}

enum ft_status
ft_store_log_ahead(struct ft_store *store, enum ft_log what, const uint32_t *id,
    size_t n, struct ft_error *err)
{
	ft_set_free(&store->ahead);
	ft_set_init(&store->ahead, id, n);
	store->ahead_of = what;
	return ft_store_log_set(store, what, &store->ahead, err);
}

enum ft_status
ft_store_log_lists(struct ft_store *store, enum ft_log what,
    const struct ft_id_set *set, struct ft_error *err)
{
	return log_old(store, (enum ft_stmt)(FT_STMT_LOG_LISTS + what),
	    ft_log_owner(what), set, err);
}

enum ft_status
ft_store_log_family(
    struct ft_store *store, uint32_t parent, struct ft_error *err)
{
	FT_TRY(ft_store_log_entry(store, err));
	return ft_store_run(store, FT_STMT_LOG_FAMILY,
	    FT_ARGS(FT_ARG("journal", store->journal), FT_ARG("parent", parent),
		FT_ARG("before", store->added[FT_LOG_ASSOC].first_new)),
	    err);
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
