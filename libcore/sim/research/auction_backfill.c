#include "sim/research/auction_backfill.h"

/*
 * When all jobs are submitted: any time but 0, which the pool takes for none.
 */
#define START 1

/* Returns minutes as seconds, small enough to be added up. */
static int64_t
seconds(int64_t minutes)
{
	const int64_t most = INT64_C(1) << 40;

	if (minutes < 0)
		return 0;
	return minutes < most / 60 ? minutes * 60 : most;
}

static void
add_job(struct ft_trace *trace, const struct ft_auction *auction, size_t i)
{
	const struct ft_backfill_jobs *jobs = auction->ctx;
	struct ft_trace_job *job = ft_trace_add(trace);

	job->submit = START;
	job->procs = auction->bidder[i].nodes;
	/* a job without length would give its nodes to others at once */
	job->run = jobs->real[i] > 0 ? seconds(jobs->real[i]) : 1;
	job->limit = seconds(jobs->planned[i]);
	job->number = i;
}

static int64_t
allocate(const struct ft_allocator *self, const struct ft_auction *auction,
    size_t skip, bool *win)
{
	const struct ft_backfill_jobs *jobs = auction->ctx;
	size_t n = auction->order ? auction->n_order : auction->n;
	struct ft_pool pool = { .procs = auction->nodes,
		.policy = jobs->policy,
		.until = jobs->window < INT64_MAX - START ? START + jobs->window
							  : INT64_MAX };
	struct ft_outcome *outcome;
	struct ft_trace trace;
	int64_t total = 0;

	(void)self;
	ft_trace_init(&trace);
	for (size_t turn = 0; turn < n; turn++) {
		size_t i = auction->order ? auction->order[turn] : turn;

		if (i != skip)
			add_job(&trace, auction, i);
	}
	outcome = ft_calloc(trace.n, sizeof *outcome);
	memset(win, 0, auction->n * sizeof *win);
	/* the pool has nodes and the trace is sorted: it cannot fail */
	ft_pool_run(&pool, &trace, outcome, NULL);
	for (size_t k = 0; k < trace.n; k++)
		if (outcome[k].start >= START) {
			win[trace.job[k].number] = true;
			total += auction->bidder[trace.job[k].number].bid;
		}
	ft_free(outcome);
	ft_trace_free(&trace);
	return total;
}

const struct ft_allocator ft_allocator_backfill = { "backfill", allocate, false,
	false, NULL, NULL,
	"those that a backfill scheduler starts first, bids unseen" };
