#include "fview/output/dump.h"

#include "files/outfile.h"

void
fview_dump_text(struct ft_str *str, const struct fview_grid *grid)
{
	for (int row = 0; row < grid->rows; row++) {
		int used = grid->cols;

		while (
		    used > 0 &&
		    strcmp(fview_cell_at(grid, row, used - 1)->text, " ") == 0)
			used--;
		for (int col = 0; col < used; col++)
			ft_str_add(str, fview_cell_at(grid, row, col)->text);
		ft_str_add_char(str, '\n');
	}
}

static void
add_grid(const struct fview_dump *dump, struct ft_str *str,
    const struct fview_grid *grid)
{
	if (dump->ansi)
		fview_ansi_lines(str, grid);
	else
		fview_dump_text(str, grid);
}

enum ft_status
fview_dump_frame(const struct fview_dump *dump, const struct fview_grid *grid,
    size_t number, const char *label, struct ft_error *err)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (dump->out) {
		if (!dump->form_feed)
			ft_str_addf(&dump->out->text, "--- %s\n", label);
		add_grid(dump, &dump->out->text, grid);
		if (dump->form_feed)
			ft_str_add_char(&dump->out->text, '\f');
		ft_out_step(dump->out);
		return FT_OK;
	}
	ft_str_addf(&name, "frame-%04zu.txt", number);
	add_grid(dump, &text, grid);
	return ft_outfile_write_in(
	    dump->folder, ft_str_text(&name), &text, err);
}
