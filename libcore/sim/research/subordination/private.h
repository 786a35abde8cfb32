/*
 * private.h - the hosts of a world whose partitions are queues.
 */
#ifndef FT_SIM_RESEARCH_SUBORDINATION_PRIVATE_H
#define FT_SIM_RESEARCH_SUBORDINATION_PRIVATE_H

#include "model/machine/queue.h"
#include "sim/schedule/run.h"
#include "sim/research/slotwise/slotwise.h"
#include "sim/research/subordination/subordination.h"

/* Something happened to a job; its number, for it may be gone by then. */
enum ft_slot_note { FT_SLOT_STARTED, FT_SLOT_ENDED, FT_SLOT_CHANGED };
struct ft_slot_noted {
	enum ft_slot_note what;
	uint32_t number, node;
	uint32_t queue; /* ENDED: where it was */
};

struct ft_subordination {
	struct ft_world *world;
	ft_slotwise_sink *sink;
	struct ft_run *run; /* while passes are made */
	struct ft_queue_lists *lists;
	struct ft_slotwise_params params; /* but for the host's limit */
	uint32_t *queue;                  /* partitions that are queues */
	struct ft_slotwise **host;        /* by node; NULL: empty until now */
	uint32_t n_node;
	struct ft_slot_noted *note; /* in the order it happened */
	size_t n_note, cap_note;
	struct ft_job **back; /* to be put back after the pass */
	size_t n_back, cap_back;
	uint32_t node;       /* whose passes are made */
	struct ft_str words; /* the limit that was looked at last, and who */
	size_t limit;        /* length of the first part */
};

/* Put the job's tasks on its hosts. */
void ft_subordination_put(
    struct ft_world *world, struct ft_job *job, bool fresh);

#endif
