/*
 * order.h - the order in which the schedulers examine the records.
 */
#ifndef FT_SIM_SCHEDULE_ORDER_H
#define FT_SIM_SCHEDULE_ORDER_H

#include "sim/queue/queue.h"

/* Merge the records from index OLD on into those before, which are sorted. */
void ft_queue_order(struct ft_world *world, size_t old);

/* Returns the priority of the job of REC in the partition and QOS of REC. */
uint32_t ft_record_priority(
    struct ft_world *world, const struct ft_record *rec);
/* The priorities of jobs changed at a decay pass, and nothing else did: bring the
 * records up to date. */
void ft_queue_reorder(struct ft_world *world);

#endif
