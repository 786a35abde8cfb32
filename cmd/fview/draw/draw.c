
#include "fview/view_int.h"

/* ---- beside the tree ------------------------------------------------------ */

void
view_draw_side(const struct view_scene *scene, const struct view_box *box)
{
	static const struct {
		const char *title;
		view_teller *tell;
	} sides[] = {
		[VIEW_SIDE_NOW] = { "now", view_now_lines },
		[VIEW_SIDE_EXPLAIN] = { "explain: Esc closes",
		    view_explain_lines },
		[VIEW_SIDE_COMPARE] = { "compare: Esc closes",
		    view_compare_lines },
		[VIEW_SIDE_EDIT] = { "what if: Esc closes", view_edit_lines },
	};
	const struct view *view = scene->view;
	struct view_lines lines FT_CLEANUP(
	    view_lines_free) = { .cols = view_inside(box).cols - 2 };
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add(&title, sides[view->side].title);
	if (view->focus == VIEW_FOCUS_SIDE)
		ft_str_add(&title, ": j k scroll");
	view_frame(box, title.data);
	sides[view->side].tell(scene, &lines);
	view_lines_in_frame(&lines, box, view->side_scroll);
}

static void
draw_lesson(const struct view_scene *scene, const struct view_box *box)
{
	struct view_lines lines FT_CLEANUP(view_lines_free) = { 0 };
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&title, "lesson: %s", scene->view->lesson->title);
	view_frame(box, title.data);
	view_paragraphs(&lines, VIEW_STYLE_NOTE, view_lesson_text(scene->view));
	view_lines_in_frame(&lines, box, 0);
}

/* ---- the last row --------------------------------------------------------- */

/*
 * What the key bar shows, best first: as much as there is room for.  The first
 * two stand at the right.
 */
static const struct {
	enum view_request request;
	const char *word;
} bar_keys[] = {
	{ VIEW_REQUEST_QUIT, "quit" },
	{ VIEW_REQUEST_HELP, "help" },
	{ VIEW_REQUEST_PLAY, "play" },
	{ VIEW_REQUEST_BACK, "back" },
	{ VIEW_REQUEST_FORWARD, "step" },
	{ VIEW_REQUEST_NEXT_LEVEL, "level" },
	{ VIEW_REQUEST_NEXT_USER, "user" },
	{ VIEW_REQUEST_EXPLAIN, "explain" },
	{ VIEW_REQUEST_WHAT_IF, "what if" },
	{ VIEW_REQUEST_SEARCH, "find" },
	{ VIEW_REQUEST_TABLE, "table" },
	{ VIEW_REQUEST_FASTER, "faster" },
	{ VIEW_REQUEST_SLOWER, "slower" },
	{ VIEW_REQUEST_MARK, "mark" },
	{ VIEW_REQUEST_COMPARE, "compare" },
};
#define AT_RIGHT 2

/* Put key I at COL; returns its columns. */
static int
put_key(const struct view_box *line, int col, size_t i)
{
	char name[16];
	int at = col;

	view_key_name(
	    view_request_key(bar_keys[i].request, 0), name, sizeof name);
	at += view_put(line, 0, at, VIEW_STYLE_KEY, name);
	at +=
	    view_put(line, 0, at + 1, VIEW_STYLE_NORMAL, bar_keys[i].word) + 1;
	return at - col;
}

static int
key_width(size_t i)
{
	char name[16];

	view_key_name(
	    view_request_key(bar_keys[i].request, 0), name, sizeof name);
	return view_text_width(name) + 1 + view_text_width(bar_keys[i].word);
}

static void
draw_keys(const struct view_box *line)
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
draw_prompt(const struct view_scene *scene, const struct view_box *line)
{
	static const char *const signs[] = { "", "/", "filter: ", ":" };
	const struct view *view = scene->view;
	const char *input = ft_str_text(&view->input);
	int at = view_put(line, 0, 0, VIEW_STYLE_KEY, signs[view->ask]);
	int over = at + view_text_width(input) + 1 - line->cols;
	struct view_box rest = { line->grid, line->row, line->col + at, 1,
		line->cols - at };

	/* the end of what is typed is seen */
	at = view_put(&rest, 0, over > 0 ? -over : 0, VIEW_STYLE_EDIT, input);
	view_put(
	    &rest, 0, over > 0 ? rest.cols - 1 : at, VIEW_STYLE_SELECT, " ");
}

static void
draw_last_row(const struct view_scene *scene, int row)
{
	const struct view *view = scene->view;
	struct view_box line = { scene->grid, row, 0, 1, scene->grid->cols };

	if (view->ask != VIEW_ASK_NOTHING)
		draw_prompt(scene, &line);
	else if (view->message.len > 0)
		view_put_fit(&line, 0, 0,
		    view->message_bad ? VIEW_STYLE_ERROR : VIEW_STYLE_TITLE,
		    view->message.data);
	else
		draw_keys(&line);
}

/* ---- all of it ------------------------------------------------------------ */

static void
draw_page(const struct view_scene *scene, const struct view_layout *layout)
{
	static view_drawer *const pages[VIEW_PAGES] = {
		[VIEW_PAGE_TABLE] = view_draw_table,
		[VIEW_PAGE_QUEUE] = view_draw_queue,
		[VIEW_PAGE_USAGE] = view_draw_usage,
		[VIEW_PAGE_HELP] = view_draw_help,
	};

	if (pages[scene->view->page]) {
		pages[scene->view->page](scene, &layout->top);
		return;
	}
	if (layout->tree.rows > 0)
		view_draw_tree(scene, &layout->tree);
	if (layout->side.rows > 0)
		view_draw_side(scene, &layout->side);
	if (layout->ranks.rows > 0)
		view_draw_ranks(scene, &layout->ranks);
}

static void
find_pair(struct view_scene *scene)
{
	const struct view *view = scene->view;
	uint32_t other = view_visible(view, view_selected(view));

	scene->pair[0] = scene->pair[1] = FT_NODE_NONE;
	if (view->side == VIEW_SIDE_COMPARE && view->mark != FT_NODE_NONE &&
	    view->mark != other && !scene->film->stepless)
		(void)view_deciding(
		    scene->film, view->mark, other, scene->pair);
}

void
view_draw(const struct view *view, const struct view_caps *caps, int rows,
    int cols, struct view_grid *grid)
{
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	struct view_scene scene = { .view = view,
		.data = view_shown(view),
		.film = view_film_of(view),
		.cursor = view->cursor,
		.now = view_film_now(view_film_of(view), view->cursor),
		.caps = caps,
		.grid = grid,
		.texts = &texts };
	struct view_layout layout;
	struct view_box screen;

	view_grid_clear(grid, rows, cols);
	grid->ascii = caps->ascii || view->ascii;
	grid->color = caps->color && !view->mono;
	scene.head = view_visible(view, view_playhead(view));
	scene.ranks = view_film_ranks(scene.film, scene.cursor);
	find_pair(&scene);
	screen = (struct view_box){ grid, 0, 0, grid->rows, grid->cols };
	view_lay_out(view, &screen, &layout);
	if (layout.line) {
		view_draw_line_mode(&scene);
		if (view->ask != VIEW_ASK_NOTHING)
			draw_last_row(&scene, grid->rows - 1);
		return;
	}
	draw_page(&scene, &layout);
	if (layout.timeline.rows > 0)
		view_draw_timeline(&scene, &layout);
	if (layout.lesson.rows > 0)
		draw_lesson(&scene, &layout.lesson);
	draw_last_row(&scene, layout.keys);
}
