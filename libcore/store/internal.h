/*
 * internal.h - what the files of store/ share; nobody else includes it.
 */
#ifndef FT_STORE_INTERNAL_H
#define FT_STORE_INTERNAL_H

#include "store/file/check.h"
#include "store/store.h"

#include "base/idmap.h"

#include <sqlite3.h>

#define FT_STORE_APPLICATION 0x46745265u /* as in sql/0001_init.sql */
#define FT_STORE_NO_ID       UINT32_MAX

/* What the journal keeps of a transaction: rows and lists of rows.  Rows need
 * those before them. */
enum ft_log {
	FT_LOG_CLUSTER,
	FT_LOG_ACCOUNT,
	FT_LOG_USER,
	FT_LOG_QOS,
	FT_LOG_RESOURCE,
	FT_LOG_ASSOC,
	FT_LOG_WCKEY,
	FT_LOG_USAGE_MARK,
	FT_LOG_ROWS, /* the above have ids that grow */
	FT_LOG_ASSOC_LIMIT = FT_LOG_ROWS,
	FT_LOG_QOS_LIMIT,
	FT_LOG_ASSOC_QOS,
	FT_LOG_QOS_PREEMPT,
	FT_LOG_RESOURCE_CLUSTER,
	FT_LOG_COORDINATOR,
	FT_LOG_CLOCK,
	FT_LOG_SETTING,
	FT_LOG_CONF,
	FT_LOG_COUNT
};

/* Every statement of the library: rows of stmt.def. */
enum ft_stmt {
#define FT_STMT(id, sql) FT_STMT_##id,
#define FT_EACH(id, rows, lists, others)                                       \
	FT_STMT_##id, FT_STMT_##id##_END = FT_STMT_##id + FT_LOG_COUNT - 1,
#include "store/row/stmt.def"
#undef FT_STMT
	FT_STMT_COUNT
};
/* More than twice as many: a place by hash is mostly free. */
#define FT_PLAN_PLACES 2048
_Static_assert(FT_STMT_COUNT < FT_PLAN_PLACES / 2, "room for all");

/* A value for a statement, by the name of its parameter. */
struct ft_arg {
	const char *name; /* NULL: the end of a list of them */
	enum {
		FT_ARG_NUMBER,
		FT_ARG_REAL,
		FT_ARG_TEXT, /* borrowed; NULL is NULL */
		FT_ARG_BLOB,
		FT_ARG_NULL
	} is;
	int64_t number; /* of a blob its bytes */
	double real;
	const char *text;
};
/* VALUE: an integer, a double, a text.  cppcheck 2.10 cannot read _Generic. */
#ifdef FT_CPPCHECK
#define FT_ARG(name_, value)                                                   \
	{                                                                      \
		.name = (name_)                                                \
	}
#else
#define FT_ARG(name_, value)                                                     \
	{                                                                        \
		.name = (name_),                                               \
		.is = _Generic((value), double                                 \
			       : FT_ARG_REAL, char *                           \
			       : FT_ARG_TEXT, const char *                     \
			       : FT_ARG_TEXT, default                          \
			       : FT_ARG_NUMBER),                               \
		.number = _Generic((value), double                             \
				   : 0, char *                                 \
				   : 0, const char *                           \
				   : 0, default                                \
				   : (value)),                                 \
		.real = _Generic((value), double : (value), default : 0),      \
		.text = _Generic((value), char *                               \
				 : (value), const char *                       \
				 : (value), default                            \
				 : NULL) \
	}
#endif
/* An id, of which 0 is NULL. */
#define FT_ARG_ID(name_, value)                                                \
	{                                                                      \
		.name = (name_), .is = (value) ? FT_ARG_NUMBER : FT_ARG_NULL,  \
		.number = (value)                                              \
	}
#define FT_ARGS(...) ((const struct ft_arg[]){ __VA_ARGS__, { .name = NULL } })

/* Rows of one table added by the transaction. */
struct ft_log_added {
	uint32_t first_new; /* this id and all after it are new */
	uint32_t first,
	    last; /* not written to the journal yet; first 0: none */
};

/* The last id given out, in the table high_id and since. */
struct ft_id_count {
	uint32_t last;
	uint32_t cluster; /* 0: of the whole table */
	bool known;       /* has been read in this transaction */
	bool moved;       /* not written yet */
};

/* Where the current batch puts the next child of one association. */
struct ft_family {
	uint32_t batch; /* of the last add; others are out of date */
	int32_t next;   /* position of the next child */
	int32_t limit;  /* of the oldest sibling: not reached */
};

struct ft_shape; /* row/column_internal.h */
struct ft_plan;
struct ft_known;

/* Receives the rows of a query through the function ft_collect(): each as a
 * struct of SHAPE in *row. */
struct ft_collector {
	const struct ft_shape *shape;
	void *row;
	void (*fn)(void *ctx, const void *row);
	void *ctx;
};
struct ft_store_vfs; /* file/vfs.c */

struct ft_store {
	struct ft_registry registry; /* first: see registry.h */
	sqlite3 *db;
	struct ft_store_vfs *vfs; /* of db; NULL: SQLite's own */
	sqlite3_stmt *stmt[FT_STMT_COUNT];
	struct ft_plan *plan[FT_PLAN_PLACES]; /* by statement, hashed */
	struct ft_known *known; /* tables, up to one without a name; or NULL */
	int64_t schema;         /* its version */
	char *path;             /* as it was typed, for messages */
	char *real;             /* where it leads; NULL: in memory */
	bool memory;            /* no file: no lock */
	bool read_only;         /* as asked */
	bool file_read_only;    /* as found */
	bool disk_full;         /* that is why */
	unsigned long names;    /* hard links of the file when last seen */
	bool made_file;         /* it was absent */
	bool kept;              /* what was made stays */
	int64_t filled; /* its version when we had made it; 0: did not */
	bool ready;     /* pragmas of writers are set */
	int64_t cookie; /* of the schema that was compared; 0: none */
	bool frozen;    /* a read transaction is open */
	int lock_fd;    /* -1 closed */
	int clock_fd;   /* of the lock on the clock; -1 closed */
	int lock_seconds;
	int64_t ticket; /* of this writer while it holds or waits; 0 */

	const struct ft_collector *collect;
	struct ft_plan *collect_plan;
	struct ft_error *collect_err;
	bool collect_failed;
	bool write_failed; /* a row that was written broke a rule: */
	struct ft_error write_err;

	/* the write transaction */
	unsigned depth;
	struct ft_arena arena; /* what the registry handed out */
	char *actor, *command;
	int64_t wall;
	struct ft_era rules; /* as declared; period 0: not */
	int64_t period;      /* of passes that charge; 0 likewise */
	uint32_t journal;    /* entry of this transaction; 0 none yet */
	bool usage_changed;
	bool jobs_changed; /* jobs, charges */
	bool live_changed; /* nodes, partitions */
	int64_t stamp;     /* the last given to a job; 0 not known */
	struct ft_log_added added[FT_LOG_ROWS];
	struct ft_id_count count[FT_LOG_ROWS];
	struct ft_idvec number; /* struct ft_id_count of associations, by
	                           cluster id */
	struct ft_idvec family; /* struct ft_family, by association id */
	uint32_t batch;
	uint32_t spreads; /* times positions of a family were spread */
	struct ft_savepoint *savepoint;
	size_t cap_savepoint;
};

/* What a rolled back savepoint returns to. */
struct ft_savepoint {
	uint32_t journal;
	uint32_t spreads;
	bool usage_changed;
};

extern const struct ft_registry_ops ft_store_registry_ops; /* _registry.c */

/* Before the change: what decides decay ends at the last pass. */
enum ft_status ft_store_end_era(struct ft_store *store, struct ft_error *err);
/* The same before other settings; a reset that they asked for does not come. */
enum ft_status ft_store_end_conf(struct ft_store *store, struct ft_error *err);
/* Before the change: so does the charge of what runs under QOS. */
enum ft_status ft_store_close_charges(
    struct ft_store *store, uint32_t qos, struct ft_error *err);

/* row/sql.c: statements.  Errors start with the path. */

/* Bind ARGS (NULL: none) to statement ID, ready to be stepped.  Returns NULL on
 * failure. */
sqlite3_stmt *ft_store_query(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err);
/* Bind ARGS to STMT. */
enum ft_status ft_store_bind(struct ft_store *store, sqlite3_stmt *stmt,
    const struct ft_arg *args, struct ft_error *err);
/*
 * Step: 1 a row, 0 the end (statement reset), or a negative ft_status.  A row
 * with a value that column.def does not allow is FT_EFOREIGN.
 */
int ft_store_step(
    struct ft_store *store, sqlite3_stmt *stmt, struct ft_error *err);
/*
 * While *status is FT_OK: step, and return whether there is a row, else set it.
 * STMT is reset at the end and when *status was set; NULL: it failed.
 */
bool ft_store_next(struct ft_store *store, sqlite3_stmt *stmt,
    enum ft_status *status, struct ft_error *err);
/* Bind and run a statement that gives no rows. */
enum ft_status ft_store_run(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err);
/* Bind, and set *value to the first column, 0 for NULL; FT_ENOENT (err
 * untouched: it is a question). */
enum ft_status ft_store_int(struct ft_store *store, int64_t *value,
    enum ft_stmt id, const struct ft_arg *args, struct ft_error *err);
/*
 * Run a statement around ft_collect(...), which hands every row to COLLECTOR:
 * half the price of stepping.
 */
enum ft_status ft_store_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, const struct ft_collector *collector,
    struct ft_error *err);
/* row/table.c */
/* Learn every table, before the first that is written. */
void ft_store_know_tables(struct ft_store *store);
/* Refuse rows that column.def does not allow, whoever writes them; or not. */
void ft_store_watch(struct ft_store *store);
void ft_store_trust(struct ft_store *store);
/* Run a script: migrations only. */
enum ft_status ft_store_script(
    struct ft_store *store, const char *sql, struct ft_error *err);
/* Turn SQLite's last error into ours. */
enum ft_status ft_store_fail(struct ft_store *store, struct ft_error *err);
/*
 * FT_ENOENT, with a text for those who expected that row of TABLE (NULL:
 * unknown); a caller who only asks drops it.
 */
enum ft_status ft_store_absent(
    struct ft_store *store, const char *table, struct ft_error *err);
/* Say of what ERR tells that it is damage; returns FT_EFOREIGN. */
enum ft_status ft_store_damaged(struct ft_store *store, struct ft_error *err);
/*
 * Bind TEXT, which stays as long as the statement runs, or NULL.  What a
 * statement writes is masked first, by FT_TEXT_BYTES.  Returns as SQLite.
 */
int ft_store_bind_text(sqlite3_stmt *stmt, int at, const char *text);
enum ft_status ft_store_prepare_functions(
    struct ft_store *store, struct ft_error *err);
void ft_store_finalize(struct ft_store *store);
/* What tables are like changes (row/table.c). */
void ft_store_forget_tables(struct ft_store *store);

/* Returns column NAME of the row at hand; NULL: the first, of a statement that
 * gives one value, or that names its rows by it. */
sqlite3_value *ft_column(sqlite3_stmt *stmt, const char *name);
static inline uint32_t
ft_column_u32(sqlite3_stmt *stmt, const char *name)
{
	return (uint32_t)sqlite3_value_int64(ft_column(stmt, name));
}
/* Returns the same as text in ARENA, NULL for NULL. */
const char *ft_column_text(
    struct ft_arena *arena, sqlite3_stmt *stmt, const char *name);

/*
 * store.c: freeze STORE, unless it is; *frozen: what is to be thawed then, which
 * ft_store_thaw_at does.
 */
enum ft_status ft_store_hold(
    struct ft_store *store, struct ft_store **frozen, struct ft_error *err);
void ft_store_thaw_at(struct ft_store **frozen);

/* file/place.c: where the store is, what is beside it. */
/*
 * Set store->real, and make an empty file if there is none (CREATE).  Looks at
 * all that SQLite would open.
 */
enum ft_status ft_store_find(
    struct ft_store *store, bool create, struct ft_error *err);
/* Before a change: the file is still there under its only name. */
enum ft_status ft_store_check_place(
    struct ft_store *store, struct ft_error *err);
/* Say why the store can only be read: FT_EREADONLY. */
enum ft_status ft_store_refuse(
    const struct ft_store *store, struct ft_error *err);
/* Look at all that SQLite keeps beside the store. */
enum ft_status ft_store_check_companions(
    const struct ft_store *store, struct ft_error *err);
/* Size of the store's companion SUFFIX; -1 if there is none. */
int64_t ft_store_size_beside(const struct ft_store *store, const char *suffix);
/*
 * Remove a store that this STORE made and nobody changed: the command failed.
 * Only closing is possible then.
 */
void ft_store_unmake(struct ft_store *store);

/* file/open.c */
enum ft_status ft_store_attach(struct ft_store *store,
    const struct ft_store_options *options, struct ft_error *err);
/*
 * Returns SQLite's handle of the file, NULL if there is none.  It is read
 * through this only: to open and close the file once more would give back all
 * locks that this process has on it.
 */
sqlite3_file *ft_store_file(struct ft_store *store);
/* Pragmas that only writers need. */
enum ft_status ft_store_ready(struct ft_store *store, struct ft_error *err);
/* Returns whether statfs's TYPE is a network (or user space) file system. */
bool ft_store_is_network(unsigned long type);

/* What makes a connection safe to have with a file from anybody. */
void ft_store_harden(sqlite3 *db);

/* file/schema.c */
/* Hand FN every table, index, ... that is not as schema VERSION has it. */
enum ft_status ft_store_compare_schema(struct ft_store *store, int64_t version,
    ft_problem_fn *fn, void *ctx, struct ft_error *err);
/* FT_EFOREIGN with the first of them. */
enum ft_status ft_store_check_schema(
    struct ft_store *store, int64_t version, struct ft_error *err);

/* Remember that the schema is as it should be: it was compared. */
enum ft_status ft_store_know_schema(
    struct ft_store *store, struct ft_error *err);
/* Within a transaction: compare again what another program has changed. */
enum ft_status ft_store_same_schema(
    struct ft_store *store, struct ft_error *err);

/* file/init.c: schema and content of a new store; migrations. */
int64_t ft_store_schema(void);
/* Returns the one that the scripts make; what came later are columns, without
 * which a store can be read. */
int64_t ft_store_schema_of_scripts(void);
enum ft_status ft_store_create(struct ft_store *store,
    const struct ft_store_options *options, struct ft_error *err);
enum ft_status ft_store_migrate(
    struct ft_store *store, int64_t version, struct ft_error *err);

/* file/vfs.c: what SQLite may open beside the store. */
/*
 * Make the file system of STORE, above the one named BASE (NULL: SQLite's own);
 * returns its name for sqlite3_open_v2.
 */
const char *ft_store_vfs_start(struct ft_store *store, const char *base);
/* After SQLITE_PERM: the suffix of the companion that was refused. */
const char *ft_store_vfs_refused(const struct ft_store *store);
/* Give it back, after the connection. */
void ft_store_vfs_stop(struct ft_store *store);

/* file/lock.c: the queue of writers. */
enum ft_status ft_store_lock(
    struct ft_store *store, const char *command, struct ft_error *err);
void ft_store_unlock(struct ft_store *store);
void ft_store_lock_close(struct ft_store *store);

/* journal/log.c: the journal.  Call before the change. */
enum ft_status ft_store_log_row(struct ft_store *store, enum ft_log what,
    uint32_t id, struct ft_error *err);
/* All children of association PARENT, before their positions change. */
enum ft_status ft_store_log_family(
    struct ft_store *store, uint32_t parent, struct ft_error *err);
/* After adding row ID. */
enum ft_status ft_store_log_added(struct ft_store *store, enum ft_log what,
    uint32_t id, struct ft_error *err);
/* A setting (key) of the store before it changes; NULL: the text of conf. */
enum ft_status ft_store_log_setting(
    struct ft_store *store, const char *key, struct ft_error *err);
enum ft_status ft_store_log_flush(struct ft_store *store, struct ft_error *err);
void ft_store_log_start(struct ft_store *store);
/* row/image.c: the functions that images of rows need. */
enum ft_status ft_store_prepare_images(
    struct ft_store *store, struct ft_error *err);
/* The entry of this transaction, made if there is none yet. */
enum ft_status ft_store_log_entry(struct ft_store *store, struct ft_error *err);
/* A new entry, in *id, which UNDOES another (0: none). */
enum ft_status ft_store_add_entry(struct ft_store *store,
    const struct ft_store_actor *actor, uint32_t undoes, uint32_t *id,
    struct ft_error *err);
/* A savepoint was rolled back: JOURNAL is what it was then. */
void ft_store_log_back(struct ft_store *store, uint32_t journal);

/* row/id.c: ids, none of them twice. */
/* The id a new row of WHAT gets; ft_store_take_id when it is in the table. */
enum ft_status ft_store_next_id(struct ft_store *store, enum ft_log what,
    uint32_t *id, struct ft_error *err);
void ft_store_take_id(struct ft_store *store, enum ft_log what);
/* The same for the number of an association within CLUSTER. */
enum ft_status ft_store_next_number(struct ft_store *store, uint32_t cluster,
    uint32_t *number, struct ft_error *err);
void ft_store_take_number(struct ft_store *store, uint32_t cluster);
enum ft_status ft_store_id_flush(struct ft_store *store, struct ft_error *err);
/* Forget what was not written: a transaction starts or was rolled back. */
void ft_store_id_start(struct ft_store *store);

/* usage/usage.c */
enum ft_status ft_store_mark_transfer(struct ft_store *store, uint32_t assoc,
    uint32_t heir, struct ft_error *err);
/* Rebuild the cache of marks; called by the commit that changed them. */
enum ft_status ft_store_sum_usage(struct ft_store *store, struct ft_error *err);

#endif
