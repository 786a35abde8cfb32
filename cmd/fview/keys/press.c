
#include "fview/view_int.h"

/* ---- along the film ------------------------------------------------------- */

/* Go there; `.` repeats it. */
static void
go(struct view *view, size_t cursor, bool motion)
{
	view->last = view->request;
	view_go(view, cursor, motion);
}

static void
toggle_play(struct view *view, int argument)
{
	(void)argument;
	view_set_playing(view, !view->playing);
}

static void
go_step(struct view *view, int way)
{
	if (way > 0)
		go(view, view->cursor + 1, true);
	else
		go(view, view->cursor - (view->cursor > 0), false);
}

static void
go_level(struct view *view, int way)
{
	const struct view_film *film = view_film_of(view);
	bool back = way < 0;
	uint32_t low = 0, high = film->n_enter;
	size_t limit = back ? view->cursor - (view->cursor > 0) : view->cursor;

	/* the first ENTER that is not before LIMIT */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (film->enter[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	if (back)
		go(view, low > 0 ? film->enter[low - 1] + 1 : 0, false);
	else
		go(view, low < film->n_enter ? film->enter[low] + 1 : film->n,
		    true);
}

/* Behind the event that gives the user at INDEX of the ranking its rank. */
static size_t
behind_rank(const struct view_film *film, uint32_t index)
{
	return (size_t)film->step[film->ranked[index]].ranked + 1;
}

static void
go_user(struct view *view, int way)
{
	const struct view_film *film = view_film_of(view);
	uint32_t ranks = view_film_ranks(film, view->cursor);

	if (way > 0) {
		go(view,
		    ranks < film->n_ranked ? behind_rank(film, ranks) : film->n,
		    true);
		return;
	}
	ranks -= ranks > 0 && behind_rank(film, ranks - 1) == view->cursor;
	go(view, ranks > 0 ? behind_rank(film, ranks - 1) : 0, false);
}

static void
go_end(struct view *view, int last)
{
	go(view, last ? view_count(view) : 0, false);
}

static void
go_scrub(struct view *view, int argument)
{
	size_t n = view_count(view), digit = 0;

	(void)argument;
	if (view->key >= '0' && view->key <= '9')
		digit = view->key - '0';
	go(view, n / 10 * digit + n % 10 * digit / 10, false);
}

static void
change_speed(struct view *view, int by)
{
	int speed = view->speed + by;

	if (speed >= 0 && speed < VIEW_SPEEDS)
		view->speed = speed;
}

static void
repeat(struct view *view, int argument)
{
	(void)argument;
	view_do(view, view->last);
}

/* ---- in the tree ---------------------------------------------------------- */

void
view_fold_row(struct view *view, int argument)
{
	uint32_t node = view_visible(view, view_selected(view));
	const uint32_t *list;

	(void)argument;
	if (view_children(view, node, &list) == 0)
		node = view_above(view, node);
	if (node == FT_NODE_NONE)
		return;
	view->fold[node] =
	    view_is_open(view, node) ? VIEW_FOLD_CLOSED : VIEW_FOLD_OPEN;
	if (!view->follow)
		view_select(view, view_visible(view, view->select));
}

/* Leave folding to the walk again, or open all that is not too much. */
static void
unfold_all(struct view *view, int argument)
{
	uint32_t n = view_shown(view)->tree->n;
	bool all = false;

	(void)argument;
	for (uint32_t i = 0; i < n; i++)
		all |= view->fold[i] != VIEW_FOLD_AUTO;
	memset(view->fold, all ? VIEW_FOLD_AUTO : VIEW_FOLD_OPEN, n);
	view_tell(view, false,
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

void
view_cursor_keys(struct view *view, int steps)
{
	bool tree = view->page == VIEW_PAGE_TREE;

	if (view->page == VIEW_PAGE_HELP)
		scroll(&view->help_scroll, steps);
	else if (view->page == VIEW_PAGE_TABLE)
		view_table_move(view, steps);
	else if (view->page == VIEW_PAGE_QUEUE)
		view_queue_move(view, steps);
	else if (tree && view->focus == VIEW_FOCUS_SIDE)
		scroll(&view->side_scroll, steps);
	else if (tree && view->focus == VIEW_FOCUS_RANKS)
		scroll(&view->rank_scroll,
		    view->cursor == view_count(view) ? steps : -steps);
	else
		view_move(view, steps);
}

static void
turn_page(struct view *view, int way)
{
	int height = view_tree_height(view);

	view_cursor_keys(view, height > 2 ? way * (height - 1) : way);
}

static void
follow(struct view *view, int argument)
{
	(void)argument;
	if (view->follow) {
		view_select(view, view_visible(view, view_playhead(view)));
		view_tell(view, false, "the tree stays; F follows again");
	} else {
		view->follow = true;
		view_tell(view, false, "the tree follows the playhead");
	}
}

/* Of a filter the account at the cursor is offered, or none to end one. */
static void
ask(struct view *view, int what)
{
	uint32_t node = view_selected(view);

	view->ask = (enum view_ask)what;
	ft_str_clear(&view->input);
	if (view->ask == VIEW_ASK_FILTER && view->page != VIEW_PAGE_TABLE &&
	    !view->follow && view->limit == 0 && node != 0 &&
	    !ft_tree_is_user(view_shown(view)->tree, node))
		ft_str_add(&view->input, view_name(view_shown(view), node));
}

static void
next_focus(struct view *view, int argument)
{
	(void)argument;
	view->focus =
	    view->focus == VIEW_FOCUS_RANKS ? VIEW_FOCUS_TREE : view->focus + 1;
}

/* ---- panels and pages ----------------------------------------------------- */

static void
set_side(struct view *view, int side)
{
	view->side =
	    (int)view->side == side ? VIEW_SIDE_NOW : (enum view_side)side;
	view->side_scroll = 0;
	view->focus = VIEW_FOCUS_TREE;
	view->page = VIEW_PAGE_TREE;
	ft_str_clear(&view->number);
}

static void
set_page(struct view *view, int page)
{
	if (page == VIEW_PAGE_HELP) {
		view->back = view->page;
		view->help_scroll = 0;
	}
	view->page = (enum view_page)page;
	view_table_fill(view);
}

/* There, and with the same key back again. */
static void
toggle_page(struct view *view, int page)
{
	if ((int)view->page != page)
		set_page(view, page);
	else
		set_page(view,
		    page == VIEW_PAGE_HELP ? (int)view->back : VIEW_PAGE_TREE);
}

static void
next_page(struct view *view, int argument)
{
	(void)argument;
	set_page(view, view->page >= VIEW_PAGE_USAGE ? VIEW_PAGE_TREE
						     : (int)view->page + 1);
}

static void
mark(struct view *view, int argument)
{
	uint32_t node = view_selected(view);
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };

	(void)argument;
	if (view->mark == node) {
		view->mark = FT_NODE_NONE;
		return;
	}
	view->mark = node;
	view_tell(view, false, "marked %s; d compares it with another",
	    view_title_of(&texts, view_shown(view), node));
}

static void
compare(struct view *view, int argument)
{
	(void)argument;
	if (view->mark == FT_NODE_NONE)
		view_tell(view, true, "mark the first one with m");
	else if (view->mark == view_selected(view))
		view_tell(view, true,
		    "this is the marked one: move to another, then press d");
	else
		set_side(view, VIEW_SIDE_COMPARE);
}

static void
start_what_if(struct view *view, int argument)
{
	uint32_t node = view_visible(view, view_selected(view));

	(void)argument;
	if (view->side != VIEW_SIDE_EDIT && view->follow)
		view_select(view, node);
	view->editing = VIEW_EDIT_SHARES;
	set_side(view, VIEW_SIDE_EDIT);
}

static void
close_one(struct view *view, int argument)
{
	(void)argument;
	if (view->page == VIEW_PAGE_HELP) {
		set_page(view, (int)view->back);
	} else if (view->page != VIEW_PAGE_TREE && view->words.len > 0) {
		ft_str_clear(&view->words);
		view_table_fill(view);
	} else if (view->page == VIEW_PAGE_QUEUE && view->job_open) {
		view->job_open = false;
	} else if (view->page != VIEW_PAGE_TREE) {
		view->page = VIEW_PAGE_TREE;
	} else if (view->side != VIEW_SIDE_NOW) {
		set_side(view, VIEW_SIDE_NOW);
	} else if (view->pattern.len > 0) {
		ft_str_clear(&view->pattern);
	} else {
		view->limit = 0;
	}
}

/* Changes of the store wait, or come in. */
static void
hold(struct view *view, int argument)
{
	struct view_data *data = view->waiting;

	(void)argument;
	view->held = !view->held;
	view_tell(view, false,
	    view->held ? "held: changes of the store wait until p"
		       : "changes of the store are shown");
	if (!view->held && data) {
		view->waiting = NULL;
		view_renew(view, data);
	}
}

/* Turn the flag at this place of the view. */
static void
flip(struct view *view, int at)
{
	bool *flag = (bool *)((char *)view + at);

	*flag = !*flag;
}

static void
wish(struct view *view, int what)
{
	view->wish = (enum view_wish)what;
}

/* Enter: what it opens depends on the page, and on the row at the cursor. */
static void
open_here(struct view *view, int argument)
{
	const struct view_film *film = view_film_of(view);
	const uint32_t *list;
	uint32_t left;

	(void)argument;
	if (view->page == VIEW_PAGE_TABLE) {
		set_page(view, VIEW_PAGE_TREE);
		view_goto(view, view_selected(view));
	} else if (view->page == VIEW_PAGE_QUEUE) {
		view->job_open = !view->job_open;
	} else if (!view->follow && !view_is_open(view, view->select) &&
		   view_children(view, view->select, &list) > 0) {
		view_fold_row(view, 0);
	} else {
		left = film->step[view_film_account(film, view->cursor)].left;
		go(view, left == VIEW_NEVER ? film->n : left + 1, true);
	}
}

static const struct {
	view_action *run;
	int argument;
} actions[VIEW_REQUEST_COUNT] = {
#define VIEW_REQUEST(id, keys, group, action, argument, sentence)              \
	[VIEW_REQUEST_##id] = { action, argument },
#include "fview/keys/key.def"
#undef VIEW_REQUEST
};

void
view_do(struct view *view, uint32_t request)
{
	view->request = request;
	actions[request].run(view, actions[request].argument);
}

/* ---- keys ----------------------------------------------------------------- */

/* Terminals send some keys as control characters. */
static uint32_t
usual_key(uint32_t key)
{
	static const struct {
		uint32_t sent, key;
	} usual[] = {
		{ 8, VIEW_KEY_BACKSPACE },
		{ 9, VIEW_KEY_TAB },
		{ 10, VIEW_KEY_ENTER },
		{ 13, VIEW_KEY_ENTER },
		{ 27, VIEW_KEY_ESCAPE },
		{ 127, VIEW_KEY_BACKSPACE },
	};

	for (size_t i = 0; i < FT_COUNT(usual); i++)
		if (usual[i].sent == key)
			return usual[i].key;
	return key;
}

static void
press(struct view *view, uint32_t key)
{
	enum view_request request = view_key_request(key);

	if (request != VIEW_REQUEST_COUNT)
		view_do(view, request);
}

enum view_wish
view_press(struct view *view, uint32_t key, int rows, int cols)
{
	key = usual_key(key);
	view->wish = VIEW_WISH_NONE;
	view->rows = rows;
	view->cols = cols;
	ft_str_clear(&view->message);
	ft_str_clear(&view->argument);
	view->key = key;
	if (view->ask != VIEW_ASK_NOTHING)
		view_type(view, key);
	else if (view->side != VIEW_SIDE_EDIT || view->page != VIEW_PAGE_TREE ||
		 !view_edit_key(view, key))
		press(view, key);
	return view->wish;
}
