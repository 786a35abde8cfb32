/*
 * journal.h - log, undo and redo: the journal of changes.
 */
#ifndef FT_CMD_FACCTMGR_JOURNAL_JOURNAL_H
#define FT_CMD_FACCTMGR_JOURNAL_JOURNAL_H

#include "facctmgr/facctmgr.h"
#include "store/journal/journal.h"

facctmgr_verb_fn facctmgr_log, facctmgr_undo, facctmgr_redo;

/*
 * Set *entry to that of change ID (0: the latest); entry->id is 0 if there is
 * none.
 */
enum ft_status facctmgr_journal_entry(struct ft_store *store, uint32_t id,
    struct ft_arena *arena, struct ft_journal_entry *entry,
    struct ft_error *err);

#endif
