/*
 * world_int.h - what the files that load a world share.
 */
#ifndef FT_LOAD_WORLD_INT_H
#define FT_LOAD_WORLD_INT_H

#include "load/world.h"
#include "store/jobs.h"

/* Fill WORLD's ledger, new, with usage as of its last pass and since. */
enum ft_status ft_load_ledger(
    struct ft_world *world, struct ft_store *store, struct ft_error *err);

/* Remember up to what WORLD knows the store. */
void ft_world_note_seen(
    struct ft_world *world, const struct ft_store_seen *seen);

#endif
