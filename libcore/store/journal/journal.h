/*
 * journal.h - the history of the configuration: who changed what, and taking
 * it back.
 *
 * Every committed change of the tree, QOS, users, settings and of what an
 * administrator says about usage is one entry.  Undoing an entry is a new
 * entry that puts back what the first one found; redoing is undoing that one.
 * Entries are never removed.  Not for: who may undo (admin), jobs, charges and
 * the clock, which have no journal.
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
	uint32_t origin;     /* that change, through any undos; 0: itself */
	bool is_redo;        /* it brings `origin` back, not away */
	uint32_t undone_by;  /* entry that has reversed it; 0: in effect */
	uint64_t rows;       /* things it touched */
};

/* Which entries; 0 and NULL do not restrict. */
struct ft_journal_filter {
	const char *actor; /* acting user */
	int64_t since;     /* wall clock */
	uint32_t after;    /* entries later than this one */
	uint32_t id;       /* only this one */
	uint32_t last;     /* at most so many, the latest */
};

struct ft_journal {
	struct ft_arena *arena;         /* of all that is in it */
	struct ft_journal_entry *entry; /* [n], the latest first */
	size_t n;
};
/* The entries FILTER lets through (NULL: all), into JOURNAL, whose arena is
 * set. */
enum ft_status ft_store_read_journal(struct ft_store *store,
    const struct ft_journal_filter *filter, struct ft_journal *journal,
    struct ft_error *err);

enum ft_change_kind { FT_CHANGE_ADD, FT_CHANGE_MODIFY, FT_CHANGE_DELETE };

/*
 * One thing an entry did, in the words of sacctmgr.  A thing added or deleted
 * gives one change without field; its fields that are not as in a thing newly
 * made follow, each a change of the same kind.
 */
struct ft_change {
	enum ft_change_kind kind;
	const char *entity;  /* "cluster" "account" "user" "qos"
	                          * "association" "wckey" "resource"
	                          * "setting" "conf" */
	const char *name;    /* "bob", "bob@physics", "bob@physics:night" */
	const char *cluster; /* of an association, else "" */
	const char *subject; /* both for people: "user bob@physics" */
	const char *field;   /* "Fairshare"; NULL: the thing itself */
	const char *before;  /* NULL: not set, or unknown */
	const char *after;   /* NULL: not set */
};

/* Strings live until it returns; it must not change the store. */
typedef enum ft_status ft_change_fn(
    void *ctx, const struct ft_change *change, struct ft_error *err);

/*
 * Call FN for every change of entry ID, clusters first, associations after
 * what they consist of.  FT_ENOENT: no such entry; or what FN returned.
 */
enum ft_status ft_store_each_change(struct ft_store *store, uint32_t id,
    ft_change_fn *fn, void *ctx, struct ft_error *err);

/* Strings live until it returns; it must not ask for transactions itself. */
typedef enum ft_status ft_transaction_fn(
    void *ctx, const struct ft_transaction *txn, struct ft_error *err);
/*
 * Call FN for what slurmdbd would have noted in SPAN, both ends included, by
 * time.  What was undone later is told all the same: it was done.
 */
enum ft_status ft_store_each_transaction(struct ft_store *store,
    const struct ft_span *span, ft_transaction_fn *fn, void *ctx,
    struct ft_error *err);

/* ---- taking back ---------------------------------------------------------- */

/* Which entries: n ids in any order, or the latest ones. */
struct ft_undo_request {
	const uint32_t *id; /* [n] */
	size_t n;
	uint32_t last; /* if n is 0; 0 counts as 1 */
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
 * Undo entries, the latest first, each by a new entry of ACTOR's; all of them
 * or none.  One transaction, or a savepoint of the one that is open (which
 * must not hold changes yet): roll that back for a dry run.
 * Of `last`, changes that are undone already and the undoing of others do not
 * count.  An entry that undoes another may be named: that redoes the other.
 * redo: the same for entries that are undone: bring them back.  Ids may be
 * those of the changes or of the entries that undid them.
 * done: empty on failure.
 * FT_ENOENT: no such entry, or nothing to undo; FT_EEXIST: it is undone
 * already, or to be redone and in effect; FT_EINVAL: something has changed
 * since that stands in the way (the text names the entry and its command), or
 * it is needed by jobs or usage.
 */
enum ft_status ft_store_undo(struct ft_store *store,
    const struct ft_store_actor *actor, const struct ft_undo_request *request,
    struct ft_undone_list *done, struct ft_error *err);

#endif
