/*
 * journal.h - the history of the configuration: who changed what; undo and
 * redo.
 *
 * Every transaction that changes the tree, QOS, users, settings or usage marks
 * adds an entry.  Undoing an entry adds another one, which restores what the
 * first one found; redoing it undoes that other one:
 *
 *     entry 1   modify account bedrock set fairshare=800
 *     entry 2   undoes 1
 *     entry 3   undoes 2, and so redoes 1
 *
 * Entries are never removed.  Not here: who may undo (admin).  Jobs, charges
 * and the clock have no journal, unless ft_store_watch_work was called.
 */
#ifndef FT_STORE_JOURNAL_JOURNAL_H
#define FT_STORE_JOURNAL_JOURNAL_H

#include "store/store.h"

/* ---- reading -------------------------------------------------------------- */

struct ft_journal_entry {
	uint32_t id;         /* > 0, grows with time */
	int64_t wall;        /* wall clock, seconds since 1970 */
	int64_t at;          /* the store's time */
	const char *actor;   /* acting user */
	const char *command; /* command line */
	uint32_t undoes;     /* entry it reverses; 0: a change of its own */
	/* the change that it finally undoes or redoes; 0: it is one itself */
	uint32_t origin;
	bool is_redo;       /* it redoes `origin` */
	uint32_t undone_by; /* entry that has reversed it; 0: it is in effect */
	uint64_t rows;      /* number of things it touched */
};

/* Which entries to read; members that are 0 or NULL do not restrict. */
struct ft_journal_filter {
	const char *actor; /* acting user */
	int64_t since;     /* wall clock */
	uint32_t after;    /* entries later than this one */
	uint32_t id;       /* only this one */
	uint32_t last;     /* at most this many, the latest */
};

struct ft_journal {
	struct ft_arena *arena;         /* of entries and strings */
	struct ft_journal_entry *entry; /* [n], the latest first */
	size_t n;
};
/* Read the entries that match FILTER (NULL: all) into JOURNAL; the caller has
 * set journal->arena. */
enum ft_status ft_store_read_journal(struct ft_store *store,
    const struct ft_journal_filter *filter, struct ft_journal *journal,
    struct ft_error *err);

enum ft_change_kind { FT_CHANGE_ADD, FT_CHANGE_MODIFY, FT_CHANGE_DELETE };

/*
 * One change of an entry, with the names that sacctmgr uses.  If a thing was
 * added or deleted, that is one change without a field; then each field that
 * differs from that of a new thing follows as a change of the same kind.
 */
struct ft_change {
	enum ft_change_kind kind;
	const char *entity;  /* "cluster" "account" "user" "qos"
	                          * "association" "wckey" "resource"
	                          * "setting" "conf" */
	const char *name;    /* "bob", "bob@physics", "bob@physics:night" */
	const char *cluster; /* of an association, else "" */
	const char
	    *subject;       /* entity and name for people: "user bob@physics" */
	const char *field;  /* "Fairshare"; NULL: the thing itself */
	const char *before; /* NULL: not set, or unknown */
	const char *after;  /* NULL: not set */
};

/* Receives a change, whose strings live until it returns; it must not change
 * the store. */
typedef enum ft_status ft_change_fn(
    void *ctx, const struct ft_change *change, struct ft_error *err);

/*
 * Call FN for every change of entry ID: clusters first, associations after
 * accounts and users.  FT_ENOENT: there is no such entry; otherwise what FN
 * returned if it failed.
 */
enum ft_status ft_store_each_change(struct ft_store *store, uint32_t id,
    ft_change_fn *fn, void *ctx, struct ft_error *err);

/* Receives a transaction, whose strings live until it returns; it must not ask
 * for transactions itself. */
typedef enum ft_status ft_transaction_fn(
    void *ctx, const struct ft_transaction *txn, struct ft_error *err);
/*
 * Call FN for the transactions that slurmdbd would have recorded in SPAN, including
 * both ends, by time; also for those that were undone later.
 */
enum ft_status ft_store_each_transaction(struct ft_store *store,
    const struct ft_span *span, ft_transaction_fn *fn, void *ctx,
    struct ft_error *err);

/* ---- the past ----------------------------------------------------------------- */

/* What had to be changed, as bits. */
enum ft_rewound { FT_REWOUND_TREE = 1, FT_REWOUND_SETTINGS = 2 };
/*
 * Take COPY, a copy in memory, back to the tree, users, QOS and settings that
 * the store had at time AT according to the journal.  Usage, jobs and clocks
 * stay as they are, so COPY must not be used for these.  *rewound: bits of enum
 * ft_rewound.
 */
enum ft_status ft_store_rewind(
    struct ft_store *copy, int64_t at, unsigned *rewound, struct ft_error *err);

/* ---- undo and redo ---------------------------------------------------------- */

/* Which entries to undo: n ids in any order, or the latest ones. */
struct ft_undo_request {
	const uint32_t *id; /* [n] */
	size_t n;
	uint32_t last; /* if n is 0: how many; 0 counts as 1 */
	bool redo;
};

struct ft_undone {
	uint32_t target; /* the entry asked for */
	uint32_t entry;  /* the new entry that reverses it */
};
struct ft_undone_list {
	struct ft_undone *item; /* [n], in the order done; ft_free it */
	size_t n;
};

/*
 * Undo entries, the latest first, each by a new entry of ACTOR; either all or
 * none.  This is a transaction of its own or, in an open one that has changed
 * nothing so far, a savepoint, which can be rolled back for a dry run.  `last`
 * counts only changes that are in effect, not entries that undo others.
 * Undoing an entry that undoes another one redoes that other one.  `redo`: redo
 * entries that were undone; ids may be those of the changes, or of the entries
 * that undid them.  DONE is empty on failure.  FT_ENOENT: there is no such
 * entry, or nothing to undo; FT_EEXIST: it is already undone or, for redo, in
 * effect; FT_EINVAL: a later change (the message names the entry and its
 * command), jobs or usage depend on it.
 */
enum ft_status ft_store_undo(struct ft_store *store,
    const struct ft_store_actor *actor, const struct ft_undo_request *request,
    struct ft_undone_list *done, struct ft_error *err);

#endif
