/*
 * time.c - reservations begin, repeat and end.
 *
 * Cases: tests/oracle/cases/w25-reservation-end, w26-reservation-repeat.
 */

#include "base/text/text.h"
#include "sim/job/job.h"
#include "sim/queue/queue.h"
#include "sim/reserve/reserve.h"
#include "sim/world/clock.h"
#include "sim/world/event.h"

/* ---- jobs in a reservation ----------------------------------------------- */

static bool
has_job(const struct ft_reservation *reservation, struct ft_job *const *job,
    size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ft_reserve_is_named(job[i], reservation))
			return true;
	return false;
}

/* Remove NAME from the reservations that JOB names. */
static void
unname(struct ft_world *world, struct ft_job *job, const char *name)
{
	const char *at = job->reservation;
	struct ft_str left = { 0 };
	struct ft_word word;

	while (ft_word_next(&at, ",", &word))
		if (word.len && !ft_word_equals(word, name)) {
			if (left.len)
				ft_str_add_char(&left, ',');
			ft_str_add_n(&left, word.at, word.len);
		}
	job->reservation = ft_world_keep(world, &left);
	ft_job_touch(job);
}

/* The last reservation of JOB is gone: hold it if HOLD. */
static void
leave(struct ft_world *world, struct ft_job *job, const char *name, bool hold)
{
	struct ft_str text = { 0 };

	if (job->state != FT_JOB_PENDING || *job->reservation)
		return;
	if (hold) {
		ft_str_addf(&text, "Reservation %s was deleted", name);
		job->flags |= FT_JOB_RESV_DEL_HOLD;
		if (job->hold == FT_HOLD_NONE)
			job->hold = FT_HOLD_USER;
		job->priority = 0;
		job->expected = 0;
		ft_queue_reason(world, job, FT_REASON_RESERVATION_DELETED,
		    ft_str_text(&text));
		ft_str_free(&text);
	}
	ft_world_changed(world, job);
}

/* ---- the end ------------------------------------------------------------- */

void
ft_reserve_end_of(struct ft_world *world, struct ft_reservation *reservation)
{
	bool hold = !(reservation->flags & FT_RESERVATION_MASK(NO_HOLD));
	const char *name = reservation->name;

	for (size_t i = 0; i < world->n_job; i++) {
		struct ft_job *job = world->job[i];

		/* jobs that have ended keep the name for accounting */
		if (!ft_job_is_active(job) ||
		    !ft_reserve_is_named(job, reservation))
			continue;
		unname(world, job, name);
		leave(world, job, name, hold);
	}
	ft_reserve_drop(world, reservation);
}

/* Move on to the next repetition that is not over. */
static void
repeat(struct ft_world *world, struct ft_reservation *reservation)
{
	int64_t length = reservation->end - reservation->start;
	int64_t start = ft_reservation_skip(
	    reservation->flags, reservation->start, world->now - length);

	while (start + length <= world->now)
		start = ft_reservation_after(reservation->flags, start);
	reservation->start = start;
	reservation->end = start + length;
	reservation->idle_since = 0;
	reservation->dirty = true;
}

/* Returns when an idle one is noticed: with the check of time limits. */
static int64_t
next_look(const struct ft_world *world, int64_t time)
{
	return ft_world_limit_check(world, time);
}

/* Returns when PURGE_COMP drops it, INT64_MAX never. */
static int64_t
purge_time(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	return reservation->purge >= 0 && reservation->idle_since
		   ? next_look(
			 world, reservation->idle_since + reservation->purge)
		   : INT64_MAX;
}

/* Returns when its end is noticed. */
static int64_t
end_noticed(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	return next_look(world, ft_reserve_end(world, reservation));
}

/* Returns whether RESERVATION goes now: it is over and its last job has ended,
 * or PURGE_COMP is due. */
static bool
is_over(const struct ft_world *world, const struct ft_reservation *reservation)
{
	/* one that repeats does not wait for its jobs */
	if (end_noticed(world, reservation) <= world->now)
		return ft_reservation_repeats(reservation) ||
		       !has_job(reservation, world->running, world->n_running);
	return purge_time(world, reservation) <= world->now;
}

/* Returns whether it has begun and no job runs in it or waits for it. */
static bool
is_idle(const struct ft_world *world, const struct ft_reservation *reservation)
{
	return ft_reserve_start(world, reservation) <= world->now &&
	       !has_job(reservation, world->running, world->n_running) &&
	       !has_job(reservation, world->waiting, world->n_waiting);
}

/* Note since when no job is in it. */
static void
note_idle(struct ft_world *world, struct ft_reservation *reservation)
{
	bool idle;

	if (reservation->purge < 0)
		return;
	idle = is_idle(world, reservation);
	if (idle == (reservation->idle_since != 0) ||
	    (idle && next_look(world, world->now) != world->now))
		return;
	reservation->idle_since = idle ? world->now : 0;
	reservation->dirty = true;
}

void
ft_reserve_tick(struct ft_world *world, struct ft_run *run)
{
	ft_reserve_replace(world);
	for (size_t i = world->n_reservation; i > 0 && i--;) {
		struct ft_reservation *reservation = world->reservation[i];
		struct ft_sim_event event = { .kind = FT_SIM_RESERVE,
			.words = reservation->name };
		/* it is over even if a job still runs in it: no other job
		 * starts */
		bool turns = reservation->start == world->now ||
			     reservation->end == world->now;

		note_idle(world, reservation);
		if (is_over(world, reservation)) {
			if (ft_reservation_repeats(reservation))
				repeat(world, reservation);
			else
				ft_reserve_end_of(world, reservation);
			turns = true;
		}
		if (!turns)
			continue;
		ft_reserve_changed(world);
		ft_run_report(world, run, &event);
	}
}

static void
sooner(int64_t *next, int64_t now, int64_t time)
{
	if (time > now && time < *next)
		*next = time;
}

int64_t
ft_reserve_next(const struct ft_world *world)
{
	int64_t next = INT64_MAX;

	for (size_t i = 0; i < world->n_reservation; i++) {
		const struct ft_reservation *reservation =
		    world->reservation[i];

		if (!(reservation->flags & FT_RESERVATION_MASK(TIME_FLOAT))) {
			sooner(&next, world->now, reservation->start);
			sooner(&next, world->now, reservation->end);
			sooner(
			    &next, world->now, end_noticed(world, reservation));
		}
		sooner(&next, world->now, purge_time(world, reservation));
		if (is_over(world, reservation))
			sooner(&next, world->now, world->now + 1);
		/* its last job may have left unnoticed */
		else if (reservation->purge >= 0 && !reservation->idle_since &&
			 is_idle(world, reservation))
			sooner(&next, world->now,
			    next_look(world, world->now + 1));
	}
	return next;
}

int64_t
ft_reserve_job_end(const struct ft_world *world, const struct ft_job *job)
{
	const char *at = job->reservation;
	int64_t end = INT64_MAX;
	struct ft_word word;

	while (ft_word_next(&at, ",", &word)) {
		const struct ft_reservation *reservation =
		    ft_reserve_find(world, word);

		if (!reservation || reservation->end < job->started)
			continue;
		if (reservation->flags & FT_RESERVATION_MASK(FLEX))
			return INT64_MAX;
		if (reservation->start <= job->started)
			end = reservation->end;
	}
	return end;
}
