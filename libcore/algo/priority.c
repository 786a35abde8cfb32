#include "algo/priority.h"

#include "model/conf/conf.h"

#define TOP 4294967295.0 /* 2^32 - 1, the highest priority there is */

/* ---- single factors -------------------------------------------------------- */

/* The seconds of age, in 32 bits that wrap around as they do in Slurm. */
static uint32_t
waited_since(int64_t now, int64_t accrue)
{
	return now > accrue ? (uint32_t)(now - accrue) : 0;
}

static double
age(const struct ft_priority_params *params, int64_t now, int64_t accrue)
{
	uint32_t waited = waited_since(now, accrue);

	if (accrue == 0)
		return 0;
	return waited < params->max_age
		   ? (double)waited / (double)params->max_age
		   : 1.0;
}

int64_t
ft_priority_ages(
    const struct ft_priority_params *params, int64_t now, int64_t accrue)
{
	uint32_t waited = waited_since(now, accrue);

	if (!params->age || accrue == 0)
		return INT64_MAX;
	/* until the seconds wrap around */
	return waited < params->max_age ? now : now + UINT32_MAX - waited + 1;
}

/* VALUE as a part of the highest there is, or as it is. */
static double
part_of(uint32_t value, uint32_t top, bool raw)
{
	if (raw)
		return value;
	return top > 0 ? (double)value / top : 0;
}

/*
 * What it asks for per minute it may take.  Half a cluster for a minute counts
 * as much as all of it for two.
 */
static double
size_for_time(const struct ft_priority_params *params, double nodes,
    double cpus, int64_t time_limit)
{
	double minutes = time_limit < 0 || time_limit > UINT32_MAX
			     ? TOP
			     : (double)time_limit;
	double by_nodes = nodes * params->cpus / params->nodes;
	double size =
	    (by_nodes > cpus ? by_nodes : cpus) / minutes / params->cpus;

	return params->favor_small ? 1.0 - size : size;
}

FT_WRAPS static double
size_small(
    const struct ft_priority_params *params, uint32_t nodes, uint32_t cpus)
{
	double size = nodes < params->nodes
			  ? (double)(params->nodes - nodes) / params->nodes
			  : 0;

	if (cpus == 0)
		return size;
	/* 32 bits that wrap around where it asks for more than there is, as
	 * they do in Slurm */
	return (size + (double)(uint32_t)(params->cpus - cpus) / params->cpus) /
	       2;
}

static double
size_large(
    const struct ft_priority_params *params, uint32_t nodes, uint32_t cpus)
{
	double size = (double)nodes / params->nodes;

	return cpus > 0 ? (size + (double)cpus / params->cpus) / 2 : size;
}

static double
job_size(
    const struct ft_priority_params *params, const struct ft_priority_job *job)
{
	uint32_t nodes = job->min_nodes ? job->min_nodes : 1;
	double size;

	if (params->nodes == 0 || params->cpus == 0)
		return 0;
	if (params->flags & FT_PRIO_SMALL_RELATIVE)
		size = size_for_time(params, nodes, job->cpus, job->time_limit);
	else if (params->favor_small)
		size = size_small(params, nodes, job->cpus);
	else
		size = size_large(params, nodes, job->cpus);
	if (size > 1.0)
		return 1.0;
	return size > 0 ? size : 0; /* also 0/0, which is no number */
}

/* ---- all of them ------------------------------------------------------------- */

static void
add_tres(const struct ft_priority_params *params,
    const struct ft_priority_job *job, struct ft_priority *result)
{
	bool raw = params->flags & FT_PRIO_NO_NORMAL_TRES;
	double weights = 0, weighted = 0;

	for (size_t i = 0; i < params->n_tres; i++) {
		double weight = params->tres[i], count = 0;

		if (raw && job->tres)
			count = (double)job->tres[i];
		else if (job->tres && job->tres_here && job->tres_here[i] > 0)
			count =
			    (double)job->tres[i] / (double)job->tres_here[i];
		weights += weight;
		weighted += count * weight;
		result->listed += count * weight;
		if (result->tres)
			result->tres[i] = count * weight;
	}
	result->weighted[FT_FACTOR_TRES] = weighted;
	result->norm[FT_FACTOR_TRES] = weights > 0 ? weighted / weights : 0;
}

static void
set(struct ft_priority *result, enum ft_priority_factor factor, uint32_t weight,
    double value)
{
	result->norm[factor] = weight > 0 ? value : 0;
	result->weighted[factor] = result->norm[factor] * weight;
}

/*
 * The orders of the additions are Slurm's.  They matter where the sum is a whole
 * number on paper: the double may lie on either side of it.
 */
static double
add_up(const double weighted[FT_FACTORS], const enum ft_priority_factor *factor,
    size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += weighted[factor[i]];
	return sum;
}

/* All but TRES, in the order in which sprio adds up what it receives. */
static double
listed(const struct ft_priority *result)
{
	static const enum ft_priority_factor order[] = { FT_FACTOR_AGE,
		FT_FACTOR_ASSOC, FT_FACTOR_FAIRSHARE, FT_FACTOR_JOB_SIZE,
		FT_FACTOR_PARTITION, FT_FACTOR_QOS, FT_FACTOR_SITE,
		FT_FACTOR_NICE };

	return add_up(result->weighted, order, FT_COUNT(order));
}

static double
stored(const double weighted[FT_FACTORS], bool partition_last)
{
	static const enum ft_priority_factor one[] = { FT_FACTOR_AGE,
		FT_FACTOR_ASSOC, FT_FACTOR_FAIRSHARE, FT_FACTOR_JOB_SIZE,
		FT_FACTOR_PARTITION, FT_FACTOR_QOS, FT_FACTOR_TRES,
		FT_FACTOR_SITE, FT_FACTOR_NICE };
	static const enum ft_priority_factor several[] = { FT_FACTOR_AGE,
		FT_FACTOR_ASSOC, FT_FACTOR_FAIRSHARE, FT_FACTOR_JOB_SIZE,
		FT_FACTOR_QOS, FT_FACTOR_TRES, FT_FACTOR_SITE, FT_FACTOR_NICE,
		FT_FACTOR_PARTITION };

	return add_up(weighted, partition_last ? several : one, FT_COUNT(one));
}

static uint32_t
cut(double sum)
{
	if (sum < 1)
		return 1;
	return sum >= TOP ? UINT32_MAX : (uint32_t)sum;
}

void
ft_priority_compute(const struct ft_priority_params *params,
    const struct ft_priority_job *job, struct ft_priority *result)
{
	uint32_t flags = params->flags;

	set(result, FT_FACTOR_AGE, params->age,
	    age(params, job->now, job->accrue));
	set(result, FT_FACTOR_ASSOC, params->assoc,
	    part_of(job->assoc_priority, params->top_assoc,
		flags & FT_PRIO_NO_NORMAL_ASSOC));
	set(result, FT_FACTOR_FAIRSHARE, params->fairshare, job->fairshare);
	set(result, FT_FACTOR_JOB_SIZE, params->job_size,
	    job_size(params, job));
	set(result, FT_FACTOR_PARTITION, params->partition,
	    part_of(job->partition_factor, params->top_partition,
		flags & FT_PRIO_NO_NORMAL_PART));
	set(result, FT_FACTOR_QOS, params->qos,
	    part_of(job->qos_priority, params->top_qos,
		flags & FT_PRIO_NO_NORMAL_QOS));
	result->norm[FT_FACTOR_SITE] = (double)job->site;
	result->weighted[FT_FACTOR_SITE] = (double)job->site;
	result->norm[FT_FACTOR_NICE] = (double)(0 - job->nice);
	result->weighted[FT_FACTOR_NICE] = (double)(0 - job->nice);
	result->listed = listed(result);
	add_tres(params, job, result);
	result->sum = stored(result->weighted, job->partition_last);
	result->clamped = result->sum < 1 || result->sum >= TOP + 1;
	result->priority = cut(result->sum);
}

uint32_t
ft_priority_renew(const struct ft_priority_params *params, int64_t now,
    int64_t accrue, double fairshare, struct ft_priority_kept *kept)
{
	double *weighted = kept->weighted;
	double by_age =
	    params->age > 0 ? age(params, now, accrue) * params->age : 0;
	double by_share =
	    params->fairshare > 0 ? fairshare * params->fairshare : 0;

	if (by_age == weighted[FT_FACTOR_AGE] &&
	    by_share == weighted[FT_FACTOR_FAIRSHARE])
		return kept->priority;
	weighted[FT_FACTOR_AGE] = by_age;
	weighted[FT_FACTOR_FAIRSHARE] = by_share;
	return kept->priority = cut(stored(weighted, false));
}

uint32_t
ft_priority_basic(uint32_t last)
{
	return last >= 2 ? last - 1 : 1;
}
