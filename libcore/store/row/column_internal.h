/*
 * column_internal.h - the columns of the store: what may stand in them, which
 * member of which struct they are, and the rules of a statement's columns.
 * The rows are those of column.def and, of entities, of model/account/entity.def.
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

enum ft_column_kind {
#define KIND(kind, type, low, high, is) FT_COLUMN_##kind,
#include "store/row/column.def"
	FT_COLUMN_KINDS
};

/* What a member is in C. */
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
	FT_MEMBER_ARRAY /* a text in the column: by its kind */
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
	size_t offset; /* of the member */
	bool nullable;
	int64_t null;                   /* the member's value for NULL */
	const struct ft_wordset *words; /* of FLAGS and WORD */
	double unset;                   /* of an entity's: until it is set */
	int schema;                     /* that brought it; 0: a script */
};

/* A result column NAME that is read into MEMBER of a struct. */
#define FT_CELL(type, name_, member_)                                          \
	{                                                                      \
		.name = (name_), .member = FT_MEMBER_KIND(type, member_),      \
		.offset = offsetof(type, member_)                              \
	}

/* Which members of a struct results and parameters of a statement are: those
 * of the columns of a table, or the cells. */
struct ft_shape {
	const char *table;     /* NULL: the cells */
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
/* Returns the one of the entity's table. */
const struct ft_shape *ft_shape_of(enum ft_entity entity);
/* Set *column to what is called NAME; false: nothing with a member is. */
bool ft_shape_find(
    const struct ft_shape *shape, const char *name, struct ft_column *column);
/* Call FN with each column of SHAPE, a table, that has a member. */
typedef void ft_column_fn(void *ctx, const struct ft_column *column);
void ft_shape_each(const struct ft_shape *shape, ft_column_fn *fn, void *ctx);

/* Call FN with each column that schema VERSION brought by a row of
 * entity.def. */
void ft_column_each_added(int64_t version, ft_column_fn *fn, void *ctx);
/* Append, as SQL, what it is until it is set; and its definition. */
void ft_column_add_unset(struct ft_str *str, const struct ft_column *column);
void ft_column_define(struct ft_str *str, const struct ft_column *column);
/* Names of the tables, in the order in which they refer to each other; NULL
 * at the end. */
const char *ft_table_name(size_t i);
/* Set *column to column NAME of TABLE; false: there is none.  *at: where to
 * look first; set to where the next one will probably be. */
bool ft_column_find(
    const char *table, const char *name, size_t *at, struct ft_column *column);
/* Returns the name of the first column of TABLE: it names the rows. */
const char *ft_column_key(const char *table);
/* Whether the column holds a REAL. */
bool ft_column_is_real(const struct ft_column *column);
/* Report that VALUE, in the row that KEY (NULL: unknown) names, may not stand in
 * COLUMN; returns FT_EFOREIGN. */
enum ft_status ft_store_fail_value(struct ft_store *store,
    const struct ft_column *column, sqlite3_value *key, sqlite3_value *value,
    struct ft_error *err);
/* Returns whether VALUE may stand in COLUMN. */
bool ft_column_allows(const struct ft_column *column, sqlite3_value *value);
/* Append at most MOST bytes of TEXT, masked: it may come from anybody. */
void ft_str_add_plain(struct ft_str *str, const char *text, size_t most);
/*
 * Append "TABLE row KEY: COLUMN is VALUE"; KEY: of the row, NULL unknown.
 * Text is shortened and masked: it may come from anybody.
 */
void ft_column_describe(struct ft_str *str, const struct ft_column *column,
    sqlite3_value *key, sqlite3_value *value);

/* The rules of one statement's result columns. */
struct ft_rule {
	struct ft_column column; /* nullable: here */
	int at, key; /* result columns: its own; its row's key, -1 none */
};

/* What is known of a prepared statement. */
struct ft_stmt_info {
	sqlite3_stmt *stmt;
	sqlite3_stmt *plain; /* of ft_collect: the same without it; or NULL */
	struct ft_rule *rule;
	size_t n_rule;
	/* of each result column and parameter, the member it is; by shape */
	const struct ft_shape *read, *written;
	struct ft_column *column, *param;
};
/*
 * Find the rules of STMT's result columns.  A column of a
 * table goes by its table and name, an expression by its alias if that is
 * "TABLE.COLUMN", which may go on with ":MEMBER"; others have no rule.  A NULL
 * is no damage in an expression nor where SQL has a LEFT JOIN.
 */
void ft_stmt_info_rules(struct ft_stmt_info *info, sqlite3_stmt *stmt);
void ft_stmt_info_free(struct ft_stmt_info *info);
struct ft_stmt_info *ft_stmt_info_of(
    struct ft_store *store, const sqlite3_stmt *stmt);

/* A table as it is in this store: its columns in their order. */
struct ft_table_info {
	const char *table;
	struct ft_column *column;
	size_t n;
};
/* Returns TABLE, NULL if it is none of ours, or not there. */
const struct ft_table_info *ft_store_table(
    struct ft_store *store, const char *table);

/* row/codec.c: texts of what is no text in memory. */

/* A member, and the struct that it is of: some arrays have a count, too. */
struct ft_codec_arg {
	void *member, *record;
	const struct ft_tres_table *tres;
};
struct ft_codec {
	/* returns false when the text is none of ours: the row is damaged */
	bool (*read)(const char *text, const struct ft_codec_arg *arg);
	void (*add)(struct ft_str *str, const struct ft_codec_arg *arg);
};
extern const struct ft_codec ft_codecs[FT_COLUMN_KINDS]; /* NULL: none */
/*
 * Set *count to the count of TRES ID in TEXT, a vector such as "1=4,2=4000": by
 * id, without zeros; 0: it is not in it.  Returns false when the text is none of
 * ours.
 */
bool ft_tres_vector_get(const char *text, uint32_t id, uint64_t *count);

/* row/record.c: rows into structs and back. */

/* Where texts and arrays go: into STRINGS, else ARENA; else texts live until
 * the next row. */
struct ft_target {
	struct ft_arena *arena;
	struct ft_intern *strings;
	const struct ft_tres_table *tres;
};
/* Fill the members of RECORD (a SHAPE) from the row of STMT. */
void ft_record_read(struct ft_store *store, sqlite3_stmt *stmt,
    const struct ft_shape *shape, const struct ft_target *target, void *record);
/* The same from values that ft_collect got. */
void ft_record_collect(struct ft_stmt_info *info, const struct ft_shape *shape,
    sqlite3_value **value, void *record);
/* What is written: RECORD, a SHAPE. */
struct ft_source {
	const struct ft_shape *shape;
	const void *record;
	const struct ft_tres_table *tres;
};
/* Bind the members of SOURCE and ARGS (NULL: none), which win, to statement
 * ID.  Texts are borrowed as long as it runs. */
sqlite3_stmt *ft_record_query(struct ft_store *store, enum ft_stmt id,
    const struct ft_source *source, const struct ft_arg *args,
    struct ft_error *err);
/* The same, and run it. */
enum ft_status ft_record_write(struct ft_store *store, enum ft_stmt id,
    const struct ft_source *source, const struct ft_arg *args,
    struct ft_error *err);

/* row/rows.c: all rows of a statement as an array. */

/* All rows of a statement in an array. */
struct ft_rows {
	const struct ft_shape *shape;
	struct ft_arena *arena; /* of their strings */
	char *data;
	size_t n, cap;
};
/* Add the rows of STMT (NULL: it failed); on failure all are freed. */
enum ft_status ft_store_rows(struct ft_store *store, sqlite3_stmt *stmt,
    struct ft_rows *rows, struct ft_error *err);
/* Move the array into the arena of its strings. */
void *ft_rows_keep(struct ft_rows *rows, size_t *n);
void ft_rows_free(struct ft_rows *rows);
/* By owner, kind, TRES: the tables have them by name. */
void ft_rows_sort_limits(struct ft_rows *rows);

/* A row that is one id, whatever its column is called; its struct. */
extern const struct ft_shape ft_id_shape;
/* Returns the array of such rows. */
const uint32_t *ft_rows_ids(const struct ft_rows *rows);

/*
 * row/template.c: SQL, the caller's, with what is written in it for a table T
 *   {columns T}, {image T}, {back T}, {excluded T}    all of its columns: their
 *     names; their image in the journal; values of one; as of an insertion
 *   {fields T but a b}, {values ...}, {sets ...}      those with a member: the
 *     names, the parameters, both; a field that the store is too old for is
 *     what it is until it is set
 *   {table}     the thing of the journal WHAT that the statement is about;
 *     {owner}, {owners}, {items}, {elements}: of a list
 */
char *ft_template_expand(
    struct ft_store *store, const char *sql, enum ft_log what);

#endif
