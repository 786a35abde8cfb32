/*
 * column.h - tables of columns a command can print, and the choice of them.
 *
 * One mechanism for sshare's `-o name%width,...` and sacctmgr's `format=...`:
 * a word chooses the first row of the table it is a prefix of (any case), if it
 * has at least the row's minimum of letters.  Other spellings are rows of
 * their own, flagged FT_COLUMN_ALIAS.  Sources: sshare(1), sacctmgr(1).
 */
#ifndef FT_REPORT_COLUMN_H
#define FT_REPORT_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* What a cell holds; decides how formats for machines write it. */
enum ft_column_type {
	FT_COLUMN_TEXT,
	FT_COLUMN_UINT,
	FT_COLUMN_REAL,
	FT_COLUMN_TRES, /* text "cpu=1,mem=2" */
	FT_COLUMN_LIST, /* text "a,b" */
	FT_COLUMN_TIME  /* text, a duration or a date */
};

enum ft_column_flag {
	FT_COLUMN_ALIAS = 1, /* another spelling: not in lists of fields */
	FT_COLUMN_OURS = 2,  /* unknown when called by the Slurm name */
	FT_COLUMN_SLURM = 4, /* a name or prefix taken away from no one, but of
	                       no use to us: not in our lists of fields */
	FT_COLUMN_UNION = 8  /* JSON, YAML: {set, infinite, number} */
};

/* One row.  A table ends with a row whose name is NULL. */
struct ft_column {
	const char *name;
	unsigned char min;  /* letters needed; 1 for sshare */
	int id;             /* what the command knows it by */
	const char *header; /* NULL: the name */
	int width;          /* > 0 to the right, < 0 to the left */
	enum ft_column_type type;
	unsigned flags;
	const char *key;      /* in JSON and YAML; NULL: not there */
	const char *sentence; /* what it shows, one sentence */
};

/* Columns that were chosen: copies of rows, each with the width it is to have. */
struct ft_columns {
	struct ft_column *item;
	size_t n, cap;
};

void ft_columns_init(struct ft_columns *list);
void ft_columns_free(struct ft_columns *list);
/* Append ROW; width 0: its own. */
void ft_columns_add(
    struct ft_columns *list, const struct ft_column *row, int width);

/*
 * Returns the row of TABLE that the first LEN bytes of WORD choose, NULL if
 * there is none.  ours: rows flagged FT_COLUMN_OURS count.
 */
const struct ft_column *ft_columns_find(
    const struct ft_column *table, const char *word, size_t len, bool ours);
/* Returns the row with that id which is not an alias, NULL if none. */
const struct ft_column *ft_columns_by_id(const struct ft_column *table, int id);

enum ft_column_rule {
	FT_COLUMN_RULE_SHARE = 1, /* a field has one width: the last given */
	FT_COLUMN_RULE_EMPTY = 2, /* an empty word is an unknown field */
	FT_COLUMN_RULE_OURS = 4,  /* fields of our own may be chosen */
	FT_COLUMN_RULE_KEEP = 8   /* the same word again counts again */
};

/*
 * Append the fields of TEXT, "name[%[-]width],...", to LIST.  Quotes around
 * the text are taken off; of words that are spelled the same (any case) only
 * the first counts; a width of 0 or none is the row's own.
 * FT_ENOENT: unknown field; err->text is only its name, in lower case.
 */
enum ft_status ft_columns_choose(struct ft_columns *list,
    const struct ft_column *table, const char *text, unsigned rules,
    struct ft_error *err);

#endif
