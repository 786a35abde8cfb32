/*
 * line.h - one command line of facctmgr, run inside another command on a store
 * that is open already: what-if.
 *
 * Not for facctmgr itself, which reads its lines in input.c.
 */
#ifndef FT_CMD_FACCTMGR_SHELL_LINE_H
#define FT_CMD_FACCTMGR_SHELL_LINE_H

#include "common/session.h"

/*
 * Run LINE, the words behind "facctmgr" as for a shell, on the store of
 * SESSION (a copy in memory, ft_store_scratch: all is answered with yes).
 * Only what changes something is taken.  Answers are dropped, complaints are
 * printed on context->err as those of context->program.  Returns 0, or 1 when
 * the line was refused, or found nothing to modify.
 */
int facctmgr_apply_line(const struct ft_context *context,
    const struct ft_session *session, const char *line);

#endif
