/* What happened in a pass, as text. */
#include "sim/research/slotwise/slotwise.h"

/* "3 tasks (a1 b1 b2)" */
static void
say_counted(struct ft_str *str, const struct ft_slotwise_event *event,
    const struct ft_slotwise_params *params)
{
	ft_str_addf(str, "%u %s", (unsigned)event->running,
	    params->count_slots ? "slots" : "tasks");
	if (event->running == 1)
		str->data[--str->len] = '\0';
	for (size_t i = 0; i < event->n_counted; i++)
		ft_str_addf(
		    str, "%s%s", i ? " " : " (", event->counted[i]->name);
	if (event->n_counted)
		ft_str_add_char(str, ')');
	ft_str_add(str, event->running == 1 ? " runs" : " run");
}

static void
say_limit(struct ft_str *str, const struct ft_slotwise_event *event,
    const struct ft_slotwise_params *params)
{
	unsigned running = event->running, limit = event->limit;

	ft_str_addf(str, "%s: ", event->queue);
	say_counted(str, event, params);
	ft_str_addf(str, ", limit %u: ", limit);
	if (event->wakes && running < limit)
		ft_str_addf(str, "room for %u", limit - running);
	else if (event->wakes)
		ft_str_add(str, "no room");
	else if (running > limit)
		ft_str_addf(str, "%u too many", running - limit);
	else
		ft_str_add(str, "not exceeded");
}

static void
say_task(
    struct ft_str *str, const struct ft_slotwise_event *event, const char *what)
{
	static const char *const actions[] = { "sr", "lr" };
	bool first = (event->action == FT_SUBORDINATE_LR) != event->wakes;

	ft_str_addf(
	    str, "%s %s of %s: ", what, event->task->name, event->below);
	if (event->queue_wise && event->queue == event->below)
		ft_str_add(str, "its instance is suspended");
	else if (event->queue_wise)
		ft_str_addf(str, "its instance %s",
		    event->wakes ? "resumes" : "is suspended");
	else
		ft_str_addf(str, "level %u, number %u, %s: started %s",
		    (unsigned)event->level, (unsigned)event->seq,
		    actions[event->action], first ? "first" : "last");
}

static void
say_used(struct ft_str *str, const struct ft_slotwise_event *event)
{
	if (*event->queue)
		ft_str_addf(str, "%s: %u of %u slots used: ", event->queue,
		    (unsigned)event->running, (unsigned)event->limit);
	ft_str_addf(str, "%s %s", event->below,
	    event->wakes ? "resumes" : "is suspended");
}

static void
say_nobody(struct ft_str *str, const struct ft_slotwise_event *event)
{
	ft_str_addf(str,
	    event->wakes ? "%s: no task below it can resume"
			 : "%s: no task below it is left to suspend",
	    event->queue);
}

void
ft_slotwise_describe(struct ft_str *str, const struct ft_slotwise_event *event,
    const struct ft_slotwise_params *params)
{
	static const char *const full[] = { "there is room",
		"the slots of the queue are taken",
		"the host's limit is reached", "its instance is suspended",
		"it would be suspended at once" };

	switch (event->kind) {
	case FT_SLOTWISE_COUNT:
	case FT_SLOTWISE_WAKE:
		say_limit(str, event, params);
		break;
	case FT_SLOTWISE_USED:
		say_used(str, event);
		break;
	case FT_SLOTWISE_NOBODY:
		say_nobody(str, event);
		break;
	case FT_SLOTWISE_SUSPEND:
		say_task(str, event, "suspend");
		break;
	case FT_SLOTWISE_REQUEUE:
		say_task(str, event, "requeue");
		break;
	case FT_SLOTWISE_RESUME:
		say_task(str, event, "resume");
		break;
	case FT_SLOTWISE_UNMARK:
		ft_str_addf(str, "%s of %s: still suspended for another reason",
		    event->task->name, event->below);
		break;
	case FT_SLOTWISE_FREE:
		ft_str_addf(str, "%s %s of %s: the lists changed",
		    ft_slotwise_runs(event->task) ? "resume" : "unmark",
		    event->task->name, event->below);
		break;
	case FT_SLOTWISE_REFUSE:
		ft_str_addf(str, "%s does not start in %s: %s",
		    event->task->name, event->below, full[event->full]);
		break;
	}
}
