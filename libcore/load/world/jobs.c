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

/* Get the nodes of a host list as indices of this machine. */
static void
find_hosts(struct ft_loading *loading, struct ft_job *job)
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
list_job(struct ft_loading *loading, struct ft_job *read)
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
	const struct ft_loading *loading = ctx;

	(void)err;
	if (loading->no_arrivals && job->submitted > loading->world->now) {
		ft_job_clear(job);
		return FT_OK;
	}
	list_job(ctx, job);
	return FT_OK;
}

/* Load a job that ended long ago if another one depends on it. */
static enum ft_status
take_old(void *ctx, struct ft_job *job, struct ft_error *err)
{
	const struct ft_loading *loading = ctx;

	if (ft_world_find(loading->world, job->number)) {
		ft_job_clear(job);
		return FT_OK;
	}
	return take_job(ctx, job, err);
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

static enum ft_status
read_waited_for(struct ft_loading *loading, struct ft_error *err)
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

enum ft_status
ft_loading_jobs(struct ft_loading *loading, struct ft_error *err)
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
	list_job(loading, job);
	if (loading->only_new)
		ft_policy_submitted(world, ft_world_find(world, job->number));
	return FT_OK;
}

enum ft_status
ft_loading_new_jobs(struct ft_loading *loading, struct ft_error *err)
{
	const struct ft_store_job_filter filter = {
		.cluster = loading->world->cluster,
		.after_stamp = loading->world->seen_stamp,
	};

	return read_some(loading, &filter, replace_job, err);
}

/* ---- reservations -------------------------------------------------------- */

/* Map the reservation's node names to indices of this machine; nodes that are
 * gone are dropped. */
static void
find_reserved(struct ft_loading *loading, struct ft_reservation *reservation,
    size_t n_core)
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
