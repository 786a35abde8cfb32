#include "view/view_int.h"

void
view_draw_queue(const struct view_scene *scene, const struct view_box *box)
{
	struct view_lines lines = { 0 };

	view_frame(scene->grid, box, "queue");
	view_line(&lines, VIEW_STYLE_TITLE, 0, "There are no jobs in %s.",
	    scene->data->cluster);
	view_line(&lines, VIEW_STYLE_NORMAL, 0,
	    "The store holds accounts, users, shares and usage. Without jobs "
	    "there is no queue; the ranks alone say who would go first.");
	view_lines_in_frame(&lines, scene->grid, box, 0);
	view_lines_free(&lines);
}
