/*
 * Of random trees of queues with random tasks: what is counted is what runs;
 * after a suspend pass no limit on its way up is exceeded, unless only tasks of
 * that queue itself are left; each victim is of the deepest level, there of the
 * highest number, there the youngest or oldest; who wakes is of the other end;
 * waking never exceeds the limit at the top, and with wake_all no limit at all;
 * a host at rest stays as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text/str.h"
#include "sim/research/slotwise/slotwise.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define STEPS  60
#define QUEUES 7
#define TASKS  400

/* What the test knows by itself. */
struct model {
	struct ft_rng rng;
	uint32_t n;
	uint32_t above[QUEUES]; /* UINT32_MAX a root */
	uint32_t seq[QUEUES], limit[QUEUES], depth[QUEUES];
	bool lr[QUEUES];
	char name[QUEUES][12];
	struct ft_slotwise_params params;
	struct ft_slotwise *host;
	/* tasks by id */
	struct ft_slotwise_task task[TASKS];
	bool there[TASKS];
	uint32_t n_task;
	bool woke; /* in this event */
	const char *wrong;
};

static uint32_t
below(struct model *model, uint32_t bound)
{
	return ft_rng_below(&model->rng, bound);
}

/* ---- the forest ------------------------------------------------------------------- */

static bool
is_below(const struct model *model, uint32_t queue, uint32_t top)
{
	while (queue != top && queue != UINT32_MAX)
		queue = model->above[queue];
	return queue == top;
}

/* Equal numbers have equal actions, as a check asks for. */
static void
make_forest(struct model *model)
{
	model->n = 2 + below(model, QUEUES - 1);
	for (uint32_t i = 0; i < model->n; i++) {
		snprintf(
		    model->name[i], sizeof model->name[i], "q%u", (unsigned)i);
		model->above[i] =
		    i && below(model, 5) ? below(model, i) : UINT32_MAX;
		model->depth[i] = model->above[i] == UINT32_MAX
				      ? 0
				      : model->depth[model->above[i]] + 1;
		model->seq[i] = below(model, 3);
		model->lr[i] = model->seq[i] == 1;
		model->limit[i] = 0;
	}
	for (uint32_t i = 0; i < model->n; i++)
		if (model->above[i] != UINT32_MAX)
			model->limit[model->above[i]] = 1 + below(model, 6);
}

static void
add_list(struct model *model, uint32_t top, struct ft_str *str)
{
	bool any = false;

	if (!model->limit[top])
		return;
	ft_str_addf(str, "slots=%u(", (unsigned)model->limit[top]);
	for (uint32_t i = 0; i < model->n; i++) {
		if (model->above[i] != top)
			continue;
		ft_str_addf(str, "%s%s:%u:%s", any ? "," : "", model->name[i],
		    (unsigned)model->seq[i], model->lr[i] ? "lr" : "sr");
		any = true;
	}
	ft_str_add(str, ")");
}

/* ---- what is true of a pass --------------------------------------------------------- */

static void
wrong(struct model *model, const char *what)
{
	if (!model->wrong)
		model->wrong = what;
}

static uint32_t
weight(const struct model *model, uint32_t id)
{
	return model->params.count_slots ? model->task[id].slots : 1;
}

static uint32_t
running(const struct model *model, uint32_t top)
{
	uint32_t n = 0;

	for (uint32_t id = 0; id < model->n_task; id++)
		if (model->there[id] && ft_slotwise_runs(&model->task[id]) &&
		    is_below(model, model->task[id].queue, top))
			n += weight(model, id);
	return n;
}

/* Whether task A goes before B as a victim; tasks with equal all: neither. */
static int
compare(const struct model *model, uint32_t a, uint32_t b)
{
	uint32_t p = model->task[a].queue, q = model->task[b].queue;
	int64_t s = model->task[a].started, t = model->task[b].started;

	if (model->depth[p] != model->depth[q])
		return model->depth[p] > model->depth[q] ? 1 : -1;
	if (model->seq[p] != model->seq[q])
		return model->seq[p] > model->seq[q] ? 1 : -1;
	if (s == t)
		return 0;
	return (s > t) != model->lr[p] ? 1 : -1;
}

static uint32_t
find(const struct model *model, const char *name)
{
	for (uint32_t i = 0; i < model->n; i++)
		if (strcmp(model->name[i], name) == 0)
			return i;
	return UINT32_MAX;
}

static void
see_victim(struct model *model, uint32_t top, uint32_t id)
{
	if (!ft_slotwise_runs(&model->task[id]))
		wrong(model, "a victim that does not run");
	if (model->task[id].queue == top)
		wrong(model, "a victim of the queue's own");
	if (running(model, top) <= model->limit[top])
		wrong(model, "a victim without need");
	for (uint32_t other = 0; other < model->n_task; other++)
		if (model->there[other] &&
		    ft_slotwise_runs(&model->task[other]) &&
		    model->task[other].queue != top &&
		    is_below(model, model->task[other].queue, top) &&
		    compare(model, other, id) > 0)
			wrong(model, "another victim would go first");
	model->task[id].by_slot = true;
}

/* Whether a task that waits might have been woken instead. */
static bool
might_wake(const struct model *model, uint32_t id, uint32_t top)
{
	const struct ft_slotwise_task *task = &model->task[id];

	if (!model->there[id] || !task->by_slot || task->by_other ||
	    !is_below(model, task->queue, top))
		return false;
	if (running(model, top) + weight(model, id) > model->limit[top])
		return false;
	for (uint32_t at = task->queue;
	     model->params.wake_all && at != UINT32_MAX; at = model->above[at])
		if (model->limit[at] &&
		    running(model, at) + weight(model, id) > model->limit[at])
			return false;
	return true;
}

static void
see_waker(struct model *model, uint32_t top, uint32_t id)
{
	model->woke = true;
	if (!might_wake(model, id, top))
		wrong(model, "one wakes who has no room");
	for (uint32_t other = 0; other < model->n_task; other++)
		if (might_wake(model, other, top) &&
		    compare(model, other, id) < 0)
			wrong(model, "another one would wake first");
	model->task[id].by_slot = false;
}

static void
see(void *ctx, const struct ft_slotwise_event *event)
{
	struct model *model = ctx;
	uint32_t top = find(model, event->queue);
	uint32_t id = event->task ? (uint32_t)event->task->id : 0;

	switch (event->kind) {
	case FT_SLOTWISE_COUNT:
	case FT_SLOTWISE_WAKE:
		if (event->running != running(model, top))
			wrong(model, "another count");
		if (!model->params.count_slots &&
		    event->n_counted != event->running)
			wrong(model, "another number of tasks");
		break;
	case FT_SLOTWISE_SUSPEND:
		see_victim(model, top, id);
		break;
	case FT_SLOTWISE_REQUEUE:
		see_victim(model, top, id);
		model->there[id] = false;
		break;
	case FT_SLOTWISE_RESUME:
		see_waker(model, top, id);
		break;
	case FT_SLOTWISE_UNMARK:
		if (!model->task[id].by_other)
			wrong(model, "one stays who should go on");
		model->task[id].by_slot = false;
		break;
	case FT_SLOTWISE_USED:
	case FT_SLOTWISE_NOBODY:
	case FT_SLOTWISE_FREE:
	case FT_SLOTWISE_REFUSE:
	default:
		break;
	}
}

/* ---- what is true after an event ----------------------------------------------------- */

/* Nobody below TOP is left to be suspended. */
static bool
has_only_own(const struct model *model, uint32_t top)
{
	for (uint32_t id = 0; id < model->n_task; id++)
		if (model->there[id] && ft_slotwise_runs(&model->task[id]) &&
		    model->task[id].queue != top &&
		    is_below(model, model->task[id].queue, top))
			return false;
	return true;
}

static void
see_limits(struct model *model, uint32_t queue)
{
	for (; queue != UINT32_MAX; queue = model->above[queue])
		if (model->limit[queue] &&
		    running(model, queue) > model->limit[queue] &&
		    !has_only_own(model, queue))
			wrong(model, "a limit is exceeded");
}

static void
see_waking(struct model *model, uint32_t queue)
{
	uint32_t top = queue;

	while (model->above[top] != UINT32_MAX)
		top = model->above[top];
	if (!model->woke)
		return;
	if (running(model, top) > model->limit[top])
		wrong(model, "waking exceeds the limit at the top");
	for (uint32_t i = 0; model->params.wake_all && i < model->n; i++)
		if (model->limit[i] && is_below(model, i, top) &&
		    running(model, i) > model->limit[i] &&
		    !has_only_own(model, i))
			wrong(model, "waking exceeds an inner limit");
}

/* ---- events -------------------------------------------------------------------------- */

static void
start(struct model *model, int64_t now)
{
	uint32_t id = model->n_task++;
	struct ft_slotwise_task *task = &model->task[id];

	*task = (struct ft_slotwise_task){ .id = id,
		.name = "t",
		.queue = below(model, model->n),
		.slots = 1 + below(model, 3),
		.started = now,
		.may_requeue = below(model, 2) };
	model->there[id] = true;
	ft_slotwise_start(model->host, task);
	see_limits(model, task->queue);
}

/* Something happens to a task that is there. */
static void
change(struct model *model)
{
	uint32_t id = below(model, model->n_task), queue;
	struct ft_slotwise_task *task = &model->task[id];

	if (!model->there[id])
		return;
	queue = task->queue;
	if (below(model, 2)) {
		model->there[id] = false;
		ft_slotwise_end(model->host, id);
		see_waking(model, queue);
	} else if (!task->by_other) {
		task->by_other = true;
		ft_slotwise_suspend(model->host, id);
		see_waking(model, queue);
	} else {
		task->by_other = false;
		ft_slotwise_resume(model->host, id);
		see_limits(model, queue);
	}
}

/* The host and the model say the same of each task. */
static void
see_tasks(struct model *model)
{
	size_t n, there = 0;

	(void)ft_slotwise_tasks(model->host, &n);
	for (uint32_t id = 0; id < model->n_task; id++) {
		const struct ft_slotwise_task *task =
		    ft_slotwise_find(model->host, id);

		there += model->there[id];
		if (model->there[id] != (task != NULL))
			wrong(model, "another task is there");
		else if (task &&
			 (task->by_slot != model->task[id].by_slot ||
			     task->by_other != model->task[id].by_other))
			wrong(model, "a task is suspended otherwise");
	}
	if (there != n)
		wrong(model, "more tasks");
}

static void
play(struct model *model)
{
	struct ft_subordinates all[QUEUES];
	struct ft_slotwise_queue queue[QUEUES];
	struct ft_arena arena = { 0 };

	for (uint32_t i = 0; i < model->n; i++) {
		struct ft_str str = { 0 };
		struct ft_error err = { 0 };

		add_list(model, i, &str);
		if (ft_subordinates_parse(
			&all[i], &arena, ft_str_text(&str), &err) != FT_OK)
			bail("%s", err.text);
		queue[i] = (struct ft_slotwise_queue){ model->name[i], 0,
			all[i].list };
		ft_str_free(&str);
	}
	model->host =
	    ft_slotwise_new(queue, model->n, &model->params, see, model);
	for (int64_t now = 0; now < STEPS && !model->wrong; now++) {
		model->woke = false;
		if (!model->n_task || below(model, 5) < 3)
			start(model, now / 2);
		else
			change(model);
		see_tasks(model);
		ft_slotwise_settle(model->host);
		see_tasks(model);
	}
	ft_slotwise_free(model->host);
	ft_arena_clear(&arena);
}

static void
test_trees(bool slots, bool wake_all, bool requeue, struct seeds seeds)
{
	const char *failed = NULL;
	uint64_t seed;

	for (seed = seeds.first; seed < seeds.end && !failed; seed++) {
		struct model *model = calloc(1, sizeof *model);

		if (!model)
			bail("no memory");
		ft_rng_init(&model->rng, seed);
		model->params.count_slots = slots;
		model->params.wake_all = wake_all;
		model->params.requeue = requeue;
		make_forest(model);
		play(model);
		failed = model->wrong;
		free(model);
	}
	ok(!failed, "%s, waking by %s%s: %s (seed %llu)",
	    slots ? "slots" : "tasks", wake_all ? "all limits" : "the top",
	    requeue ? ", put back" : "", failed ? failed : "as it should be",
	    (unsigned long long)seed - 1);
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, 400);

	for (unsigned i = 0; i < 8; i++)
		test_trees(i & 1, i & 2, i & 4, seeds);
	return done_testing();
}
