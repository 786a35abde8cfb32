/*
 * lastsite.h - which site a store was imported from last: its path and the instant of
 * its snapshot, kept as a setting of the store, so that undo returns to the one before.
 */
#ifndef FT_CMD_COMMON_LASTSITE_H
#define FT_CMD_COMMON_LASTSITE_H

#include "common/session.h"

/* In the transaction: remember PATH, or that there is none if it has no absolute name
 * that could be printed. */
enum ft_status ft_lastsite_put(struct ft_session *session, const char *path,
    int64_t instant, struct ft_error *err);
/* Set *path, the caller's, and *instant.  FT_ENOENT: none is remembered. */
enum ft_status ft_lastsite_get(struct ft_session *session, char **path,
    int64_t *instant, struct ft_error *err);

#endif
