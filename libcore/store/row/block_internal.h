/*
 * block_internal.h - images of rows with consecutive ids, as the journal keeps them:
 * a column after the other, and of equal values, or numbers that grow evenly, one.
 */
#ifndef FT_STORE_ROW_BLOCK_INTERNAL_H
#define FT_STORE_ROW_BLOCK_INTERNAL_H

#include "base/base.h"

#include <sqlite3.h>

/* The most rows of a block, and the most columns. */
#define FT_BLOCK_ROWS    512
#define FT_BLOCK_COLUMNS 64

/* ---- making ------------------------------------------------------------------ */

struct ft_block_column;
struct ft_block_maker { /* all zero: empty */
	struct ft_block_column *column;
	size_t n, rows;
};
/* Add the row of STMT, whose columns are the same for all rows, the id first. */
void ft_block_add(struct ft_block_maker *maker, sqlite3_stmt *stmt);
/* Append the block to OUT; the maker is empty then. */
void ft_block_finish(struct ft_block_maker *maker, struct ft_str *out);
void ft_block_maker_free(struct ft_block_maker *maker);

/* ---- reading ----------------------------------------------------------------- */

struct ft_block_value {
	int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_NULL */
	int64_t number;
	double real;
	const char *text; /* borrowed from the block, without an end */
	size_t len;
};
struct ft_block {
	char *data; /* its own */
	size_t n, rows;
	struct {
		const char *name;
		const unsigned char *at, *end;
		struct ft_block_value *value; /* [rows]; NULL: not read yet */
	} column[FT_BLOCK_COLUMNS];
};
/* Read SIZE bytes of DATA, images of the rows FIRST to LAST; false: they are none.
 * Columns are read when they are asked for. */
bool ft_block_read(struct ft_block *block, const void *data, size_t size,
    int64_t first, int64_t last);
void ft_block_free(struct ft_block *block);
/* Returns whether A and B have as many rows and the same columns; *differs: a bit for
 * each whose values may differ. */
bool ft_block_compare(
    const struct ft_block *a, const struct ft_block *b, uint64_t *differs);
/* Returns the values of a column, [rows]; NULL: it is damaged. */
const struct ft_block_value *ft_block_values(
    struct ft_block *block, size_t column);

#endif
