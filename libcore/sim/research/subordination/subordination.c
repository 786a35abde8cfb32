#include "sim/research/subordination/subordination.h"

#include "sim/world/array.h"
#include "sim/change/change.h"
#include "sim/change/internal.h"
#include "sim/place/internal.h"
#include "sim/schedule/run.h"
#include "sim/world/start.h"
#include "sim/research/subordination/private.h"
#include "sim/world/internal.h"

/* ---- what the settings say ------------------------------------------------------ */

static bool
counts_slots(const struct ft_world *world)
{
	return ft_conf_number(world->conf, FT_CONF_FAIRTREE_SLOT_COUNT) == 1;
}

uint32_t
ft_subordination_weight(const struct ft_world *world, uint32_t cpus)
{
	return counts_slots(world) ? cpus : 1;
}

static uint32_t
slots_of(const struct ft_world *world, uint32_t partition, uint32_t node)
{
	const struct ft_partition *in = &world->machine.partition[partition];

	return in->slots ? in->slots : world->machine.node[node].cpus;
}

uint32_t
ft_subordination_room(const struct ft_world *world, const struct ft_free *free,
    uint32_t partition, uint32_t node)
{
	const struct ft_machine *machine = &world->machine;
	size_t queue = machine->partition[partition].queue;
	uint32_t used = free->slots[queue * machine->n_node + node];
	uint32_t room = slots_of(world, partition, node);
	uint32_t limit = machine->node[node].slots;

	room = room > used ? room - used : 0;
	if (!limit)
		return room;
	limit = limit > free->active[node] ? limit - free->active[node] : 0;
	if (!limit)
		return 0;
	return counts_slots(world) && limit < room ? limit : room;
}

/* ---- hosts ------------------------------------------------------------------------ */

/* The queues of a node; also those that are not on it, without a list: so the
 * number of a queue is the same on all. */
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
		queue[i].slots = slots_of(world, partition, node);
		if (ft_nodes_has(world->place->member[partition], node))
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

void
ft_subordination_put(struct ft_world *world, struct ft_job *job, bool fresh)
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

/* ---- what happens to jobs ----------------------------------------------------------- */

static void
note(struct ft_subordination *sub, struct ft_slot_noted noted)
{
	*ft_vec_add(sub->note, sub->n_note, sub->cap_note) = noted;
}

/* On all nodes of JOB. */
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
	ft_subordination_put(world, job, true);
	note_all(world->subordination, FT_SLOT_STARTED, job);
}

void
ft_subordination_ended(struct ft_world *world, struct ft_job *job)
{
	struct ft_subordination *sub = world->subordination;
	uint32_t queue;

	/* whatever its partition is now */
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
	/* where nothing was there yet nothing is too much, but a limit that
	 * the job alone exceeds */
	if (!sub->host[node] && !sub->params.load_adjust)
		return false;
	return ft_slotwise_closed(host_of(sub, node), queue) ||
	       (sub->params.load_adjust && ft_slotwise_in_vain(sub->host[node],
					       queue, slots, world->now));
}
