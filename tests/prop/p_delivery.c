/*
 * Delivered against promised: on random histories the parts add up to the gap, and a
 * twin that looks at every second by itself has the same sums.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "algo/delivery.h"
#include "base/mem.h"
#include "base/rng.h"
#include "lib/seeds.h"
#include "tap/tap.h"

enum { CPU, MEM, GPU, N }; /* TRES */
enum { NODES = 4, ACCOUNTS = 6, JOBS = 30, SPANS = 6, LIMITS = 4, SETS = 2 };

static struct ft_rng rng;

static uint32_t
below(uint32_t n)
{
	return ft_rng_below(&rng, n);
}

/* ---- a random past ------------------------------------------------------------------ */

struct past {
	uint64_t has[NODES][N], capacity[2][N];
	const uint64_t *node[NODES];
	struct ft_rollup_capacity had[2];
	struct ft_delivery_span there[SPANS], down[SPANS];
	uint32_t set[2 * SETS][NODES];
	struct ft_delivery_nodes resv[SETS], partition[SETS];
	struct ft_delivery_account account[ACCOUNTS];
	struct ft_delivery_limit limit[LIMITS];
	struct ft_delivery_job job[JOBS];
	uint64_t tres[JOBS][N], piece[JOBS][NODES][N];
	struct ft_delivery_part part[JOBS][NODES];
	uint32_t counted[JOBS][LIMITS];
	size_t chosen[N];
	struct ft_delivery in;
};

static int64_t
random_time(void)
{
	return (int64_t)below(140) - 20;
}

static size_t
random_set(uint32_t *node)
{
	size_t n = 0;

	for (uint32_t i = 0; i < NODES; i++)
		if (below(3))
			node[n++] = i;
	return n;
}

static void
random_machine(struct past *past)
{
	for (size_t i = 0; i < NODES; i++) {
		past->node[i] = past->has[i];
		past->has[i][CPU] = 1 + below(8);
		past->has[i][MEM] = 10 + below(50);
		past->has[i][GPU] = below(3) ? 0 : below(4);
		for (size_t t = 0; t < N; t++)
			past->capacity[0][t] += past->has[i][t];
		past->there[i] = (struct ft_delivery_span){ -50,
			below(4) ? 500 : random_time(), (uint32_t)i };
	}
	past->capacity[1][CPU] = below(10);
	past->had[0] = (struct ft_rollup_capacity){ -50,
		below(4) ? 500 : random_time(), past->capacity[0] };
	past->had[1] = (struct ft_rollup_capacity){ random_time(),
		random_time(), past->capacity[1] };
	for (size_t i = 0; i < SPANS; i++)
		past->down[i] = (struct ft_delivery_span){ random_time(),
			random_time(), below(NODES) };
	for (size_t i = 0; i < SETS; i++) {
		int64_t from = random_time();

		past->resv[i] =
		    (struct ft_delivery_nodes){ from, from + below(60),
			    past->set[i], random_set(past->set[i]) };
		past->partition[i] =
		    (struct ft_delivery_nodes){ .node = past->set[SETS + i],
			    .n = random_set(past->set[SETS + i]) };
	}
}

static void
random_accounts(struct past *past)
{
	for (uint32_t i = 0; i < ACCOUNTS; i++) {
		struct ft_delivery_account *account = &past->account[i];

		account->parent = i ? below(i) : FT_ROLLUP_NONE;
		account->share =
		    i ? past->account[account->parent].share / (1 + below(3))
		      : 1;
	}
	for (size_t i = 0; i < LIMITS; i++)
		past->limit[i] =
		    (struct ft_delivery_limit){ below(3) ? CPU : SIZE_MAX,
			    below(10), !below(4) };
}

static void
random_job(struct past *past, size_t i)
{
	struct ft_delivery_job *job = &past->job[i];

	*job = (struct ft_delivery_job){
		.eligible = below(8) ? random_time() : FT_ROLLUP_EVER,
		.tres = past->tres[i],
		.account = below(9) ? below(ACCOUNTS) : FT_ROLLUP_NONE,
		.n_node = 1 + below(3),
		.part = past->part[i],
		.resv = below(4) ? FT_ROLLUP_NONE : below(SETS),
		.partition = below(2) ? FT_ROLLUP_NONE : below(SETS),
		.limit = past->counted[i],
		.held = !below(10),
	};
	job->start = job->eligible == FT_ROLLUP_EVER
			 ? random_time()
			 : job->eligible + below(60);
	job->end = job->start + below(50);
	if (!below(5)) {
		job->end = job->start;
		job->start = FT_ROLLUP_EVER;
	}
	past->tres[i][CPU] = below(9);
	past->tres[i][MEM] = below(60);
	past->tres[i][GPU] = below(4) ? 0 : below(3);
	for (uint32_t node = 0; node < NODES && job->n_part < job->n_node;
	     node++) {
		if (!below(2))
			continue;
		for (size_t t = 0; t < N; t++)
			past->piece[i][node][t] =
			    past->tres[i][t] / job->n_node;
		past->part[i][job->n_part++] =
		    (struct ft_delivery_part){ node, past->piece[i][node] };
	}
	for (uint32_t l = 0; l < LIMITS; l++)
		if (!below(4))
			past->counted[i][job->n_limit++] = l;
}

static void
random_past(struct past *past)
{
	*past = (struct past){ .chosen = { CPU, GPU, MEM } };
	random_machine(past);
	random_accounts(past);
	for (size_t i = 0; i < JOBS; i++)
		random_job(past, i);
	past->in = (struct ft_delivery){ .from = 0,
		.until = 60 + below(40),
		.capacity = past->had,
		.n_capacity = 2,
		.node = past->node,
		.n_node = NODES,
		.there = past->there,
		.n_there = NODES,
		.down = past->down,
		.n_down = below(SPANS),
		.resv = past->resv,
		.n_resv = SETS,
		.partition = past->partition,
		.n_partition = SETS,
		.account = past->account,
		.n_account = ACCOUNTS,
		.limit = past->limit,
		.n_limit = LIMITS,
		.job = past->job,
		.n_job = 1 + below(JOBS),
		.n_tres = N,
		.chosen = past->chosen,
		.n_chosen = N };
}

/* ---- the twin: one second, one account, one TRES ------------------------------------- */

struct second {
	const struct past *past;
	int64_t at;
	uint32_t account;
	size_t tres;
};

static bool
during(int64_t from, int64_t at, int64_t to)
{
	return from <= at && at < to;
}

static bool
runs(const struct second *second, size_t i)
{
	const struct ft_delivery_job *job = &second->past->job[i];

	return during(job->start, second->at, job->end);
}

static bool
waits(const struct second *second, size_t i)
{
	const struct ft_delivery_job *job = &second->past->job[i];

	return during(job->eligible, second->at,
	    job->start < job->end ? job->start : job->end);
}

static bool
belongs(const struct second *second, size_t i)
{
	uint32_t at = second->past->job[i].account;

	for (; at != FT_ROLLUP_NONE; at = second->past->account[at].parent)
		if (at == second->account)
			return true;
	return false;
}

static bool
has_limit(const struct ft_delivery_job *job, uint32_t limit)
{
	for (size_t i = 0; i < job->n_limit; i++)
		if (job->limit[i] == limit)
			return true;
	return false;
}

static bool
held(const struct second *second, size_t i)
{
	const struct past *past = second->past;

	for (uint32_t l = 0; l < LIMITS; l++) {
		const struct ft_delivery_limit *limit = &past->limit[l];
		uint64_t sum = 0;

		if (!has_limit(&past->job[i], l))
			continue;
		for (size_t k = 0; k < past->in.n_job; k++)
			if (k == i || (!limit->alone && runs(second, k) &&
					  has_limit(&past->job[k], l)))
				sum +=
				    limit->tres == CPU ? past->tres[k][CPU] : 1;
		if (sum > limit->most)
			return true;
	}
	return past->job[i].held;
}

/* Whether node N has room for a part of job I when only jobs of the account, or all
 * jobs, are there. */
static bool
node_fits(const struct second *second, size_t i, uint32_t n, bool all)
{
	const struct past *past = second->past;
	const struct ft_delivery_job *job = &past->job[i];
	bool there = false, in_partition = job->partition == FT_ROLLUP_NONE;
	unsigned other = 0, own = 0;

	for (size_t k = 0; k < NODES; k++)
		there |=
		    past->there[k].node == n &&
		    during(past->there[k].from, second->at, past->there[k].to);
	for (size_t k = 0; k < past->in.n_down; k++)
		there &=
		    past->down[k].node != n ||
		    !during(past->down[k].from, second->at, past->down[k].to);
	for (uint32_t r = 0; r < SETS; r++)
		for (size_t k = 0; k < past->resv[r].n; k++)
			if (past->resv[r].node[k] == n &&
			    during(past->resv[r].from, second->at,
				past->resv[r].to)) {
				own += r == job->resv;
				other++;
			}
	for (size_t k = 0;
	     !in_partition && k < past->partition[job->partition].n; k++)
		in_partition = past->partition[job->partition].node[k] == n;
	if (!there || !in_partition ||
	    (job->resv == FT_ROLLUP_NONE ? other > 0 : own == 0))
		return false;
	for (size_t t = 0; t < N; t++) {
		uint64_t used = 0;

		for (size_t k = 0; k < past->in.n_job; k++)
			for (size_t p = 0; p < past->job[k].n_part; p++)
				if (past->part[k][p].node == n &&
				    runs(second, k) &&
				    (all || belongs(second, k)))
					used += past->part[k][p].tres[t];
		/* TRES that no node has are not looked at */
		if (past->capacity[0][t] && job->tres[t] > 0 &&
		    (used >= past->has[n][t] ||
			(job->tres[t] + job->n_node - 1) / job->n_node >
			    past->has[n][t] - used))
			return false;
	}
	return true;
}

static bool
fits(const struct second *second, size_t i, bool all)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < NODES; k++)
		n += node_fits(second, i, k, all);
	return n >= second->past->job[i].n_node;
}

/* What happened to the account in this second. */
struct view {
	uint64_t total, used, own, waits, held;
	bool now, without; /* a job fits; if others were gone */
};

static struct view
view_of(const struct second *second)
{
	const struct past *past = second->past;
	struct view view = { 0 };

	for (size_t i = 0; i < 2; i++)
		if (during(past->had[i].from, second->at, past->had[i].to))
			view.total += past->had[i].tres[second->tres];
	for (size_t i = 0; i < past->in.n_job; i++) {
		uint64_t count = past->tres[i][second->tres];

		if (runs(second, i))
			view.used += count;
		if (!belongs(second, i))
			continue;
		if (runs(second, i))
			view.own += count;
		if (!waits(second, i))
			continue;
		view.waits += count;
		if (held(second, i)) {
			view.held += count;
		} else if (count) {
			view.now |= fits(second, i, true);
			view.without |= fits(second, i, false);
		}
	}
	return view;
}

static uint64_t
take(uint64_t *rest, uint64_t most)
{
	uint64_t taken = *rest < most ? *rest : most;

	*rest -= taken;
	return taken;
}

/* Returns whether priority is blamed for no more than others had. */
static bool
add_second(
    const struct second *second, uint64_t scale, struct ft_delivery_sum *sum)
{
	struct view view = view_of(second);
	uint64_t promised =
	    (uint64_t)(second->past->account[second->account].share *
			   (ft_real)(view.total * scale) +
		       0.5L);
	uint64_t rest, idle, want = view.waits * scale;
	bool just;

	view.own *= scale;
	sum->promised += promised;
	sum->delivered += view.own;
	if (view.own >= promised) {
		sum->over += view.own - promised;
		return true;
	}
	rest = promised - view.own;
	sum->gap += rest;
	sum->cause[FT_DELIVERY_NO_DEMAND] +=
	    rest > want ? take(&rest, rest - want) : 0;
	sum->cause[FT_DELIVERY_LIMITS] += take(&rest, view.held * scale);
	idle = view.used < view.total ? view.total - view.used : 0;
	if (!view.now)
		sum->cause[FT_DELIVERY_SHAPE] +=
		    take(&rest, view.without ? idle * scale : rest);
	sum->cause[FT_DELIVERY_PRIORITY] += rest;
	just = view.now || rest <= view.used * scale - view.own;
	return just;
}

/* ---- properties ----------------------------------------------------------------------- */

struct tally {
	uint64_t cause[FT_DELIVERY_CAUSES];
};

static bool
adds_up(const struct ft_delivery_sum *sum)
{
	uint64_t parts = 0;

	for (int i = 0; i < FT_DELIVERY_CAUSES; i++)
		parts += sum->cause[i];
	return parts == sum->gap &&
	       sum->promised + sum->over == sum->delivered + sum->gap;
}

static bool
check(const struct past *past, const struct ft_delivery_sum *got,
    const uint64_t *scale, struct second *second)
{
	struct ft_delivery_sum want = { 0 };
	size_t c = 0;
	bool just = true;

	while (past->chosen[c] != second->tres)
		c++;
	got = &got[second->account * N + c];
	for (second->at = 0; second->at < past->in.until; second->at++)
		just &= add_second(second, scale[c], &want);
	if (adds_up(got) && just && !memcmp(got, &want, sizeof want))
		return true;
	diag("account %" PRIu32 " TRES %zu: gap %" PRIu64 " want %" PRIu64,
	    second->account, second->tres, got->gap, want.gap);
	for (int i = 0; i < FT_DELIVERY_CAUSES; i++)
		diag("cause %d: %" PRIu64 " want %" PRIu64, i, got->cause[i],
		    want.cause[i]);
	return false;
}

static void
test_seed(uint64_t seed, struct tally *tally)
{
	struct ft_delivery_sum sum[ACCOUNTS * N];
	struct past *past = ft_calloc(1, sizeof *past);
	uint64_t scale[N];
	bool good = true;

	ft_rng_init(&rng, seed);
	random_past(past);
	ft_delivery_run(&past->in, sum, scale);
	for (uint32_t a = 0; a < ACCOUNTS; a++)
		for (size_t t = 0; t < N; t++)
			good &= check(past, sum, scale,
			    &(struct second){ past, 0, a, t });
	for (size_t i = 0; i < ACCOUNTS * N; i++)
		for (int k = 0; k < FT_DELIVERY_CAUSES; k++)
			tally->cause[k] += sum[i].cause[k] > 0;
	ok(good, "seed %" PRIu64, seed);
	ft_free(past);
}

/* Other seeds: p_delivery FIRST COUNT. */
int
main(int argc, char **argv)
{
	const struct seeds seeds = seeds_of(argc, argv, 1, TAP_ROUNDS(60));
	struct tally tally = { 0 };

	for (uint64_t seed = seeds.first; seed < seeds.end; seed++)
		test_seed(seed, &tally);
	for (int k = 0; k < FT_DELIVERY_CAUSES; k++)
		ok(tally.cause[k] > seeds.n, "cause %d is met often: %" PRIu64,
		    k, tally.cause[k]);
	return done_testing();
}
