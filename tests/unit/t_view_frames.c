/*
 * Whole frames beside those in tests/view/golden: NAME.txt the text, NAME.map
 * the styles, a letter a cell (tests/lib/filmed.c).  With VIEW_GOLDEN=write in
 * the environment they are written anew; then read them.
 *
 * The numbers in them, by hand, for bedrock (man/fairtree.7):
 *   U managers 554/1230 = 0.450407, LF 0.5/0.450407 = 1.110108
 *   U bedrock  676/1230 = 0.549593, LF 0.5/0.549593 = 0.909763
 *   fred   301/676 = 0.445266, LF 0.25/0.445266 = 0.561462, 1/0.561462 = 1.78
 *   barney 102/676 = 0.150888, LF 1.656863
 *   wilma   37/676 = 0.054734, LF 4.567568
 *   betty  236/676 = 0.349112, LF 0.716102, 1/0.716102 = 1.40
 *   by name: barney betty fred wilma; sorted: wilma (from 4) barney (1)
 *   betty (2) fred (3)
 *   places: slate 1, wilma 2, barney 3, betty 4, fred 5; factors 1.0 ... 0.2
 * and for the two tied accounts A {a1 30, a2 70} and B {b1 20, b2 80}:
 *   LF a1 0.5/0.3 = 1.666667, a2 0.5/0.7 = 0.714286, b1 0.5/0.2 = 2.5,
 *   b2 0.5/0.8 = 0.625; merged b1 a1 a2 b2 = 1 2 3 4; in turn a1 1, a2 2,
 *   b1 2 (the rank of a2), b2 4
 * What if bedrock had 800 shares: S 800/1300 = 0.615385, LF 0.615385/0.549593
 *   = 1.119709; managers 500/1300 = 0.384615, LF 0.384615/0.450407 = 0.853929:
 *   bedrock goes first, slate 1 -> 5, the four others each one up.
 * What would help fred (25 shares, 301) pass betty (25, 236): 25 x 301 / 236 =
 *   31.9, 25 x 236 / 301 = 19.6; 302/236 = 1.280, 1 - 235/301 = 0.219; and
 *   bedrock managers: 500 x 676 / 554 = 610.1, 500 x 554 / 676 = 409.8; 677/554 =
 *   1.222, 1 - 553/676 = 0.182; percentages are rounded up.
 */
#include "fview/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/filmed.h"
#include "lib/fixture.h"
#include "tap/tap.h"
#include "fview/keys/keys.h"
#include "fview/load/lesson.h"

/*
 * A: S 40/100, U 400/1000; B: S 60/100, U 600/1000.  Both are 1 on paper, but
 * 0.4 and 0.6 are rounded up and down to a double, so that A is before B by
 * some 1e-16: no tie.  u1 (1/2)/(3/4) = 0.666667, u2 0.5/0.25 = 2.
 */
static const char near_tie[] = "A 40\n"
			       "  u:u1 1 usage=300\n"
			       "  u:u2 1 usage=100\n"
			       "B 60\n"
			       "  u:u3 1 usage=600\n"
			       "  u:u4 2\n";
/* Names that are wide, and longer than any panel. */
static const char names[] =
    "計算機科学 10\n"
    "  u:山田太郎 1 usage=5\n"
    "  u:abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh 3\n"
    "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-abcdefgh 20\n"
    "  u:e\xcc\x81lise parent usage=7\n"
    "  u:bob@night 2 usage=3\n";

/*
 * Siblings whose names differ at their ends, or in the middle only.  All level
 * fairshares by hand: engineering 0.5/(300/400) = 0.666667, physics 0.5/0.25 = 2;
 * hoffmann (1/4)/(10/300) = 7.5, hofmeister 0.25/(140/300) = 0.535714, alpha
 * 0.25/(50/300) = 1.5, beta 0.25/(100/300) = 0.75; p1 1/1 = 1.
 */
static const char long_names[] =
    "engineering-and-applied-sciences 10\n"
    "  u:maximilian.hoffmann-the-younger 1 usage=10\n"
    "  u:maximilian.hofmeister 1 usage=140\n"
    "  u:project-alpha-2026-members-of-the-group 1 usage=50\n"
    "  u:project-beta-2026-members-of-the-group 1 usage=100\n"
    "physics 10\n"
    "  u:p1 1 usage=100\n";

/* More users than there are rows: usage 10, 20 ... of 2100 in one family,
 * so that they are ranked as they stand here; u05 and u06 tie. */
static const char many[] = "u:u01 1 usage=10\n"
			   "u:u02 1 usage=20\n"
			   "u:u03 1 usage=30\n"
			   "u:u04 1 usage=40\n"
			   "u:u05 1 usage=50\n"
			   "u:u06 1 usage=50\n"
			   "u:u07 1 usage=70\n"
			   "u:u08 1 usage=80\n"
			   "u:u09 1 usage=90\n"
			   "u:u10 1 usage=100\n"
			   "u:u11 1 usage=110\n"
			   "u:u12 1 usage=120\n"
			   "u:u13 1 usage=130\n"
			   "u:u14 1 usage=140\n"
			   "u:u15 1 usage=150\n"
			   "u:u16 1 usage=160\n"
			   "u:u17 1 usage=170\n"
			   "u:u18 1 usage=180\n"
			   "u:u19 1 usage=190\n"
			   "u:u20 1 usage=210\n";

static const struct {
	const char *name, *text;
	enum ft_ties ties;
	bool ascii;
	int rows, cols;
	const char *keys;    /* pressed first, parted by blanks; "text" is
	                        typed */
	const char *cursors; /* one frame each; "end" */
} cases[] = {
	{ "bedrock-120x40", filmed_bedrock, FT_TIES_DOCUMENTED, false, 40, 120,
	    "", "0 3 5 16 18 end" },
	{ "bedrock-80x24", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80,
	    "", "0 1 2 3 5 6 8 9 14 16 17 21 end" },
	{ "bedrock-80x24-ascii", filmed_bedrock, FT_TIES_DOCUMENTED, true, 24,
	    80, "", "0 5 16 end" },
	{ "bedrock-60x16", filmed_bedrock, FT_TIES_DOCUMENTED, false, 16, 60,
	    "", "5 18" },
	{ "bedrock-40x10", filmed_bedrock, FT_TIES_DOCUMENTED, false, 10, 40,
	    "", "0 5 16 end" },
	{ "bedrock-40x10-ascii", filmed_bedrock, FT_TIES_DOCUMENTED, true, 10,
	    40, "", "16" },
	{ "bedrock-120x40-ascii", filmed_bedrock, FT_TIES_DOCUMENTED, true, 40,
	    120, "", "16" },
	{ "bedrock-20x5-ascii", filmed_bedrock, FT_TIES_DOCUMENTED, true, 5, 20,
	    "", "14" },
	{ "bedrock-1x1-ascii", filmed_bedrock, FT_TIES_DOCUMENTED, true, 1, 1,
	    "", "14" },
	{ "bedrock-20x5", filmed_bedrock, FT_TIES_DOCUMENTED, false, 5, 20, "",
	    "0 14 18" },
	{ "bedrock-1x1", filmed_bedrock, FT_TIES_DOCUMENTED, false, 1, 1, "",
	    "0 14" },
	{ "tie-merged", FIXTURE_TWO_TIED, FT_TIES_DOCUMENTED, false, 24, 80, "",
	    "5 6 7 12 13 end" },
	{ "tie-in-turn", FIXTURE_TWO_TIED, FT_TIES_SLURM, false, 24, 80, "",
	    "12 13 14 18 19 20 end" },
	{ "tie-near", near_tie, FT_TIES_DOCUMENTED, false, 24, 80, "",
	    "5 end" },
	{ "tie-user", FIXTURE_USER_TIED, FT_TIES_DOCUMENTED, false, 24, 80, "",
	    "7 12 13 end" },
	{ "tie-three", FIXTURE_THREE_TIED, FT_TIES_DOCUMENTED, false, 24, 80,
	    "", "7 8 17 end" },
	{ "tie-lost", FIXTURE_TIE_LOST, FT_TIES_SLURM, false, 24, 80, "",
	    "20 24 end" },
	{ "tie-merged-ascii", FIXTURE_TWO_TIED, FT_TIES_DOCUMENTED, true, 16,
	    60, "", "6 12 end" },
	{ "parent", FIXTURE_PROMOTED, FT_TIES_SLURM, false, 24, 80, "",
	    "12 13 18 19 end" },
	{ "names", names, FT_TIES_SLURM, false, 24, 80, "", "5 9 end" },
	{ "names-ascii", names, FT_TIES_SLURM, true, 16, 60, "", "end" },
	{ "long-200x60", long_names, FT_TIES_SLURM, false, 60, 200, "",
	    "0 end" },
	{ "long-120x40", long_names, FT_TIES_SLURM, false, 40, 120, "", "end" },
	{ "long-80x24", long_names, FT_TIES_SLURM, false, 24, 80, "", "0 end" },
	{ "long-40x15", long_names, FT_TIES_SLURM, false, 15, 40, "", "0 end" },
	{ "long-200x60-ascii", long_names, FT_TIES_SLURM, true, 60, 200, "",
	    "end" },
	{ "long-40x15-ascii", long_names, FT_TIES_SLURM, true, 15, 40, "",
	    "end" },
	{ "tree-sorted", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80,
	    "G : \"sort\" Space \"-rawusage\" Enter", "" },
	/* START, ENTER, 20 LEVEL_FS, SORT, then a RANK each and a TIE */
	{ "many", many, FT_TIES_SLURM, false, 24, 80, "", "12 23 29 40 end" },
	{ "explain", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80, "e",
	    "18" },
	{ "compare", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80,
	    "G j j m j j d", "" },
	{ "what-if", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80,
	    "G : \"set\" Space \"shares\" Space \"bedrock\" Space \"800\" "
	    "Enter w j j",
	    "" },
	{ "table", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 120,
	    "t : \"sort\" Space \"-levelfs\" Enter j", "" },
	{ "usage", filmed_bedrock, FT_TIES_DOCUMENTED, false, 16, 60, "F5",
	    "end" },
	{ "usage-empty", "A 1\n  u:a1 1\n", FT_TIES_DOCUMENTED, false, 15, 40,
	    "F5", "end" },
	{ "usage-deep", long_names, FT_TIES_SLURM, false, 15, 40, "F5", "end" },
	{ "queue", filmed_bedrock, FT_TIES_DOCUMENTED, false, 16, 60, "F4",
	    "end" },
	{ "queue-20x5", filmed_bedrock, FT_TIES_DOCUMENTED, false, 5, 20, "F4",
	    "end" },
	{ "help", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80, "?", "" },
	{ "search", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80,
	    "6 / \"ETTY\" Enter", "" },
	{ "cursor-40x15", filmed_bedrock, FT_TIES_DOCUMENTED, false, 15, 40,
	    "G j j j j j j j", "" },
	{ "cursor-80x24-ascii", filmed_bedrock, FT_TIES_DOCUMENTED, true, 24,
	    80, "G j j j j j j j", "" },
	{ "cursor-120x40", filmed_bedrock, FT_TIES_DOCUMENTED, false, 40, 120,
	    "G j j j j j j j", "" },
	{ "cursor-200x60", filmed_bedrock, FT_TIES_DOCUMENTED, false, 60, 200,
	    "G j j j", "" },
	{ "prompt", filmed_bedrock, FT_TIES_DOCUMENTED, false, 24, 80,
	    ": \"goto\" Space \"wil\"", "" },
	{ "fold", filmed_bedrock, FT_TIES_DOCUMENTED, false, 16, 60,
	    "G j j j o", "" },
};

struct screen {
	bool ascii;
	int rows, cols;
};

static void
press_all(struct fview *view, const char *keys, int rows, int cols)
{
	while (*keys) {
		size_t len = strcspn(keys, " ");

		if (*keys == '"') {
			for (size_t i = 1; i + 1 < len; i++)
				(void)fview_press(
				    view, (unsigned char)keys[i], rows, cols);
		} else {
			uint32_t key = fview_key_parse(keys, len);

			if (!key)
				bail("no key '%.*s'", (int)len, keys);
			(void)fview_press(view, key, rows, cols);
		}
		keys += len;
		keys += strspn(keys, " ");
	}
}

static void
add_frame(struct fview *view, const struct screen *screen, struct ft_str *text,
    struct ft_str *map)
{
	struct fview_caps caps = { screen->ascii,
		{ FT_THEME_AUTO, FT_DEPTH_256 } };
	struct fview_grid grid;

	fview_grid_init(&grid);
	fview_draw(view, &caps, screen->rows, screen->cols, &grid);
	ft_str_addf(
	    text, "--- %zu/%zu\n", fview_cursor(view), fview_count(view));
	ft_str_addf(
	    map, "--- %zu/%zu\n", fview_cursor(view), fview_count(view));
	filmed_add_text(&grid, text);
	filmed_add_styles(&grid, map);
	fview_grid_free(&grid);
}

/* Compare the frames of VIEW at CURSORS with those of NAME. */
static void
check_frames(struct fview *view, const char *name, const struct screen *screen,
    const char *cursors)
{
	struct ft_str text = { 0 }, map = { 0 };

	if (!*cursors)
		add_frame(view, screen, &text, &map);
	while (*cursors) {
		fview_seek(view, strncmp(cursors, "end", 3) == 0
				     ? fview_count(view)
				     : strtoul(cursors, NULL, 10));
		add_frame(view, screen, &text, &map);
		cursors += strcspn(cursors, " ");
		cursors += strspn(cursors, " ");
	}
	filmed_check_golden(name, "txt", &text);
	filmed_check_golden(name, "map", &map);
	ft_str_free(&text);
	ft_str_free(&map);
}

static void
check_case(size_t i)
{
	struct fview *view = fview_new(
	    filmed_new(cases[i].text, &ft_algo_fairtree, cases[i].ties));

	fview_set_motion(view, false);
	press_all(view, cases[i].keys, cases[i].rows, cases[i].cols);
	check_frames(view, cases[i].name,
	    &(struct screen){ cases[i].ascii, cases[i].rows, cases[i].cols },
	    cases[i].cursors);
	fview_free(view);
}

/* The first lesson, at its start, where root is sorted, and at the end. */
static void
check_lesson(void)
{
	static const struct screen sizes[] = { { false, 15, 40 },
		{ false, 24, 80 }, { false, 40, 120 }, { false, 60, 200 } };
	const struct ft_session as_it_says = { 0 };
	struct fview_data *data = ft_calloc(1, sizeof *data);
	struct fview_played played;
	struct ft_error err = { 0 };
	struct fview *view;

	fview_played_init(&played);
	if (fview_played_read(&played, "data/lessons/01-bedrock.lesson",
		&as_it_says, data, &err) != FT_OK ||
	    fview_data_record(data, &err) != FT_OK)
		bail("%s", err.text);
	fview_played_place(&played, data->film);
	view = fview_new(data);
	fview_set_lesson(view, &played.lesson);
	fview_set_motion(view, false);
	for (size_t i = 0; i < FT_COUNT(sizes); i++) {
		char name[32];

		snprintf(name, sizeof name, "lesson-%dx%d", sizes[i].cols,
		    sizes[i].rows);
		check_frames(view, name, &sizes[i], "0 5 end");
	}
	fview_free(view);
	fview_played_free(&played);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(cases); i++)
		check_case(i);
	check_lesson();
	return done_testing();
}
