/* store_controller.c - what the one that schedules knows: times, numbers, and
 * live changes of nodes and partitions. */
#include "store/job_int.h"

#include "base/mem.h"

#include <assert.h>
#include <string.h>

enum ft_status
ft_store_get_controller(struct ft_store *store, uint32_t cluster,
    struct ft_store_controller *controller, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_GET_CONTROLLER, err, "u", cluster);
	int step = stmt ? ft_store_step(store, stmt, err) : FT_EIO;

	*controller = (struct ft_store_controller){ 0 };
	if (step <= 0)
		return (enum ft_status)step;
	*controller = (struct ft_store_controller){
		.main_ran = sqlite3_column_int64(stmt, 0),
		.full_ran = sqlite3_column_int64(stmt, 1),
		.backfill_ran = sqlite3_column_int64(stmt, 2),
		.wanted = sqlite3_column_int(stmt, 3),
		.next_number = ft_column_u32(stmt, 4),
		.basic_priority = ft_column_u32(stmt, 5),
		.last_reservation = ft_column_u32(stmt, 6),
	};
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
	       a->last_reservation == b->last_reservation;
}

enum ft_status
ft_store_put_controller(struct ft_store *store, uint32_t cluster,
    const struct ft_store_controller *controller, struct ft_error *err)
{
	struct ft_store_controller before;
	enum ft_status status =
	    ft_store_get_controller(store, cluster, &before, err);

	assert(store->depth);
	/* a command that was refused leaves the store as it is */
	if (status != FT_OK || is_same(&before, controller))
		return status;
	store->jobs_changed = true;
	return ft_store_run(store, FT_STMT_PUT_CONTROLLER, err, "uiiibuuu",
	    cluster, controller->main_ran, controller->full_ran,
	    controller->backfill_ran, (int)controller->wanted,
	    controller->next_number, controller->basic_priority,
	    controller->last_reservation);
}

enum ft_status
ft_store_read_seen(
    struct ft_store *store, struct ft_store_seen *seen, struct ft_error *err)
{
	enum ft_status status;

	*seen = (struct ft_store_seen){ 0 };
	status = ft_store_int(
	    store, &seen->config, FT_STMT_GET_GENERATION, err, "t", "config");
	if (!status || status == FT_ENOENT)
		status = ft_store_int(store, &seen->jobs,
		    FT_STMT_GET_GENERATION, err, "t", "job");
	if (!status || status == FT_ENOENT)
		status = ft_store_int(
		    store, &seen->stamp, FT_STMT_LAST_STAMP, err, "");
	if (!status)
		status = ft_store_int(
		    store, &seen->charge, FT_STMT_LAST_CHARGE, err, "");
	/* the commit will count this change */
	seen->jobs += store->depth && store->jobs_changed;
	return status;
}

/* ---- live changes -------------------------------------------------------------- */

static enum ft_status
take_live(struct ft_store *store, sqlite3_stmt *stmt, ft_live_change_fn *fn,
    void *ctx, struct ft_error *err)
{
	struct ft_arena arena;
	struct ft_live_change change;
	enum ft_status status;

	ft_arena_init(&arena);
	change = (struct ft_live_change){
		.kind = *ft_column_text(&arena, stmt, 0),
		.name = ft_column_text(&arena, stmt, 1),
		.key = ft_column_text(&arena, stmt, 2),
		.value = ft_column_text(&arena, stmt, 3),
		.at = sqlite3_column_int64(stmt, 4),
	};
	(void)store;
	status = fn(ctx, &change, err);
	ft_arena_clear(&arena);
	return status;
}

enum ft_status
ft_store_read_live(struct ft_store *store, uint32_t cluster,
    ft_live_change_fn *fn, void *ctx, struct ft_error *err)
{
	sqlite3_stmt *stmt =
	    ft_store_query(store, FT_STMT_READ_LIVE, err, "u", cluster);
	enum ft_status status = FT_OK;
	int step = stmt ? 1 : FT_EIO;

	while (stmt && !status && (step = ft_store_step(store, stmt, err)) > 0)
		status = take_live(store, stmt, fn, ctx, err);
	if (stmt && step > 0)
		sqlite3_reset(stmt);
	return status ? status : (enum ft_status)(step < 0 ? step : 0);
}

enum ft_status
ft_store_put_live(struct ft_store *store, uint32_t cluster,
    const struct ft_live_change *change, struct ft_error *err)
{
	const char kind[2] = { change->kind, '\0' };
	enum ft_status status = FT_OK;

	assert(store->depth);
	store->live_changed = true;
	if (!*change->key) /* a partition comes or goes: with all it had */
		status = ft_store_run(store, FT_STMT_DROP_LIVE, err, "utt",
		    cluster, kind, change->name);
	if (!status)
		status = ft_store_run(store, FT_STMT_PUT_LIVE, err, "utttti",
		    cluster, kind, change->name, change->key, change->value,
		    change->at);
	return status;
}

enum ft_status
ft_store_clear_live(
    struct ft_store *store, uint32_t cluster, struct ft_error *err)
{
	assert(store->depth);
	store->live_changed = true;
	return ft_store_run(store, FT_STMT_CLEAR_LIVE, err, "u", cluster);
}
