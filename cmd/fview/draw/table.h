/*
 * table.h - the share table of the viewer: the columns of `fshare -l`.
 */
#ifndef FT_CMD_FVIEW_DRAW_TABLE_H
#define FT_CMD_FVIEW_DRAW_TABLE_H

#include "fshare/fshare.h"
#include "fview/draw/list.h"

/* What a column shows of a node, and is sorted by. */
enum view_shown {
	VIEW_SHOWN_ACCOUNT,
	VIEW_SHOWN_USER,
	VIEW_SHOWN_SHARES,
	VIEW_SHOWN_USAGE,
	VIEW_SHOWN_RANK,
	VIEW_SHOWN_REAL, /* ft_real and double of struct ft_share_values */
	VIEW_SHOWN_DOUBLE
};
struct view_table_column {
	enum share_field field;
	enum view_shown shown;
	size_t at;  /* REAL, DOUBLE: the member */
	size_t has; /* the member that says whether there is one; 0: always */
};
#define VIEW_COLUMNS 10
extern const struct view_table_column view_columns[VIEW_COLUMNS];

/* What the columns of NODE are made of. */
void view_values(const struct view_data *data, uint32_t node,
    struct ft_share_values *values);
/* Returns whether COLUMN has a number for NODE, whose values these are. */
bool view_table_number(const struct view_data *data, uint32_t node,
    const struct ft_share_values *values,
    const struct view_table_column *column, ft_real *number);

#endif
