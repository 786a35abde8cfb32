/*
 * undo_int.h - one entry of the journal being reversed.
 */
#ifndef FT_STORE_UNDO_INT_H
#define FT_STORE_UNDO_INT_H

#include "store/journal_int.h"

struct ft_undo {
	struct ft_store *store;
	const char *verb; /* "undo" or "redo", for messages */
	uint32_t asked;   /* the entry that was named */
	uint32_t target;  /* the entry that is reversed */
	uint32_t entry;   /* the one that reverses it; 0 not made yet */
	struct ft_undo_links *links;
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

/* store_undo_check.c.  All: FT_EINVAL with the reason, or good to go on. */

/* Nothing the target touched has been touched since. */
enum ft_status ft_undo_check_touched(
    struct ft_undo *undo, struct ft_error *err);
/* Usage it marked has not been marked since.  Before anything is changed. */
enum ft_status ft_undo_check_marks(struct ft_undo *undo, struct ft_error *err);
/* Names and identities that come back are free, once those of the target's
 * rows are out of the way. */
enum ft_status ft_undo_check_names(struct ft_undo *undo, struct ft_error *err);
/* What comes back finds what it needs; all but associations are back. */
enum ft_status ft_undo_check_needs(struct ft_undo *undo, struct ft_error *err);
/* What goes is not needed, and the tree is a tree.  Everything is back, what
 * is to be removed is still there, without its lists and marks. */
enum ft_status ft_undo_check_whole(struct ft_undo *undo, struct ft_error *err);

#endif
