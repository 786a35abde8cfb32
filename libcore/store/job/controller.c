/*
 * controller.c - what slurmctld keeps in memory or in its state files: times of
 * schedulers, the next JobId, live changes of nodes and partitions.
 */
#include "store/internal.h"
#include "store/row/column_internal.h"
#include "store/job/jobs.h"

enum ft_status
ft_store_get_controller(struct ft_store *store, uint32_t cluster,
    struct ft_store_controller *controller, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(store, FT_STMT_GET_CONTROLLER,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
	const struct ft_target target = { .arena = NULL };
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	*controller = (struct ft_store_controller){ 0 };
	if (step <= 0)
		return (enum ft_status)step;
	ft_record_read(
	    store, stmt, &ft_shapes[FT_TABLE_controller], &target, controller);
	sqlite3_reset(stmt);
	return FT_OK;
}

static bool
is_same(
    const struct ft_store_controller *a, const struct ft_store_controller *b)
{
	return a->main_ran == b->main_ran && a->full_ran == b->full_ran &&
	       a->backfill_ran == b->backfill_ran && a->wanted == b->wanted &&
	       a->next_number == b->next_number &&
	       a->basic_priority == b->basic_priority &&
	       a->last_reservation == b->last_reservation &&
	       !memcmp(&a->tally, &b->tally, sizeof a->tally);
}

enum ft_status
ft_store_put_controller(struct ft_store *store, uint32_t cluster,
    const struct ft_store_controller *controller, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_controller],
		controller, NULL };
	struct ft_store_controller before;
	enum ft_status status =
	    ft_store_get_controller(store, cluster, &before, err);

	assert(store->depth);
	/* a refused command must not change the store */
	if (status != FT_OK || is_same(&before, controller))
		return status;
	store->jobs_changed = true;
	store->fold_cluster = cluster;
	return ft_record_write(store, FT_STMT_PUT_CONTROLLER, &source,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}

/* The generation of something that has not been changed yet is 0. */
static enum ft_status
read_generation(struct ft_store *store, const char *name, int64_t *value,
    struct ft_error *err)
{
	enum ft_status status = ft_store_int(store, value,
	    FT_STMT_GET_GENERATION, FT_ARGS(FT_ARG("name", name)), err);

	return status == FT_ENOENT ? FT_OK : status;
}

enum ft_status
ft_store_read_config_seen(
    struct ft_store *store, int64_t *config, struct ft_error *err)
{
	*config = 0;
	return read_generation(store, "config", config, err);
}

enum ft_status
ft_store_read_seen(
    struct ft_store *store, struct ft_store_seen *seen, struct ft_error *err)
{
	*seen = (struct ft_store_seen){ 0 };
	FT_TRY(read_generation(store, "config", &seen->config, err));
	FT_TRY(read_generation(store, "job", &seen->jobs, err));
	FT_TRY(
	    ft_store_int(store, &seen->stamp, FT_STMT_LAST_STAMP, NULL, err));
	FT_TRY(
	    ft_store_int(store, &seen->charge, FT_STMT_LAST_CHARGE, NULL, err));
	/* the open transaction counts, too */
	seen->jobs += store->depth && store->jobs_changed;
	return FT_OK;
}

/* ---- live changes -------------------------------------------------------------- */

enum ft_status
ft_store_read_live(struct ft_store *store, uint32_t cluster,
    ft_live_change_fn *fn, void *ctx, struct ft_error *err)
{
	sqlite3_stmt *stmt = ft_store_query(
	    store, FT_STMT_READ_LIVE, FT_ARGS(FT_ARG("cluster", cluster)), err);
	enum ft_status status = FT_OK;
	struct ft_arena arena = { 0 };
	const struct ft_target target = { .arena = &arena };

	while (ft_store_next(store, stmt, &status, err)) {
		struct ft_live_change change = { 0 };

		ft_record_read(store, stmt, &ft_shapes[FT_TABLE_live_change],
		    &target, &change);
		status = fn(ctx, &change, err);
		ft_arena_clear(&arena);
	}
	return status;
}

enum ft_status
ft_store_put_live(struct ft_store *store, uint32_t cluster,
    const struct ft_live_change *change, struct ft_error *err)
{
	const struct ft_source source = { &ft_shapes[FT_TABLE_live_change],
		change, NULL };
	const struct ft_arg *args = FT_ARGS(FT_ARG("cluster", cluster));

	assert(store->depth);
	store->live_changed = true;
	if (!*change
		  ->key) /* a partition is created or deleted: drop older changes */
		FT_TRY(ft_record_write(
		    store, FT_STMT_DROP_LIVE, &source, args, err));
	return ft_record_write(store, FT_STMT_PUT_LIVE, &source, args, err);
}

enum ft_status
ft_store_clear_live(
    struct ft_store *store, uint32_t cluster, struct ft_error *err)
{
	assert(store->depth);
	store->live_changed = true;
	return ft_store_run(store, FT_STMT_CLEAR_LIVE,
	    FT_ARGS(FT_ARG("cluster", cluster)), err);
}
