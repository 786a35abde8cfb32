/*
 * listtable.h - read a table that a command of Slurm prints: sacctmgr show, sshare.
 *
 * With -P or -p cells are separated by bars; without, they are as wide as the
 * dashes below the header.  The header names the columns.  An integer that is wider
 * than its column moves the rest of its row; a text is cut and ends in +.
 */
#ifndef FT_IO_SLURM_LISTTABLE_H
#define FT_IO_SLURM_LISTTABLE_H

#include "io/text/cells.h"

#define FT_LISTTABLE_NONE SIZE_MAX

struct ft_listtable {
	struct ft_cursor cursor;
	struct ft_str head; /* the header, each title terminated */
	char **title;       /* [n]; into head */
	size_t n, cap_title;
	struct ft_cells row; /* none before the first row */
	size_t *width;       /* [n] of aligned tables; NULL: bars */
};

/*
 * Read the header: the first line that is not empty.  FT_EPARSE "file:line:column:
 * ...": there is none, or it has neither bars nor dashes below it (EXPECTED says
 * which command prints such a table).  To be closed even on failure.
 */
enum ft_status ft_listtable_open(struct ft_listtable *table,
    const struct ft_input *input, const char *expected, struct ft_error *err);
void ft_listtable_close(struct ft_listtable *table);
/* Read the next row; *more: there is one.  Empty lines are skipped.  Cells of
 * aligned tables have no blanks around them but for the first, which keeps its
 * indentation. */
enum ft_status ft_listtable_next(
    struct ft_listtable *table, bool *more, struct ft_error *err);
/* Returns the first column with this title, in any case; FT_LISTTABLE_NONE: none
 * has it. */
size_t ft_listtable_find(const struct ft_listtable *table, const char *title);
/* Returns the cell of the current row; "" of FT_LISTTABLE_NONE. */
const char *ft_listtable_cell(const struct ft_listtable *table, size_t column);
/* FT_EPARSE: the cell may have been cut. */
enum ft_status ft_listtable_check(
    const struct ft_listtable *table, size_t column, struct ft_error *err);
/* Returns where the cell starts in its line, from 1. */
uint32_t ft_listtable_column(const struct ft_listtable *table, size_t column);
/* Set an FT_EPARSE error about the cell (before the first row: about the title) and
 * return it; FT_LISTTABLE_NONE: about the line. */
enum ft_status ft_listtable_fail(const struct ft_listtable *table,
    size_t column, struct ft_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
