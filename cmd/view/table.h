/*
 * table.h - the share table of the viewer: the columns of `fshare -l`.
 */
#ifndef FT_VIEW_TABLE_H
#define FT_VIEW_TABLE_H

#include "share/share.h"
#include "view/view.h"

#define VIEW_COLUMNS 10
extern const enum share_field view_columns[VIEW_COLUMNS];

/* What the columns of NODE are made of. */
void view_values(const struct view_data *data, uint32_t node,
    struct ft_share_values *values);
/* Returns the index of the first row in a window of ROWS. */
uint32_t view_table_top(const struct view *view, int rows);

#endif
