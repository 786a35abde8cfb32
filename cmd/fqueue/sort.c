/* sort.c - the order of rows, by the letters of --sort. */

#include "common/jobtext.h"
#include "fqueue/fqueue.h"
#include "jobdoc/jobcolumn.h"
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

/* A job that has not run has no nodes to sort by. */
static void
nodes_if_any(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;

	if (ft_jobtext_has_run(row->of.job))
		ft_jobcolumn_nodes(at, value);
}

static void
sort_by(struct fqueue_view *view, const struct ft_column *column, bool down)
{
	bool start = column->letter == 'S', nodes = column->letter == 'N';
	/* squeue turns those without nodes round, too, and has them first when it
	 * sorts downwards */
	struct ft_column own = *column;
	const struct ft_order order = {
		.column = &own,
		.down = down,
		.turn = start || (nodes && !down && view->args->context->slurm),
		.first = nodes && down && view->args->context->slurm,
		.none = start || nodes          ? NULL
			: column->letter == 'B' ? ""
						: column->none,
	};

	if (nodes)
		own.get = nodes_if_any;
	ft_order_sort(&order, view->row, view->n, sizeof *view->row);
}

/* Letters squeue takes, and those of them that leave the order as it is. */
static const char sorts[] = "BCDGHIJLMNOPQSTUVbcdefghijlmnptuvz",
		  idle[] = "Ochnz";

static void
tier(const void *at, struct ft_value *value)
{
	const struct fqueue_row *row = at;
	const struct ft_machine *machine = &row->of.world->machine;
	const char *name =
	    row->partition ? row->partition : row->of.job->partitions;
	uint32_t index = ft_machine_partition(machine, name);

	if (index != UINT32_MAX)
		ft_value_u64(value, machine->partition[index].tier);
}

static void
sort_by_letter(struct fqueue_view *view, char letter, bool down)
{
	struct ft_column steps[FQUEUE_STEP_COLUMNS + 1];
	bool slurm = view->args->context->slurm;
	const struct ft_column *row = fqueue_fields;

	if (strchr(idle, letter) && (letter == 'z' || slurm))
		return;
	fqueue_step_columns(steps);
	if (view->args->steps && slurm)
		row = steps;
	for (; row->name; row++)
		if (row->letter == letter &&
		    ft_column_is_known(row, view->args->context->release))
			sort_by(view, row, down);
	/* squeue -P has the tier of the partition before the priority */
	if (view->args->multi && view->args->context->slurm &&
	    strchr("pQ", letter))
		sort_by(view,
		    &(struct ft_column){
			.name = "tier", .type = FT_COLUMN_UINT, .get = tier },
		    down);
}

/*
 * Returns whether squeue sorts by LETTER; complains as it does.  It takes any
 * letter if it lists steps.
 */
static bool
takes(const struct fqueue_view *view, char letter)
{
	const struct ft_context *context = view->args->context;

	if (!context->slurm)
		return true;
	if (letter == 'b')
		fprintf(context->err, "%s: Invalid sort specification: b\n",
		    context->program);
	else if (!view->args->steps && !strchr(sorts, letter))
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
	if (!args->steps || !args->context->slurm)
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
