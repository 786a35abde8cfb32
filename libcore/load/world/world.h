/*
 * world.h - load a world (sim/world/world.h) from an open store, and save it.
 */
#ifndef FT_LOAD_WORLD_WORLD_H
#define FT_LOAD_WORLD_WORLD_H

#include "load/load.h"
#include "model/machine/nodeevent.h"
#include "sim/world/world.h"

struct ft_world_load {
	bool all_jobs;    /* also jobs that ended long ago (sacct) */
	uint32_t number;  /* also this job or array, whenever it ended */
	bool usage;       /* also TRES and wall time used, and usage of QOS:
			     for limits and scontrol show assoc_mgr */
	bool no_arrivals; /* skip jobs that are still to arrive, for no time
			     will pass; such a world must not be saved unless
			     lazy */
	bool lazy;        /* jobs that arrive later stay in the store until
			     ft_load_arrivals, as world->arrive_by says */
	bool bare;        /* only the configuration: no jobs, usage or live
			     changes, as if slurmctld started for the first
			     time */
	bool used;        /* bare, but with usage as of now */
};
/* Fill WORLD (call ft_world_free even on failure) from SOURCE, whose settings
 * must outlive it.  HOW may be NULL. */
enum ft_status ft_load_world(struct ft_world *world,
    const struct ft_load_source *source, const struct ft_world_load *how,
    struct ft_error *err);
/* Load the jobs that arrive until then; call it before time passes in a world
 * that was loaded lazily. */
enum ft_status ft_load_arrivals(struct ft_world *world, struct ft_store *store,
    int64_t until, struct ft_error *err);
/*
 * Take over what others changed since WORLD was loaded, refreshed or saved:
 * single jobs, or everything if the configuration changed.  Changes of WORLD
 * must have been saved.  Inside a write transaction, or with a frozen store.
 */
enum ft_status ft_load_refresh(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);
/*
 * Events of nodes (model/machine/nodeevent.h) by node, as FILTER wants them: those
 * that STORE has, and of the cluster of WORLD also what came of them since they
 * were written.  To be freed even on failure.
 */
struct ft_store_event_filter; /* store/job/jobs.h */
struct ft_node_events {
	struct ft_node_event *item;
	size_t n, cap;
};
enum ft_status ft_load_node_events(struct ft_world *world,
    struct ft_store *store, const struct ft_store_event_filter *filter,
    struct ft_node_events *events, struct ft_error *err);
void ft_node_events_free(struct ft_node_events *events);
/* Write which nodes went down, came back or are new, inside a transaction. */
enum ft_status ft_save_node_events(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);

/* Write what changed, inside a transaction. */
enum ft_status ft_save_world(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);

/* ---- settings.c: settings that take the place of others, in a transaction ------ */

/*
 * Jobs on nodes that the settings had when they were the text BEFORE, and have no
 * longer, start again or end, as if those nodes had failed; plans of other jobs for
 * such nodes are dropped.  *ended: how many jobs.  Settings that cannot be read
 * had no nodes.
 */
enum ft_status ft_load_settle_jobs(struct ft_store *store, const char *before,
    size_t *ended, struct ft_error *err);
/*
 * Store TEXT, which was read as CONF, as the settings; ft_load_reconfigure() and
 * ft_load_settle_jobs() then.  ended NULL: leave the jobs as they are.
 */
enum ft_status ft_load_put_conf(struct ft_store *store, const char *text,
    const struct ft_conf *conf, size_t *ended, struct ft_error *err);

#endif
