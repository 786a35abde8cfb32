/*
 * pending.h - the jobs that wait in a store, as jobs of the game.
 *
 * Those that could start now: not held, begin time reached, dependencies
 * satisfied, not such as can never start; each waiting task of an array on its own.  A job takes as many
 * whole nodes as fqueue shows, plans its time limit (its partition's where it
 * has none; a year without any), and really takes what it was submitted to run,
 * no more than its limit.
 */
#ifndef FT_CMD_FAUCTION_QUEUE_PENDING_H
#define FT_CMD_FAUCTION_QUEUE_PENDING_H

#include "common/session.h"
#include "model/research/game.h"
#include "sim/world/world.h"

/* Fill OUT, but for its name and source. */
void fauction_pending_job(const struct ft_world *world,
    const struct ft_job *job, struct ft_game_job *out);
/*
 * Open SESSION and append the jobs that wait and that the acting user may see
 * to JOBS, by number; *nodes: those of the machine.
 */
enum ft_status fauction_pending_read(struct ft_session *session,
    const struct ft_context *context, struct ft_game_jobs *jobs,
    uint32_t *nodes, struct ft_error *err);

#endif
