#include "lib/slowpool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/job/job.h"
#include "sim/research/pool/private.h"

struct slow {
	const struct ft_pool *pool;
	const struct ft_trace *trace;
	struct ft_outcome *outcome;
	int64_t now, tick; /* of the values; -1 none yet */
	uint32_t *queue;   /* in order */
	size_t n;
	long double *value; /* by user or leaf */
	uint32_t n_value;
	bool sure;
};

static int64_t
length_of(const struct ft_trace_job *job)
{
	int64_t length = job->limit ? job->limit : job->run;

	return length < 1 ? 1 : length;
}

static uint32_t
who(const struct slow *slow, uint32_t job)
{
	if (slow->pool->order == FT_POOL_BY_USAGE)
		return slow->trace->job[job].user;
	return slow->pool->order == FT_POOL_BY_FAIRTREE ? slow->pool->leaf[job]
							: 0;
}

static bool
runs(const struct slow *slow, uint32_t job)
{
	const struct ft_outcome *o = &slow->outcome[job];

	return o->start >= 0 && o->start <= slow->now && o->end > slow->now;
}

/* ---- usage ------------------------------------------------------------------ */

/* Seconds FROM..TO as they count at AT. */
static long double
decayed(const struct slow *slow, int64_t from, int64_t to, int64_t at)
{
	long double life = slow->pool->half_life;

	if (to > at)
		to = at;
	if (to <= from)
		return 0;
	if (!slow->pool->half_life)
		return (long double)(to - from);
	return life / logl(2) * exp2l((long double)(to - at) / life) *
	       -expm1l(logl(2) * (long double)(from - to) / life);
}

static void
add_usage(struct slow *slow, int64_t at)
{
	memset(slow->value, 0, slow->n_value * sizeof *slow->value);
	for (uint32_t i = 0; i < slow->trace->n; i++) {
		const struct ft_outcome *o = &slow->outcome[i];

		if (o->start >= 0 && o->start <= slow->now)
			slow->value[who(slow, i)] +=
			    slow->trace->job[i].procs *
			    decayed(slow, o->start, o->end, at);
	}
}

/* Make values of usages: their order is what counts. */
static void
rank(const struct slow *slow, const long double *usage, long double *value)
{
	const struct ft_tree *tree = slow->pool->tree;
	struct ft_share_input input = { .tree = tree,
		.params = slow->pool->params };
	struct ft_share share = { 0 };
	ft_real *total;

	if (slow->pool->order != FT_POOL_BY_FAIRTREE) {
		memcpy(value, usage, slow->n_value * sizeof *value);
		return;
	}
	total = ft_calloc(tree->n, sizeof *total);
	memcpy(total, usage, tree->n * sizeof *total);
	ft_usage_roll_up(tree, total);
	input.usage = total;
	ft_share_run(
	    slow->pool->algo ? slow->pool->algo : ft_algo_find("fairtree"),
	    &input, &share, NULL, NULL);
	for (uint32_t i = 0; i < tree->n; i++)
		value[i] = -(long double)share.factor[i];
	ft_share_free(&share);
	ft_free(total);
}

/* ---- values of jobs --------------------------------------------------------- */

/* The formulas of man/fsim.1. */
static long double
wish(const struct slow *slow, uint32_t at)
{
	const struct ft_trace_job *job = &slow->trace->job[at];
	long double r = length_of(job), n = job->procs;
	long double s = job->submit - slow->trace->job[0].submit;
	long double w = slow->now - job->submit;

	s = s < 1 ? 1 : s;
	switch (slow->pool->order) {
	case FT_POOL_BY_SJF:
		return r;
	case FT_POOL_BY_LJF:
		return -r;
	case FT_POOL_BY_SAF:
		return r * n;
	case FT_POOL_BY_SQF:
		return n;
	case FT_POOL_BY_WFP3:
		return -powl(w / r, 3) * n;
	case FT_POOL_BY_UNICEF:
		if (job->procs == 1)
			return w > 0 ? -HUGE_VALL : 0;
		return -w / (log2l(n) * r);
	case FT_POOL_BY_F1:
		return log10l(r) * n + 870 * log10l(s);
	case FT_POOL_BY_F2:
		return sqrtl(r) * n + 25600 * log10l(s);
	case FT_POOL_BY_F3:
		return r * n + 6860000 * log10l(s);
	case FT_POOL_BY_F4:
		return r * sqrtl(n) + 530000 * log10l(s);
	case FT_POOL_BY_SUBMIT:
	case FT_POOL_BY_USAGE:
	case FT_POOL_BY_FAIRTREE:
	case FT_POOL_ORDERS:
		break;
	}
	return slow->value[who(slow, at)];
}

/* Are these two so close that rounding may decide?  Jobs that are alike have the
 * same value to the last bit. */
static bool
is_close(const struct slow *slow, uint32_t a, uint32_t b, long double x,
    long double y)
{
	const struct ft_trace_job *one = &slow->trace->job[a];
	const struct ft_trace_job *other = &slow->trace->job[b];

	if (slow->pool->order < FT_POOL_BY_WFP3 ||
	    (one->procs == other->procs && one->submit == other->submit &&
		length_of(one) == length_of(other)))
		return false;
	return fabsl(x - y) <= 1e-9L * fabsl(x + y) && isfinite(x);
}

static int
order_of(long double a, long double b)
{
	return (a > b) - (a < b);
}

/* Are jobs A and B in another order under VALUE? */
static bool
differ(
    const struct slow *slow, const long double *value, uint32_t a, uint32_t b)
{
	uint32_t x = who(slow, a), y = who(slow, b);

	return order_of(value[x], value[y]) !=
	       order_of(slow->value[x], slow->value[y]);
}

/* Whether touching the usages changes the order of users. */
static bool
is_shaky(const struct slow *slow, const long double *usage)
{
	long double *other = ft_calloc(slow->n_value, sizeof *other);
	long double *value = ft_calloc(slow->n_value, sizeof *value);
	bool shaky = false;

	for (uint32_t round = 0; round < 4 && !shaky; round++) {
		for (uint32_t i = 0; i < slow->n_value; i++)
			other[i] =
			    usage[i] * (1 + 1e-9L * (i * (7 + 3 * round) % 5));
		rank(slow, other, value);
		for (size_t i = 0; i < slow->n; i++)
			for (size_t j = 0; j < i; j++)
				shaky |= differ(slow, value, slow->queue[i],
				    slow->queue[j]);
	}
	ft_free(other);
	ft_free(value);
	return shaky;
}

static void
value_all(struct slow *slow)
{
	int64_t first = slow->trace->job[0].submit, tick;
	long double *usage;

	if (slow->pool->order != FT_POOL_BY_USAGE &&
	    slow->pool->order != FT_POOL_BY_FAIRTREE)
		return;
	tick = (slow->now - first) / slow->pool->period;
	if (tick == slow->tick)
		return;
	slow->tick = tick;
	add_usage(slow, first + slow->tick * slow->pool->period);
	usage = ft_calloc(slow->n_value, sizeof *usage);
	memcpy(usage, slow->value, slow->n_value * sizeof *usage);
	rank(slow, usage, slow->value);
	if (slow->pool->half_life && slow->n > 1 && is_shaky(slow, usage))
		slow->sure = false;
	ft_free(usage);
}

static void
sort(struct slow *slow)
{
	for (size_t i = 0; i < slow->n && ft_pool_by_job(slow->pool->order);
	     i++)
		for (size_t j = 0; j < i && slow->sure; j++)
			slow->sure &= !is_close(slow, slow->queue[i],
			    slow->queue[j], wish(slow, slow->queue[i]),
			    wish(slow, slow->queue[j]));
	for (size_t i = 1; i < slow->n; i++)
		for (size_t j = i; j > 0; j--) {
			uint32_t a = slow->queue[j - 1], b = slow->queue[j];
			long double x = wish(slow, a), y = wish(slow, b);

			if (x < y || (!(x > y) && a < b))
				break;
			slow->queue[j - 1] = b;
			slow->queue[j] = a;
		}
}

/* ---- policies --------------------------------------------------------------- */

static void
start(struct slow *slow, size_t place)
{
	uint32_t at = slow->queue[place];
	const struct ft_trace_job *job = &slow->trace->job[at];
	bool cut = job->limit && job->run > job->limit &&
		   slow->pool->rules.overrun == FT_OVERRUN_KILL;

	slow->outcome[at].start = slow->now;
	slow->outcome[at].end = slow->now + (cut ? job->limit : job->run);
	slow->outcome[at].state = cut          ? FT_JOB_TIMEOUT
				  : job->state ? job->state
					       : FT_JOB_COMPLETED;
	memmove(&slow->queue[place], &slow->queue[place + 1],
	    (slow->n - place - 1) * sizeof *slow->queue);
	slow->n--;
}

/* Jobs that start now and run 0 seconds hold theirs during the pass. */
static bool
holds(const struct slow *slow, uint32_t job, const bool *begun)
{
	return runs(slow, job) || begun[job];
}

/* When job JOB, which runs, ends by plan; one that overran, in a second. */
static int64_t
planned(const struct slow *slow, uint32_t job)
{
	int64_t end =
	    slow->outcome[job].start + length_of(&slow->trace->job[job]);

	return end > slow->now ? end : slow->now + 1;
}

/* Processors in use now; at a later time, by plan. */
static uint32_t
used_at(const struct slow *slow, int64_t at, const bool *begun)
{
	uint32_t used = 0;

	for (uint32_t i = 0; i < slow->trace->n; i++)
		if (holds(slow, i, begun) &&
		    (at == slow->now || planned(slow, i) > at))
			used += slow->trace->job[i].procs;
	return used;
}

static size_t
start_in_order(struct slow *slow, bool *begun)
{
	while (slow->n &&
	       slow->trace->job[slow->queue[0]].procs <=
		   slow->pool->procs - used_at(slow, slow->now, begun)) {
		begun[slow->queue[0]] = true;
		start(slow, 0);
	}
	return slow->n;
}

static void
easy(struct slow *slow, bool *begun)
{
	const struct ft_trace_job *jobs = slow->trace->job;
	uint32_t need, procs = slow->pool->procs;
	int64_t shadow = INT64_MAX;

	if (!start_in_order(slow, begun))
		return;
	need = jobs[slow->queue[0]].procs;
	for (uint32_t i = 0; i < slow->trace->n; i++) {
		int64_t end = planned(slow, i);

		if (holds(slow, i, begun) && end < shadow &&
		    procs - used_at(slow, end, begun) >= need)
			shadow = end;
	}
	for (size_t i = 1; i < slow->n;) {
		const struct ft_trace_job *job = &jobs[slow->queue[i]];
		uint32_t extra = procs - used_at(slow, shadow, begun) - need;
		uint32_t idle = procs - used_at(slow, slow->now, begun);

		if (job->procs <= idle &&
		    (slow->now + length_of(job) <= shadow ||
			job->procs <= extra)) {
			begun[slow->queue[i]] = true;
			start(slow, i);
		} else {
			i++;
		}
	}
}

struct booking {
	int64_t from, to;
	uint32_t procs;
};

static bool
has_room(const struct slow *slow, const struct booking *booking, size_t n,
    const struct booking *wish)
{
	/* Use only grows where a booking begins. */
	for (size_t i = 0; i <= n; i++) {
		int64_t at = i < n ? booking[i].from : wish->from;
		uint64_t used = wish->procs;

		if (at < wish->from || at >= wish->to)
			continue;
		for (size_t k = 0; k < n; k++)
			if (booking[k].from <= at && at < booking[k].to)
				used += booking[k].procs;
		if (used > slow->pool->procs)
			return false;
	}
	return true;
}

/* Plan jobs until DEPTH of them have a plan; the others start or wait. */
static void
conservative(struct slow *slow, bool *begun, uint32_t depth)
{
	const struct ft_trace_job *jobs = slow->trace->job;
	struct booking *booking = ft_calloc(
	    slow->trace->n + slow->pool->rules.n_outage + 1, sizeof *booking);
	size_t n = 0;

	for (size_t i = 0; i < slow->pool->rules.n_outage; i++) {
		const struct ft_outage *outage = &slow->pool->rules.outage[i];

		if (outage->end > slow->now)
			booking[n++] =
			    (struct booking){ outage->start > slow->now
						  ? outage->start
						  : slow->now,
				    outage->end, outage->procs };
	}
	for (uint32_t i = 0; i < slow->trace->n; i++)
		if (holds(slow, i, begun))
			booking[n++] = (struct booking){ slow->now,
				planned(slow, i), jobs[i].procs };
	for (size_t i = 0; i < slow->n;) {
		uint32_t at = slow->queue[i];
		int64_t length = length_of(&jobs[at]);
		struct booking wish = { slow->now, slow->now + length,
			jobs[at].procs };
		int64_t best = INT64_MAX;

		if (has_room(slow, booking, n, &wish))
			best = slow->now;
		for (size_t k = 0; k < n && best != slow->now; k++) {
			wish.from = booking[k].to;
			wish.to = wish.from + length;
			if (wish.from < best &&
			    has_room(slow, booking, n, &wish))
				best = wish.from;
		}
		if (best != slow->now && slow->pool->policy == FT_POOL_FCFS)
			break;
		if (best != slow->now && !depth) {
			i++;
			continue;
		}
		booking[n++] =
		    (struct booking){ best, best + length, jobs[at].procs };
		depth -= best != slow->now;
		if (best == slow->now) {
			begun[at] = true;
			start(slow, i);
		} else {
			i++;
		}
	}
	ft_free(booking);
}

/* Returns whether maintenance is in the rules; failures are not played here. */
static bool
foresees(const struct slow *slow)
{
	return slow->pool->rules.n_outage > 0;
}

/* Returns whether jobs started that are over at once. */
static bool
pass(struct slow *slow)
{
	bool *begun = ft_calloc(slow->trace->n + 1, sizeof *begun);
	bool over = false;

	sort(slow);
	switch (slow->pool->policy) {
	case FT_POOL_FCFS:
		if (foresees(slow))
			conservative(slow, begun, 0);
		else
			start_in_order(slow, begun);
		break;
	case FT_POOL_EASY:
		if (slow->pool->depth > 1 || foresees(slow))
			conservative(slow, begun,
			    slow->pool->depth ? slow->pool->depth : 1);
		else
			easy(slow, begun);
		break;
	case FT_POOL_CONSERVATIVE:
		conservative(slow, begun, UINT32_MAX);
		break;
	}
	for (uint32_t i = 0; i < slow->trace->n; i++)
		over |= begun[i] && slow->outcome[i].end == slow->now;
	ft_free(begun);
	return over;
}

/* ---- time ------------------------------------------------------------------- */

static int64_t
next_time(const struct slow *slow, uint32_t next)
{
	int64_t at = INT64_MAX, tick;

	if (next < slow->trace->n)
		at = slow->trace->job[next].submit;
	for (uint32_t i = 0; i < slow->trace->n; i++)
		if (slow->outcome[i].start >= 0 &&
		    slow->outcome[i].end > slow->now &&
		    slow->outcome[i].end < at)
			at = slow->outcome[i].end;
	for (size_t i = 0; slow->n && i < slow->pool->rules.n_outage; i++) {
		int64_t end = slow->pool->rules.outage[i].end;

		if (end > slow->now && end < at)
			at = end;
	}
	if (slow->n && (slow->pool->order == FT_POOL_BY_USAGE ||
			   slow->pool->order == FT_POOL_BY_FAIRTREE)) {
		tick = slow->trace->job[0].submit +
		       (slow->tick + 1) * slow->pool->period;
		if (tick < at)
			at = tick;
	}
	return at;
}

bool
slowpool_run(const struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_outcome *outcome)
{
	struct slow slow = { .pool = pool,
		.trace = trace,
		.outcome = outcome,
		.tick = -1,
		.sure = true };
	uint32_t next = 0;

	slow.n_value =
	    pool->order == FT_POOL_BY_FAIRTREE ? pool->tree->n : trace->user.n;
	slow.queue = ft_calloc(trace->n + 1, sizeof *slow.queue);
	slow.value = ft_calloc(slow.n_value + 1, sizeof *slow.value);
	for (size_t i = 0; i < trace->n; i++)
		outcome[i] = (struct ft_outcome){ -1, -1,
			trace->job[i].procs > pool->procs ? FT_JOB_FAILED
							  : FT_JOB_PENDING };
	for (;;) {
		slow.now = next_time(&slow, next);
		if (slow.now == INT64_MAX)
			break;
		for (; next < trace->n && trace->job[next].submit <= slow.now;
		     next++)
			if (trace->job[next].procs <= pool->procs)
				slow.queue[slow.n++] = next;
		value_all(&slow);
		while (pass(&slow))
			;
	}
	ft_free(slow.queue);
	ft_free(slow.value);
	return slow.sure;
}
