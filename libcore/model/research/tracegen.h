/*
 * tracegen.h - synthetic workloads: who submits when, requests what, and runs
 * how long.
 *
 * For examples and measurements, where no real trace may be published.  The
 * distributions are in man/fairtree-swf.5, SYNTHETIC TRACES.  A pure function
 * of its settings: the same on every machine.
 */
#ifndef FT_MODEL_RESEARCH_TRACEGEN_H
#define FT_MODEL_RESEARCH_TRACEGEN_H

#include "model/job/trace.h"

struct ft_tracegen {
	uint64_t seed;
	uint32_t jobs;            /* 1.. */
	uint32_t users, accounts; /* 1..; accounts <= users */
	uint32_t nodes, cpus;     /* of the machine; cpus: of each node */
	double load;   /* processor seconds asked for over those there are until
	                the last job comes; > 0 */
	int64_t start; /* time of the first hour, a Monday, midnight */
};

/* 3000 jobs of 40 users in 6 accounts on 64 nodes of 16, load 0.85. */
void ft_tracegen_init(struct ft_tracegen *gen);
/*
 * Add the jobs to TRACE, which is initialised and empty.
 * FT_EINVAL: a setting out of its range, a trace longer than a century.
 */
enum ft_status ft_tracegen_make(const struct ft_tracegen *gen,
    struct ft_trace *trace, struct ft_error *err);

#endif
