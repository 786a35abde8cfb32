/*
 * store.h - the SQLite file that holds everything: opening it, transactions,
 * names, settings and the configuration.  Only store/ contains SQL.
 *
 * A new file gets what slurmdbd and slurmctld leave behind after their first
 * start.  One command is one transaction, from ft_store_begin to ft_store_commit
 * or ft_store_rollback: if the process is killed, the file has all of it or
 * nothing.  Writers queue for a lock on a file beside the store; readers never
 * wait.  A copy in memory (ft_store_scratch) can do all that a file can.
 *
 * Other doors: job/jobs.h, usage/usage.h, journal/journal.h, check/check.h.  Not
 * here: rules of accounting (admin), decayed usage and priorities (model, algo).
 */
#ifndef FT_STORE_STORE_H
#define FT_STORE_STORE_H

#include "model/account/acctdb.h"
#include "model/account/registry.h"
#include "model/tree/tree.h"
#include "model/tree/usage.h"

struct ft_store;

/* ---- opening -------------------------------------------------------------- */

/* This process has one thread: SQLite needs no locks and counts no memory.  To be
 * called before the first store is opened; later it has no effect. */
void ft_store_single_thread(void);

struct ft_store_options {
	bool create; /* create the file if it is absent */
	bool
	    tentative; /* ft_store_close removes a file that was created, unless
	                   it was changed */
	bool read_only;
	bool examine;           /* accept any schema: for check.h alone */
	bool slurm_ties;        /* a new store gets FairTreeTies=slurm */
	const char *cluster;    /* name of the cluster of a new store */
	int64_t now;            /* wall clock, and the clock of a new store */
	int lock_seconds;       /* how long a writer waits for others */
	struct ft_meter *meter; /* looked at while statements run; NULL: none */
};

/*
 * Open PATH, or with NULL a new store in memory, as *store; ft_store_close it.
 * Messages start with the path.  FT_ENOENT: absent, and not to be created;
 * FT_EFOREIGN: not a store, or damaged; FT_ENEWER: made by a newer fairtree;
 * FT_EREADONLY: an old schema that cannot be migrated here; FT_EIO: permission,
 * full disk, ...
 */
enum ft_status ft_store_open(struct ft_store **store, const char *path,
    const struct ft_store_options *options, struct ft_error *err);
void ft_store_close(struct ft_store *store);
/* Keep the file of a tentative store, although nothing was committed. */
void ft_store_keep(struct ft_store *store);
/* Returns whether ft_store_open created STORE. */
bool ft_store_is_new(const struct ft_store *store);
/* Returns whether STORE is in memory: nobody else sees its changes. */
bool ft_store_is_copy(const struct ft_store *store);
/* Make *copy, a copy of STORE in memory. */
enum ft_status ft_store_scratch(
    struct ft_store **copy, struct ft_store *store, struct ft_error *err);
/*
 * Write a copy to PATH as a single file.  FT_EEXIST: PATH exists, and REPLACE is
 * false.  A new file gets the mode of the store, less umask.  FT_EIO: it cannot
 * be created, or a log or journal is beside PATH.
 */
enum ft_status ft_store_save(struct ft_store *store, const char *path,
    bool replace, struct ft_error *err);

/* ---- reading one instant ---------------------------------------------------- */

/*
 * From now to ft_store_thaw, all reads see the store as it is now, whatever
 * others commit meanwhile.  A write transaction thaws it.
 */
enum ft_status ft_store_freeze(struct ft_store *store, struct ft_error *err);
void ft_store_thaw(struct ft_store *store);
/*
 * Set *version to a number that differs after every commit by others; while
 * frozen: that of the instant seen.  It can only be compared with another
 * version of the same STORE.  A store in a folder that cannot be written never
 * changes: it is read as it was when it was opened.
 * Source: SQLite, PRAGMA data_version.
 */
enum ft_status ft_store_version(
    struct ft_store *store, int64_t *version, struct ft_error *err);
/*
 * Returns whether the file was deleted, renamed or replaced since STORE was
 * opened.  It can still be read, but changes would be lost.  False for a copy in
 * memory.
 */
bool ft_store_is_gone(const struct ft_store *store);

/*
 * From now on read jobs, node events and records of reservations as they were at
 * KNOWN, as if later news had not arrived; 0: as they are.  What others then do
 * with them must not be written.
 */
void ft_store_lag(struct ft_store *store, int64_t known);
/* While it lags, read also the jobs that were submitted after KNOWN and by UNTIL,
 * as jobs that will arrive; 0: none of them. */
void ft_store_expect(struct ft_store *store, int64_t until);
bool ft_store_lags(const struct ft_store *store);

/* ---- transactions ------------------------------------------------------------ */

/* The author and the command of a change, for the journal. */
struct ft_store_actor {
	const char *name;    /* acting user */
	const char *command; /* command line */
	int64_t wall;        /* wall clock */
};
/*
 * Start a write transaction, after waiting for other writers, and set *registry
 * (may be NULL) to what libcore/admin works on, valid until the transaction
 * ends.  Inside a transaction: start a savepoint.
 * FT_EBUSY: another writer, which the message names, did not end in time;
 * FT_EABSENT: see ft_store_is_gone.
 */
enum ft_status ft_store_begin(struct ft_store *store,
    const struct ft_store_actor *actor, struct ft_registry **registry,
    struct ft_error *err);
/*
 * Set how usage decays (RULES: decay and period) before the open transaction
 * changes anything.  A change of these settings then ends an era, and past usage
 * keeps its decay; without this call the new settings apply to the past, too.
 * period: seconds between the passes that charge running jobs.
 */
void ft_store_set_rules(
    struct ft_store *store, const struct ft_era *rules, int64_t period);
/*
 * Set *changed to whether committing the transaction would change the
 * configuration; writing a value that is there already is no change.
 */
enum ft_status ft_store_has_changed(
    struct ft_store *store, bool *changed, struct ft_error *err);
/*
 * Remove the entry of the outermost transaction from the journal if it does not
 * change the configuration.  Changes without an entry, such as jobs and the
 * clock, remain to be committed.
 */
enum ft_status ft_store_drop_unchanged(
    struct ft_store *store, struct ft_error *err);
/*
 * From here on, keep what the outermost transaction changes of jobs, charges, states
 * of nodes, reservations and the clock: undoing its entry reverts that, too, unless
 * it was changed again.  Such changes alone make an entry.
 */
enum ft_status ft_store_watch_work(
    struct ft_store *store, struct ft_error *err);
/* *journal (may be NULL): the id of the entry, 0 if there is none. */
enum ft_status ft_store_commit(
    struct ft_store *store, uint32_t *journal, struct ft_error *err);
void ft_store_rollback(struct ft_store *store);

/*
 * Prevent other processes from moving the clock until STORE is
 * closed; the lock, on a file beside the store, ends with the process.
 * FT_EBUSY: another process, which the message names, has it; FT_EIO: that file
 * is not a lock of ours.
 */
enum ft_status ft_store_lock_clock(
    struct ft_store *store, struct ft_error *err);

/* ---- clusters, clocks, TRES ---------------------------------------------------- */

/* Set *id to the id of cluster NAME; FT_ENOENT without a message. */
enum ft_status ft_store_cluster(struct ft_store *store, const char *name,
    uint32_t *id, struct ft_error *err);
/* Set *id and *name, the caller's, to the first cluster; FT_ENOENT likewise. */
enum ft_status ft_store_first_cluster(
    struct ft_store *store, uint32_t *id, char **name, struct ft_error *err);

/* The clock of a cluster; times in seconds since 1970. */
struct ft_store_clock {
	int64_t now;     /* the store's time */
	int64_t decayed; /* last decay pass */
	int64_t reset;   /* last usage reset, 0 never */
	bool wall;       /* it follows the wall clock; now: when last seen */
};
enum ft_status ft_store_get_clock(struct ft_store *store, uint32_t cluster,
    struct ft_store_clock *clock, struct ft_error *err);
/* Set *awaits to whether no decay pass was saved since CLUSTER was made. */
enum ft_status ft_store_awaits_pass(struct ft_store *store, uint32_t cluster,
    bool *awaits, struct ft_error *err);
enum ft_status ft_store_put_clock(struct ft_store *store, uint32_t cluster,
    const struct ft_store_clock *clock, struct ft_error *err);
/*
 * Set *cluster to the first cluster with an id above AFTER whose clock follows
 * the wall clock and is before WALL; 0 none.
 */
enum ft_status ft_store_next_late_clock(struct ft_store *store, int64_t wall,
    uint32_t after, uint32_t *cluster, struct ft_error *err);

/*
 * Add missing TRES of LIST ("gres/gpu,license/x"), inside a transaction.  Not
 * journalled: in Slurm the controller adds them when it registers.
 */
enum ft_status ft_store_add_tres(struct ft_store *store, const char *list,
    int64_t now, struct ft_error *err);
/* All TRES by id, strings in ARENA. */
enum ft_status ft_store_read_tres(struct ft_store *store,
    struct ft_arena *arena, struct ft_tres **tres, size_t *n,
    struct ft_error *err);

/* ---- the tree, names ----------------------------------------------------------- */

/* Load the associations of CLUSTER that are not deleted, siblings in ORDER;
 * ft_tree_free it. */
enum ft_status ft_store_read_tree(struct ft_store *store, uint32_t cluster,
    enum ft_siblings order, struct ft_tree **tree, struct ft_error *err);
/* The same without FT_NODE_DEFAULT. */
enum ft_status ft_store_read_bare_tree(struct ft_store *store, uint32_t cluster,
    enum ft_siblings order, struct ft_tree **tree, struct ft_error *err);
/* Put the associations ID[N], children of PARENT, in this order, before the others
 * that it has. */
enum ft_status ft_store_order_children(struct ft_store *store, uint32_t parent,
    const uint32_t *id, size_t n, struct ft_error *err);
/* Load the names of all accounts, users and partitions, deleted ones too ... */
enum ft_status ft_store_read_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err);
/* ... or of accounts and partitions only ... */
enum ft_status ft_store_read_account_names(
    struct ft_store *store, struct ft_names_set *names, struct ft_error *err);
/* ... or of these users, as given or in lower case; unknown ones are skipped. */
enum ft_status ft_store_read_user_names(struct ft_store *store,
    const char *const *user, size_t n, struct ft_names_set *names,
    struct ft_error *err);

/* Kinds of names, for completion and "did you mean". */
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
	const char *prefix; /* of the names */
	size_t most;        /* number of names, at least 2 */
};
/*
 * Call FN with the names of RANGE, sorted bytewise, without deleted ones; NAME is
 * valid until FN returns.  If there are more than `most`: the first most - 1 and
 * the last, whose common prefix is that of all.  Reads an index only, except
 * for jobs.
 */
enum ft_status ft_store_each_name(struct ft_store *store,
    const struct ft_store_name_range *range, ft_store_name_fn *fn, void *ctx,
    struct ft_error *err);

/* ---- the configuration ----------------------------------------------------------- */

/* Set *has: an association or a QOS has a limit. */
enum ft_status ft_store_has_limits(
    struct ft_store *store, bool *has, struct ft_error *err);
/* Load the configuration; with_deleted: deleted records, too. */
enum ft_status ft_store_read_book(struct ft_store *store, bool with_deleted,
    struct ft_acctdb *acctdb, struct ft_error *err);
/* The same of clusters, QOS and TRES alone. */
enum ft_status ft_store_read_qos_book(struct ft_store *store, bool with_deleted,
    struct ft_acctdb *acctdb, struct ft_error *err);
/* GrpTRESMins of all associations of CLUSTER, by owner, TRES; ft_free *limit. */
enum ft_status ft_store_read_tres_mins(struct ft_store *store, uint32_t cluster,
    struct ft_limit **limit, size_t *n, struct ft_error *err);

/*
 * The text of slurm.conf as imported, "" if none; and single settings of the
 * store itself (FairTreeTies), which override the text.  Strings read are the
 * caller's.
 */
enum ft_status ft_store_read_conf(
    struct ft_store *store, char **text, struct ft_error *err);
enum ft_status ft_store_put_conf(
    struct ft_store *store, const char *text, struct ft_error *err);
enum ft_status ft_store_read_setting(struct ft_store *store, const char *key,
    char **value, struct ft_error *err);
/*
 * Set *changed to whether associations have changed since slurmctld started; in
 * a transaction it starts, for its readers once that is committed.
 */
enum ft_status ft_store_tree_changed(
    struct ft_store *store, bool *changed, struct ft_error *err);
void ft_store_restart(struct ft_store *store);
/* value: NULL removes the setting. */
enum ft_status ft_store_put_setting(struct ft_store *store, const char *key,
    const char *value, struct ft_error *err);

/* From one time to another, in seconds since 1970. */
struct ft_span {
	int64_t from, until;
};

#endif
