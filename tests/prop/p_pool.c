/*
 * The pool and its slow twin come to the same schedule, job by job: random
 * traces, all policies and orders.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "lib/gen.h"
#include "lib/slowpool.h"
#include "model/job/job.h"
#include "lib/seeds.h"
#include "tap/tap.h"

static struct ft_rng rng;

static uint32_t
below(uint32_t n)
{
	return ft_rng_below(&rng, n);
}

/* What kind of trace: how often equal times and widths come. */
struct look {
	uint32_t jobs, procs, users, grain, longest, gap;
	bool powers, no_limits;
};

static void
random_look(struct look *look)
{
	static const uint32_t grain[] = { 1, 1, 10, 60 };

	*look = (struct look){
		.jobs = 1 + below(below(4) ? 50 : 150),
		.procs = 1 + below(below(2) ? 8 : 100),
		.users = 1 + below(12),
		.grain = grain[below(4)],
		.longest = 10 + below(3000),
		.powers = below(2),
		.no_limits = !below(4),
	};
	look->gap =
	    1 + below(below(2) ? look->longest / 10 + 1 : 2 * look->longest);
}

static uint32_t
random_width(const struct look *look)
{
	uint32_t width = 1 + below(look->procs);

	if (!below(40))
		return look->procs + 1 + below(3);
	if (look->powers || below(2))
		width = 1u << below(7);
	return width > look->procs ? look->procs : width;
}

static int64_t
whole(const struct look *look, uint32_t seconds)
{
	return seconds / look->grain * look->grain;
}

static void
random_trace(struct ft_trace *trace, const struct look *look)
{
	int64_t at = 1000000000 + below(100000);
	char name[16];

	ft_trace_init(trace);
	for (uint32_t u = 0; u < look->users; u++) {
		int len = snprintf(name, sizeof name, "u%" PRIu32, u);

		ft_trace_name(trace, &trace->user, name, (size_t)len);
	}
	for (uint32_t i = 0; i < look->jobs; i++) {
		struct ft_trace_job *job = ft_trace_add(trace);

		job->number = i + 1;
		job->submit = at;
		job->user = 1 + below(look->users);
		job->procs = random_width(look);
		job->run = whole(look, below(look->longest));
		if (!below(30))
			job->run = 0;
		if (!look->no_limits && below(8))
			job->limit = whole(look,
			    (uint32_t)job->run / 2 + below(3 * look->longest));
		job->state = below(5) ? FT_JOB_COMPLETED : FT_JOB_CANCELLED;
		if (below(4))
			at += whole(look, below(look->gap));
	}
}

/* A tree whose users are given to those of the trace. */
static void
random_leaves(
    const struct ft_tree *tree, const struct ft_trace *trace, uint32_t *leaf)
{
	uint32_t *of = ft_calloc(trace->user.n, sizeof *of);

	for (uint32_t u = 0; u < trace->user.n; u++)
		do
			of[u] = below(tree->n);
		while (!ft_tree_is_user(tree, of[u]));
	for (size_t i = 0; i < trace->n; i++)
		leaf[i] = of[trace->job[i].user];
	ft_free(of);
}

static bool
is_same(const struct ft_trace *trace, const struct ft_outcome *got,
    const struct ft_outcome *want)
{
	for (size_t i = 0; i < trace->n; i++)
		if (got[i].start != want[i].start ||
		    got[i].end != want[i].end ||
		    got[i].state != want[i].state) {
			diag("job %zu: %" PRId64 "..%" PRId64 " state %d, "
			     "want %" PRId64 "..%" PRId64 " state %d",
			    i, got[i].start, got[i].end, got[i].state,
			    want[i].start, want[i].end, want[i].state);
			return false;
		}
	return true;
}

struct tally {
	size_t runs, unsure, waits, orderings;
};

static bool
check(struct ft_pool *pool, const struct ft_trace *trace, struct tally *tally)
{
	struct ft_outcome *got = ft_calloc(trace->n, sizeof *got);
	struct ft_outcome *want = ft_calloc(trace->n, sizeof *want);
	struct ft_error err = { 0 };
	bool sure = slowpool_run(pool, trace, want), same;

	/* asking for plans changes no start */
	pool->planned =
	    below(3) ? NULL : ft_calloc(trace->n, sizeof *pool->planned);
	if (ft_pool_run(pool, trace, got, &err) != FT_OK)
		diag("%s", err.text);
	same = err.status == FT_OK && (!sure || is_same(trace, got, want));
	if (!same)
		diag("policy %d order %d depth %" PRIu32 " procs %" PRIu32
		     " period %" PRId64 " half-life %" PRId64,
		    (int)pool->policy, (int)pool->order, pool->depth,
		    pool->procs, pool->period, pool->half_life);
	tally->runs++;
	tally->unsure += !sure;
	tally->waits += pool->longest > 1;
	tally->orderings += pool->orderings;
	ft_free(got);
	ft_free(want);
	ft_free(pool->planned);
	return same;
}

static int64_t
random_life(void)
{
	static const int64_t life[] = { 0, 0, 300, 5000, 70000, 604800 };

	return life[below(6)];
}

/* Maintenance, one after the other. */
static void
foresee(struct ft_pool *pool, const struct ft_trace *trace,
    struct ft_outage outage[3])
{
	int64_t at = trace->job[0].submit + below(2000);
	size_t n = 1 + below(3);

	for (size_t i = 0; i < n; i++) {
		outage[i] = (struct ft_outage){ .start = at + 1 + below(2000),
			.procs = 1 + below(pool->procs),
			.drain = true };
		at = outage[i].end = outage[i].start + 1 + below(3000);
	}
	pool->rules.outage = outage;
	pool->rules.n_outage = n;
}

static bool
try_all(const struct look *look, const struct ft_tree *tree,
    const struct ft_trace *trace, struct tally *tally)
{
	uint32_t *leaf = ft_calloc(trace->n, sizeof *leaf);
	struct ft_outage outage[3];
	bool same = true;

	random_leaves(tree, trace, leaf);
	/* of the orders by job, which are much alike, two at a time */
	for (int policy = FT_POOL_FCFS; policy <= FT_POOL_CONSERVATIVE;
	     policy++)
		for (int i = FT_POOL_BY_SUBMIT; i < FT_POOL_BY_FAIRTREE + 3;
		     i++) {
			int order =
			    i <= FT_POOL_BY_FAIRTREE
				? i
				: FT_POOL_BY_FAIRTREE + 1 +
				      (int)below(FT_POOL_ORDERS -
						 FT_POOL_BY_FAIRTREE - 1);
			struct ft_pool pool = {
				.procs = look->procs,
				.policy = (enum ft_pool_policy)policy,
				.order = (enum ft_pool_order)order,
				.depth = below(3) ? 0 : below(6),
				.period = 1 + below(below(2) ? 100 : 1000),
				.half_life = random_life(),
				.tree = tree,
				.leaf = leaf,
				.params = { .ties = below(2)
							? FT_TIES_SLURM
							: FT_TIES_DOCUMENTED },
			};

			same &= check(&pool, trace, tally);
			if (!below(3)) {
				foresee(&pool, trace, outage);
				same &= check(&pool, trace, tally);
				pool.rules = (struct ft_pool_rules){ 0 };
			}
			if (below(4))
				continue;
			/* nobody follows anybody: other code, same schedule */
			pool.rules.feedback = true;
			same &= check(&pool, trace, tally);
			pool.rules.overrun = FT_OVERRUN_ALLOW;
			same &= check(&pool, trace, tally);
		}
	ft_free(leaf);
	return same;
}

static void
test_seed(uint64_t seed, struct tally *tally)
{
	struct gen_tree gen;
	struct ft_tree *tree = NULL;
	struct ft_trace trace;
	struct ft_error err;
	struct look look;

	ft_rng_init(&rng, seed);
	random_look(&look);
	gen_tree_init(&gen, &rng, (enum gen_kind)below(GEN_PARENT + 1),
	    below(3) ? 30 : 400);
	if (ft_tree_build(&tree, gen.row, gen.n, &err) != FT_OK)
		bail("%s", err.text);
	random_trace(&trace, &look);
	ok(try_all(&look, tree, &trace, tally), "seed %" PRIu64, seed);
	ft_trace_free(&trace);
	ft_tree_free(tree);
	gen_tree_free(&gen);
}

/* Other seeds: p_pool FIRST COUNT. */
int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(75));
	struct tally tally = { 0 };

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		test_seed(seed, &tally);
	diag("%zu runs, %zu hung on rounding; %zu had a queue, %zu orderings",
	    tally.runs, tally.unsure, tally.waits, tally.orderings);
	ok(tally.unsure * 5 < tally.runs && tally.waits * 3 > tally.runs * 2,
	    "most had a queue, few hung on rounding");
	return done_testing();
}
