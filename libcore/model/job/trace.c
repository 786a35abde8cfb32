#include "model/job/trace.h"

#include "base/map.h"

/* ---- names ----------------------------------------------------------------- */

static void
names_init(struct ft_trace *trace, struct ft_trace_names *names)
{
	*names = (struct ft_trace_names){ 0 };
	names->index = ft_calloc(1, sizeof(struct ft_map));
	ft_trace_name(trace, names, "", 0);
}

static void
names_free(struct ft_trace_names *names)
{
	if (names->index)
		ft_map_clear(names->index);
	ft_free(names->index);
	ft_free(names->name);
}

uint32_t
ft_trace_name(struct ft_trace *trace, struct ft_trace_names *names,
    const char *name, size_t len)
{
	size_t cap = names->cap;
	uint64_t at;

	if (ft_map_get_n(names->index, name, len, &at))
		return (uint32_t)at;
	names->name = ft_vec_grow(
	    names->name, &cap, (size_t)names->n + 1, sizeof *names->name);
	names->cap = (uint32_t)cap;
	names->name[names->n] = ft_arena_strndup(&trace->arena, name, len);
	ft_map_put_n(names->index, name, len, names->n);
	return names->n++;
}

/* ---- jobs ------------------------------------------------------------------ */

void
ft_trace_init(struct ft_trace *trace)
{
	*trace = (struct ft_trace){ .computer = "", .note = "" };
	names_init(trace, &trace->user);
	names_init(trace, &trace->account);
	names_init(trace, &trace->partition);
	names_init(trace, &trace->qos);
}

void
ft_trace_free(struct ft_trace *trace)
{
	names_free(&trace->user);
	names_free(&trace->account);
	names_free(&trace->partition);
	names_free(&trace->qos);
	ft_free(trace->job);
	ft_arena_clear(&trace->arena);
	*trace = (struct ft_trace){ .computer = "", .note = "" };
}

struct ft_trace_job *
ft_trace_add(struct ft_trace *trace)
{
	struct ft_trace_job *job = ft_vec_add(trace->job, trace->n, trace->cap);

	*job = (struct ft_trace_job){
		.wait = -1, .procs = 1, .after = UINT32_MAX
	};
	return job;
}

struct place {
	int64_t submit;
	size_t at;
};

static int
by_submit(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static bool
is_sorted(const struct ft_trace *trace)
{
	for (size_t i = 1; i < trace->n; i++)
		if (trace->job[i].submit < trace->job[i - 1].submit)
			return false;
	return true;
}

void
ft_trace_sort(struct ft_trace *trace)
{
	struct ft_trace_job *sorted;
	struct place *place;
	uint32_t *now;

	if (is_sorted(trace))
		return;
	place = ft_calloc(trace->n, sizeof *place);
	for (size_t i = 0; i < trace->n; i++)
		place[i] = (struct place){ trace->job[i].submit, i };
	qsort(place, trace->n, sizeof *place, by_submit);
	sorted = ft_calloc(trace->n, sizeof *sorted);
	now = ft_calloc(trace->n, sizeof *now);
	for (size_t i = 0; i < trace->n; i++) {
		sorted[i] = trace->job[place[i].at];
		now[place[i].at] = (uint32_t)i;
	}
	for (size_t i = 0; i < trace->n; i++)
		if (sorted[i].after != UINT32_MAX)
			sorted[i].after = now[sorted[i].after];
	ft_free(now);
	ft_free(place);
	ft_free(trace->job);
	trace->job = sorted;
	trace->cap = trace->n;
}

/* A + B, at the end of time at most. */
static int64_t
later(int64_t a, int64_t b)
{
	int64_t sum;

	return ft_num_add_i64(a, b, &sum) ? sum : INT64_MAX;
}

void
ft_trace_repeat(struct ft_trace *trace, uint32_t times)
{
	size_t n = trace->n;
	uint64_t last = 0;
	int64_t length, moved = 0;

	if (!n || times < 2)
		return;
	for (size_t i = 0; i < n; i++)
		if (trace->job[i].number > last)
			last = trace->job[i].number;
	length = trace->job[n - 1].submit - trace->job[0].submit + 1;
	trace->job =
	    ft_vec_grow(trace->job, &trace->cap, n * times, sizeof *trace->job);
	for (uint32_t k = 1; k < times; k++) {
		moved = later(moved, length);
		for (size_t i = 0; i < n; i++) {
			struct ft_trace_job *job = &trace->job[trace->n++];

			*job = trace->job[i];
			job->submit = later(job->submit, moved);
			job->number += k * last;
			if (job->after != UINT32_MAX)
				job->after += (uint32_t)(k * n);
		}
	}
}

/* Move the submission of JOB, but not before FIRST, and what depends on it. */
static void
move(struct ft_trace_job *job, int64_t moved, int64_t first)
{
	int64_t submit = job->submit;

	if (job->part == FT_TRACE_WARM)
		return;
	job->submit = later(job->submit, moved);
	if (job->submit < first)
		job->submit = first;
	moved = job->submit - submit;
	if (job->eligible)
		job->eligible = later(job->eligible, moved);
	if (job->cancel)
		job->cancel = later(job->cancel, moved);
}

void
ft_trace_shake(struct ft_trace *trace, struct ft_rng *rng, int64_t seconds)
{
	int64_t first = trace->n ? trace->job[0].submit : 0;

	if (seconds <= 0)
		return;
	if (seconds > INT32_MAX)
		seconds = INT32_MAX;
	for (size_t i = 0; i < trace->n; i++) {
		int64_t moved =
		    (int64_t)ft_rng_below(rng, (uint32_t)(2 * seconds) + 1) -
		    seconds;

		move(&trace->job[i], moved, first);
	}
	ft_trace_sort(trace);
}

bool
ft_trace_has_starts(const struct ft_trace *trace)
{
	for (size_t i = 0; i < trace->n; i++)
		if (trace->job[i].wait >= 0)
			return true;
	return false;
}

uint32_t
ft_trace_widest(const struct ft_trace *trace)
{
	uint32_t most = 0;

	for (size_t i = 0; i < trace->n; i++)
		if (trace->job[i].procs > most)
			most = trace->job[i].procs;
	return most;
}
