/* action.c - what each request of key.def does. */
#include "fview/internal.h"

/* ---- along the film ------------------------------------------------------- */

/* Go there; `.` repeats it. */
static void
go(struct fview *view, size_t cursor, bool motion)
{
	view->last = view->request;
	fview_go(view, cursor, motion);
}

static void
toggle_play(struct fview *view, int argument)
{
	(void)argument;
	fview_set_playing(view, !view->playing);
}

static void
go_step(struct fview *view, int way)
{
	if (way > 0)
		go(view, view->cursor + 1, true);
	else
		go(view, view->cursor - (view->cursor > 0), false);
}

static void
go_level(struct fview *view, int way)
{
	const struct fview_film *film = fview_film_of(view);
	const struct fview_stops *enter = &film->enter;
	bool back = way < 0;
	uint32_t entered = fview_stops_before(
	    enter, back ? view->cursor - (view->cursor > 0) : view->cursor);

	if (back)
		go(view, entered > 0 ? enter->at[entered - 1] + 1 : 0, false);
	else
		go(view, entered < enter->n ? enter->at[entered] + 1 : film->n,
		    true);
}

/* After the event that gives its place to the user at INDEX of ranked. */
static size_t
behind_place(const struct fview_film *film, uint32_t index)
{
	return (size_t)film->step[film->ranked[index]].ranked + 1;
}

static void
go_user(struct fview *view, int way)
{
	const struct fview_film *film = fview_film_of(view);
	uint32_t ranks = fview_film_ranks(film, view->cursor);

	if (way > 0) {
		go(view,
		    ranks < film->n_ranked ? behind_place(film, ranks)
					   : film->n,
		    true);
		return;
	}
	ranks -= ranks > 0 && behind_place(film, ranks - 1) == view->cursor;
	go(view, ranks > 0 ? behind_place(film, ranks - 1) : 0, false);
}

static void
go_end(struct fview *view, int last)
{
	go(view, last ? fview_count(view) : 0, false);
}

static void
go_scrub(struct fview *view, int argument)
{
	size_t n = fview_count(view), digit = 0;

	(void)argument;
	if (view->key >= '0' && view->key <= '9')
		digit = view->key - '0';
	go(view, n / 10 * digit + n % 10 * digit / 10, false);
}

/* Play by the next unit. */
static void
turn_unit(struct fview *view, int argument)
{
	enum fview_unit unit = (view->unit + 1) % FVIEW_UNITS;

	(void)argument;
	fview_set_unit(view, unit);
	fview_notify(view, false, "play by %s: %s", fview_units[unit].word,
	    fview_units[unit].sentence);
}

static void
repeat(struct fview *view, int argument)
{
	(void)argument;
	fview_do(view, view->last);
}

/* ---- in the tree ---------------------------------------------------------- */

void
fview_fold_row(struct fview *view, int argument)
{
	uint32_t node = fview_visible(view, fview_selected(view));
	const uint32_t *list;

	(void)argument;
	if (fview_children(view, node, &list) == 0)
		node = fview_above(view, node);
	if (node == FT_NODE_NONE)
		return;
	view->fold[node] =
	    fview_is_open(view, node) ? FVIEW_FOLD_CLOSED : FVIEW_FOLD_OPEN;
	if (!view->follow)
		fview_select(view, fview_visible(view, view->select));
}

/* Let the walk fold again, or unfold everything that is not too large. */
static void
unfold_all(struct fview *view, int argument)
{
	uint32_t n = fview_shown(view)->tree->n;
	bool all = false;

	(void)argument;
	for (uint32_t i = 0; i < n; i++)
		all |= view->fold[i] != FVIEW_FOLD_AUTO;
	memset(view->fold, all ? FVIEW_FOLD_AUTO : FVIEW_FOLD_OPEN, n);
	fview_notify(view, false,
	    all ? "accounts fold as the walk goes on" : "all is unfolded");
}

static void
scroll(int *at, int steps)
{
	*at += steps;
	if (*at < 0)
		*at = 0;
	if (*at > 1 << 20)
		*at = 1 << 20;
}

/* Returns the rows that the answer has on a page, or in the panel of a job; 0: none
 * is shown. */
static int
reply_rows(const struct fview *view)
{
	int height = fview_tree_height(view);

	if (view->page == FVIEW_PAGE_LINT)
		return height;
	return view->page == FVIEW_PAGE_QUEUE && view->job_open
		   ? fview_queue_panel_rows(height + 2) - 2
		   : 0;
}

/* Scroll an answer, not beyond its end. */
static void
scroll_reply(struct fview *view, int *at, int steps)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	int most;

	fview_reply_lines(view, view->cols - 4, &lines);
	most = fview_lines_rows(&lines, view->cols - 4) - reply_rows(view);
	scroll(at, steps);
	if (*at > most)
		*at = most > 0 ? most : 0;
}

void
fview_cursor_keys(struct fview *view, int steps)
{
	bool tree = view->page == FVIEW_PAGE_TREE;

	if (view->page == FVIEW_PAGE_LINT)
		scroll_reply(view, &view->help_scroll, steps);
	else if (view->page >= FVIEW_PAGE_HELP)
		scroll(&view->help_scroll, steps);
	else if (view->page == FVIEW_PAGE_TABLE)
		fview_table_move(view, steps);
	else if (view->page == FVIEW_PAGE_QUEUE && view->job_open)
		scroll_reply(view, &view->side_scroll, steps);
	else if (view->page == FVIEW_PAGE_QUEUE)
		fview_queue_move(view, steps);
	else if (tree && view->focus == FVIEW_FOCUS_SIDE)
		scroll(&view->side_scroll, steps);
	else if (view->lesson && view->focus == FVIEW_FOCUS_LESSON)
		scroll(&view->lesson_scroll, steps);
	else if (tree && view->focus == FVIEW_FOCUS_PLACES)
		scroll(&view->place_scroll,
		    view->cursor == fview_count(view) ? steps : -steps);
	else
		fview_move(view, steps);
}

static void
turn_page(struct fview *view, int way)
{
	int height = fview_tree_height(view);

	if (reply_rows(view) > 0)
		height = reply_rows(view);
	fview_cursor_keys(view, height > 2 ? way * (height - 1) : way);
}

static void
follow(struct fview *view, int argument)
{
	(void)argument;
	if (view->follow) {
		fview_select(view, fview_visible(view, fview_playhead(view)));
		fview_notify(view, false, "the tree stays; F follows again");
	} else {
		view->follow = true;
		fview_notify(view, false, "the tree follows the playhead");
	}
}

/* A filter offers the account at the cursor, or nothing to end the filter. */
static void
ask(struct fview *view, int what)
{
	uint32_t node = fview_selected(view);

	view->ask = (enum fview_ask)what;
	ft_str_clear(&view->input);
	if (view->ask == FVIEW_ASK_SEARCH)
		fview_search_begin(view);
	if (view->ask == FVIEW_ASK_FILTER && view->page != FVIEW_PAGE_TABLE &&
	    !view->follow && view->limit == 0 && node != 0 &&
	    !ft_tree_is_user(fview_shown(view)->tree, node))
		ft_str_add(&view->input, fview_name(fview_shown(view), node));
}

/* To the next panel that is on the screen. */
static void
next_focus(struct fview *view, int argument)
{
	const struct fview_box screen = { NULL, 0, 0, view->rows, view->cols };
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	const struct fview_scene scene = fview_scene_of(view, &texts);
	struct fview_layout layout;
	bool shown[] = { [FVIEW_FOCUS_TREE] = true,
		[FVIEW_FOCUS_SIDE] = false,
		[FVIEW_FOCUS_PLACES] = false,
		[FVIEW_FOCUS_LESSON] = false };

	(void)argument;
	fview_lay_out(&scene, &screen, &layout);
	shown[FVIEW_FOCUS_SIDE] = layout.side.rows > 0;
	shown[FVIEW_FOCUS_PLACES] = layout.places.rows > 0;
	shown[FVIEW_FOCUS_LESSON] = layout.lesson.rows > 0;
	do
		view->focus = (view->focus + 1) % FT_COUNT(shown);
	while (!shown[view->focus]);
}

/* ---- panels and pages ----------------------------------------------------- */

static void
set_side(struct fview *view, int side)
{
	view->side =
	    (int)view->side == side ? FVIEW_SIDE_NOW : (enum fview_side)side;
	view->side_scroll = 0;
	view->focus = FVIEW_FOCUS_TREE;
	view->page = FVIEW_PAGE_TREE;
	ft_str_clear(&view->number);
}

static void
set_page(struct fview *view, int page)
{
	if (page >= FVIEW_PAGE_HELP) {
		if (view->page < FVIEW_PAGE_HELP)
			view->back = view->page;
		view->help_scroll = 0;
	}
	view->page = (enum fview_page)page;
	fview_table_fill(view);
}

/* Go to the page; the same key returns. */
static void
toggle_page(struct fview *view, int page)
{
	if ((int)view->page != page)
		set_page(view, page);
	else
		set_page(view, page >= FVIEW_PAGE_HELP ? (int)view->back
						       : FVIEW_PAGE_TREE);
}

static void
next_page(struct fview *view, int argument)
{
	(void)argument;
	set_page(view, view->page >= FVIEW_PAGE_HISTORY ? FVIEW_PAGE_TREE
							: (int)view->page + 1);
}

static void
mark(struct fview *view, int argument)
{
	uint32_t node = fview_selected(view);
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };

	(void)argument;
	for (size_t i = 0; i < view->n_mark; i++) {
		if (view->mark[i] != node)
			continue;
		memmove(&view->mark[i], &view->mark[i + 1],
		    (--view->n_mark - i) * sizeof *view->mark);
		return;
	}
	if (view->n_mark == FVIEW_MARKS) {
		fview_notify(view, true,
		    "at most %d can be marked: m on one of them unmarks it",
		    FVIEW_MARKS);
		return;
	}
	view->mark[view->n_mark++] = node;
	fview_notify(view, false, "marked %s; d compares it with another",
	    fview_title_of(&texts, fview_shown(view), node));
}

static void
compare(struct fview *view, int argument)
{
	(void)argument;
	if (view->n_mark == 0)
		fview_notify(view, true, "mark the first one with m");
	else if (fview_marked(view) == fview_selected(view))
		fview_notify(view, true,
		    "this is the marked one: move to another, then press d");
	else
		set_side(view, FVIEW_SIDE_COMPARE);
}

static void
start_what_if(struct fview *view, int argument)
{
	uint32_t node = fview_visible(view, fview_selected(view));

	(void)argument;
	if (view->side != FVIEW_SIDE_EDIT && view->follow)
		fview_select(view, node);
	view->editing = FVIEW_EDIT_SHARES;
	set_side(view, FVIEW_SIDE_EDIT);
}

/* Open the panel of the job at the cursor, or close it. */
static void
open_job(struct fview *view, enum fview_topic what)
{
	view->job_open = view->job_open == what || !fview_queue_selected(view)
			     ? FVIEW_TOPIC_NOTHING
			     : what;
	view->side_scroll = 0;
}

static void
show_limits(struct fview *view, int argument)
{
	(void)argument;
	if (view->page == FVIEW_PAGE_QUEUE)
		open_job(view, FVIEW_TOPIC_LIMITS);
	else
		set_side(view, FVIEW_SIDE_LIMITS);
}

static void
toggle_forecast(struct fview *view, int argument)
{
	(void)argument;
	view->forecast = view->page != FVIEW_PAGE_QUEUE || !view->forecast;
	if (view->page != FVIEW_PAGE_QUEUE)
		set_page(view, FVIEW_PAGE_QUEUE);
}

static void
close_one(struct fview *view, int argument)
{
	(void)argument;
	if (fview_awaits(view) != FVIEW_TOPIC_NOTHING) {
		fview_forgo_forecast(view);
		fview_notify(view, false, "the forecast was stopped");
	} else if (view->page >= FVIEW_PAGE_HELP) {
		set_page(view, (int)view->back);
	} else if (view->page != FVIEW_PAGE_TREE && view->words.len > 0) {
		ft_str_clear(&view->words);
		fview_table_fill(view);
	} else if (view->page == FVIEW_PAGE_QUEUE && view->job_open) {
		view->job_open = FVIEW_TOPIC_NOTHING;
	} else if (view->page != FVIEW_PAGE_TREE) {
		view->page = FVIEW_PAGE_TREE;
	} else if (view->side != FVIEW_SIDE_NOW) {
		set_side(view, FVIEW_SIDE_NOW);
	} else if (view->pattern.len > 0) {
		ft_str_clear(&view->pattern);
	} else {
		view->limit = 0;
	}
}

/* Hold back changes of the store, or let them in. */
static void
hold(struct fview *view, int argument)
{
	struct fview_data *data = view->waiting;

	(void)argument;
	view->held = !view->held;
	fview_notify(view, false,
	    view->held ? "held: changes of the store wait until p"
		       : "changes of the store are shown");
	if (!view->held && data) {
		view->waiting = NULL;
		fview_renew(view, data);
	}
}

/* Toggle the flag at this offset of the view. */
static void
flip(struct fview *view, int at)
{
	bool *flag = (bool *)((char *)view + at);

	*flag = !*flag;
}

static void
ask_app(struct fview *view, int what)
{
	view->app_action = (enum fview_app_action)what;
}

/* Enter: what it opens depends on the page, and on the row at the cursor. */
static void
open_here(struct fview *view, int argument)
{
	const struct fview_film *film = fview_film_of(view);
	const uint32_t *list;
	uint32_t left;

	(void)argument;
	if (view->page == FVIEW_PAGE_TABLE) {
		set_page(view, FVIEW_PAGE_TREE);
		fview_goto(view, fview_selected(view));
	} else if (view->page == FVIEW_PAGE_QUEUE) {
		open_job(view, FVIEW_TOPIC_JOB);
	} else if (!view->follow && !fview_is_open(view, view->select) &&
		   fview_children(view, view->select, &list) > 0) {
		fview_fold_row(view, 0);
	} else {
		left = film->step[fview_film_account(film, view->cursor)].left;
		go(view, left == FVIEW_NEVER ? film->n : left + 1, true);
	}
}

static const struct {
	view_action *run;
	int argument;
} actions[FVIEW_REQUEST_COUNT] = {
#define FVIEW_REQUEST(id, keys, group, action, argument, sentence)             \
	[FVIEW_REQUEST_##id] = { action, argument },
#include "fview/keys/key.def"
#undef FVIEW_REQUEST
};

void
fview_do(struct fview *view, uint32_t request)
{
	view->request = request;
	actions[request].run(view, actions[request].argument);
}
