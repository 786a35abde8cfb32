/* border.c - the border between the tree and what is beside it: names may move it. */
#include "fview/internal.h"

#define SIDE_LEAST 32 /* columns beside a tree with long names */
#define STEP       8  /* few changes of the rows shall move the border */

/* If the names in the tree need more, it gets some of the room for sentences. */
static void
widen_tree(const struct fview_scene *scene, struct fview_layout *layout)
{
	int cols = layout->top.cols, left = layout->tree.cols, need;
	int least = cols * 2 / 5 < SIDE_LEAST ? cols * 2 / 5 : SIDE_LEAST;
	int most = cols - least;

	if (layout->tree.rows == 0 || layout->side.rows == 0)
		return;
	need = fview_tree_cols(scene, &layout->tree);
	while (left < need && left < most)
		left += STEP;
	fview_set_border(layout, left < most ? left : most);
}

void
fview_lay_out(const struct fview_scene *scene, const struct fview_box *screen,
    struct fview_layout *layout)
{
	fview_divide(scene->view, screen, layout);
	widen_tree(scene, layout);
}
