/*
 * complete.h - what the next word of a command of facctmgr may be.
 *
 * From the tables that read the words: verb, entity, keys, values; names from
 * the store.  For the completions of shells and for TAB in the dialogue.
 */
#ifndef FT_CMD_FACCTMGR_SHELL_COMPLETE_H
#define FT_CMD_FACCTMGR_SHELL_COMPLETE_H

#include "common/complete.h"

/* Offer TO what argv[argc - 1], which is being typed ("" nothing yet), may
 * become; the words in front of it are whole.  argc: from 1. */
void facctmgr_complete(
    const struct ft_completer *to, int argc, char *const *argv);

#endif
