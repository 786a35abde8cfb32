/*
 * reserve.c - what reservations leave to a job.
 * Source: scontrol(1), slurm.conf(5); tests/unit/t_reserve.c.
 */
#include "sim/reserve.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "sim/place_int.h"
#include "sim/queue_int.h"

enum ft_job_reason
ft_reserve_nodes(struct ft_world *world, const struct ft_job *job,
    int64_t start, int64_t seconds, ft_nodes *nodes, int64_t *until)
{
	(void)world, (void)job, (void)start, (void)seconds, (void)nodes;
	if (until)
		*until = INT64_MAX;
	return FT_REASON_NONE;
}

bool
ft_reserve_any(const struct ft_world *world)
{
	return world->n_reservation > 0;
}

bool
ft_reserve_has(
    const struct ft_world *world, const struct ft_job *job, int64_t *start)
{
	(void)world, (void)job, (void)start;
	return false;
}

int64_t
ft_reserve_next(const struct ft_world *world)
{
	(void)world;
	return INT64_MAX;
}

void
ft_reserve_tick(struct ft_world *world, struct ft_run *run)
{
	(void)world, (void)run;
}

enum ft_refusal
ft_reserve_admits(
    struct ft_world *world, const struct ft_job *job, const char *names)
{
	(void)world, (void)job, (void)names;
	return FT_REFUSE_NONE;
}

/* ---- the list ------------------------------------------------------------------- */

struct ft_reservation *
ft_reserve_find(const struct ft_world *world, const char *name, size_t len)
{
	for (size_t i = 0; i < world->n_reservation; i++) {
		struct ft_reservation *reservation = world->reservation[i];

		if (strlen(reservation->name) == len &&
		    !memcmp(reservation->name, name, len))
			return reservation;
	}
	return NULL;
}

void
ft_reserve_add(struct ft_world *world, struct ft_reservation *reservation)
{
	size_t i = world->n_reservation++;

	world->reservation =
	    ft_vec_grow(world->reservation, &world->cap_reservation,
		world->n_reservation, sizeof *world->reservation);
	for (; i &&
	       strcmp(world->reservation[i - 1]->name, reservation->name) > 0;
	     i--)
		world->reservation[i] = world->reservation[i - 1];
	world->reservation[i] = reservation;
}

void
ft_reserve_drop(struct ft_world *world, struct ft_reservation *reservation)
{
	size_t i = 0;

	while (world->reservation[i] != reservation)
		i++;
	for (world->n_reservation--; i < world->n_reservation; i++)
		world->reservation[i] = world->reservation[i + 1];
	if (reservation->id) {
		world->dropped =
		    ft_vec_grow(world->dropped, &world->cap_dropped,
			world->n_dropped + 1, sizeof *world->dropped);
		world->dropped[world->n_dropped++] = reservation->id;
	}
	world->times_dirty = true;
	ft_reservation_clear(reservation);
	ft_free(reservation);
}

void
ft_reserve_changed(struct ft_world *world)
{
	if (world->queue)
		ft_queue_news(world);
}

void
ft_reserve_free(struct ft_world *world)
{
	for (size_t i = 0; i < world->n_reservation; i++) {
		ft_reservation_clear(world->reservation[i]);
		ft_free(world->reservation[i]);
	}
	ft_free(world->reservation);
	ft_free(world->dropped);
	world->reservation = NULL;
	world->dropped = NULL;
	world->n_reservation = world->cap_reservation = 0;
	world->n_dropped = world->cap_dropped = 0;
}
