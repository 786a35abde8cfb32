/*
 * lastsite.h - which site a store was imported from last: its path and the instant of
 * its snapshot, kept as a setting of the store, so that undo returns to the one before.
 */
#ifndef FT_CMD_FILES_LASTSITE_H
#define FT_CMD_FILES_LASTSITE_H

#include "store/store.h"

/* In a transaction: remember the site of CLUSTER (its name), or that there is none if
 * PATH has no absolute name that could be printed. */
enum ft_status ft_lastsite_put(struct ft_store *store, const char *cluster,
    const char *path, int64_t instant, struct ft_error *err);
/* Set *path, the caller's, and *instant.  FT_ENOENT: none is remembered. */
enum ft_status ft_lastsite_get(struct ft_store *store, const char *cluster,
    char **path, int64_t *instant, struct ft_error *err);

#endif
