#include "algo/delivery.h"

#include "base/map.h"
#include "base/mem.h"

#define FINEST UINT64_C(1000000)

/* The largest sum of an amount. */
#define MOST (UINT64_C(1) << 62)
#define ROOM 16

/* What the jobs of an account have and want of a TRES at an instant. */
struct state {
	uint64_t runs, waits, held;
};

/* Whether a waiting job fits: into what is free, if others' jobs were gone, no. */
enum fit { FIT_NEVER, FIT_BUSY, FIT_FREE };

/* What nodes have left, and which kinds of jobs fit into that. */
struct room {
	uint64_t *left; /* [n_node * n_tres] */
	uint64_t turn;  /* of left: counts up */
	uint64_t *when; /* [n_kind]: the turn in which fits[] was found */
	bool *fits;
};

struct sweep {
	const struct ft_delivery *in;
	uint64_t most; /* times scale: counts above are taken for it */
	const uint64_t *scale;
	int64_t *cut; /* [n_cut + 1]: nothing changes between two */
	size_t n_cut;
	uint32_t *kind; /* by job: equal if they fit into the same */
	size_t n_kind;
	uint32_t *order; /* jobs by the time at which they appear */
	uint32_t *now;   /* those that wait or run */
	size_t n_seen, n_now;
	bool *in_resv, *in_partition; /* [n_resv * n_node], ... */
	bool *counted;                /* [n_tres]: nodes have some */
	/* in this stretch */
	int64_t at, seconds;
	uint64_t *total, *used; /* [n_chosen]: cluster's, all jobs' */
	struct state *state;    /* [n_account * n_chosen] */
	uint64_t *in_limit;     /* [n_limit] */
	bool *held;             /* [n_job] */
	/* what nodes have left; made when it is asked for first */
	bool looked;
	unsigned char *up;        /* [n_node] */
	unsigned *reserved;       /* [n_node]: by how many reservations */
	struct room free, spared; /* as it is; without others' jobs */
	struct ft_delivery_sum *sum;
};

static uint64_t
above(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* Add COUNT to *to, which becomes MOST at most. */
static void
add(uint64_t *to, uint64_t count, uint64_t most)
{
	*to = ft_min_u64(*to + ft_min_u64(count, most), most);
}

/* ---- setting up --------------------------------------------------------------------- */

/* Choose scales, with room for jobs that have more than the cluster. */
static void
choose_scales(struct sweep *sweep, uint64_t *scale)
{
	const struct ft_delivery *in = sweep->in;

	sweep->most = MOST / (uint64_t)(in->until - in->from);
	for (size_t c = 0; c < in->n_chosen; c++) {
		uint64_t all = 0;

		for (size_t i = 0; i < in->n_capacity; i++)
			add(&all, in->capacity[i].tres[in->chosen[c]], MOST);
		scale[c] = FINEST;
		while (scale[c] > 1 && all > sweep->most / scale[c] / ROOM)
			scale[c] /= 10;
	}
}

static void
cut_at(struct sweep *sweep, int64_t when)
{
	if (when > sweep->in->from && when < sweep->in->until)
		sweep->cut[sweep->n_cut++] = when;
}

static void
cut_spans(struct sweep *sweep, const struct ft_delivery_span *span, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		cut_at(sweep, span[i].from);
		cut_at(sweep, span[i].to);
	}
}

static void
cut_all(struct sweep *sweep)
{
	const struct ft_delivery *in = sweep->in;

	sweep->cut = ft_calloc(
	    2 * (in->n_capacity + in->n_there + in->n_down + in->n_resv) +
		3 * in->n_job + 2,
	    sizeof *sweep->cut);
	sweep->cut[sweep->n_cut++] = in->from;
	for (size_t i = 0; i < in->n_capacity; i++) {
		cut_at(sweep, in->capacity[i].from);
		cut_at(sweep, in->capacity[i].to);
	}
	cut_spans(sweep, in->there, in->n_there);
	cut_spans(sweep, in->down, in->n_down);
	for (size_t i = 0; i < in->n_resv; i++) {
		cut_at(sweep, in->resv[i].from);
		cut_at(sweep, in->resv[i].to);
	}
	for (size_t i = 0; i < in->n_job; i++) {
		cut_at(sweep, in->job[i].eligible);
		cut_at(sweep, in->job[i].start);
		cut_at(sweep, in->job[i].end);
	}
	sweep->n_cut =
	    ft_unique(sweep->cut, sweep->n_cut, sizeof *sweep->cut, ft_by_i64);
	sweep->cut[sweep->n_cut] = in->until;
}

static bool *
members(
    const struct ft_delivery *in, const struct ft_delivery_nodes *of, size_t n)
{
	bool *is = ft_calloc(n * in->n_node + 1, sizeof *is);

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < of[i].n; k++)
			is[i * in->n_node + of[i].node[k]] = true;
	return is;
}

static int64_t
appears(const struct ft_delivery_job *job)
{
	return job->eligible < job->start ? job->eligible : job->start;
}

struct place {
	int64_t at;
	uint32_t job;
};

static int
compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->at != y->at ? (x->at < y->at ? -1 : 1)
			      : (x->job > y->job) - (x->job < y->job);
}

static void
order_jobs(struct sweep *sweep)
{
	size_t n = sweep->in->n_job;
	struct place *place FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *place);

	for (uint32_t i = 0; i < n; i++)
		place[i] = (struct place){ appears(&sweep->in->job[i]), i };
	if (n)
		qsort(place, n, sizeof *place, compare_places);
	sweep->order = ft_calloc(n + 1, sizeof *sweep->order);
	sweep->now = ft_calloc(n + 1, sizeof *sweep->now);
	for (size_t i = 0; i < n; i++)
		sweep->order[i] = place[i].job;
}

static void
find_kinds(struct sweep *sweep)
{
	const struct ft_delivery *in = sweep->in;
	size_t size = (in->n_tres + 3) * sizeof(uint64_t);
	uint64_t *key FT_CLEANUP(ft_free_at) = ft_calloc(in->n_tres + 3, 8);
	struct ft_map known FT_CLEANUP(ft_map_clear) = { 0 };

	sweep->kind = ft_calloc(in->n_job + 1, sizeof *sweep->kind);
	for (size_t i = 0; i < in->n_job; i++) {
		const struct ft_delivery_job *job = &in->job[i];
		uint64_t at = known.n;

		key[0] = job->n_node;
		key[1] = job->resv;
		key[2] = job->partition;
		memcpy(key + 3, job->tres, in->n_tres * sizeof *key);
		if (!ft_map_get_n(&known, (const char *)key, size, &at))
			ft_map_put_n(&known, (const char *)key, size, at);
		sweep->kind[i] = (uint32_t)at;
	}
	sweep->n_kind = known.n;
}

static void
init_room(const struct sweep *sweep, struct room *room)
{
	const struct ft_delivery *in = sweep->in;

	room->left = ft_calloc(in->n_node * in->n_tres + 1, sizeof *room->left);
	room->when = ft_calloc(sweep->n_kind + 1, sizeof *room->when);
	room->fits = ft_calloc(sweep->n_kind + 1, sizeof *room->fits);
}

static void
clear_room(struct room *room)
{
	ft_free(room->left);
	ft_free(room->when);
	ft_free(room->fits);
}

static void
init(struct sweep *sweep)
{
	const struct ft_delivery *in = sweep->in;

	cut_all(sweep);
	order_jobs(sweep);
	sweep->in_resv = members(in, in->resv, in->n_resv);
	sweep->in_partition = members(in, in->partition, in->n_partition);
	sweep->counted = ft_calloc(in->n_tres + 1, sizeof *sweep->counted);
	for (size_t i = 0; i < in->n_node; i++)
		for (size_t t = 0; t < in->n_tres; t++)
			sweep->counted[t] |= in->node[i][t] > 0;
	sweep->total = ft_calloc(in->n_chosen + 1, sizeof *sweep->total);
	sweep->used = ft_calloc(in->n_chosen + 1, sizeof *sweep->used);
	sweep->state =
	    ft_calloc(in->n_account * in->n_chosen + 1, sizeof *sweep->state);
	sweep->in_limit = ft_calloc(in->n_limit + 1, sizeof *sweep->in_limit);
	sweep->held = ft_calloc(in->n_job + 1, sizeof *sweep->held);
	sweep->up = ft_calloc(in->n_node + 1, sizeof *sweep->up);
	sweep->reserved = ft_calloc(in->n_node + 1, sizeof *sweep->reserved);
	find_kinds(sweep);
	init_room(sweep, &sweep->free);
	init_room(sweep, &sweep->spared);
}

static void
clear(struct sweep *sweep)
{
	ft_free(sweep->cut);
	ft_free(sweep->order);
	ft_free(sweep->now);
	ft_free(sweep->in_resv);
	ft_free(sweep->in_partition);
	ft_free(sweep->counted);
	ft_free(sweep->total);
	ft_free(sweep->used);
	ft_free(sweep->state);
	ft_free(sweep->in_limit);
	ft_free(sweep->held);
	ft_free(sweep->up);
	ft_free(sweep->reserved);
	ft_free(sweep->kind);
	clear_room(&sweep->free);
	clear_room(&sweep->spared);
}

/* ---- who runs, who waits ------------------------------------------------------------ */

static bool
runs(const struct sweep *sweep, const struct ft_delivery_job *job)
{
	return job->start <= sweep->at && sweep->at < job->end;
}

static bool
waits(const struct sweep *sweep, const struct ft_delivery_job *job)
{
	return job->eligible <= sweep->at && sweep->at < job->start &&
	       sweep->at < job->end;
}

static void
find_jobs(struct sweep *sweep)
{
	const struct ft_delivery *in = sweep->in;
	size_t n = 0;

	while (sweep->n_seen < in->n_job &&
	       appears(&in->job[sweep->order[sweep->n_seen]]) <= sweep->at)
		sweep->now[sweep->n_now++] = sweep->order[sweep->n_seen++];
	for (size_t i = 0; i < sweep->n_now; i++)
		if (in->job[sweep->now[i]].end > sweep->at)
			sweep->now[n++] = sweep->now[i];
	sweep->n_now = n;
}

static uint64_t
asked(const struct ft_delivery_limit *limit, const struct ft_delivery_job *job)
{
	return limit->tres == SIZE_MAX ? 1 : job->tres[limit->tres];
}

static bool
is_held(const struct sweep *sweep, const struct ft_delivery_job *job)
{
	for (size_t i = 0; i < job->n_limit; i++) {
		const struct ft_delivery_limit *limit =
		    &sweep->in->limit[job->limit[i]];
		uint64_t used =
		    limit->alone ? 0 : sweep->in_limit[job->limit[i]];

		if (used > limit->most ||
		    asked(limit, job) > limit->most - used)
			return true;
	}
	return job->held;
}

static void
count_job(struct sweep *sweep, uint32_t at)
{
	const struct ft_delivery *in = sweep->in;
	const struct ft_delivery_job *job = &in->job[at];
	bool running = runs(sweep, job);

	if (!running && !waits(sweep, job))
		return;
	sweep->held[at] = !running && is_held(sweep, job);
	for (size_t c = 0; c < in->n_chosen; c++) {
		uint64_t count = job->tres[in->chosen[c]];
		uint64_t most = sweep->most / sweep->scale[c];

		if (running)
			add(&sweep->used[c], count, most);
		for (uint32_t a = job->account; a != FT_ROLLUP_NONE;
		     a = in->account[a].parent) {
			struct state *state =
			    &sweep->state[a * in->n_chosen + c];

			add(running ? &state->runs : &state->waits, count,
			    most);
			if (sweep->held[at])
				add(&state->held, count, most);
		}
	}
}

static void
count_all(struct sweep *sweep)
{
	const struct ft_delivery *in = sweep->in;

	find_jobs(sweep);
	for (size_t c = 0; c < in->n_chosen; c++) {
		sweep->total[c] = sweep->used[c] = 0;
		for (size_t i = 0; i < in->n_capacity; i++)
			if (in->capacity[i].from <= sweep->at &&
			    sweep->at < in->capacity[i].to)
				add(&sweep->total[c],
				    in->capacity[i].tres[in->chosen[c]],
				    sweep->most / sweep->scale[c]);
	}
	memset(sweep->state, 0,
	    in->n_account * in->n_chosen * sizeof *sweep->state);
	memset(sweep->in_limit, 0, in->n_limit * sizeof *sweep->in_limit);
	for (size_t i = 0; i < sweep->n_now; i++) {
		const struct ft_delivery_job *job = &in->job[sweep->now[i]];

		for (size_t k = 0; k < job->n_limit && runs(sweep, job); k++)
			add(&sweep->in_limit[job->limit[k]],
			    asked(&in->limit[job->limit[k]], job), MOST);
	}
	for (size_t i = 0; i < sweep->n_now; i++)
		count_job(sweep, sweep->now[i]);
	sweep->looked = false;
}

/* ---- what fits ----------------------------------------------------------------------- */

static bool
is_of(const struct sweep *sweep, const struct ft_delivery_job *job,
    uint32_t account)
{
	uint32_t at = job->account;

	while (at != FT_ROLLUP_NONE && at != account)
		at = sweep->in->account[at].parent;
	return at == account;
}

/* Fill ROOM with what nodes have, less what jobs of ACCOUNT have there; all jobs for
 * FT_ROLLUP_NONE. */
static void
leave(const struct sweep *sweep, uint32_t account, struct room *room)
{
	const struct ft_delivery *in = sweep->in;
	uint64_t *left = room->left;

	room->turn++;
	for (size_t i = 0; i < in->n_node; i++)
		memcpy(&left[i * in->n_tres], in->node[i],
		    in->n_tres * sizeof *left);
	for (size_t i = 0; i < sweep->n_now; i++) {
		const struct ft_delivery_job *job = &in->job[sweep->now[i]];

		if (!runs(sweep, job) ||
		    (account != FT_ROLLUP_NONE && !is_of(sweep, job, account)))
			continue;
		for (size_t k = 0; k < job->n_part; k++) {
			uint64_t *at = &left[job->part[k].node * in->n_tres];

			for (size_t t = 0; t < in->n_tres; t++)
				at[t] = above(at[t], job->part[k].tres[t]);
		}
	}
}

/* Find which nodes are up, reserved and free. */
static void
look(struct sweep *sweep)
{
	const struct ft_delivery *in = sweep->in;

	if (sweep->looked)
		return;
	sweep->looked = true;
	memset(sweep->up, 0, in->n_node);
	memset(sweep->reserved, 0, in->n_node * sizeof *sweep->reserved);
	for (size_t i = 0; i < in->n_there; i++)
		if (in->there[i].from <= sweep->at &&
		    sweep->at < in->there[i].to)
			sweep->up[in->there[i].node] = 1;
	for (size_t i = 0; i < in->n_down; i++)
		if (in->down[i].from <= sweep->at && sweep->at < in->down[i].to)
			sweep->up[in->down[i].node] = 0;
	for (size_t r = 0; r < in->n_resv; r++)
		for (size_t i = 0; i < in->n_node; i++)
			sweep->reserved[i] +=
			    in->resv[r].from <= sweep->at &&
			    sweep->at < in->resv[r].to &&
			    sweep->in_resv[r * in->n_node + i];
	leave(sweep, FT_ROLLUP_NONE, &sweep->free);
}

/* Whether NODE is one that JOB may use now. */
static bool
admits(
    const struct sweep *sweep, const struct ft_delivery_job *job, size_t node)
{
	const struct ft_delivery *in = sweep->in;
	uint32_t r = job->resv;

	if (!sweep->up[node] ||
	    (job->partition != FT_ROLLUP_NONE &&
		!sweep->in_partition[job->partition * in->n_node + node]))
		return false;
	if (r == FT_ROLLUP_NONE)
		return !sweep->reserved[node];
	return in->resv[r].from <= sweep->at && sweep->at < in->resv[r].to &&
	       sweep->in_resv[r * in->n_node + node];
}

/* Whether JOB fits into what nodes have LEFT. */
static bool
fits(const struct sweep *sweep, const struct ft_delivery_job *job,
    const uint64_t *left)
{
	const struct ft_delivery *in = sweep->in;
	uint32_t n = 0;

	for (size_t i = 0; i < in->n_node && n < job->n_node; i++) {
		bool room = admits(sweep, job, i);

		for (size_t t = 0; t < in->n_tres && room; t++)
			room = !sweep->counted[t] ||
			       left[i * in->n_tres + t] >=
				   ft_num_parts(job->tres[t], job->n_node);
		n += room;
	}
	return n >= job->n_node;
}

/* The same of job AT and ROOM, asked once for each kind of job. */
static bool
has_room(const struct sweep *sweep, uint32_t at, struct room *room)
{
	uint32_t kind = sweep->kind[at];

	if (room->when[kind] != room->turn) {
		room->when[kind] = room->turn;
		room->fits[kind] = fits(sweep, &sweep->in->job[at], room->left);
	}
	return room->fits[kind];
}

/* Whether a job of ACCOUNT that wants some of TRES and could start fits. */
static bool
any_fits(
    const struct sweep *sweep, uint32_t account, size_t tres, struct room *room)
{
	for (size_t i = 0; i < sweep->n_now; i++) {
		uint32_t at = sweep->now[i];
		const struct ft_delivery_job *job = &sweep->in->job[at];

		if (waits(sweep, job) && !sweep->held[at] && job->tres[tres] &&
		    is_of(sweep, job, account) && has_room(sweep, at, room))
			return true;
	}
	return false;
}

static enum fit
fit_of(struct sweep *sweep, uint32_t account, size_t tres)
{
	look(sweep);
	if (any_fits(sweep, account, tres, &sweep->free))
		return FIT_FREE;
	leave(sweep, account, &sweep->spared);
	return any_fits(sweep, account, tres, &sweep->spared) ? FIT_BUSY
							      : FIT_NEVER;
}

/* ---- sums ----------------------------------------------------------------------------- */

/* Split the shortfall GAP of an account in this stretch. */
static void
explain(struct sweep *sweep, uint32_t account, size_t c, uint64_t gap)
{
	const struct ft_delivery *in = sweep->in;
	const struct state *state = &sweep->state[account * in->n_chosen + c];
	struct ft_delivery_sum *sum = &sweep->sum[account * in->n_chosen + c];
	uint64_t scale = sweep->scale[c], seconds = (uint64_t)sweep->seconds;
	uint64_t rest = ft_min_u64(gap, state->waits * scale);
	uint64_t held = ft_min_u64(rest, state->held * scale), shape = 0;
	uint64_t idle = above(sweep->total[c], sweep->used[c]) * scale;

	sum->cause[FT_DELIVERY_NO_DEMAND] += (gap - rest) * seconds;
	sum->cause[FT_DELIVERY_LIMITS] += held * seconds;
	rest -= held;
	if (rest == 0)
		return;
	switch (fit_of(sweep, account, in->chosen[c])) {
	case FIT_FREE:
		break;
	case FIT_BUSY:
		shape = ft_min_u64(rest, idle);
		break;
	case FIT_NEVER:
		shape = rest;
		break;
	}
	sum->cause[FT_DELIVERY_SHAPE] += shape * seconds;
	sum->cause[FT_DELIVERY_PRIORITY] += (rest - shape) * seconds;
}

static void
sum_up(struct sweep *sweep, uint32_t account, size_t c)
{
	size_t at = account * sweep->in->n_chosen + c;
	struct ft_delivery_sum *sum = &sweep->sum[at];
	uint64_t seconds = (uint64_t)sweep->seconds;
	uint64_t all = sweep->total[c] * sweep->scale[c];
	uint64_t promised = ft_min_u64(
	    all, ft_real_u64(
		     sweep->in->account[account].share * (ft_real)all + 0.5L));
	uint64_t had = sweep->state[at].runs * sweep->scale[c];

	sum->promised += promised * seconds;
	sum->delivered += had * seconds;
	sum->over += above(had, promised) * seconds;
	if (had >= promised)
		return;
	sum->gap += (promised - had) * seconds;
	explain(sweep, account, c, promised - had);
}

void
ft_delivery_run(const struct ft_delivery *delivery, struct ft_delivery_sum *sum,
    uint64_t *scale)
{
	struct sweep sweep = { .in = delivery, .scale = scale, .sum = sum };

	memset(sum, 0, delivery->n_account * delivery->n_chosen * sizeof *sum);
	for (size_t c = 0; c < delivery->n_chosen; c++)
		scale[c] = FINEST;
	if (delivery->until <= delivery->from)
		return;
	choose_scales(&sweep, scale);
	init(&sweep);
	for (size_t i = 0; i < sweep.n_cut; i++) {
		sweep.at = sweep.cut[i];
		sweep.seconds = sweep.cut[i + 1] - sweep.cut[i];
		count_all(&sweep);
		for (uint32_t a = 0; a < delivery->n_account; a++)
			for (size_t c = 0; c < delivery->n_chosen; c++)
				sum_up(&sweep, a, c);
	}
	clear(&sweep);
}
