#include "fview/internal.h"

/* The least sizes at which a part of the screen is shown. */
#define SIDE_ROWS  16
#define SIDE_COLS  60
#define MANY_COLS  160
#define FULL_ROWS  24
#define FULL_COLS  80
#define WIDE_ROWS  34
#define WIDE_COLS  110
#define PLACE_ROWS 12 /* of the tree and the places below it */
#define TREE_ROWS  3  /* that a lesson leaves to the tree */

/* Rows of a panel that shows TEXT. */
static int
text_rows(const char *text, int cols)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };

	fview_paragraphs(&lines, FVIEW_STYLE_NOTE, text);
	return fview_lines_rows(&lines, cols - 4) + 2;
}

/*
 * Rows for the longest text of the lesson, so that nothing moves; if that hides a
 * part of the tree, for the present one.
 */
static int
lesson_rows(const struct fview *view, int room, int cols)
{
	const struct fview_lesson *lesson = view->lesson;
	int most = 0;

	if (!lesson)
		return 0;
	for (size_t i = 0; i < lesson->n_note; i++) {
		int need = text_rows(lesson->note[i].text, cols);

		most = need > most ? need : most;
	}
	if (most > room + TREE_ROWS - 1 - (int)fview_shown(view)->tree->n)
		most = text_rows(fview_lesson_text(view), cols);
	return most < room ? most : room;
}

/* Cut ROWS off the bottom of the top box, which keeps its last line. */
static struct fview_box
cut_below(struct fview_layout *layout, int rows)
{
	struct fview_box box = layout->top;

	box.row = layout->top.row + layout->top.rows - rows;
	box.rows = rows;
	layout->top.rows -= rows - 1;
	return box;
}

static void
set_sides(struct fview_layout *layout, int left)
{
	int cols = layout->top.cols;

	layout->tree.cols = left;
	layout->side.col = left - 1;
	layout->side.cols = cols - left + 1;
}

void
fview_set_border(struct fview_layout *layout, int left)
{
	set_sides(layout, left);
	if (layout->places.col > 0) {
		layout->places.col = layout->side.col;
		layout->places.cols = layout->side.cols;
	}
}

/* The tree on the left, its explanation on the right. */
static void
part_top(const struct fview *view, struct fview_layout *layout, bool wide)
{
	struct fview_box *side = &layout->side;
	int cols = layout->top.cols;
	/* on a wide screen the numbers of the tree need more than sentences */
	int left = cols * (cols >= MANY_COLS ? 60 : 53) / 100;

	if (view->side != FVIEW_SIDE_NOW)
		left = cols * 2 / 5;
	layout->tree = layout->side = layout->top;
	set_sides(layout, left);
	if (wide) {
		int rows = layout->top.rows;
		int upper = view->side == FVIEW_SIDE_NOW ? rows * 45 / 100
							 : rows * 70 / 100;

		layout->places = layout->side;
		side->rows = upper;
		layout->places.row = side->row + upper - 1;
		layout->places.rows = rows - upper + 1;
	}
}

void
fview_divide(const struct fview *view, const struct fview_box *screen,
    struct fview_layout *layout)
{
	int rows = screen->rows, cols = screen->cols;
	bool full = rows >= FULL_ROWS && cols >= FULL_COLS;
	bool wide = rows >= WIDE_ROWS && cols >= WIDE_COLS;
	bool side = rows >= SIDE_ROWS && cols >= SIDE_COLS;
	int lesson;

	*layout = (struct fview_layout){ 0 };
	layout->line = rows < FVIEW_LINE_ROWS || cols < FVIEW_LINE_COLS;
	if (layout->line)
		return;
	layout->keys = layout->message = *screen;
	layout->keys.rows = layout->message.rows = 1;
	layout->keys.row += rows - 1;
	layout->message.row += rows - 2;
	layout->top = *screen;
	layout->top.rows--;
	if (view->page >= FVIEW_PAGE_HELP || view->page == FVIEW_PAGE_QUEUE ||
	    view->page == FVIEW_PAGE_HISTORY)
		return;
	layout->timeline =
	    cut_below(layout, 3 + fview_timeline_rows(view, side, rows, cols));
	layout->bar = fview_inside(&layout->timeline);
	layout->bar.row += layout->bar.rows - 1;
	layout->bar.rows = 1;
	lesson = lesson_rows(view, layout->top.rows - TREE_ROWS, cols);
	if (lesson > 0)
		layout->lesson = cut_below(layout, lesson);
	if (view->page != FVIEW_PAGE_TREE)
		return;
	/* the places get their share of the rows of a higher screen */
	if (full && !wide && layout->top.rows >= PLACE_ROWS)
		layout->places = cut_below(
		    layout, (lesson > 3 ? 4 : 5) + (rows - FULL_ROWS) / 2);
	if (side) {
		part_top(view, layout, wide);
	} else if (view->side != FVIEW_SIDE_NOW) {
		/* the user asked for it, so it replaces the tree */
		layout->side = layout->top;
	} else {
		layout->tree = layout->top;
	}
}

int
fview_tree_height(const struct fview *view)
{
	const struct fview_box screen = { NULL, 0, 0, view->rows, view->cols };
	struct fview_layout layout;

	fview_divide(view, &screen, &layout);
	return fview_inside(layout.tree.rows > 0 ? &layout.tree : &layout.top)
	    .rows;
}
