/*
 * block.h - begin .. commit: several commands as one change.
 *
 * From `begin` on commands work on a copy of the store in memory and are
 * written down; nothing is locked while somebody thinks.  `commit` does them
 * again on the store, all in one transaction with one entry in the journal, or
 * none of them.  If others have changed the store meanwhile, a block that is
 * typed is put on what is there now and has to be committed again; one that is
 * read from a file is done, each command under its own rules.
 */
#ifndef FT_CMD_FACCTMGR_SHELL_BLOCK_H
#define FT_CMD_FACCTMGR_SHELL_BLOCK_H

#include "facctmgr/facctmgr.h"

/* The verbs; each returns the exit status. */
int facctmgr_block_begin(struct facctmgr *acct);
int facctmgr_block_commit(struct facctmgr *acct);
int facctmgr_block_rollback(struct facctmgr *acct);
int facctmgr_block_pending(struct facctmgr *acct);

/* Run a command inside the open block: all of it, or nothing. */
int facctmgr_block_run(struct facctmgr *acct, int argc, char **argv);
/*
 * A command failed, whichever.  Who types sees that and goes on; a file, which
 * did not say what to do then, does not mean the rest alone: nothing of its
 * block will be committed.
 */
void facctmgr_block_failed(struct facctmgr *acct);
/* Returns how many commands wait for commit. */
size_t facctmgr_block_size(const struct facctmgr *acct);
/* Forget the block, if there is one, without a word. */
void facctmgr_block_drop(struct facctmgr *acct);

#endif
