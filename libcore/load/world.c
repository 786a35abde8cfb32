#include "load/world.h"

#include "base/hostlist.h"
#include "base/map.h"
#include "load/world_int.h"
#include "model/passes.h"
#include "model/reservation.h"
#include "sim/ledger.h"
#include "sim/policy.h"
#include "sim/reserve.h"
#include "store/jobs.h"

/* A world being filled. */
struct loading {
	struct ft_world *world;
	struct ft_store *store;
	struct ft_map node; /* index by name */
	const char *hosts;  /* host list of the last job (interned), ... */
	uint32_t *found;    /* ... and what it stands for */
	size_t n_found, cap_found;
	bool no_arrivals;
	bool only_new; /* nothing but pending jobs came that were not there */
};

/* ---- configuration ------------------------------------------------------------ */

static enum ft_status
read_configuration(struct loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store *store = loading->store;
	const struct ft_cluster *cluster;

	FT_TRY(ft_store_read_book(store, false, &world->book, err));
	FT_TRY(ft_store_read_tree(store, world->cluster, &world->tree, err));
	FT_TRY(ft_store_read_names(store, &world->names, err));
	cluster = ft_book_cluster(&world->book, world->cluster);
	world->cluster_name =
	    ft_world_string(world, cluster ? cluster->name : "");
	return FT_OK;
}

/* The last pass at NOW or before, if the clock last stood after one at DECAYED:
 * those in between nobody lived through, as if the clock had moved here. */
static int64_t
last_pass(const struct ft_world *world, int64_t decayed)
{
	struct ft_passes passes FT_CLEANUP(ft_passes_free);
	size_t n;
	struct ft_era *era FT_CLEANUP(ft_free_at) =
	    ft_conf_eras(world->conf, world->cluster, decayed, &n);
	int64_t pass;

	ft_passes_init(&passes, era, n, world->now);
	pass = passes.pass;
	return pass;
}

static enum ft_status
read_times(struct loading *loading, int64_t now, struct ft_error *err)
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
	/* else what a new world starts with */
	if (controller.next_number)
		world->next_number = controller.next_number;
	if (controller.basic_priority)
		world->basic_priority = controller.basic_priority;
	world->last_reservation = controller.last_reservation;
	return FT_OK;
}

/* What went with the settings in the meantime does not matter. */
static enum ft_status
apply_live(void *ctx, const struct ft_live_change *change, struct ft_error *err)
{
	struct ft_machine *machine = &((struct loading *)ctx)->world->machine;
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

/* ---- jobs --------------------------------------------------------------------- */

static void
index_machine(struct loading *loading)
{
	const struct ft_machine *machine = &loading->world->machine;

	for (size_t i = 0; i < machine->n_node; i++)
		ft_map_put(&loading->node, machine->node[i].name, i);
}

static enum ft_status
find_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct loading *loading = ctx;
	uint64_t index = UINT32_MAX; /* it is not there any more */

	(void)err;
	(void)ft_map_get_n(&loading->node, name, len, &index);
	*ft_vec_add(loading->found, loading->n_found, loading->cap_found) =
	    (uint32_t)index;
	return FT_OK;
}

/* The nodes of a job by name, as indices of this machine. */
static void
find_hosts(struct loading *loading, struct ft_job *job)
{
	size_t n = 0;

	if (!job->n_node)
		return;
	if (job->nodes != loading->hosts) {
		loading->hosts = job->nodes;
		loading->n_found = 0;
		(void)ft_hostlist_each(job->nodes, find_host, loading, NULL);
	}
	for (size_t i = 0; i < job->n_node && i < loading->n_found; i++) {
		if (loading->found[i] == UINT32_MAX)
			continue;
		job->node[n] = job->node[i];
		job->node[n++].node = loading->found[i];
	}
	job->n_node = n;
}

/* What it asks for by name; what is not known any more is not asked for. */
static void
find_needs(struct ft_world *world, struct ft_job *job)
{
	if (*job->gres &&
	    ft_machine_parse_gres(&world->machine, job->gres, &job->gres_need,
		&job->n_gres_need, NULL) != FT_OK)
		job->n_gres_need = 0;
	if (*job->licenses &&
	    ft_machine_parse_licenses(&world->machine, job->licenses,
		&job->license_need, &job->n_license_need, NULL) != FT_OK)
		job->n_license_need = 0;
}

/* An ended job names, but for the books, only reservations that are there. */
static void
forget_reservations(struct ft_world *world, struct ft_job *job)
{
	const char *word = job->reservation;
	struct ft_str left FT_CLEANUP(ft_str_free) = { 0 };
	bool gone = false;

	while (*word) {
		size_t len = strcspn(word, ",");

		if (len && !ft_reserve_find(world, word, len)) {
			gone = true;
		} else if (len) {
			if (left.len)
				ft_str_add_char(&left, ',');
			ft_str_add_n(&left, word, len);
		}
		word += len + (word[len] == ',');
	}
	if (gone)
		job->reservation = ft_world_string(world, ft_str_text(&left));
}

static void
list_job(struct loading *loading, struct ft_job *read)
{
	struct ft_world *world = loading->world;
	struct ft_job *job = ft_world_new_job(world);

	ft_job_clear(job);
	*job = *read;
	find_hosts(loading, job);
	if (ft_job_is_active(job))
		find_needs(world, job);
	else if (*job->reservation && !world->all_jobs)
		forget_reservations(world, job);
	ft_world_add(world, job);
	if (job->stamp > world->seen_stamp)
		world->seen_stamp = job->stamp;
}

static enum ft_status
take_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	const struct loading *loading = ctx;

	(void)err;
	if (loading->no_arrivals && job->submitted > loading->world->now) {
		ft_job_clear(job);
		return FT_OK;
	}
	list_job(ctx, job);
	return FT_OK;
}

/* One that ended long ago, if somebody still waits for it. */
static enum ft_status
take_old(void *ctx, struct ft_job *job, struct ft_error *err)
{
	const struct loading *loading = ctx;

	if (ft_world_find(loading->world, job->number)) {
		ft_job_clear(job);
		return FT_OK;
	}
	return take_job(ctx, job, err);
}

static enum ft_status
read_some(struct loading *loading, const struct ft_store_job_filter *filter,
    ft_store_job_fn *fn, struct ft_error *err)
{
	return ft_store_read_jobs(loading->store, filter,
	    &loading->world->strings, &loading->world->tres, fn, loading, NULL,
	    err);
}

static enum ft_status
read_waited_for(struct loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;

	for (size_t i = 0; i < world->n_waiting; i++) {
		const struct ft_job *job = world->waiting[i];

		for (size_t j = 0; j < job->n_depend; j++) {
			const struct ft_store_job_filter filter = {
				.cluster = world->cluster,
				.number = job->depend[j].number,
			};

			if (job->depend[j].state == FT_DEPEND_WAITS &&
			    filter.number &&
			    !ft_world_find(world, filter.number))
				FT_TRY(
				    read_some(loading, &filter, take_old, err));
		}
	}
	return FT_OK;
}

/* From when on those that ended are kept. */
static int64_t
kept_since(const struct ft_world *world)
{
	int64_t age = ft_conf_number(world->conf, FT_CONF_MIN_JOB_AGE);

	/* 0: they are never forgotten */
	return world->all_jobs || age <= 0 || age >= world->now
		   ? INT64_MIN
		   : world->now - age;
}

static enum ft_status
read_jobs(struct loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	const struct ft_store_job_filter filter = {
		.cluster = world->cluster,
		.ended_since = kept_since(world),
	};

	FT_TRY(read_some(loading, &filter, take_job, err));
	if (!world->all_jobs)
		FT_TRY(read_waited_for(loading, err));
	return FT_OK;
}

/* ---- reservations --------------------------------------------------------------- */

/* Its nodes by name, as indices of this machine: who is not there any more is
 * not reserved. */
static void
find_reserved(
    struct loading *loading, struct ft_reservation *reservation, size_t n_core)
{
	size_t n = 0;

	loading->n_found = 0;
	(void)ft_hostlist_each(reservation->nodes, find_host, loading, NULL);
	loading->hosts = reservation->nodes;
	reservation->node =
	    ft_alloc(loading->n_found * sizeof *reservation->node);
	for (size_t i = 0; i < loading->n_found; i++) {
		if (loading->found[i] == UINT32_MAX)
			continue;
		if (reservation->core)
			reservation->core[n] =
			    i < n_core ? reservation->core[i]
				       : (struct ft_reservation_cores){ 0 };
		reservation->node[n++] = loading->found[i];
	}
	reservation->n_node = n;
}

static enum ft_status
take_reservation(void *ctx, struct ft_reservation *read, struct ft_error *err)
{
	struct loading *loading = ctx;
	struct ft_world *world = loading->world;
	struct ft_reservation *reservation = ft_alloc(sizeof *reservation);

	(void)err;
	*reservation = *read;
	if (reservation->core) /* nobody says that it has one for each */
		reservation->core = ft_realloc(reservation->core,
		    world->machine.n_node + reservation->n_node + 1,
		    sizeof *reservation->core);
	find_reserved(loading, reservation, read->n_node);
	ft_reserve_add(world, reservation);
	return FT_OK;
}

static enum ft_status
read_reservations(struct loading *loading, struct ft_error *err)
{
	return ft_store_read_reservations(loading->store,
	    loading->world->cluster, &loading->world->strings, take_reservation,
	    loading, err);
}

/* ---- all of it ------------------------------------------------------------------ */

void
ft_world_note_seen(struct ft_world *world, const struct ft_store_seen *seen)
{
	world->seen_config = seen->config;
	world->seen_jobs = seen->jobs;
	world->seen_stamp = seen->stamp;
	world->seen_charge = seen->charge;
}

/* What happened in the store so far: none of it is part of a bare world. */
static enum ft_status
read_history(struct loading *loading, struct ft_error *err)
{
	FT_TRY(ft_store_read_live(
	    loading->store, loading->world->cluster, apply_live, loading, err));
	index_machine(loading);
	FT_TRY(read_reservations(loading, err));
	FT_TRY(read_jobs(loading, err));
	return ft_load_ledger(loading->world, loading->store, err);
}

static enum ft_status
load(struct loading *loading, const struct ft_world_load *how,
    struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store_seen seen;

	FT_TRY(ft_store_read_seen(loading->store, &seen, err));
	loading->no_arrivals = how->no_arrivals;
	if (how->bare)
		world->now = world->decayed = how->now;
	else
		FT_TRY(read_times(loading, how->now, err));
	FT_TRY(read_configuration(loading, err));
	FT_TRY(ft_world_ready(world, err));
	if (!how->bare)
		FT_TRY(read_history(loading, err));
	ft_world_settle(world);
	ft_world_note_seen(world, &seen);
	return FT_OK;
}

static void
loading_free(struct loading *loading)
{
	ft_map_clear(&loading->node);
	ft_free(loading->found);
}

enum ft_status
ft_load_world(struct ft_world *world, struct ft_store *store,
    const struct ft_conf *conf, uint32_t cluster,
    const struct ft_world_load *how, struct ft_error *err)
{
	static const struct ft_world_load plain = { 0 };
	struct loading loading FT_CLEANUP(
	    loading_free) = { .world = world, .store = store };

	if (!how)
		how = &plain;
	ft_world_init(world, conf);
	world->cluster = cluster;
	world->all_jobs = how->all_jobs;
	world->all_usage = how->usage;
	return load(&loading, how, err);
}

/* ---- again --------------------------------------------------------------------- */

/* A job that others wrote takes the place of what is known of it. */
static enum ft_status
replace_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct loading *loading = ctx;
	struct ft_world *world = loading->world;
	struct ft_job *known = ft_world_find(world, job->number);

	(void)err;
	if (known || job->state != FT_JOB_PENDING)
		loading->only_new = false;
	if (known)
		ft_world_forget(world, known);
	list_job(loading, job);
	if (loading->only_new)
		ft_policy_submitted(world, ft_world_find(world, job->number));
	return FT_OK;
}

static enum ft_status
reread_usage(struct loading *loading, struct ft_error *err)
{
	ft_ledger_free(loading->world);
	ft_ledger_new(loading->world);
	return ft_load_ledger(loading->world, loading->store, err);
}

/* They are few: all of them, and the schedulers look again if there are any. */
static enum ft_status
reread_reservations(struct loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	bool any = world->n_reservation > 0;

	ft_reserve_free(world);
	FT_TRY(read_reservations(loading, err));
	if (any || world->n_reservation)
		ft_reserve_changed(world);
	return FT_OK;
}

static enum ft_status
reread_jobs(struct loading *loading, const struct ft_store_seen *seen,
    struct ft_error *err)
{
	struct ft_world *world = loading->world;
	const struct ft_store_job_filter filter = {
		.cluster = world->cluster,
		.after_stamp = world->seen_stamp,
	};

	loading->only_new = true;
	index_machine(loading);
	FT_TRY(reread_reservations(loading, err));
	if (seen->stamp > world->seen_stamp)
		FT_TRY(read_some(loading, &filter, replace_job, err));
	if (seen->charge != world->seen_charge) {
		loading->only_new = false;
		FT_TRY(reread_usage(loading, err));
	}
	if (!loading->only_new)
		ft_world_settle(world);
	return FT_OK;
}

static enum ft_status
load_again(struct loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world, old = *world;
	const struct ft_world_load present = { 0 };

	ft_world_free(world);
	ft_world_init(world, old.conf);
	world->cluster = old.cluster;
	world->all_jobs = old.all_jobs;
	world->all_usage = old.all_usage;
	return load(loading, &present, err);
}

static enum ft_status
refresh(struct loading *loading, struct ft_error *err)
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
	struct loading loading FT_CLEANUP(
	    loading_free) = { .world = world, .store = store };

	return refresh(&loading, err);
}
