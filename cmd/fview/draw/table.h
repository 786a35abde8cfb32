/*
 * table.h - the share table of the viewer: the columns of `fshare -l`.
 */
#ifndef FT_CMD_FVIEW_DRAW_TABLE_H
#define FT_CMD_FVIEW_DRAW_TABLE_H

#include "shares/columns.h"
#include "fview/draw/list.h"

/* The value of a node that a column shows and sorts by. */
enum fview_shown {
	FVIEW_SHOWN_ACCOUNT,
	FVIEW_SHOWN_USER,
	FVIEW_SHOWN_SHARES,
	FVIEW_SHOWN_USAGE,
	FVIEW_SHOWN_PLACE,
	FVIEW_SHOWN_REAL, /* ft_real and double of struct ft_share_values */
	FVIEW_SHOWN_DOUBLE
};
struct fview_table_column {
	enum ft_shares_field field;
	enum fview_shown shown;
	size_t at;  /* REAL, DOUBLE: the member */
	size_t has; /* the member that says whether it is set; 0: always */
};
#define FVIEW_COLUMNS 10
extern const struct fview_table_column fview_columns[FVIEW_COLUMNS];

/* The values from which the columns of NODE are made. */
void fview_values(const struct fview_data *data, uint32_t node,
    struct ft_share_values *values);
/* Returns whether COLUMN has a number for NODE, whose values these are. */
bool fview_table_number(const struct fview_data *data, uint32_t node,
    const struct ft_share_values *values,
    const struct fview_table_column *column, ft_real *number);

#endif
