
#include "fview/internal.h"

/* ---- beside the tree ------------------------------------------------------ */

void
fview_draw_side(const struct fview_scene *scene, const struct fview_box *box)
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
	};
	const struct fview *view = scene->view;
	struct fview_lines lines FT_CLEANUP(
	    fview_lines_free) = { .cols = fview_inside(box).cols - 2 };
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

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

	ft_str_addf(&title, "lesson: %s", scene->view->lesson->title);
	fview_frame(box, title.data);
	fview_paragraphs(
	    &lines, FVIEW_STYLE_NOTE, fview_lesson_text(scene->view));
	fview_lines_in_frame(&lines, box, 0);
}

/* ---- the last row --------------------------------------------------------- */

/*
 * The entries of the key bar, the most important first, as many as fit.  The
 * first two are at the right.
 */
static const struct {
	enum fview_request request;
	const char *word;
} bar_keys[] = {
	{ FVIEW_REQUEST_QUIT, "quit" },
	{ FVIEW_REQUEST_HELP, "help" },
	{ FVIEW_REQUEST_PLAY, "play" },
	{ FVIEW_REQUEST_BACK, "back" },
	{ FVIEW_REQUEST_FORWARD, "step" },
	{ FVIEW_REQUEST_NEXT_LEVEL, "level" },
	{ FVIEW_REQUEST_NEXT_USER, "user" },
	{ FVIEW_REQUEST_EXPLAIN, "explain" },
	{ FVIEW_REQUEST_WHAT_IF, "what if" },
	{ FVIEW_REQUEST_SEARCH, "find" },
	{ FVIEW_REQUEST_TABLE, "table" },
	{ FVIEW_REQUEST_FASTER, "faster" },
	{ FVIEW_REQUEST_SLOWER, "slower" },
	{ FVIEW_REQUEST_MARK, "mark" },
	{ FVIEW_REQUEST_COMPARE, "compare" },
};
#define AT_RIGHT 2

/* Put key I at COL; returns its columns. */
static int
put_key(const struct fview_box *line, int col, size_t i)
{
	char name[16];
	int at = col;

	fview_key_name(
	    fview_request_key(bar_keys[i].request, 0), name, sizeof name);
	at += fview_put(line, 0, at, FVIEW_STYLE_KEY, name);
	at += fview_put(line, 0, at + 1, FVIEW_STYLE_NORMAL, bar_keys[i].word) +
	      1;
	return at - col;
}

static int
key_width(size_t i)
{
	char name[16];

	fview_key_name(
	    fview_request_key(bar_keys[i].request, 0), name, sizeof name);
	return fview_text_width(name) + 1 + fview_text_width(bar_keys[i].word);
}

static void
draw_keys(const struct fview_box *line)
{
	int at = 0, end = line->cols;

	for (size_t i = 0; i < FT_COUNT(bar_keys); i++) {
		int width = key_width(i);

		if (at + width > end)
			break;
		if (i < AT_RIGHT) {
			end -= width;
			(void)put_key(line, end, i);
			end--;
		} else {
			at += put_key(line, at, i) + 1;
		}
	}
}

static void
draw_prompt(const struct fview_scene *scene, const struct fview_box *line)
{
	static const char *const signs[] = { "", "/", "filter: ", ":" };
	const struct fview *view = scene->view;
	const char *input = ft_str_text(&view->input);
	int at = fview_put(line, 0, 0, FVIEW_STYLE_KEY, signs[view->ask]);
	int over = at + fview_text_width(input) + 1 - line->cols;
	struct fview_box rest = { line->grid, line->row, line->col + at, 1,
		line->cols - at };

	/* keep the end of the typed text visible */
	at = fview_put(&rest, 0, over > 0 ? -over : 0, FVIEW_STYLE_EDIT, input);
	fview_put(
	    &rest, 0, over > 0 ? rest.cols - 1 : at, FVIEW_STYLE_SELECT, " ");
}

static void
draw_last_row(const struct fview_scene *scene, int row)
{
	const struct fview *view = scene->view;
	struct fview_box line = { scene->grid, row, 0, 1, scene->grid->cols };

	if (view->ask != FVIEW_ASK_NOTHING)
		draw_prompt(scene, &line);
	else if (view->message.len > 0)
		fview_put_fit(&line, 0, 0,
		    view->message_bad ? FVIEW_STYLE_ERROR : FVIEW_STYLE_TITLE,
		    view->message.data);
	else
		draw_keys(&line);
}

/* ---- the frame ------------------------------------------------------------ */

static void
draw_page(const struct fview_scene *scene, const struct fview_layout *layout)
{
	static view_drawer *const pages[FVIEW_PAGES] = {
		[FVIEW_PAGE_TABLE] = fview_draw_table,
		[FVIEW_PAGE_QUEUE] = fview_draw_queue,
		[FVIEW_PAGE_USAGE] = fview_draw_usage,
		[FVIEW_PAGE_HELP] = fview_draw_help,
	};

	if (pages[scene->view->page]) {
		pages[scene->view->page](scene, &layout->top);
		return;
	}
	if (layout->tree.rows > 0)
		fview_draw_tree(scene, &layout->tree);
	if (layout->side.rows > 0)
		fview_draw_side(scene, &layout->side);
	if (layout->ranks.rows > 0)
		fview_draw_ranks(scene, &layout->ranks);
}

static void
find_pair(struct fview_scene *scene)
{
	const struct fview *view = scene->view;
	uint32_t other = fview_visible(view, fview_selected(view));

	scene->pair[0] = scene->pair[1] = FT_NODE_NONE;
	if (view->side == FVIEW_SIDE_COMPARE && view->mark != FT_NODE_NONE &&
	    view->mark != other && !scene->film->stepless)
		(void)fview_deciding(
		    scene->film, view->mark, other, scene->pair);
}

void
fview_draw(const struct fview *view, const struct fview_caps *caps, int rows,
    int cols, struct fview_grid *grid)
{
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct fview_scene scene = { .view = view,
		.data = fview_shown(view),
		.film = fview_film_of(view),
		.cursor = view->cursor,
		.now = fview_film_now(fview_film_of(view), view->cursor),
		.caps = caps,
		.grid = grid,
		.texts = &texts };
	struct fview_layout layout;
	struct fview_box screen;

	fview_grid_clear(grid, rows, cols);
	grid->ascii = caps->ascii || view->ascii;
	grid->color = caps->color && !view->mono;
	scene.head = fview_visible(view, fview_playhead(view));
	scene.ranks = fview_film_ranks(scene.film, scene.cursor);
	find_pair(&scene);
	screen = (struct fview_box){ grid, 0, 0, grid->rows, grid->cols };
	fview_lay_out(view, &screen, &layout);
	if (layout.line) {
		fview_draw_line_mode(&scene);
		if (view->ask != FVIEW_ASK_NOTHING)
			draw_last_row(&scene, grid->rows - 1);
		return;
	}
	draw_page(&scene, &layout);
	if (layout.timeline.rows > 0)
		fview_draw_timeline(&scene, &layout);
	if (layout.lesson.rows > 0)
		draw_lesson(&scene, &layout.lesson);
	draw_last_row(&scene, layout.keys);
}
