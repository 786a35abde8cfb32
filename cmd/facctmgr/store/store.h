/*
 * store.h - the store of a run: opened, changed in transactions, committed,
 * checked, saved.
 */
#ifndef FT_CMD_FACCTMGR_STORE_STORE_H
#define FT_CMD_FACCTMGR_STORE_STORE_H

#include "facctmgr/facctmgr.h"

/* ---- session.c -------------------------------------------------------------- */

/* Open the session to read, or also to write; returns false with a message. */
bool facctmgr_open(struct facctmgr *acct, bool write);
void facctmgr_close(struct facctmgr *acct);
/* Start the transaction, if there is none; returns false with a message. */
bool facctmgr_begin(struct facctmgr *acct);
/* Drop the transaction, if there is one. */
void facctmgr_rollback(struct facctmgr *acct);
/* Returns whether the acting user has RIGHT; inside a transaction. */
bool facctmgr_may(struct facctmgr *acct, enum ft_right right);
/* Set *level to the admin level of the acting user, in the store, which it opens;
 * returns false with a message. */
bool facctmgr_read_level(struct facctmgr *acct, enum ft_admin_level *level);

/* ---- commit.c --------------------------------------------------------------- */

/* What a transaction did; under our own name only deletions need a question. */
enum facctmgr_change {
	FACCTMGR_CHANGE,
	FACCTMGR_CHANGE_JOBS,    /* of which the journal knows nothing */
	FACCTMGR_CHANGE_COUNTED, /* the number of changes is printed already */
	FACCTMGR_CHANGE_DELETES
};
/* Ask, where the user is to be asked, and commit; returns the exit status. */
int facctmgr_finish(struct facctmgr *acct, enum facctmgr_change change);
/* Returns whether the user can be asked about a deletion; complains if not. */
bool facctmgr_may_delete(struct facctmgr *acct);
/* Print what the rehearsal has kept and not printed yet. */
void facctmgr_rehearsal_flush(struct facctmgr *acct);

/* ---- commands.c: the sacctmgr lines of a change, if acct->commands is set -------- */

/* Read the store before the change; print the lines after the commit. */
enum ft_status facctmgr_commands_start(
    struct facctmgr *acct, struct ft_error *err);
enum ft_status facctmgr_commands_print(
    struct facctmgr *acct, struct ft_error *err);
void facctmgr_commands_drop(struct facctmgr *acct);

/* ---- check.c, save.c --------------------------------------------------------- */

/* Returns whether PATH may be the name of a new store; complains if it is "-". */
bool facctmgr_names_store(struct facctmgr *acct, const char *path);
facctmgr_verb_fn facctmgr_check, facctmgr_save;

#endif
