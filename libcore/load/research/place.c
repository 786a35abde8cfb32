/*
 * place.c - where jobs ran: nodes of a cluster, processors of a pool.
 */

#include "base/text/hostlist.h"
#include "load/research/private.h"

/* ---- nodes --------------------------------------------------------------- */

struct nodes {
	const struct ft_machine *machine;
	uint32_t *node;
	size_t n, cap;
};

static enum ft_status
add_node(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct nodes *nodes = ctx;
	char *word FT_CLEANUP(ft_free_at) = ft_strndup(name, len);
	uint32_t at = ft_machine_node(nodes->machine, word);

	(void)err;
	if (at != UINT32_MAX)
		*ft_vec_add(nodes->node, nodes->n, nodes->cap) = at;
	return FT_OK;
}

/* Keep NUMBER[n], ascending, as spans. */
static void
keep(struct ft_replay *replay, size_t job, const uint32_t *number, size_t n)
{
	struct ft_replay_place *place = &replay->place[job];

	place->span = ft_arena_calloc(&replay->arena, n, sizeof *place->span);
	for (size_t i = 0; i < n; i++)
		if (place->n && place->span[place->n - 1].last + 1 == number[i])
			place->span[place->n - 1].last = number[i];
		else
			place->span[place->n++] =
			    (struct ft_replay_span){ number[i], number[i] };
}

void
ft_replay_place_nodes(struct ft_replay *replay, size_t job, const char *list,
    const struct ft_machine *machine)
{
	struct nodes nodes = { .machine = machine };
	struct ft_error err;

	replay->place[job].nodes = ft_arena_strdup(&replay->arena, list);
	/* a list of the world itself */
	(void)ft_hostlist_each(list, add_node, &nodes, &err);
	if (nodes.n)
		qsort(nodes.node, nodes.n, sizeof *nodes.node, ft_by_u32);
	keep(replay, job, nodes.node, nodes.n);
	ft_free(nodes.node);
}

/* ---- processors of a pool ------------------------------------------------ */

/* Free processors as spans, ascending. */
struct pool {
	struct ft_replay_span *span;
	size_t n, cap;
};

static void
insert(struct pool *pool, size_t at, struct ft_replay_span span)
{
	pool->span = ft_vec_grow(
	    pool->span, &pool->cap, pool->n + 1, sizeof *pool->span);
	memmove(&pool->span[at + 1], &pool->span[at],
	    (pool->n++ - at) * sizeof *pool->span);
	pool->span[at] = span;
}

static void
drop(struct pool *pool, size_t n)
{
	pool->n -= n;
	memmove(pool->span, pool->span + n, pool->n * sizeof *pool->span);
}

/* Give PLACE the first WIDTH free processors, or as many as there are. */
static void
take(struct pool *pool, struct ft_replay *replay, struct ft_replay_place *place,
    uint32_t width)
{
	uint32_t left = width;
	size_t n = 0;

	while (n < pool->n && pool->span[n].last - pool->span[n].first < left)
		left -= pool->span[n].last - pool->span[n].first + 1, n++;
	if (n == pool->n)
		left = 0;
	place->n = n + (left > 0);
	place->span =
	    ft_arena_calloc(&replay->arena, place->n, sizeof *place->span);
	memcpy(place->span, pool->span, n * sizeof *place->span);
	if (left) {
		uint32_t first = pool->span[n].first;

		place->span[n] =
		    (struct ft_replay_span){ first, first + left - 1 };
		pool->span[n].first = first + left;
	}
	drop(pool, n);
}

/* Returns the first free span after FIRST. */
static size_t
span_after(const struct pool *pool, uint32_t first)
{
	size_t low = 0, high = pool->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (pool->span[middle].first < first)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
give_back(struct pool *pool, struct ft_replay_span span)
{
	size_t at = span_after(pool, span.first);
	bool before = at && pool->span[at - 1].last + 1 == span.first;
	bool after = at < pool->n && span.last + 1 == pool->span[at].first;

	if (before && after) {
		pool->span[at - 1].last = pool->span[at].last;
		memmove(&pool->span[at], &pool->span[at + 1],
		    (--pool->n - at) * sizeof *pool->span);
	} else if (before) {
		pool->span[at - 1].last = span.last;
	} else if (after) {
		pool->span[at].first = span.first;
	} else {
		insert(pool, at, span);
	}
}

/* A job starts or ends.  At one second: ends, jobs of no length, starts. */
struct event {
	int64_t at;
	uint32_t kind, job;
};
enum { ENDS, INSTANT, STARTS };

static int
by_time(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->job > y->job) - (x->job < y->job);
}

static size_t
list_events(const struct ft_replay *replay, const struct ft_trace *trace,
    struct event *event)
{
	size_t n = 0;

	for (uint32_t i = 0; i < trace->n; i++) {
		const struct ft_outcome *outcome = &replay->outcome[i];
		bool instant = outcome->end == outcome->start;

		if (outcome->start < 0)
			continue;
		event[n++] = (struct event){ outcome->start,
			instant ? INSTANT : STARTS, i };
		if (!instant && outcome->end >= 0)
			event[n++] = (struct event){ outcome->end, ENDS, i };
	}
	if (n)
		qsort(event, n, sizeof *event, by_time);
	return n;
}

void
ft_replay_place_pool(struct ft_replay *replay, const struct ft_trace *trace)
{
	struct event *event FT_CLEANUP(ft_free_at) =
	    ft_calloc(2 * trace->n, sizeof *event);
	size_t n = list_events(replay, trace, event);
	struct pool pool = { 0 };

	insert(&pool, 0, (struct ft_replay_span){ 0, replay->procs - 1 });
	for (size_t i = 0; i < n; i++) {
		struct ft_replay_place *place = &replay->place[event[i].job];

		if (event[i].kind != ENDS)
			take(&pool, replay, place,
			    trace->job[event[i].job].procs);
		for (size_t k = 0; k < place->n && event[i].kind != STARTS; k++)
			give_back(&pool, place->span[k]);
	}
	ft_free(pool.span);
}
