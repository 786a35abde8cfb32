/* Queues and tasks of a host: look-ups, and the sorted list of tasks. */
#include "sim/research/slotwise/host.h"

#include "base/bisect.h"

uint32_t
ft_slotwise_root(const struct ft_slotwise *host, uint32_t queue)
{
	while (host->queue[queue].node.superior != UINT32_MAX)
		queue = host->queue[queue].node.superior;
	return queue;
}

bool
ft_slotwise_is_below(
    const struct ft_slotwise *host, uint32_t queue, uint32_t top)
{
	while (queue != top && queue != UINT32_MAX)
		queue = host->queue[queue].node.superior;
	return queue == top;
}

uint32_t
ft_slotwise_queue(const struct ft_slotwise *host, const char *name)
{
	uint32_t i;

	for (i = 0; i < host->n_queue; i++)
		if (strcmp(host->queue[i].name, name) == 0)
			return i;
	return UINT32_MAX;
}

/* Returns the index of the task ID, or where it would be inserted. */
static size_t
place_of(const struct ft_slotwise *host, uint64_t id)
{
	size_t i;

	FT_BISECT(i, 0, host->n_task, host->task[i]->id < id);
	return i;
}

struct ft_slotwise_task *
ft_slotwise_task_of(const struct ft_slotwise *host, uint64_t id)
{
	size_t at = place_of(host, id);

	return at < host->n_task && host->task[at]->id == id ? host->task[at]
							     : NULL;
}

const struct ft_slotwise_task *
ft_slotwise_find(const struct ft_slotwise *host, uint64_t id)
{
	return ft_slotwise_task_of(host, id);
}

const struct ft_slotwise_task *const *
ft_slotwise_tasks(const struct ft_slotwise *host, size_t *n)
{
	*n = host->n_task;
	return (const struct ft_slotwise_task *const *)host->task;
}

void
ft_slotwise_add(struct ft_slotwise *host, const struct ft_slotwise_task *task)
{
	size_t at = place_of(host, task->id);
	struct ft_slotwise_task *mine = ft_alloc(sizeof *mine);

	assert(task->queue < host->n_queue &&
	       !ft_slotwise_task_of(host, task->id));
	*mine = *task;
	host->task = ft_vec_grow(
	    host->task, &host->cap_task, host->n_task + 1, sizeof *host->task);
	memmove(host->task + at + 1, host->task + at,
	    (host->n_task - at) * sizeof *host->task);
	host->task[at] = mine;
	host->n_task++;
	if (task->by_queue)
		host->queue[task->queue].closed = true;
}

void
ft_slotwise_drop(struct ft_slotwise *host, uint64_t id)
{
	size_t at = place_of(host, id);

	ft_free(host->task[at]);
	memmove(host->task + at, host->task + at + 1,
	    (--host->n_task - at) * sizeof *host->task);
}

bool
ft_slotwise_remove(struct ft_slotwise *host, uint64_t id, uint32_t *queue)
{
	const struct ft_slotwise_task *task = ft_slotwise_task_of(host, id);

	if (!task)
		return false;
	*queue = task->queue;
	ft_slotwise_drop(host, id);
	return true;
}

bool
ft_slotwise_closed(const struct ft_slotwise *host, uint32_t queue)
{
	return host->queue[queue].closed;
}
