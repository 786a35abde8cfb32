/*
 * complete.h - what the next word of a command of facctmgr may be: a verb, an
 * entity, keys and values from the tables, names from the store.  For the
 * completions of shells and for TAB in our own.
 */
#ifndef FT_CMD_FACCTMGR_COMPLETE_H
#define FT_CMD_FACCTMGR_COMPLETE_H

#include "common/complete.h"

/* Offer TO completions of argv[argc - 1], which is being typed ("": nothing yet);
 * the words before it are complete.  argc: at least 1. */
void facctmgr_complete(
    const struct ft_completer *to, int argc, char *const *argv);

#endif
