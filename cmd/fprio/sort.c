/* sort.c - sorts by -S: letters of columns, the most important first. */

#include "fprio/fprio.h"
#include "report/format/order.h"

#define NEAR 1e-5 /* sprio treats reals closer than this as equal */

struct sorted {
	struct fprio_table *table;
	struct fprio_row row;
};

static const void *
row_at(void *ctx, size_t i)
{
	struct sorted *sorted = ctx;

	sorted->row = (struct fprio_row){ .standing = sorted->table->row[i],
		.job = sorted->table->row[i]->job,
		.table = sorted->table,
		.kind = FPRIO_ROW_JOB };
	return &sorted->row;
}

static void
sort_by(struct fprio_table *table, const struct ft_column *column, bool down)
{
	struct sorted sorted = { .table = table };
	const struct ft_order order = {
		.column = column,
		.down = down,
		.near = NEAR,
		.row = row_at,
		.ctx = &sorted,
	};

	ft_order_sort(&order, table->row, table->n, sizeof *table->row);
}

/* Normalised factors sort like weighted ones: all jobs are of one cluster. */
static bool
sort_by_letter(struct fprio_table *table, char letter, bool down)
{
	const struct ft_column *row;

	if (strchr("afjpqty", letter))
		letter = (char)(letter - 'a' + 'A');
	else if (!strchr("cinorNuAFJPQTY", letter))
		return false;
	row = ft_code_find(fprio_fields, letter, table->args->context->release);
	if (!row)
		return false;
	if (letter != 'c')
		sort_by(table, row, down);
	return true;
}

enum ft_status
fprio_sort(struct fprio_table *table, struct ft_error *err)
{
	const char *text = table->args->sort;

	/* nothing to sort: no key is looked at */
	if (table->args->context->slurm && table->n == 0 &&
	    !(table->args->loose_ids && table->listed))
		return FT_OK;
	/* stable sorts, the least important key first */
	for (size_t i = text ? strlen(text) : 0; i > 0 && i--;) {
		if (strchr(",+-", text[i]))
			continue;
		if (!sort_by_letter(
			table, text[i], i > 0 && text[i - 1] == '-'))
			return ft_fail(err, FT_EINVAL,
			    table->args->context->slurm
				? "Invalid sort specification: %c"
				: "nothing to sort by: '%c'",
			    text[i]);
	}
	return FT_OK;
}
