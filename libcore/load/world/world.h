/*
 * world.h - a world (sim/world/world.h) from an open store, and back.
 */
#ifndef FT_LOAD_WORLD_WORLD_H
#define FT_LOAD_WORLD_WORLD_H

#include "load/load.h"
#include "sim/world/world.h"

struct ft_world_load {
	bool all_jobs;    /* also those that ended long ago (sacct) */
	bool usage;       /* amounts of TRES and wall time, QOS usage: for
	                       limits and scontrol show assoc_mgr */
	bool no_arrivals; /* not those that are still to arrive: for what
	                     the present queue comes to; not to be saved */
	bool bare;        /* only the configuration: no jobs, no usage, no live
	                       changes, as if slurmctld started for the first
	                       time at that moment */
};
/*
 * Fill WORLD (the caller's, ft_world_free it even on failure) with SOURCE as it
 * is; its settings are borrowed as long as it lives.  how: NULL: nothing of it.
 */
enum ft_status ft_load_world(struct ft_world *world,
    const struct ft_load_source *source, const struct ft_world_load *how,
    struct ft_error *err);
/*
 * Take over what others changed since WORLD was loaded, refreshed or saved:
 * jobs one by one; all of it anew if the configuration changed.  What is marked
 * to be saved must have been.  Inside a write transaction, or frozen.
 */
enum ft_status ft_load_refresh(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);
/* Write what changed, inside a transaction. */
enum ft_status ft_save_world(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);

#endif
