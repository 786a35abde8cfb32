#include "sim/research/slotwise/slotwise.h"

#include "sim/research/slotwise/host.h"

/* ---- queues -------------------------------------------------------------- */

struct ft_slotwise *
ft_slotwise_new(const struct ft_slotwise_queue *queue, size_t n,
    const struct ft_slotwise_params *params, ft_slotwise_sink *sink, void *ctx)
{
	struct ft_slotwise *host = ft_calloc(1, sizeof *host);

	host->params = *params;
	host->sink = sink;
	host->ctx = ctx;
	ft_slotwise_set_queues(host, queue, n);
	return host;
}

void
ft_slotwise_free(struct ft_slotwise *host)
{
	if (!host)
		return;
	ft_arena_clear(&host->arena);
	for (size_t i = 0; i < host->n_task; i++)
		ft_free(host->task[i]);
	ft_free(host->task);
	ft_free(host->counted);
	ft_free(host);
}

/* ---- tasks --------------------------------------------------------------- */

void
ft_slotwise_started(struct ft_slotwise *host, uint64_t id)
{
	struct ft_slotwise_task *task = ft_slotwise_task_of(host, id);

	if (!task || !task->fresh)
		return;
	task->fresh = false;
	if (host->queue[task->queue].closed) {
		struct ft_slotwise_event event = { .kind = FT_SLOTWISE_SUSPEND,
			.queue = host->queue[task->queue].name,
			.below = host->queue[task->queue].name,
			.task = task,
			.queue_wise = true };

		task->by_queue = true;
		ft_slotwise_report(host, &event);
	}
	ft_slotwise_instances(host);
	if (ft_slotwise_runs(task))
		ft_slotwise_suspend_pass(host, task->queue);
}

void
ft_slotwise_ended(struct ft_slotwise *host, uint32_t queue)
{
	ft_slotwise_instances(host);
	ft_slotwise_wake_pass(host, queue);
}

void
ft_slotwise_end(struct ft_slotwise *host, uint64_t id)
{
	uint32_t queue;

	if (ft_slotwise_remove(host, id, &queue))
		ft_slotwise_ended(host, queue);
}

void
ft_slotwise_suspend(struct ft_slotwise *host, uint64_t id)
{
	struct ft_slotwise_task *task = ft_slotwise_task_of(host, id);

	if (!task || task->by_other)
		return;
	task->by_other = true;
	ft_slotwise_wake_pass(host, task->queue);
}

void
ft_slotwise_resume(struct ft_slotwise *host, uint64_t id)
{
	struct ft_slotwise_task *task = ft_slotwise_task_of(host, id);

	if (!task || !task->by_other)
		return;
	task->by_other = false;
	ft_slotwise_suspend_pass(host, task->queue);
}

void
ft_slotwise_settle(struct ft_slotwise *host)
{
	for (uint32_t i = 0; i < host->n_queue; i++)
		if (host->queue[i].node.superior == UINT32_MAX)
			ft_slotwise_release(host, i, true);
	ft_slotwise_instances(host);
	for (uint32_t i = 0; i < host->n_queue; i++) {
		uint32_t limit = ft_slotwise_limit(host, i), running;

		if (host->queue[i].node.superior != UINT32_MAX || !limit)
			continue;
		running = ft_slotwise_running(host, i);
		if (running > limit)
			ft_slotwise_enforce(host, i);
		else
			ft_slotwise_wake_pass(host, i);
	}
}

/* ---- room ---------------------------------------------------------------- */

/* Returns the slots of all tasks in QUEUE; UINT32_MAX: what all tasks of the
 * host count. */
static uint64_t
active(const struct ft_slotwise *host, uint32_t queue)
{
	uint64_t n = 0;

	for (size_t i = 0; i < host->n_task; i++) {
		const struct ft_slotwise_task *task = host->task[i];

		if (queue == UINT32_MAX)
			n += ft_slotwise_weight(host, task);
		else if (task->queue == queue)
			n += task->slots;
	}
	return n;
}

/* Returns whether tasks of QUEUE give way to those of OTHER: QUEUE is deeper,
 * or as deep with a higher number. */
static bool
is_lower(const struct ft_slotwise *host, uint32_t queue, uint32_t other)
{
	const struct ft_subordinate_node *a = &host->queue[queue].node;
	const struct ft_subordinate_node *b = &host->queue[other].node;

	if (a->depth != b->depth || a->superior == UINT32_MAX ||
	    b->superior == UINT32_MAX)
		return a->depth > b->depth;
	return host->queue[a->superior].list->item[a->item].seq >
	       host->queue[b->superior].list->item[b->item].seq;
}

bool
ft_slotwise_in_vain(
    const struct ft_slotwise *host, uint32_t queue, uint32_t slots, int64_t now)
{
	struct ft_slotwise trial = *host;
	struct ft_slotwise_task *copy FT_CLEANUP(ft_free_at) =
	    ft_calloc(host->n_task + 1, sizeof *copy);
	bool vain;

	/* last in the list, like a job about to start */
	trial.task = ft_calloc(host->n_task + 1, sizeof *trial.task);
	trial.counted = NULL;
	trial.cap_counted = 0;
	trial.sink = NULL;
	trial.params.requeue = false;
	for (size_t i = 0; i < host->n_task; i++) {
		copy[i] = *host->task[i];
		copy[i].fresh = false;
		trial.task[i] = &copy[i];
	}
	copy[host->n_task] = (struct ft_slotwise_task){
		.id = UINT64_MAX, .queue = queue, .slots = slots, .started = now
	};
	trial.task[trial.n_task++] = &copy[host->n_task];
	ft_slotwise_suspend_pass(&trial, queue);
	vain = copy[host->n_task].by_slot;
	for (size_t i = 0; i < host->n_task; i++)
		vain |= copy[i].by_slot && !host->task[i]->by_slot &&
			!is_lower(host, copy[i].queue, queue);
	ft_free(trial.counted);
	ft_free(trial.task);
	return vain;
}

/* May a task of SLOTS be started in QUEUE now?  The queue and the host must
 * have room and, with load_adjust, it must not be in vain. */
static enum ft_slotwise_full
room_of(
    const struct ft_slotwise *host, uint32_t queue, uint32_t slots, int64_t now)
{
	uint32_t own = host->queue[queue].slots;
	uint32_t all = host->params.host_slots;

	if (own && active(host, queue) + slots > own)
		return FT_SLOTWISE_FULL_QUEUE;
	if (all &&
	    active(host, UINT32_MAX) + (host->params.count_slots ? slots : 1) >
		all)
		return FT_SLOTWISE_FULL_HOST;
	if (host->queue[queue].closed)
		return FT_SLOTWISE_FULL_CLOSED;
	if (host->params.load_adjust &&
	    ft_slotwise_in_vain(host, queue, slots, now))
		return FT_SLOTWISE_FULL_LOAD;
	return FT_SLOTWISE_ROOM;
}

bool
ft_slotwise_start(struct ft_slotwise *host, const struct ft_slotwise_task *task)
{
	struct ft_slotwise_task fresh = *task;
	struct ft_slotwise_event event = { .kind = FT_SLOTWISE_REFUSE,
		.queue = host->queue[task->queue].name,
		.below = host->queue[task->queue].name,
		.task = task };

	event.full = room_of(host, task->queue, task->slots, task->started);
	if (event.full != FT_SLOTWISE_ROOM) {
		ft_slotwise_report(host, &event);
		return false;
	}
	fresh.fresh = true;
	ft_slotwise_add(host, &fresh);
	ft_slotwise_started(host, task->id);
	return true;
}
