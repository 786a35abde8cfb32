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
int acct_block_begin(struct acct *acct);
int acct_block_commit(struct acct *acct);
int acct_block_rollback(struct acct *acct);
int acct_block_pending(struct acct *acct);

/* Run a command inside the open block: all of it, or nothing. */
int acct_block_run(struct acct *acct, int argc, char **argv);
/*
 * A command failed, whichever.  Who types sees that and goes on; a file, which
 * did not say what to do then, does not mean the rest alone: nothing of its
 * block will be committed.
 */
void acct_block_failed(struct acct *acct);
/* Returns how many commands wait for commit. */
size_t acct_block_size(const struct acct *acct);
/* Forget the block, if there is one, without a word. */
void acct_block_drop(struct acct *acct);

#endif
