/*
 * world.h - the cluster of a session with its jobs: load it, change it, save it.
 */
#ifndef FT_CMD_COMMON_WORLD_H
#define FT_CMD_COMMON_WORLD_H

#include "cli/arglist.h"
#include "common/session.h"
#include "load/world/world.h"

/*
 * Fill WORLD (ft_world_free it even on failure) at the session's time.  If the
 * store follows the wall clock, the world is caught up with it.  HOW may be NULL:
 * jobs that arrive later do not matter.
 */
enum ft_status ft_session_world(struct ft_session *session,
    struct ft_world *world, const struct ft_world_load *how,
    struct ft_error *err);
/*
 * Let time pass, under CONF, in the clusters that follow the wall clock, so that
 * jobs that ended by now end before anything is changed.  Inside a write
 * transaction.
 */
enum ft_status ft_session_catch_up(struct ft_session *session,
    const struct ft_conf *conf, struct ft_error *err);
/* Fill ASKER with the acting user. */
void ft_session_asker(const struct ft_session *session,
    const struct ft_world *world, struct ft_asker *asker);
/*
 * Begin a write transaction (see ft_session_begin) and fill WORLD inside it: no
 * other process can write in between.
 */
enum ft_status ft_session_world_begin(struct ft_session *session,
    enum ft_right right, struct ft_world *world,
    const struct ft_world_load *how, struct ft_error *err);
/*
 * Update WORLD with what others changed since it was loaded, refreshed or saved,
 * including the stored settings.  Inside a write transaction.  FT_EINVAL,
 * FT_EPARSE: bad settings.
 */
enum ft_status ft_session_world_refresh(
    struct ft_session *session, struct ft_world *world, struct ft_error *err);
/* Save WORLD and commit. */
enum ft_status ft_session_world_commit(
    struct ft_session *session, struct ft_world *world, struct ft_error *err);

/* ---- -M of squeue and sinfo: the same for each cluster named ---- */

struct ft_clusters {
	const struct ft_context *context;
	struct ft_session *session;
	struct ft_arglist *names; /* "all" becomes the names of all */
	/* Called in each of them, the I-th from 0. */
	enum ft_status (*show)(void *ctx, size_t i, struct ft_error *err);
	void *ctx;
};

/* Show each cluster named, or the session's if none is.  FT_ENOENT: the store has
 * no such cluster. */
enum ft_status ft_clusters_each(
    const struct ft_clusters *clusters, struct ft_error *err);

#endif
