/*
 * columns.h - what the columns of lists show: getters of field.def that are
 * more than a member.
 */
#ifndef FT_CMD_FACCTMGR_LIST_COLUMNS_H
#define FT_CMD_FACCTMGR_LIST_COLUMNS_H

#include "facctmgr/list/list.h"
#include "base/text/timefmt.h"
#include "model/account/limits.h"

/* The word that a column of times shows if there is none (.none). */
extern const char facctmgr_no_date[];

/* Bits of a column's .own: the kind of limit for associations and for QOS. */
#define FACCTMGR_KINDS(assoc, qos)                                             \
	((unsigned)FT_LIMIT_##assoc | (unsigned)FT_LIMIT_##qos << 8)
static inline enum ft_limit_kind
facctmgr_kind_of_limit(const struct ft_column *column, bool qos)
{
	return (enum ft_limit_kind)(column->own >> (qos ? 8 : 0) & 0xff);
}

/* Get the value of a limit of KIND that is no list of TRES. */
void facctmgr_limit_value(
    struct ft_value *value, enum ft_limit_kind kind, uint64_t limit);

/* Returns the limit of the row's QOS or association, with what it inherits if
 * the list shows that; NULL: none.  tres: 0 if KIND is no list of TRES. */
const struct ft_limit *facctmgr_find_limit(
    const struct facctmgr_row *row, enum ft_limit_kind kind, uint32_t tres);
/* A setting that is not set: sacctmgr shows nothing, not the column's .none. */
void facctmgr_leave_blank(
    const struct facctmgr_row *row, struct ft_value *value);
/* Add the same for each TRES; limits->item is freed with ft_free. */
void facctmgr_find_tres(const struct facctmgr_row *row, enum ft_limit_kind kind,
    struct ft_tres_amounts *limits);

/* Getters for a struct facctmgr_row; facctmgr_get_date reads a time of any row. */
ft_column_fn facctmgr_get_limit, facctmgr_get_qos_attr, facctmgr_get_priority,
    facctmgr_get_qos, facctmgr_get_qos_raw, facctmgr_get_default_qos,
    facctmgr_get_preempt, facctmgr_get_flags, facctmgr_get_date,
    facctmgr_get_cpu_count, facctmgr_get_duration, facctmgr_get_event_raw,
    facctmgr_get_event, facctmgr_get_event_state, facctmgr_get_node_names,
    facctmgr_get_time_start, facctmgr_get_time_end;
/* The TRES of the row's event or reservation; false: it has none. */
bool facctmgr_past_tres(const struct facctmgr_row *row, struct ft_value *value);

static inline void
facctmgr_value_number(struct ft_value *value, bool is, uint64_t number)
{
	if (is)
		ft_value_u64(value, number);
}

#endif
