/* Why subordination suspends a job, as text. */

#include "sim/research/slotwise/host.h"
#include "sim/research/subordination/internal.h"

/* "on n1 at most 2 jobs run in A.q and below, and 2 do: 1, 3" */
static void
say_limit(struct ft_str *str, const struct ft_slotwise *host, uint32_t top,
    const char *node)
{
	const char *unit = host->params.count_slots ? "slots" : "jobs";
	const char *comma = ": ";

	ft_str_addf(str,
	    "on %s at most %u %s may run in %s and below, and %u are running",
	    node, (unsigned)ft_slotwise_limit(host, top), unit,
	    host->queue[top].name, (unsigned)ft_slotwise_running(host, top));
	for (size_t i = 0; i < host->n_task; i++) {
		if (!ft_slotwise_runs(host->task[i]) ||
		    !ft_slotwise_is_below(host, host->task[i]->queue, top))
			continue;
		ft_str_addf(str, "%s%s", comma, host->task[i]->name);
		comma = ", ";
	}
}

/*
 * Returns the lowest limit above the task without room, else that at the top.
 */
static uint32_t
limit_of(const struct ft_slotwise *host, const struct ft_slotwise_task *task)
{
	uint32_t at = task->queue, top = at;

	for (; at != UINT32_MAX; at = host->queue[at].node.superior) {
		uint32_t limit = ft_slotwise_limit(host, at);

		if (!limit)
			continue;
		top = at;
		if (ft_slotwise_running(host, at) +
			ft_slotwise_weight(host, task) >
		    limit)
			break;
	}
	return top;
}

/* "on n1 A.q uses 2 slots, and from 2 on B.q is suspended" */
static void
say_instance(struct ft_str *str, const struct ft_slotwise *host,
    const struct ft_slotwise_task *task, const char *node)
{
	const char *name = host->queue[task->queue].name;
	struct ft_slotwise_event why;

	if (ft_slotwise_suspender(host, task->queue, &why))
		ft_str_addf(str,
		    "on %s jobs of %s use %u slots, and %s is suspended there "
		    "from %u slots on",
		    node, why.queue, (unsigned)why.running, name,
		    (unsigned)why.limit);
}

void
ft_subordination_describe(
    const struct ft_world *world, const struct ft_job *job, struct ft_str *str)
{
	const struct ft_subordination *sub = world->subordination;

	for (size_t i = 0; sub && i < job->n_node; i++) {
		uint32_t node = job->node[i].node;
		const struct ft_slotwise *host =
		    node < sub->n_node ? sub->host[node] : NULL;
		const struct ft_slotwise_task *task =
		    host ? ft_slotwise_find(host, job->number) : NULL;
		const char *name = world->machine.node[node].name;
		uint32_t top;

		if (!task)
			continue;
		top = limit_of(host, task);
		if (task->by_slot && ft_slotwise_limit(host, top)) {
			ft_str_add(str, str->len ? "; " : "");
			say_limit(str, host, top, name);
		}
		if (task->by_queue) {
			ft_str_add(str, str->len ? "; " : "");
			say_instance(str, host, task, name);
		}
	}
}
