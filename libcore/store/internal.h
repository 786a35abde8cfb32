/*
 * internal.h - an open store, the object that all rooms of store/ work on, and
 * the order of these rooms.
 *
 * A file calls files of its own room and of the rooms above it in this list:
 *   file      the file, its lock, and what SQLite may open beside it; no SQL
 *   row       SQL statements, and their rows as structs
 *   log       what a transaction writes to the journal, and the ids it gives out
 *   open      from a path to a connection: creating, comparing and migrating the
 *             schema; snapshots
 *   usage     marks and charges, and what they add up to
 *   job       jobs, reservations, live changes of nodes and partitions
 *   account   clusters, accounts, users, associations, QOS, settings
 *   store.c   opening, closing and copying a store; transactions
 *   check     finding damage, and saving what is intact
 *   journal   reading the journal, undoing and redoing its entries
 * The header ROOM_internal.h in a room declares what the room offers to those
 * after it.
 */
#ifndef FT_STORE_INTERNAL_H
#define FT_STORE_INTERNAL_H

#include "store/log/log_internal.h"
#include "store/row/row_internal.h"
#include "store/store.h"

#include "base/idmap.h"

/* What a rolled back savepoint returns to. */
struct ft_savepoint {
	uint32_t journal;
	uint32_t spreads;
	bool usage_changed, restarted;
	size_t n_mark;
};

/*
 * An open store.  The registry is its first member, so that the operations of
 * a registry find their store.  Everything it points to is its own, if nothing
 * else is said, and freed by ft_store_close.
 */
struct ft_store {
	struct ft_registry registry; /* first: ft_store_of */
	sqlite3 *db;

	/* file, open: where it is, and what was found there */
	char *path;               /* as typed, for messages */
	char *real;               /* resolved; NULL: in memory */
	struct ft_store_vfs *vfs; /* of db; NULL: SQLite's own */
	bool memory;              /* no file, so no lock */
	bool read_only;           /* as asked */
	bool file_read_only;      /* as found */
	int file_error;           /* errno of that; 0 unknown */
	unsigned long links;      /* hard links of the file when last seen */
	bool made_file;           /* ft_store_open created the file */
	bool kept;                /* do not remove that file when closing */
	int64_t filled; /* ft_store_version after we created the content; 0: we
	                   did not */
	int64_t schema; /* version of the schema */
	int64_t
	    cookie;    /* PRAGMA schema_version of the schema that was compared;
	                   0: none was */
	bool ready;    /* pragmas for writing are set */
	bool frozen;   /* a read transaction is open */
	int64_t known; /* ft_store_lag */
	int64_t expected; /* ft_store_expect */

	/* file: the queue of writers */
	int lock_fd;      /* of PATH-lock; -1 closed */
	int clock_fd;     /* of PATH-run, locked with the clock; -1 closed */
	int lock_seconds; /* how long a writer waits */
	int64_t ticket;   /* of this writer while it writes or waits; 0 none */

	/* row: statements */
	sqlite3_stmt *stmt[FT_STMT_COUNT];        /* NULL: not prepared yet */
	struct ft_stmt_info *info[FT_STMT_SLOTS]; /* by statement, hashed */
	struct ft_table_info *tables; /* up to one without a name, or NULL */
	const struct ft_table_info *written; /* of the row written last */
	const struct ft_collector *collect;  /* of the statement that runs */
	struct ft_stmt_info *collect_info;
	struct ft_error *collect_err;
	bool collect_failed;
	struct ft_images *images;     /* NULL: none was read */
	const struct ft_given *given; /* what is written: ft_given_write */
	uint64_t suspect; /* columns of the statement that runs, by a bit each,
	                     that may be written what they do not allow */
	/* the next statement fails with write_err: a row that was written broke a
	 * rule, or a part of the transaction could not be rolled back */
	bool write_failed;
	struct ft_error write_err;

	/* the write transaction; meaningless while depth is 0 */
	unsigned depth;        /* 1, and 1 for each savepoint */
	struct ft_arena arena; /* what the registry returned */
	char *actor, *command; /* as in struct ft_store_actor */
	int64_t wall;          /* likewise */
	struct ft_era rules;   /* ft_store_set_rules; period 0: not called */
	int64_t period;        /* likewise */
	uint32_t journal;      /* entry of this transaction; 0 none yet */
	uint32_t
	    first_entry;    /* its first one: each undone change has its own */
	bool usage_changed; /* usage_sum is out of date */
	uint32_t
	    first_mark; /* it lacks marks from this id on; 0: others, too */
	struct ft_mark *mark; /* [n_mark], those, if marks_known */
	size_t n_mark, cap_mark;
	bool marks_known;
	int64_t fold_latest;   /* of usage_fold.at; INT64_MAX not known */
	uint32_t fold_cluster; /* the last that got charges; 0 none */
	int64_t reach; /* of ft_store_fold_past: a charge ends less than this
	                  after its start; 0 not known */
	bool jobs_changed; /* jobs, charges */
	bool live_changed; /* nodes, partitions */
	bool restarted;    /* ft_store_restart was called */
	struct sqlite3_session
	    *work; /* ft_store_watch_work; NULL: not called */
	struct sqlite3_session *other; /* likewise, of other tables */
	int64_t stamp; /* the last given to a job; 0 not known */
	struct ft_log_added added[FT_LOG_ROWS];
	struct ft_idmap imaged[FT_LOG_ROWS]; /* rows with images in the entry */
	bool imaged_known;      /* false: a savepoint was rolled back */
	struct ft_idmap listed; /* new associations that may have lists */
	struct ft_id_count count[FT_LOG_ROWS];
	struct ft_idvec number; /* struct ft_id_count of the associations of a
	                           cluster, by its id */
	struct ft_idvec
	    family;       /* struct family of account/assoc.c, by id of the
	                           parent */
	uint32_t batch;   /* grows with each batch of associations */
	uint32_t spreads; /* times that children got new positions */
	struct ft_savepoint *savepoint; /* [depth - 1] */
	size_t cap_savepoint;
};

static inline struct ft_store *
ft_store_of(struct ft_registry *registry)
{
	return (struct ft_store *)registry; /* its first member */
}

#endif
