/*
 * The last row: which keys it shows where, that a click presses them, and that
 * a message does not hide them.
 */
#include "fview/view.h"

#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/filmed.h"
#include "tap/tap.h"
#include "fview/internal.h"

#define ROWS 24
#define COLS 80

static void
press(struct fview *view, const char *keys)
{
	while (*keys) {
		size_t len = strcspn(keys, " ");

		(void)fview_press(view, fview_key_parse(keys, len), ROWS, COLS);
		keys += len;
		keys += strspn(keys, " ");
	}
}

/* Row ROW of the frame, in TEXT. */
static const char *
row_of(struct fview *view, int row, int cols, struct ft_str *text)
{
	static const struct fview_caps caps = { .ascii = true };
	struct fview_grid grid;

	fview_grid_init(&grid);
	fview_draw(view, &caps, ROWS, cols, &grid);
	ft_str_clear(text);
	for (int col = 0; col < cols; col++)
		ft_str_add(text, grid.cell[row * cols + col].text);
	fview_grid_free(&grid);
	return ft_str_text(text);
}

static const struct {
	const char *keys; /* pressed first */
	const char *shown, *missing;
} cases[] = {
	{ "", "Space play", "F follow" },
	{ "j", "F follow", "close" },
	{ "e", "Esc close", "Space play h back" },
	{ "w", "Enter set Tab shares/usage", "Space" },
	{ "t", "s sort r reverse", "Space" },
	{ "F4", "Enter why", "Space" },
	{ "F5", "o fold", "Space" },
	{ "?", "Esc close j down", "Space" },
	{ "/", "Enter find Esc cancel", "Space" },
	{ ":", "Enter run Tab complete Esc cancel", "Space" },
	{ "f", "Enter filter", "Space" },
};

static void
check_pages(void)
{
	struct ft_str text = { 0 };

	for (size_t i = 0; i < FT_COUNT(cases); i++) {
		struct fview *view = fview_new(filmed_new(
		    filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
		const char *row;

		press(view, cases[i].keys);
		row = row_of(view, ROWS - 1, COLS, &text);
		ok(strstr(row, cases[i].shown) &&
			!strstr(row, cases[i].missing),
		    "'%s': %s", cases[i].keys, cases[i].shown);
		fview_free(view);
	}
	ft_str_free(&text);
}

/* Click on the entry WORDS of the last row. */
static enum fview_app_action
click(struct fview *view, int cols, const char *words)
{
	struct ft_str text = { 0 };
	const char *row = row_of(view, ROWS - 1, cols, &text);
	const char *at = strstr(row, words);
	struct fview_click there = { 1, ROWS - 1, 0 };
	enum fview_app_action action;

	if (!at)
		bail("no entry '%s' in '%s'", words, row);
	there.col = (int)(at - row);
	action = fview_mouse(view, &there, ROWS, cols);
	ft_str_free(&text);
	return action;
}

static void
check_clicks(void)
{
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));

	(void)click(view, COLS, "l step");
	is_u64(fview_cursor(view), 1, "a click on step steps");
	(void)click(view, COLS, "e explain");
	ok(view->side == FVIEW_SIDE_EXPLAIN, "on explain explains");
	(void)click(view, COLS, "Esc close");
	ok(view->side == FVIEW_SIDE_NOW, "on close closes it");
	(void)click(view, 120, "t table");
	ok(view->page == FVIEW_PAGE_TABLE, "on table opens it");
	(void)click(view, COLS, "/ find");
	ok(view->ask == FVIEW_ASK_SEARCH, "on find asks");
	(void)click(view, COLS, "Esc cancel");
	ok(view->ask == FVIEW_ASK_NOTHING, "on cancel, no longer");
	ok(click(view, COLS, "q quit") == FVIEW_APP_QUIT, "on quit quits");
	ok(fview_mouse(view, &(struct fview_click){ 1, ROWS - 1, 200 }, ROWS,
	       COLS) == FVIEW_APP_NONE,
	    "outside of the entries nothing happens");
	fview_free(view);
}

/* No room beside a long text: no hints, and none to click on. */
static void
check_long(void)
{
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct ft_str text = { 0 };

	press(view, ":");
	for (int i = 0; i < 40; i++)
		press(view, "x");
	ok(!strstr(row_of(view, ROWS - 1, COLS, &text), "cancel"),
	    "a long command hides the hints");
	(void)fview_mouse(
	    view, &(struct fview_click){ 1, ROWS - 1, COLS - 1 }, ROWS, COLS);
	ok(view->ask == FVIEW_ASK_COMMAND, "so nothing can be clicked");
	ft_str_free(&text);
	fview_free(view);
}

static void
check_message(void)
{
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct ft_str text = { 0 };
	static const char *const pages[] = { "F2", "F3", "F4", "F5", "F1" };

	for (size_t i = 0; i < FT_COUNT(pages); i++) {
		press(view, pages[i]);
		fview_show_message(view, "saved: x.svg");
		ok(strstr(
		       row_of(view, ROWS - 2, COLS, &text), " saved: x.svg "),
		    "%s: a message is above the keys", pages[i]);
		ok(strstr(row_of(view, ROWS - 1, COLS, &text), "q quit"),
		    "which stay");
	}
	/* the page of keys is longer than the screen: "more" is on that line */
	fview_show_message(view, "short");
	ok(strstr(row_of(view, ROWS - 2, COLS, &text), " more v "),
	    "what it does not cover stays");
	fview_show_message(view, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
				 "xxxxxxxxxxxxxxxxxxxxxx");
	is_str(strrchr(row_of(view, ROWS - 2, COLS, &text), 'x'), "x --------+",
	    "nothing is left of what it covers in part");
	ft_str_free(&text);
	fview_free(view);
}

int
main(void)
{
	check_pages();
	check_clicks();
	check_long();
	check_message();
	return done_testing();
}
