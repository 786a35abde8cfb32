/*
 * outage.c - processors fail, are in maintenance, and come back.
 *
 * What is away is like a job that runs until the end of the outage, which the
 * policies know.  They know maintenance in advance: it is like a reservation.
 */

#include "model/job/job.h"
#include "sim/research/pool/private.h"

static void
change_plan(struct pool_run *run, struct pool_away *away, uint32_t width)
{
	if (pool_has_ends(run)) {
		if (away->width)
			ft_pool_ends_take(&run->ends, away->end, away->width);
		if (width)
			ft_pool_ends_add(&run->ends, away->end, width);
	}
	away->width = width;
	run->known = false;
}

/* Take free processors that are to be away. */
static void
take_free(struct pool_run *run, struct pool_away *away)
{
	uint32_t wanted = away->wanted - away->width;
	uint32_t taken = wanted < run->free ? wanted : run->free;

	if (!taken)
		return;
	run->free -= taken;
	change_plan(run, away, away->width + taken);
}

/* Returns the index among the events of the job that started last. */
static size_t
youngest(const struct pool_run *run)
{
	const struct pool_event *event = run->events.event;
	size_t best = 0;

	for (size_t i = 1; i < run->events.n; i++) {
		int64_t start = run->outcome[event[i].job].start;
		int64_t last = run->outcome[event[best].job].start;

		if (start > last ||
		    (start == last && event[i].job > event[best].job))
			best = i;
	}
	return best;
}

/* The arrival JOB, which runs, is cut and comes again. */
static void
note_cut(const struct pool_run *run, uint32_t job)
{
	struct ft_pool_cuts *cuts = run->pool->cuts;
	uint32_t whole = run->feed.active ? run->feed.index[job] : job;

	if (cuts)
		*ft_vec_add(cuts->item, cuts->n, cuts->cap) =
		    (struct ft_pool_cut){ whole, run->outcome[job].start,
			    run->now };
}

/* End the job that started last, which loses its work. */
static void
end_youngest(struct pool_run *run)
{
	struct pool_event event =
	    ft_pool_events_take(&run->events, youngest(run));
	struct ft_outcome *outcome = &run->outcome[event.job];
	struct ft_pool *pool = run->pool;

	pool->lost += (double)(run->now - outcome->start) *
		      run->trace->job[event.job].procs;
	ft_pool_leave(run, &event);
	outcome->end = run->now;
	outcome->state = FT_JOB_NODE_FAIL;
	if (pool->rules.on_failure == FT_ON_FAILURE_FAIL) {
		pool->failed++;
		run->ended++;
		ft_pool_feed_release(run, event.job);
		return;
	}
	pool->requeued++;
	note_cut(run, event.job);
	*outcome = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
	ft_pool_feed_again(run, event.job);
}

static void
begin(struct pool_run *run, const struct ft_outage *outage)
{
	struct pool_away *away =
	    ft_vec_add(run->away, run->n_away, run->cap_away);
	uint32_t most = run->pool->procs;

	*away = (struct pool_away){ .end = outage->end,
		.wanted = outage->procs < most ? outage->procs : most };
	take_free(run, away);
	while (!outage->drain && away->width < away->wanted && run->events.n) {
		end_youngest(run);
		take_free(run, away);
	}
}

static void
end(struct pool_run *run, size_t at)
{
	run->free += run->away[at].width;
	change_plan(run, &run->away[at], 0);
	memmove(&run->away[at], &run->away[at + 1],
	    (--run->n_away - at) * sizeof *run->away);
}

bool
ft_pool_outages(struct pool_run *run)
{
	const struct ft_pool_rules *rules = &run->pool->rules;
	bool changed = false;

	for (size_t i = run->n_away; i > 0; i--)
		if (run->away[i - 1].end <= run->now) {
			end(run, i - 1);
			changed = true;
		}
	/* what came back or ended may have to leave with another */
	for (size_t i = 0; i < run->n_away; i++)
		take_free(run, &run->away[i]);
	for (; run->next_outage < rules->n_outage &&
	       rules->outage[run->next_outage].start <= run->now;
	     run->next_outage++)
		if (rules->outage[run->next_outage].end > run->now) {
			begin(run, &rules->outage[run->next_outage]);
			changed = true;
		}
	return changed;
}

void
ft_pool_outages_foresee(struct pool_run *run)
{
	const struct ft_pool_rules *rules = &run->pool->rules;

	for (size_t i = run->next_outage; i < rules->n_outage; i++)
		if (rules->outage[i].drain)
			ft_pool_future_away(&run->future,
			    rules->outage[i].start, rules->outage[i].end,
			    rules->outage[i].procs);
}

int64_t
ft_pool_outages_next(const struct pool_run *run)
{
	const struct ft_pool_rules *rules = &run->pool->rules;
	int64_t next = run->next_outage < rules->n_outage
			   ? rules->outage[run->next_outage].start
			   : INT64_MAX;

	for (size_t i = 0; i < run->n_away; i++)
		if (run->away[i].end < next)
			next = run->away[i].end;
	return next;
}
