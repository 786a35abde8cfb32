/*
 * private.h - what the files of a replay share.
 */
#ifndef FT_LOAD_RESEARCH_PRIVATE_H
#define FT_LOAD_RESEARCH_PRIVATE_H

#include "load/research/replay.h"
#include "model/job/job.h"
#include "model/machine/machine.h"

/* A replay under way. */
struct ft_replaying {
	struct ft_replay *replay;
	const struct ft_trace *trace;
	struct ft_conf conf; /* replay->conf, or a copy with another machine */
	bool built;          /* it is a copy */
	bool poor;           /* nodes have no RealMemory */
	struct ft_store *store;   /* the copy in memory */
	uint32_t cluster;         /* in the copy */
	uint32_t *assoc;          /* [trace->n]: association of each job */
	struct ft_pool_cuts cuts; /* of a pool */
};

/* unrunnable.c: the progress, for ft_pool.report; CTX is the replaying.  False: the
 * caller wants to stop. */
bool ft_replay_report(void *ctx, double done);
/* unrunnable.c: job INDEX never started for this reason; its outcome is FAILED. */
void ft_replay_note_unrunnable(struct ft_replay *replay, size_t index,
    enum ft_refusal refusal, enum ft_job_reason reason, bool refused);
/* place.c: give jobs of a pool processors; JOB (index) of slurm ran on these NODES,
 * a host list; USE (without its span) is one of NODES. */
void ft_replay_place_pool(struct ft_replaying *replaying);
void ft_replay_place_nodes(struct ft_replay *replay, size_t job,
    const char *nodes, const struct ft_machine *machine);
void ft_replay_use_nodes(struct ft_replay *replay, struct ft_replay_use use,
    const char *nodes, const struct ft_machine *machine);
/* people.c: find or create an association in the copy for each job. */
enum ft_status ft_replay_people(
    struct ft_replaying *replaying, struct ft_error *err);
/* outage.c: make replay->outage, which has the processors of nodes.  FT_EINVAL: a
 * node that is not there or is out twice at once; no nodes for slurm. */
enum ft_status ft_replay_outages(
    struct ft_replaying *replaying, struct ft_error *err);
/* research/world.c: the policy slurm. */
enum ft_status ft_replay_world(
    struct ft_replaying *replaying, struct ft_error *err);

#endif
