/*
 * line.h - one command line of facctmgr, run inside another program on a store
 * that is open already: what-if.  facctmgr itself reads its lines in shell/.
 */
#ifndef FT_CMD_FACCTMGR_LINE_H
#define FT_CMD_FACCTMGR_LINE_H

#include "common/session.h"

/*
 * Run LINE, the words after "facctmgr" quoted as for a shell, on the store of
 * SESSION: a copy in memory (ft_store_scratch), because every question is
 * answered with yes.  Verbs that change nothing are refused.  Output is dropped;
 * complaints go to context->err as those of context->program.  Returns 0, or 1
 * if the line was refused or there was nothing to modify.
 */
int facctmgr_apply_line(const struct ft_context *context,
    const struct ft_session *session, const char *line);

#endif
