/*
 * order.c - orders in which each job has a value of its own, and the lanes they
 * need: one for each waiting job.
 */

#include "model/synthetic/dist.h"
#include "sim/research/pool/private.h"

#define LN2  0x1.62e42fefa39efp-1
#define LN10 0x1.26bb1bbb55516p+1

const char ft_pool_orders[] = "submit|usage|fairtree"
#define ORDER(id, name, ages, value) "|" name
#include "sim/research/pool/order.def"
    ;

/* ---- values -------------------------------------------------------------- */

/* What an order by job (order.def) knows of one. */
struct pool_wish {
	double r, n, s, w;
};

/* The same on every machine, unlike those of C libraries. */
static double
lg(double x)
{
	return ft_dist_log(x) / LN10;
}

static double
cube(double x)
{
	return x * x * x;
}

/* The logarithm of a single processor is 0: such jobs come first once they have
 * waited. */
static double
unicef(const struct pool_wish *job)
{
	double size = ft_dist_log(job->n) / LN2;

	if (!(job->w > 0))
		return 0;
	return size > 0 ? -job->w / (size * job->r) : -HUGE_VAL;
}

#define ORDER(id, name, aging, formula)                                        \
	static double value_##id(const struct pool_wish *job)                  \
	{                                                                      \
		return formula;                                                \
	}
#include "sim/research/pool/order.def"

static const struct {
	bool ages;
	double (*value)(const struct pool_wish *job);
} orders[FT_POOL_ORDERS] = {
#define ORDER(id, name, aging, formula)                                        \
	[FT_POOL_BY_##id] = { .ages = aging, .value = value_##id },
#include "sim/research/pool/order.def"
};

bool
ft_pool_by_job(enum ft_pool_order order)
{
	return orders[order].value;
}

bool
ft_pool_ages(enum ft_pool_order order)
{
	return orders[order].ages;
}

double
ft_pool_value(struct pool_run *run, uint32_t at)
{
	const struct ft_trace_job *job = &run->trace->job[at];
	int64_t since = job->submit - run->trace->job[0].submit;

	if (!ft_pool_by_job(run->pool->order))
		return ft_pool_ranking_value(
		    &run->standing, ft_pool_user(run, at));
	return orders[run->pool->order].value(
	    &(const struct pool_wish){ .r = ft_pool_length(job),
		.n = job->procs,
		.s = since > 1 ? (double)since : 1,
		.w = (double)(run->now - job->submit) });
}

/* ---- lanes --------------------------------------------------------------- */

uint32_t
ft_pool_lane_of(struct pool_run *run, uint32_t job)
{
	if (!ft_pool_by_job(run->pool->order))
		return ft_pool_user(run, job);
	/* of as many lanes as jobs wait, not as there are */
	return run->n_spare ? run->spare[--run->n_spare] : run->n_lane++;
}

void
ft_pool_lane_left(struct pool_run *run, uint32_t lane)
{
	if (ft_pool_by_job(run->pool->order))
		*ft_vec_add(run->spare, run->n_spare, run->cap_spare) = lane;
}

static double
aged(void *ctx, uint32_t lane)
{
	struct pool_run *run = ctx;

	return ft_pool_value(run, run->line.lane[lane].block->job[0]);
}

void
ft_pool_age(struct pool_run *run)
{
	if (ft_pool_ages(run->pool->order) && run->line.n)
		ft_pool_line_order(&run->line, aged, run);
}
