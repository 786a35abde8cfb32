/* The hosts of a world: which jobs are on them, and what happened to those. */
#include "sim/research/subordination/subordination.h"

#include "sim/research/subordination/internal.h"
#include "sim/world/array.h"

/* ---- hosts --------------------------------------------------------------- */

static bool
has_node(const struct ft_partition *partition, uint32_t node)
{
	for (size_t i = 0; i < partition->n_node; i++)
		if (partition->node[i] == node)
			return true;
	return false;
}

/* The queues of a node.  Queues that are not on it are included, without a
 * list, so that a queue has the same number on all hosts. */
static struct ft_slotwise *
make_host(struct ft_subordination *sub, uint32_t node)
{
	const struct ft_world *world = sub->world;
	const struct ft_machine *machine = &world->machine;
	uint32_t n = machine->n_queue;
	struct ft_slotwise_queue *queue = ft_calloc(n, sizeof *queue);
	struct ft_slotwise_params params = sub->params;
	struct ft_slotwise *host;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t partition = sub->queue[i];
		bool ambiguous;

		queue[i].name = machine->partition[partition].name;
		queue[i].slots = ft_world_slots(world, partition, node);
		if (has_node(&machine->partition[partition], node))
			queue[i].list = ft_queue_list(
			    sub->lists, partition, node, &ambiguous);
	}
	params.host_slots = machine->node[node].slots;
	host = ft_slotwise_new(queue, n, &params, sub->sink, sub);
	ft_free(queue);
	return host;
}

static struct ft_slotwise *
host_of(struct ft_subordination *sub, uint32_t node)
{
	if (!sub->host[node])
		sub->host[node] = make_host(sub, node);
	return sub->host[node];
}

static const char *
name_of(struct ft_world *world, const struct ft_job *job)
{
	struct ft_str str = { 0 };

	ft_job_add_id(&str, job);
	return ft_world_keep(world, &str);
}

static void
put_on_hosts(struct ft_world *world, struct ft_job *job, bool fresh)
{
	struct ft_subordination *sub = world->subordination;
	struct ft_slotwise_task task = { .id = job->number,
		.owner = job,
		.queue = ft_world_queue(world, job),
		.started = job->started,
		.may_requeue = job->requeue,
		.by_slot = job->suspended_by & FT_SUSPEND_SLOT,
		.by_queue = job->suspended_by & FT_SUSPEND_QUEUE,
		.by_other =
		    job->suspended_by & (FT_SUSPEND_USER | FT_SUSPEND_PREEMPT),
		.fresh = fresh };

	task.name = name_of(world, job);
	for (size_t i = 0; i < job->n_node; i++) {
		uint32_t node = job->node[i].node;

		if (node >= sub->n_node ||
		    (sub->host[node] &&
			ft_slotwise_find(sub->host[node], job->number)))
			continue;
		task.slots = job->node[i].cpus ? job->node[i].cpus : 1;
		ft_slotwise_add(host_of(sub, node), &task);
	}
}

/* ---- what happens to jobs ------------------------------------------------ */

static void
note(struct ft_subordination *sub, struct ft_slot_noted noted)
{
	*ft_vec_add(sub->note, sub->n_note, sub->cap_note) = noted;
}

/* Note it for all nodes of JOB. */
static void
note_all(struct ft_subordination *sub, enum ft_slot_note what,
    const struct ft_job *job)
{
	for (size_t i = 0; i < job->n_node; i++)
		note(sub, (struct ft_slot_noted){
			      what, job->number, job->node[i].node, 0 });
}

void
ft_subordination_started(struct ft_world *world, struct ft_job *job)
{
	if (ft_world_queue(world, job) == FT_NO_QUEUE)
		return;
	put_on_hosts(world, job, true);
	note_all(world->subordination, FT_SLOT_STARTED, job);
}

void
ft_subordination_ended(struct ft_world *world, struct ft_job *job)
{
	struct ft_subordination *sub = world->subordination;
	uint32_t queue;

	/* its partition may have ceased to be a queue */
	for (size_t i = 0; sub && i < job->n_node; i++) {
		uint32_t node = job->node[i].node;

		if (node < sub->n_node && sub->host[node] &&
		    ft_slotwise_remove(sub->host[node], job->number, &queue))
			note(sub, (struct ft_slot_noted){ FT_SLOT_ENDED,
				      job->number, node, queue });
	}
	job->suspended_by &=
	    (uint8_t) ~(unsigned)(FT_SUSPEND_SLOT | FT_SUSPEND_QUEUE);
}

void
ft_subordination_changed(struct ft_world *world, struct ft_job *job)
{
	if (ft_world_queue(world, job) != FT_NO_QUEUE)
		note_all(world->subordination, FT_SLOT_CHANGED, job);
}

bool
ft_subordination_closed(const struct ft_world *world, uint32_t partition,
    uint32_t node, uint32_t slots)
{
	struct ft_subordination *sub = world->subordination;
	uint32_t queue = world->machine.partition[partition].queue;

	if (!sub)
		return false;
	/* on a host without tasks nothing is closed, except by a limit that the
	 * job alone exceeds */
	if (!sub->host[node] && !sub->params.load_adjust)
		return false;
	return ft_slotwise_closed(host_of(sub, node), queue) ||
	       (sub->params.load_adjust && ft_slotwise_in_vain(sub->host[node],
					       queue, slots, world->now));
}

/* ---- set up -------------------------------------------------------------- */

void
ft_subordination_reset(struct ft_world *world, ft_slotwise_sink *sink)
{
	const struct ft_machine *machine = &world->machine;
	struct ft_subordination *sub;

	ft_subordination_free(world);
	if (!machine->n_queue)
		return;
	world->subordination = sub = ft_calloc(1, sizeof *sub);
	sub->world = world;
	sub->sink = sink;
	sub->lists = ft_queue_lists_new(machine);
	sub->queue = ft_calloc(machine->n_queue, sizeof *sub->queue);
	sub->n_node = (uint32_t)machine->n_node;
	sub->host = ft_calloc(machine->n_node, sizeof *sub->host);
	for (uint32_t p = 0; p < machine->n_partition; p++)
		if (machine->partition[p].queue != FT_NO_QUEUE)
			sub->queue[machine->partition[p].queue] = p;
	sub->params = ft_slotwise_params_of(world->conf);
	for (size_t i = 0; i < world->n_running; i++)
		if (ft_world_queue(world, world->running[i]) != FT_NO_QUEUE)
			put_on_hosts(world, world->running[i], false);
}

void
ft_subordination_free(struct ft_world *world)
{
	struct ft_subordination *sub = world->subordination;

	if (!sub)
		return;
	for (uint32_t i = 0; i < sub->n_node; i++)
		ft_slotwise_free(sub->host[i]);
	ft_queue_lists_free(sub->lists);
	ft_str_free(&sub->words);
	ft_free(sub->host);
	ft_free(sub->queue);
	ft_free(sub->note);
	ft_free(sub->back);
	ft_free(sub);
	world->subordination = NULL;
}
