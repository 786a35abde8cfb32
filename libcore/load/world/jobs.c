/* jobs.c - the jobs and reservations of a world, from the store. */
#include "base/text/hostlist.h"
#include "load/world/private.h"
#include "model/reservation/reservation.h"
#include "sim/job/job.h"
#include "sim/policy/policy.h"
#include "sim/reserve/reserve.h"

/* ---- jobs ---------------------------------------------------------------- */

void
ft_loading_index(struct ft_loading *loading)
{
	const struct ft_machine *machine = &loading->world->machine;

	for (size_t i = 0; i < machine->n_node; i++)
		ft_map_put(&loading->node, machine->node[i].name, i);
}

static enum ft_status
find_host(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct ft_loading *loading = ctx;
	uint64_t index = UINT32_MAX; /* the job is gone */

	(void)err;
	(void)ft_map_get_n(&loading->node, name, len, &index);
	*ft_vec_add(loading->found, loading->n_found, loading->cap_found) =
	    (uint32_t)index;
	return FT_OK;
}

/* Look up HOSTS (interned): a host list is sorted by name, as the machine is. */
static void
look_up(struct ft_loading *loading, const char *hosts)
{
	loading->hosts = hosts;
	loading->n_found = 0;
	(void)ft_hostlist_each(hosts, find_host, loading, NULL);
}

/* Get the nodes of a host list as indices of this machine. */
static void
find_hosts(struct ft_loading *loading, struct ft_job *job)
{
	size_t n = 0;

	if (!job->n_node)
		return;
	if (job->nodes != loading->hosts)
		look_up(loading, job->nodes);
	for (size_t i = 0; i < job->n_node && i < loading->n_found; i++) {
		if (loading->found[i] == UINT32_MAX)
			continue;
		job->node[n] = job->node[i];
		job->node[n++].node = loading->found[i];
	}
	job->n_node = n;
}

/* Parse its GRES and licenses; names that no longer exist are dropped. */
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

/* For accounting an ended job keeps only reservations that exist. */
static void
forget_reservations(struct ft_world *world, struct ft_job *job)
{
	const char *list = job->reservation;
	struct ft_word word;
	struct ft_str left FT_CLEANUP(ft_str_free) = { 0 };
	bool gone = false;

	while (ft_word_next(&list, ",", &word)) {
		if (word.len && !ft_reserve_find(world, word)) {
			gone = true;
		} else if (word.len) {
			if (left.len)
				ft_str_add_char(&left, ',');
			ft_str_add_n(&left, word.at, word.len);
		}
	}
	if (gone)
		job->reservation = ft_world_string(world, ft_str_text(&left));
}

/* Returns what was READ as a job of the world, which is still to be listed. */
static struct ft_job *
make_job(struct ft_loading *loading, const struct ft_job *read)
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
	if (job->stamp > world->seen_stamp)
		world->seen_stamp = job->stamp;
	return job;
}

static enum ft_status
take_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct ft_loading *loading = ctx;

	(void)err;
	if (loading->no_arrivals && job->submitted > loading->world->now)
		ft_job_clear(job);
	else
		ft_world_add(loading->world, make_job(loading, job));
	return FT_OK;
}

static bool
is_here(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_job *known = ft_world_find(world, job->number);

	/* numbers start again some day */
	while (known && known->number == job->number && known->id != job->id)
		known = known->slot + 1 < world->n_job
			    ? world->job[known->slot + 1]
			    : NULL;
	return known && known->id == job->id;
}

/* Load a job that ended long ago, or arrives later, if it is asked for. */
static enum ft_status
take_named(void *ctx, struct ft_job *job, struct ft_error *err)
{
	const struct ft_loading *loading = ctx;

	if (!is_here(loading->world, job))
		return take_job(ctx, job, err);
	ft_job_clear(job);
	return FT_OK;
}

/* Remember a job that arrives later; it is listed with the others. */
static enum ft_status
take_arriving(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct ft_loading *loading = ctx;

	(void)err;
	if (ft_job_is_active(job) &&
	    !ft_world_find(loading->world, job->number))
		*ft_vec_add(loading->fresh, loading->n_fresh,
		    loading->cap_fresh) = make_job(loading, job);
	else
		ft_job_clear(job);
	return FT_OK;
}

static enum ft_status
read_some(struct ft_loading *loading, const struct ft_store_job_filter *filter,
    ft_store_job_fn *fn, struct ft_error *err)
{
	return ft_store_read_jobs(loading->store, filter,
	    &(struct ft_store_reader){
		&loading->world->strings, &loading->world->tres, loading },
	    fn, err);
}

/* Load the jobs that N jobs at JOB wait for, and that are not here. */
static enum ft_status
read_waited_for(struct ft_loading *loading, struct ft_job *const *job, size_t n,
    ft_store_job_fn *fn, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_str numbers FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < job[i]->n_depend; j++) {
			const struct ft_depend *depend = &job[i]->depend[j];

			if (depend->state == FT_DEPEND_WAITS &&
			    depend->number &&
			    !ft_world_find(world, depend->number))
				ft_str_addf(&numbers, "%c%" PRIu32,
				    numbers.len ? ',' : '[', depend->number);
		}
	if (!numbers.len)
		return FT_OK;
	ft_str_add_char(&numbers, ']');
	return read_some(loading,
	    &(struct ft_store_job_filter){
		.cluster = world->cluster, .numbers = ft_str_text(&numbers) },
	    fn, err);
}

/* Returns the time from which on ended jobs are kept (MinJobAge). */
static int64_t
kept_since(const struct ft_world *world)
{
	int64_t age = ft_conf_number(world->conf, FT_CONF_MIN_JOB_AGE);

	/* 0: they are never forgotten */
	return world->all_jobs || age <= 0 || age >= world->now
		   ? INT64_MIN
		   : world->now - age;
}

/* ---- jobs that arrive later ---------------------------------------------- */

/* More than the numbers that jobs can take until arrivals are loaded again. */
#define NUMBERS_AHEAD 1000000

/* All arrivals are needed if new jobs might get the number of one of them. */
static enum ft_status
check_numbers(
    const struct ft_loading *loading, int64_t *until, struct ft_error *err)
{
	const struct ft_world *world = loading->world;
	int64_t last = 0;

	FT_TRY(
	    ft_store_last_number(loading->store, world->cluster, &last, err));
	if (last >= world->next_number ||
	    ft_conf_number(world->conf, FT_CONF_MAX_JOB_ID) -
		    world->next_number <
		NUMBERS_AHEAD)
		*until = INT64_MAX;
	return FT_OK;
}

static void
list_fresh(struct ft_loading *loading)
{
	ft_world_list(loading->world, loading->fresh, loading->n_fresh);
	loading->n_fresh = 0;
}

/* Load the arrivals that jobs here wait for, and count the others. */
static enum ft_status
note_later(struct ft_loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;

	if (world->arrive_by == INT64_MAX)
		return FT_OK;
	FT_TRY(read_waited_for(
	    loading, world->arriving, world->n_arriving, take_arriving, err));
	list_fresh(loading);
	FT_TRY(ft_store_count_arriving(
	    loading->store, world->cluster, world->now, &world->n_later, err));
	world->n_later -= world->n_arriving;
	return FT_OK;
}

enum ft_status
ft_loading_arrivals(
    struct ft_loading *loading, int64_t until, struct ft_error *err)
{
	struct ft_world *world = loading->world;

	FT_TRY(check_numbers(loading, &until, err));
	FT_TRY(read_some(loading,
	    &(struct ft_store_job_filter){ .cluster = world->cluster,
		.arrived = world->arrive_by,
		.arrive_by = until },
	    take_arriving, err));
	world->n_later -= loading->n_fresh;
	world->arrive_by = until;
	list_fresh(loading);
	return FT_OK;
}

/* ---- all together -------------------------------------------------------- */

enum ft_status
ft_loading_jobs(struct ft_loading *loading, struct ft_error *err)
{
	struct ft_world *world = loading->world;
	struct ft_store_job_filter filter = {
		.cluster = world->cluster,
		.ended_since = kept_since(world),
	};

	if (loading->lazy && filter.ended_since > 0 &&
	    !ft_store_lags(loading->store)) {
		world->arrive_by = world->now;
		FT_TRY(check_numbers(loading, &world->arrive_by, err));
	}
	if (loading->lazy && world->arrive_by == INT64_MAX)
		loading->no_arrivals = false;
	filter.arrive_by = loading->no_arrivals ? world->now : world->arrive_by;
	filter.not_tied = loading->no_arrivals;
	FT_TRY(read_some(loading, &filter, take_job, err));
	if (!world->all_jobs)
		FT_TRY(read_waited_for(loading, world->waiting,
		    world->n_waiting, take_named, err));
	if (loading->number)
		FT_TRY(read_some(loading,
		    &(struct ft_store_job_filter){
			.cluster = world->cluster, .number = loading->number },
		    take_named, err));
	return note_later(loading, err);
}

/* A job that another process wrote replaces what is known of it. */
static enum ft_status
replace_job(void *ctx, struct ft_job *job, struct ft_error *err)
{
	struct ft_loading *loading = ctx;
	struct ft_world *world = loading->world;
	struct ft_job *known = ft_world_find(world, job->number);

	(void)err;
	if (known || job->state != FT_JOB_PENDING)
		loading->only_new = false;
	if (known)
		ft_world_forget(world, known);
	known = make_job(loading, job);
	ft_world_add(world, known);
	if (loading->only_new)
		ft_policy_submitted(world, known);
	return FT_OK;
}

enum ft_status
ft_loading_new_jobs(struct ft_loading *loading, struct ft_error *err)
{
	const struct ft_store_job_filter filter = {
		.cluster = loading->world->cluster,
		.after_stamp = loading->world->seen_stamp,
	};

	FT_TRY(read_some(loading, &filter, replace_job, err));
	if (loading->world->arrive_by != INT64_MAX)
		FT_TRY(read_waited_for(loading, loading->world->waiting,
		    loading->world->n_waiting, take_arriving, err));
	return note_later(loading, err);
}

/* ---- reservations -------------------------------------------------------- */

/* Map the reservation's node names to indices of this machine; nodes that are
 * gone are dropped. */
static void
find_reserved(struct ft_loading *loading, struct ft_reservation *reservation,
    size_t n_core)
{
	size_t n = 0;

	look_up(loading, reservation->nodes);
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
	struct ft_loading *loading = ctx;
	struct ft_world *world = loading->world;
	struct ft_reservation *reservation = ft_alloc(sizeof *reservation);

	(void)err;
	*reservation = *read;
	if (reservation->core) /* without one entry per node the cores are
			          unknown */
		reservation->core = ft_realloc(reservation->core,
		    world->machine.n_node + reservation->n_node + 1,
		    sizeof *reservation->core);
	find_reserved(loading, reservation, read->n_node);
	ft_reserve_add(world, reservation);
	return FT_OK;
}

enum ft_status
ft_loading_reservations(struct ft_loading *loading, struct ft_error *err)
{
	return ft_store_read_reservations(loading->store,
	    loading->world->cluster,
	    &(struct ft_store_reader){
		&loading->world->strings, &loading->world->tres, loading },
	    take_reservation, err);
}
