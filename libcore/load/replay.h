/*
 * replay.h - a trace on a cluster with settings: one call for all policies.
 *
 * `slurm` is the cluster itself: a copy of a store in memory (or a new one,
 * with an account per group and a user below it per user of the trace), its
 * settings, the jobs submitted as they came, and time let pass.  The other
 * policies are those of sim/pool.h, ordered by the same tree and settings.
 * Nothing is written to the store.
 */
#ifndef FT_LOAD_REPLAY_H
#define FT_LOAD_REPLAY_H

#include "base/error.h"
#include "model/conf.h"
#include "model/trace.h"
#include "model/tree.h"
#include "sim/pool.h"
#include "store/store.h"

enum ft_replay_policy {
	FT_REPLAY_SLURM,
	FT_REPLAY_EASY,
	FT_REPLAY_CONSERVATIVE,
	FT_REPLAY_FCFS
};

struct ft_replay {
	enum ft_replay_policy policy;
	enum ft_pool_order order; /* of the pool's policies */
	const struct ft_conf *conf;
	const struct ft_store *store; /* tree and QOS to take; NULL: of the
	                                 trace alone, all shares 1 */
	uint32_t cluster;             /* of store */
	uint32_t nodes, cpus; /* of the machine, if conf has no NodeName line;
	                         0: as the trace says, else as wide as its
	                         widest job */
	bool (*tell)(void *ctx, double done); /* false: stop; may be NULL */
	void *ctx;
	/* out: who is who, for metrics; the replay's until ft_replay_free */
	struct ft_tree *tree;
	uint32_t *leaf; /* [trace->n]: tree node of each job */
	uint32_t procs; /* of the machine */
	uint32_t made;  /* associations that were made for the trace */
	struct ft_outcome *outcome; /* [trace->n] */
	bool stopped;               /* tell said so: the rest never started */
};

/* Run it.  TRACE stays the caller's. */
enum ft_status ft_replay_run(struct ft_replay *replay,
    const struct ft_trace *trace, struct ft_error *err);
void ft_replay_free(struct ft_replay *replay);

#endif
