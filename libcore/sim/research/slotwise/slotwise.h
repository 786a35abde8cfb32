/*
 * slotwise.h - the passes of slot-wise and queue-wise subordination on one
 * host: who is suspended when a task starts, who goes on when one ends.
 *
 * A machine of its own, fed with queues and tasks, so that `fsim slotwise`, the
 * running world and the tests play the same; it tells each pass to a sink.
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
	bool requeue;    /* victims are put back instead of suspended */
	bool load_adjust;    /* FairTreeLoadAdjust: nothing starts where it
	                        would be suspended at once */
	uint32_t host_slots; /* what active tasks, running and suspended, may
	                        have in all, counted likewise; 0 any number */
};

struct ft_conf;
/* What the settings say of all hosts; no limit of the host's own. */
struct ft_slotwise_params ft_slotwise_params_of(const struct ft_conf *conf);

struct ft_slotwise_queue {
	const char *name;
	uint32_t slots; /* for its own tasks; 0 any number */
	/* of this host; copied; NULL none */
	const struct ft_subordinate_list *list;
};

struct ft_slotwise_task {
	uint64_t id;      /* of this host; also the order of equals */
	const char *name; /* borrowed; may be NULL */
	void *owner;      /* the caller's */
	uint32_t queue;   /* index */
	uint32_t slots;   /* > 0 */
	int64_t started;
	bool may_requeue;
	/* why it does not run */
	bool by_slot, by_queue;
	bool by_other; /* by hand, elsewhere, ... */
	bool fresh;    /* added, and its passes are still to come */
};

static inline bool
ft_slotwise_runs(const struct ft_slotwise_task *task)
{
	return !task->by_slot && !task->by_queue && !task->by_other &&
	       !task->fresh;
}

/* One thing that happened in a pass. */
enum ft_slotwise_event {
	FT_SLOTWISE_COUNT,   /* the suspend pass looked at a limit: queue,
	                        running, limit, the tasks counted */
	FT_SLOTWISE_WAKE,    /* the wake pass did */
	FT_SLOTWISE_USED,    /* queue-wise: so many slots of queue are used,
	                        which suspends or frees the instance below */
	FT_SLOTWISE_NOBODY,  /* nobody is left to be suspended, or woken */
	FT_SLOTWISE_SUSPEND, /* task: why */
	FT_SLOTWISE_REQUEUE,
	FT_SLOTWISE_RESUME,
	FT_SLOTWISE_UNMARK, /* was suspended for another reason too, which
	                       stays */
	FT_SLOTWISE_FREE,   /* not below a limit any more: the lists changed */
	FT_SLOTWISE_REFUSE  /* a start that was not done: full says of what */
};
enum ft_slotwise_full {
	FT_SLOTWISE_ROOM,
	FT_SLOTWISE_FULL_QUEUE,  /* no free slots in the queue */
	FT_SLOTWISE_FULL_HOST,   /* the host's limit */
	FT_SLOTWISE_FULL_CLOSED, /* the instance is suspended */
	FT_SLOTWISE_FULL_LOAD    /* load_adjust */
};
struct ft_slotwise_news {
	enum ft_slotwise_event event;
	const char *queue;       /* whose limit */
	const char *below;       /* the queue of task, or that is suspended */
	uint32_t running, limit; /* tasks or slots */
	const struct ft_slotwise_task *const *counted;
	size_t n_counted;
	const struct ft_slotwise_task *task; /* as it is afterwards */
	bool queue_wise;
	bool wakes; /* NOBODY, USED: of the wake pass, frees */
	/* of a victim, and of who wakes */
	uint32_t level, seq;
	enum ft_subordinate_action action;
	enum ft_slotwise_full full;
};
typedef void ft_slotwise_sink(void *ctx, const struct ft_slotwise_news *news);
/* Append what happened and why, one line without its end. */
struct ft_str;
void ft_slotwise_describe(struct ft_str *str,
    const struct ft_slotwise_news *news,
    const struct ft_slotwise_params *params);

/* sink may be NULL; it must not call the machine. */
struct ft_slotwise *ft_slotwise_new(const struct ft_slotwise_queue *queue,
    size_t n, const struct ft_slotwise_params *params, ft_slotwise_sink *sink,
    void *ctx);
void ft_slotwise_free(struct ft_slotwise *host);
/*
 * Other queues, lists or parameters.  Tasks stay in the queue of their name.
 * Where a list names other queues, numbers or actions the whole tree below
 * goes on, then the wake pass and the suspend pass run; where only the limit
 * is another, only these.
 */
void ft_slotwise_configure(struct ft_slotwise *host,
    const struct ft_slotwise_queue *queue, size_t n,
    const struct ft_slotwise_params *params);

/* Put a task there as its flags say, without a pass (by_queue: its instance is
 * suspended); one that starts is fresh
 * until ft_slotwise_started.  The id must be a new one. */
void ft_slotwise_add(
    struct ft_slotwise *host, const struct ft_slotwise_task *task);
/* Take it away without a pass; false: it is not there.  *queue: where it was.
 * ft_slotwise_ended makes the passes of one that was in QUEUE. */
bool ft_slotwise_remove(struct ft_slotwise *host, uint64_t id, uint32_t *queue);
void ft_slotwise_ended(struct ft_slotwise *host, uint32_t queue);
/* The passes of a fresh one. */
void ft_slotwise_started(struct ft_slotwise *host, uint64_t id);
/*
 * Whether a task of that size may be started in QUEUE now: room in the queue
 * and on the host and, with load_adjust, not in vain.
 */
enum ft_slotwise_full ft_slotwise_room(const struct ft_slotwise *host,
    uint32_t queue, uint32_t slots, int64_t now);
/* Whether it, or one that it should not push aside (of its own queue, or of one
 * that does not give way to that), would be suspended at once. */
bool ft_slotwise_in_vain(const struct ft_slotwise *host, uint32_t queue,
    uint32_t slots, int64_t now);
/* All of it: false if there is no room, which is told. */
bool ft_slotwise_start(
    struct ft_slotwise *host, const struct ft_slotwise_task *task);
/* It ended, is suspended or goes on for another reason; unknown ones are
 * ignored. */
void ft_slotwise_end(struct ft_slotwise *host, uint64_t id);
void ft_slotwise_suspend(struct ft_slotwise *host, uint64_t id);
void ft_slotwise_resume(struct ft_slotwise *host, uint64_t id);
/* Put right what nobody told of: who is below no limit any more goes on; the
 * limits at the tops are looked at.  Does nothing to a host at rest. */
void ft_slotwise_settle(struct ft_slotwise *host);

/* Returns the index of that queue, UINT32_MAX if there is none. */
uint32_t ft_slotwise_queue(const struct ft_slotwise *host, const char *name);
/* Returns the task, NULL if there is none; and all, by id. */
const struct ft_slotwise_task *ft_slotwise_find(
    const struct ft_slotwise *host, uint64_t id);
const struct ft_slotwise_task *const *ft_slotwise_tasks(
    const struct ft_slotwise *host, size_t *n);
/* What runs in QUEUE and below it, tasks or slots. */
uint32_t ft_slotwise_running(const struct ft_slotwise *host, uint32_t queue);
/* Whether the whole instance is suspended. */
bool ft_slotwise_closed(const struct ft_slotwise *host, uint32_t queue);

#endif
