/*
 * event.c - events of nodes: what the store remembers is compared with the nodes
 * as they are, and the difference becomes events that end or begin now.
 */
#include "load/world/private.h"

/* What the comparison looks at. */
struct comparing {
	struct ft_world *world;
	struct ft_node_events *events;
	bool *busy;     /* by node: a job runs there */
	int64_t *freed; /* by node: when its last job ended; 0 unknown */
	size_t *open;   /* by node: 1 + index of the event that lasts; 0 none */
	bool first;     /* the cluster has never been registered */
};

void
ft_node_events_free(struct ft_node_events *events)
{
	for (size_t i = 0; i < events->n; i++)
		ft_free(events->item[i].tres);
	ft_free(events->item);
	*events = (struct ft_node_events){ 0 };
}

/* ---- nodes as they are -------------------------------------------------------- */

static void
note_jobs(struct comparing *comparing)
{
	const struct ft_world *world = comparing->world;
	size_t n_node = world->machine.n_node;

	for (size_t i = 0; i < world->n_running; i++)
		for (size_t k = 0; k < world->running[i]->n_node; k++)
			if (world->running[i]->node[k].node < n_node)
				comparing
				    ->busy[world->running[i]->node[k].node] =
				    true;
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		for (size_t k = 0; job->ended && k < job->n_node; k++)
			if (job->node[k].node < n_node &&
			    comparing->freed[job->node[k].node] < job->ended)
				comparing->freed[job->node[k].node] =
				    job->ended;
	}
}

/* Returns the state of a node that the accounting counts as not usable; 0: it is
 * usable, or has jobs that may end first. */
static uint32_t
bad_state(const struct comparing *comparing, size_t i)
{
	static const uint32_t flags[] = {
		[FT_NODE_IDLE] = 0,
		[FT_NODE_DOWN] = 0,
		[FT_NODE_DRAIN] = FT_EVENT_NODE_DRAIN,
		[FT_NODE_FAIL] = FT_EVENT_NODE_FAIL,
		[FT_NODE_FUTURE] = 0,
	};
	const struct ft_node *node = &comparing->world->machine.node[i];
	uint32_t flag = flags[node->state] | flags[node->also];

	if (node->state == FT_NODE_DOWN || node->also == FT_NODE_DOWN)
		return FT_EVENT_NODE_DOWN | flag;
	return flag && !comparing->busy[i] ? FT_EVENT_NODE_IDLE | flag : 0;
}

static uint64_t *
tres_of_node(const struct ft_world *world, const struct ft_node *node)
{
	uint64_t *count = ft_calloc(world->tres.n + 1, sizeof *count);

	ft_machine_count_node(&world->machine, node, count);
	count[FT_TRES_BILLING] = node->cpus;
	count[FT_TRES_NODE] = 0;
	return count;
}

static uint64_t *
tres_of_cluster(const struct ft_world *world)
{
	const struct ft_machine *machine = &world->machine;
	uint64_t *count = ft_calloc(world->tres.n + 1, sizeof *count);

	for (size_t i = 0; i < machine->n_node; i++)
		ft_machine_count_node(machine, &machine->node[i], count);
	for (size_t i = 0; i < machine->n_license; i++)
		if (machine->license[i].tres != UINT32_MAX)
			count[machine->license[i].tres] =
			    machine->license[i].count;
	count[FT_TRES_BILLING] = machine->cpus;
	return count;
}

static const char *
names_of_nodes(struct ft_world *world)
{
	const struct ft_machine *machine = &world->machine;
	uint32_t *all FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_node + 1, sizeof *all);
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < machine->n_node; i++)
		if (machine->node[i].state != FT_NODE_FUTURE)
			all[n++] = (uint32_t)i;
	ft_machine_add_hosts(&str, machine, all, n);
	return ft_world_string(world, ft_str_text(&str));
}

/* ---- what changed --------------------------------------------------------------- */

static void
end(struct comparing *comparing, size_t open)
{
	struct ft_node_event *event = &comparing->events->item[open - 1];

	event->end = comparing->world->now;
	event->dirty = true;
}

static void
begin(struct comparing *comparing, struct ft_node_event event)
{
	struct ft_node_events *events = comparing->events;

	event.dirty = true;
	*ft_vec_add(events->item, events->n, events->cap) = event;
}

/* The cluster is registered again when its nodes or their TRES changed. */
static void
compare_cluster(struct comparing *comparing, size_t open)
{
	struct ft_world *world = comparing->world;
	struct ft_node_event event = { .node = "",
		.nodes = names_of_nodes(world),
		.start = world->now,
		.reason = "Cluster Registered TRES",
		.user = "",
		.tres = tres_of_cluster(world) };
	const struct ft_node_event *old =
	    open ? &comparing->events->item[open - 1] : NULL;

	comparing->first = !old;
	if (old && !strcmp(old->nodes, event.nodes) &&
	    !memcmp(
		old->tres, event.tres, world->tres.n * sizeof *event.tres)) {
		ft_free(event.tres);
		return;
	}
	if (old)
		end(comparing, open);
	begin(comparing, event);
}

static int64_t
since(const struct comparing *comparing, size_t i)
{
	const struct ft_world *world = comparing->world;
	const struct ft_node *node = &world->machine.node[i];
	int64_t from = node->since;

	if (from && from < comparing->freed[i])
		from = comparing->freed[i];
	return from && from < world->now ? from : world->now;
}

static void
compare_node(struct comparing *comparing, size_t i)
{
	struct ft_world *world = comparing->world;
	const struct ft_node *node = &world->machine.node[i];
	uint32_t state = bad_state(comparing, i);

	if (!state && comparing->open[i])
		end(comparing, comparing->open[i]);
	if (state && !comparing->open[i])
		begin(comparing,
		    (struct ft_node_event){ .node = node->name,
			.nodes = "",
			.start = since(comparing, i),
			.state = state,
			.reason =
			    *node->reason ? node->reason : "First Registration",
			.user = *node->reason_user ? node->reason_user : "root",
			.tres = tres_of_node(world, node) });
}

/* Add to EVENTS what happened since they were written. */
static void
compare(struct ft_world *world, struct ft_node_events *events)
{
	size_t n = world->machine.n_node, cluster = 0, known = events->n;
	bool *busy FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *busy);
	int64_t *freed FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *freed);
	size_t *open FT_CLEANUP(ft_free_at) = ft_calloc(n + 1, sizeof *open);
	struct comparing comparing = { world, events, busy, freed, open,
		false };

	note_jobs(&comparing);
	for (size_t i = 0; i < known; i++) {
		const struct ft_node_event *event = &events->item[i];
		uint32_t node = ft_machine_node(&world->machine, event->node);

		if (event->end)
			continue;
		if (!*event->node)
			cluster = i + 1;
		else if (node == UINT32_MAX)
			end(&comparing, i + 1);
		else
			open[node] = i + 1;
	}
	compare_cluster(&comparing, cluster);
	for (size_t i = 0; i < n; i++)
		compare_node(&comparing, i);
}

/* ---- from the store and back ----------------------------------------------------- */

static enum ft_status
keep(void *ctx, struct ft_node_event *event, struct ft_error *err)
{
	struct ft_node_events *events = ctx;

	(void)err;
	*ft_vec_add(events->item, events->n, events->cap) = *event;
	return FT_OK;
}

static int
by_node(const void *a, const void *b)
{
	const struct ft_node_event *x = a, *y = b;
	/* those that begin now have no id yet, and come last */
	uint64_t xid = x->id ? x->id : UINT64_MAX;
	uint64_t yid = y->id ? y->id : UINT64_MAX;
	int order = strcmp(x->node, y->node);

	if (order)
		return order;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return xid < yid ? -1 : xid > yid;
}

enum ft_status
ft_load_node_events(struct ft_world *world, struct ft_store *store,
    const struct ft_store_event_filter *filter, struct ft_node_events *events,
    struct ft_error *err)
{
	const struct ft_store_reader reader = { &world->strings, &world->tres,
		events };

	*events = (struct ft_node_events){ 0 };
	FT_TRY(ft_store_read_node_events(store, filter, &reader, keep, err));
	/* what does not know the latest news is not compared with them */
	if (filter->cluster == world->cluster && !ft_store_lags(store))
		compare(world, events);
	qsort(events->item, events->n, sizeof *events->item, by_node);
	return FT_OK;
}

enum ft_status
ft_save_node_events(
    struct ft_world *world, struct ft_store *store, struct ft_error *err)
{
	const struct ft_store_jobs to = { store, world->cluster, &world->tres };
	const struct ft_store_event_filter open = { world->cluster, true };
	struct ft_node_events events;
	enum ft_status status =
	    ft_load_node_events(world, store, &open, &events, err);

	for (size_t i = 0; !status && i < events.n; i++)
		if (events.item[i].dirty)
			status =
			    ft_store_put_node_event(&to, &events.item[i], err);
	ft_node_events_free(&events);
	return status;
}
