/*
 * column.h - tables of columns a command can print, and the choice of them.
 *
 * One mechanism for sshare's `-o name%width,...` and sacctmgr's `format=...`:
 * a word chooses the first row of the table it is a prefix of (any case), if it
 * has at least the row's minimum of letters.  Other spellings are rows of
 * their own, flagged FT_COLUMN_ALIAS.  Sources: sshare(1), sacctmgr(1).
 */
#ifndef FT_REPORT_FORMAT_COLUMN_H
#define FT_REPORT_FORMAT_COLUMN_H

#include "model/release/release.h"
#include "report/format/value.h"

/* What a cell contains; it decides how JSON, YAML and CSV write it. */
enum ft_column_type {
	FT_COLUMN_TEXT,
	FT_COLUMN_UINT,
	FT_COLUMN_REAL,
	FT_COLUMN_TRES, /* text "cpu=1,mem=2" */
	FT_COLUMN_LIST, /* text "a,b" */
	FT_COLUMN_TIME, /* text, a duration or a date */
	FT_COLUMN_BOOL
};

/* The C type of the member that a column shows. */
enum ft_member {
	FT_MEMBER_NONE,
	FT_MEMBER_U32,
	FT_MEMBER_U64,
	FT_MEMBER_I64,
	FT_MEMBER_DOUBLE,
	FT_MEMBER_REAL,
	FT_MEMBER_BOOL,
	FT_MEMBER_TEXT
};

enum ft_column_flag {
	FT_COLUMN_ALIAS = 1,    /* another spelling of the column with the same
			         id: omitted from lists of fields */
	FT_COLUMN_OURS = 2,     /* unknown when called by the Slurm name */
	FT_COLUMN_SLURM = 4,    /* a name only Slurm needs: accepted, but
			         omitted from our lists of fields */
	FT_COLUMN_UNION = 8,    /* JSON, YAML: {set, infinite, number} */
	FT_COLUMN_BLANK = 16,   /* JSON, YAML: a text that is not set is "",
			         not null */
	FT_COLUMN_SECONDS = 32, /* a duration: documents add its seconds as
				   KEY_seconds */
	FT_COLUMN_WHOLE = 64,   /* codes.h: never cut if right-aligned */
	FT_COLUMN_TITLE = 512,  /* codes.h: nor is its header */
	FT_COLUMN_SIGN = 256,   /* decimals: + before values >= 0 */
	FT_COLUMN_LIMIT = 128   /* the highest value of the member's type means
			         infinite */
};

/*
 * A getter: fills *value (value->column says for which column) from ROW, a
 * struct of the command's own.
 */
typedef void ft_column_fn(const void *row, struct ft_value *value);

/* Write what a column shows of ROW as member KEY of a document, for content
 * that does not fit into a struct ft_value. */
struct ft_doc;
typedef void ft_column_write_fn(
    struct ft_doc *doc, const char *key, const void *row);

/* One row.  A table ends with a row whose name is NULL. */
struct ft_column {
	const char *name;
	unsigned char min;  /* letters an abbreviation needs; 0 means 1 */
	int id;             /* the command's number for it, if it uses any */
	const char *header; /* NULL: the name */
	int width;          /* > 0 right-aligned, < 0 left-aligned */
	enum ft_column_type type;
	unsigned flags;
	/* The key in JSON and YAML; NULL: omitted. "tres.usage" is the member
	 * usage of the object tres; columns that share an object must be
	 * adjacent in the order of documents. */
	const char *key;
	const char *sentence; /* what it shows, one sentence */
	/* The value comes from get, or without one from the member. */
	ft_column_fn *get;
	ft_column_fn *step;        /* the getter for a step of a job, where it
			       differs */
	ft_column_write_fn *write; /* ft_doc_row: instead of a value */
	enum ft_member member;
	size_t record;    /* offset in the row of the pointer to the record; 0:
		          the first member. A NULL pointer means the value is
		          not set */
	size_t at;        /* offset of the member in the record */
	size_t given;     /* offset in the record of the bool that says whether
		          it is set, plus 1; 0: always set */
	const char *none; /* text in tables for people if the value is not
			        set or empty */
	const char *arg;  /* argument of get: which of several things to
			        show */
	const void *source;     /* argument of get: a struct of the command's
			        own */
	unsigned own;           /* bits whose meaning is the command's own */
	char letter;            /* in formats like "%i %j" (codes.h); 0 none */
	unsigned char place;    /* position in documents: 1 first; 0 after all
			        that have one */
	unsigned char decimals; /* of reals in tables for people, plus 1, or
		         FT_DECIMALS_DURATION; NAN is shown as `none`. 0: as
		         Slurm prints doubles */
	enum ft_release since, until; /* releases of Slurm that have it; 0: no
	                                 beginning, no end */
	bool sized; /* of a chosen column: its width was asked for */
};

/* Where a column finds its member: `.name = "GID", FT_MEMBER(struct ft_job,
 * gid)`.  cppcheck 2.10 takes the type's example for a null pointer. */
#ifdef FT_CPPCHECK
#define FT_MEMBER(type, name)                                                  \
	.at = offsetof(type, name), .member = FT_MEMBER_U32
#else
#define FT_MEMBER(type, name)                                                  \
	.at = offsetof(type, name),                                            \
	.member = _Generic(((type *)0)->name, uint32_t                         \
	    : FT_MEMBER_U32, uint64_t                                          \
	    : FT_MEMBER_U64, int64_t                                           \
	    : FT_MEMBER_I64, double                                            \
	    : FT_MEMBER_DOUBLE, ft_real                                        \
	    : FT_MEMBER_REAL, bool                                             \
	    : FT_MEMBER_BOOL, char *                                           \
	    : FT_MEMBER_TEXT, const char *                                     \
	    : FT_MEMBER_TEXT)
#endif
/* The same, set only if the bool IF is true. */
#define FT_MEMBER_IF(type, name, if)                                           \
	FT_MEMBER(type, name), .given = offsetof(type, if) + 1
/* The member of the record that member OF of struct ROW points at. */
#define FT_MEMBER_OF(row, of, type, name)                                      \
	FT_MEMBER(type, name), .record = offsetof(row, of)

/* Returns the record that COLUMN reads in ROW; NULL if the pointer is. */
static inline const char *
ft_column_record(const struct ft_column *column, const void *row)
{
	const char *const *record =
	    (const void *)((const char *)row + column->record);

	return *record;
}
/* Returns the member; only for rows whose record exists. */
static inline const void *
ft_column_member(const struct ft_column *column, const void *row)
{
	return ft_column_record(column, row) + column->at;
}
/* What the column ARG of the table SOURCE shows. */
ft_column_fn ft_column_get_other;
/* Getters that look at no row: the text arg of the column, 0, 1, unset, infinite. */
ft_column_fn ft_column_get_arg, ft_column_get_zero, ft_column_get_one,
    ft_column_get_unset, ft_column_get_infinite;
/* Set *value to what COLUMN shows of ROW; value->room belongs to the caller. */
void ft_column_value(
    const struct ft_column *column, const void *row, struct ft_value *value);

/* The chosen columns: copies of rows of the table, each with its final width. */
struct ft_columns {
	struct ft_column *item;
	size_t n, cap;
};

void ft_columns_free(struct ft_columns *list);
/* Append ROW; width 0 means the row's own. */
void ft_columns_add(
    struct ft_columns *list, const struct ft_column *row, int width);
/* Append the rows of TABLE whose own has one of the bits OWN. */
void ft_columns_add_own(
    struct ft_columns *list, const struct ft_column *table, unsigned own);
/* Append the rows of TABLE that have a key, in the order of documents. */
void ft_columns_add_keys(
    struct ft_columns *list, const struct ft_column *table);

/*
 * Returns whether commands of RELEASE know COLUMN; our own commands
 * (FT_RELEASE_ANY) know all.
 */
bool ft_column_is_known(
    const struct ft_column *column, enum ft_release release);
/*
 * Returns the row of TABLE that the first LEN bytes of WORD choose, among those
 * that RELEASE knows; NULL if there is none.
 */
const struct ft_column *ft_columns_find(const struct ft_column *table,
    const char *word, size_t len, enum ft_release release);

enum ft_column_rule_flag {
	FT_COLUMN_RULE_SHARE = 1, /* all copies of a field get the width
				     given last */
	FT_COLUMN_RULE_EMPTY = 2, /* an empty word is an unknown field */
	FT_COLUMN_RULE_KEEP = 4,  /* repeated words give repeated columns */
	FT_COLUMN_RULE_ZERO = 8   /* a width of 0 leaves no room in a table */
};
struct ft_column_rules {
	unsigned flags;          /* enum ft_column_rule_flag */
	enum ft_release release; /* only fields that it knows may be chosen */
};

/*
 * Append the fields of TEXT, "name[%[-]width],...", to LIST. Quotes around the
 * text are removed; a word repeated with the same spelling (any case) is
 * skipped; without a width, or with 0 (but RULE_ZERO), the row's own is used. FT_ENOENT:
 * unknown field; err->text is just its name, in lower case.
 */
enum ft_status ft_columns_choose(struct ft_columns *list,
    const struct ft_column *table, const char *text,
    struct ft_column_rules rules, struct ft_error *err);

#endif
