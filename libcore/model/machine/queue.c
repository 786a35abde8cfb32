/* Partitions that are queues: SubordinateList and FairTreeSlots. */
#include "model/machine/queue.h"

#include "model/machine/private.h"

/* ---- lists ---------------------------------------------------------------------- */

enum ft_status
ft_partition_read_subordinates(struct ft_partition *partition,
    struct ft_arena *arena, struct ft_error *err)
{
	struct ft_subordinates *parsed;
	enum ft_status status;

	partition->subordinates = NULL;
	if (!*partition->subordinates_text)
		return FT_OK;
	parsed = ft_arena_calloc(arena, 1, sizeof *parsed);
	status = ft_subordinates_parse(
	    parsed, arena, partition->subordinates_text, err);
	if (status == FT_OK)
		partition->subordinates = parsed;
	else
		ft_error_prefix(err, "SubordinateList: ");
	return status;
}

static bool
has_list(const struct ft_partition *partition)
{
	const struct ft_subordinates *all = partition->subordinates;

	for (size_t i = 0; all && i < all->n; i++)
		if (all->list[i].kind != FT_SUBORDINATE_NONE)
			return true;
	return false;
}

/* ---- what is a queue ------------------------------------------------------------ */

static void
mark_named(struct ft_machine *machine, const struct ft_subordinate_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const char *name = list->item[i].queue;
		uint32_t index = ft_machine_partition(machine, name);

		if (index != UINT32_MAX)
			machine->partition[index].queue = 0;
	}
}

void
ft_machine_number_queues(struct ft_machine *machine)
{
	machine->n_queue = 0;
	for (size_t i = 0; i < machine->n_partition; i++)
		machine->partition[i].queue = FT_NO_QUEUE;
	for (size_t i = 0; i < machine->n_partition; i++) {
		struct ft_partition *partition = &machine->partition[i];
		const struct ft_subordinates *all = partition->subordinates;

		if (partition->slots || has_list(partition))
			partition->queue = 0;
		for (size_t k = 0; all && k < all->n; k++)
			mark_named(machine, &all->list[k]);
	}
	for (size_t i = 0; i < machine->n_partition; i++)
		if (machine->partition[i].queue != FT_NO_QUEUE)
			machine->partition[i].queue = machine->n_queue++;
}

/* ---- which list counts on a node ------------------------------------------------- */

#define AMBIGUOUS UINT32_MAX

struct ft_queue_lists {
	const struct ft_machine *machine;
	uint32_t **list; /* by partition: NULL, or by node the number of the
	                    list that counts there */
};

/* The nodes of override LIST; NULL: there is none of that name. */
static bool *
nodes_of(
    const struct ft_machine *machine, const struct ft_subordinate_list *list)
{
	bool *mark = ft_calloc(machine->n_node + 1, sizeof *mark);
	bool known;
	uint32_t index;

	if (*list->host == '@')
		known = ft_machine_mark_set(machine, list->host + 1, mark);
	else {
		index = ft_machine_node(machine, list->host);
		known = index != UINT32_MAX;
		if (known)
			mark[index] = true;
	}
	if (known)
		return mark;
	ft_free(mark);
	return NULL;
}

/* Groups override the default, hosts override groups. */
static void
place_list(const struct ft_machine *machine, const struct ft_subordinates *all,
    size_t i, uint32_t *of)
{
	const struct ft_subordinate_list *list = &all->list[i];
	bool *mark FT_CLEANUP(ft_free_at) = nodes_of(machine, list);

	for (size_t k = 0; mark && k < machine->n_node; k++) {
		if (!mark[k])
			continue;
		if (*list->host != '@' || of[k] == 0)
			of[k] = (uint32_t)i;
		else if (of[k] != AMBIGUOUS &&
			 !ft_subordinate_list_same(&all->list[of[k]], list))
			of[k] = AMBIGUOUS;
	}
}

struct ft_queue_lists *
ft_queue_lists_new(const struct ft_machine *machine)
{
	struct ft_queue_lists *lists = ft_calloc(1, sizeof *lists);

	lists->machine = machine;
	lists->list = ft_calloc(machine->n_partition + 1, sizeof *lists->list);
	for (size_t p = 0; p < machine->n_partition; p++) {
		const struct ft_subordinates *all =
		    machine->partition[p].subordinates;

		if (!all || all->n < 2)
			continue;
		lists->list[p] =
		    ft_calloc(machine->n_node + 1, sizeof **lists->list);
		for (size_t i = 1; i < all->n; i++)
			if (*all->list[i].host == '@')
				place_list(machine, all, i, lists->list[p]);
		for (size_t i = 1; i < all->n; i++)
			if (*all->list[i].host != '@')
				place_list(machine, all, i, lists->list[p]);
	}
	return lists;
}

void
ft_queue_lists_free(struct ft_queue_lists *lists)
{
	if (!lists)
		return;
	for (size_t p = 0; p < lists->machine->n_partition; p++)
		ft_free(lists->list[p]);
	ft_free(lists->list);
	ft_free(lists);
}

const struct ft_subordinate_list *
ft_queue_list(const struct ft_queue_lists *lists, uint32_t partition,
    uint32_t node, bool *ambiguous)
{
	const struct ft_subordinates *all =
	    lists->machine->partition[partition].subordinates;
	uint32_t index;

	*ambiguous = false;
	if (!all)
		return NULL;
	index = lists->list[partition] ? lists->list[partition][node] : 0;
	*ambiguous = index == AMBIGUOUS;
	return *ambiguous ? NULL : &all->list[index];
}

/* ---- check ----------------------------------------------------------------------- */

struct check {
	const struct ft_machine *machine;
	struct ft_queue_lists *lists;
	struct ft_arena arena;
	uint32_t *partition; /* of the queues of the node at hand */
	const struct ft_subordinate_list **list, **last;
	struct ft_subordinate_queue *queue;
	size_t n, n_last;
	uint32_t *last_partition;
	uint32_t node;
	struct ft_map reported; /* texts */
	ft_queue_report *report;
	void *ctx;
	size_t refused;
};

/* Report it once, however many nodes have it. */
static void
report_once(struct check *check, const char *host,
    const struct ft_subordinate_finding *finding)
{
	struct ft_queue_finding located = { .finding = *finding, .host = host };
	uint32_t index = ft_machine_partition(check->machine, finding->queue);

	if (!ft_map_put(&check->reported, finding->text, 0))
		return;
	check->refused += ft_subordinate_is_refused(finding->fault);
	located.origin = check->machine->partition[index].origin;
	if (check->report)
		check->report(check->ctx, &located);
}

static void
report_host(void *ctx, const struct ft_subordinate_finding *finding)
{
	struct check *check = ctx;

	report_once(check, check->machine->node[check->node].name, finding);
}

/* A fault of PARTITION's list, at hand or everywhere; the text is formatted. */
__attribute__((format(printf, 4, 5))) static void
report_list(struct check *check, const struct ft_partition *partition,
    enum ft_subordinate_fault fault, const char *format, ...)
{
	struct ft_subordinate_finding finding = { .fault = fault,
		.queue = partition->name };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&text, format, args);
	va_end(args);
	finding.text = ft_str_text(&text);
	report_once(check,
	    fault == FT_SUBORDINATE_AMBIGUOUS
		? check->machine->node[check->node].name
		: "",
	    &finding);
}

static void
report_names(struct check *check, const struct ft_partition *partition,
    const struct ft_subordinate_list *list)
{
	bool *mark;

	for (size_t i = 0; i < list->n; i++) {
		const char *name = list->item[i].queue;

		if (ft_machine_partition(check->machine, name) == UINT32_MAX)
			report_list(check, partition,
			    FT_SUBORDINATE_QUEUE_UNKNOWN,
			    "no partition '%s' to be a subordinate of %s", name,
			    partition->name);
	}
	if (!*list->host)
		return;
	mark = nodes_of(check->machine, list);
	if (!mark)
		report_list(check, partition, FT_SUBORDINATE_HOST_UNKNOWN,
		    "no %s '%s' for a list of %s",
		    *list->host == '@' ? "NodeSet" : "node",
		    list->host + (*list->host == '@'), partition->name);
	ft_free(mark);
}

/* Gather the queues of a node; returns whether they differ from those of the
 * node before. */
static bool
gather(struct check *check)
{
	const struct ft_machine *machine = check->machine;
	bool same;

	check->n = 0;
	for (uint32_t p = 0; p < machine->n_partition; p++) {
		const struct ft_partition *partition = &machine->partition[p];
		const struct ft_subordinate_list *list;
		bool ambiguous;

		if (partition->queue == FT_NO_QUEUE ||
		    !ft_partition_has(partition, check->node))
			continue;
		list = ft_queue_list(check->lists, p, check->node, &ambiguous);
		if (ambiguous)
			report_list(check, partition, FT_SUBORDINATE_AMBIGUOUS,
			    "two groups give %s different lists on node '%s'",
			    partition->name, machine->node[check->node].name);
		check->partition[check->n] = p;
		check->list[check->n] = list;
		check->queue[check->n++] =
		    (struct ft_subordinate_queue){ partition->name, list };
	}
	same =
	    check->n == check->n_last &&
	    !memcmp(check->list, check->last, check->n * sizeof *check->list) &&
	    !memcmp(check->partition, check->last_partition,
		check->n * sizeof *check->partition);
	memcpy(check->last, check->list, check->n * sizeof *check->list);
	memcpy(check->last_partition, check->partition,
	    check->n * sizeof *check->partition);
	check->n_last = check->n;
	return !same;
}

size_t
ft_machine_check_queues(
    const struct ft_machine *machine, ft_queue_report *report, void *ctx)
{
	struct check check = {
		.machine = machine, .report = report, .ctx = ctx
	};
	struct ft_arena *arena = &check.arena;
	size_t n = machine->n_partition + 1;

	if (!machine->n_queue)
		return 0;
	check.lists = ft_queue_lists_new(machine);
	check.partition = ft_arena_calloc(arena, n, sizeof *check.partition);
	check.last_partition =
	    ft_arena_calloc(arena, n, sizeof *check.last_partition);
	check.list = ft_arena_calloc(arena, n, sizeof *check.list);
	check.last = ft_arena_calloc(arena, n, sizeof *check.last);
	check.queue = ft_arena_calloc(arena, n, sizeof *check.queue);
	for (size_t p = 0; p < machine->n_partition; p++) {
		const struct ft_subordinates *all =
		    machine->partition[p].subordinates;

		for (size_t i = 0; all && i < all->n; i++)
			report_names(
			    &check, &machine->partition[p], &all->list[i]);
	}
	for (; check.node < machine->n_node; check.node++)
		if (gather(&check))
			ft_subordinate_check(
			    check.queue, check.n, report_host, &check);
	ft_queue_lists_free(check.lists);
	ft_arena_clear(arena);
	ft_map_clear(&check.reported);
	return check.refused;
}

struct refusal {
	bool place;
	struct ft_error *err;
};

static void
keep_refused(void *ctx, const struct ft_queue_finding *located)
{
	const struct refusal *refusal = ctx;

	if (refusal->err->status != FT_OK ||
	    !ft_subordinate_is_refused(located->finding.fault))
		return;
	ft_fail(refusal->err, FT_EINVAL, "SubordinateList: %s",
	    located->finding.text);
	if (refusal->place && *located->origin)
		ft_error_at(refusal->err, located->origin);
}

enum ft_status
ft_machine_refuse_queues(
    const struct ft_machine *machine, bool place, struct ft_error *err)
{
	struct ft_error found = { 0 };
	struct refusal refusal = { place, &found };

	ft_machine_check_queues(machine, keep_refused, &refusal);
	if (found.status != FT_OK && err)
		*err = found;
	return found.status;
}
