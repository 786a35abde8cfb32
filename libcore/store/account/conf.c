/* conf.c - clusters by name, clocks, settings, and the text of slurm.conf. */
#include "store/usage/usage_internal.h"

enum ft_status
ft_store_cluster(struct ft_store *store, const char *name, uint32_t *id,
    struct ft_error *err)
{
	int64_t value = 0;

	FT_TRY(ft_store_int(store, &value, FT_STMT_CLUSTER_ID,
	    FT_ARGS(FT_ARG("name", name)), err));
	*id = (uint32_t)value;
	return FT_OK;
}

enum ft_status
ft_store_first_cluster(
    struct ft_store *store, uint32_t *id, char **name, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_FIRST_CLUSTER, NULL, err);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
	struct ft_cluster cluster = { 0 };
	struct ft_arena arena = { 0 };

	if (step <= 0)
		return step < 0 ? (enum ft_status)step : FT_ENOENT;
	ft_record_read(store, stmt, &ft_shapes[FT_TABLE_cluster],
	    &(struct ft_target){ .arena = &arena }, &cluster);
	*id = cluster.id;
	*name = ft_strdup(cluster.name);
	ft_arena_clear(&arena);
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_get_clock(struct ft_store *store, uint32_t cluster,
    struct ft_store_clock *clock, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(
	    store, FT_STMT_GET_CLOCK, FT_ARGS(FT_ARG("cluster", cluster)), err);
	const struct ft_target target = { .arena = NULL };
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	if (step < 0)
		return (enum ft_status)step;
	if (!step)
		return ft_fail(err, FT_ENOENT, "%s: cluster %lu has no clock",
		    store->path, (unsigned long)cluster);
	ft_record_read(store, stmt, &ft_shapes[FT_TABLE_clock], &target, clock);
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_awaits_pass(struct ft_store *store, uint32_t cluster, bool *awaits,
    struct ft_error *err)
{
	int64_t found = 0;

	FT_TRY(ft_store_int(store, &found, FT_STMT_AWAITS_PASS,
	    FT_ARGS(FT_ARG("cluster", cluster)), err));
	*awaits = found;
	return FT_OK;
}

enum ft_status
ft_store_put_clock(struct ft_store *store, uint32_t cluster,
    const struct ft_store_clock *clock, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_clock], clock,
		NULL };

	assert(store->depth);
	FT_TRY(ft_record_write(store, FT_STMT_PUT_CLOCK, &source,
	    FT_ARGS(FT_ARG("cluster", cluster)), err));
	/* the clock of a store without a past may be set back: what was
	 * remembered of later times is forgotten */
	FT_TRY(ft_store_drop_folds(
	    store, FT_ENTITY_CLUSTER, cluster, clock->now, err));
	return ft_store_run(store, FT_STMT_DROP_LATER_ERAS,
	    FT_ARGS(FT_ARG("cluster", cluster), FT_ARG("now", clock->now)),
	    err);
}

enum ft_status
ft_store_next_late_clock(struct ft_store *store, int64_t wall, uint32_t after,
    uint32_t *cluster, struct ft_error *err)
{
	int64_t id = 0;

	FT_TRY(ft_store_int(store, &id, FT_STMT_NEXT_LATE_CLOCK,
	    FT_ARGS(FT_ARG("wall", wall), FT_ARG("after", after)), err));

	*cluster = (uint32_t)id;
	return FT_OK;
}

/* Set *text, the caller's, to the first column of the first row. */
static enum ft_status
read_text(struct ft_store *store, sqlite3_stmt *stmt, char **text,
    struct ft_error *err)
{
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;
	const void *value;

	if (step <= 0)
		return step ? (enum ft_status)step : FT_ENOENT;
	value = sqlite3_value_text(ft_column(stmt, NULL));
	*text = ft_strdup(value ? value : "");
	sqlite3_reset(stmt);
	return FT_OK;
}

enum ft_status
ft_store_read_conf(struct ft_store *store, char **text, struct ft_error *err)
{
	enum ft_status status = read_text(store,
	    ft_store_query(store, FT_STMT_GET_CONF, NULL, err), text, err);

	if (status != FT_ENOENT)
		return status;
	*text = ft_strdup("");
	return FT_OK;
}

enum ft_status
ft_store_put_conf(
    struct ft_store *store, const char *text, struct ft_error *err)
{
	FT_TRY(ft_store_end_conf(store, err));
	FT_TRY(ft_store_log_setting(store, NULL, err));
	return ft_store_run(
	    store, FT_STMT_PUT_CONF, FT_ARGS(FT_ARG("text", text)), err);
}

enum ft_status
ft_store_read_setting(
    struct ft_store *store, const char *key, char **value, struct ft_error *err)
{
	return read_text(store,
	    ft_store_query(
		store, FT_STMT_GET_SETTING, FT_ARGS(FT_ARG("key", key)), err),
	    value, err);
}

enum ft_status
ft_store_put_setting(struct ft_store *store, const char *key, const char *value,
    struct ft_error *err)
{
	FT_TRY(ft_store_log_setting(store, key, err));
	if (!value)
		return ft_store_run(store, FT_STMT_DROP_SETTING,
		    FT_ARGS(FT_ARG("key", key)), err);
	return ft_store_run(store, FT_STMT_PUT_SETTING,
	    FT_ARGS(FT_ARG("key", key), FT_ARG("value", value)), err);
}
