/*
 * store.h - the one SQLite file that holds everything.  The only SQL.
 *
 * Opening: an absent file is created (if asked) with what slurmdbd and
 * slurmctld leave behind after their first start.  One command is one
 * transaction: ft_store_begin .. ft_store_commit or _rollback; killed at any
 * instant the file holds all of it or none.  Writers queue on a side-car lock
 * file; readers never wait.  A memory copy (ft_store_scratch) takes every call
 * unchanged.  Not for: rules (admin), decayed results (model, algo).
 */
#ifndef FT_STORE_STORE_H
#define FT_STORE_STORE_H

#include "base/text/real.h"
#include "model/account/book.h"
#include "model/account/registry.h"
#include "model/tree/tree.h"
#include "model/tree/usage.h"

struct ft_store;

struct ft_store_options {
	bool create;    /* make it if absent */
	bool tentative; /* one that was made goes at close, unless changed */
	bool read_only;
	bool examine;        /* whatever its schema: for check.h alone */
	bool slurm_ties;     /* a store created now says FairTreeTies=slurm */
	const char *cluster; /* name of the cluster of a new store */
	int64_t now;         /* wall clock: clock of a new store */
	int lock_seconds;    /* patience of writers */
};

/*
 * Open PATH (":memory:" too) into *store; ft_store_close it.
 * Messages start with the path.  FT_ENOENT: absent and not create; FT_EFOREIGN:
 * not ours or damaged; FT_ENEWER; FT_EREADONLY: an older schema that cannot be
 * migrated here; FT_EIO: permission, full disk, ...
 */
enum ft_status ft_store_open(struct ft_store **store, const char *path,
    const struct ft_store_options *options, struct ft_error *err);
void ft_store_close(struct ft_store *store);
/* A tentative store stays although nothing is committed: it is as wanted. */
void ft_store_keep(struct ft_store *store);
/*
 * Returns whether STORE was made by ft_store_open, not found: nobody else had
 * a say in what is in it.
 */
bool ft_store_is_new(const struct ft_store *store);
/* Returns whether STORE is in memory: nobody else sees what is done to it. */
bool ft_store_is_copy(const struct ft_store *store);
/* A copy of STORE in memory; changes to it never reach the file. */
enum ft_status ft_store_scratch(
    struct ft_store **copy, struct ft_store *store, struct ft_error *err);
/*
 * Write a clean single-file copy to PATH, which replaces what is there if that
 * is wanted, else FT_EEXIST.  A new file gets the mode of the store, without
 * what umask takes off.  FT_EIO: it cannot be made, or a log is beside PATH.
 */
enum ft_status ft_store_save(struct ft_store *store, const char *path,
    bool replace, struct ft_error *err);

/*
 * From here to ft_store_thaw every reading call sees one instant, whatever
 * others commit meanwhile.  A write transaction ends it.
 */
enum ft_status ft_store_freeze(struct ft_store *store, struct ft_error *err);
void ft_store_thaw(struct ft_store *store);
/*
 * Set *version to a number that is another one after every commit by others
 * (frozen: that of the instant seen).  Means nothing but "the same" or
 * "changed", and only for this STORE.  A store in a folder that cannot be
 * written is read as it was when it was opened: it never changes.
 * Source: SQLite, PRAGMA data_version.
 */
enum ft_status ft_store_version(
    struct ft_store *store, int64_t *version, struct ft_error *err);
/*
 * Returns whether the file was deleted, renamed or replaced since STORE was
 * opened: what is read is still what was there, but a change would be lost.
 * A copy in memory never is.
 */
bool ft_store_is_gone(const struct ft_store *store);

/* Who changes what, for the journal. */
struct ft_store_actor {
	const char *name;    /* acting user */
	const char *command; /* command line */
	int64_t wall;        /* wall clock */
};
/*
 * Start a write transaction (waits for the lock, then FT_EBUSY with the
 * holder's pid and command) and get the registry for libcore/admin, valid
 * until it ends.  Nested calls are savepoints.  FT_EABSENT: see
 * ft_store_is_gone.
 */
enum ft_status ft_store_begin(struct ft_store *store,
    const struct ft_store_actor *actor, struct ft_registry **registry,
    struct ft_error *err);
/*
 * Declare how usage decays until the transaction that is open (RULES: decay and
 * period), before it changes anything: it keeps that for the past.  Without it
 * what is changed counts as if it had always been so.  period: between the
 * passes that charge running jobs, which settings from a file may change.
 */
void ft_store_set_rules(
    struct ft_store *store, const struct ft_era *rules, int64_t period);
/*
 * Sets *changed to whether the transaction, as it stands, would leave the
 * configuration other than it found it: writing what was there already is no
 * change.
 */
enum ft_status ft_store_has_changed(
    struct ft_store *store, bool *changed, struct ft_error *err);
/*
 * Take the entry of the outermost transaction out of the journal again if it
 * would leave the configuration as it found it.  What has no entry, such as
 * jobs and the clock, stays to be committed.
 */
enum ft_status ft_store_drop_unchanged(
    struct ft_store *store, struct ft_error *err);
/* *journal (may be NULL): the entry's id, 0 if nothing was changed. */
enum ft_status ft_store_commit(
    struct ft_store *store, uint32_t *journal, struct ft_error *err);
void ft_store_rollback(struct ft_store *store);

/*
 * Let nobody else move the clock until STORE is closed or unlocks it: a file
 * beside the store is locked, which ends with the process.  FT_EBUSY names the
 * process that has it; FT_EIO: what is there is not a lock of ours.
 */
enum ft_status ft_store_lock_clock(
    struct ft_store *store, struct ft_error *err);
void ft_store_unlock_clock(struct ft_store *store);

/* Returns the id of cluster NAME in *id; FT_ENOENT without a message. */
enum ft_status ft_store_cluster(struct ft_store *store, const char *name,
    uint32_t *id, struct ft_error *err);
/* The first cluster in *id and *name, the caller's; FT_ENOENT likewise. */
enum ft_status ft_store_first_cluster(
    struct ft_store *store, uint32_t *id, char **name, struct ft_error *err);

/*
 * Add the TRES of LIST ("gres/gpu,license/x") that are not there yet, inside a
 * transaction; as a controller that registers does, this is not journalled.
 */
enum ft_status ft_store_add_tres(struct ft_store *store, const char *list,
    int64_t now, struct ft_error *err);

/* The clock of a cluster (seconds since 1970). */
struct ft_store_clock {
	int64_t now;     /* the store's time */
	int64_t decayed; /* last decay pass */
	int64_t reset;   /* last usage reset, 0 never */
	bool wall;       /* it follows the wall clock; now: seen up to */
};
enum ft_status ft_store_get_clock(struct ft_store *store, uint32_t cluster,
    struct ft_store_clock *clock, struct ft_error *err);
enum ft_status ft_store_put_clock(struct ft_store *store, uint32_t cluster,
    const struct ft_store_clock *clock, struct ft_error *err);
/*
 * Set *cluster to the first one, with an id above AFTER, whose clock follows
 * the wall clock but was last seen before WALL; 0: there is none.
 */
enum ft_status ft_store_next_late_clock(struct ft_store *store, int64_t wall,
    uint32_t after, uint32_t *cluster, struct ft_error *err);

/* Load the live associations of CLUSTER as numbers; ft_tree_free it. */
enum ft_status ft_store_read_tree(struct ft_store *store, uint32_t cluster,
    struct ft_tree **tree, struct ft_error *err);
/* Load all names of live and deleted accounts, users, partitions ... */
enum ft_status ft_store_read_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err);
/* ... or of accounts and partitions only; and those of the users named (lower
 * or exact case as stored); users not found are skipped. */
enum ft_status ft_store_read_account_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err);
enum ft_status ft_store_read_user_names(struct ft_store *store,
    const char *const *user, size_t n, struct ft_names_set *names,
    struct ft_error *err);

/* What has names, for completion and for what was probably meant. */
enum ft_store_names {
	FT_STORE_ACCOUNTS,
	FT_STORE_USERS,
	FT_STORE_CLUSTERS,
	FT_STORE_QOS,
	FT_STORE_RESOURCES,
	FT_STORE_TRES,         /* "cpu", "gres/gpu" */
	FT_STORE_WCKEYS,       /* of the cluster */
	FT_STORE_RESERVATIONS, /* of the cluster */
	FT_STORE_JOBS          /* of the cluster, not ended: their numbers */
};
typedef void ft_store_name_fn(void *ctx, const char *name);
struct ft_store_name_range {
	enum ft_store_names what;
	uint32_t cluster;
	const char *prefix; /* that they start with */
	size_t most;        /* from 2 */
};
/*
 * Call FN with the names of RANGE, bytewise and in this order: all if they are
 * `most` or less, else the first most - 1 and the very last, so that they have
 * in common what all of them have.  Deleted ones are left out.  Does not load
 * anything else: an index range, except of jobs.  name: until FN returns.
 */
enum ft_status ft_store_each_name(struct ft_store *store,
    const struct ft_store_name_range *range, ft_store_name_fn *fn, void *ctx,
    struct ft_error *err);

/* What balances and other marks say of usage at one time. */
struct ft_usage_at {
	const struct ft_decay *decay;
	int64_t now;
	uint32_t tres;  /* id: TRES-seconds; 0 raw usage */
	ft_real *usage; /* out: [n], own usage by node of the tree */
};
enum ft_status ft_store_read_usage(struct ft_store *store,
    const struct ft_tree *tree, const struct ft_usage_at *at,
    struct ft_error *err);

/* An opening balance, as a line of a usage file has it. */
struct ft_usage_mark {
	uint32_t assoc;
	int64_t whole; /* billing-TRES-seconds, whole part */
	int32_t micro; /* and millionths */
	uint32_t tres; /* id: seconds of that TRES; 0 raw usage */
};
/* Replace the opening balances of these associations at time AT, inside a
 * transaction. */
enum ft_status ft_store_put_opening(struct ft_store *store, int64_t at,
    const struct ft_usage_mark *mark, size_t n, struct ft_error *err);
/* MARK, of a TRES, goes with the opening balance of its association. */
enum ft_status ft_store_put_opening_tres(struct ft_store *store,
    const struct ft_usage_mark *mark, struct ft_error *err);

/* From one time to another, in seconds. */
struct ft_span {
	int64_t from, until;
};
/*
 * Between which two times opening balances of CLUSTER tell what ran, of those
 * that SPAN asks for: `until` becomes that of the last one then or before,
 * `from` that of the last one as long before that, or longer, else of the first
 * of all.  FT_ENOENT without a message: there are not two.
 */
enum ft_status ft_store_usage_span(struct ft_store *store, uint32_t cluster,
    struct ft_span *span, struct ft_error *err);
/* When the first charge of CLUSTER starts; FT_ENOENT without a message: there
 * is none. */
enum ft_status ft_store_first_charge(struct ft_store *store, uint32_t cluster,
    int64_t *starts, struct ft_error *err);

/*
 * What held before the settings of today: the eras of all clusters, by
 * cluster, oldest first; array and strings live in ARENA.  An era ends by
 * itself when a transaction changes the settings or which QOS do not decay.
 * FT_EFOREIGN: a damaged row.
 */
enum ft_status ft_store_read_eras(struct ft_store *store,
    struct ft_arena *arena, struct ft_era **era, size_t *n,
    struct ft_error *err);

/* The configuration in memory; with_deleted: deleted records too. */
enum ft_status ft_store_read_book(struct ft_store *store, bool with_deleted,
    struct ft_book *book, struct ft_error *err);
/* GrpTRESMins of all associations of CLUSTER, by owner, tres; ft_free it. */
enum ft_status ft_store_read_tres_mins(struct ft_store *store, uint32_t cluster,
    struct ft_limit **limit, size_t *n, struct ft_error *err);
/* All TRES by id, strings in ARENA. */
enum ft_status ft_store_read_tres(struct ft_store *store,
    struct ft_arena *arena, struct ft_tres **tres, size_t *n,
    struct ft_error *err);

/*
 * The stored copy of the configuration: the text of slurm.conf as imported,
 * "" if none, and single settings of the store itself (FairTreeTies), which
 * win over the text.  Strings are the caller's.
 */
enum ft_status ft_store_read_conf(
    struct ft_store *store, char **text, struct ft_error *err);
enum ft_status ft_store_put_conf(
    struct ft_store *store, const char *text, struct ft_error *err);
enum ft_status ft_store_read_setting(struct ft_store *store, const char *key,
    char **value, struct ft_error *err);
enum ft_status ft_store_put_setting(struct ft_store *store, const char *key,
    const char *value, struct ft_error *err);

#endif
