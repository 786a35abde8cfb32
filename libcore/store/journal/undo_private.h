/*
 * undo_private.h - reversing one entry of the journal, the *target*, by a new
 * entry.  undo.c has the order of the steps; undo_check.c the reasons to
 * refuse; undo_rows.c and undo_work.c change rows.
 */
#ifndef FT_STORE_JOURNAL_UNDO_PRIVATE_H
#define FT_STORE_JOURNAL_UNDO_PRIVATE_H

#include "store/journal/journal_internal.h"

/* then a row that is removed may have the name of one that comes back */
#define FT_MOVES_BOTH_WAYS (FT_MOVES_BACK | FT_MOVES_AWAY)

/* What reversing the target does to the rows of one table. */
struct ft_undo_rows {
	uint64_t images; /* how many rows the target found */
	uint64_t saved;  /* how many of these exist now */
	int64_t moves;   /* bits FT_MOVES_... */
	bool unlike;     /* not all of them are in comparable blocks */
	bool adds;       /* the target added rows */
};

struct ft_undo {
	struct ft_store *store;
	const char *verb; /* "undo" or "redo", for messages */
	uint32_t asked;   /* the entry that was named */
	uint32_t target;  /* the entry that is reversed */
	uint32_t entry;   /* the entry that reverses it; 0: not made yet */
	bool works;       /* the target keeps jobs, charges, the clock, too */
	bool thorough;    /* check even if nothing was changed since */
	struct ft_undo_links links;
	struct ft_touches mine; /* what the target touched, by kind and id */
	struct ft_undo_rows rows[FT_LOG_ROWS];
	/* what later entries that are in effect touched, latest first */
	struct ft_touches later;
};

/* Run the statement of FT_EACH for WHAT. */
enum ft_status ft_undo_run_each(struct ft_undo *undo, enum ft_stmt head,
    enum ft_log what, struct ft_error *err);
/* Prepare STMT, with undo->target and undo->entry bound if it has such
 * parameters. */
sqlite3_stmt *ft_undo_query(
    struct ft_undo *undo, enum ft_stmt stmt, struct ft_error *err);

/*
 * Put back the rows and lists that the target found, except usage marks, and
 * check nothing: for a copy whose foreign keys are off.  undo->entry is the
 * target itself.
 */
enum ft_status ft_undo_put_back(struct ft_undo *undo, struct ft_error *err);

/* ---- undo_rows.c -------------------------------------------------------------- */

/* Rows, except usage marks, which have statements of their own. */
enum { FT_UNDO_FIRST = FT_LOG_CLUSTER, FT_UNDO_LAST = FT_LOG_WCKEY };

/*
 * Keep images of the rows that the target touched, as they are now, with entry
 * JOURNAL (0: keep none), and find out what putting back their older images
 * will change.  Removed usage marks come back with new ids.
 */
enum ft_status ft_undo_save_rows(
    struct ft_undo *undo, uint32_t journal, struct ft_error *err);
/* Record as added the rows of WHAT that the target found and that do not exist
 * now; their ids will be SHIFT higher. */
enum ft_status ft_undo_note_added(struct ft_undo *undo, enum ft_log what,
    int64_t shift, struct ft_error *err);
/*
 * Free the names and keys that come back, if rows of the target have them now.
 * That is only needed if names or keys change, or if a row that is removed has
 * those of one that comes back.
 */
enum ft_status ft_undo_park_rows(struct ft_undo *undo, struct ft_error *err);
/* Put back the images of the kinds FIRST to LAST. */
enum ft_status ft_undo_put_rows(
    struct ft_undo *undo, int first, int last, struct ft_error *err);
/* Remove the usage marks that the target added; done first, as nothing depends
 * on them. */
enum ft_status ft_undo_remove_marks(struct ft_undo *undo, struct ft_error *err);

/* ---- undo_work.c -------------------------------------------------------------- */

/* Charge and end eras by the present settings, which reversing the target
 * changes, unless the target keeps charges and eras as they were. */
enum ft_status ft_undo_settle(struct ft_undo *undo, struct ft_error *err);
/* Reverse what the target keeps of jobs and the clock, and what follows from
 * that. */
enum ft_status ft_undo_work(struct ft_undo *undo, struct ft_error *err);
/* Check the rules about these rows; SQLite itself checks their foreign keys. */
enum ft_status ft_undo_check_work(struct ft_undo *undo, struct ft_error *err);

/* ---- undo_check.c: FT_EINVAL with the reason to refuse ------------------------ */

/* Refuse if something that the target touched has been touched since. */
enum ft_status ft_undo_check_touched(
    struct ft_undo *undo, struct ft_error *err);
enum ft_undo_phase {
	/* before any change: usage that the target marked was marked again */
	FT_UNDO_MARKS,
	/* after names and keys of the target's own rows were freed: others have
	 * those that come back */
	FT_UNDO_NAMES,
	/* after all rows except associations were restored: restored rows refer
	 * to missing ones */
	FT_UNDO_NEEDS,
	/* after everything was restored, before added rows are removed (their
	 * lists and marks are already): removed rows are needed, or the tree is
	 * broken */
	FT_UNDO_WHOLE,
	/* at the same time, even if nothing was changed since: jobs and
	 * charges, which have no journal, need removed rows */
	FT_UNDO_WORK
};
/* Run the checks of PHASE; those of WORK with those of WHOLE. */
enum ft_status ft_undo_check(
    struct ft_undo *undo, enum ft_undo_phase phase, struct ft_error *err);

#endif
