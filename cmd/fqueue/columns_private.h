/*
 * columns_private.h - getters of columns that two files share.
 */
#ifndef FT_CMD_FQUEUE_COLUMNS_PRIVATE_H
#define FT_CMD_FQUEUE_COLUMNS_PRIVATE_H

#include "fqueue/fqueue.h"
#include "jobdoc/jobcolumn.h"

static inline bool
fqueue_is_slurm(const struct fqueue_row *row)
{
	return row->view->args->context->slurm;
}

static inline bool
fqueue_is_table(const struct fqueue_row *row)
{
	return row->view->args->kind == FT_FORMAT_TABLE;
}

ft_column_fn fqueue_get_date, fqueue_get_state_code, fqueue_get_exit_code,
    fqueue_get_derived, fqueue_get_start_time, fqueue_get_end_time,
    fqueue_get_time_limit, fqueue_get_unlimited, fqueue_get_time_used,
    fqueue_get_time_left, fqueue_get_min_time, fqueue_get_pending_time,
    fqueue_get_forecast;

#endif
