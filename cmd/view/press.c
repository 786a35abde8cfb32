#include <string.h>

#include "base/mem.h"
#include "view/view_int.h"

/* ---- along the film ------------------------------------------------------- */

static void
go_level(struct view *view, bool back)
{
	const struct view_film *film = view_film_of(view);
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
	if (back && low > 0)
		view_go(view, film->enter[low - 1] + 1, false);
	else if (back)
		view_go(view, 0, false);
	else if (low < film->n_enter)
		view_go(view, film->enter[low] + 1, true);
	else
		view_go(view, film->n, true);
}

static void
go_user(struct view *view, bool back)
{
	const struct view_film *film = view_film_of(view);
	uint32_t ranks = view_film_ranks(film, view->cursor);
	bool here;

	if (!back) {
		view_go(view,
		    ranks < film->n_ranked
			? film->step[film->ranked[ranks]].ranked + 1
			: film->n,
		    true);
		return;
	}
	here = ranks > 0 &&
	       film->step[film->ranked[ranks - 1]].ranked + 1 == view->cursor;
	ranks -= here;
	view_go(view,
	    ranks > 0 ? film->step[film->ranked[ranks - 1]].ranked + 1 : 0,
	    false);
}

static void
go_end_of_account(struct view *view)
{
	const struct view_film *film = view_film_of(view);
	uint32_t account = view_film_account(film, view->cursor);
	uint32_t left = film->step[account].left;

	view_go(view, left == VIEW_NEVER ? film->n : left + 1, true);
}

static void
go_scrub(struct view *view)
{
	size_t n = view_count(view), digit = 0;

	if (view->key >= '0' && view->key <= '9')
		digit = view->key - '0';
	view_go(view, n / 10 * digit + n % 10 * digit / 10, false);
}

/* Requests that move along the film; returns whether it was one. */
static bool
do_play(struct view *view, enum view_request request)
{
	switch ((int)request) {
	case VIEW_REQUEST_PLAY:
		view_set_playing(view, !view->playing);
		return true;
	case VIEW_REQUEST_FORWARD:
		view_go(view, view->cursor + 1, true);
		break;
	case VIEW_REQUEST_BACK:
		view_go(view, view->cursor - (view->cursor > 0), false);
		break;
	case VIEW_REQUEST_NEXT_LEVEL:
		go_level(view, false);
		break;
	case VIEW_REQUEST_PREVIOUS_LEVEL:
		go_level(view, true);
		break;
	case VIEW_REQUEST_NEXT_USER:
		go_user(view, false);
		break;
	case VIEW_REQUEST_PREVIOUS_USER:
		go_user(view, true);
		break;
	case VIEW_REQUEST_END_OF_ACCOUNT:
		go_end_of_account(view);
		break;
	case VIEW_REQUEST_FIRST:
		view_go(view, 0, false);
		break;
	case VIEW_REQUEST_LAST:
		view_go(view, view_count(view), false);
		break;
	case VIEW_REQUEST_SCRUB:
		go_scrub(view);
		break;
	case VIEW_REQUEST_SLOWER:
		view->speed -= view->speed > 0;
		return true;
	case VIEW_REQUEST_FASTER:
		view->speed += view->speed + 1 < VIEW_SPEEDS;
		return true;
	default:
		return false;
	}
	view->last = request;
	return true;
}

/* ---- in the tree ---------------------------------------------------------- */

void
view_fold_row(struct view *view, int height)
{
	uint32_t node = view_visible(view, view_selected(view));
	const uint32_t *list;

	if (view_children(view, node, &list) == 0)
		node = view_above(view, node);
	if (node == FT_NODE_NONE)
		return;
	view->fold[node] =
	    view_is_open(view, node) ? VIEW_FOLD_CLOSED : VIEW_FOLD_OPEN;
	if (!view->follow)
		view_select(view, view_visible(view, view->select), height);
}

/* Leave folding to the walk again, or open all that is not too much. */
static void
unfold_all(struct view *view)
{
	uint32_t n = view_shown(view)->tree->n;
	bool all = false;

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
view_cursor_keys(struct view *view, int steps, int rows, int cols)
{
	int height = view_tree_height(view, rows, cols);

	if (view->page == VIEW_PAGE_HELP)
		scroll(&view->help_scroll, steps);
	else if (view->page == VIEW_PAGE_TABLE)
		view_table_move(view, steps);
	else if (view->page == VIEW_PAGE_QUEUE)
		view_queue_move(view, steps);
	else if (view->page == VIEW_PAGE_TREE && view->focus == VIEW_FOCUS_SIDE)
		scroll(&view->side_scroll, steps);
	else if (view->page == VIEW_PAGE_TREE &&
		 view->focus == VIEW_FOCUS_RANKS)
		scroll(&view->rank_scroll,
		    view->cursor == view_count(view) ? steps : -steps);
	else
		view_move(view, steps, height);
}

static void
follow(struct view *view, int height)
{
	if (view->follow) {
		view_select(
		    view, view_visible(view, view_playhead(view)), height);
		view_tell(view, false, "the tree stays; F follows again");
	} else {
		view->follow = true;
		view_tell(view, false, "the tree follows the playhead");
	}
}

/* The account at the cursor is offered, or none to end a filter. */
static void
ask_filter(struct view *view)
{
	uint32_t node = view_selected(view);

	view->ask = VIEW_ASK_FILTER;
	ft_str_clear(&view->input);
	if (view->page != VIEW_PAGE_TABLE && !view->follow &&
	    view->limit == 0 && node != 0 &&
	    !ft_tree_is_user(view_shown(view)->tree, node))
		ft_str_add(&view->input, view_name(view_shown(view), node));
}

static bool
do_tree(struct view *view, enum view_request request, int rows, int cols)
{
	int height = view_tree_height(view, rows, cols);

	switch ((int)request) {
	case VIEW_REQUEST_DOWN:
		view_cursor_keys(view, 1, rows, cols);
		break;
	case VIEW_REQUEST_UP:
		view_cursor_keys(view, -1, rows, cols);
		break;
	case VIEW_REQUEST_PAGE_DOWN:
		view_cursor_keys(view, height > 2 ? height - 1 : 1, rows, cols);
		break;
	case VIEW_REQUEST_PAGE_UP:
		view_cursor_keys(
		    view, height > 2 ? 1 - height : -1, rows, cols);
		break;
	case VIEW_REQUEST_FOLD:
		view_fold_row(view, height);
		break;
	case VIEW_REQUEST_UNFOLD_ALL:
		unfold_all(view);
		break;
	case VIEW_REQUEST_FOLLOW:
		follow(view, height);
		break;
	case VIEW_REQUEST_SEARCH:
		view->ask = VIEW_ASK_SEARCH;
		ft_str_clear(&view->input);
		break;
	case VIEW_REQUEST_FILTER:
		ask_filter(view);
		break;
	case VIEW_REQUEST_SEARCH_NEXT:
		(void)view_search(view, false, height);
		break;
	case VIEW_REQUEST_SEARCH_PREVIOUS:
		(void)view_search(view, true, height);
		break;
	case VIEW_REQUEST_FOCUS:
		view->focus = view->focus == VIEW_FOCUS_RANKS ? VIEW_FOCUS_TREE
							      : view->focus + 1;
		break;
	default:
		return false;
	}
	return true;
}

/* ---- panels and pages ----------------------------------------------------- */

static void
set_side(struct view *view, enum view_side side)
{
	view->side = view->side == side ? VIEW_SIDE_NOW : side;
	view->side_scroll = 0;
	view->focus = VIEW_FOCUS_TREE;
	view->page = VIEW_PAGE_TREE;
	ft_str_clear(&view->number);
}

static void
set_page(struct view *view, enum view_page page)
{
	if (page == VIEW_PAGE_HELP) {
		if (view->page != VIEW_PAGE_HELP)
			view->back = view->page;
		view->help_scroll = 0;
	}
	view->page = page;
	if (page == VIEW_PAGE_TABLE)
		view_table_fill(view);
}

static void
mark(struct view *view)
{
	uint32_t node = view_selected(view);
	struct ft_str str = { 0 };

	if (view->mark == node) {
		view->mark = FT_NODE_NONE;
		return;
	}
	view->mark = node;
	view_add_title(view_shown(view), node, &str);
	view_tell(
	    view, false, "marked %s; d compares it with another", str.data);
	ft_str_free(&str);
}

static void
compare(struct view *view)
{
	if (view->mark == FT_NODE_NONE) {
		view_tell(view, true, "mark the first one with m");
		return;
	}
	if (view->mark == view_selected(view)) {
		view_tell(view, true,
		    "this is the marked one: move to another, then press d");
		return;
	}
	set_side(view, VIEW_SIDE_COMPARE);
}

static void
start_what_if(struct view *view, int height)
{
	uint32_t node = view_visible(view, view_selected(view));

	if (view->side != VIEW_SIDE_EDIT && view->follow)
		view_select(view, node, height);
	view->editing = VIEW_EDIT_SHARES;
	set_side(view, VIEW_SIDE_EDIT);
}

static void
close_one(struct view *view)
{
	if (view->page != VIEW_PAGE_TREE && view->page != VIEW_PAGE_HELP &&
	    view->words.len > 0) {
		ft_str_clear(&view->words);
		view_table_fill(view);
	} else if (view->page == VIEW_PAGE_HELP) {
		set_page(view, view->back);
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

/* p: changes of the store wait, or come in. */
static void
hold(struct view *view)
{
	struct view_data *data = view->waiting;

	view->held = !view->held;
	view_tell(view, false,
	    view->held ? "held: changes of the store wait until p"
		       : "changes of the store are shown");
	if (!view->held && data) {
		view->waiting = NULL;
		view_renew(view, data);
	}
}

static bool
do_page(struct view *view, enum view_request request, int height)
{
	switch ((int)request) {
	case VIEW_REQUEST_EXPLAIN:
		set_side(view, VIEW_SIDE_EXPLAIN);
		break;
	case VIEW_REQUEST_MARK:
		mark(view);
		break;
	case VIEW_REQUEST_COMPARE:
		compare(view);
		break;
	case VIEW_REQUEST_WHAT_IF:
		start_what_if(view, height);
		break;
	case VIEW_REQUEST_UNDO:
		view_edit_undo(view);
		break;
	case VIEW_REQUEST_REDO:
		view_edit_redo(view);
		break;
	case VIEW_REQUEST_COMMAND:
		view->ask = VIEW_ASK_COMMAND;
		ft_str_clear(&view->input);
		break;
	case VIEW_REQUEST_TREE:
		set_page(view, VIEW_PAGE_TREE);
		break;
	case VIEW_REQUEST_TABLE:
		set_page(view, view->page == VIEW_PAGE_TABLE ? VIEW_PAGE_TREE
							     : VIEW_PAGE_TABLE);
		break;
	case VIEW_REQUEST_QUEUE:
		set_page(view, VIEW_PAGE_QUEUE);
		break;
	case VIEW_REQUEST_USAGE:
		set_page(view, VIEW_PAGE_USAGE);
		break;
	case VIEW_REQUEST_NEXT_VIEW:
		set_page(view, view->page >= VIEW_PAGE_USAGE ? VIEW_PAGE_TREE
							     : view->page + 1);
		break;
	case VIEW_REQUEST_HELP:
		set_page(view,
		    view->page == VIEW_PAGE_HELP ? view->back : VIEW_PAGE_HELP);
		break;
	case VIEW_REQUEST_SORT:
		view_table_sort(view, false);
		break;
	case VIEW_REQUEST_REVERSE:
		view_table_sort(view, true);
		break;
	default:
		return false;
	}
	return true;
}

enum view_wish
view_do(struct view *view, enum view_request request, int rows, int cols)
{
	const uint32_t *list;

	if (request == VIEW_REQUEST_REPEAT)
		request = (enum view_request)view->last;
	if (request == VIEW_REQUEST_END_OF_ACCOUNT &&
	    view->page == VIEW_PAGE_TABLE) {
		set_page(view, VIEW_PAGE_TREE);
		view_goto(view, view_selected(view),
		    view_tree_height(view, rows, cols));
		return VIEW_WISH_NONE;
	}
	if (request == VIEW_REQUEST_END_OF_ACCOUNT &&
	    view->page == VIEW_PAGE_QUEUE) {
		view->job_open = !view->job_open;
		return VIEW_WISH_NONE;
	}
	/* Enter on a folded account opens it */
	if (request == VIEW_REQUEST_END_OF_ACCOUNT && !view->follow &&
	    !view_is_open(view, view->select) &&
	    view_children(view, view->select, &list) > 0)
		request = VIEW_REQUEST_FOLD;
	if (do_play(view, request) || do_tree(view, request, rows, cols) ||
	    do_page(view, request, view_tree_height(view, rows, cols)))
		return VIEW_WISH_NONE;
	switch ((int)request) {
	case VIEW_REQUEST_HOLD:
		hold(view);
		break;
	case VIEW_REQUEST_COLOR:
		view->mono = !view->mono;
		break;
	case VIEW_REQUEST_ASCII:
		view->ascii = !view->ascii;
		break;
	case VIEW_REQUEST_CLOSE:
		close_one(view);
		break;
	case VIEW_REQUEST_REDRAW:
		return VIEW_WISH_REDRAW;
	case VIEW_REQUEST_SUSPEND:
		return VIEW_WISH_SUSPEND;
	case VIEW_REQUEST_QUIT:
		return VIEW_WISH_QUIT;
	default:
		break;
	}
	return VIEW_WISH_NONE;
}

/* ---- keys ----------------------------------------------------------------- */

/* Terminals send some keys as control characters. */
static uint32_t
usual_key(uint32_t key)
{
	switch (key) {
	case 8:
	case 127:
		return VIEW_KEY_BACKSPACE;
	case 9:
		return VIEW_KEY_TAB;
	case 10:
	case 13:
		return VIEW_KEY_ENTER;
	case 27:
		return VIEW_KEY_ESCAPE;
	default:
		return key;
	}
}

enum view_wish
view_press(struct view *view, uint32_t key, int rows, int cols)
{
	enum view_request request;

	key = usual_key(key);
	ft_str_clear(&view->message);
	ft_str_clear(&view->argument);
	view->key = key;
	if (view->ask != VIEW_ASK_NOTHING)
		return view_type(view, key, rows, cols);
	if (view->side == VIEW_SIDE_EDIT && view->page == VIEW_PAGE_TREE &&
	    view_edit_key(view, key))
		return VIEW_WISH_NONE;
	request = view_key_request(key);
	if (request == VIEW_REQUEST_COUNT)
		return VIEW_WISH_NONE;
	return view_do(view, request, rows, cols);
}
