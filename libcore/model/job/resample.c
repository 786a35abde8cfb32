#include "model/job/resample.h"

#define DAY        INT64_C(86400)
#define WEEK       (7 * DAY)
#define MOST_WEEKS 10000

/* The jobs of a trace by unit. */
struct units {
	uint32_t *unit;  /* [jobs]: of each job; UINT32_MAX left out */
	uint32_t *job;   /* jobs by unit, in the order of the trace */
	size_t *first;   /* [n + 1]: where a unit begins in job */
	size_t n;        /* units */
	uint32_t weeks;  /* of the trace */
	int64_t start;   /* first submission */
	uint32_t *copy;  /* [jobs]: where the last copy of a job is */
	size_t *slot_of; /* [jobs]: which slot that is in, 1.. */
};

/* Returns the whole weeks between the first and the last submission. */
static int64_t
weeks_of(const struct ft_trace *trace)
{
	int64_t first, last;

	if (!trace->n)
		return 0;
	first = trace->job[0].submit;
	last = trace->job[trace->n - 1].submit;
	if (first < 0 && last > INT64_MAX + first)
		return INT64_MAX;
	/* a day that has begun counts */
	return ((last - first) / DAY + 1) / 7;
}

/* Number the users that have jobs, in the order of the trace. */
static void
number_users(const struct ft_trace *trace, struct units *units)
{
	uint32_t *of = ft_calloc(trace->user.n, sizeof *of);

	for (size_t i = 0; i < trace->n; i++) {
		uint32_t user = trace->job[i].user;

		if (units->unit[i] == UINT32_MAX)
			continue;
		if (!of[user])
			of[user] = (uint32_t)++units->n;
		units->unit[i] = of[user] - 1;
	}
	ft_free(of);
}

/* Sort the jobs by unit. */
static void
group(const struct ft_trace *trace, struct units *units)
{
	size_t *next;

	units->first = ft_calloc(units->n + 1, sizeof *units->first);
	for (size_t i = 0; i < trace->n; i++)
		if (units->unit[i] != UINT32_MAX)
			units->first[units->unit[i] + 1]++;
	for (size_t k = 0; k < units->n; k++)
		units->first[k + 1] += units->first[k];
	next = ft_calloc(units->n + 1, sizeof *next);
	memcpy(next, units->first, (units->n + 1) * sizeof *next);
	units->job = ft_calloc(trace->n, sizeof *units->job);
	for (size_t i = 0; i < trace->n; i++)
		if (units->unit[i] != UINT32_MAX)
			units->job[next[units->unit[i]]++] = (uint32_t)i;
	ft_free(next);
}

static void
cut(const struct ft_trace *trace, enum ft_resample kind, struct units *units)
{
	*units = (struct units){ .weeks = (uint32_t)weeks_of(trace),
		.start = trace->n ? trace->job[0].submit : 0 };
	units->unit = ft_calloc(trace->n, sizeof *units->unit);
	for (size_t i = 0; i < trace->n; i++) {
		int64_t week = (trace->job[i].submit - units->start) / WEEK;

		units->unit[i] =
		    week < units->weeks ? (uint32_t)week : UINT32_MAX;
	}
	units->n = units->weeks;
	if (kind == FT_RESAMPLE_USERS) {
		units->n = 0;
		number_users(trace, units);
	}
	group(trace, units);
}

static void
units_free(struct units *units)
{
	ft_free(units->unit);
	ft_free(units->job);
	ft_free(units->first);
	ft_free(units->copy);
	ft_free(units->slot_of);
}

enum ft_status
ft_trace_units(const struct ft_trace *trace, enum ft_resample kind,
    size_t *units, struct ft_error *err)
{
	int64_t weeks = weeks_of(trace);
	struct units all;

	*units = 1;
	if (kind == FT_RESAMPLE_NONE)
		return FT_OK;
	if (weeks < 1 || weeks > MOST_WEEKS)
		return ft_fail(err, FT_EINVAL,
		    weeks < 1 ? "resampling needs a trace of a week or more"
			      : "resampling needs a trace of at most %d weeks",
		    MOST_WEEKS);
	cut(trace, kind, &all);
	*units = all.n;
	units_free(&all);
	if (*units < 2)
		return ft_fail(err, FT_EINVAL,
		    kind == FT_RESAMPLE_USERS
			? "resampling users needs a trace of several users"
			: "resampling weeks needs a trace of several weeks");
	return FT_OK;
}

/* ---- drawing ------------------------------------------------------------- */

static int64_t
moved(int64_t time, int64_t by)
{
	int64_t sum;

	if (!time)
		return 0;
	return ft_num_add_i64(time, by, &sum) ? sum : INT64_MAX;
}

/* Returns how far a submission moves by so many weeks, in the circle of all. */
static int64_t
turn(const struct units *units, int64_t submit, uint32_t weeks)
{
	int64_t circle = units->weeks * WEEK, at = submit - units->start;

	return (at + weeks * WEEK) % circle - at;
}

/* Append a copy of job I of FROM to INTO. */
static void
copy_job(
    const struct ft_trace *from, size_t i, int64_t by, struct ft_trace *into)
{
	struct ft_trace_job *job = ft_trace_add(into);

	*job = from->job[i];
	job->submit += by;
	job->eligible = moved(job->eligible, by);
	job->cancel = moved(job->cancel, by);
	job->wait = -1;
	job->part = FT_TRACE_MEASURED;
}

/* A job follows the copy of the same slot, if that is submitted before it. */
static void
link_job(const struct units *units, size_t slot, struct ft_trace *into)
{
	struct ft_trace_job *job = &into->job[into->n - 1];
	uint32_t before = job->after;

	job->after = UINT32_MAX;
	if (before == UINT32_MAX || units->slot_of[before] != slot)
		return;
	if (into->job[units->copy[before]].submit <= job->submit)
		job->after = units->copy[before];
}

static void
draw(const struct ft_trace *from, enum ft_resample kind, struct units *units,
    struct ft_rng *rng, struct ft_trace *into)
{
	for (size_t slot = 1; slot <= units->n; slot++) {
		uint32_t unit = ft_rng_below(rng, (uint32_t)units->n);
		uint32_t weeks =
		    kind == FT_RESAMPLE_USERS
			? ft_rng_below(rng, units->weeks)
			: ((uint32_t)slot - 1 + units->weeks - unit) %
			      units->weeks;

		for (size_t k = units->first[unit]; k < units->first[unit + 1];
		     k++) {
			uint32_t i = units->job[k];

			copy_job(from, i,
			    turn(units, from->job[i].submit, weeks), into);
			units->copy[i] = (uint32_t)(into->n - 1);
			units->slot_of[i] = slot;
			link_job(units, slot, into);
		}
	}
}

void
ft_trace_resample(
    struct ft_trace *trace, enum ft_resample kind, struct ft_rng *rng)
{
	struct ft_trace into = { .job = NULL };
	struct units units;

	if (kind == FT_RESAMPLE_NONE)
		return;
	cut(trace, kind, &units);
	units.copy = ft_calloc(trace->n, sizeof *units.copy);
	units.slot_of = ft_calloc(trace->n, sizeof *units.slot_of);
	/* weeks may be empty, all of them are not */
	while (!into.n)
		draw(trace, kind, &units, rng, &into);
	units_free(&units);
	/* the names stay those of the trace */
	ft_free(trace->job);
	trace->job = into.job;
	trace->n = into.n;
	trace->cap = into.cap;
	ft_trace_sort(trace);
	for (size_t i = 0; i < trace->n; i++)
		trace->job[i].number = i + 1;
}
