/*
 * private.h - what the files that load a world share.
 */
#ifndef FT_LOAD_WORLD_PRIVATE_H
#define FT_LOAD_WORLD_PRIVATE_H

#include "base/map.h"
#include "load/world/world.h"
#include "store/job/jobs.h"

/* A world being filled. */
struct ft_loading {
	struct ft_world *world;
	struct ft_store *store;
	struct ft_map node; /* node index by name */
	const char *hosts;  /* interned host list of the last job, ... */
	uint32_t *found;    /* ... and its nodes */
	size_t n_found, cap_found;
	struct ft_job **fresh; /* arrivals to be listed */
	size_t n_fresh, cap_fresh;
	bool no_arrivals, lazy;
	uint32_t number; /* of a job wanted even if it ended long ago; 0 none */
	bool only_new;   /* only new pending jobs have come so far */
};

/* ---- world/jobs.c -------------------------------------------------------- */

/* Index the names of nodes; call it once the machine is complete. */
void ft_loading_index(struct ft_loading *loading);
enum ft_status ft_loading_reservations(
    struct ft_loading *loading, struct ft_error *err);
enum ft_status ft_loading_jobs(
    struct ft_loading *loading, struct ft_error *err);
/* Load the jobs that arrive after world->arrive_by, up to UNTIL. */
enum ft_status ft_loading_arrivals(
    struct ft_loading *loading, int64_t until, struct ft_error *err);
/* Load the jobs written since the world was loaded. */
enum ft_status ft_loading_new_jobs(
    struct ft_loading *loading, struct ft_error *err);

/* ---- the rest ------------------------------------------------------------ */

/* Fill WORLD's new ledger with usage as of its last pass and since. */
enum ft_status ft_load_ledger(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);

/* Remember RESERVATION as it is now, and that the one of that id is gone. */
enum ft_status ft_save_record(struct ft_world *world, struct ft_store *store,
    const struct ft_reservation *reservation, struct ft_error *err);
enum ft_status ft_end_record(struct ft_world *world, struct ft_store *store,
    uint32_t number, struct ft_error *err);

/* Remember how far WORLD has read the store. */
void ft_world_note_seen(
    struct ft_world *world, const struct ft_store_seen *seen);

#endif
