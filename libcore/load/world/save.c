/*
 * save.c - write what changed in a world to the store.
 */
#include "load/world/private.h"
#include "model/reservation/reservation.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"

/*
 * Returns the QOS of the partition JOB runs in, 0 if that is none or its own.
 */
static uint32_t
part_qos_of(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *partition;
	const struct ft_qos *qos;

	if (!*job->partition || job->started == 0)
		return 0;
	partition = ft_world_partition(world, job);
	qos = partition && *partition->qos
		  ? ft_acctdb_find_qos(&world->acctdb, partition->qos)
		  : NULL;
	return qos && qos->id != job->qos ? qos->id : 0;
}

static enum ft_status
save_jobs(struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		if (!job->dirty)
			continue;
		FT_TRY(ft_store_put_job(&(struct ft_store_jobs){ store,
					    world->cluster, &world->tres },
		    job, part_qos_of(world, job), err));
		job->dirty = false;
	}
	return FT_OK;
}

/* Returns the TRES of the charged run; the job itself may already run again. */
static const uint64_t *
charged_tres(const struct ft_world *world, const struct ft_charge *charge)
{
	for (size_t i = 0; i < world->n_run; i++)
		if (world->run[i].job == charge->job &&
		    world->run[i].started == charge->started)
			return world->run[i].alloc;
	return charge->job->alloc;
}

static enum ft_status
save_charges(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	for (size_t i = 0; i < world->n_charge; i++) {
		const struct ft_charge *from = &world->charge[i];
		const struct ft_store_charge charge = {
			.assoc = from->assoc,
			.qos = from->qos,
			.part_qos =
			    from->part_qos != from->qos ? from->part_qos : 0,
			.job = from->job->id,
			.starts = from->starts,
			.ends = from->ends,
			.rate = from->rate,
			.usage_factor = from->usage_factor,
			.alloc = charged_tres(world, from),
		};

		if (charge.assoc)
			/* usage without an association belongs to nobody */
			FT_TRY(ft_store_put_charge(
			    store, world->cluster, &charge, &world->tres, err));
	}
	world->n_charge = 0;
	return FT_OK;
}

static enum ft_status
save_runs(struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	for (size_t i = 0; i < world->n_run; i++) {
		const struct ft_job_run *from = &world->run[i];
		const struct ft_store_run run = {
			.job = from->job->id,
			.state = (int)from->state,
			.requeued = from->requeued,
			.submitted = from->submitted,
			.eligible = from->eligible,
			.started = from->started,
			.ended = from->ended,
			.suspended_secs = from->suspended_secs,
			.partition = from->partition,
			.nodes = from->nodes,
			.qos = from->qos,
			.scheduler = (int)from->scheduler,
			.alloc = from->alloc,
			.n_node = (uint32_t)from->n_node,
			.exit_code = from->exit_code,
			.exit_signal = from->exit_signal,
		};

		FT_TRY(ft_store_put_run(store, &run, &world->tres, err));
	}
	for (size_t i = 0; i < world->n_run; i++)
		ft_free(world->run[i].alloc);
	world->n_run = 0;
	return FT_OK;
}

static enum ft_status
save_times(struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	const struct ft_store_clock clock = { world->now, world->decayed,
		world->reset, world->wall };
	const struct ft_store_controller controller = {
		.main_ran = world->times.main_ran,
		.full_ran = world->times.full_ran,
		.backfill_ran = world->times.backfill_ran,
		.wanted = world->times.wanted,
		.next_number = world->next_number,
		.basic_priority = world->basic_priority,
		.last_reservation = world->last_reservation,
		.tally = world->tally,
	};
	struct ft_store_clock before;
	enum ft_status status =
	    ft_store_get_clock(store, world->cluster, &before, err);

	if (status == FT_OK &&
	    (before.now != clock.now || before.decayed != clock.decayed ||
		before.reset != clock.reset || before.wall != clock.wall))
		status = ft_store_put_clock(store, world->cluster, &clock, err);
	for (size_t i = 0; status == FT_OK && i < world->n_reset; i++)
		status = ft_store_put_reset(
		    store, world->cluster, world->reset_at[i], err);
	world->n_reset = 0;
	if (status == FT_OK)
		status = ft_store_put_controller(
		    store, world->cluster, &controller, err);
	world->times_dirty = false;
	return status;
}

static enum ft_status
save_reservations(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	/* delete first: a new one may have taken the name */
	for (size_t i = 0; i < world->n_dropped; i++) {
		FT_TRY(ft_end_record(world, store, world->dropped[i], err));
		FT_TRY(
		    ft_store_drop_reservation(store, world->dropped[i], err));
	}
	world->n_dropped = 0;
	for (size_t i = 0; i < world->n_reservation; i++) {
		struct ft_reservation *reservation = world->reservation[i];

		if (!reservation->dirty)
			continue;
		FT_TRY(ft_store_put_reservation(
		    store, world->cluster, reservation, err));
		FT_TRY(ft_save_record(world, store, reservation, err));
		reservation->dirty = false;
	}
	return FT_OK;
}

enum ft_status
ft_save_world(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	struct ft_store_seen seen;

	FT_TRY(save_jobs(world, store, err));
	/* charges and runs refer to their job's row, so jobs come first */
	FT_TRY(save_charges(world, store, err));
	FT_TRY(save_runs(world, store, err));
	FT_TRY(save_reservations(world, store, err));
	FT_TRY(ft_save_node_events(world, store, err));
	FT_TRY(save_times(world, store, err));
	FT_TRY(ft_store_read_seen(store, &seen, err));
	ft_world_note_seen(world, &seen);
	return FT_OK;
}
