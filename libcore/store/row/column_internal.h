/*
 * column_internal.h - the columns of the store: which values they may have, and
 * which member of which struct they are; rows as structs.
 *
 * Columns are the rows of column.def and, of entities, model/account/entity.def.
 */
#ifndef FT_STORE_ROW_COLUMN_INTERNAL_H
#define FT_STORE_ROW_COLUMN_INTERNAL_H

#include "base/intern.h"
#include "model/account/attr.h"
#include "model/account/tres.h"
#include "model/account/registry.h"
#include "store/row/row_internal.h"

#define FT_JOB_NODES_MAX 1000000 /* of one job; more can only be damage */

/* What a usage mark does to the usage of its owner: usage_mark.kind. */
enum ft_mark_kind {
	FT_MARK_OPENING, /* replace it by an amount brought from elsewhere */
	FT_MARK_RESET,   /* drop it, as  facctmgr modify ... set rawusage=0 */
	FT_MARK_SET,     /* replace raw usage by an amount */
	FT_MARK_TRANSFER /* move it to the heir: the owner was deleted */
};
/* A usage mark; whole and micro: its amount and millionths. */
struct ft_mark {
	int64_t id, at, whole;
	uint32_t owner; /* id of an association or QOS */
	uint32_t heir;  /* of a transfer */
	int32_t kind;   /* enum ft_mark_kind */
	int32_t tres;   /* id; 0 raw usage, -1 group wall seconds */
	int32_t micro;
};

enum ft_column_kind {
#define KIND(kind, type, low, high, is) FT_COLUMN_##kind,
#include "store/row/column.def"
	FT_COLUMN_KINDS
};

/* The C type of a member. */
enum ft_member {
	FT_MEMBER_NONE, /* the column has none */
	FT_MEMBER_BOOL,
	FT_MEMBER_U8,
	FT_MEMBER_U16,
	FT_MEMBER_U32,
	FT_MEMBER_I32,
	FT_MEMBER_I64,
	FT_MEMBER_U64,
	FT_MEMBER_REAL,
	FT_MEMBER_TEXT,
	FT_MEMBER_CHAR,
	FT_MEMBER_ARRAY /* a text in the column, read by the codec of its kind */
};
#ifdef FT_CPPCHECK
#define FT_MEMBER_KIND(type, member) FT_MEMBER_U32
#else
#define FT_MEMBER_KIND(type, member)                                           \
	_Generic(((type *)0)->member,                                          \
	    bool : FT_MEMBER_BOOL,                                             \
	    uint8_t : FT_MEMBER_U8,                                            \
	    uint16_t : FT_MEMBER_U16,                                          \
	    uint32_t : FT_MEMBER_U32,                                          \
	    int32_t : FT_MEMBER_I32,                                           \
	    int64_t : FT_MEMBER_I64,                                           \
	    uint64_t : FT_MEMBER_U64,                                          \
	    double : FT_MEMBER_REAL,                                           \
	    const char * : FT_MEMBER_TEXT,                                     \
	    char : FT_MEMBER_CHAR,                                             \
	    default : FT_MEMBER_ARRAY)
#endif

struct ft_column {
	const char *table, *name;
	enum ft_column_kind kind;
	enum ft_member member;
	size_t offset; /* of the member, in bytes */
	bool nullable;
	int64_t null;                    /* the member's value for NULL */
	const struct ft_keywords *words; /* of FLAGS and WORD */
	double unset;                    /* of an attribute: before it is set */
	int schema; /* version that added it; 0: a script */
};

/* A result column NAME that is read into MEMBER of a struct. */
#define FT_CELL(type, name_, member_)                                          \
	{                                                                      \
		.name = (name_), .member = FT_MEMBER_KIND(type, member_),      \
		.offset = offsetof(type, member_)                              \
	}

/* How a struct is read and written: its members are columns of a table, or result
 * columns that are cells of its own. */
struct ft_shape {
	const char *table;     /* NULL: see cell */
	size_t size;           /* bytes of the struct */
	enum ft_entity entity; /* FT_ENTITY_COUNT none */
	const struct ft_column *cell;
	size_t n;
};
enum ft_table {
#define TABLE(table, type, entity) FT_TABLE_##table,
#include "store/row/column.def"
	FT_TABLES
};
extern const struct ft_shape ft_shapes[FT_TABLES];
/* Returns the shape of the table of ENTITY. */
const struct ft_shape *ft_shape_of(enum ft_entity entity);
/* Set *column to the column or cell NAME; false: there is none with a member.  *at:
 * as ft_column_find has it. */
bool ft_shape_find(const struct ft_shape *shape, const char *name, size_t *at,
    struct ft_column *column);
/* Call FN with each column of SHAPE, a table, that has a member. */
typedef void ft_column_fn(void *ctx, const struct ft_column *column);
void ft_shape_each(const struct ft_shape *shape, ft_column_fn *fn, void *ctx);

/* Call FN with each column that a row of entity.def added in schema VERSION. */
void ft_column_each_added(int64_t version, ft_column_fn *fn, void *ctx);
/* Returns the newest schema that a row of entity.def names, 0 if none does. */
int64_t ft_column_newest(void);
/* Append, as SQL, the unset value of a column; its definition. */
void ft_column_add_unset(struct ft_str *str, const struct ft_column *column);
void ft_column_define(struct ft_str *str, const struct ft_column *column);
/* Returns the name of the next table, NULL at the end; *at: 0 for the first.
 * Tables come after those that they refer to. */
const char *ft_table_next(size_t *at);
/* Set *column to column NAME of TABLE; false: there is none.  *at: a hint where to
 * search first, updated for the next column. */
bool ft_column_find(
    const char *table, const char *name, size_t *at, struct ft_column *column);
/* Returns the name of the first column of TABLE, which is its key. */
const char *ft_column_key(const char *table);
/* Report that COLUMN does not allow VALUE, in the row with KEY (NULL: unknown);
 * returns FT_EFOREIGN. */
enum ft_status ft_store_fail_value(struct ft_store *store,
    const struct ft_column *column, sqlite3_value *key, sqlite3_value *value,
    struct ft_error *err);
/* Returns whether COLUMN allows VALUE. */
bool ft_column_allows(const struct ft_column *column, sqlite3_value *value);
/* The same of a number that will be written, ... */
bool ft_column_allows_number(const struct ft_column *column, int64_t number);
bool ft_column_allows_real(const struct ft_column *column, double number);
/* ... or of a text of LEN bytes, some of which may be masked; also false of one that
 * is nearly too long. */
bool ft_column_allows_text(
    const struct ft_column *column, const char *text, size_t len);
/* Returns whether COLUMN, which has a codec, allows VALUE if that can read it. */
bool ft_column_allows_coded(
    const struct ft_column *column, sqlite3_value *value);
/* Append at most MOST bytes of TEXT, with ? for bytes that are not printable
 * ASCII: a damaged store may contain anything. */
void ft_str_add_plain(struct ft_str *str, const char *text, size_t most);
/*
 * Append "TABLE row KEY: COLUMN is VALUE"; KEY: of the row, NULL unknown.  Text is
 * shortened and masked likewise.
 */
void ft_column_describe(struct ft_str *str, const struct ft_column *column,
    sqlite3_value *key, sqlite3_value *value);

/* The rule for a result column of a statement. */
struct ft_rule {
	struct ft_column column; /* nullable: in this statement */
	int at;                  /* index of the result column */
	int key; /* index of the one with the key of its row; -1 none */
	bool integer;
	int64_t low, high; /* of an integer */
};
/* The member that a result column is read into. */
struct ft_cell {
	struct ft_column column;
	const struct ft_rule *rule; /* NULL: none */
	bool number;                /* an integer with a rule, read as it is */
	bool flag;                  /* such a number: whether it is there */
	bool coded;                 /* a codec reads it, and so checks it */
};

/* A prepared statement, its rules, and the struct it was last used with. */
struct ft_stmt_info {
	sqlite3_stmt *stmt;
	char *collects; /* of FT_COLLECT: the SQL with its aliases; else NULL */
	/* [n_value], of the arguments of ft_collect(), found with the rules */
	struct ft_collected {
		char *text; /* the alias, or the name of a column of table */
		bool alias;
	} * name;
	char *table;
	struct ft_rule *rule; /* NULL: not found yet, as there was no row */
	size_t n_rule;
	sqlite3_value **value; /* of the row, as ft_store_step() left it */
	int n_value;
	const struct ft_shape *read;    /* of column; NULL: not set yet */
	struct ft_cell *cell;           /* [n_value] */
	const struct ft_shape *written; /* of param; likewise */
	struct ft_column
	    *param;   /* the member of each parameter, or the column */
	bool allowed; /* columns allow what is bound to them */
};
/* Whether SQL is an FT_COLLECT. */
bool ft_stmt_collects(const char *sql);
/*
 * Find the rules for the result columns of INFO, before its first row.  A column of
 * a table has the rule of that column; an expression whose alias is "TABLE.COLUMN"
 * or "TABLE.COLUMN:MEMBER" has the rule of COLUMN; others have none.  Expressions,
 * and all columns of a statement with a LEFT JOIN, may be NULL.
 */
void ft_stmt_info_learn(struct ft_stmt_info *info);
void ft_stmt_info_free(struct ft_stmt_info *info);
struct ft_stmt_info *ft_stmt_info_of(
    struct ft_store *store, const sqlite3_stmt *stmt);

/* The columns that check_written() of table.c looks at: store->suspect. */
#define FT_SUSPECT_ALL UINT64_MAX
/* A table of this store and its columns, in their order. */
struct ft_table_info {
	const char *table;
	struct ft_column *column;
	size_t n;
};
/* Returns TABLE; NULL: unknown, or not in this store. */
const struct ft_table_info *ft_store_table(
    struct ft_store *store, const char *table);

/* ---- codec.c: columns of text that are no text in memory --------------------- */

/* A member, and its struct, which may contain the length of an array. */
struct ft_codec_arg {
	void *member, *record;
	const struct ft_tres_table *tres;
};
struct ft_codec {
	/* returns false for a text that add() cannot have written */
	bool (*read)(const char *text, const struct ft_codec_arg *arg);
	void (*add)(struct ft_str *str, const struct ft_codec_arg *arg);
};
extern const struct ft_codec ft_codecs[FT_COLUMN_KINDS]; /* NULL: none */
/*
 * Set *count to the count of TRES ID in TEXT, such as "1=4,2=4000", which is sorted
 * by id and has no zeros.  Returns false for any other text.
 */
bool ft_tres_vector_get(const char *text, uint32_t id, uint64_t *count);
/* Take the next id and its count from *text, which is not empty. */
bool ft_tres_vector_next(const char **text, uint32_t *id, uint64_t *count);

/* ---- record.c: rows into structs and back ----------------------------------- */

/* Where texts go: into STRINGS, else ARENA; else they are valid until the next
 * row.  Arrays are the record's, to be freed. */
struct ft_target {
	struct ft_arena *arena;
	struct ft_intern *strings;
	const struct ft_tres_table *tres;
};
/* Fill the members of RECORD (a SHAPE) from the row of STMT. */
void ft_record_read(struct ft_store *store, sqlite3_stmt *stmt,
    const struct ft_shape *shape, const struct ft_target *target, void *record);
/* The same from the arguments of ft_collect(), which it checks.  Returns the rule
 * that one of them breaks; NULL: they are as column.def allows. */
const struct ft_rule *ft_record_collect(struct ft_stmt_info *info,
    const struct ft_collector *collector, sqlite3_value **value);
/* What to write: RECORD, which has SHAPE. */
struct ft_source {
	const struct ft_shape *shape;
	const void *record;
	const struct ft_tres_table *tres;
};
/* Bind the members of SOURCE, then ARGS (NULL: none), to statement ID.  Texts must
 * live as long as it runs. */
sqlite3_stmt *ft_record_query(struct ft_store *store, enum ft_stmt id,
    const struct ft_source *source, const struct ft_arg *args,
    struct ft_error *err);
/* The same, and run it. */
enum ft_status ft_record_write(struct ft_store *store, enum ft_stmt id,
    const struct ft_source *source, const struct ft_arg *args,
    struct ft_error *err);

/* Make the member of RECORD that COLUMN is, no array, the result of a function or of
 * a column.  Returns whether COLUMN allows it; false also of some that it allows. */
bool ft_record_result(sqlite3_context *context, const struct ft_column *column,
    const void *record);

/* ---- given.c: an array as a table of SQL ------------------------------------- */

struct ft_given {
	const struct ft_shape *shape; /* of the structs */
	const void *item;             /* [n] */
	size_t n, size;               /* size: of each, in bytes */
};
/* Run statement ID, which selects from ft_given, with ARGS. */
enum ft_status ft_given_write(struct ft_store *store, enum ft_stmt id,
    const struct ft_given *given, const struct ft_arg *args,
    struct ft_error *err);
enum ft_status ft_given_prepare(struct ft_store *store, struct ft_error *err);

/* ---- rows.c: all rows of a statement as an array ---------------------------- */

/* An array of structs; freed by ft_rows_free or moved by ft_rows_keep. */
struct ft_rows {
	const struct ft_shape *shape;
	struct ft_arena *arena; /* of their strings; NULL: they have none */
	char *data;             /* [n] of shape->size */
	size_t n, cap;
};
/* Add the rows of STMT (NULL: it failed); on failure all are freed. */
enum ft_status ft_store_rows(struct ft_store *store, sqlite3_stmt *stmt,
    struct ft_rows *rows, struct ft_error *err);
/* Add the rows of statement ID, an FT_COLLECT; likewise. */
enum ft_status ft_rows_collect(struct ft_store *store, enum ft_stmt id,
    const struct ft_arg *args, struct ft_rows *rows, struct ft_error *err);
/* Returns the array, moved into the arena; sets *n. */
void *ft_rows_keep(struct ft_rows *rows, size_t *n);
void ft_rows_free(struct ft_rows *rows);
/* Sort limits by owner, kind, TRES; the tables sort kinds by name. */
void ft_rows_sort_limits(struct ft_rows *rows);

/* A row that is a single id, as a uint32_t. */
extern const struct ft_shape ft_id_shape;
/* A row that is a struct ft_active_job. */
extern const struct ft_shape ft_active_job_shape;
/* Returns the array of such rows. */
const uint32_t *ft_rows_ids(const struct ft_rows *rows);

/*
 * template.c: returns SQL, the caller's, with braces expanded, where T is a table:
 *   {columns T}         the names of all its columns
 *   {named T}           the arguments of json_object() for an image of a row
 *   {taken T}           the fields of an image, `before`, as columns
 *   {back T}            the values in an image, `before`
 *   {excluded T}        assignments from the row that ON CONFLICT excluded
 *   {fields T but a b}  the names of the columns with a member, except a and b;
 *                       one that the store is too old for has its unset value
 *   {values T ...}      parameters for them
 *   {sets T ...}        assignments of these parameters
 *   {table}, {key}      of WHAT, the thing of the journal the statement is about
 *   {owner}             of a list: the table of its owner
 *   {items}, {elements} of a list: its columns; their values in an image
 */
char *ft_template_expand(
    struct ft_store *store, const char *sql, enum ft_log what);
/* Returns whether WORDS, each after a blank, have this word. */
bool ft_has_word(const char *words, const char *word);

#endif
