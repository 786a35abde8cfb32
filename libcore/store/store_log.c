/*
 * store_log.c - the journal of the configuration: what a transaction touched,
 * as it was before.
 *
 * The entry is made by the first change.  Rows that the transaction itself
 * added are kept as ranges of ids and have no image, so that a load of a
 * hundred thousand rows writes a handful.
 */
#include "store/store_int.h"

#include <assert.h>

static const char *const entity_names[FT_LOG_ROWS] = {
	[FT_LOG_CLUSTER] = "cluster",
	[FT_LOG_ACCOUNT] = "account",
	[FT_LOG_USER] = "user",
	[FT_LOG_ASSOC] = "assoc",
	[FT_LOG_QOS] = "qos",
	[FT_LOG_WCKEY] = "wckey",
	[FT_LOG_RESOURCE] = "resource",
	[FT_LOG_USAGE_MARK] = "usage_mark",
};

/* How the image of each is taken, and whose ids are its keys. */
static const struct {
	enum ft_stmt image;
	enum ft_log owner;
} kinds[] = {
	[FT_LOG_CLUSTER] = { FT_STMT_LOG_CLUSTER, FT_LOG_CLUSTER },
	[FT_LOG_ACCOUNT] = { FT_STMT_LOG_ACCOUNT, FT_LOG_ACCOUNT },
	[FT_LOG_USER] = { FT_STMT_LOG_USER, FT_LOG_USER },
	[FT_LOG_ASSOC] = { FT_STMT_LOG_ASSOC, FT_LOG_ASSOC },
	[FT_LOG_QOS] = { FT_STMT_LOG_QOS, FT_LOG_QOS },
	[FT_LOG_WCKEY] = { FT_STMT_LOG_WCKEY, FT_LOG_WCKEY },
	[FT_LOG_RESOURCE] = { FT_STMT_LOG_RESOURCE, FT_LOG_RESOURCE },
	[FT_LOG_RESOURCE_CLUSTER] = { FT_STMT_LOG_RESOURCE_CLUSTER,
	    FT_LOG_RESOURCE },
	[FT_LOG_ASSOC_LIMIT] = { FT_STMT_LOG_ASSOC_LIMIT, FT_LOG_ASSOC },
	[FT_LOG_QOS_LIMIT] = { FT_STMT_LOG_QOS_LIMIT, FT_LOG_QOS },
	[FT_LOG_ASSOC_QOS] = { FT_STMT_LOG_ASSOC_QOS, FT_LOG_ASSOC },
	[FT_LOG_QOS_PREEMPT] = { FT_STMT_LOG_QOS_PREEMPT, FT_LOG_QOS },
	[FT_LOG_COORDINATOR] = { FT_STMT_LOG_COORDINATOR, FT_LOG_ACCOUNT },
	[FT_LOG_CLOCK] = { FT_STMT_LOG_CLOCK, FT_LOG_CLUSTER },
};

void
ft_store_log_start(struct ft_store *store)
{
	store->journal = 0;
	store->usage_changed = false;
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		store->added[i] = (struct ft_log_added){ FT_STORE_NO_ID, 0, 0 };
	ft_store_id_start(store);
}

void
ft_store_log_back(struct ft_store *store, uint32_t journal)
{
	store->journal = journal;
	for (size_t i = 0; i < FT_LOG_ROWS; i++)
		store->added[i].first = store->added[i].last = 0;
	ft_store_id_start(store);
}

enum ft_status
ft_store_log_entry(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status;

	assert(store->depth);
	if (store->journal)
		return FT_OK;
	status =
	    ft_store_run(store, FT_STMT_ADD_JOURNAL, err, "ttiio", store->actor,
		store->command, store->wall, store->registry.now, (uint32_t)0);
	if (!status)
		store->journal = (uint32_t)sqlite3_last_insert_rowid(store->db);
	return status;
}

static enum ft_status
flush_one(struct ft_store *store, size_t i, struct ft_error *err)
{
	struct ft_log_added *added = &store->added[i];
	enum ft_status status;

	if (!added->first)
		return FT_OK;
	status = ft_store_run(store, FT_STMT_ADD_JOURNAL_RANGE, err, "utuu",
	    store->journal, entity_names[i], added->first, added->last);
	if (!status)
		added->first = added->last = 0;
	return status;
}

enum ft_status
ft_store_log_flush(struct ft_store *store, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	for (size_t i = 0; !status && i < FT_LOG_ROWS; i++)
		status = flush_one(store, i, err);
	return status ? status : ft_store_id_flush(store, err);
}

enum ft_status
ft_store_log_row(
    struct ft_store *store, enum ft_log what, uint32_t id, struct ft_error *err)
{
	enum ft_status status;

	if (id >= store->added[kinds[what].owner].first_new)
		return FT_OK;
	status = ft_store_log_entry(store, err);
	if (!status)
		status = ft_store_run(
		    store, kinds[what].image, err, "uu", store->journal, id);
	return status;
}

enum ft_status
ft_store_log_family(
    struct ft_store *store, uint32_t parent, struct ft_error *err)
{
	enum ft_status status = ft_store_log_entry(store, err);

	return status ? status
		      : ft_store_run(store, FT_STMT_LOG_FAMILY, err, "uuu",
			    store->journal, parent,
			    store->added[FT_LOG_ASSOC].first_new);
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
	enum ft_status status = ft_store_log_entry(store, err);

	if (!status && key)
		status = ft_store_run(
		    store, FT_STMT_LOG_SETTING, err, "ut", store->journal, key);
	else if (!status)
		status = ft_store_run(
		    store, FT_STMT_LOG_CONF, err, "u", store->journal);
	return status;
}
