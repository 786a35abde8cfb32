/*
 * loader_queue.h - reads the jobs of the queue page from a store.
 */
#ifndef FT_CMD_FVIEW_LOADER_QUEUE_H
#define FT_CMD_FVIEW_LOADER_QUEUE_H

#include "common/session.h"
#include "fview/queue.h"

/* Read pending and running jobs; *queue: the caller's.  The store is frozen. */
enum ft_status fview_queue_read(struct ft_session *session,
    struct fview_queue **queue, struct ft_error *err);

#endif
