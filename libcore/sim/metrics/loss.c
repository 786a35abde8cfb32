/*
 * loss.c - capacity that is lost: processors that stay idle although a job that
 * waits needs no more than them.
 */

#include "model/job/job.h"
#include "sim/metrics/private.h"

/* What changes: a job comes, starts, ends; processors go away and come back. */
enum change { COMES, STARTS, ENDS, GOES_AWAY, COMES_BACK, CHANGES };

struct loss {
	const struct metrics_work *work;
	/* jobs and outages by the time at which they change, and the next */
	uint32_t *order[CHANGES];
	size_t n[CHANGES], next[CHANGES];
	/* widths of jobs, ascending, and how many jobs of each wait */
	uint32_t *width, *waiting, n_width;
	uint32_t least; /* the narrowest that waits; n_width: nobody waits */
	uint32_t *rank; /* [trace->n]: of each job's width */
	int64_t idle;
};

/* Returns when JOB begins to wait: not before it may start. */
static int64_t
since_of(const struct ft_trace_job *job, const struct ft_outcome *outcome)
{
	int64_t since = job->eligible;

	if (since < job->submit)
		since = job->submit;
	return metrics_started(outcome) && since > outcome->start
		   ? outcome->start
		   : since;
}

/* Returns when job or outage I changes, < 0: it does not. */
static int64_t
time_of(const struct loss *loss, enum change change, size_t i)
{
	const struct ft_metrics_input *in = loss->work->in;
	const struct ft_outcome *outcome;

	if (change == GOES_AWAY)
		return in->outage[i].start;
	if (change == COMES_BACK)
		return in->outage[i].end;
	outcome = &in->outcome[i];
	if (change == STARTS)
		return outcome->start;
	if (change == COMES &&
	    (metrics_started(outcome) || outcome->state == FT_JOB_PENDING))
		return since_of(&in->trace->job[i], outcome);
	return change == ENDS && metrics_started(outcome)
		   ? metrics_end(loss->work->out, outcome)
		   : -1;
}

/* Sort the N jobs or outages that change. */
static void
sort_changes(struct loss *loss, enum change change, size_t n)
{
	struct metrics_key *item FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *item);
	struct metrics_key *spare FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *spare);
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t at = time_of(loss, change, i);

		if (at < 0)
			continue;
		item[found].key = (uint64_t)at;
		item[found++].job = (uint32_t)i;
	}
	ft_metrics_sort(item, spare, found);
	loss->order[change] = ft_calloc(found, sizeof *loss->order[change]);
	for (size_t i = 0; i < found; i++)
		loss->order[change][i] = item[i].job;
	loss->n[change] = found;
}

/* Find the widths. */
static void
rank_jobs(struct loss *loss)
{
	const struct ft_trace *trace = loss->work->in->trace;
	struct metrics_key *item FT_CLEANUP(ft_free_at) =
	    ft_calloc(trace->n, sizeof *item);
	struct metrics_key *spare FT_CLEANUP(ft_free_at) =
	    ft_calloc(trace->n, sizeof *spare);
	size_t cap = 0;

	for (size_t i = 0; i < trace->n; i++) {
		item[i].key = trace->job[i].procs;
		item[i].job = (uint32_t)i;
	}
	ft_metrics_sort(item, spare, trace->n);
	loss->rank = ft_calloc(trace->n, sizeof *loss->rank);
	for (size_t i = 0; i < trace->n; i++) {
		if (i == 0 || item[i].key != item[i - 1].key) {
			loss->width = ft_vec_grow(loss->width, &cap,
			    (size_t)loss->n_width + 1, sizeof *loss->width);
			loss->width[loss->n_width++] = (uint32_t)item[i].key;
		}
		loss->rank[item[i].job] = loss->n_width - 1;
	}
	loss->waiting = ft_calloc(loss->n_width, sizeof *loss->waiting);
	loss->least = loss->n_width;
}

/* Job or outage I changes. */
static void
apply(struct loss *loss, enum change change, size_t i)
{
	const struct ft_metrics_input *in = loss->work->in;

	switch (change) {
	case COMES:
		loss->waiting[loss->rank[i]]++;
		if (loss->rank[i] < loss->least)
			loss->least = loss->rank[i];
		return;
	case STARTS:
		loss->idle -= in->trace->job[i].procs;
		loss->waiting[loss->rank[i]]--;
		while (
		    loss->least < loss->n_width && !loss->waiting[loss->least])
			loss->least++;
		return;
	case ENDS:
		loss->idle += in->trace->job[i].procs;
		return;
	case GOES_AWAY:
		loss->idle -= in->outage[i].procs;
		return;
	case COMES_BACK:
		loss->idle += in->outage[i].procs;
		return;
	case CHANGES:
		return;
	}
}

/* Returns the next change, of those of one time the first of the enum, so that a
 * job comes before it starts; CHANGES: there is none before the last end. */
static enum change
next_of(const struct loss *loss, int64_t *at)
{
	enum change first = CHANGES;

	*at = loss->work->out->to;
	for (enum change i = COMES; i < CHANGES; i++) {
		int64_t then;

		if (loss->next[i] == loss->n[i])
			continue;
		then = time_of(loss, i, loss->order[i][loss->next[i]]);
		if (then < *at) {
			*at = then;
			first = i;
		}
	}
	return first;
}

static double
sweep(struct loss *loss)
{
	int64_t from = loss->work->out->from, at = from, last = from;
	double lost = 0;

	for (enum change change = next_of(loss, &at);;
	     change = next_of(loss, &at)) {
		/* outages may begin before the first submission */
		at = at > from ? at : from;
		if (loss->least < loss->n_width &&
		    loss->width[loss->least] <= loss->idle)
			lost += (double)loss->idle * (double)(at - last);
		last = at;
		if (change == CHANGES)
			return lost;
		apply(loss, change, loss->order[change][loss->next[change]++]);
	}
}

double
ft_metrics_lost(const struct metrics_work *work)
{
	struct loss loss = { .work = work, .idle = work->out->procs };
	double lost;

	rank_jobs(&loss);
	for (enum change i = COMES; i < CHANGES; i++)
		sort_changes(&loss, i,
		    i < GOES_AWAY ? work->in->trace->n : work->in->n_outage);
	lost = sweep(&loss);
	for (enum change i = COMES; i < CHANGES; i++)
		ft_free(loss.order[i]);
	ft_free(loss.width);
	ft_free(loss.waiting);
	ft_free(loss.rank);
	return lost;
}
