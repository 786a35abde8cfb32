/*
 * metrics of random traces: sums agree, shares sum to 1, indices keep to their
 * bounds, and windows are what a look at every job in every window gives.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "lib/gen.h"
#include "model/job/job.h"
#include "sim/metrics/private.h"
#include "lib/seeds.h"
#include "tap/tap.h"

#define NODES 40
#define JOBS  200
#define SPAN  5000 /* seconds in which jobs come */
/* Sums of at most some thousand numbers, each rounded to 53 bits. */
#define ROUNDING 1e-9

static struct ft_rng rng;

struct played {
	struct gen_tree gen;
	struct ft_tree *tree;
	struct ft_trace trace;
	struct ft_outcome outcome[JOBS];
	uint32_t leaf[JOBS], procs;
	struct ft_metrics m;
};

/* ---- a random schedule that fits ------------------------------------------------- */

/* First come, first served: free[i] is when processor i is free. */
static int64_t
start_of(int64_t *free_at, uint32_t procs, const struct ft_trace_job *job)
{
	int64_t start = job->submit;
	uint32_t taken = 0;

	/* processors are in the order they get free */
	if (free_at[job->procs - 1] > start)
		start = free_at[job->procs - 1];
	for (uint32_t i = 0; i < procs && taken < job->procs; i++, taken++)
		free_at[i] = start + job->run;
	for (uint32_t i = 1; i < procs; i++)
		for (uint32_t k = i; k && free_at[k - 1] > free_at[k]; k--) {
			int64_t swap = free_at[k];

			free_at[k] = free_at[k - 1];
			free_at[k - 1] = swap;
		}
	return start;
}

static void
play_jobs(struct played *played)
{
	int64_t free_at[16] = { 0 };
	uint32_t n = ft_rng_below(&rng, JOBS) + 1;
	int64_t cut;

	ft_trace_init(&played->trace);
	for (uint32_t i = 0; i < n; i++) {
		struct ft_trace_job *job = ft_trace_add(&played->trace);

		job->submit = ft_rng_below(&rng, SPAN);
		job->run = ft_rng_below(&rng, 4) ? ft_rng_below(&rng, 300)
						 : ft_rng_below(&rng, 3000);
		job->procs = ft_rng_below(&rng, played->procs) + 1;
	}
	ft_trace_sort(&played->trace);
	/* some are stopped before the end: what runs then goes on */
	cut = ft_rng_below(&rng, 4) ? INT64_MAX : ft_rng_below(&rng, 2 * SPAN);
	for (uint32_t i = 0; i < n; i++) {
		const struct ft_trace_job *job = &played->trace.job[i];
		struct ft_outcome *outcome = &played->outcome[i];
		int64_t start;

		*outcome = (struct ft_outcome){ -1, -1, FT_JOB_PENDING };
		if (!ft_rng_below(&rng, 20)) {
			if (ft_rng_below(&rng, 2))
				outcome->state = FT_JOB_FAILED;
			continue;
		}
		start = start_of(free_at, played->procs, job);
		if (start > cut)
			continue;
		outcome->start = start;
		outcome->state = FT_JOB_RUNNING;
		if (start + job->run > cut)
			continue;
		outcome->end = start + job->run;
		outcome->state = FT_JOB_COMPLETED;
	}
}

static void
play(struct played *played, enum gen_kind kind)
{
	struct ft_metrics_input input = { .trace = &played->trace,
		.outcome = played->outcome,
		.leaf = played->leaf };
	struct ft_error err;
	uint32_t *users, n = 0;

	gen_tree_init(&played->gen, &rng, kind, NODES);
	if (ft_tree_build(
		&played->tree, played->gen.row, played->gen.n, &err) != FT_OK)
		bail("%s", err.text);
	users = ft_calloc(played->tree->n, sizeof *users);
	for (uint32_t i = 0; i < played->tree->n; i++)
		if (ft_tree_is_user(played->tree, i))
			users[n++] = i;
	played->procs = ft_rng_below(&rng, 16) + 1;
	play_jobs(played);
	for (size_t i = 0; i < played->trace.n; i++) {
		char name[16];
		int len;

		played->leaf[i] = users[ft_rng_below(&rng, n)];
		len = snprintf(name, sizeof name, "%" PRIu32, played->leaf[i]);
		played->trace.job[i].user = ft_trace_name(
		    &played->trace, &played->trace.user, name, (size_t)len);
		len = snprintf(name, sizeof name, "%" PRIu32,
		    played->tree->parent[played->leaf[i]]);
		played->trace.job[i].account = ft_trace_name(
		    &played->trace, &played->trace.account, name, (size_t)len);
	}
	ft_free(users);
	input.procs = played->procs;
	input.tree = played->tree;
	input.window = ft_rng_below(&rng, 3) ? ft_rng_below(&rng, 900) + 20 : 0;
	ft_metrics_make(&played->m, &input);
}

static void
drop(struct played *played)
{
	ft_metrics_free(&played->m);
	ft_trace_free(&played->trace);
	ft_tree_free(played->tree);
	gen_tree_free(&played->gen);
}

/* ---- what must hold ---------------------------------------------------------------- */

static bool
is_near(double a, double b)
{
	return fabs(a - b) <= ROUNDING * (1 + fabs(a) + fabs(b));
}

static bool
is_fairness(const struct ft_fairness *fairness, size_t n)
{
	if (isnan(fairness->jain))
		return true;
	return fairness->jain >= 1 / (double)n - ROUNDING &&
	       fairness->jain <= 1 + ROUNDING && fairness->unfairness >= 0 &&
	       fairness->unfairness <= 2 + ROUNDING;
}

static bool
rows_agree(
    const struct ft_metrics *m, const struct ft_metrics_row *row, size_t n)
{
	struct ft_metrics_row sum = { 0 };

	for (size_t i = 0; i < n; i++) {
		sum.jobs += row[i].jobs;
		sum.started += row[i].started;
		sum.ended += row[i].ended;
		sum.area += row[i].area;
		sum.promised += row[i].promised;
		sum.delivered += row[i].delivered;
		sum.share += row[i].share;
		if (row[i].started)
			sum.wait_mean +=
			    row[i].wait_mean * (double)row[i].started;
		if (row[i].started &&
		    (row[i].wait_median > row[i].wait_p90 + ROUNDING ||
			row[i].wait_p90 > row[i].wait_max ||
			row[i].slowdown_mean < 1))
			return false;
	}
	return sum.jobs == m->all.jobs && sum.started == m->all.started &&
	       sum.ended == m->all.ended && is_near(sum.area, m->all.area) &&
	       is_near(sum.share, m->all.share) && sum.share < 1 + ROUNDING &&
	       (!m->all.started ||
		   is_near(sum.wait_mean,
		       m->all.wait_mean * (double)m->all.started)) &&
	       (!(m->all.area > 0) ||
		   (is_near(sum.delivered, 1) && is_near(sum.promised, 1)));
}

static bool
points_agree(const struct played *played)
{
	const struct ft_metrics *m = &played->m;
	double area = 0;

	for (size_t w = 0; w < m->n_point; w++) {
		const struct ft_metrics_point *point = &m->point[w];
		int64_t length = ft_metrics_overlap(m, w, m->from, m->to);
		double promised = 0, delivered = 0;

		area += point->utilisation * (double)length * played->procs;
		for (size_t i = 0; i < m->n_top; i++) {
			promised += m->promised[w * m->n_top + i];
			delivered += m->delivered[w * m->n_top + i];
		}
		if (point->utilisation > 1 + ROUNDING ||
		    promised > 1 + ROUNDING || delivered > 1 + ROUNDING ||
		    !is_fairness(&point->user, played->tree->n) ||
		    !is_fairness(&point->account, played->tree->n))
			return false;
	}
	return is_near(area, m->all.area);
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* The sums of window W, job by job, as man/fsim.1 has them. */
static bool
window_agrees(const struct played *played, size_t w, struct metrics_due *due)
{
	const struct ft_metrics *m = &played->m;
	int64_t begin = m->point[w].at, end = begin + m->window;
	int64_t length = ft_metrics_overlap(m, w, m->from, m->to);
	double wants[NODES + 1] = { 0 }, has[NODES + 1] = { 0 };
	double demand[NODES + 1], area[NODES + 1], given[NODES + 1];
	double waited = 0, given_all = 0, area_all = 0;
	struct ft_fairness fairness;
	uint32_t node[NODES + 1];
	size_t n = 0;

	for (size_t i = 0; i < played->trace.n; i++) {
		const struct ft_trace_job *job = &played->trace.job[i];
		int64_t start = played->outcome[i].start, left = job->run;
		int64_t stop = played->outcome[i].end;
		int64_t from = job->submit > begin ? job->submit : begin;

		if (played->outcome[i].state == FT_JOB_FAILED)
			continue;
		if (start >= 0 && stop < 0)
			stop = m->to;
		left = start < 0 ? left : stop - start;
		if (start >= 0 && start < begin)
			left = stop - begin;
		left = least(left, end - from);
		if (left > 0)
			wants[played->leaf[i]] += (double)left * job->procs;
		if (start >= 0)
			has[played->leaf[i]] +=
			    (double)ft_metrics_overlap(m, w, start, stop) *
			    job->procs;
		waited += (double)ft_metrics_overlap(
		    m, w, job->submit, start < 0 ? m->to : least(start, m->to));
	}
	for (uint32_t i = 0; i < played->tree->n; i++)
		if (wants[i] > 0) {
			node[n] = i;
			demand[n] = wants[i];
			area_all += area[n] = has[i];
			n++;
		}
	ft_metrics_divide(due, (double)length * played->procs,
	    &(struct ft_claims){ node, demand, given, n });
	for (size_t i = 0; i < n; i++)
		given_all += given[i];
	for (size_t i = 0; i < n; i++) {
		area[i] /= area_all > 0 ? area_all : 1;
		given[i] /= given_all > 0 ? given_all : 1;
	}
	ft_metrics_fairness(&fairness, area, given, n);
	return m->point[w].users == n &&
	       is_near(m->point[w].waiting * (double)length, waited) &&
	       (area_all > 0 ? is_near(m->point[w].user.unfairness,
				   fairness.unfairness) &&
				   is_near(m->point[w].user.jain, fairness.jain)
			     : isnan(m->point[w].user.jain));
}

/* The loss of capacity, second by second. */
static bool
loss_agrees(const struct played *played)
{
	const struct ft_metrics *m = &played->m;
	double lost = 0;

	for (int64_t at = m->from; at < m->to; at++) {
		uint32_t idle = m->procs, narrowest = UINT32_MAX;

		for (size_t i = 0; i < played->trace.n; i++) {
			const struct ft_trace_job *job = &played->trace.job[i];
			const struct ft_outcome *outcome = &played->outcome[i];

			if (job->submit > at || outcome->state == FT_JOB_FAILED)
				continue;
			if (outcome->start < 0 || outcome->start > at)
				narrowest = job->procs < narrowest ? job->procs
								   : narrowest;
			else if (outcome->end < 0 || outcome->end > at)
				idle -= job->procs;
		}
		lost += narrowest <= idle ? idle : 0;
	}
	return is_near(m->loss * m->makespan * m->procs, lost);
}

static void
check_metrics(uint64_t seed)
{
	enum gen_kind kind = (enum gen_kind)(seed % GEN_KINDS);
	struct played played = { 0 };
	const struct ft_metrics *m = &played.m;
	struct metrics_due *due;
	bool good = true;

	ft_rng_init(&rng, seed);
	play(&played, kind);
	due = ft_metrics_due_new(played.tree);
	good = m->utilisation <= 1 + ROUNDING &&
	       is_near(m->utilisation * m->makespan * m->procs, m->all.area) &&
	       is_fairness(&m->user, played.tree->n) &&
	       is_fairness(&m->account, played.tree->n) &&
	       is_fairness(&m->user_tree, played.tree->n) &&
	       rows_agree(m, m->users, m->n_user) &&
	       rows_agree(m, m->accounts, m->n_account) &&
	       points_agree(&played) && (seed % 3 || loss_agrees(&played));
	for (size_t w = 0; good && w < m->n_point; w++)
		good = window_agrees(&played, w, due);
	ok(good, "seed %" PRIu64 ": %zu jobs, %zu windows, %s", seed,
	    played.trace.n, m->n_point, gen_kind_name(kind));
	ft_metrics_due_free(due);
	drop(&played);
}

/* ---- divisions ----------------------------------------------------------------- */

static double
weight(const struct ft_tree *tree, uint32_t node)
{
	if (tree->flags[node] & FT_NODE_PARENT)
		return ft_tree_is_user(tree, node);
	return tree->shares[node];
}

/*
 * What each node of a family gets, for its weight, is the same for all whom it
 * does not content, and not less than what it is for the contented.
 */
static bool
is_filled(const struct ft_tree *tree, const double *wants, const double *gets)
{
	for (uint32_t a = 0; a < tree->n_acct; a++) {
		uint32_t first = tree->first[a], end = tree->first[a + 1];

		for (uint32_t i = first; i < end; i++)
			for (uint32_t k = first; k < end; k++) {
				double one = gets[i] * weight(tree, k);
				double other = gets[k] * weight(tree, i);

				if (wants[i] > 0 &&
				    gets[i] < wants[i] * (1 - ROUNDING) &&
				    one < other * (1 - ROUNDING) - 1e-3)
					return false;
			}
	}
	return true;
}

static void
check_division(uint64_t seed)
{
	struct gen_tree gen;
	struct ft_tree *tree;
	struct ft_error err;
	struct metrics_due *due;
	uint32_t node[NODES + 1];
	double demand[NODES + 1], given[NODES + 1];
	double wants[NODES + 1] = { 0 }, gets[NODES + 1] = { 0 };
	double capacity, all = 0, sum = 0;
	size_t n = 0;
	bool good = true;

	ft_rng_init(&rng, seed);
	gen_tree_init(&gen, &rng, GEN_PLAIN, NODES);
	if (ft_tree_build(&tree, gen.row, gen.n, &err) != FT_OK)
		bail("%s", err.text);
	for (uint32_t i = 0; i < tree->n; i++)
		if (ft_tree_is_user(tree, i) && ft_rng_below(&rng, 3)) {
			node[n] = i;
			demand[n] = ft_rng_below(&rng, 100000) + 1.0;
			all += demand[n++];
		}
	capacity = all * ft_rng_unit(&rng) * 1.2;
	due = ft_metrics_due_new(tree);
	ft_metrics_divide(
	    due, capacity, &(struct ft_claims){ node, demand, given, n });
	for (size_t i = 0; i < n; i++) {
		sum += given[i];
		good = good && given[i] >= 0 &&
		       given[i] <= demand[i] * (1 + ROUNDING);
		for (uint32_t at = node[i]; at != FT_NODE_NONE;
		     at = ft_tree_fs_parent(tree, at)) {
			wants[at] += demand[i];
			gets[at] += given[i];
		}
	}
	good = good && is_near(sum, all < capacity ? all : capacity) &&
	       is_filled(tree, wants, gets);
	ok(good, "seed %" PRIu64 ": %zu want %g of %g", seed, n, all, capacity);
	ft_metrics_due_free(due);
	ft_tree_free(tree);
	gen_tree_free(&gen);
}

int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, 150);

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		check_metrics(seed);
	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		check_division(seed);
	return done_testing();
}
