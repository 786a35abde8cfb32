/*
 * slots.h - slots of partitions that are subordination queues: they share the
 * CPUs of a node, and each counts its own slots.
 */
#ifndef FT_SIM_PLACE_SLOTS_H
#define FT_SIM_PLACE_SLOTS_H

#include "sim/place/free.h"

/* Returns what a job with CPUS on a node counts there: FairTreeSlotCount. */
uint32_t ft_slots_weight(const struct ft_world *world, uint32_t cpus);
/* Returns the CPUs that jobs of the queue PARTITION may still have on NODE as of
 * FREE, within its slots and the host's limit. */
uint32_t ft_slots_room(const struct ft_world *world, const struct ft_free *free,
    uint32_t partition, uint32_t node);

#endif
