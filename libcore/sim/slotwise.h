/*
 * slotwise.h - the passes of slot-wise and queue-wise subordination on one
 * host: who is suspended when a task starts, who goes on when one ends.
 *
 * A machine of its own, fed with queues and tasks, so that `fsim slotwise`, the
 * running world and the tests play the same; it tells each pass to a sink.
 * Source: queue_conf(5) and the behaviour of Grid Engine 6.2u5; man/fsim.1,
 * SLOTWISE; tests/unit/t_slotwise.c.
 */
#ifndef FT_SIM_SLOTWISE_H
#define FT_SIM_SLOTWISE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/subordinate.h"

struct ft_slotwise; /* opaque: one host */

struct ft_slotwise_params {
	bool
	    count_slots; /* FairTreeSlotCount: a task counts its slots, not 1 */
	bool wake_all;   /* FairTreeSlotWake: inner limits are checked too */
	bool requeue;    /* victims are put back instead of suspended */
	uint32_t host_slots; /* active tasks the host admits, running and
	                        suspended; 0 any number */
};

/* One thing that happened in a pass. */
enum ft_slotwise_event {
	FT_SLOTWISE_COUNT,   /* a limit was looked at: queue, running, limit,
	                        the tasks counted */
	FT_SLOTWISE_SUSPEND, /* task: why */
	FT_SLOTWISE_REQUEUE,
	FT_SLOTWISE_RESUME
};

#endif
