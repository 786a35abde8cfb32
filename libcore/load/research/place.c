/*
 * place.c - where jobs ran: nodes of a cluster, processors of a pool.
 */

#include "base/text/hostlist.h"
#include "base/bisect.h"
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

/* Returns NUMBER[n], ascending, as spans, of which there are *n then; the
 * replay's. */
static struct ft_replay_span *
spans_of(struct ft_replay *replay, const uint32_t *number, size_t *n)
{
	struct ft_replay_span *span =
	    ft_arena_calloc(&replay->arena, *n, sizeof *span);
	size_t spans = 0;

	for (size_t i = 0; i < *n; i++)
		if (spans && span[spans - 1].last + 1 == number[i])
			span[spans - 1].last = number[i];
		else
			span[spans++] =
			    (struct ft_replay_span){ number[i], number[i] };
	*n = spans;
	return span;
}

/* Returns the nodes of LIST, a list of the world itself, as N spans. */
static struct ft_replay_span *
find_nodes(struct ft_replay *replay, const char *list,
    const struct ft_machine *machine, size_t *n)
{
	struct nodes nodes = { .machine = machine };
	struct ft_replay_span *span;
	struct ft_error err;

	(void)ft_hostlist_each(list, add_node, &nodes, &err);
	if (nodes.n)
		qsort(nodes.node, nodes.n, sizeof *nodes.node, ft_by_u32);
	*n = nodes.n;
	span = spans_of(replay, nodes.node, n);
	ft_free(nodes.node);
	return span;
}

void
ft_replay_place_nodes(struct ft_replay *replay, size_t job, const char *list,
    const struct ft_machine *machine)
{
	struct ft_replay_place *place = &replay->place[job];

	place->nodes = ft_arena_strdup(&replay->arena, list);
	place->span = find_nodes(replay, list, machine, &place->n);
}

/* Keep USE on SPAN[n]. */
static void
keep_use(struct ft_replay *replay, struct ft_replay_use use,
    const struct ft_replay_span *span, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		use.span = span[i];
		*ft_vec_add(replay->use, replay->n_use, replay->cap_use) = use;
	}
}

void
ft_replay_use_nodes(struct ft_replay *replay, struct ft_replay_use use,
    const char *list, const struct ft_machine *machine)
{
	size_t n;
	const struct ft_replay_span *span =
	    find_nodes(replay, list, machine, &n);

	keep_use(replay, use, span, n);
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
	size_t i;

	FT_BISECT(i, 0, pool->n, pool->span[i].first < first);
	return i;
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

/*
 * Something happens.  At one second in this order, as in sim/research/pool: jobs
 * end; outages end, and take what they lack; others begin; the jobs that they end;
 * jobs of no length, starts.
 */
enum kind { ENDS, COMES_BACK, GOES_AWAY, IS_CUT, INSTANT, STARTS };

struct event {
	int64_t at;
	enum kind kind;
	uint32_t index; /* of the run or outage */
};

struct stay {
	uint32_t job; /* of the trace */
	int64_t from, to;
	bool last; /* not cut by a failure: it has the job's place */
	struct ft_replay_place place;
};

struct away {
	struct ft_replay_span *span; /* that it took */
	size_t n, cap;
	uint32_t missing; /* what it has not got yet; 0 before and after it */
};

struct placing {
	struct ft_replaying *replaying;
	struct pool pool;
	uint32_t free; /* processors in pool */
	struct stay *run;
	size_t n_run;
	struct away *away; /* [n_outage] */
	struct event *event;
	size_t n, cap;
};

static int
by_time(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void
add_event(struct placing *placing, int64_t at, enum kind kind, size_t index)
{
	*ft_vec_add(placing->event, placing->n, placing->cap) =
	    (struct event){ at, kind, (uint32_t)index };
}

static void
add_run(struct placing *placing, struct stay run, enum kind end)
{
	bool instant = run.to == run.from;

	add_event(
	    placing, run.from, instant ? INSTANT : STARTS, placing->n_run);
	if (!instant && run.to >= 0)
		add_event(placing, run.to, end, placing->n_run);
	placing->run[placing->n_run++] = run;
}

static void
list_events(struct placing *placing)
{
	const struct ft_replaying *replaying = placing->replaying;
	const struct ft_replay *replay = replaying->replay;

	for (uint32_t i = 0; i < replaying->trace->n; i++) {
		const struct ft_outcome *outcome = &replay->outcome[i];

		if (outcome->start >= 0)
			add_run(placing,
			    (struct stay){ .job = i,
				.from = outcome->start,
				.to = outcome->end,
				.last = true },
			    outcome->state == FT_JOB_NODE_FAIL ? IS_CUT : ENDS);
	}
	for (size_t i = 0; i < replaying->cuts.n; i++) {
		const struct ft_pool_cut *cut = &replaying->cuts.item[i];

		add_run(placing,
		    (struct stay){
			.job = cut->job, .from = cut->start, .to = cut->end },
		    IS_CUT);
	}
	for (size_t i = 0; i < replay->rules.n_outage; i++) {
		add_event(placing, replay->outage[i].start, GOES_AWAY, i);
		add_event(placing, replay->outage[i].end, COMES_BACK, i);
	}
	if (placing->n)
		qsort(placing->event, placing->n, sizeof *placing->event,
		    by_time);
}

static void
give_all(struct placing *placing, const struct ft_replay_span *span, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		placing->free += span[i].last - span[i].first + 1;
		give_back(&placing->pool, span[i]);
	}
}

/* Returns WIDTH free processors, or as many as there are. */
static struct ft_replay_place
take_some(struct placing *placing, uint32_t width)
{
	struct ft_replay_place place = { 0 };

	if (width > placing->free)
		width = placing->free;
	take(&placing->pool, placing->replaying->replay, &place, width);
	placing->free -= width;
	return place;
}

/* Outages take free processors that they lack: all, or only failures. */
static void
refill(struct placing *placing, int64_t now, bool all)
{
	struct ft_replay *replay = placing->replaying->replay;

	for (size_t i = 0; i < replay->rules.n_outage; i++) {
		const struct ft_outage *outage = &replay->outage[i];
		struct away *away = &placing->away[i];
		uint32_t free = placing->free;
		struct ft_replay_place more;

		if (!away->missing || !free || (outage->drain && !all))
			continue;
		more = take_some(placing, away->missing);
		away->missing -= free - placing->free;
		for (size_t k = 0; k < more.n; k++)
			*ft_vec_add(away->span, away->n, away->cap) =
			    more.span[k];
		keep_use(replay,
		    (struct ft_replay_use){
			.job = FT_REPLAY_AWAY, .from = now, .to = outage->end },
		    more.span, more.n);
	}
}

static void
start(struct placing *placing, struct stay *run, bool instant)
{
	struct ft_replay *replay = placing->replaying->replay;
	uint32_t procs = placing->replaying->trace->job[run->job].procs;

	run->place = take_some(placing, procs);
	if (run->last)
		replay->place[run->job] = run->place;
	else if (!instant)
		keep_use(replay,
		    (struct ft_replay_use){
			.job = run->job, .from = run->from, .to = run->to },
		    run->place.span, run->place.n);
	if (instant)
		give_all(placing, run->place.span, run->place.n);
}

static void
apply(struct placing *placing, const struct event *event)
{
	const struct ft_replay *replay = placing->replaying->replay;
	struct stay *run = placing->run;
	struct away *away = placing->away;

	switch (event->kind) {
	case ENDS:
	case IS_CUT:
		run += event->index;
		give_all(placing, run->place.span, run->place.n);
		return;
	case COMES_BACK:
		away += event->index;
		give_all(placing, away->span, away->n);
		away->missing = 0;
		return;
	case GOES_AWAY:
		away[event->index].missing = replay->outage[event->index].procs;
		return;
	case INSTANT:
	case STARTS:
		start(placing, run + event->index, event->kind == INSTANT);
		return;
	}
}

/* Apply events from *I on that are at NOW and no later in the order than LAST. */
static void
apply_to(struct placing *placing, size_t *i, int64_t now, enum kind last)
{
	for (; *i < placing->n && placing->event[*i].at == now &&
	       placing->event[*i].kind <= last;
	     (*i)++)
		apply(placing, &placing->event[*i]);
}

void
ft_replay_place_pool(struct ft_replaying *replaying)
{
	const struct ft_replay *replay = replaying->replay;
	size_t n = replaying->trace->n + replaying->cuts.n;
	struct placing placing = { .replaying = replaying,
		.free = replay->procs,
		.run = ft_calloc(n, sizeof *placing.run),
		.away =
		    ft_calloc(replay->rules.n_outage, sizeof *placing.away) };

	insert(
	    &placing.pool, 0, (struct ft_replay_span){ 0, replay->procs - 1 });
	list_events(&placing);
	for (size_t i = 0; i < placing.n;) {
		int64_t now = placing.event[i].at;

		apply_to(&placing, &i, now, GOES_AWAY);
		refill(&placing, now, true);
		apply_to(&placing, &i, now, IS_CUT);
		refill(&placing, now, false);
		apply_to(&placing, &i, now, STARTS);
	}
	for (size_t i = 0; i < replay->rules.n_outage; i++)
		ft_free(placing.away[i].span);
	ft_free(placing.away);
	ft_free(placing.run);
	ft_free(placing.event);
	ft_free(placing.pool.span);
}
