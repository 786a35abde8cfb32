/*
 * cells_int.h - one cell being filled; shared by the files of cells only.
 */
#ifndef FT_CMD_ACCTMGR_CELLS_INT_H
#define FT_CMD_ACCTMGR_CELLS_INT_H

#include "acctmgr/acctmgr.h"
#include "base/timefmt.h"

struct cell {
	struct acct_list *list;
	const struct acct_row *row;
	const struct ft_assoc *assoc; /* NULL: none */
};

static inline void
unset(struct cell *cell)
{
	ft_table_unset(cell->list->table);
}

static inline void
text(struct cell *cell, const char *value)
{
	if (value && *value)
		ft_table_text(cell->list->table, value);
	else
		unset(cell);
}

static inline void
number(struct cell *cell, uint64_t value)
{
	ft_table_u64(cell->list->table, value);
}

static inline void
duration(struct cell *cell, int64_t seconds)
{
	char buf[32];

	text(cell, ft_time_format_duration(buf, sizeof buf, seconds));
}

/* Every getter of field.def hands over exactly one cell. */
void acct_get_none(struct cell *cell);
#define FT_FIELD_ROW(id, name, min, header, width, type, getter, key, text)    \
	void acct_get_##getter(struct cell *cell);
#define FT_FIELD_OLD(id, name, min, header, width, type, getter)               \
	void acct_get_##getter(struct cell *cell);
#define FT_FIELD_NEWER FT_FIELD_ROW
#define FT_FIELD_NONE(id, name, min, header, width, type)
#define FT_FIELD_ALSO(id, name, min, header, width, type)
#define FT_FIELD_ALSO_NEWER FT_FIELD_ALSO
#include "acctmgr/field.def"
#undef FT_FIELD_ROW
#undef FT_FIELD_OLD
#undef FT_FIELD_NEWER
#undef FT_FIELD_NONE
#undef FT_FIELD_ALSO
#undef FT_FIELD_ALSO_NEWER

#endif
