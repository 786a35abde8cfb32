/*
 * replay_int.h - what the files of a replay share.
 */
#ifndef FT_LOAD_REPLAY_INT_H
#define FT_LOAD_REPLAY_INT_H

#include "load/replay.h"
#include "model/job.h"

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

/* replay_never.c: how far it is, for ft_pool.tell; ctx: the replaying.  False: the
 * caller wants no more. */
bool ft_replay_tell(void *ctx, double done);
/* replay_never.c: job INDEX never started, because of this; it becomes FAILED. */
void ft_replay_note_never(struct ft_replay *replay, size_t index,
    enum ft_refusal refusal, enum ft_job_reason reason, bool refused);
/* replay_people.c: find or make an association for each job, by the copy. */
enum ft_status ft_replay_people(
    struct ft_replaying *replaying, struct ft_error *err);
/* replay_world.c: the policy slurm. */
enum ft_status ft_replay_world(
    struct ft_replaying *replaying, struct ft_error *err);

#endif
