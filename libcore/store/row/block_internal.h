/*
 * block_internal.h - the images of rows with consecutive ids, as the journal
 * keeps them: column by column, where equal values, or integers that grow
 * evenly, are stored once.
 */
#ifndef FT_STORE_ROW_BLOCK_INTERNAL_H
#define FT_STORE_ROW_BLOCK_INTERNAL_H

#include "base/base.h"

#include <sqlite3.h>

/* The largest numbers of rows and of columns in a block. */
#define FT_BLOCK_ROWS    512
#define FT_BLOCK_COLUMNS 64

/* ---- making ------------------------------------------------------------------ */

struct ft_block_column;
struct ft_block_maker {
	const char *const *name; /* [n], of the columns, the id first */
	size_t n, rows;
	struct ft_block_column *column; /* NULL: no row yet */
};
/* Add a row with these values, [n]. */
void ft_block_add(struct ft_block_maker *maker, sqlite3_value **value);
/* Append the block to OUT, and empty the maker. */
void ft_block_finish(struct ft_block_maker *maker, struct ft_str *out);
void ft_block_maker_free(struct ft_block_maker *maker);

/* ---- reading ----------------------------------------------------------------- */

struct ft_block_value {
	int type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_NULL */
	int64_t number;
	double real;
	const char *text; /* borrowed from the block, without a NUL */
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
/* Read DATA[size], the images of rows FIRST to LAST; returns false if it is not
 * a block of so many rows.  The values of a column are read when they are asked
 * for. */
bool ft_block_read(struct ft_block *block, const void *data, size_t size,
    int64_t first, int64_t last);
void ft_block_free(struct ft_block *block);
/* Returns whether A and B have the same number of rows and the same columns;
 * then bit i of *differs is set if the values of column i may differ. */
bool ft_block_compare(
    const struct ft_block *a, const struct ft_block *b, uint64_t *differs);
/* Returns the values of column COLUMN, [rows], owned by the block; NULL: it is
 * damaged. */
const struct ft_block_value *ft_block_values(
    struct ft_block *block, size_t column);

#endif
