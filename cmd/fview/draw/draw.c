/* draw.c - draw a whole frame: the page, and the panels beside and below it. */

#include "fview/internal.h"

/* ---- beside the tree ------------------------------------------------------ */

static void
draw_side(const struct fview_scene *scene, const struct fview_box *box)
{
	static const struct {
		const char *title;
		view_teller *tell;
	} sides[] = {
		[FVIEW_SIDE_NOW] = { "now", fview_now_lines },
		[FVIEW_SIDE_EXPLAIN] = { "explain: Esc closes",
		    fview_explain_lines },
		[FVIEW_SIDE_COMPARE] = { "compare: Esc closes",
		    fview_compare_lines },
		[FVIEW_SIDE_EDIT] = { "what if: Esc closes", fview_edit_lines },
		[FVIEW_SIDE_LIMITS] = { NULL, fview_limit_lines },
	};
	const struct fview *view = scene->view;
	struct fview_lines lines FT_CLEANUP(
	    fview_lines_free) = { .cols = fview_inside(box).cols - 2 };
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	if (view->side == FVIEW_SIDE_NOW && !view->follow)
		ft_str_add(&title, "at the cursor");
	else if (view->side == FVIEW_SIDE_LIMITS)
		ft_str_addf(&title, "limits of %s: Esc closes",
		    fview_name(scene->data,
			fview_visible(view, fview_selected(view))));
	else
		ft_str_add(&title, sides[view->side].title);
	if (view->focus == FVIEW_FOCUS_SIDE)
		ft_str_add(&title, ": j k scroll");
	fview_frame(box, title.data);
	sides[view->side].tell(scene, &lines);
	fview_lines_in_frame(&lines, box, view->side_scroll);
}

static void
draw_lesson(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&title, "lesson: %s",
	    scene->view->focus == FVIEW_FOCUS_LESSON
		? "j k scroll"
		: scene->view->lesson->title);
	fview_frame(box, title.data);
	fview_paragraphs(
	    &lines, FVIEW_STYLE_NOTE, fview_lesson_text(scene->view));
	fview_lines_in_frame(&lines, box, scene->view->lesson_scroll);
}

/* ---- the frame ------------------------------------------------------------ */

static void
draw_page(const struct fview_scene *scene, const struct fview_layout *layout)
{
	static view_drawer *const pages[FVIEW_PAGES] = {
		[FVIEW_PAGE_TABLE] = fview_draw_table,
		[FVIEW_PAGE_QUEUE] = fview_draw_queue,
		[FVIEW_PAGE_USAGE] = fview_draw_usage,
		[FVIEW_PAGE_HISTORY] = fview_draw_history,
		[FVIEW_PAGE_HELP] = fview_draw_help,
		[FVIEW_PAGE_LINT] = fview_draw_lint,
	};

	if (pages[scene->view->page]) {
		pages[scene->view->page](scene, &layout->top);
		return;
	}
	if (layout->tree.rows > 0)
		fview_draw_tree(scene, &layout->tree);
	if (layout->side.rows > 0)
		draw_side(scene, &layout->side);
	if (layout->places.rows > 0)
		fview_draw_places(scene, &layout->places);
}

static void
find_pair(struct fview_scene *scene)
{
	const struct fview *view = scene->view;
	uint32_t other = fview_visible(view, fview_selected(view));
	uint32_t mark = fview_marked(view);

	scene->pair[0] = scene->pair[1] = FT_NODE_NONE;
	if (view->side == FVIEW_SIDE_COMPARE && mark != FT_NODE_NONE &&
	    mark != other && !scene->film->stepless)
		(void)fview_deciding(scene->film, mark, other, scene->pair);
}

struct fview_scene
fview_scene_of(const struct fview *view, struct ft_arena *texts)
{
	struct fview_scene scene = { .view = view,
		.data = fview_shown(view),
		.film = fview_film_of(view),
		.cursor = view->cursor,
		.now = fview_film_now(fview_film_of(view), view->cursor),
		.texts = texts };

	scene.head = fview_visible(view, fview_playhead(view));
	scene.places = fview_film_ranks(scene.film, scene.cursor);
	find_pair(&scene);
	return scene;
}

void
fview_draw(const struct fview *view, const struct fview_caps *caps, int rows,
    int cols, struct fview_grid *grid)
{
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct fview_scene scene = fview_scene_of(view, &texts);
	struct fview_layout layout;
	struct fview_box screen;

	scene.caps = caps;
	scene.grid = grid;
	fview_grid_clear(grid, rows, cols);
	grid->ascii = caps->ascii || view->ascii;
	grid->paint = caps->paint;
	if (view->mono)
		grid->paint.depth = FT_DEPTH_NONE;
	screen = (struct fview_box){ grid, 0, 0, grid->rows, grid->cols };
	fview_lay_out(&scene, &screen, &layout);
	if (layout.line) {
		fview_draw_line_mode(&scene);
		screen.row = grid->rows - 1;
		screen.rows = 1;
		if (view->ask != FVIEW_ASK_NOTHING)
			fview_draw_footer(&scene, &screen);
		return;
	}
	draw_page(&scene, &layout);
	if (layout.timeline.rows > 0)
		fview_draw_timeline(&scene, &layout);
	if (layout.lesson.rows > 0)
		draw_lesson(&scene, &layout.lesson);
	fview_draw_message(&scene, &layout.message);
	fview_draw_footer(&scene, &layout.keys);
}
