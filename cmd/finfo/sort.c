/* sort.c - the order of rows. */

#include "base/text/hostlist.h"
#include "finfo/finfo.h"
#include "report/format/order.h"

/*
 * sinfo sorts by one key after the other, the last one first, and keeps the
 * order of equals.
 */
#define SORT_DEFAULT "#P,-t"
#define SORT_NODES   "N"

static void
sort_by(struct finfo_view *view, const struct ft_column *column, bool down)
{
	const struct ft_order order = { .column = column,
		.down = down,
		/* a node without a reason has an empty one */
		.none = column->letter == 'E' ? "" : column->none };

	ft_order_sort(&order, view->row, view->n, sizeof *view->row);
}

/* ---- by nodes ------------------------------------------------------------------- */

static int
by_first(const void *a_row, const void *b_row)
{
	const struct finfo_row *a = a_row, *b = b_row;
	int order;

	/* rows without nodes come last, the last partition first */
	if (!a->first || !b->first)
		return a->first                      ? -1
		       : b->first                    ? 1
		       : a->partition < b->partition ? 1
						     : -1;
	order = ft_hostlist_compare(a->first->name, b->first->name);
	if (order == 0)
		order = (a->partition > b->partition) -
			(a->partition < b->partition);
	return order;
}

static int
by_first_down(const void *a, const void *b)
{
	return by_first(b, a);
}

static void
sort_by_node(struct finfo_view *view, bool down)
{
	if (view->n > 1)
		qsort(view->row, view->n, sizeof *view->row,
		    down ? by_first_down : by_first);
}

/* ---- the keys ---------------------------------------------------------------------- */

/* Letters that leave the order as it is. */
static const char idle[] = "BCGLUVv";

static void
sort_by_letter(struct finfo_view *view, char letter, bool down)
{
	const struct ft_context *context = view->args->context;
	const struct ft_column *row;

	if (letter == 'N' || letter == 'n') {
		sort_by_node(view, down);
		return;
	}
	if (context->slurm && strchr(idle, letter))
		return;
	/* it takes S for PriorityJobFactor, and does not know that letter */
	if (context->slurm && letter == 'I')
		return;
	if (context->slurm && letter == 'S')
		letter = 'I';
	if (letter == 'P')
		letter = 'R';
	row = ft_code_find(finfo_fields, letter, context->release);
	if (row)
		sort_by(view, row, down);
}

void
finfo_sort(struct finfo_view *view)
{
	const struct finfo_args *args = view->args;
	const char *sort = args->sort      ? args->sort
			   : args->by_node ? SORT_NODES
					   : SORT_DEFAULT;

	for (size_t end = strlen(sort); end > 0; end--) {
		char letter = sort[end - 1], sign = end > 1 ? sort[end - 2] : 0;

		if (!isalpha((unsigned char)letter))
			continue;
		if (letter == 'P' && sign == '#')
			sort_by(view, &finfo_as_configured, false);
		else
			sort_by_letter(view, letter, sign == '-');
	}
}
