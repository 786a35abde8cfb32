/*
 * priority.h - priority/multifactor: the sum of factors times weights, with
 * each summand visible.
 *
 * Pure functions of numbers.  sim/priority/priority.h (ft_world_priority)
 * gathers the numbers from jobs and settings.  Source:
 * priority_multifactor.html of Slurm's documentation; man/fprio.1, FACTORS.
 */
#ifndef FT_ALGO_PRIORITY_H
#define FT_ALGO_PRIORITY_H

#include "base/base.h"

/* Settings, the same for all jobs of a cluster. */
struct ft_priority_params {
	uint32_t age, assoc, fairshare, job_size, partition, qos; /* weights */
	const double *tres; /* weights by TRES index; NULL: none */
	size_t n_tres;
	int64_t max_age; /* seconds */
	bool favor_small;
	uint32_t flags;       /* enum ft_priority_flag of model/conf/conf.h */
	uint32_t nodes, cpus; /* of the cluster */
	/* the highest priorities of any association, QOS and partition;
	 * top_partition >= 1 */
	uint32_t top_assoc, top_qos, top_partition;
};

/* One job in one partition. */
struct ft_priority_job {
	int64_t now;    /* of the computation */
	int64_t accrue; /* since when it gains age; 0: it does not yet */
	uint32_t assoc_priority, qos_priority, partition_factor;
	double fairshare; /* 0..1 */
	uint32_t min_nodes, cpus;
	int64_t time_limit;        /* minutes; FT_TIME_UNLIMITED */
	const uint64_t *tres;      /* by index: requested, or allocated */
	const uint64_t *tres_here; /* by index: what the partition has */
	int64_t nice, site;
	/* add the partition factor after all others, as Slurm does for the
	 * record of a job that names several partitions */
	bool partition_last;
};

enum ft_priority_factor {
	FT_FACTOR_SITE, /* a number of its own, without weight */
	FT_FACTOR_AGE,
	FT_FACTOR_ASSOC,
	FT_FACTOR_FAIRSHARE,
	FT_FACTOR_JOB_SIZE,
	FT_FACTOR_PARTITION,
	FT_FACTOR_QOS,
	FT_FACTOR_TRES, /* sum over all TRES */
	FT_FACTOR_NICE, /* negative of nice */
	FT_FACTORS
};

struct ft_priority {
	/* normalised, or raw under NO_NORMAL; for TRES the weighted mean */
	double norm[FT_FACTORS];
	double weighted[FT_FACTORS]; /* the summands */
	/* the summands of FT_FACTOR_TRES, by index: an array of params.n_tres
	 * that the caller owns, or NULL */
	double *tres;
	double sum; /* of the summands, in slurmctld's order */
	/* the same in the order in which sprio adds: rounded down, it may
	 * differ from the priority by one */
	double listed;
	uint32_t priority; /* `sum` rounded down, 1..2^32-1 */
	bool clamped;      /* `sum` was outside of that range */
};

/* Set RESULT; the caller sets result->tres before. */
void ft_priority_compute(const struct ft_priority_params *params,
    const struct ft_priority_job *job, struct ft_priority *result);

/* Returns the first time, NOW or later, at which the age factor of a job that
 * gains age since ACCRUE may differ from what it is at NOW; INT64_MAX: it never
 * will. */
int64_t ft_priority_ages(
    const struct ft_priority_params *params, int64_t now, int64_t accrue);

/* The result of an earlier computation, of which only age and fair share may
 * have changed. */
struct ft_priority_kept {
	double weighted[FT_FACTORS];
	uint32_t priority;
};
/* Bring KEPT, of a job that names one partition, up to NOW; returns the
 * priority. */
uint32_t ft_priority_renew(const struct ft_priority_params *params, int64_t now,
    int64_t accrue, double fairshare, struct ft_priority_kept *kept);

/* Returns the priority of a new job under priority/basic; LAST: the lowest
 * given to any job so far (UINT32_C(0xffff0000) at first). */
uint32_t ft_priority_basic(uint32_t last);

#endif
