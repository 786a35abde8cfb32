/*
 * room.c - after which endings a job of one task fits: see future.h.  Such a
 * job fits as soon as some node has room for it, so each node can be examined
 * by itself, and again only when something on that node changed.
 */

#include "sim/place/future.h"
#include "sim/place/need.h"

#define NEVER UINT32_MAX

/* For the jobs of one kind. */
struct ft_rooms {
	/* by node: the number of endings there after which a task fits;
	 * NEVER */
	uint32_t *after;
	/* of the future, and place->numberings, when it was found out */
	uint64_t version, numbering;
};

void
ft_rooms_free(struct ft_future *future)
{
	for (size_t i = 0; i < future->n_rooms; i++)
		ft_free(future->rooms[i].after);
	ft_free(future->rooms);
}

/* Returns whether the job fits as soon as one node has room for a task. */
static bool
is_one_task(const struct ft_need *need)
{
	const struct ft_job *job = need->job;

	return need->cpus <= need->per_task && need->min_nodes <= 1 &&
	       need->max_nodes > 0 && !need->queue && !need->counted &&
	       !*job->features && !*job->req_nodes && !*job->exc_nodes &&
	       !job->n_license_need;
}

/* Returns the number of endings on NODE after which the task of NEED fits
 * there, or NEVER. */
static uint32_t
endings_until(
    struct ft_future *future, const struct ft_need *need, uint32_t node)
{
	uint32_t n = future->node_begin[node + 1] - future->node_begin[node];

	for (uint32_t i = 0; i <= n; i++) {
		ft_future_set_node(future, node, i);
		if (ft_nodes_has(need->free->open, node) &&
		    ft_need_room(need, node))
			return i;
	}
	return NEVER;
}

/* Returns the same for each node of the partition of NEED, a job of KIND; owned
 * by FUTURE. */
static const uint32_t *
rooms_of(struct ft_future *future, struct ft_need need, uint32_t kind)
{
	const struct ft_world *world = future->world;
	const struct ft_place *place = world->place;
	const ft_nodes *member =
	    place->member[need.partition - world->machine.partition];
	struct ft_rooms *rooms;
	bool known;

	while (future->n_rooms <= kind)
		*ft_vec_add(future->rooms, future->n_rooms, future->cap_rooms) =
		    (struct ft_rooms){ 0 };
	rooms = &future->rooms[kind];
	known = rooms->after && rooms->numbering == place->numberings;
	if (known && rooms->version == future->version)
		return rooms->after;
	if (!rooms->after)
		rooms->after = ft_calloc(place->n_node, sizeof *rooms->after);
	need.free = &future->free;
	for (uint32_t w = 0; w < place->n_word; w++)
		for (ft_nodes word = member[w]; word; word &= word - 1) {
			uint32_t node = ft_nodes_first(w, word);

			if (!known || future->changed[node] > rooms->version)
				rooms->after[node] =
				    endings_until(future, &need, node);
		}
	rooms->version = future->version;
	rooms->numbering = place->numberings;
	return rooms->after;
}

bool
ft_future_room_after(struct ft_future *future, const struct ft_need *need,
    uint32_t kind, const ft_nodes *nodes, size_t *after)
{
	const struct ft_world *world = future->world;
	const struct ft_place *place = world->place;
	const ft_nodes *member =
	    place->member[need->partition - world->machine.partition];
	const uint32_t *rooms;

	if (!kind || !is_one_task(need))
		return false;
	ft_future_sort(future);
	rooms = rooms_of(future, *need, kind);
	*after = SIZE_MAX;
	for (uint32_t w = 0; w < place->n_word; w++)
		for (ft_nodes word = nodes[w] & member[w]; word;
		     word &= word - 1) {
			uint32_t node = ft_nodes_first(w, word);
			uint32_t n = rooms[node];
			size_t k = 0;

			if (n == NEVER)
				continue;
			if (n)
				k = future
					->node_ending[future->node_begin[node] +
						      n - 1] +
				    1;
			if (k < *after)
				*after = k;
		}
	return true;
}
