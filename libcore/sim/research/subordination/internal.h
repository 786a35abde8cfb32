/*
 * internal.h - the hosts of a world whose partitions are queues.
 */
#ifndef FT_SIM_RESEARCH_SUBORDINATION_INTERNAL_H
#define FT_SIM_RESEARCH_SUBORDINATION_INTERNAL_H

#include "model/machine/queue.h"
#include "sim/research/subordination/subordination.h"

struct ft_run;

/* Something happened to a job.  It may be gone by the time the note is read, so
 * the note has its number. */
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
	struct ft_slotwise_params params; /* without host_slots */
	uint32_t *queue;                  /* partition of each queue */
	struct ft_slotwise **host;        /* by node; NULL: empty so far */
	uint32_t n_node;
	struct ft_slot_noted *note; /* in the order they happened */
	size_t n_note, cap_note;
	struct ft_job **back; /* to be requeued after the pass */
	size_t n_back, cap_back;
	uint32_t node; /* whose passes are made */
	/* the limit examined last, then the jobs it affects; limit: length of
	 * the first part */
	struct ft_str words;
	size_t limit;
};

#endif
