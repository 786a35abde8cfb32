/*
 * pending.h - pending jobs of a store, as jobs of the game.
 *
 * Only jobs that could start now: not held, begin time reached, dependency
 * fulfilled, and possible at all; each pending task of an array separately.  A
 * job takes as many whole nodes as fqueue shows.  It plans its time limit (else
 * its partition's, else a year), and really runs as it was submitted to, at
 * most to its limit.
 */
#ifndef FT_CMD_FAUCTION_QUEUE_PENDING_H
#define FT_CMD_FAUCTION_QUEUE_PENDING_H

#include "common/session.h"
#include "model/research/game.h"
#include "sim/world/world.h"

/* Fill OUT except for its name and source. */
void fauction_pending_job(const struct ft_world *world,
    const struct ft_job *job, struct ft_game_job *out);
/* Open SESSION and append the pending jobs that the acting user may see to
 * JOBS, by number; *nodes: nodes of the machine. */
enum ft_status fauction_pending_read(struct ft_session *session,
    const struct ft_context *context, struct ft_game_jobs *jobs,
    uint32_t *nodes, struct ft_error *err);

#endif
