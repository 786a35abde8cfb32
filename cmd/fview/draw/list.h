/*
 * list.h - pages that are lists: rows below a header, in columns.  Some columns
 * are dropped on a narrow screen.
 */
#ifndef FT_CMD_FVIEW_DRAW_LIST_H
#define FT_CMD_FVIEW_DRAW_LIST_H

#include "fview/internal.h"

#define FVIEW_LIST_COLUMNS 18 /* at most */

struct fview_column {
	const char *header;
	int width;
	bool right; /* right-aligned */
	bool stays; /* never dropped */
};

struct fview_list {
	struct fview_box box; /* inside the frame; row 0 is the header */
	struct fview_column column[FVIEW_LIST_COLUMNS];
	int n;
	int width[FVIEW_LIST_COLUMNS]; /* 0: not shown */
};

/*
 * Choose the columns that fit into COLS, including a blank after the last.
 * FIRST_TO_GO, which ends with -1, is the order in which columns are dropped.
 * Returns the columns left over.
 */
int fview_list_fit(struct fview_list *list, const int *first_to_go, int cols);
/* Returns the screen column at which COLUMN begins. */
int fview_list_col(const struct fview_list *list, int column);
/* Returns the column that is shown at COL of the screen, -1: none. */
int fview_list_column(const struct fview_list *list, int col);
/* Appends the text of a cell to STR; returns its style. */
typedef enum fview_style fview_cell_fn(
    const void *ctx, int column, struct ft_str *str);
void fview_list_row(const struct fview_list *list, int row, fview_cell_fn *cell,
    const void *ctx);

/* For a list of N rows, shown through a window of ROWS around SELECT: */
/* Returns the index of the first visible row. */
size_t fview_list_top(size_t select, size_t n, int rows);
/* Returns the selection after STEPS steps, at least 0. */
size_t fview_list_move(size_t select, size_t n, int steps);
/* Returns the index of row ROW of the window; n or more if it is empty. */
size_t fview_list_at(size_t select, size_t n, int rows, int row);

#endif
