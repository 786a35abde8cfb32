/* store_entity.c - changes of clusters, accounts, users, QOS, coordinators. */
#include <string.h>

#include "store/store_registry_int.h"

static enum ft_status
fail_exists(const char *what, const char *name, struct ft_error *err)
{
	return ft_fail(err, FT_EEXIST, "%s '%s' exists already", what, name);
}

static enum ft_status
fail_absent(const char *what, uint32_t id, struct ft_error *err)
{
	return ft_fail(err, FT_ENOENT, "no %s %lu", what, (unsigned long)id);
}

/*
 * After an insertion: FT_OK with the new row journalled, or FT_EEXIST because
 * the name is taken, perhaps by a deleted row.
 */
static enum ft_status
added(
    struct ft_store *store, enum ft_log what, uint32_t id, struct ft_error *err)
{
	if (!sqlite3_changes(store->db))
		return ft_fail(err, FT_EEXIST,
		    "%s: the name of a new row is taken (see facctmgr check)",
		    store->path);
	ft_store_take_id(store, what);
	return ft_store_log_added(store, what, id, err);
}

static enum ft_status
changed(
    struct ft_store *store, const char *what, uint32_t id, struct ft_error *err)
{
	return sqlite3_changes(store->db) ? FT_OK : fail_absent(what, id, err);
}

/* The time a record was made: the caller's, or now. */
static int64_t
birth(const struct ft_store *store, int64_t created)
{
	return created ? created : store->registry.now;
}

/* ---- clusters ------------------------------------------------------------- */

static enum ft_status
add_clock(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	int64_t now = store->registry.now;
	enum ft_status status = ft_store_log_row(store, FT_LOG_CLOCK, id, err);

	return status ? status
		      : ft_store_run(store, FT_STMT_PUT_CLOCK, err, "uiiii", id,
			    now, now, (int64_t)0, (int64_t)0);
}

enum ft_status
ft_put_cluster(struct ft_registry *registry, const struct ft_cluster *cluster,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_CLUSTER, cluster->id, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_CLUSTER, err,
		    "utttuubi", cluster->id, cluster->name,
		    cluster->classification, cluster->control_host,
		    cluster->control_port, cluster->rpc_version,
		    (int)cluster->deleted, registry->now);
	return status ? status : changed(store, "cluster", cluster->id, err);
}

enum ft_status
ft_add_cluster(struct ft_registry *registry, const struct ft_cluster *cluster,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_cluster old;
	enum ft_status status;

	status = ft_store_next_id(store, FT_LOG_CLUSTER, id, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_CLUSTER, err,
		    "utttuui", *id, cluster->name, cluster->classification,
		    cluster->control_host, cluster->control_port,
		    cluster->rpc_version, registry->now);
	if (!status)
		status = added(store, FT_LOG_CLUSTER, *id, err);
	if (status == FT_EEXIST) {
		status = registry->ops->find_cluster(
		    registry, cluster->name, true, &old, err);
		if (!status && !old.deleted)
			status = fail_exists("cluster", cluster->name, err);
		if (status)
			return status;
		*id = old.id;
		old = *cluster;
		old.id = *id;
		old.deleted = false;
		status = ft_put_cluster(registry, &old, err);
	}
	return status ? status : add_clock(store, *id, err);
}

enum ft_status
ft_drop_cluster(struct ft_registry *registry, uint32_t id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_CLUSTER, id, err);

	if (!status)
		status = ft_drop_cluster_shares(store, id, err);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_CLUSTER, err, "ui", id, registry->now);
	return status ? status : changed(store, "cluster", id, err);
}

/* ---- accounts ------------------------------------------------------------- */

enum ft_status
ft_put_account(struct ft_registry *registry, const struct ft_account *account,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_ACCOUNT, account->id, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_ACCOUNT, err,
		    "utttuibi", account->id, account->name,
		    account->description, account->organization, account->flags,
		    account->created, (int)account->deleted, registry->now);
	return status ? status : changed(store, "account", account->id, err);
}

static enum ft_status
revive_account(struct ft_registry *registry, const struct ft_account *account,
    uint32_t *id, struct ft_error *err)
{
	struct ft_account old;
	int64_t made;
	enum ft_status status = registry->ops->find_account(
	    registry, account->name, true, &old, err);

	if (!status && !old.deleted)
		status = fail_exists("account", account->name, err);
	if (status)
		return status;
	*id = old.id;
	made = old.removed ? account->created : old.created;
	old = *account;
	old.id = *id;
	old.created = birth(ft_store_of(registry), made);
	old.deleted = false;
	return ft_put_account(registry, &old, err);
}

enum ft_status
ft_add_account(struct ft_registry *registry, const struct ft_account *account,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status;

	status = ft_store_next_id(store, FT_LOG_ACCOUNT, id, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_ACCOUNT, err, "utttui",
		    *id, account->name, account->description,
		    account->organization, account->flags,
		    birth(store, account->created));
	if (!status)
		status = added(store, FT_LOG_ACCOUNT, *id, err);
	return status == FT_EEXIST ? revive_account(registry, account, id, err)
				   : status;
}

enum ft_status
ft_drop_account(struct ft_registry *registry, uint32_t id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_ACCOUNT, id, err);

	if (!status)
		status = ft_store_log_row(store, FT_LOG_COORDINATOR, id, err);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_ACCOUNT_COORDS, err, "u", id);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_ACCOUNT, err, "ui", id, registry->now);
	return status ? status : changed(store, "account", id, err);
}

/* ---- users ---------------------------------------------------------------- */

enum ft_status
ft_put_user(struct ft_registry *registry, const struct ft_user *user,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_USER, user->id, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_USER, err, "ututibi",
		    user->id, user->name, (uint32_t)user->admin_level,
		    user->default_wckey, user->created, (int)user->deleted,
		    registry->now);
	return status ? status : changed(store, "user", user->id, err);
}

static enum ft_status
revive_user(struct ft_registry *registry, const struct ft_user *user,
    uint32_t *id, struct ft_error *err)
{
	struct ft_user old;
	int64_t made;
	enum ft_status status =
	    registry->ops->find_user(registry, user->name, true, &old, err);

	if (!status && !old.deleted)
		status = fail_exists("user", user->name, err);
	if (status)
		return status;
	*id = old.id;
	made = old.removed ? user->created : old.created;
	old = *user;
	old.id = *id;
	old.created = birth(ft_store_of(registry), made);
	old.deleted = false;
	return ft_put_user(registry, &old, err);
}

enum ft_status
ft_add_user(struct ft_registry *registry, const struct ft_user *user,
    uint32_t *id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status;

	status = ft_store_next_id(store, FT_LOG_USER, id, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_ADD_USER, err, "ututi",
		    *id, user->name, (uint32_t)user->admin_level,
		    user->default_wckey, birth(store, user->created));
	if (!status)
		status = added(store, FT_LOG_USER, *id, err);
	return status == FT_EEXIST ? revive_user(registry, user, id, err)
				   : status;
}

/* The ids a query gives, to be journalled before they change. */
static enum ft_status
log_owners(struct ft_store *store, enum ft_stmt query, uint32_t id,
    enum ft_log what, struct ft_error *err)
{
	struct ft_rows rows = { .size = sizeof(uint32_t) };
	enum ft_status status = ft_store_rows(store,
	    ft_store_query(store, query, err, "u", id), ft_row_id, &rows, err);
	const uint32_t *owner = (const uint32_t *)(const void *)rows.data;

	for (size_t i = 0; !status && i < rows.n; i++)
		status = ft_store_log_row(store, what, owner[i], err);
	ft_rows_free(&rows);
	return status;
}

enum ft_status
ft_drop_user(struct ft_registry *registry, uint32_t id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_log_row(store, FT_LOG_USER, id, err);

	if (!status)
		status = log_owners(
		    store, FT_STMT_USER_COORDS, id, FT_LOG_COORDINATOR, err);
	if (!status)
		status =
		    ft_store_run(store, FT_STMT_DROP_USER_COORDS, err, "u", id);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_USER, err, "ui", id, registry->now);
	return status ? status : changed(store, "user", id, err);
}

/* ---- coordinators --------------------------------------------------------- */

enum ft_status
ft_add_coord(struct ft_registry *registry, const struct ft_coord *coord,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_COORDINATOR, coord->account, err);

	return status ? status
		      : ft_store_run(store, FT_STMT_ADD_COORD, err, "uu",
			    coord->account, coord->user);
}

enum ft_status
ft_drop_coord(struct ft_registry *registry, const struct ft_coord *coord,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status =
	    ft_store_log_row(store, FT_LOG_COORDINATOR, coord->account, err);

	if (!status)
		status = ft_store_run(store, FT_STMT_DROP_COORD, err, "uu",
		    coord->account, coord->user);
	if (!status && !sqlite3_changes(store->db))
		status = ft_fail(err, FT_ENOENT,
		    "user %lu is no coordinator of account %lu",
		    (unsigned long)coord->user, (unsigned long)coord->account);
	return status;
}

/* ---- QOS ------------------------------------------------------------------ */

/* Returns whether QOS is as OLD already. */
static bool
is_same_qos(const struct ft_qos *old, const struct ft_qos *qos)
{
	return old->deleted == qos->deleted &&
	       strcmp(old->name, qos->name) == 0 &&
	       strcmp(old->description, qos->description) == 0 &&
	       old->priority == qos->priority && old->flags == qos->flags &&
	       old->grace_time == qos->grace_time &&
	       old->preempt_mode == qos->preempt_mode &&
	       old->preempt_exempt_time == qos->preempt_exempt_time &&
	       old->usage_factor == qos->usage_factor &&
	       old->usage_threshold == qos->usage_threshold &&
	       old->limit_factor == qos->limit_factor;
}

/* What was charged, and what decayed, under OLD stays so. */
static enum ft_status
settle_usage(struct ft_store *store, const struct ft_qos *old,
    const struct ft_qos *qos, struct ft_error *err)
{
	bool gone = old->deleted != qos->deleted;
	enum ft_status status = FT_OK;

	if (gone || old->usage_factor != qos->usage_factor)
		status = ft_store_close_charges(store, qos->id, err);
	if (!status && (gone || old->flags != qos->flags))
		status = ft_store_end_era(store, err);
	return status;
}

/* What stays as it is leaves no image, which would stand in undo's way. */
enum ft_status
ft_put_qos(struct ft_registry *registry, const struct ft_qos *qos,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	struct ft_qos old;
	enum ft_status status =
	    registry->ops->get_qos(registry, qos->id, &old, err);

	if (!status && is_same_qos(&old, qos))
		return FT_OK;
	if (!status)
		status = settle_usage(store, &old, qos, err);
	if (!status)
		status = ft_store_log_row(store, FT_LOG_QOS, qos->id, err);
	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_QOS, err,
		    "uttuuiuirrrbi", qos->id, qos->name, qos->description,
		    qos->priority, qos->flags, qos->grace_time,
		    qos->preempt_mode, qos->preempt_exempt_time,
		    qos->usage_factor, qos->usage_threshold, qos->limit_factor,
		    (int)qos->deleted, registry->now);
	return status ? status : changed(store, "qos", qos->id, err);
}

static enum ft_status
revive_qos(struct ft_registry *registry, const struct ft_qos *qos, uint32_t *id,
    struct ft_error *err)
{
	struct ft_qos old;
	enum ft_status status =
	    registry->ops->find_qos(registry, qos->name, true, &old, err);

	if (!status && !old.deleted)
		status = fail_exists("qos", qos->name, err);
	if (status)
		return status;
	*id = old.id;
	old = *qos;
	old.id = *id;
	old.deleted = false;
	status = log_owners(ft_store_of(registry), FT_STMT_QOS_ASSOCS, *id,
	    FT_LOG_ASSOC_QOS, err);
	if (!status)
		status = ft_store_run(ft_store_of(registry),
		    FT_STMT_DROP_FROM_LISTS, err, "u", *id);
	return status ? status : ft_put_qos(registry, &old, err);
}

enum ft_status
ft_add_qos(struct ft_registry *registry, const struct ft_qos *qos, uint32_t *id,
    struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status;

	status = ft_store_next_id(store, FT_LOG_QOS, id, err);
	if (!status)
		status =
		    ft_store_run(store, FT_STMT_ADD_QOS, err, "uttuuiuirrri",
			*id, qos->name, qos->description, qos->priority,
			qos->flags, qos->grace_time, qos->preempt_mode,
			qos->preempt_exempt_time, qos->usage_factor,
			qos->usage_threshold, qos->limit_factor, registry->now);
	if (!status)
		status = added(store, FT_LOG_QOS, *id, err);
	return status == FT_EEXIST ? revive_qos(registry, qos, id, err)
				   : status;
}

/*
 * It leaves all lists of others too.  A whole list of several keeps a place for
 * it, so that it stays a list of its own, empty in the end, and inherits
 * nothing; a list of this one alone inherits again.
 */
static enum ft_status
leave_lists(struct ft_store *store, uint32_t id, struct ft_error *err)
{
	enum ft_status status =
	    log_owners(store, FT_STMT_QOS_ASSOCS, id, FT_LOG_ASSOC_QOS, err);

	if (!status)
		status = log_owners(
		    store, FT_STMT_QOS_PREEMPTORS, id, FT_LOG_QOS_PREEMPT, err);
	if (!status)
		status =
		    ft_store_run(store, FT_STMT_DROP_FROM_ASSOCS, err, "u", id);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_FROM_PREEMPTORS, err, "u", id);
	return status;
}

enum ft_status
ft_drop_qos(struct ft_registry *registry, uint32_t id, struct ft_error *err)
{
	struct ft_store *store = ft_store_of(registry);
	enum ft_status status = ft_store_close_charges(store, id, err);

	if (!status)
		status = ft_store_end_era(store, err);
	if (!status)
		status = ft_store_log_row(store, FT_LOG_QOS, id, err);
	if (!status)
		status = leave_lists(store, id, err);
	if (!status)
		status = ft_drop_lists(store, FT_ENTITY_QOS, id, err);
	if (!status)
		status = ft_store_run(
		    store, FT_STMT_DROP_QOS, err, "ui", id, registry->now);
	return status ? status : changed(store, "qos", id, err);
}
