/* print.c - rows as tables and for programs, and the list of reservations. */

#include "base/text/timefmt.h"
#include "finfo/finfo.h"
#include "sim/reserve/reserve.h"

/* sinfo widens the columns of partitions and nodes of its own formats. */
static void
widen(struct ft_code_printer *printer, const struct finfo_view *view)
{
	for (size_t i = 0; i < printer->list->n; i++) {
		struct ft_code_item *item = &printer->list->item[i];

		if (item->column.letter != 'P' && item->column.letter != 'N')
			continue;
		for (size_t k = 0; k < view->n; k++) {
			struct ft_value value = { .room = &printer->room };

			ft_column_value(&item->column, &view->row[k], &value);
			if (value.kind == FT_VALUE_TEXT)
				ft_code_widen(item, value.text);
		}
	}
}

void
finfo_print(const struct finfo_view *view, struct finfo_format *format,
    struct ft_out *out)
{
	const struct finfo_args *args = view->args;
	struct ft_code_printer printer = {
		.list = &format->list, .out = out, .cut = args->context->slurm
	};

	if (!printer.cut) {
		if (!args->no_header)
			ft_code_widen_row(&printer, NULL);
		for (size_t i = 0; i < view->n; i++)
			ft_code_widen_row(&printer, &view->row[i]);
	} else if (format->usual) {
		widen(&printer, view);
	}
	if (!args->no_header)
		ft_code_print_row(&printer, NULL);
	for (size_t i = 0; i < view->n; i++)
		ft_code_print_row(&printer, &view->row[i]);
	ft_str_free(&printer.room);
}

/* ---- reservations ------------------------------------------------------------------ */

static void
print_reservation(const struct finfo_view *view,
    const struct ft_reservation *one, int width, struct ft_out *out)
{
	const struct ft_world *world = view->world;
	int64_t start = ft_reserve_start(world, one),
		end = ft_reserve_end(world, one);
	struct ft_str from FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str until FT_CLEANUP(ft_str_free) = { 0 };
	char duration[40];

	ft_timetext_add(&from, &view->time, start, "Unknown");
	ft_timetext_add(&until, &view->time,
	    end >= FT_RESERVATION_FOREVER ? 0 : end, "Unknown");
	ft_str_addf(&out->text, "%-*s  %8s  %19s  %19s  %11s  %s\n", width,
	    one->name, ft_reserve_is_active(world, one) ? "ACTIVE" : "INACTIVE",
	    ft_str_text(&from), ft_str_text(&until),
	    ft_time_format_duration(duration, sizeof duration, end - start),
	    one->nodes);
}

void
finfo_print_reservations(const struct finfo_view *view, struct ft_out *out)
{
	const struct ft_world *world = view->world;
	int width = (int)strlen("RESV_NAME");

	if (world->n_reservation == 0) {
		ft_str_add(&out->text, "No reservations in the system\n");
		return;
	}
	for (size_t i = 0; i < world->n_reservation; i++) {
		int own = (int)strlen(world->reservation[i]->name);

		width = own > width ? own : width;
	}
	if (!view->args->no_header)
		ft_str_addf(&out->text, "%-*s  %8s  %19s  %19s  %11s  %s\n",
		    width, "RESV_NAME", "STATE", "START_TIME", "END_TIME",
		    "DURATION", "NODELIST");
	for (size_t i = 0; i < world->n_reservation; i++)
		print_reservation(view, world->reservation[i], width, out);
}

/* ---- for programs ------------------------------------------------------------------- */

struct ft_table *
finfo_table_open(const struct finfo_args *args,
    const struct ft_columns *columns, struct ft_out *out)
{
	const struct ft_table_options options = {
		.format = args->kind,
		.no_header = args->no_header,
		.schema = "fairtree.nodes/1",
		.rows = "groups",
	};

	return ft_table_open(out, &options, columns->item, columns->n);
}
