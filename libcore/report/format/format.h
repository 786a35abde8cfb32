/*
 * format.h - rows of typed cells to bytes: tables as Slurm prints them, and
 * CSV, JSON, YAML.
 *
 * A command opens a table with its columns, puts its rows, and closes the
 * table.  Getters and members of the columns say what a cell shows.
 * Not for: choosing columns (column.h), nested documents (doc.h).
 *
 * FT_FORMAT_TABLE follows Slurm's rules: padded to the width, one blank after
 * each column, longer texts cut with '+', integers never cut, doubles as
 * ft_format_real() says.  With options.grow nothing is cut: widths are
 * minimums.  Then rows are kept until the table is closed, unless the command
 * sends all rows twice (ft_table_measure).  Source: sshare(1), sacctmgr(1).
 */
#ifndef FT_REPORT_FORMAT_FORMAT_H
#define FT_REPORT_FORMAT_FORMAT_H

#include "report/format/column.h"
#include "report/format/out.h"
#include "report/color/color.h"

enum ft_format_kind {
	FT_FORMAT_TABLE,
	FT_FORMAT_PARSABLE,  /* a|b| */
	FT_FORMAT_PARSABLE2, /* a|b */
	FT_FORMAT_CSV,       /* RFC 4180, names of fields in the first row */
	FT_FORMAT_JSON,
	FT_FORMAT_YAML,
	FT_FORMAT_COUNT
};

struct ft_table_options {
	enum ft_format_kind format;
	bool no_header; /* neither header nor dashes */
	bool grow;      /* tables: widths are minimums */
	bool lines;     /* texts may contain line ends, as Slurm's do; else a
			   row is one line */
	bool none;      /* values that are not set show their column's word
			   for that */
	bool sent;      /* tables, parsable: reals rounded to millionths, as
			   Slurm's daemon sends them */
	struct ft_paint paint; /* growing tables */
	const char *schema;    /* JSON, YAML: "fairtree.users/1" */
	const char *rows;      /* JSON, YAML: key of the array of rows */
	const char *delimiter; /* parsable: the delimiter; NULL: "|" */
	struct ft_doc *doc;    /* JSON, YAML: add the rows to its open list;
			          NULL: make a document */
};

struct ft_table;

/*
 * Start a table of COLUMN[n] on OUT (flushed and kept by the caller).  Columns
 * are copied, their texts are borrowed until the table is closed.
 */
struct ft_table *ft_table_open(struct ft_out *out,
    const struct ft_table_options *options, const struct ft_column *column,
    size_t n);
/* Print what is still buffered, and free the table. */
void ft_table_close(struct ft_table *table);

/*
 * To save memory with options.grow: call measure, add all rows, call print, add
 * the same rows again. Returns whether the first round is needed: not without
 * grow.
 */
bool ft_table_measure(struct ft_table *table);
void ft_table_print(struct ft_table *table);
/*
 * Between measure and print: leave out the columns called SPARE[n], the first one
 * first, until a row takes at most WIDTH columns.
 */
void ft_table_fit(
    struct ft_table *table, size_t width, const char *const *spare, size_t n);

/* Add a whole row: the value of each column's getter. */
void ft_table_put(struct ft_table *table, const void *row);
/* The same with the getters of COLUMN, one for each column of the table. */
void ft_table_put_as(
    struct ft_table *table, const struct ft_column *column, const void *row);

#endif
