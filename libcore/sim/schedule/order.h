/*
 * order.h - the order in which the schedulers examine the records.
 */
#ifndef FT_SIM_SCHEDULE_ORDER_H
#define FT_SIM_SCHEDULE_ORDER_H

#include "sim/queue/queue.h"

/* Merge the records from index OLD on into those before, which are sorted. */
void ft_queue_order(struct ft_world *world, size_t old);

#endif
