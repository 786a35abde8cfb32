/*
 * slots.h - slots of partitions that are subordination queues (as in Grid
 * Engine).  The queues of a node share its CPUs, but each counts its own slots,
 * and the jobs of all together stay within the limit of the host.
 */
#ifndef FT_SIM_PLACE_SLOTS_H
#define FT_SIM_PLACE_SLOTS_H

#include "sim/place/free.h"

/* Returns what a job with CPUS on a node counts towards the limit of the host,
 * as FairTreeSlotCount says. */
uint32_t ft_slots_weight(const struct ft_world *world, uint32_t cpus);
/* Returns how many CPUs of NODE jobs of the queue PARTITION may still have
 * according to FREE, within the slots of the queue and the limit of the
 * host. */
uint32_t ft_slots_room(const struct ft_world *world, const struct ft_free *free,
    uint32_t partition, uint32_t node);

#endif
