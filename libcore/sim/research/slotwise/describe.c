/* What happened in a pass, as text. */
#include "sim/research/slotwise/slotwise.h"

/* "3 tasks (a1 b1 b2)" */
static void
say_counted(struct ft_str *str, const struct ft_slotwise_news *news,
    const struct ft_slotwise_params *params)
{
	ft_str_addf(str, "%u %s", (unsigned)news->running,
	    params->count_slots ? "slots" : "tasks");
	if (news->running == 1)
		str->data[--str->len] = '\0';
	for (size_t i = 0; i < news->n_counted; i++)
		ft_str_addf(
		    str, "%s%s", i ? " " : " (", news->counted[i]->name);
	if (news->n_counted)
		ft_str_add_char(str, ')');
	ft_str_add(str, news->running == 1 ? " runs" : " run");
}

static void
say_limit(struct ft_str *str, const struct ft_slotwise_news *news,
    const struct ft_slotwise_params *params)
{
	unsigned running = news->running, limit = news->limit;

	ft_str_addf(str, "%s: ", news->queue);
	say_counted(str, news, params);
	ft_str_addf(str, ", limit %u: ", limit);
	if (news->wakes && running < limit)
		ft_str_addf(str, "room for %u", limit - running);
	else if (news->wakes)
		ft_str_add(str, "no room");
	else if (running > limit)
		ft_str_addf(str, "%u too many", running - limit);
	else
		ft_str_add(str, "kept");
}

static void
say_task(
    struct ft_str *str, const struct ft_slotwise_news *news, const char *what)
{
	static const char *const actions[] = { "sr", "lr" };
	bool first = (news->action == FT_SUBORDINATE_LR) != news->wakes;

	ft_str_addf(str, "%s %s of %s: ", what, news->task->name, news->below);
	if (news->queue_wise && news->queue == news->below)
		ft_str_add(str, "its instance is suspended");
	else if (news->queue_wise)
		ft_str_addf(str, "its instance %s",
		    news->wakes ? "goes on" : "is suspended");
	else
		ft_str_addf(str, "level %u, number %u, %s: started %s",
		    (unsigned)news->level, (unsigned)news->seq,
		    actions[news->action], first ? "first" : "last");
}

static void
say_used(struct ft_str *str, const struct ft_slotwise_news *news)
{
	if (*news->queue)
		ft_str_addf(str, "%s: %u of %u slots used: ", news->queue,
		    (unsigned)news->running, (unsigned)news->limit);
	ft_str_addf(str, "%s %s", news->below,
	    news->wakes ? "goes on" : "is suspended");
}

static void
say_nobody(struct ft_str *str, const struct ft_slotwise_news *news)
{
	ft_str_addf(str,
	    news->wakes ? "%s: nobody below it can be woken"
			: "%s: nobody below it is left to be suspended",
	    news->queue);
}

void
ft_slotwise_describe(struct ft_str *str, const struct ft_slotwise_news *news,
    const struct ft_slotwise_params *params)
{
	static const char *const full[] = { "there is room",
		"the slots of the queue are taken",
		"the host's limit is reached", "its instance is suspended",
		"it would be suspended at once" };

	switch (news->event) {
	case FT_SLOTWISE_COUNT:
	case FT_SLOTWISE_WAKE:
		say_limit(str, news, params);
		break;
	case FT_SLOTWISE_USED:
		say_used(str, news);
		break;
	case FT_SLOTWISE_NOBODY:
		say_nobody(str, news);
		break;
	case FT_SLOTWISE_SUSPEND:
		say_task(str, news, "suspend");
		break;
	case FT_SLOTWISE_REQUEUE:
		say_task(str, news, "put back");
		break;
	case FT_SLOTWISE_RESUME:
		say_task(str, news, "resume");
		break;
	case FT_SLOTWISE_UNMARK:
		ft_str_addf(str, "%s of %s: suspended for another reason still",
		    news->task->name, news->below);
		break;
	case FT_SLOTWISE_FREE:
		ft_str_addf(str, "%s %s of %s: the lists changed",
		    ft_slotwise_runs(news->task) ? "resume" : "unmark",
		    news->task->name, news->below);
		break;
	case FT_SLOTWISE_REFUSE:
		ft_str_addf(str, "%s does not start in %s: %s",
		    news->task->name, news->below, full[news->full]);
		break;
	}
}
