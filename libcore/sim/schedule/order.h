/*
 * order.h - the order in which the schedulers examine the records.
 */
#ifndef FT_SIM_SCHEDULE_ORDER_H
#define FT_SIM_SCHEDULE_ORDER_H

#include "sim/queue/queue.h"

/* Sort the queue, whose records before index OLD are sorted already. */
void ft_queue_order(struct ft_world *world, size_t old);

/* Returns the priority of the job of REC in the partition and QOS of REC. */
uint32_t ft_record_priority(
    struct ft_world *world, const struct ft_record *rec);
/* Bring the records up to date after a decay pass, which changed priorities and
 * nothing else. */
void ft_queue_reorder(struct ft_world *world);

#endif
