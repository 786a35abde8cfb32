/*
 * row_internal.h - SQL statements: running them, and reading the values of
 * their rows.  Whole rows as structs: column_internal.h.
 *
 * Every statement is a row of stmt.def with an id, is prepared once per
 * connection, and takes and gives values by name.  Error texts start with the
 * path of the store.
 */
#ifndef FT_STORE_ROW_ROW_INTERNAL_H
#define FT_STORE_ROW_ROW_INTERNAL_H

#include "base/base.h"

#include <sqlite3.h>

struct ft_store;

#define FT_STORE_NO_ID UINT32_MAX

/*
 * The kinds of things of which the journal keeps images: rows, which have ids
 * of their own, and lists of rows, which have the id of their owner.  A row
 * refers only to rows of kinds that come before its own.
 */
enum ft_log {
	FT_LOG_CLUSTER,
	FT_LOG_ACCOUNT,
	FT_LOG_USER,
	FT_LOG_QOS,
	FT_LOG_RESOURCE,
	FT_LOG_ASSOC,
	FT_LOG_WCKEY,
	FT_LOG_USAGE_MARK,
	FT_LOG_ROWS, /* those above have ids, counted up */
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
/* Returns the name of its table. */
const char *ft_log_name(enum ft_log what);
/* Set *what to the kind with the table NAME; returns false if there is none. */
bool ft_log_find(const char *name, enum ft_log *what);
/* Returns the kind to which the ids of WHAT belong: of a list its owner's, else
 * WHAT. */
enum ft_log ft_log_owner(enum ft_log what);

/* Every statement of the library: rows of stmt.def. */
enum ft_stmt {
#define FT_STMT(id, sql) FT_STMT_##id,
#define FT_EACH(id, rows, lists, others)                                       \
	FT_STMT_##id, FT_STMT_##id##_END = FT_STMT_##id + FT_LOG_COUNT - 1,
#include "store/row/stmt.def"
#undef FT_STMT
	FT_STMT_COUNT
};
/* Slots of a hash table of statements, at most half full. */
#define FT_STMT_SLOTS 2048
_Static_assert(FT_STMT_COUNT < FT_STMT_SLOTS / 2, "at most half full");

/* A value for a statement, by the name of its parameter. */
struct ft_arg {
	const char *name; /* NULL: the end of an array of them */
	enum {
		FT_ARG_NUMBER,
		FT_ARG_REAL,
		FT_ARG_TEXT, /* borrowed; NULL is NULL */
		FT_ARG_BLOB, /* borrowed, in text */
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

/* ---- sql.c: statements ------------------------------------------------------ */

/* Bind ARGS (NULL: none) to statement ID, ready to be stepped.  Returns NULL on
 * failure. */
sqlite3_stmt *ft_store_query(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err);
/* Bind ARGS to STMT. */
enum ft_status ft_store_bind(struct ft_store *store, sqlite3_stmt *stmt,
    const struct ft_arg *args, struct ft_error *err);
/* Returns the index of parameter NAME, probably AT + 1; 0 none. */
int ft_param_place(sqlite3_stmt *stmt, int at, const char *name);
/*
 * Bind TEXT (NULL: NULL), which must live as long as the statement runs.  In a
 * statement that writes, control characters are masked (FT_TEXT_BYTES).
 * Returns a code of SQLite.
 */
int ft_store_bind_text(sqlite3_stmt *stmt, int at, const char *text);
/*
 * Returns 1 for a row, 0 at the end (STMT is reset), or a negative ft_status.
 * FT_EFOREIGN: a value is not as column.def allows.
 */
int ft_store_step(
    struct ft_store *store, sqlite3_stmt *stmt, struct ft_error *err);
/*
 * For a loop over rows: while *status is FT_OK, step STMT (NULL: the query
 * failed), and return whether there is a row.  STMT is reset at the end and
 * when *status is not FT_OK.
 */
bool ft_store_next(struct ft_store *store, sqlite3_stmt *stmt,
    enum ft_status *status, struct ft_error *err);
/* Bind and run a statement that gives no rows. */
enum ft_status ft_store_run(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err);
/* Set *value to the first column of the first row, 0 for NULL.  FT_ENOENT: no
 * row; err is not touched. */
enum ft_status ft_store_int(struct ft_store *store, int64_t *value,
    enum ft_stmt id, const struct ft_arg *args, struct ft_error *err);
/* Run a script; for migrations only. */
enum ft_status ft_store_script(
    struct ft_store *store, const char *sql, struct ft_error *err);
/* Finalize all statements. */
void ft_store_finalize(struct ft_store *store);

/* Returns column NAME of the current row; NULL: its first column. */
sqlite3_value *ft_column(sqlite3_stmt *stmt, const char *name);
static inline uint32_t
ft_column_u32(sqlite3_stmt *stmt, const char *name)
{
	return (uint32_t)sqlite3_value_int64(ft_column(stmt, name));
}
/* Returns the same as text in ARENA, NULL for NULL. */
const char *ft_column_text(
    struct ft_arena *arena, sqlite3_stmt *stmt, const char *name);

/* ---- function.c: SQL functions of our own ------------------------------------ */

struct ft_shape; /* column_internal.h */
struct ft_target;

/* Receives the rows of a query: each as a SHAPE in *row, which is reused. */
struct ft_collector {
	const struct ft_shape *shape;
	void *row; /* all zero, but for what the query does not fill; after a
	              damaged row the arrays that this one had are left in it */
	void (*fn)(void *ctx, const void *row);
	/* not NULL: called instead with the values, which are not checked */
	void (*raw)(void *ctx, sqlite3_value **value);
	void *ctx;
	const struct ft_target *target; /* NULL: texts are valid until FN
	                                   returns */
	const bool *stopped; /* NULL, or FN sets it: no more rows are wanted */
};
/* Run a statement of the form FT_COLLECT and pass each row to COLLECTOR: half
 * the time of stepping. */
enum ft_status ft_store_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, const struct ft_collector *collector,
    struct ft_error *err);
enum ft_status ft_collect_prepare(struct ft_store *store, struct ft_error *err);
/* prepare.c: give a new connection all that statements need. */
enum ft_status ft_store_prepare_functions(
    struct ft_store *store, struct ft_error *err);

/* ---- image.c: images of rows in the journal ------------------------------------ */

/* The first version of the schema in which images are in blocks. */
#define FT_SCHEMA_IMAGES 10

/* What putting back images changes, as bits. */
enum {
	FT_MOVES_KEYS = 1,    /* one of FT_KEYS, or a row is missing now */
	FT_MOVES_BACK = 2,    /* a removed row comes back */
	FT_MOVES_AWAY = 4,    /* a row is removed */
	FT_MOVES_DELETED = 8, /* the mark of a row as deleted */
};
/* The columns that are part of keys or of indexes of names.  If none of them
 * differs, the others are written alone, and SQLite need not check keys and
 * indexes. */
#define FT_KEYS                                                                \
	" cluster parent position account user partition number default_qos "  \
	"name server"

/* A request to keep, compare or put back the images of rows FIRST to LAST of a
 * table. */
struct ft_imaging {
	enum ft_log what;
	uint32_t journal;     /* entry that keeps them; 0: do not keep them */
	uint32_t first, last; /* ids of the rows */
	int64_t block;        /* id of an older block of these rows; 0: none */
	uint64_t found;       /* out: how many of the rows exist */
	bool alike; /* out: the block has the same rows and columns; then: */
	uint64_t differs; /* out: bits of the columns that may differ */
	int64_t moves;    /* out: what putting the block back changes */
};
/* Keep images of those rows that exist, of which the entry must have none yet,
 * and compare them with the block. */
enum ft_status ft_images_keep(
    struct ft_store *store, struct ft_imaging *imaging, struct ft_error *err);
/* Put back the columns that differ; none of them may be among FT_KEYS. */
enum ft_status ft_images_put_back(struct ft_store *store,
    const struct ft_imaging *imaging, struct ft_error *err);
/* Run statement ID, which writes fields of images, and ids. */
enum ft_status ft_images_run(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_error *err);
/* Returns whether the rows are now as in IMAGES, a block. */
bool ft_images_match(struct ft_store *store, const struct ft_imaging *imaging,
    sqlite3_value *images);
/* Forget the blocks in memory, because others may have written. */
void ft_images_forget(struct ft_store *store);
void ft_images_free(struct ft_store *store);
enum ft_status ft_images_prepare(struct ft_store *store, struct ft_error *err);
/* journal_table.c: the table ft_journal. */
enum ft_status ft_journal_prepare(struct ft_store *store, struct ft_error *err);

/* ---- table.c: tables as they are in this store -------------------------------- */

/* Find out which columns the tables that SQL writes have; before it writes a row.
 * What it deletes from other tables is not looked at. */
void ft_store_read_tables(struct ft_store *store, const char *sql);
/* Forget the columns of tables, which are about to change. */
void ft_store_forget_tables(struct ft_store *store);
/* From now on, refuse to write rows that column.def does not allow; or allow
 * them. */
void ft_store_watch(struct ft_store *store);
void ft_store_trust(struct ft_store *store);

/* ---- error.c: errors in our words ---------------------------------------------- */

/* Report SQLite's last error. */
enum ft_status ft_store_fail(struct ft_store *store, struct ft_error *err);
/* errno of SQLite's last error, 0 if there is none. */
int ft_store_errno(struct ft_store *store);
/* FT_ENOENT: a row of TABLE (NULL: unknown) that must be there is missing. */
enum ft_status ft_store_fail_absent(
    struct ft_store *store, const char *table, struct ft_error *err);
/* Add to ERR that the store is damaged; returns FT_EFOREIGN. */
enum ft_status ft_store_fail_damaged(
    struct ft_store *store, struct ft_error *err);

#endif
