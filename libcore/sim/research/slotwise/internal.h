/*
 * internal.h - a host inside: shared by the files of slotwise.
 */
#ifndef FT_SIM_RESEARCH_SLOTWISE_INTERNAL_H
#define FT_SIM_RESEARCH_SLOTWISE_INTERNAL_H

#include "sim/research/slotwise/slotwise.h"

struct ft_slotwise_place {
	const char *name;
	uint32_t slots;
	const struct ft_subordinate_list *list;
	struct ft_subordinate_node node;
	bool closed; /* suspended queue-wise */
};

struct ft_slotwise {
	struct ft_slotwise_params params;
	ft_slotwise_sink *sink;
	void *ctx;
	struct ft_arena arena; /* of the queues */
	struct ft_slotwise_place *queue;
	uint32_t n_queue;
	uint32_t *order; /* of queues: level by level, as they are listed */
	struct ft_slotwise_task **task; /* by id */
	size_t n_task, cap_task;
	const struct ft_slotwise_task **counted; /* for the sink */
	size_t cap_counted;
};

/* What a task counts. */
static inline uint32_t
ft_slotwise_weight(
    const struct ft_slotwise *host, const struct ft_slotwise_task *task)
{
	return host->params.count_slots ? task->slots : 1;
}

/* The limit of QUEUE, 0 none. */
static inline uint32_t
ft_slotwise_limit(const struct ft_slotwise *host, uint32_t queue)
{
	const struct ft_subordinate_list *list = host->queue[queue].list;

	return list && list->kind == FT_SUBORDINATE_SLOT ? list->slots : 0;
}

uint32_t ft_slotwise_root(const struct ft_slotwise *host, uint32_t queue);
/* Whether QUEUE is TOP or below it. */
bool ft_slotwise_is_below(
    const struct ft_slotwise *host, uint32_t queue, uint32_t top);
void ft_slotwise_drop(struct ft_slotwise *host, uint64_t id);

/* ---- slotwise/conf.c ------------------------------------------------------------ */

/* Fill the queues of HOST, whose arena is set up anew. */
void ft_slotwise_set_queues(
    struct ft_slotwise *host, const struct ft_slotwise_queue *queue, size_t n);
/* All below TOP (or only those of it) go on, unless something else suspends
 * them. */
void ft_slotwise_release(struct ft_slotwise *host, uint32_t top, bool own);

/* ---- slotwise/pass.c ------------------------------------------------------------ */

void ft_slotwise_tell(
    const struct ft_slotwise *host, const struct ft_slotwise_news *news);
/* From QUEUE up. */
void ft_slotwise_suspend_pass(struct ft_slotwise *host, uint32_t queue);
/* The limit at the top of the tree of QUEUE; slot-wise lists only. */
void ft_slotwise_wake_pass(struct ft_slotwise *host, uint32_t queue);
/* Slots that active tasks of QUEUE have. */
uint32_t ft_slotwise_used(const struct ft_slotwise *host, uint32_t queue);
/* The limit of TOP alone. */
void ft_slotwise_enforce(struct ft_slotwise *host, uint32_t top);
/* Queue-wise: instances are suspended, or go on, with what follows. */
void ft_slotwise_instances(struct ft_slotwise *host);

/* Returns whether a superior suspends QUEUE; *news: queue, running and limit of
 * it, or of one that does not. */
bool ft_slotwise_suspender(const struct ft_slotwise *host, uint32_t queue,
    struct ft_slotwise_news *news);

#endif
