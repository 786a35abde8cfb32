/*
 * priority.h - priority/multifactor: factors x weights, each factor visible.
 *
 * Pure functions of numbers; who gathers them from jobs and settings is
 * sim/world/world.h (ft_world_priority).  Source: priority_multifactor.html of
 * Slurm's documentation; man/fprio.1, FACTORS.
 */
#ifndef FT_ALGO_PRIORITY_H
#define FT_ALGO_PRIORITY_H

#include "base/base.h"

/* Settings, the same for all jobs of a cluster. */
struct ft_priority_params {
	uint32_t age, assoc, fairshare, job_size, partition, qos; /* weights */
	const double *tres; /* weights by TRES index; NULL none */
	size_t n_tres;
	int64_t max_age; /* seconds */
	bool favor_small;
	uint32_t flags; /* enum ft_priority_flag of model/conf/conf.h */
	/* of the cluster */
	uint32_t nodes, cpus;
	uint32_t top_assoc, top_qos, top_partition; /* highest priorities;
	                                                top_partition >= 1 */
};

/* One job in one partition. */
struct ft_priority_job {
	int64_t now;    /* of the computation */
	int64_t accrue; /* 0: age does not count yet */
	uint32_t assoc_priority, qos_priority, partition_factor;
	double fairshare; /* 0..1 */
	uint32_t min_nodes, cpus;
	int64_t time_limit;        /* minutes; FT_TIME_UNLIMITED */
	const uint64_t *tres;      /* asked for or got, by index */
	const uint64_t *tres_here; /* of the partition, by index */
	int64_t nice, site;
	bool partition_last; /* add the partition factor after all others: the
	                        record of a job that names several */
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
	double norm[FT_FACTORS];     /* normalised, or raw under NO_NORMAL; of
	                                TRES their mean by weight */
	double weighted[FT_FACTORS]; /* what is added up */
	double *tres;                /* weighted, by index; the caller's array
	                                of params.n_tres, or NULL */
	double sum;                  /* exact */
	double listed;               /* the same, added up in sprio's own order:
	                                cut, it may be one off the priority */
	uint32_t priority;           /* cut, 1..2^32-1 */
	bool clamped;                /* sum was below 1 or above 2^32-1 */
};

/* Fill RESULT (its tres array is the caller's). */
void ft_priority_compute(const struct ft_priority_params *params,
    const struct ft_priority_job *job, struct ft_priority *result);

/* Returns the first time, at the earliest NOW, at which the age factor of a job
 * that gains age since ACCRUE may not be what it is at NOW; INT64_MAX: it stays. */
int64_t ft_priority_ages(
    const struct ft_priority_params *params, int64_t now, int64_t accrue);

/* What an earlier computation left: all factors but age and fair share still
 * hold. */
struct ft_priority_kept {
	double weighted[FT_FACTORS];
	uint32_t priority;
};
/* Bring KEPT of a job of one partition up to NOW; returns its priority. */
uint32_t ft_priority_renew(const struct ft_priority_params *params, int64_t now,
    int64_t accrue, double fairshare, struct ft_priority_kept *kept);

/* The job size factor alone, 0..1. */
double ft_priority_job_size(const struct ft_priority_params *params,
    uint32_t nodes, uint32_t cpus, int64_t time_limit);

/*
 * priority/basic: the priority of a new job when LAST is the lowest handed out
 * so far (UINT32_C(0xffff0000) at first).
 */
uint32_t ft_priority_basic(uint32_t last);

#endif
