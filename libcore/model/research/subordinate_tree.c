/* The lists of the queues of one host as trees, and what is wrong with them. */

#include "model/research/subordinate.h"

static const struct {
	const char *name;
	bool refused;
} faults[] = {
#define FT_SUBORDINATE_FAULT(id, refused, name) { name, refused },
#include "model/research/subordinate.def"
#undef FT_SUBORDINATE_FAULT
};

bool
ft_subordinate_is_refused(enum ft_subordinate_fault fault)
{
	return faults[fault].refused;
}

const char *
ft_subordinate_fault_name(enum ft_subordinate_fault fault)
{
	return faults[fault].name;
}

/* ---- edges -------------------------------------------------------------------- */

struct edge {
	uint32_t from, to, item;
};

/* Edges of one kind, by the queue they go out of. */
struct graph {
	const struct ft_subordinate_queue *queue;
	uint32_t n;
	struct edge *edge;
	size_t n_edge, cap;
	size_t *first; /* [n + 1] */
};

static uint32_t
find(const struct ft_subordinate_queue *queue, uint32_t n, const char *name)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (strcmp(queue[i].name, name) == 0)
			return i;
	return UINT32_MAX;
}

static void
graph_init(struct graph *graph, const struct ft_subordinate_queue *queue,
    size_t n, enum ft_subordinate_kind kind)
{
	*graph = (struct graph){ .queue = queue, .n = (uint32_t)n };
	graph->first = ft_calloc(n + 1, sizeof *graph->first);
	for (uint32_t i = 0; i < graph->n; i++) {
		const struct ft_subordinate_list *list = queue[i].list;

		graph->first[i] = graph->n_edge;
		for (uint32_t k = 0; list && list->kind == kind && k < list->n;
		     k++) {
			uint32_t to =
			    find(queue, graph->n, list->item[k].queue);

			if (to == UINT32_MAX)
				continue;
			*ft_vec_add(graph->edge, graph->n_edge, graph->cap) =
			    (struct edge){ i, to, k };
		}
	}
	graph->first[n] = graph->n_edge;
}

static void
graph_free(struct graph *graph)
{
	ft_free(graph->edge);
	ft_free(graph->first);
}

/* ---- trees -------------------------------------------------------------------- */

/* Take the edge off that closes a loop above I. */
static void
cut(struct ft_subordinate_node *node, size_t n, uint32_t i)
{
	uint32_t at = node[i].superior;

	for (size_t steps = 0; at != UINT32_MAX && at != i && steps < n;
	     steps++)
		at = node[at].superior;
	if (at == i)
		node[i].superior = UINT32_MAX;
}

static void
set_trees(const struct graph *graph, struct ft_subordinate_node *node)
{
	for (uint32_t i = 0; i < graph->n; i++)
		node[i] = (struct ft_subordinate_node){ UINT32_MAX, 0, 0 };
	for (size_t i = 0; i < graph->n_edge; i++) {
		const struct edge *edge = &graph->edge[i];

		if (edge->to == edge->from ||
		    node[edge->to].superior != UINT32_MAX)
			continue;
		node[edge->to].superior = edge->from;
		node[edge->to].item = edge->item;
	}
	for (uint32_t i = 0; i < graph->n; i++)
		cut(node, graph->n, i);
	for (uint32_t i = 0; i < graph->n; i++)
		for (uint32_t at = node[i].superior; at != UINT32_MAX;
		     at = node[at].superior)
			node[i].depth++;
}

void
ft_subordinate_tree(const struct ft_subordinate_queue *queue, size_t n,
    struct ft_subordinate_node *node)
{
	struct graph graph;

	graph_init(&graph, queue, n, FT_SUBORDINATE_SLOT);
	set_trees(&graph, node);
	graph_free(&graph);
}

/* ---- faults ------------------------------------------------------------------- */

struct check {
	const struct ft_subordinate_queue *queue;
	uint32_t n;
	struct graph slots, queues;
	struct ft_subordinate_node *node;
	uint32_t *before; /* of a search: where it came from */
	uint32_t *todo;
	ft_subordinate_report *report;
	void *ctx;
	size_t refused;
};

/* Report a fault of the list of QUEUE; the text is formatted. */
__attribute__((format(printf, 4, 5))) static void
report_fault(struct check *check, enum ft_subordinate_fault fault,
    uint32_t queue, const char *format, ...)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_subordinate_finding finding = { fault,
		check->queue[queue].name, NULL };
	va_list args;

	va_start(args, format);
	ft_str_addv(&text, format, args);
	va_end(args);
	finding.text = ft_str_text(&text);
	check->refused += faults[fault].refused;
	if (check->report)
		check->report(check->ctx, &finding);
}

static const char *
name(const struct check *check, uint32_t queue)
{
	return check->queue[queue].name;
}

static uint32_t
root_of(const struct check *check, uint32_t at)
{
	while (check->node[at].superior != UINT32_MAX)
		at = check->node[at].superior;
	return at;
}

/*
 * Whether a path of one or more edges leads from FROM to TO through queues from
 * LEAST on; check->before has the path backwards.
 */
static bool
leads(struct check *check, const struct graph *graph, uint32_t from,
    uint32_t to, uint32_t least)
{
	size_t n = 0;

	for (uint32_t i = 0; i < check->n; i++)
		check->before[i] = UINT32_MAX;
	check->todo[n++] = from;
	while (n) {
		uint32_t at = check->todo[--n];

		for (size_t k = graph->first[at]; k < graph->first[at + 1];
		     k++) {
			uint32_t next = graph->edge[k].to;

			if (next == at || next < least ||
			    check->before[next] != UINT32_MAX)
				continue;
			check->before[next] = at;
			if (next == to)
				return true;
			check->todo[n++] = next;
		}
	}
	return false;
}

/* Each loop once: at the first queue that is in it. */
static void
find_loops(struct check *check, const struct graph *graph)
{
	for (uint32_t i = 0; i < check->n; i++) {
		struct ft_str text = { 0 };
		uint32_t at = i;
		size_t n = 0;

		if (!leads(check, graph, i, i, i))
			continue;
		do
			check->todo[n++] = at;
		while ((at = check->before[at]) != i);
		ft_str_addf(&text, "loop: %s", name(check, i));
		while (n > 0 && n--)
			ft_str_addf(
			    &text, " over %s", name(check, check->todo[n]));
		report_fault(
		    check, FT_SUBORDINATE_LOOP, i, "%s", ft_str_text(&text));
		ft_str_free(&text);
	}
}

static void
find_selves(struct check *check)
{
	const struct graph *both[] = { &check->slots, &check->queues };

	for (size_t g = 0; g < 2; g++)
		for (size_t i = 0; i < both[g]->n_edge; i++) {
			const struct edge *edge = &both[g]->edge[i];

			if (edge->from == edge->to)
				report_fault(check,
				    g ? FT_SUBORDINATE_SELF_QUEUE
				      : FT_SUBORDINATE_SELF,
				    edge->from, "%s is its own subordinate%s",
				    name(check, edge->to),
				    g ? ", which is ignored" : "");
		}
}

/* Queues with more than one superior. */
static void
find_superiors(struct check *check)
{
	for (size_t i = 0; i < check->slots.n_edge; i++) {
		const struct edge *edge = &check->slots.edge[i];
		uint32_t first = check->node[edge->to].superior;
		bool same;

		if (edge->from == edge->to || first == edge->from ||
		    first == UINT32_MAX ||
		    leads(check, &check->slots, edge->to, edge->from, 0))
			continue;
		same = root_of(check, first) == root_of(check, edge->from);
		report_fault(check,
		    same ? FT_SUBORDINATE_DIAMOND : FT_SUBORDINATE_TWO_TREES,
		    edge->from, "%s is below %s and below %s%s",
		    name(check, edge->to), name(check, first),
		    name(check, edge->from),
		    same ? " of one tree" : ", which are in two trees");
	}
}

static void
find_inner(struct check *check)
{
	for (uint32_t i = 0; i < check->n; i++) {
		const struct ft_subordinate_list *list = check->queue[i].list;
		uint32_t at = check->node[i].superior;

		if (!list || list->kind != FT_SUBORDINATE_SLOT)
			continue;
		while (at != UINT32_MAX &&
		       check->queue[at].list->slots > list->slots)
			at = check->node[at].superior;
		if (at == UINT32_MAX)
			continue;
		report_fault(check, FT_SUBORDINATE_INNER, i,
		    "the limit %u of %s never counts: %s above it has %u",
		    (unsigned)list->slots, name(check, i), name(check, at),
		    (unsigned)check->queue[at].list->slots);
	}
}

static const struct ft_subordinate *
item_of(const struct check *check, uint32_t queue)
{
	const struct ft_subordinate_node *node = &check->node[queue];

	if (node->superior == UINT32_MAX)
		return NULL;
	return &check->queue[node->superior].list->item[node->item];
}

/* Equal numbers on one level of a tree, but different actions: each queue is
 * reported with the first that differs from it. */
static void
find_mixed(struct check *check)
{
	for (uint32_t i = 0; i < check->n; i++) {
		const struct ft_subordinate *a = item_of(check, i), *b = NULL;
		uint32_t k;

		for (k = 0; a && k < i; k++) {
			b = item_of(check, k);
			if (b && b->seq == a->seq && b->action != a->action &&
			    check->node[k].depth == check->node[i].depth &&
			    root_of(check, k) == root_of(check, i))
				break;
		}
		if (!a || k == i)
			continue;
		report_fault(check, FT_SUBORDINATE_MIXED,
		    check->node[i].superior,
		    "%s and %s have the number %u, but one sr and one lr: the "
		    "last one listed wins",
		    name(check, k), name(check, i), (unsigned)a->seq);
	}
}

static void
find_queue_wise(struct check *check)
{
	for (size_t i = 0; i < check->queues.n_edge; i++) {
		const struct edge *edge = &check->queues.edge[i];
		uint32_t above = check->node[edge->to].superior;

		if (above == UINT32_MAX)
			continue;
		report_fault(check, FT_SUBORDINATE_TWICE, edge->from,
		    "%s is below %s queue-wise and below %s slot-wise: its "
		    "tasks may be suspended twice",
		    name(check, edge->to), name(check, edge->from),
		    name(check, above));
	}
	for (uint32_t i = 0; i < check->n; i++) {
		const struct ft_subordinate_list *list = check->queue[i].list;

		if (!list || list->kind != FT_SUBORDINATE_QUEUE)
			continue;
		for (size_t k = 0; k < list->n; k++)
			if (ft_subordinate_misread(list->item[k].queue))
				report_fault(check, FT_SUBORDINATE_NAME, i,
				    "queue '%s' as the first of a list is read "
				    "as a limit of slots",
				    list->item[k].queue);
	}
}

size_t
ft_subordinate_check(const struct ft_subordinate_queue *queue, size_t n,
    ft_subordinate_report *report, void *ctx)
{
	struct check check = {
		.queue = queue, .n = (uint32_t)n, .report = report, .ctx = ctx
	};

	graph_init(&check.slots, queue, n, FT_SUBORDINATE_SLOT);
	graph_init(&check.queues, queue, n, FT_SUBORDINATE_QUEUE);
	check.node = ft_calloc(n, sizeof *check.node);
	check.before = ft_calloc(n, sizeof *check.before);
	/* each is put there once, and where the search begins */
	check.todo = ft_calloc(n + 1, sizeof *check.todo);
	set_trees(&check.slots, check.node);
	find_selves(&check);
	find_loops(&check, &check.slots);
	find_loops(&check, &check.queues);
	find_superiors(&check);
	find_inner(&check);
	find_mixed(&check);
	find_queue_wise(&check);
	graph_free(&check.slots);
	graph_free(&check.queues);
	ft_free(check.node);
	ft_free(check.before);
	ft_free(check.todo);
	return check.refused;
}
