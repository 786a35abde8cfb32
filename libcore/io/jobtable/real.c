/* real.c - a table of sacct as a trace of what really happened. */

#include "base/map.h"
#include "io/jobtable/private.h"

/* A table under way; from job[n] of it the trace is made. */
struct making {
	struct ft_trace *trace;
	struct ft_jobtable_past *past;
	const struct ft_jobtable *table;
	bool *dropped; /* [table->n]: another row of the same run counts */
};

static bool
known(int64_t time)
{
	return time != FT_JOBTABLE_NO_TIME;
}

static bool
ended(const struct ft_jobtable_job *job)
{
	return job->state > FT_JOB_SUSPENDED;
}

/* Returns whether it started; a job that was cancelled while it waited has the
 * time of that as its start. */
static bool
started(const struct ft_jobtable_job *job)
{
	if (!known(job->start) || job->state == FT_JOB_PENDING)
		return false;
	return job->state != FT_JOB_CANCELLED || ft_jobtable_ran(job) > 0 ||
	       *job->alloc_tres;
}

/* ---- one row for each run ------------------------------------------------ */

/* A job that is listed twice was unfinished at first, or is in two tables that
 * overlap.  A requeued job has other times: each run is a job. */
static void
drop_repeated(struct making *making)
{
	struct ft_map seen FT_CLEANUP(ft_map_clear) = { 0 };
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t i = 0; i < making->table->n; i++) {
		const struct ft_jobtable_job *job = &making->table->job[i];
		const struct ft_jobtable_job *other;
		uint64_t at;

		key.len = 0;
		ft_str_addf(&key, "%" PRIu32 "_%" PRId32 " %s %" PRId64,
		    job->number, job->task, job->tasks, job->submit);
		if (ft_map_get(&seen, ft_str_text(&key), &at)) {
			other = &making->table->job[at];
			if (!ended(other) || other->start == job->start) {
				making->dropped[at] = true;
				making->past->repeated++;
			}
		}
		ft_map_put(&seen, ft_str_text(&key), i);
	}
}

/* ---- the time for which it is complete ----------------------------------- */

static void
find_times(struct making *making)
{
	struct ft_jobtable_past *past = making->past;

	past->begin = INT64_MAX;
	past->end = INT64_MIN;
	for (size_t i = 0; i < making->table->n; i++) {
		const struct ft_jobtable_job *job = &making->table->job[i];
		const int64_t time[] = { job->submit, job->start, job->end };

		if (making->dropped[i])
			continue;
		if (ended(job) && known(job->end) && job->end < past->begin)
			past->begin = job->end;
		for (size_t k = 0; k < FT_COUNT(time); k++)
			if (known(time[k]) && time[k] > past->end)
				past->end = time[k];
	}
}

/* ---- jobs ---------------------------------------------------------------- */

/* Returns since when it waited: Eligible, if it is known and makes sense. */
static int64_t
waits_since(const struct ft_jobtable_job *from)
{
	int64_t since = known(from->eligible)
			    ? ft_max_i64(from->eligible, from->submit)
			    : from->submit;

	return started(from) && since > from->start ? from->start : since;
}

/* How long it would run, where nobody knows: up to its limit. */
static int64_t
run_of(const struct ft_jobtable_job *from)
{
	if (ended(from) && started(from))
		return ft_jobtable_ran(from);
	if (from->limit > 0 && from->limit <= INT32_MAX)
		return from->limit * 60;
	return ft_max_i64(from->elapsed, 365 * 86400);
}

static enum ft_trace_part
part_of(const struct making *making, const struct ft_jobtable_job *from)
{
	if (!started(from))
		return ended(from) ? FT_TRACE_GONE : FT_TRACE_LEFT;
	return from->start < making->past->begin ? FT_TRACE_WARM
						 : FT_TRACE_MEASURED;
}

/* It runs as the trace begins: only what is left of it counts. */
static void
warm_up(struct ft_trace_job *job, int64_t passed)
{
	job->eligible = 0;
	job->run = ft_max_i64(job->run - passed, 1);
	if (job->limit)
		job->limit = ft_max_i64(job->limit - passed, 60);
}

/*
 * Returns whether it takes as many nodes as it asks for, and no more.  Only with
 * `-N` a job asks for several; without, it asks for one and may be spread over
 * more.  With a range, -N 2-4, it may have got more.
 */
static bool
is_exact(const struct ft_jobtable_job *from)
{
	uint32_t nodes = ft_jobtable_asked_nodes(from);

	return nodes > 1 && (!started(from) || from->n_nodes == nodes);
}

static void
add_real(struct making *making, const struct ft_jobtable_job *from)
{
	struct ft_trace_job *job = ft_trace_add(making->trace);
	enum ft_trace_part part = part_of(making, from);

	making->past->part[part]++;
	ft_jobtable_fill(making->trace, job, from);
	job->part = (uint8_t)part;
	job->submit = ft_max_i64(from->submit, making->past->begin);
	job->eligible = waits_since(from);
	job->run = run_of(from);
	if (from->req_tres[0] || from->req_nodes)
		job->nodes = ft_jobtable_asked_nodes(from);
	job->exact = is_exact(from);
	if (part == FT_TRACE_WARM)
		warm_up(job, making->past->begin - from->start);
	else if (part == FT_TRACE_GONE)
		job->cancel = from->end;
	else if (part == FT_TRACE_MEASURED)
		job->wait = from->start - job->eligible;
}

static void
take(struct making *making, size_t i)
{
	const struct ft_jobtable_job *from = &making->table->job[i];
	struct ft_jobtable_past *past = making->past;

	if (making->dropped[i])
		return;
	if (!known(from->submit) || !ft_jobtable_procs(from) ||
	    (ended(from) && !known(from->end)) ||
	    (ended(from) && started(from) && ft_jobtable_ran(from) < 0))
		past->unreadable++;
	else if (ended(from) && from->end <= past->begin)
		past->earlier++;
	else if (!started(from) && !known(from->eligible) &&
		 making->table->given & FT_JOBTABLE_ELIGIBLE)
		past->held++;
	else
		add_real(making, from);
}

enum ft_status
ft_jobtable_real(struct ft_trace *trace, struct ft_jobtable_past *past,
    const struct ft_jobtable *table, struct ft_error *err)
{
	bool *dropped FT_CLEANUP(ft_free_at) =
	    ft_calloc(table->n ? table->n : 1, sizeof *dropped);
	struct making making = { trace, past, table, dropped };

	*past = (struct ft_jobtable_past){ .repeated = table->repeated };
	drop_repeated(&making);
	find_times(&making);
	for (size_t i = 0; i < table->n; i++)
		take(&making, i);
	trace->skipped = past->unreadable;
	if (!past->part[FT_TRACE_MEASURED])
		return ft_fail(err, FT_EINVAL,
		    "no job of the table started after the first one ended: "
		    "nothing to compare");
	ft_trace_sort(trace);
	trace->start = past->begin;
	return FT_OK;
}
