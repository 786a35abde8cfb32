/* slots.c - slots of subordination queues: see slots.h. */
#include "sim/place/slots.h"

static bool
counts_slots(const struct ft_world *world)
{
	return ft_conf_number(world->conf, FT_CONF_FAIRTREE_SLOT_COUNT) == 1;
}

uint32_t
ft_slots_weight(const struct ft_world *world, uint32_t cpus)
{
	return counts_slots(world) ? cpus : 1;
}

uint32_t
ft_slots_room(const struct ft_world *world, const struct ft_free *free,
    uint32_t partition, uint32_t node)
{
	const struct ft_machine *machine = &world->machine;
	size_t queue = machine->partition[partition].queue;
	uint32_t used = free->slots[queue * machine->n_node + node];
	uint32_t room = ft_world_slots(world, partition, node);
	uint32_t limit = machine->node[node].slots;

	room = room > used ? room - used : 0;
	if (!limit)
		return room;
	limit = limit > free->active[node] ? limit - free->active[node] : 0;
	if (!limit)
		return 0;
	return counts_slots(world) && limit < room ? limit : room;
}
