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

#include "model/research/estimate.h"

/* Words of options, separated by |, in the order of the enum. */
#define FT_TRACEGEN_MODELS                                                     \
	"series|lublin|lublin-batch|lublin-interactive|lublin-mixed"
enum ft_tracegen_model {
	FT_TRACEGEN_SERIES, /* our own: users submit series of similar jobs */
	/* Lublin and Feitelson (lublin.h): one class of jobs, or batch and
	 * interactive ones, each with arrivals of its own */
	FT_TRACEGEN_LUBLIN,
	FT_TRACEGEN_LUBLIN_BATCH,
	FT_TRACEGEN_LUBLIN_INTERACTIVE,
	FT_TRACEGEN_LUBLIN_MIXED
};

struct ft_tracegen {
	enum ft_tracegen_model model;
	bool own_load; /* not SERIES: load is what the arrivals make of it */
	struct ft_estimate limits; /* instead of the model's own; the seed is
				      that of all */
	uint64_t seed;
	uint32_t jobs;            /* 1.. */
	uint32_t users, accounts; /* 1..; accounts <= users */
	uint32_t nodes, cpus;     /* of the machine; cpus: of each node */
	double load;   /* processor seconds asked for over those there are until
	                the last job comes; > 0 */
	int64_t start; /* time of the first hour, a Monday, midnight */
};

/* SERIES: 3000 jobs of 40 users in 6 accounts on 64 nodes of 16, load 0.85. */
void ft_tracegen_init(struct ft_tracegen *gen);
/*
 * Add the jobs to TRACE, which is initialised and empty.
 * FT_EINVAL: a setting out of its range, a trace longer than a century.
 */
enum ft_status ft_tracegen_make(const struct ft_tracegen *gen,
    struct ft_trace *trace, struct ft_error *err);

#endif
