/*
 * slotwise.h - the passes of slot-wise and queue-wise subordination on one
 * host: who is suspended when a task starts, who goes on when one ends.
 *
 * A machine of its own, fed with queues and tasks, so that `fsim slotwise`, the
 * running world and the tests play the same; it reports each pass to a sink.
 *
 * The suspend pass begins at the queue that was touched, or above it if that
 * has no limit of its own, and goes up to the top of the tree.  At each limit
 * the tasks that run in the queue and below it are counted; of as many as are
 * too many each is found at the deepest level (never the queue's own), there in
 * the queues with the highest number, there as the action says: sr the task
 * that started last, lr the one that started first.  The wake pass looks at the
 * limit at the top only (wake_all: at those above the task too) and undoes this
 * in the reverse order.
 * Source: queue_conf(5) and the behaviour of Grid Engine 6.2u5; man/fsim.1,
 * SLOTWISE; tests/unit/t_slotwise.c.
 */
#ifndef FT_SIM_RESEARCH_SLOTWISE_SLOTWISE_H
#define FT_SIM_RESEARCH_SLOTWISE_SLOTWISE_H

#include "model/research/subordinate.h"

struct ft_slotwise; /* opaque: one host */

struct ft_slotwise_params {
	bool
	    count_slots; /* FairTreeSlotCount: a task counts its slots, not 1 */
	bool wake_all;   /* FairTreeSlotWake: inner limits are checked too */
	bool requeue;    /* tasks are requeued instead of suspended */
	bool load_adjust;    /* FairTreeLoadAdjust: nothing starts where it
	                        would be suspended at once */
	uint32_t host_slots; /* limit of all tasks on the host, running or
			        suspended, counted in the same way; 0 none */
};

struct ft_conf;
/* Returns the parameters in the settings; no limit of a host. */
struct ft_slotwise_params ft_slotwise_params_of(const struct ft_conf *conf);

struct ft_slotwise_queue {
	const char *name;
	uint32_t slots; /* for its own tasks; 0 any number */
	/* on this host; copied; NULL none */
	const struct ft_subordinate_list *list;
};

struct ft_slotwise_task {
	uint64_t id;      /* unique on the host; breaks ties */
	const char *name; /* borrowed; may be NULL */
	void *owner;      /* the caller's data */
	uint32_t queue;   /* index */
	uint32_t slots;   /* > 0 */
	int64_t started;
	bool may_requeue;
	/* why it does not run */
	bool by_slot, by_queue;
	bool by_other; /* by hand, on another host, ... */
	bool fresh;    /* added; its passes are still to come */
};

static inline bool
ft_slotwise_runs(const struct ft_slotwise_task *task)
{
	return !task->by_slot && !task->by_queue && !task->by_other &&
	       !task->fresh;
}

/* What a pass did. */
enum ft_slotwise_event_kind {
	FT_SLOTWISE_COUNT,   /* the suspend pass counted tasks against a
			        limit: queue, running, limit, counted */
	FT_SLOTWISE_WAKE,    /* the wake pass did */
	FT_SLOTWISE_USED,    /* queue-wise: slots in use of queue, which
			        suspend or resume the instance below */
	FT_SLOTWISE_NOBODY,  /* no task is left to be suspended, or woken */
	FT_SLOTWISE_SUSPEND, /* task, and why */
	FT_SLOTWISE_REQUEUE,
	FT_SLOTWISE_RESUME,
	FT_SLOTWISE_UNMARK, /* still suspended for another reason */
	FT_SLOTWISE_FREE,   /* no longer below a limit: the lists changed */
	FT_SLOTWISE_REFUSE  /* a task was not started: see full */
};
enum ft_slotwise_full {
	FT_SLOTWISE_ROOM,
	FT_SLOTWISE_FULL_QUEUE,  /* no free slots in the queue */
	FT_SLOTWISE_FULL_HOST,   /* the host's limit */
	FT_SLOTWISE_FULL_CLOSED, /* the instance is suspended */
	FT_SLOTWISE_FULL_LOAD    /* load_adjust */
};
struct ft_slotwise_event {
	enum ft_slotwise_event_kind kind;
	const char *queue;       /* whose limit it is */
	const char *below;       /* the queue of task, or the suspended one */
	uint32_t running, limit; /* tasks or slots */
	const struct ft_slotwise_task *const *counted;
	size_t n_counted;
	const struct ft_slotwise_task *task; /* in its new state */
	bool queue_wise;
	bool wakes; /* NOBODY, USED: of the wake pass */
	/* of the task suspended or woken */
	uint32_t level, seq;
	enum ft_subordinate_action action;
	enum ft_slotwise_full full;
};
typedef void ft_slotwise_sink(void *ctx, const struct ft_slotwise_event *event);
/* Append the event and its reason as one line, without newline. */
struct ft_str;
void ft_slotwise_describe(struct ft_str *str,
    const struct ft_slotwise_event *event,
    const struct ft_slotwise_params *params);

/* SINK may be NULL; it must not call functions of the host. */
struct ft_slotwise *ft_slotwise_new(const struct ft_slotwise_queue *queue,
    size_t n, const struct ft_slotwise_params *params, ft_slotwise_sink *sink,
    void *ctx);
void ft_slotwise_free(struct ft_slotwise *host);
/*
 * Change queues, lists or parameters.  Tasks stay in the queue of their name.
 * Where a list changed in queues, numbers or actions, all tasks below it
 * resume, then the wake pass and the suspend pass run; where only the limit
 * changed, only these passes run.
 */
void ft_slotwise_configure(struct ft_slotwise *host,
    const struct ft_slotwise_queue *queue, size_t n,
    const struct ft_slotwise_params *params);

/*
 * Add a task with its flags, without a pass (by_queue: its instance is
 * suspended).  A task about to start is fresh until ft_slotwise_started.  Its
 * id must be new.
 */
void ft_slotwise_add(
    struct ft_slotwise *host, const struct ft_slotwise_task *task);
/* Remove a task without a pass; false: it is not there.  *queue: where it was,
 * for ft_slotwise_ended, which makes the passes. */
bool ft_slotwise_remove(struct ft_slotwise *host, uint64_t id, uint32_t *queue);
void ft_slotwise_ended(struct ft_slotwise *host, uint32_t queue);
/* Make the passes of a fresh task. */
void ft_slotwise_started(struct ft_slotwise *host, uint64_t id);
/* Returns whether the task would be suspended at once, or would suspend one
 * that does not give way to it. */
bool ft_slotwise_in_vain(const struct ft_slotwise *host, uint32_t queue,
    uint32_t slots, int64_t now);
/* Check for room, add the task and make its passes; returns false, after a
 * REFUSE event, if there is no room. */
bool ft_slotwise_start(
    struct ft_slotwise *host, const struct ft_slotwise_task *task);
/* The task ended, or is suspended or resumed for another reason; an unknown id
 * is ignored. */
void ft_slotwise_end(struct ft_slotwise *host, uint64_t id);
void ft_slotwise_suspend(struct ft_slotwise *host, uint64_t id);
void ft_slotwise_resume(struct ft_slotwise *host, uint64_t id);
/* Correct what was not noted: resume tasks that are below no limit any more,
 * and enforce the limits at the tops.  Does nothing to a consistent host. */
void ft_slotwise_settle(struct ft_slotwise *host);

/* Returns the index of that queue, UINT32_MAX if there is none. */
uint32_t ft_slotwise_queue(const struct ft_slotwise *host, const char *name);
/* Returns the task of that id, NULL; all tasks, by id. */
const struct ft_slotwise_task *ft_slotwise_find(
    const struct ft_slotwise *host, uint64_t id);
const struct ft_slotwise_task *const *ft_slotwise_tasks(
    const struct ft_slotwise *host, size_t *n);
/* Returns what runs in QUEUE and below: tasks or slots. */
uint32_t ft_slotwise_running(const struct ft_slotwise *host, uint32_t queue);
/* Returns whether the whole instance is suspended. */
bool ft_slotwise_closed(const struct ft_slotwise *host, uint32_t queue);

#endif
