#include "load/world/world.h"

#include "load/world/private.h"
#include "model/tree/decaypass.h"
#include "sim/run/life.h"
#include "sim/usage/ledger.h"
#include "sim/reserve/reserve.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"

/* ---- configuration ------------------------------------------------------- */

static enum ft_status
read_configuration(struct ft_loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store *store = loading->store;
	const struct ft_load_source source = { store, world->conf,
		world->cluster, 0 };
	const struct ft_cluster *cluster;

	FT_TRY(ft_store_read_book(store, false, &world->acctdb, err));
	FT_TRY(ft_load_params(world->conf, NULL, &world->share_params, err));
	FT_TRY(ft_load_tree(&source, &world->share_params, &world->tree, err));
	FT_TRY(ft_store_read_names(store, &world->names, err));
	cluster = ft_acctdb_cluster(&world->acctdb, world->cluster);
	world->cluster_name =
	    ft_world_string(world, cluster ? cluster->name : "");
	return FT_OK;
}

/*
 * Returns the last pass at or before NOW if the clock last stood after one at
 * DECAYED.  Passes in between are not made up for, as if the clock had moved
 * here.
 */
static int64_t
last_pass(const struct ft_world *world, int64_t decayed)
{
	struct ft_decay_passes passes FT_CLEANUP(ft_decay_passes_free);
	size_t n;
	struct ft_era *era FT_CLEANUP(ft_free_at) =
	    ft_conf_eras(world->conf, world->cluster, decayed, &n);
	int64_t pass;

	ft_decay_passes_init(&passes, era, n, world->now);
	pass = passes.pass;
	return pass;
}

static enum ft_status
read_times(struct ft_loading *loading, int64_t now, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store_controller controller;
	struct ft_store_clock clock;

	FT_TRY(ft_store_get_clock(loading->store, world->cluster, &clock, err));
	FT_TRY(ft_store_get_controller(
	    loading->store, world->cluster, &controller, err));
	world->now = now ? now : clock.now;
	world->decayed = last_pass(world, clock.decayed);
	world->reset = clock.reset;
	FT_TRY(ft_store_next_reset(loading->store, world->cluster,
	    world->decayed, &world->reset_due, err));
	world->wall = clock.wall;
	world->times = (struct ft_sched_times){
		.main_ran = controller.main_ran,
		.full_ran = controller.full_ran,
		.backfill_ran = controller.backfill_ran,
		.wanted = controller.wanted,
	};
	/* otherwise the initial values of a new world */
	if (controller.next_number)
		world->next_number = controller.next_number;
	if (controller.basic_priority)
		world->basic_priority = controller.basic_priority;
	world->last_reservation = controller.last_reservation;
	world->tally = controller.tally;
	return FT_OK;
}

/* What was loaded with the old settings does not matter any more. */
static enum ft_status
apply_live(void *ctx, const struct ft_live_change *change, struct ft_error *err)
{
	struct ft_machine *machine =
	    &((struct ft_loading *)ctx)->world->machine;
	enum ft_status status;

	if (change->kind == 'n')
		status = ft_machine_set_node(machine,
		    &(struct ft_node_change){
			change->name, change->key, change->value, change->at },
		    err);
	else if (*change->key)
		status = ft_machine_set_partition(
		    machine, change->name, change->key, change->value, err);
	else if (*change->value)
		status = ft_machine_add_partition(machine, change->name, err);
	else
		status = ft_machine_drop_partition(machine, change->name, err);
	return status == FT_ENOENT || status == FT_EEXIST || status == FT_EINVAL
		   ? FT_OK
		   : status;
}

/* ---- all together -------------------------------------------------------- */

void
ft_world_note_seen(struct ft_world *world, const struct ft_store_seen *seen)
{
	world->seen_config = seen->config;
	world->seen_jobs = seen->jobs;
	world->seen_stamp = seen->stamp;
	world->seen_charge = seen->charge;
}

/* A bare world starts without anything that happened in the store. */
static enum ft_status
read_history(struct ft_loading *loading, struct ft_error *err)
{
	FT_TRY(ft_store_read_live(
	    loading->store, loading->world->cluster, apply_live, loading, err));
	ft_loading_index(loading);
	FT_TRY(ft_loading_reservations(loading, err));
	FT_TRY(ft_loading_jobs(loading, err));
	return ft_load_ledger(loading->world, loading->store, err);
}

static enum ft_status
load(struct ft_loading *loading, int64_t now, const struct ft_world_load *how,
    struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store_seen seen;

	FT_TRY(ft_store_read_seen(loading->store, &seen, err));
	loading->no_arrivals = how->no_arrivals;
	loading->lazy = how->lazy;
	loading->number = how->number;
	world->arrive_by = INT64_MAX;
	if (how->bare)
		world->now = world->decayed = now;
	else
		FT_TRY(read_times(loading, now, err));
	FT_TRY(read_configuration(loading, err));
	FT_TRY(ft_world_ready(world, err));
	if (!how->bare)
		FT_TRY(read_history(loading, err));
	else if (how->used)
		FT_TRY(ft_load_ledger(world, loading->store, err));
	ft_world_settle(world);
	ft_world_note_seen(world, &seen);
	return FT_OK;
}

static void
loading_free(struct ft_loading *loading)
{
	ft_map_clear(&loading->node);
	ft_free(loading->found);
	for (size_t i = 0; i < loading->n_fresh; i++) {
		ft_job_clear(loading->fresh[i]);
		ft_free(loading->fresh[i]);
	}
	ft_free(loading->fresh);
}

enum ft_status
ft_load_world(struct ft_world *world, const struct ft_load_source *source,
    const struct ft_world_load *how, struct ft_error *err)
{
	static const struct ft_world_load plain = { 0 };
	struct ft_loading loading FT_CLEANUP(
	    loading_free) = { .world = world, .store = source->store };

	if (!how)
		how = &plain;
	ft_world_init(world, source->conf);
	world->cluster = source->cluster;
	world->all_jobs = how->all_jobs;
	world->all_usage = how->usage;
	return load(&loading, source->now, how, err);
}

enum ft_status
ft_load_arrivals(struct ft_world *world, struct ft_store *store, int64_t until,
    struct ft_error *err)
{
	struct ft_loading loading FT_CLEANUP(
	    loading_free) = { .world = world, .store = store };

	if (until <= world->arrive_by)
		return FT_OK;
	ft_loading_index(&loading);
	return ft_loading_arrivals(&loading, until, err);
}

/* ---- again --------------------------------------------------------------- */

static enum ft_status
reread_usage(struct ft_loading *loading, struct ft_error *err)
{
	ft_ledger_free(loading->world);
	ft_ledger_new(loading->world);
	return ft_load_ledger(loading->world, loading->store, err);
}

/* Reservations are few: reload all of them; if there are any the schedulers
 * look again. */
static enum ft_status
reread_reservations(struct ft_loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	bool any = world->n_reservation > 0;

	ft_reserve_free(world);
	FT_TRY(ft_loading_reservations(loading, err));
	if (any || world->n_reservation)
		ft_reserve_changed(world);
	return FT_OK;
}

static enum ft_status
reread_jobs(struct ft_loading *loading, const struct ft_store_seen *seen,
    struct ft_error *err)
{
	struct ft_world *world = loading->world;

	loading->only_new = true;
	ft_loading_index(loading);
	FT_TRY(reread_reservations(loading, err));
	if (seen->stamp > world->seen_stamp)
		FT_TRY(ft_loading_new_jobs(loading, err));
	if (seen->charge != world->seen_charge) {
		loading->only_new = false;
		FT_TRY(reread_usage(loading, err));
	}
	if (!loading->only_new)
		ft_world_settle(world);
	return FT_OK;
}

static enum ft_status
load_again(struct ft_loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world, old = *world;
	const struct ft_world_load present = { .lazy = world->arrive_by !=
						       INT64_MAX };

	ft_world_free(world);
	ft_world_init(world, old.conf);
	world->cluster = old.cluster;
	world->all_jobs = old.all_jobs;
	world->all_usage = old.all_usage;
	return load(loading, 0, &present, err);
}

static enum ft_status
refresh(struct ft_loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store_seen seen;
	struct ft_store_clock clock;

	FT_TRY(ft_store_read_seen(loading->store, &seen, err));
	if (seen.config == world->seen_config && seen.jobs == world->seen_jobs)
		return FT_OK;
	FT_TRY(ft_store_get_clock(loading->store, world->cluster, &clock, err));
	if (seen.config != world->seen_config || clock.now != world->now)
		return load_again(loading, err);
	FT_TRY(reread_jobs(loading, &seen, err));
	FT_TRY(read_times(loading, 0, err));
	ft_world_note_seen(world, &seen);
	return FT_OK;
}

enum ft_status
ft_load_refresh(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	struct ft_loading loading FT_CLEANUP(
	    loading_free) = { .world = world, .store = store };

	return refresh(&loading, err);
}
