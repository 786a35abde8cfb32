/*
 * conf.c - the queues of a host, and new settings while tasks are present.
 */

#include "model/conf/conf.h"
#include "sim/research/slotwise/host.h"

struct ft_slotwise_params
ft_slotwise_params_of(const struct ft_conf *conf)
{
	return (struct ft_slotwise_params){
		.count_slots =
		    ft_conf_number(conf, FT_CONF_FAIRTREE_SLOT_COUNT) == 1,
		.wake_all =
		    ft_conf_number(conf, FT_CONF_FAIRTREE_SLOT_WAKE) == 1,
		.requeue =
		    ft_conf_number(conf, FT_CONF_FAIRTREE_SLOT_ACTION) == 1,
		.load_adjust = ft_conf_bool(conf, FT_CONF_FAIRTREE_LOAD_ADJUST),
	};
}

/* ---- queues -------------------------------------------------------------- */

/* Order queues by level; within a level by superior, then by its list. */
static void
set_order(struct ft_slotwise *host)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < host->n_queue; i++)
		if (host->queue[i].node.superior == UINT32_MAX)
			host->order[n++] = i;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t top = host->order[k];
		const struct ft_subordinate_list *list = host->queue[top].list;

		if (!ft_slotwise_limit(host, top))
			continue;
		for (size_t item = 0; item < list->n; item++) {
			uint32_t below =
			    ft_slotwise_queue(host, list->item[item].queue);

			if (below != UINT32_MAX &&
			    host->queue[below].node.superior == top &&
			    host->queue[below].node.item == item)
				host->order[n++] = below;
		}
	}
	assert(n == host->n_queue);
}

static const struct ft_subordinate_list *
copy_list(struct ft_arena *arena, const struct ft_subordinate_list *list)
{
	struct ft_subordinate_list *copy;

	if (!list)
		return NULL;
	copy = ft_arena_alloc(arena, sizeof *copy);
	*copy = *list;
	copy->host = ft_arena_strdup(arena, list->host);
	copy->item = ft_arena_calloc(arena, list->n, sizeof *copy->item);
	for (size_t i = 0; i < list->n; i++) {
		copy->item[i] = list->item[i];
		copy->item[i].queue =
		    ft_arena_strdup(arena, list->item[i].queue);
	}
	return copy;
}

void
ft_slotwise_set_queues(
    struct ft_slotwise *host, const struct ft_slotwise_queue *queue, size_t n)
{
	struct ft_subordinate_queue *list FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *list);
	struct ft_subordinate_node *node FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *node);

	host->arena = (struct ft_arena){ 0 };
	host->n_queue = (uint32_t)n;
	host->queue = ft_arena_calloc(&host->arena, n, sizeof *host->queue);
	host->order = ft_arena_calloc(&host->arena, n, sizeof *host->order);
	for (size_t i = 0; i < n; i++)
		list[i] = (struct ft_subordinate_queue){ queue[i].name,
			queue[i].list };
	ft_subordinate_tree(list, n, node);
	for (size_t i = 0; i < n; i++) {
		host->queue[i] = (struct ft_slotwise_place){
			.name = ft_arena_strdup(&host->arena, queue[i].name),
			.slots = queue[i].slots,
			.list = copy_list(&host->arena, queue[i].list),
			.node = node[i],
		};
	}
	set_order(host);
}

/* ---- other settings ------------------------------------------------------ */

/* Returns whether the lists are equal apart from the limit. */
static bool
is_same(const struct ft_subordinate_list *a,
    const struct ft_subordinate_list *b, bool *limit)
{
	struct ft_subordinate_list left = { .host = "" }, right = left;

	if (a)
		left = *a;
	if (b)
		right = *b;
	*limit = left.slots != right.slots;
	if (left.kind == FT_SUBORDINATE_SLOT &&
	    right.kind == FT_SUBORDINATE_SLOT)
		left.slots = right.slots;
	return ft_subordinate_list_same(&left, &right);
}

/* Returns the new queues, and old ones that still have tasks. */
static struct ft_slotwise_queue *
with_orphans(const struct ft_slotwise *host,
    const struct ft_slotwise_queue *queue, size_t *n)
{
	struct ft_slotwise_queue *all =
	    ft_calloc(*n + host->n_queue, sizeof *all);
	size_t given = *n;

	memcpy(all, queue, given * sizeof *all);
	for (uint32_t i = 0; i < host->n_queue; i++) {
		bool known = false, used = false;

		for (size_t k = 0; k < given; k++)
			known |= !strcmp(queue[k].name, host->queue[i].name);
		for (size_t k = 0; k < host->n_task; k++)
			used |= host->task[k]->queue == i;
		if (!known && used)
			all[(*n)++] = (struct ft_slotwise_queue){
				.name = host->queue[i].name
			};
	}
	return all;
}

/* How the list of a queue changed. */
enum change { CHANGE_NONE, CHANGE_LIMIT, CHANGE_LIST };

static enum change *
compare(struct ft_slotwise *host, const struct ft_slotwise_queue *all, size_t n)
{
	enum change *change = ft_calloc(n, sizeof *change);

	for (size_t i = 0; i < n; i++) {
		uint32_t old = ft_slotwise_queue(host, all[i].name);
		bool limit;

		if (!is_same(old == UINT32_MAX ? NULL : host->queue[old].list,
			all[i].list, &limit))
			change[i] = CHANGE_LIST;
		else if (limit)
			change[i] = CHANGE_LIMIT;
		if (change[i] == CHANGE_LIST && old != UINT32_MAX)
			ft_slotwise_release(host, old, false);
	}
	return change;
}

/* Move the tasks to the new queues. */
static void
move_tasks(struct ft_slotwise *host, const struct ft_slotwise *before)
{
	for (size_t i = 0; i < host->n_task; i++) {
		struct ft_slotwise_task *task = host->task[i];

		task->queue =
		    ft_slotwise_queue(host, before->queue[task->queue].name);
		assert(task->queue != UINT32_MAX);
	}
	for (uint32_t i = 0; i < before->n_queue; i++) {
		uint32_t now = ft_slotwise_queue(host, before->queue[i].name);

		if (now != UINT32_MAX)
			host->queue[now].closed = before->queue[i].closed;
	}
}

void
ft_slotwise_configure(struct ft_slotwise *host,
    const struct ft_slotwise_queue *queue, size_t n,
    const struct ft_slotwise_params *params)
{
	struct ft_slotwise_queue *all FT_CLEANUP(ft_free_at) =
	    with_orphans(host, queue, &n);
	enum change *change FT_CLEANUP(ft_free_at) = compare(host, all, n);
	struct ft_slotwise before = *host;

	host->params = *params;
	ft_slotwise_set_queues(host, all, n);
	move_tasks(host, &before);
	ft_arena_clear(&before.arena);
	for (uint32_t i = 0; i < host->n_queue; i++)
		if (change[i] == CHANGE_LIST)
			ft_slotwise_release(host, i, false);
	ft_slotwise_instances(host);
	for (uint32_t i = 0; i < host->n_queue; i++) {
		if (change[i] == CHANGE_NONE)
			continue;
		ft_slotwise_wake_pass(host, i);
		ft_slotwise_suspend_pass(host, i);
	}
}
