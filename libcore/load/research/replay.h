/*
 * replay.h - a trace on a cluster with settings: one call for all policies.
 *
 * `slurm` is the cluster itself: the associations, QOS and settings of a store
 * (or of a new one, with an account per group and a user below it per user of
 * the trace), the jobs submitted as they came, and time let pass.  Jobs and
 * usage of the store take no part: the trace meets an idle cluster.  A trace of
 * what really happened (enum ft_trace_part) brings jobs that run or wait already,
 * and cancels some.  The other
 * policies are those of sim/research/pool/pool.h, ordered by the same tree and settings.
 * All happens on a copy in memory; nothing is written to the store.
 * Not for: what it was worth (sim/metrics/metrics.h).
 */
#ifndef FT_LOAD_RESEARCH_REPLAY_H
#define FT_LOAD_RESEARCH_REPLAY_H

#include "model/conf/conf.h"
#include "model/job/trace.h"
#include "model/tree/tree.h"
#include "sim/research/pool/pool.h"
#include "store/store.h"

enum ft_replay_policy {
	FT_REPLAY_SLURM,
	FT_REPLAY_EASY,
	FT_REPLAY_CONSERVATIVE,
	FT_REPLAY_FCFS
};
/* Words of an option, separated by |, in the order of the enum; ft_pool_orders has
 * those of orders. */
#define FT_REPLAY_POLICIES "slurm|easy|conservative|fcfs"

/* Jobs that never started for one reason. */
struct ft_replay_unrunnable {
	const char *name; /* of the reason, as squeue prints it; NULL: none */
	const char *why;  /* a sentence, or sbatch's answer; static */
	bool refused;     /* at submission; else it waited until nothing
			     could happen any more */
	uint64_t jobs;
	size_t first; /* index in the trace */
};

/* Processors of a pool, or nodes of a cluster, by number from 0. */
struct ft_replay_span {
	uint32_t first, last;
};

/* Where a job ran. */
struct ft_replay_place {
	const char *nodes; /* host list; NULL on a pool, or never started */
	struct ft_replay_span *span; /* ascending */
	size_t n;
};

#define FT_REPLAY_AWAY SIZE_MAX

/* Another use of the same: an earlier run of a job that was requeued, or an
 * outage. */
struct ft_replay_use {
	size_t job;       /* index in the trace; FT_REPLAY_AWAY: an outage */
	int64_t from, to; /* time, to > from */
	struct ft_replay_span span;
};

struct ft_replay {
	enum ft_replay_policy policy;
	enum ft_pool_order order; /* of pool policies */
	uint32_t depth;           /* EASY: as in struct ft_pool */
	const struct ft_conf *conf;
	struct ft_store *store; /* has the tree and QOS, only read; NULL:
				   they are made of the trace alone, all
				   shares 1 */
	bool spend;             /* store is in memory, and nobody wants it
				   afterwards: it is changed, not copied */
	uint32_t cluster;       /* in store */
	/*
	 * A machine instead of the NodeName lines of conf: so many nodes with
	 * so many processors each; a 0 is taken from the trace.  If both are 0
	 * and there is no NodeName line, all is taken from the trace; if the
	 * trace does not say, one-processor nodes, as many as its widest job
	 * needs.
	 */
	uint32_t nodes, cpus;
	struct ft_pool_rules rules; /* of all policies */
	bool
	    usage; /* slurm: the usage that store has at the beginning counts */
	bool places; /* fill place */
	bool plans;  /* fill planned: each pass plans all jobs that it may */
	bool fair;   /* find fair_start too: a replay for each job that waits */
	bool (*report)(void *ctx, double done); /* returns false to stop; may
					         be NULL */
	void *ctx;
	/* out: users and accounts for metrics; valid until ft_replay_free */
	struct ft_tree *tree;
	struct ft_names_set names; /* of tree */
	uint32_t *leaf;            /* [trace->n]: tree node of each job */
	uint32_t procs;            /* of the machine */
	uint32_t made;             /* associations created for the trace */
	/* slurm: jobs whose partition or QOS is not here, or not theirs: they
	 * get the default one */
	uint64_t other_partition, other_qos;
	struct ft_outcome *outcome; /* [trace->n] */
	/* [trace->n], under feedback: when each job came; NULL else */
	int64_t *submit;
	/* jobs that failures ended, by what became of them, and the processor
	 * seconds that they had run */
	uint64_t requeued, failed;
	double lost;
	/* [rules.n_outage]: the same with procs; NULL without */
	struct ft_outage *outage;
	/* [trace->n], if `fair`: when the job would have started if no job of
	 * the trace after it existed; -1: not before it did start.  NULL else. */
	int64_t *fair_start;
	/*
	 * [trace->n], if `places` or `plans`; else NULL.  A pool has no places of its own: a
	 * job gets the free processors of the lowest numbers.  slurm: the nodes;
	 * lanes: how many processors or nodes there are.
	 */
	struct ft_replay_place *place;
	struct ft_planned *planned;
	uint32_t lanes;
	/* if `places`: what else there was.  Outages of a pool take the free
	 * processors of the lowest numbers, too, and under maintenance those of
	 * jobs as they end. */
	struct ft_replay_use *use;
	size_t n_use, cap_use;
	struct ft_arena arena; /* of place */
	/* why some never started: reasons of most jobs first */
	struct ft_replay_unrunnable *unrunnable;
	size_t n_unrunnable, cap_unrunnable;
	bool stopped; /* report returned false: the rest never started */
};

/*
 * Run it.  TRACE stays the caller's and must be sorted by submit time.  Free
 * REPLAY even on failure.  FT_EINVAL: no jobs, too many processors; or an error
 * of settings or store.
 */
enum ft_status ft_replay_run(struct ft_replay *replay,
    const struct ft_trace *trace, struct ft_error *err);
/* Set *cpus to the processors of the largest node that this replay of TRACE runs
 * on.  Fails as ft_replay_run does. */
enum ft_status ft_replay_node(const struct ft_replay *replay,
    const struct ft_trace *trace, uint32_t *cpus, struct ft_error *err);
void ft_replay_free(struct ft_replay *replay);

#endif
