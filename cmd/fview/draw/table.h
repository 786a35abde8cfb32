/*
 * table.h - the columns of shares, usage and places, as the share table and the
 * tree show them: those of `fshare -l`, and two that are drawn.
 */
#ifndef FT_CMD_FVIEW_DRAW_TABLE_H
#define FT_CMD_FVIEW_DRAW_TABLE_H

#include "shares/columns.h"
#include "fview/draw/list.h"

/* From left to right. */
enum fview_column_id {
	FVIEW_COLUMN_NAME, /* the tree with its lines */
	FVIEW_COLUMN_ACCOUNT,
	FVIEW_COLUMN_USER,
	FVIEW_COLUMN_RAW_SHARES,
	FVIEW_COLUMN_NORM_SHARES,
	FVIEW_COLUMN_RAW_USAGE,
	FVIEW_COLUMN_NORM_USAGE,
	FVIEW_COLUMN_EFFECTIVE_USAGE,
	FVIEW_COLUMN_BARS, /* S above U */
	FVIEW_COLUMN_FAIR_SHARE,
	FVIEW_COLUMN_LEVEL_FS,
	FVIEW_COLUMN_PLACE,
	FVIEW_COLUMNS
};

/* The value of a node that a column shows and sorts by. */
enum fview_shown {
	FVIEW_SHOWN_NAME,
	FVIEW_SHOWN_ACCOUNT,
	FVIEW_SHOWN_USER,
	FVIEW_SHOWN_SHARES,
	FVIEW_SHOWN_USAGE,
	FVIEW_SHOWN_PLACE,
	FVIEW_SHOWN_REAL, /* ft_real and double of struct ft_share_values */
	FVIEW_SHOWN_DOUBLE,
	FVIEW_SHOWN_DRAWN /* by the page */
};
#define FVIEW_STAYS 99
struct fview_table_column {
	int field; /* of ft_shares_fields: title, width, what it sorts by; -1 */
	enum fview_shown shown;
	size_t at;  /* REAL, DOUBLE: the member */
	size_t has; /* the member that says whether it is set; 0: always */
	/* When a page that is too narrow drops it: 1 first; 0: it has none. */
	int tree, table;
};
extern const struct fview_table_column fview_columns[FVIEW_COLUMNS];

struct fview_row {
	const struct fview_scene *scene;
	uint32_t node;
	bool brief; /* of the places of an account only the first */
	struct ft_share_values values;
};
void fview_row_fill(
    struct fview_row *row, const struct fview_scene *scene, uint32_t node);

/* The values from which the columns of NODE are made. */
void fview_values(const struct fview_data *data, uint32_t node,
    struct ft_share_values *values);
/* Returns whether COLUMN has a number for NODE, whose values these are. */
bool fview_table_number(const struct fview_data *data, uint32_t node,
    const struct ft_share_values *values,
    const struct fview_table_column *column, ft_real *number);
/* Returns the column of PAGE that shows FIELD, -1 if there is none. */
int fview_column_of(enum fview_page page, int field);
bool fview_column_on(enum fview_page page, int column);

/* Sort NODE[n] as VIEW sorts PAGE. */
void fview_order_sort(
    const struct fview *view, enum fview_page page, uint32_t *node, uint32_t n);

/* Set the columns of the list that PAGE is. */
void fview_columns_set(struct fview_list *list, enum fview_page page);
/*
 * Choose those that fit, with the one it is sorted by.  Returns the columns left
 * over.
 */
int fview_columns_fit(
    struct fview_list *list, const struct fview *view, enum fview_page page);
/* Returns whether PAGE is in the order of that column; *down: highest first. */
bool fview_column_sorts(
    const struct fview *view, enum fview_page page, int column, bool *down);
/* Append the title, then with an arrow. */
void fview_column_title(const struct fview *view, enum fview_page page,
    int column, struct ft_str *str);
/* Append the text of a cell; returns its style. */
enum fview_style fview_column_cell(
    const struct fview_row *row, int column, struct ft_str *str);
/* Draw the two bars of ROW, in row AT of the list. */
void fview_column_bars(
    const struct fview_row *row, const struct fview_list *list, int at);

#endif
