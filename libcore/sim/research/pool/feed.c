/*
 * feed.c - jobs that come at times which depend on the replay: after the end of
 * another, or once more after a failure.
 *
 * The rest of the pool knows only a trace of jobs in the order in which they come.
 * Here it is one that grows: each arrival is a job of its own, and at the end the
 * last one of a job says what became of it.
 */

#include "base/sort.h"
#include "model/job/job.h"
#include "sim/research/pool/private.h"

/* The job INDEX of the whole trace comes at AT. */
static void
expect(struct pool_feed *feed, uint32_t index, int64_t at)
{
	ft_pool_events_push(&feed->due,
	    (struct pool_event){ .end = at, .job = index, .user = 0 });
}

static bool
is_fed(const struct ft_pool_rules *rules)
{
	return rules->feedback || rules->n_outage;
}

void
ft_pool_feed_begin(struct pool_run *run, const struct ft_trace *trace,
    struct ft_outcome *outcome)
{
	struct pool_feed *feed = &run->feed;

	run->trace = trace;
	run->outcome = outcome;
	run->leaf = run->pool->leaf;
	feed->whole = trace;
	feed->active = is_fed(&run->pool->rules);
	if (!feed->active)
		return;
	feed->outcome = outcome;
	feed->trace = *trace;
	feed->trace.job = NULL;
	feed->trace.n = feed->trace.cap = 0;
	run->trace = &feed->trace;
	run->outcome = NULL;
	run->leaf = NULL;
	if (run->pool->rules.feedback)
		ft_feedback_find(&feed->links, trace);
	for (size_t i = 0; i < trace->n; i++) {
		outcome[i] = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
		if (run->pool->submit)
			run->pool->submit[i] = trace->job[i].submit;
		if (!run->pool->rules.feedback ||
		    feed->links.after[i] == FT_FEEDBACK_NONE)
			expect(feed, (uint32_t)i, trace->job[i].submit);
	}
}

void
ft_pool_feed_end(struct pool_run *run)
{
	struct pool_feed *feed = &run->feed;

	if (!feed->active)
		return;
	for (size_t i = 0; i < run->next; i++)
		feed->outcome[feed->index[i]] = run->outcome[i];
	ft_feedback_free(&feed->links);
	ft_free(feed->trace.job);
	ft_free(feed->due.event);
	ft_free(feed->index);
	ft_free(feed->now);
	ft_free(run->outcome);
	ft_free(feed->leaf);
}

int64_t
ft_pool_feed_next(const struct pool_run *run)
{
	if (run->next < run->trace->n)
		return run->trace->job[run->next].submit;
	return run->feed.due.n ? run->feed.due.event[0].end : INT64_MAX;
}

/* Add an arrival of the job INDEX. */
static void
add(struct pool_run *run, uint32_t index)
{
	struct pool_feed *feed = &run->feed;
	struct ft_trace *trace = &feed->trace;
	size_t n = trace->n + 1;

	*ft_vec_add(trace->job, trace->n, trace->cap) = feed->whole->job[index];
	trace->job[n - 1].submit = run->now;
	run->outcome = ft_vec_grow(
	    run->outcome, &feed->cap_outcome, n, sizeof *run->outcome);
	run->outcome[n - 1] = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
	feed->index =
	    ft_vec_grow(feed->index, &feed->cap_index, n, sizeof *feed->index);
	feed->index[n - 1] = index;
	if (!run->pool->leaf)
		return;
	feed->leaf =
	    ft_vec_grow(feed->leaf, &feed->cap_leaf, n, sizeof *feed->leaf);
	feed->leaf[n - 1] = run->pool->leaf[index];
	run->leaf = feed->leaf;
}

void
ft_pool_feed_take(struct pool_run *run)
{
	struct pool_feed *feed = &run->feed;
	size_t n = 0;

	while (feed->due.n && feed->due.event[0].end <= run->now) {
		uint32_t job = ft_pool_events_pop(&feed->due).job;

		*ft_vec_add(feed->now, feed->n_now, feed->cap_now) = job;
	}
	/* the heap has no order of its own among equal times */
	if (feed->n_now > 1)
		qsort(feed->now, feed->n_now, sizeof *feed->now, ft_by_u32);
	for (; n < feed->n_now; n++)
		add(run, feed->now[n]);
	feed->n_now = 0;
}

void
ft_pool_feed_release(struct pool_run *run, uint32_t job)
{
	struct pool_feed *feed = &run->feed;
	uint32_t follower;

	if (!run->pool->rules.feedback)
		return;
	for (follower = feed->links.first[feed->index[job]];
	     follower != FT_FEEDBACK_NONE;
	     follower = feed->links.next[follower]) {
		int64_t at = ft_feedback_time(feed->whole, follower, run->now);

		if (run->pool->submit)
			run->pool->submit[follower] = at;
		expect(feed, follower, at);
	}
}

void
ft_pool_feed_again(struct pool_run *run, uint32_t job)
{
	expect(&run->feed, run->feed.index[job], run->now);
}
