/*
 * field.h - tables of columns a command can print, and the choice of them.
 *
 * One mechanism for sshare's `-o name%width,...` and sacctmgr's `format=...`:
 * a word chooses the first row of the table it is a prefix of (any case), if it
 * has at least the row's minimum of letters.  Other spellings are rows of
 * their own, flagged FT_FIELD_ALIAS.  Sources: sshare(1), sacctmgr(1).
 */
#ifndef FT_REPORT_FIELD_H
#define FT_REPORT_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* What a cell holds; decides how formats for machines write it. */
enum ft_field_type {
	FT_FIELD_TEXT,
	FT_FIELD_UINT,
	FT_FIELD_REAL,
	FT_FIELD_TRES, /* text "cpu=1,mem=2" */
	FT_FIELD_LIST, /* text "a,b" */
	FT_FIELD_TIME  /* text, a duration or a date */
};

enum ft_field_flag {
	FT_FIELD_ALIAS = 1, /* another spelling: not in lists of fields */
	FT_FIELD_OURS = 2,  /* unknown when called by the Slurm name */
	FT_FIELD_SLURM = 4, /* a name or prefix taken away from no one, but of
	                       no use to us: not in our lists of fields */
	FT_FIELD_UNION = 8  /* JSON, YAML: {set, infinite, number} */
};

/* One row.  A table ends with a row whose name is NULL. */
struct ft_field {
	const char *name;
	unsigned char min;  /* letters needed; 1 for sshare */
	int id;             /* what the command knows it by */
	const char *header; /* NULL: the name */
	int width;          /* > 0 to the right, < 0 to the left */
	enum ft_field_type type;
	unsigned flags;
	const char *key;      /* in JSON and YAML; NULL: not there */
	const char *sentence; /* what it shows, one sentence */
};

/* A field that was chosen, with the width it is to have. */
struct ft_field_choice {
	const struct ft_field *field;
	int width;
};
struct ft_field_list {
	struct ft_field_choice *item;
	size_t n, cap;
};

void ft_field_list_init(struct ft_field_list *list);
void ft_field_list_free(struct ft_field_list *list);
/* Append ROW; width 0: its own. */
void ft_field_list_add(
    struct ft_field_list *list, const struct ft_field *row, int width);

/*
 * Returns the row of TABLE that the first LEN bytes of WORD choose, NULL if
 * there is none.  ours: rows flagged FT_FIELD_OURS count.
 */
const struct ft_field *ft_field_find(
    const struct ft_field *table, const char *word, size_t len, bool ours);
/* Returns the row with that id which is not an alias, NULL if none. */
const struct ft_field *ft_field_by_id(const struct ft_field *table, int id);

enum ft_field_rule {
	FT_FIELD_RULE_SHARE = 1, /* a field has one width: the last given */
	FT_FIELD_RULE_EMPTY = 2, /* an empty word is an unknown field */
	FT_FIELD_RULE_OURS = 4,  /* fields of our own may be chosen */
	FT_FIELD_RULE_KEEP = 8   /* the same word again counts again */
};

/*
 * Append the fields of TEXT, "name[%[-]width],...", to LIST.  Quotes around
 * the text are taken off; of words that are spelled the same (any case) only
 * the first counts; a width of 0 or none is the row's own.
 * FT_ENOENT: unknown field; err->text is only its name, in lower case.
 */
enum ft_status ft_field_choose(struct ft_field_list *list,
    const struct ft_field *table, const char *text, unsigned rules,
    struct ft_error *err);

#endif
