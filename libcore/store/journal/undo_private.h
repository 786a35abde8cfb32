/*
 * undo_private.h - reversing one entry of the journal.
 */
#ifndef FT_STORE_JOURNAL_UNDO_PRIVATE_H
#define FT_STORE_JOURNAL_UNDO_PRIVATE_H

#include "store/journal/journal_internal.h"

/* a row that is removed may have the name of one that comes back */
#define FT_MOVES_BOTH_WAYS (FT_MOVES_BACK | FT_MOVES_AWAY)

/* What reversing an entry does to the rows of one table. */
struct ft_undo_rows {
	uint64_t images, saved; /* rows it found; those that are there now */
	int64_t moves;          /* FT_MOVES_..., or'ed; 0 nothing of that */
	bool unlike;            /* not all of them are in comparable blocks */
	bool adds;              /* it added some */
};

struct ft_undo {
	struct ft_store *store;
	const char *verb; /* "undo" or "redo", for messages */
	uint32_t asked;   /* the entry that was named */
	uint32_t target;  /* the entry that is reversed */
	uint32_t entry;   /* the one that reverses it; 0 not made yet */
	bool works;       /* it keeps jobs, charges, the clock, too */
	bool thorough;    /* check even if nothing was changed since */
	struct ft_undo_links links;
	struct ft_touches mine; /* what the target touched, by what, id */
	struct ft_undo_rows rows[FT_LOG_ROWS];
	struct ft_touches later; /* and entries in effect since, latest first */
};

/* Run the statement of FT_EACH for WHAT. */
enum ft_status ft_undo_run_each(struct ft_undo *undo, enum ft_stmt head,
    enum ft_log what, struct ft_error *err);
/* Bind target and entry, if the statement has such parameters. */
sqlite3_stmt *ft_undo_query(
    struct ft_undo *undo, enum ft_stmt stmt, struct ft_error *err);

/*
 * Put back the rows and lists that the target found, but for usage, without any
 * check: in a copy whose foreign keys are off.  entry: the target itself.
 */
enum ft_status ft_undo_put_back(struct ft_undo *undo, struct ft_error *err);

/* ---- undo_rows.c -------------------------------------------------------------- */

/* Rows, except usage marks, which have statements of their own. */
enum { FT_UNDO_FIRST = FT_LOG_CLUSTER, FT_UNDO_LAST = FT_LOG_WCKEY };

/*
 * Save what is there now of the rows that the target touched, with entry JOURNAL (0:
 * nowhere), and see what putting back their images changes.  Removed usage marks come
 * back under ids that nobody has.
 */
enum ft_status ft_undo_save_rows(
    struct ft_undo *undo, uint32_t journal, struct ft_error *err);
/* Note the rows of WHAT that will be added: the target found them and they are not
 * there now.  Their ids will be SHIFT higher. */
enum ft_status ft_undo_note_added(struct ft_undo *undo, enum ft_log what,
    int64_t shift, struct ft_error *err);
/*
 * Make room for names and keys that come back.  Nobody is in the way if no name or
 * key changes, unless a row that goes has those of one that comes back.
 */
enum ft_status ft_undo_park_rows(struct ft_undo *undo, struct ft_error *err);
/* Put back the images of the kinds FIRST to LAST. */
enum ft_status ft_undo_put_rows(
    struct ft_undo *undo, int first, int last, struct ft_error *err);
/* Usage marks go first: nothing needs them. */
enum ft_status ft_undo_remove_marks(struct ft_undo *undo, struct ft_error *err);

/* ---- undo_work.c -------------------------------------------------------------- */

/* Settle past usage by the settings that the target is about to change, unless it
 * keeps the charges and eras as they were. */
enum ft_status ft_undo_settle(struct ft_undo *undo, struct ft_error *err);
/* Reverse what it keeps of jobs and the clock, and what follows from that. */
enum ft_status ft_undo_work(struct ft_undo *undo, struct ft_error *err);
/* Check the rules about these rows; SQLite checks their foreign keys. */
enum ft_status ft_undo_check_work(struct ft_undo *undo, struct ft_error *err);

/* ---- undo_check.c: FT_EINVAL with the reason to refuse ------------------------ */

/* Refuse if something that the target touched has been touched since. */
enum ft_status ft_undo_check_touched(
    struct ft_undo *undo, struct ft_error *err);
enum ft_undo_phase {
	/* usage that it marked has been marked since: before any change */
	FT_UNDO_MARKS,
	/* names and keys that come back are taken: after those of the target's
	 * own rows were freed */
	FT_UNDO_NAMES,
	/* restored rows refer to missing ones: after all rows but associations
	 * were restored */
	FT_UNDO_NEEDS,
	/* removed rows are needed, or the tree is broken: after everything was
	 * restored, before added rows are removed; their lists and marks are
	 * gone already */
	FT_UNDO_WHOLE,
	/* the same for jobs and charges, which have no journal: checked even if
	 * nothing was changed since */
	FT_UNDO_WORK
};
/* Run the checks of PHASE; those of WORK with those of WHOLE. */
enum ft_status ft_undo_check(
    struct ft_undo *undo, enum ft_undo_phase phase, struct ft_error *err);

#endif
