/*
 * private.h - what the files of a replay share.
 */
#ifndef FT_LOAD_RESEARCH_PRIVATE_H
#define FT_LOAD_RESEARCH_PRIVATE_H

#include "load/research/replay.h"
#include "model/job/job.h"

/* A replay at work. */
struct ft_replaying {
	struct ft_replay *replay;
	const struct ft_trace *trace;
	struct ft_conf conf; /* replay->conf, with a machine if it was built */
	bool built;          /* ... it was */
	bool poor;           /* nodes do not say what memory they have */
	struct ft_store *store; /* the copy */
	uint32_t cluster;       /* in it */
	uint32_t *assoc;        /* [trace->n]: association of each job */
};

/* research/never.c: how far it is, for ft_pool.tell; ctx: the replaying.  False: the
 * caller wants no more. */
bool ft_replay_tell(void *ctx, double done);
/* research/never.c: job INDEX never started, because of this; it becomes FAILED. */
void ft_replay_note_never(struct ft_replay *replay, size_t index,
    enum ft_refusal refusal, enum ft_job_reason reason, bool refused);
/* research/people.c: find or make an association for each job, by the copy. */
enum ft_status ft_replay_people(
    struct ft_replaying *replaying, struct ft_error *err);
/* research/world.c: the policy slurm. */
enum ft_status ft_replay_world(
    struct ft_replaying *replaying, struct ft_error *err);

#endif
