/*
 * undo_private.h - one entry of the journal being reversed.
 */
#ifndef FT_STORE_JOURNAL_UNDO_PRIVATE_H
#define FT_STORE_JOURNAL_UNDO_PRIVATE_H

#include "store/journal/journal_internal.h"

struct ft_undo {
	struct ft_store *store;
	const char *verb; /* "undo" or "redo", for messages */
	uint32_t asked;   /* the entry that was named */
	uint32_t target;  /* the entry that is reversed */
	uint32_t entry;   /* the one that reverses it; 0 not made yet */
	struct ft_undo_links links;
	struct ft_touches mine;  /* what the target touched, by what, id */
	struct ft_touches later; /* and entries in effect since, latest first */
};

/* A statement, for what is from FIRST to LAST (which may be lower) if it is
 * FT_EACH. */
struct ft_undo_step {
	enum ft_stmt stmt;
	int first, last;
};
/* With the target and the entry, as far as the statement takes them. */
sqlite3_stmt *ft_undo_query(
    struct ft_undo *undo, enum ft_stmt stmt, struct ft_error *err);

/* journal/undo_check.c.  All: FT_EINVAL with the reason, or good to go on. */

/* Nothing the target touched has been touched since. */
enum ft_status ft_undo_check_touched(
    struct ft_undo *undo, struct ft_error *err);
enum ft_undo_phase {
	/* usage it marked has been marked since: before anything is changed */
	FT_UNDO_MARKS,
	/* names and identities that come back are taken; those of the target's
	 * rows are out of the way */
	FT_UNDO_NAMES,
	/* what comes back lacks what it needs; all but associations are back */
	FT_UNDO_NEEDS,
	/* what goes is needed, or the tree is none; everything is back, what is
	 * to be removed is still there, without its lists and marks */
	FT_UNDO_WHOLE
};
/* Nothing of PHASE stands in the way. */
enum ft_status ft_undo_check(
    struct ft_undo *undo, enum ft_undo_phase phase, struct ft_error *err);

#endif
