/*
 * loader_history.h - reads the past of a store.
 */
#ifndef FT_CMD_FVIEW_LOADER_HISTORY_H
#define FT_CMD_FVIEW_LOADER_HISTORY_H

#include "common/session.h"
#include "fview/history.h"
#include "fview/view.h"

/* Read the past of the nodes of DATA until its time; *history: the caller's. */
enum ft_status fview_history_read(struct ft_session *session,
    const struct fview_data *data, struct fview_history **history,
    struct ft_error *err);

#endif
