/*
 * columns_int.h - getters of columns, shared by the files that have them.
 */
#ifndef FT_CMD_FQUEUE_COLUMNS_INT_H
#define FT_CMD_FQUEUE_COLUMNS_INT_H

#include "fqueue/fqueue.h"

static inline bool
queue_is_slurm(const struct queue_row *row)
{
	return row->view->args->context->slurm;
}

static inline bool
queue_is_table(const struct queue_row *row)
{
	return row->view->args->kind == FT_FORMAT_TABLE;
}

ft_column_fn queue_get_date, queue_get_state, queue_get_state_code,
    queue_get_exit_code, queue_get_start_time, queue_get_end_time,
    queue_get_time_limit, queue_get_unlimited, queue_get_time_used,
    queue_get_time_left, queue_get_min_time, queue_get_pending_time;

#endif
