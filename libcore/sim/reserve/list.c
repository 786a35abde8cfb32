/* The reservations of a world: find, add, drop. */
#include "sim/queue/queue.h"
#include "sim/reserve/reserve.h"

struct ft_reservation *
ft_reserve_find(const struct ft_world *world, struct ft_word name)
{
	for (size_t i = 0; i < world->n_reservation; i++)
		if (ft_word_equals(name, world->reservation[i]->name))
			return world->reservation[i];
	return NULL;
}

void
ft_reserve_add(struct ft_world *world, struct ft_reservation *reservation)
{
	size_t i = world->n_reservation++;

	world->reservation =
	    ft_vec_grow(world->reservation, &world->cap_reservation,
		world->n_reservation, sizeof *world->reservation);
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
		*ft_vec_add(world->dropped, world->n_dropped,
		    world->cap_dropped) = reservation->id;
	}
	world->times_dirty = true;
	ft_reservation_clear(reservation);
	ft_free(reservation);
}

void
ft_reserve_changed(struct ft_world *world)
{
	world->times_dirty = true;
	if (!world->queue)
		return;
	/* a MAGNETIC one may draw in other jobs now */
	ft_queue_reset(world);
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
