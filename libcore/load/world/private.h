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
	struct ft_map node; /* index by name */
	const char *hosts;  /* host list of the last job (interned), ... */
	uint32_t *found;    /* ... and what it stands for */
	size_t n_found, cap_found;
	bool no_arrivals;
	bool only_new; /* nothing but pending jobs came that were not there */
};

/* ---- world/jobs.c -------------------------------------------------------- */

/* Let names of nodes be found: the machine is as it will be. */
void ft_loading_index(struct ft_loading *loading);
enum ft_status ft_loading_reservations(
    struct ft_loading *loading, struct ft_error *err);
enum ft_status ft_loading_jobs(
    struct ft_loading *loading, struct ft_error *err);
/* Those that were written since the world was. */
enum ft_status ft_loading_new_jobs(
    struct ft_loading *loading, struct ft_error *err);

/* ---- the rest ------------------------------------------------------------ */

/* Fill WORLD's ledger, new, with usage as of its last pass and since. */
enum ft_status ft_load_ledger(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);

/* Remember up to what WORLD knows the store. */
void ft_world_note_seen(
    struct ft_world *world, const struct ft_store_seen *seen);

#endif
