/*
 * host.h - the inside of a host: its queues and tasks, and the passes.
 *
 * For the files of slotwise, and for subordination/describe.c, which explains
 * what they did.
 */
#ifndef FT_SIM_RESEARCH_SLOTWISE_HOST_H
#define FT_SIM_RESEARCH_SLOTWISE_HOST_H

#include "sim/research/slotwise/slotwise.h"

struct ft_slotwise_place {
	const char *name;
	uint32_t slots;                         /* 0 any number */
	const struct ft_subordinate_list *list; /* NULL none */
	struct ft_subordinate_node node;        /* in the tree of queues */
	bool closed; /* the instance is suspended queue-wise */
};

struct ft_slotwise {
	struct ft_slotwise_params params;
	ft_slotwise_sink *sink;
	void *ctx;
	struct ft_arena arena; /* of the queues */
	struct ft_slotwise_place *queue;
	uint32_t n_queue;
	uint32_t *order; /* of queues: by level, then as they are listed */
	struct ft_slotwise_task **task; /* by id */
	size_t n_task, cap_task;
	const struct ft_slotwise_task **counted; /* scratch for the sink */
	size_t cap_counted;
};

/* Returns what a task counts against a limit. */
static inline uint32_t
ft_slotwise_weight(
    const struct ft_slotwise *host, const struct ft_slotwise_task *task)
{
	return host->params.count_slots ? task->slots : 1;
}

/* Returns the slot-wise limit of QUEUE, 0 none. */
static inline uint32_t
ft_slotwise_limit(const struct ft_slotwise *host, uint32_t queue)
{
	const struct ft_subordinate_list *list = host->queue[queue].list;

	return list && list->kind == FT_SUBORDINATE_SLOT ? list->slots : 0;
}

/* ---- host.c -------------------------------------------------------------- */

/* Returns the top of the tree of QUEUE. */
uint32_t ft_slotwise_root(const struct ft_slotwise *host, uint32_t queue);
/* Returns whether QUEUE is TOP or below it. */
bool ft_slotwise_is_below(
    const struct ft_slotwise *host, uint32_t queue, uint32_t top);
/* Returns the task of that id, NULL. */
struct ft_slotwise_task *ft_slotwise_task_of(
    const struct ft_slotwise *host, uint64_t id);
/* Remove the task of that id, which must be there. */
void ft_slotwise_drop(struct ft_slotwise *host, uint64_t id);

/* ---- conf.c -------------------------------------------------------------- */

/* Fill the queues of HOST, in a new arena. */
void ft_slotwise_set_queues(
    struct ft_slotwise *host, const struct ft_slotwise_queue *queue, size_t n);

/* ---- pass.c -------------------------------------------------------------- */

void ft_slotwise_report(
    const struct ft_slotwise *host, const struct ft_slotwise_event *event);
/* Enforce each limit from QUEUE up. */
void ft_slotwise_suspend_pass(struct ft_slotwise *host, uint32_t queue);
/* Wake tasks below the limit at the top of the tree of QUEUE. */
void ft_slotwise_wake_pass(struct ft_slotwise *host, uint32_t queue);
/* Enforce the limit of TOP alone. */
void ft_slotwise_enforce(struct ft_slotwise *host, uint32_t top);
/* Clear the slot-wise suspension of all tasks below TOP, or only of its own. */
void ft_slotwise_release(struct ft_slotwise *host, uint32_t top, bool own);
/* Suspend and resume instances queue-wise, with the passes that follow. */
void ft_slotwise_instances(struct ft_slotwise *host);
/* Returns whether a superior suspends the instance QUEUE; *event: queue, running
 * and limit of that superior, or of the last that does not. */
bool ft_slotwise_suspender(const struct ft_slotwise *host, uint32_t queue,
    struct ft_slotwise_event *event);

#endif
