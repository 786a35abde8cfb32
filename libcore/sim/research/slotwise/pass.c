/*
 * pass.c - which tasks are suspended and which resume: see slotwise.h.
 */

#include "sim/research/slotwise/host.h"

void
ft_slotwise_report(
    const struct ft_slotwise *host, const struct ft_slotwise_event *event)
{
	if (host->sink)
		host->sink(host->ctx, event);
}

/* ---- counting ------------------------------------------------------------ */

static const struct ft_subordinate *
item_of(const struct ft_slotwise *host, uint32_t queue)
{
	const struct ft_subordinate_node *node = &host->queue[queue].node;

	if (node->superior == UINT32_MAX)
		return NULL;
	return &host->queue[node->superior].list->item[node->item];
}

uint32_t
ft_slotwise_running(const struct ft_slotwise *host, uint32_t queue)
{
	uint64_t n = 0;

	for (size_t i = 0; i < host->n_task; i++)
		if (ft_slotwise_runs(host->task[i]) &&
		    ft_slotwise_is_below(host, host->task[i]->queue, queue))
			n += ft_slotwise_weight(host, host->task[i]);
	return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

/* Returns an event about the limit of TOP. */
static struct ft_slotwise_event
event_of(const struct ft_slotwise *host, uint32_t top,
    enum ft_slotwise_event_kind kind)
{
	return (struct ft_slotwise_event){ .kind = kind,
		.queue = host->queue[top].name,
		.below = host->queue[top].name,
		.limit = ft_slotwise_limit(host, top) };
}

/* Count what runs in TOP and below, and report it. */
static uint32_t
count(struct ft_slotwise *host, uint32_t top, enum ft_slotwise_event_kind kind)
{
	struct ft_slotwise_event event = event_of(host, top, kind);

	event.wakes = kind == FT_SLOTWISE_WAKE;
	event.running = ft_slotwise_running(host, top);
	if (!host->sink)
		return event.running;
	host->counted = ft_vec_grow(host->counted, &host->cap_counted,
	    host->n_task + 1, sizeof *host->counted);
	for (size_t i = 0; i < host->n_task; i++)
		if (ft_slotwise_runs(host->task[i]) &&
		    ft_slotwise_is_below(host, host->task[i]->queue, top))
			host->counted[event.n_counted++] = host->task[i];
	event.counted = host->counted;
	ft_slotwise_report(host, &event);
	return event.running;
}

/* Returns whether a task below TOP is still suspended slot-wise. */
static bool
has_marked(const struct ft_slotwise *host, uint32_t top)
{
	for (size_t i = 0; i < host->n_task; i++)
		if (host->task[i]->by_slot &&
		    ft_slotwise_is_below(host, host->task[i]->queue, top))
			return true;
	return false;
}

static void
report_nobody(
    struct ft_slotwise *host, uint32_t top, uint32_t running, bool wakes)
{
	struct ft_slotwise_event event =
	    event_of(host, top, FT_SLOTWISE_NOBODY);

	event.running = running;
	event.wakes = wakes;
	ft_slotwise_report(host, &event);
}

/* ---- selection ----------------------------------------------------------- */

/* A search for a task below top. */
struct search {
	const struct ft_slotwise *host;
	uint32_t top;
	bool wakes;
	bool doubly;   /* wakes: look for tasks that something else suspends,
		          too */
	uint32_t room; /* wakes: how much more may run */
	/* found */
	struct ft_slotwise_task *task;
	uint32_t level, seq;
	enum ft_subordinate_action action;
};

/* Returns whether no limit from the queue of TASK up would be exceeded. */
static bool
limits_admit(
    const struct ft_slotwise *host, const struct ft_slotwise_task *task)
{
	uint32_t weight = ft_slotwise_weight(host, task);

	for (uint32_t at = task->queue; at != UINT32_MAX;
	     at = host->queue[at].node.superior) {
		uint32_t limit = ft_slotwise_limit(host, at);

		if (limit && ft_slotwise_running(host, at) + weight > limit)
			return false;
	}
	return true;
}

static bool
is_candidate(const struct search *search, const struct ft_slotwise_task *task)
{
	bool other = task->by_queue || task->by_other;

	if (!search->wakes)
		return ft_slotwise_runs(task);
	if (!task->by_slot || other != search->doubly)
		return false;
	if (ft_slotwise_weight(search->host, task) > search->room)
		return false;
	return other || !search->host->params.wake_all ||
	       limits_admit(search->host, task);
}

static bool
is_before(const struct search *search, const struct ft_slotwise_task *a,
    const struct ft_slotwise_task *b, enum ft_subordinate_action action)
{
	bool youngest = (action == FT_SUBORDINATE_SR) != search->wakes;

	return youngest ? a->started > b->started : a->started < b->started;
}

/* Compare a queue LEVEL below top with number SEQ to the one found: > 0 if it
 * goes first.  Deepest first, then highest number; reversed for waking. */
static int
compare_queues(const struct search *search, uint32_t level, uint32_t seq)
{
	int order = search->level != level
			? (search->level < level ? 1 : -1)
			: (search->seq < seq) - (search->seq > seq);

	return search->wakes ? -order : order;
}

/*
 * Find a task below top.  Among queues with equal numbers the best task of all
 * is chosen; but if their actions differ, the last queue that has a task wins.
 */
static bool
search_all(struct search *search)
{
	const struct ft_slotwise *host = search->host;

	search->task = NULL;
	for (uint32_t k = 0; k < host->n_queue; k++) {
		uint32_t queue = host->order[k];
		const struct ft_subordinate *item = item_of(host, queue);
		uint32_t level;

		if (!item || queue == search->top ||
		    !ft_slotwise_is_below(host, queue, search->top))
			continue;
		level = host->queue[queue].node.depth -
			host->queue[search->top].node.depth;
		for (size_t i = 0; i < host->n_task; i++) {
			struct ft_slotwise_task *task = host->task[i];
			int order = search->task ? compare_queues(
						       search, level, item->seq)
						 : 1;

			if (task->queue != queue || order < 0 ||
			    !is_candidate(search, task))
				continue;
			if (!order && search->action == item->action &&
			    !is_before(
				search, task, search->task, item->action))
				continue;
			search->task = task;
			search->action = item->action;
			search->seq = item->seq;
			search->level = level;
		}
	}
	return search->task != NULL;
}

static void
report_task(const struct search *search, enum ft_slotwise_event_kind kind,
    uint32_t running, bool wakes)
{
	const struct ft_slotwise *host = search->host;
	struct ft_slotwise_event event = event_of(host, search->top, kind);

	event.below = host->queue[search->task->queue].name;
	event.running = running;
	event.task = search->task;
	event.wakes = wakes;
	event.level = search->level;
	event.seq = search->seq;
	event.action = search->action;
	ft_slotwise_report(host, &event);
}

/* ---- the suspend pass ---------------------------------------------------- */

void
ft_slotwise_enforce(struct ft_slotwise *host, uint32_t top)
{
	uint32_t limit = ft_slotwise_limit(host, top);
	uint32_t running = count(host, top, FT_SLOTWISE_COUNT);
	struct search search = { .host = host, .top = top };

	while (running > limit) {
		struct ft_slotwise_task *task;

		if (!search_all(&search)) {
			report_nobody(host, top, running, false);
			break;
		}
		task = search.task;
		running -= ft_slotwise_weight(host, task);
		if (host->params.requeue && task->may_requeue) {
			uint64_t id = task->id;

			report_task(
			    &search, FT_SLOTWISE_REQUEUE, running, false);
			ft_slotwise_drop(host, id);
		} else {
			task->by_slot = true;
			report_task(
			    &search, FT_SLOTWISE_SUSPEND, running, false);
		}
	}
}

void
ft_slotwise_suspend_pass(struct ft_slotwise *host, uint32_t queue)
{
	if (!ft_slotwise_limit(host, queue))
		queue = host->queue[queue].node.superior;
	for (; queue != UINT32_MAX; queue = host->queue[queue].node.superior)
		ft_slotwise_enforce(host, queue);
}

/* ---- the wake pass ------------------------------------------------------- */

void
ft_slotwise_wake_pass(struct ft_slotwise *host, uint32_t queue)
{
	uint32_t top = ft_slotwise_root(host, queue);
	uint32_t limit = ft_slotwise_limit(host, top), running;
	struct search search = { .host = host, .top = top, .wakes = true };

	if (!limit)
		return;
	running = count(host, top, FT_SLOTWISE_WAKE);
	search.room = running < limit ? limit - running : 0;
	while (search.room > 0) {
		search.doubly = false;
		if (!search_all(&search)) {
			search.doubly = true;
			if (!search_all(&search)) {
				if (has_marked(host, top))
					report_nobody(host, top, running, true);
				break;
			}
		}
		search.task->by_slot = false;
		search.room -= ft_slotwise_weight(host, search.task);
		if (!search.doubly)
			running += ft_slotwise_weight(host, search.task);
		report_task(&search,
		    search.doubly ? FT_SLOTWISE_UNMARK : FT_SLOTWISE_RESUME,
		    running, true);
	}
}

void
ft_slotwise_release(struct ft_slotwise *host, uint32_t top, bool own)
{
	for (size_t i = 0; i < host->n_task; i++) {
		struct ft_slotwise_task *task = host->task[i];
		struct ft_slotwise_event event = { .kind = FT_SLOTWISE_FREE,
			.queue = host->queue[top].name,
			.below = host->queue[task->queue].name,
			.task = task };

		if (!task->by_slot || (own && task->queue != top) ||
		    !ft_slotwise_is_below(host, task->queue, top))
			continue;
		task->by_slot = false;
		ft_slotwise_report(host, &event);
	}
}

/* ---- whole instances ----------------------------------------------------- */

static uint32_t
slots_used(const struct ft_slotwise *host, uint32_t queue)
{
	uint64_t n = 0;

	for (size_t i = 0; i < host->n_task; i++)
		if (host->task[i]->queue == queue && !host->task[i]->fresh)
			n += host->task[i]->slots;
	return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

bool
ft_slotwise_suspender(const struct ft_slotwise *host, uint32_t queue,
    struct ft_slotwise_event *event)
{
	for (uint32_t i = 0; i < host->n_queue; i++) {
		const struct ft_subordinate_list *list = host->queue[i].list;

		if (i == queue || !list || list->kind != FT_SUBORDINATE_QUEUE)
			continue;
		for (size_t k = 0; k < list->n; k++) {
			if (strcmp(list->item[k].queue,
				host->queue[queue].name) != 0)
				continue;
			event->queue = host->queue[i].name;
			event->running = slots_used(host, i);
			event->limit = list->item[k].threshold
					   ? list->item[k].threshold
					   : host->queue[i].slots;
			if (event->limit && event->running >= event->limit)
				return true;
		}
	}
	return false;
}

static void
change_instance(struct ft_slotwise *host, uint32_t queue, bool closed,
    const struct ft_slotwise_event *why)
{
	struct ft_slotwise_event event = *why;

	event.kind = FT_SLOTWISE_USED;
	event.below = host->queue[queue].name;
	event.queue_wise = true;
	event.wakes = !closed;
	host->queue[queue].closed = closed;
	ft_slotwise_report(host, &event);
	for (size_t i = 0; i < host->n_task; i++) {
		struct ft_slotwise_task *task = host->task[i];

		if (task->queue != queue || task->by_queue == closed ||
		    task->fresh)
			continue;
		task->by_queue = closed;
		event.task = task;
		event.kind = closed                   ? FT_SLOTWISE_SUSPEND
			     : ft_slotwise_runs(task) ? FT_SLOTWISE_RESUME
						      : FT_SLOTWISE_UNMARK;
		ft_slotwise_report(host, &event);
	}
	if (closed)
		ft_slotwise_wake_pass(host, queue);
	else
		ft_slotwise_suspend_pass(host, queue);
}

/* Returns whether some task of QUEUE differs from its instance; it was added
 * like that. */
static bool
has_others(const struct ft_slotwise *host, uint32_t queue, bool closed)
{
	for (size_t i = 0; i < host->n_task; i++)
		if (host->task[i]->queue == queue && !host->task[i]->fresh &&
		    host->task[i]->by_queue != closed)
			return true;
	return false;
}

void
ft_slotwise_instances(struct ft_slotwise *host)
{
	for (uint32_t i = 0; i < host->n_queue; i++) {
		struct ft_slotwise_event why = { .queue = "" };
		bool closed = ft_slotwise_suspender(host, i, &why);

		if (closed != host->queue[i].closed ||
		    has_others(host, i, closed))
			change_instance(host, i, closed, &why);
	}
}
