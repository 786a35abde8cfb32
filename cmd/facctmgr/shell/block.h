/*
 * block.h - begin .. commit: several commands as one change.
 *
 * From `begin` on commands change a copy of the store in memory, and are kept;
 * nothing is locked meanwhile.  `commit` runs them again on the store in one
 * transaction, with one entry in the journal, or none of them.  If others have
 * changed the store meanwhile, a typed block is moved onto the new state and
 * must be committed again; a block of a file is committed.
 */
#ifndef FT_CMD_FACCTMGR_SHELL_BLOCK_H
#define FT_CMD_FACCTMGR_SHELL_BLOCK_H

#include "facctmgr/facctmgr.h"

/* Run acct->block_verb: begin, commit, rollback or pending; returns the exit
 * status. */
int facctmgr_block_verb(struct facctmgr *acct);
/* Print what is pending; returns the exit status. */
int facctmgr_block_pending(struct facctmgr *acct);
/* Run a command inside the open block; a command that fails changes nothing. */
int facctmgr_block_run(struct facctmgr *acct, int argc, char **argv);
/*
 * A command failed.  A user sees that and goes on typing; a file cannot react,
 * so nothing of its block will be committed.
 */
void facctmgr_block_failed(struct facctmgr *acct);
/* Returns how many commands are pending. */
size_t facctmgr_block_size(const struct facctmgr *acct);
/* Drop the block, if there is one, without output. */
void facctmgr_block_drop(struct facctmgr *acct);

#endif
