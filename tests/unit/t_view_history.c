/*
 * The page of curves, drawn of a past that is written down here: at hours 0 to 8
 * fred has used 0, 1, 2, 3, 4 hours, was reset, and has used 0, 1, 2, 3.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "algo/share/fairtree.h"
#include "fview/history.h"
#include "fview/internal.h"
#include "lib/filmed.h"
#include "tap/tap.h"

#define ROWS  24
#define COLS  80
#define TIMES 9
#define HOUR  3600

static uint32_t
node_of(const struct fview_data *data, const char *name)
{
	for (uint32_t i = 0; i < data->tree->n; i++)
		if (!strcmp(fview_name(data, i), name))
			return i;
	bail("no %s", name);
}

static struct fview_history *
past_of(const struct fview_data *data)
{
	struct fview_history *past = ft_calloc(1, sizeof *past);
	uint32_t fred = node_of(data, "fred");

	past->until = (TIMES - 1) * HOUR;
	past->n = TIMES;
	past->nodes = data->tree->n;
	past->at = ft_calloc(TIMES, sizeof *past->at);
	past->known = ft_calloc(TIMES * past->nodes, sizeof *past->known);
	for (size_t i = 0; i < TIMES; i++) {
		past->at[i] = (int64_t)i * HOUR;
		for (uint32_t k = 0; k < past->nodes; k++)
			past->known[i * past->nodes + k] = (struct fview_known){
				.factor =
				    ft_tree_is_user(data->tree, k) ? 0.5F : NAN
			};
		past->known[i * past->nodes + fred].usage =
		    (float)(i % 5 * HOUR);
	}
	past->n_cut = 1;
	past->cut = ft_calloc(1, sizeof *past->cut);
	past->cut[0] = (struct fview_cut){ 5 * HOUR, fred };
	past->n_half = 1;
	past->half[0] = 2 * HOUR;
	return past;
}

/* A view of that page with the cursor at NAME. */
static struct fview *
view_at(const char *name, bool with_past)
{
	struct fview_data *data =
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_DOCUMENTED);
	struct fview *view = fview_new(data);

	if (with_past)
		fview_set_history(view, past_of(data));
	(void)fview_press(view, FVIEW_KEY_F1 + 5, ROWS, COLS);
	fview_select(view, node_of(data, name));
	return view;
}

/* Whole frames, with a second curve: marked is the account above. */
static void
test_golden(void)
{
	static const struct {
		int rows, cols;
	} sizes[] = { { 15, 40 }, { 24, 80 }, { 40, 120 }, { 60, 200 } };
	struct fview_caps caps = { false, { FT_THEME_AUTO, FT_DEPTH_256 } };
	struct fview *view = view_at("bedrock", true);

	(void)fview_press(view, 'm', ROWS, COLS);
	fview_select(view, node_of(view->data, "fred"));
	for (size_t i = 0; i < FT_COUNT(sizes); i++) {
		struct ft_str text = { 0 }, map = { 0 };
		struct fview_grid grid;
		char name[32];

		/* the message of the key before */
		ft_str_clear(&view->message);
		fview_grid_init(&grid);
		fview_draw(view, &caps, sizes[i].rows, sizes[i].cols, &grid);
		filmed_add_text(&grid, &text);
		filmed_add_styles(&grid, &map);
		snprintf(name, sizeof name, "history-%dx%d", sizes[i].cols,
		    sizes[i].rows);
		filmed_check_golden(name, "txt", &text);
		filmed_check_golden(name, "map", &map);
		fview_grid_free(&grid);
		ft_str_free(&text);
		ft_str_free(&map);
	}
	fview_free(view);
}

/* Returns the ASCII frame of VIEW, the caller's. */
static char *
frame_of(const struct fview *view)
{
	struct fview_caps caps = { .ascii = true };
	struct fview_grid grid;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_draw(view, &caps, ROWS, COLS, &grid);
	filmed_add_text(&grid, &str);
	fview_grid_free(&grid);
	return ft_str_take(&str);
}

static void
shows(const char *frame, const char *line, const char *name)
{
	bool found = strstr(frame, line) != NULL;

	ok(found, "%s", name);
	if (!found)
		diag("no '%s' in\n%s", line, frame);
}

/*
 * 70 columns for 8 hours: the half-life is at 2 / 8 x 70 = 17, hour 4 at 35 and
 * hour 5 at 43, so columns 36 to 42 are empty.
 */
static void
test_curves(void)
{
	struct fview *view = view_at("fred", true);
	char *frame = frame_of(view);

	shows(frame, "|usage, billing-hours  ** fred@bedrock 3  m marks one",
	    "the last value, and what could be compared");
	shows(frame,
	    "|      4 "
	    "                 |"
	    "                 *",
	    "the top, the half-life and hour 4");
	shows(frame,
	    "|     0% ************************************"
	    "       "
	    "***************************|",
	    "nothing from there to the reset");
	shows(frame, "factor  ** fred@bedrock 0.50", "the factor");
	ft_free(frame);
	fview_free(view);
}

static void
test_account(void)
{
	struct fview *view = view_at("bedrock", true);
	char *frame = frame_of(view);

	ok(!strstr(frame, "factor"), "accounts have no factor");
	ft_free(frame);
	(void)fview_press(view, 'm', ROWS, COLS);
	fview_select(view, node_of(view->data, "fred"));
	frame = frame_of(view);
	shows(frame, "** fred@bedrock 3  oo bedrock 0", "both are drawn");
	shows(frame, "factor  ** fred@bedrock 0.50  ", "one has a factor");
	ft_free(frame);
	fview_free(view);
}

static void
mark(struct fview *view, const char *name)
{
	fview_select(view, node_of(view->data, name));
	(void)fview_press(view, 'm', ROWS, COLS);
}

/*
 * The one at the cursor is curve 1, the marked ones are 2 and 3.  78 columns have
 * room for all names: 78 / 3 = 26 for each.
 */
static void
test_many(void)
{
	static const char *const more[] = { "wilma", "betty" };
	struct fview *view = view_at("bedrock", true);
	char *frame;

	mark(view, "bedrock");
	mark(view, "wilma");
	fview_select(view, node_of(view->data, "fred"));
	frame = frame_of(view);
	shows(frame,
	    "|1 fred@bedrock            2 bedrock                 3 wilma@",
	    "a legend");
	shows(frame, "|usage, billing-hours  1 3  2 0  3 0  ", "last values");
	/* fred's four hours, without those of the others: 0 */
	shows(frame, "                 1", "a curve of its number");
	shows(frame, "|factor  1 0.50  3 0.50  ", "an account has no factor");
	ft_free(frame);
	mark(view, "barney");
	fview_select(view, node_of(view->data, "wilma"));
	frame = frame_of(view);
	shows(frame, "|3 wilma@bedrock           2 bedrock                 4 b",
	    "a marked one keeps its number");
	ft_free(frame);
	(void)fview_press(view, 'm', ROWS, COLS);
	ok(!fview_is_marked(view, node_of(view->data, "wilma")), "not marked");
	is_u64(fview_marked(view), node_of(view->data, "barney"),
	    "the last one is compared");
	for (size_t i = 0; i < 2; i++)
		mark(view, more[i]);
	mark(view, "root");
	ok(view->n_mark == FVIEW_MARKS && fview_is_silent(view) == false,
	    "five can be marked");
	mark(view, "fred");
	frame = frame_of(view);
	is_u64(view->n_mark, FVIEW_MARKS, "no more");
	shows(frame, "at most 5 can be marked", "which is said");
	ft_free(frame);
	fview_free(view);
}

static void
test_nothing(void)
{
	struct fview *view = view_at("fred", false);
	char *frame = frame_of(view);

	ok(fview_wants_history(view), "it is to be read");
	shows(frame, "The past is read when the store can be read.",
	    "until then the page says so");
	ft_free(frame);
	fview_set_history(view, past_of(view->data));
	ok(!fview_wants_history(view), "it is there");
	view->data->history->n = 1;
	frame = frame_of(view);
	shows(frame, "One moment is known", "one moment is no curve");
	ft_free(frame);
	view->data->history->n = TIMES;
	fview_forgo_history(view);
	is_u64(view->page, FVIEW_PAGE_TREE, "without it the page is left");
	fview_free(view);
}

int
main(void)
{
	test_curves();
	test_account();
	test_many();
	test_nothing();
	test_golden();
	return done_testing();
}
