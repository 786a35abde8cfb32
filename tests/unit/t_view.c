/*
 * The viewer as a value: what keys, time, the mouse and new data do to it.
 * Worked-out numbers are those of t_view_frames.c.
 */
#include "fview/view.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "algo/share/fairtree.h"
#include "base/mem.h"
#include "base/rng.h"
#include "lib/filmed.h"
#include "lib/fixture.h"
#include "tap/tap.h"
#include "fview/keys/keys.h"
#include "fview/internal.h"

#define ROWS 24
#define COLS 80

static const char tied[] = "A 1\n"
			   "  u:a1 1 usage=10\n"
			   "  u:a2 1 usage=90\n"
			   "B 1\n"
			   "  u:b1 1 usage=10\n"
			   "  u:b2 1 usage=90\n"
			   "C 1\n"
			   "  u:c1 1 usage=50\n"
			   "  D parent\n"
			   "    u:d1 parent usage=50\n";

static struct fview *
view_of(const char *text)
{
	return fview_new(filmed_new(text, &ft_algo_fairtree, FT_TIES_SLURM));
}

static void
press(struct fview *view, const char *name)
{
	uint32_t key = fview_key_parse(name, strlen(name));

	if (!key)
		bail("no key '%s'", name);
	(void)fview_press(view, key, ROWS, COLS);
}

/* Type LINE as a command. */
static enum fview_app_action
command(struct fview *view, const char *line)
{
	press(view, ":");
	for (; *line; line++)
		(void)fview_press(view, (unsigned char)*line, ROWS, COLS);
	return fview_press(view, FVIEW_KEY_ENTER, ROWS, COLS);
}

/* The frame as text and styles, the caller's. */
static char *
frame(const struct fview *view, int rows, int cols, bool ascii)
{
	struct fview_caps caps = { ascii, { FT_THEME_AUTO, FT_DEPTH_256 } };
	struct fview_grid grid;
	struct ft_str str = { 0 };

	fview_grid_init(&grid);
	fview_draw(view, &caps, rows, cols, &grid);
	filmed_add_text(&grid, &str);
	filmed_add_styles(&grid, &str);
	fview_grid_free(&grid);
	return ft_str_take(&str);
}

static bool
same_frame(const struct fview *view, int rows, int cols, const char *want)
{
	char *got = frame(view, rows, cols, false);
	bool same = strcmp(got, want) == 0;

	if (!same)
		diag("got\n%s\nwant\n%s", got, want);
	ft_free(got);
	return same;
}

/* Let every movement end. */
static void
settle(struct fview *view)
{
	for (int64_t wait = 0; wait >= 0;)
		wait = fview_tick(view, wait);
}

/* ---- back and forth ------------------------------------------------------- */

static const struct {
	int rows, cols;
} sizes[] = { { 40, 120 }, { 24, 80 }, { 16, 60 }, { 10, 40 }, { 5, 20 },
	{ 1, 1 } };

/* Steps forward and back, and scrubbing, show the same frames. */
static void
check_frames(const char *title, const char *text)
{
	struct fview *view = view_of(text);
	size_t n = fview_count(view);
	bool good = true;

	for (size_t s = 0; s < FT_COUNT(sizes); s++) {
		int rows = sizes[s].rows, cols = sizes[s].cols;
		char **want = ft_calloc(n + 1, sizeof *want);

		for (size_t i = 0; i <= n; i++) {
			fview_seek(view, i);
			want[i] = frame(view, rows, cols, false);
		}
		fview_seek(view, 0);
		for (size_t i = 1; i <= n && good; i++) {
			press(view, "l");
			settle(view);
			good &= same_frame(view, rows, cols, want[i]);
		}
		for (size_t i = n; i > 0 && i-- && good;) {
			press(view, "h");
			good &= same_frame(view, rows, cols, want[i]);
		}
		for (size_t i = 0; i <= n; i++)
			ft_free(want[i]);
		ft_free(want);
	}
	ok(good, "%s: forward, back and scrubbing agree", title);
	fview_free(view);
}

/*
 * Events of bedrock: 0 START, 1 ENTER root, 2 3 LEVEL_FS, 4 SORT, 5 ENTER
 * managers, 6 LEVEL_FS, 7 SORT, 8 RANK slate, 9 LEAVE, 10 ENTER bedrock, 11-14
 * LEVEL_FS, 15 SORT, 16-19 RANK wilma barney betty fred, 20 21 LEAVE, 22 END.
 */
static const struct {
	size_t from;
	const char *key;
	size_t to;
} moves[] = { { 0, "l", 1 }, { 0, "h", 0 }, { 23, "l", 23 }, { 5, "Left", 4 },
	{ 0, "L", 2 }, { 2, "L", 6 }, { 6, "S-Right", 11 }, { 11, "L", 23 },
	{ 11, "H", 6 }, { 12, "H", 11 }, { 2, "H", 0 }, { 0, "H", 0 },
	{ 0, "u", 9 }, { 9, "u", 17 }, { 20, "u", 23 }, { 17, "U", 9 },
	{ 16, "U", 9 }, { 9, "U", 0 }, { 12, "Enter", 21 }, { 7, "Enter", 10 },
	{ 10, "Enter", 22 }, { 5, "g", 0 }, { 5, "End", 23 },
	/* 23/10 * 5 + 3 * 5 / 10 */
	{ 0, "5", 11 }, { 9, "0", 0 }, { 0, "9", 20 } };

static void
check_moves(void)
{
	struct fview *view = view_of(filmed_bedrock);

	fview_set_motion(view, false);
	is_u64(fview_count(view), 23, "events of bedrock");
	for (size_t i = 0; i < FT_COUNT(moves); i++) {
		fview_seek(view, moves[i].from);
		press(view, moves[i].key);
		is_u64(fview_cursor(view), moves[i].to, "%s from %zu",
		    moves[i].key, moves[i].from);
	}
	fview_seek(view, 0);
	press(view, "u");
	press(view, ".");
	is_u64(fview_cursor(view), 17, ". repeats the last step");
	command(view, "goto betty@bedrock");
	is_u64(fview_cursor(view), 19, ":goto a user");
	command(view, "goto managers");
	is_u64(fview_cursor(view), 6, ":goto an account");
	command(view, "step 7");
	is_u64(fview_cursor(view), 7, ":step");
	command(view, "goto nobody");
	ok(view->message_bad, "an unknown name is said");
	fview_free(view);
}

/* ---- time ----------------------------------------------------------------- */

static void
check_time(void)
{
	struct fview *view = view_of(filmed_bedrock);
	char *before, *during, *after;

	is_i64(fview_tick(view, 1000), -1, "paused: nothing to wait for");
	press(view, "Space");
	is_i64(fview_tick(view, 0), 800, "an event each 800 ms");
	is_i64(fview_tick(view, 799), 1, "not yet");
	is_u64(fview_cursor(view), 0, "still before it");
	(void)fview_tick(view, 1);
	is_u64(fview_cursor(view), 1, "now");
	press(view, "]");
	(void)fview_tick(view, 800);
	is_i64(fview_tick(view, 0), 400, "twice as fast");
	press(view, "Space");
	is_i64(fview_tick(view, 5000), -1, "paused again");
	for (int i = 0; i < 20; i++)
		press(view, "-");
	is_str(fview_speeds[view->speed].text, "0.25x", "not slower than that");
	for (int i = 0; i < 20; i++)
		press(view, "+");
	is_str(fview_speeds[view->speed].text, "16x", "not faster than that");

	fview_seek(view, 15);
	before = frame(view, ROWS, COLS, false);
	press(view, "l");
	during = frame(view, ROWS, COLS, false);
	is_i64(fview_tick(view, 0), 90, "a sort is seen moving");
	settle(view);
	after = frame(view, ROWS, COLS, false);
	ok(strcmp(before, during) != 0 && strcmp(during, after) != 0,
	    "between its orders");
	fview_seek(view, 16);
	ok(same_frame(view, ROWS, COLS, after), "and ends in the new one");
	ft_free(before);
	ft_free(during);
	ft_free(after);
	press(view, "Space");
	(void)fview_tick(view, 1000000);
	is_u64(fview_cursor(view), 23, "played to the end");
	is_i64(fview_tick(view, 0), -1, "and stopped");
	press(view, "Space");
	is_u64(fview_cursor(view), 0, "playing again starts anew");
	fview_free(view);
}

/* ---- the tree ------------------------------------------------------------- */

static const char *
selected(const struct fview *view)
{
	return fview_name(fview_shown(view), fview_selected(view));
}

static void
check_tree(void)
{
	struct fview *view = view_of(filmed_bedrock);

	fview_seek(view, 23);
	press(view, "j");
	is_str(selected(view), "managers", "down from the playhead");
	press(view, "j");
	press(view, "j");
	is_str(selected(view), "bedrock", "in the order that is shown");
	press(view, "h");
	is_str(selected(view), "bedrock", "the playhead moves alone");
	press(view, "o");
	press(view, "j");
	is_str(selected(view), "bedrock", "folded: nothing below it");
	press(view, "/");
	press(view, "W");
	press(view, "Enter");
	is_str(selected(view), "wilma", "search unfolds");
	is_str(view->message.data, "match 1 of 1", "how many there are");
	press(view, "n");
	is_str(selected(view), "wilma", "the only one");
	press(view, "f");
	press(view, "Enter");
	command(view, "filter managers");
	is_str(selected(view), "managers", "a filter selects its account");
	press(view, "k");
	is_str(selected(view), "managers", "nothing above it");
	press(view, "PgDn");
	is_str(selected(view), "slate", "down to its last row");
	press(view, "Esc");
	press(view, "Esc");
	press(view, "k");
	press(view, "k");
	is_str(selected(view), "root", "Esc shows all again");
	press(view, "F");
	ok(view->follow, "F follows");
	fview_seek(view, 0);
	press(view, "t");
	command(view, "sort -rank");
	press(view, "g");
	for (int i = 0; i < 20; i++)
		press(view, "k");
	/* from the top down: fred, the last of five, is the first row */
	is_str(selected(view), "fred", "the table is sorted");
	press(view, "Enter");
	is_u64(fview_cursor(view), 20, "Enter goes to his rank");
	is_i64(view->page, FVIEW_PAGE_TREE, "in the tree");
	fview_free(view);
}

/* The walk is root managers slate bedrock wilma barney betty fred: e is in all but
 * root and wilma, ed in bedrock and fred, edx in none. */
static void
check_search(void)
{
	struct fview *view = view_of(filmed_bedrock);

	fview_seek(view, 23);
	press(view, "/");
	press(view, "e");
	is_str(selected(view), "managers", "found while it is typed");
	is_str(view->message.data, "match 1 of 6", "told so");
	press(view, "d");
	is_str(selected(view), "bedrock", "more letters: from the start again");
	is_str(view->message.data, "match 1 of 2", "fewer match");
	press(view, "x");
	ok(view->follow && view->message_bad, "none: the cursor returns");
	press(view, "Backspace");
	is_str(selected(view), "bedrock", "and is there again");
	press(view, "Enter");
	press(view, "n");
	is_str(selected(view), "fred", "the next one");
	is_str(view->message.data, "match 2 of 2", "is the last");
	press(view, "N");
	is_str(selected(view), "bedrock", "and back");
	press(view, "/");
	press(view, "w");
	is_str(selected(view), "wilma", "another search");
	press(view, "Esc");
	is_str(selected(view), "bedrock", "given up");
	press(view, "n");
	is_str(selected(view), "fred", "the pattern is the old one");
	press(view, ":");
	for (const char *c = "goto b"; *c; c++)
		(void)fview_press(view, (unsigned char)*c, ROWS, COLS);
	press(view, "Tab");
	is_str(view->message.data, "bedrock  barney  betty", "what it can be");
	fview_free(view);
}

/* What a command that lacks something says, 80 columns wide. */
static const struct {
	const char *typed, *said;
} told[] = {
	{ "set\n",
	    "usage: set shares NAME[@ACCOUNT] NUMBER|parent, or set usage "
	    "NAME[@ACCOUNT] NUMBER" },
	{ "set shares\n", "usage: set shares NAME[@ACCOUNT] NUMBER|parent" },
	{ "set shares bedrock\n", "bedrock now: 500; usage: set shares "
				  "NAME[@ACCOUNT] NUMBER|parent" },
	{ "set usage fred\n",
	    "fred now: 301; usage: set usage NAME[@ACCOUNT] NUMBER" },
	{ "set shares bedrok\n",
	    "no user or account 'bedrok'; did you mean 'bedrock'?" },
	{ "set shares bedrock 500\n", "bedrock: it has 500 shares already" },
	{ "set usage fred 301\n", "fred: it has 301 of usage already" },
	{ "set shares bedrock 800\t",
	    "usage: set shares NAME[@ACCOUNT] NUMBER|parent" },
	{ "foo\n", "no command 'foo': see ?" },
	{ "sort cluster\n", "no column 'cluster': Tab lists them" },
	/* as many words as fit */
	{ "sort \t",
	    "Account  EffectvUsage  FairShare  LevelFS  NormShares  NormUsage  "
	    "…" },
};

static void
check_told(void)
{
	for (size_t i = 0; i < FT_COUNT(told); i++) {
		struct fview *view = view_of(filmed_bedrock);

		press(view, ":");
		for (const char *at = told[i].typed; *at; at++)
			(void)fview_press(view,
			    *at == '\n'   ? FVIEW_KEY_ENTER
			    : *at == '\t' ? FVIEW_KEY_TAB
					  : (unsigned char)*at,
			    ROWS, COLS);
		is_str(view->message.data, told[i].said, ":%s", told[i].typed);
		is_u64(view->n_edit, 0, "nothing is changed");
		fview_free(view);
	}
}

/* What is typed ends in Tab; what stands there then. */
static const struct {
	const char *ask, *typed, *want;
} completed[] = { { ":", "go", "goto " }, { ":", "set", "set " },
	{ ":", "set s", "set shares " }, { ":", "goto W", "goto wilma " },
	{ ":", "goto b", "goto b" }, { ":", "goto ba", "goto barney " },
	{ ":", "goto be", "goto be" }, { ":", "xyz", "xyz" },
	{ ":", "set shares man", "set shares managers " },
	{ ":", "set shares bedrock 8", "set shares bedrock 8" },
	{ ":", "sort levelf", "sort LevelFS " },
	{ ":", "sort -lev", "sort -LevelFS " },
	/* the table has no such column */
	{ ":", "sort grptresm", "sort grptresm" },
	{ ":", "filter sl", "filter sl" }, /* a user */
	{ ":", "save man", "save man" }, { "f", "b", "bedrock" },
	{ "f", "wil", "wil" }, { "/", "wil", "wil" } };

static void
check_completion(void)
{
	struct fview *view = view_of(filmed_bedrock);

	for (size_t i = 0; i < FT_COUNT(completed); i++) {
		press(view, completed[i].ask);
		for (const char *at = completed[i].typed; *at; at++)
			(void)fview_press(view, (unsigned char)*at, ROWS, COLS);
		press(view, "Tab");
		is_str(ft_str_text(&view->input), completed[i].want, "%s%s Tab",
		    completed[i].ask, completed[i].typed);
		press(view, "Esc");
	}
	fview_free(view);
}

static void
check_mouse(void)
{
	struct fview *view = view_of(filmed_bedrock);

	fview_seek(view, 23);
	(void)fview_mouse(view, &(struct fview_click){ 1, 3, 10 }, ROWS, COLS);
	is_str(selected(view), "slate", "a click selects");
	(void)fview_mouse(view, &(struct fview_click){ 1, 4, 10 }, ROWS, COLS);
	(void)fview_mouse(view, &(struct fview_click){ 1, 4, 10 }, ROWS, COLS);
	(void)fview_mouse(view, &(struct fview_click){ 1, 5, 10 }, ROWS, COLS);
	is_str(selected(view), "bedrock", "a second one folds");
	(void)fview_mouse(view, &(struct fview_click){ 4, 4, 10 }, ROWS, COLS);
	is_str(selected(view), "root", "the wheel moves up");
	(void)fview_mouse(view, &(struct fview_click){ 1, 21, 1 }, ROWS, COLS);
	is_u64(fview_cursor(view), 0, "the left end of the timeline");
	(void)fview_mouse(view, &(struct fview_click){ 1, 21, 78 }, ROWS, COLS);
	is_u64(fview_cursor(view), 23, "the right end");
	(void)fview_mouse(view, &(struct fview_click){ 1, 21, 40 }, ROWS, COLS);
	is_u64(fview_cursor(view), 11, "the middle");
	fview_free(view);
}

/* ---- what if -------------------------------------------------------------- */

static uint32_t
place_of(const struct fview *view, const char *name)
{
	uint32_t node = fview_find_name(view, name);

	return fview_film_of(view)->place[node];
}

static const char *
commands(const struct fview *view, struct ft_str *str)
{
	ft_str_clear(str);
	ft_str_add(str, "");
	fview_edit_commands(view, str);
	return str->data;
}

static void
check_edits(void)
{
	struct fview *view = view_of(filmed_bedrock);
	struct ft_str str = { 0 };
	char *before, *edited;

	fview_seek(view, 23);
	before = frame(view, ROWS, COLS, false);
	command(view, "set shares bedrock 800");
	is_str(view->message.data,
	    "shares of bedrock 500 → 800: slate@managers 1 → 5, 4 "
	    "others",
	    "who moves");
	is_u64(place_of(view, "wilma"), 1, "wilma is first");
	is_u64(place_of(view, "slate"), 5, "slate is last");
	is_str(commands(view, &str),
	    "facctmgr -i modify account bedrock where cluster=cluster set "
	    "fairshare=800\n",
	    "the command it equals");
	press(view, "Esc");
	edited = frame(view, ROWS, COLS, false);
	press(view, "z");
	press(view, "Esc");
	ok(same_frame(view, ROWS, COLS, before), "z: as it was");
	is_str(commands(view, &str), "", "no command left");
	press(view, "Z");
	press(view, "Esc");
	ok(same_frame(view, ROWS, COLS, edited), "Z: edited again");
	press(view, "z");
	/*
	 * fred without usage: LF inf, first in bedrock; that has used 375 of
	 * 929 then, LF 0.5/0.403660 = 1.238667, and passes managers
	 */
	command(view, "set usage fred 0");
	is_u64(place_of(view, "fred"), 1, "fred rises");
	is_str(commands(view, &str),
	    "facctmgr -i modify user fred where account=bedrock "
	    "cluster=cluster set rawusage=0\n",
	    "usage of nobody");
	command(view, "set usage fred 7");
	is_str(commands(view, &str),
	    "facctmgr -i modify user fred where account=bedrock "
	    "cluster=cluster set rawusage=7\n",
	    "the last edit counts");
	ft_free(before);
	ft_free(edited);
	ft_str_free(&str);
	fview_free(view);
}

/* Of a user's associations only one is edited. */
static void
check_partitions(void)
{
	struct fview *view = view_of("phys 1\n"
				     "  u:bob 1 usage=1\n"
				     "  u:bob@night 1 usage=2\n");
	struct ft_str str = { 0 };

	command(view, "set shares bob 3");
	is_str(commands(view, &str),
	    "facctmgr -i modify user bob where account=phys cluster=cluster "
	    "partition= set fairshare=3\n",
	    "the one without a partition");
	press(view, "z");
	press(view, "G");
	/* bob has the lower use; bob:night is the last row */
	press(view, "PgDn");
	press(view, "w");
	press(view, "4");
	press(view, "Enter");
	is_str(commands(view, &str),
	    "facctmgr -i modify user bob where account=phys cluster=cluster "
	    "partition=night set fairshare=4\n",
	    "the one of a partition");
	ft_str_free(&str);
	fview_free(view);
}

static const char *const refused[] = { "set shares root 5",
	"set usage bedrock 5", "set shares fred 2147483647",
	"set shares fred -1", "set shares fred", "set shares nobody 1",
	"set usage fred parent", "set usage fred 1.5", "set shares fred 1 2",
	"apply", "save", "step x", "sort nofield", "nonsense", "undo", "redo" };

static void
check_refused(void)
{
	struct fview *view = view_of(filmed_bedrock);

	for (size_t i = 0; i < FT_COUNT(refused); i++) {
		is_i64(command(view, refused[i]), FVIEW_APP_NONE, "refused: %s",
		    refused[i]);
		ok(view->message_bad && !view->what, "and said why");
	}
	command(view, "set shares fred 26");
	is_i64(command(view, "apply"), FVIEW_APP_APPLY, "edits to apply");
	is_i64(command(view, "save a b.txt"), FVIEW_APP_SAVE, "save");
	is_str(fview_argument(view), "a b.txt", "the file");
	is_i64(command(view, "q"), FVIEW_APP_QUIT, "q as in vi");
	fview_free(view);
}

/* An edit gives the very ranks that such a tree has. */
static void
check_same_as(const char *edit, const char *text, const char *want)
{
	struct fview *view = view_of(text);
	struct fview *other = view_of(want);
	bool good = true;

	command(view, edit);
	for (uint32_t i = 0; i < other->data->tree->n; i++) {
		uint32_t node = ft_tree_find(
		    fview_shown(view)->tree, other->data->tree->id[i]);

		good &=
		    node != FT_NODE_NONE && fview_film_of(view)->place[node] ==
						fview_film_of(other)->place[i];
	}
	ok(good, "%s is what the tree would be", edit);
	fview_free(view);
	fview_free(other);
}

static void
check_edit_keys(void)
{
	struct fview *view = view_of(filmed_bedrock);

	fview_seek(view, 23);
	press(view, "/");
	press(view, "f");
	press(view, "Enter");
	press(view, "w");
	press(view, "9");
	press(view, "9");
	press(view, "Backspace");
	press(view, "0");
	press(view, "Enter");
	is_u64(fview_shown(view)->tree->shares[fview_find_name(view, "fred")],
	    90, "digits and Enter");
	press(view, "+");
	is_u64(fview_shown(view)->tree->shares[fview_find_name(view, "fred")],
	    99, "+ adds a tenth");
	press(view, "Tab");
	press(view, "-");
	/* 301 - 30 */
	is_real(fview_shown(view)->usage[fview_find_name(view, "fred")], 271,
	    "Tab: usage, - takes a tenth");
	is_real(fview_shown(view)->usage[0], 1200, "the root's follows");
	press(view, "z");
	press(view, "z");
	press(view, "z");
	ok(!view->what, "three edits undone");
	press(view, "Esc");
	press(view, "9");
	is_u64(fview_cursor(view), 20, "digits scrub again");
	fview_free(view);
}

/* ---- new data ------------------------------------------------------------- */

static const char more[] = "bedrock 800\n"
			   "  u:fred 25 usage=301\n"
			   "  u:barney 25 usage=102\n"
			   "  u:wilma 25 usage=37\n"
			   "  u:betty 25 usage=236\n"
			   "managers 500\n"
			   "  u:slate 1 usage=554\n";

static void
check_renewal(void)
{
	struct fview *view = view_of(filmed_bedrock);

	command(view, "goto barney");
	press(view, "p");
	fview_renew(view, filmed_new(more, &ft_algo_fairtree, FT_TIES_SLURM));
	is_u64(place_of(view, "slate"), 1, "held: as before");
	fview_renew(view, filmed_new(more, &ft_algo_fairtree, FT_TIES_SLURM));
	ok(view->waiting != NULL, "the newest waits");
	press(view, "p");
	is_u64(place_of(view, "slate"), 5, "let in");
	is_str(view->message.data,
	    "the store has changed: slate@managers 1 → 5, 4 others",
	    "says what moved");
	is_str(selected(view), "barney", "and stays with barney");
	is_u64(fview_film_now(fview_film_of(view), fview_cursor(view))->kind,
	    FT_EVENT_RANK, "at the rank");
	fview_seek(view, fview_count(view));
	command(view, "set shares managers 1000");
	is_u64(place_of(view, "slate"), 1, "an edit on it");
	fview_renew(
	    view, filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	is_u64(
	    fview_shown(view)->tree->shares[fview_find_name(view, "managers")],
	    1000, "edits outlive a change");
	is_u64(fview_cursor(view), fview_count(view), "the end stays the end");
	command(view, "set shares bedrock 800");
	fview_renew(view, filmed_new(more, &ft_algo_fairtree, FT_TIES_SLURM));
	is_u64(view->n_edit, 1, "an edit that has become true is none");
	is_u64(
	    fview_shown(view)->tree->shares[fview_find_name(view, "managers")],
	    1000, "the other one stays");
	fview_renew(view, filmed_new("", &ft_algo_fairtree, FT_TIES_SLURM));
	is_u64(fview_shown(view)->tree->n, 1, "all is gone");
	fview_free(view);
}

/* Another store, whose ids are those of others. */
static const char other[] = "physics 500\n"
			    "  u:ann 25 usage=301\n"
			    "  u:barney 25 usage=102\n"
			    "chem 500\n"
			    "  u:fred 1 usage=37\n";

static void
check_replacement(void)
{
	struct fview *view = view_of(filmed_bedrock);

	command(view, "set shares betty 900");
	command(view, "set shares fred 800");
	press(view, "z");
	is_u64(view->n_edit + view->n_redo, 2, "an edit, and one undone");
	command(view, "filter bedrock");
	fview_renew(view, filmed_new(other, &ft_algo_fairtree, FT_TIES_SLURM));
	is_u64(view->n_edit + view->n_redo, 0, "no edit is another one's");
	is_u64(view->limit, 0, "nor is the filter");
	is_u64(fview_selected(view), 0, "nor the cursor");
	is_str(view->message.data,
	    "the store has changed: nobody moves, 3 added, 5 gone",
	    "nobody has another's place");
	fview_free(view);
}

static void
check_lesson(void)
{
	static const struct fview_note notes[] = { { 0, "first words" },
		{ 5, "later words" }, { 9, "" } };
	static const struct fview_lesson lesson = { "ties", notes, 3 };
	struct fview *view = view_of(filmed_bedrock);
	char *text;

	fview_set_lesson(view, &lesson);
	text = frame(view, ROWS, COLS, false);
	ok(strstr(text, "lesson: ties") && strstr(text, "first words"),
	    "the text of the start");
	ft_free(text);
	fview_seek(view, 8);
	text = frame(view, ROWS, COLS, false);
	ok(strstr(text, "later words") && !strstr(text, "first words"),
	    "the last one that has come");
	ft_free(text);
	fview_seek(view, 9);
	text = frame(view, ROWS, COLS, false);
	ok(strstr(text, "lesson: ties") && !strstr(text, "words"),
	    "an empty one leaves the panel empty");
	ft_free(text);
	fview_free(view);
}

/* ---- anything ------------------------------------------------------------- */

/* A random tree as text: deep or wide, with ties, odd names, `parent`. */
static char *
random_text(struct ft_rng *rng)
{
	static const char *const parts[] = { "a", "Bob", "漢字", "e\xcc\x81",
		"\xff", "a-very-long-name-that-goes-on-and-on-and-on-and-on" };
	struct ft_str str = { 0 };
	uint32_t depth = 0, lines = (uint32_t)ft_rng_below(rng, 90);

	ft_str_add(&str, "");
	for (uint32_t i = 0; i < lines; i++) {
		bool user = ft_rng_below(rng, 3) > 0;

		depth = (uint32_t)ft_rng_below(rng, depth + 1);
		ft_str_add_fill(&str, ' ', 2 * (size_t)depth);
		ft_str_addf(&str, "%s%s%u ", user ? "u:" : "",
		    parts[ft_rng_below(rng, 6)], i);
		if (ft_rng_below(rng, 6) == 0)
			ft_str_add(&str, "parent");
		else
			ft_str_addf(&str, "%u", (unsigned)ft_rng_below(rng, 3));
		ft_str_addf(&str, " usage=%u\n",
		    user ? (unsigned)ft_rng_below(rng, 4) : 0);
		depth += !user && depth < 40;
	}
	return ft_str_take(&str);
}

static struct fview_data *
random_data(struct ft_rng *rng)
{
	char *text = random_text(rng);
	struct fview_data *data = filmed_new(text, &ft_algo_fairtree,
	    ft_rng_below(rng, 2) ? FT_TIES_SLURM : FT_TIES_DOCUMENTED);

	ft_free(text);
	return data;
}

static uint32_t
random_key(struct ft_rng *rng)
{
	enum fview_request request =
	    (enum fview_request)ft_rng_below(rng, FVIEW_REQUEST_COUNT);
	uint32_t key;

	switch (ft_rng_below(rng, 6)) {
	case 0:
		return (uint32_t)ft_rng_below(rng, 128);
	case 1:
		return FVIEW_KEY_UP + (uint32_t)ft_rng_below(rng, 30);
	case 2:
		return (uint32_t)ft_rng_below(rng, 0x110000);
	default:
		key = fview_request_key(request, ft_rng_below(rng, 2));
		return key ? key : FVIEW_KEY_ENTER;
	}
}

/* Every row of a frame is as wide as the screen. */
static bool
is_whole(const struct fview *view, struct ft_rng *rng)
{
	static const int some[] = { 1, 2, 3, 5, 9, 10, 15, 16, 20, 24, 39, 40,
		59, 60, 79, 80, 109, 110, 133 };
	struct fview_caps caps = { ft_rng_below(rng, 2),
		{ FT_THEME_DARK,
		    ft_rng_below(rng, 2) ? FT_DEPTH_8 : FT_DEPTH_NONE } };
	int rows = some[ft_rng_below(rng, 14)],
	    cols = some[ft_rng_below(rng, 19)];
	struct fview_grid grid;
	bool good = true;

	fview_grid_init(&grid);
	fview_draw(view, &caps, rows, cols, &grid);
	good &= grid.rows == rows && grid.cols == cols;
	for (int row = 0; row < rows; row++) {
		int width = 0;

		for (int col = 0; col < cols; col++) {
			const struct fview_cell *cell =
			    &grid.cell[row * cols + col];

			width += cell->width;
			good &=
			    cell->width == 0
				? !*cell->text
				: fview_text_width(cell->text) == cell->width;
			good &= cell->style < FVIEW_STYLE_COUNT;
		}
		good &= width == cols;
	}
	fview_grid_free(&grid);
	return good;
}

static bool
holds_together(const struct fview *view)
{
	uint32_t n = fview_shown(view)->tree->n;

	return view->cursor <= fview_count(view) && view->select < n &&
	       view->top < n && view->limit < n &&
	       view->n_mark <= FVIEW_MARKS &&
	       (view->n_mark == 0 || fview_marked(view) < n) &&
	       fview_visible(view, fview_selected(view)) < n;
}

static void
do_anything(struct fview *view, struct ft_rng *rng)
{
	uint64_t what = ft_rng_below(rng, 40);

	if (what == 0)
		fview_renew(view, random_data(rng));
	else if (what < 4)
		(void)fview_tick(view, (int64_t)ft_rng_below(rng, 3000));
	else if (what < 9)
		(void)fview_mouse(view,
		    &(struct fview_click){ (int)ft_rng_below(rng, 6),
			(int)ft_rng_below(rng, 50),
			(int)ft_rng_below(rng, 130) },
		    1 + (int)ft_rng_below(rng, 50),
		    1 + (int)ft_rng_below(rng, 130));
	else if (what == 9)
		fview_seek(view, ft_rng_below(rng, 500));
	else if (what == 10)
		(void)command(view, "set shares a1 parent");
	else
		(void)fview_press(view, random_key(rng),
		    1 + (int)ft_rng_below(rng, 50),
		    1 + (int)ft_rng_below(rng, 130));
}

static void
check_anything(uint64_t seed)
{
	struct ft_rng rng;
	struct fview *view;
	bool good = true;

	ft_rng_init(&rng, seed);
	view = fview_new(random_data(&rng));
	for (int i = 0; i < 400 && good; i++) {
		do_anything(view, &rng);
		good &= holds_together(view) && is_whole(view, &rng);
	}
	ok(good, "anything, seed %llu", (unsigned long long)seed);
	fview_free(view);
}

/* ---- cost ----------------------------------------------------------------- */

/* ACCOUNTS accounts of 100 users each, recorded. */
static struct fview_data *
large_data(uint32_t accounts)
{
	struct fview_data *data = ft_calloc(1, sizeof *data);
	uint32_t n = 1 + accounts * 101, at = 1;
	struct ft_tree_row *row = ft_calloc(n, sizeof *row);

	row[0] = (struct ft_tree_row){ .id = 1, .who = 1, .shares = 1 };
	for (uint32_t a = 0; a < accounts; a++) {
		uint32_t account = at + 1;

		row[at] = (struct ft_tree_row){ .id = account,
			.parent = 1,
			.position = (int32_t)a,
			.shares = 1 + a % 97,
			.who = 1 };
		at++;
		for (uint32_t u = 0; u < 100; u++, at++)
			row[at] = (struct ft_tree_row){ .id = at + 1,
				.parent = account,
				.position = (int32_t)u,
				.shares = 1 + u % 7,
				.who = 1,
				.flags = FT_NODE_USER };
	}
	if (ft_tree_build(&data->tree, row, n, NULL))
		bail("no tree");
	data->usage = ft_calloc(n, sizeof *data->usage);
	for (uint32_t i = n; i > 1 && i--;) {
		if (ft_tree_is_user(data->tree, i))
			data->usage[i] =
			    (uint32_t)(i * UINT64_C(2654435761)) >> 12;
		data->usage[data->tree->parent[i]] += data->usage[i];
	}
	ft_names_put(&data->names.account, 1, "account", 7);
	ft_names_put(&data->names.user, 1, "user", 4);
	data->cluster = "large";
	data->algo = &ft_algo_fairtree;
	data->params.dampening = 1;
	data->params.levels = 4;
	if (fview_data_record(data, NULL))
		bail("not recorded");
	ft_free(row);
	return data;
}

/* LEVELS accounts, each in the one before, with a user each. */
static struct fview_data *
deep_data(uint32_t levels)
{
	struct fview_data *data = ft_calloc(1, sizeof *data);
	uint32_t n = 1 + 2 * levels;
	struct ft_tree_row *row = ft_calloc(n, sizeof *row);

	row[0] = (struct ft_tree_row){ .id = 1, .who = 1, .shares = 1 };
	for (uint32_t k = 0; k < levels; k++) {
		row[2 * k + 1] = (struct ft_tree_row){ .id = 2 * k + 2,
			.parent = k ? 2 * k : 1,
			.shares = 1,
			.who = 1 };
		row[2 * k + 2] = (struct ft_tree_row){ .id = 2 * k + 3,
			.parent = 2 * k + 2,
			.shares = 1,
			.who = 1,
			.flags = FT_NODE_USER };
	}
	if (ft_tree_build(&data->tree, row, n, NULL))
		bail("no tree");
	data->usage = ft_calloc(n, sizeof *data->usage);
	ft_names_put(&data->names.account, 1, "account", 7);
	ft_names_put(&data->names.user, 1, "user", 4);
	data->cluster = "deep";
	data->algo = &ft_algo_fairtree;
	data->params.dampening = 1;
	data->params.levels = 4;
	if (fview_data_record(data, NULL))
		bail("not recorded");
	ft_free(row);
	return data;
}

/* No function calls itself along the depth of the tree. */
static void
check_deep(void)
{
	struct fview *view = fview_new(deep_data(30000));
	struct ft_rng rng;
	bool good = true;

	ft_rng_init(&rng, 1);
	for (const char *key = "5lj e F m j d w v v v v G g O 7"; *key; key++) {
		(void)fview_press(view, (unsigned char)*key, ROWS, COLS);
		good &= holds_together(view) && is_whole(view, &rng);
	}
	ok(good, "a tree of 30000 levels");
	fview_free(view);
}

/* Processor time of a step with its frame: the least of many. */
static long
step_cost(struct fview *view, struct fview_grid *grid)
{
	struct fview_caps caps = { false, { FT_THEME_AUTO, FT_DEPTH_256 } };
	long least = LONG_MAX;

	fview_seek(view, fview_count(view) / 2);
	for (int i = 0; i < 200; i++) {
		struct timespec start, end;
		long cost;

		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
		press(view, i % 2 ? "h" : "l");
		fview_draw(view, &caps, 40, 120, grid);
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
		cost = (end.tv_sec - start.tv_sec) * 1000000000L + end.tv_nsec -
		       start.tv_nsec;
		if (cost < least)
			least = cost;
	}
	return least;
}

/*
 * A thousand times as many associations: a frame that walked over the tree or
 * the film would take hundreds of times as long.
 */
static void
check_cost(void)
{
	struct fview *small = fview_new(large_data(2));
	struct fview *large = fview_new(large_data(1000));
	struct fview_grid grid;
	long few, many;

	fview_grid_init(&grid);
	few = step_cost(small, &grid);
	many = step_cost(large, &grid);
	diag("a step: %ld us of 203, %ld us of 101001 associations", few / 1000,
	    many / 1000);
	ok(many < 10 * few, "a step does not walk over the tree");
	fview_grid_free(&grid);
	fview_free(small);
	fview_free(large);
}

int
main(void)
{
	check_frames("bedrock", filmed_bedrock);
	check_frames("ties", tied);
	check_frames("nothing", "");
	check_moves();
	check_time();
	check_tree();
	check_search();
	check_told();
	check_completion();
	check_mouse();
	check_edits();
	check_partitions();
	check_refused();
	check_same_as("set shares wilma parent", filmed_bedrock,
	    "bedrock 500\n"
	    "  u:fred 25 usage=301\n"
	    "  u:barney 25 usage=102\n"
	    "  u:wilma parent usage=37\n"
	    "  u:betty 25 usage=236\n"
	    "managers 500\n"
	    "  u:slate 1 usage=554\n");
	check_same_as("set shares bedrock parent", filmed_bedrock,
	    "bedrock parent\n"
	    "  u:fred 25 usage=301\n"
	    "  u:barney 25 usage=102\n"
	    "  u:wilma 25 usage=37\n"
	    "  u:betty 25 usage=236\n"
	    "managers 500\n"
	    "  u:slate 1 usage=554\n");
	check_same_as("set usage c1 7", tied,
	    "A 1\n"
	    "  u:a1 1 usage=10\n"
	    "  u:a2 1 usage=90\n"
	    "B 1\n"
	    "  u:b1 1 usage=10\n"
	    "  u:b2 1 usage=90\n"
	    "C 1\n"
	    "  u:c1 1 usage=7\n"
	    "  D parent\n"
	    "    u:d1 parent usage=50\n");
	check_edit_keys();
	check_renewal();
	check_replacement();
	check_lesson();
	for (uint64_t seed = 1; seed <= 60; seed++)
		check_anything(seed);
	check_deep();
	check_cost();
	return done_testing();
}
