/* paper.c - values that members of Slurm's documents have in common. */

#include "nodedoc/paper.h"

#include "base/text/timefmt.h"
#include "model/job/job.h"
#include "model/machine/machine.h"

void
ft_paper_get_limit(const void *row, struct ft_value *value)
{
	const void *at = ft_column_member(value->column, row);

	ft_value_u64(value, value->column->member == FT_MEMBER_U32
				? *(const uint32_t *)at
				: *(const uint64_t *)at);
	if (value->number == FT_UNLIMITED)
		value->kind = FT_VALUE_INFINITE;
}

void
ft_paper_get_minutes(const void *row, struct ft_value *value)
{
	const int64_t *minutes = ft_column_member(value->column, row);

	if (*minutes == FT_TIME_UNLIMITED)
		value->kind = FT_VALUE_INFINITE;
	else if (*minutes != FT_TIME_NONE)
		ft_value_i64(value, *minutes);
}

void
ft_paper_write_empty(struct ft_doc *doc, const char *key, const void *row)
{
	(void)row;
	if (ft_doc_shape_of(doc)->complex) {
		ft_doc_null(doc, key);
		return;
	}
	ft_doc_begin(doc, key);
	ft_doc_end(doc);
}
