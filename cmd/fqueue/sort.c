
#include "fqueue/fqueue.h"
#include "report/format/order.h"

/*
 * squeue sorts by one key after the other, the last one first, and keeps the
 * order of equals.  Before all that it sorts by start, the latest first.  Jobs
 * without a start come last, and each sort reverses their order.
 */
#define SORT_DEFAULT "P,t,-p"
#define SORT_START   "S"
#define SORT_STEPS   "i"
#define SORT_STATES  "t,-i"

static void
sort_by(struct fqueue_view *view, const struct ft_column *column, bool down)
{
	bool start = column->letter == 'S';
	/* each sort by nodes turns those without nodes round, too */
	bool turns =
	    start || (column->letter == 'N' && view->args->context->slurm);
	const struct ft_order order = {
		.column = column,
		.down = down,
		.turn = turns,
		.none = start ? NULL : column->none,
	};

	ft_order_sort(&order, view->row, view->n, sizeof *view->row);
}

/* Letters squeue takes, and those of them that leave the order as it is. */
static const char sorts[] = "BCDGHIJLMNOPQSTUVbcdefghijlmnptuvz",
		  idle[] = "BOchnz";

static void
sort_by_letter(struct fqueue_view *view, char letter, bool down)
{
	if (strchr(idle, letter) &&
	    (letter == 'z' || view->args->context->slurm))
		return;
	for (const struct ft_column *row = fqueue_fields; row->name; row++)
		if (row->letter == letter &&
		    ft_column_is_known(row, view->args->context->release))
			sort_by(view, row, down);
}

/* Returns whether squeue sorts by LETTER; complains as it does. */
static bool
takes(const struct fqueue_view *view, char letter)
{
	const struct ft_context *context = view->args->context;

	if (!context->slurm)
		return true;
	if (letter == 'b')
		fprintf(context->err, "%s: Invalid sort specification: b\n",
		    context->program);
	else if (!strchr(sorts, letter))
		ft_cmd_error(context, "Invalid sort specification: %c", letter);
	else
		return true;
	return letter == 'b';
}

static int
by_place(const void *a_row, const void *b_row)
{
	const struct fqueue_row *a = a_row, *b = b_row;

	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

void
fqueue_sort_places(struct fqueue_view *view)
{
	if (view->n > 1)
		qsort(view->row, view->n, sizeof *view->row, by_place);
}

bool
fqueue_sort(struct fqueue_view *view)
{
	const struct fqueue_args *args = view->args;
	const char *sort = args->sort;
	size_t end;

	if (!sort)
		sort = args->steps            ? SORT_STEPS
		       : args->start          ? SORT_START
		       : fqueue_is_bare(args) ? ""
		       : args->only_state     ? SORT_STATES
					      : SORT_DEFAULT;
	fqueue_sort_places(view);
	sort_by_letter(view, 'S', true);
	for (end = strlen(sort); end > 0; end--) {
		char sign = end > 1 ? sort[end - 2] : ',';

		if (sort[end - 1] == ',' || sort[end - 1] == '-' ||
		    sort[end - 1] == '+')
			continue;
		if (!takes(view, sort[end - 1]))
			return false;
		if (sort[end - 1] != 'b' || !args->context->slurm)
			sort_by_letter(view, sort[end - 1], sign == '-');
	}
	return true;
}
