/*
 * The columns of the tree: which are shown, how names are cut, and how siblings
 * are sorted.  The numbers are those of t_view_frames.c.
 */
#include "fview/view.h"

#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/filmed.h"
#include "tap/tap.h"
#include "fview/draw/table.h"

/* ---- names ---------------------------------------------------------------- */

static const struct {
	const char *text;
	int cols;
	const char *want;
} cuts[] = {
	{ "betty", 5, "betty" },
	{ "abcdefghij", 9, "abcd…ghij" }, /* 4 before, 4 after */
	{ "abcdefghij", 8, "abcd…hij" },  /* the half column goes before */
	{ "abcdefghij", 2, "a…" },
	{ "abcdefghij", 1, "…" },
	/* two columns each: 3 of 7 columns hold one, the other 3 one */
	{ "計算機科学", 7, "計…学" },
	{ "計算機科学", 8, "計算…学" },
};

static void
check_cuts(void)
{
	for (size_t i = 0; i < FT_COUNT(cuts); i++) {
		struct ft_str str = { 0 };

		fview_add_cut(&str, cuts[i].text, cuts[i].cols);
		is_str(str.data, cuts[i].want, "%s in %d columns", cuts[i].text,
		    cuts[i].cols);
		ft_str_free(&str);
	}
}

/* Siblings that a cut in the middle would make the same. */
static void
check_siblings(void)
{
	static const char *const name[] = { "project-alpha-members",
		"project-beta-members", "project-gamma-members", "short" };
	struct ft_str str[4] = { { 0 } };

	for (size_t i = 0; i < 4; i++)
		fview_add_cut_unlike(&str[i], name[i], 13, name, 4);
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < i; k++)
			ok(strcmp(str[i].data, str[k].data) != 0,
			    "%s is not %s", str[i].data, str[k].data);
	is_str(str[3].data, "short", "what fits is whole");
	for (size_t i = 0; i < 4; i++)
		ft_str_free(&str[i]);
}

/* No cut shows what differs in the middle: each is cut there, as always. */
static void
check_alike(void)
{
	static const char *const name[] = { "maximilian_1_lothringen",
		"maximilian_2_lothringen" };
	struct ft_str str = { 0 };

	fview_add_cut_unlike(&str, name[0], 9, name, 2);
	is_str(str.data, "maxi…ngen", "both ends of names that stay alike");
	ft_str_free(&str);
}

/* ---- columns -------------------------------------------------------------- */

static void
frame(const struct fview *view, int rows, int cols, struct ft_str *text)
{
	static const struct fview_caps caps = { .ascii = true };
	struct fview_grid grid;

	fview_grid_init(&grid);
	fview_draw(view, &caps, rows, cols, &grid);
	ft_str_clear(text);
	filmed_add_text(&grid, text);
	fview_grid_free(&grid);
}

static const struct {
	int rows, cols;
	const char *shown[12]; /* in the frame before the first key */
	const char *missing;
} sizes[] = {
	{ 15, 40, { "LevelFS", "Place", "bedrock", "0.909763", "0.561462" },
	    "RawUsage" },
	{ 24, 80, { "LevelFS", "Place", "1.110108" }, "RawUsage" },
	{ 40, 120, { "S^ U_", "LevelFS", "1.656863" }, "RawUsage" },
	/* shares, NormShares and usage of bedrock */
	{ 60, 200,
	    { "RawShares", "NormShares", "RawUsage", "S^ U_", "LevelFS",
		"FairShare", "Place", "500   0.500000      676" },
	    "#1" },
};

static void
check_sizes(void)
{
	struct ft_str text = { 0 };

	for (size_t i = 0; i < FT_COUNT(sizes); i++) {
		struct fview *view = fview_new(filmed_new(
		    filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));

		frame(view, sizes[i].rows, sizes[i].cols, &text);
		for (size_t k = 0; sizes[i].shown[k]; k++)
			ok(strstr(text.data, sizes[i].shown[k]), "%dx%d: %s",
			    sizes[i].cols, sizes[i].rows, sizes[i].shown[k]);
		ok(!strstr(text.data, sizes[i].missing), "not yet: %s",
		    sizes[i].missing);
		fview_free(view);
	}
	ft_str_free(&text);
}

/* ---- order ---------------------------------------------------------------- */

static void
press(struct fview *view, const char *keys)
{
	for (; *keys; keys++)
		(void)fview_press(view,
		    *keys == '\n' ? FVIEW_KEY_ENTER : (unsigned char)*keys, 15,
		    40);
}

/* The names of the rows, separated by blanks. */
static const char *
rows_of(const struct fview *view, struct ft_str *str)
{
	uint32_t row[20];
	int n = fview_window(view, 20, row);

	ft_str_clear(str);
	for (int i = 0; i < n; i++)
		ft_str_addf(str, "%s%s", i ? " " : "",
		    fview_name(fview_shown(view), row[i]));
	return ft_str_text(str);
}

/* Usage: fred 301, betty 236, barney 102, wilma 37; bedrock 676, managers 554. */
static void
check_order(void)
{
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct ft_str str = { 0 };
	static const char by_usage[] =
	    "root bedrock fred betty barney wilma managers slate";

	press(view, ":sort -rawusage\n");
	is_str(rows_of(view, &str), by_usage, "siblings by usage");
	is_i64(view->page, FVIEW_PAGE_TREE, "in the tree");
	frame(view, 15, 40, &str);
	ok(strstr(str.data, "vRawUsage"),
	    "it stays in 40 columns, with its arrow");
	ok(strstr(str.data, "676"), "and its numbers");
	press(view, "r");
	is_str(rows_of(view, &str),
	    "root managers slate bedrock wilma barney betty fred", "reversed");
	press(view, "rG");
	is_str(rows_of(view, &str), by_usage, "whatever the walk does");
	press(view, ":sort account\nr");
	is_str(rows_of(view, &str),
	    "root managers slate bedrock wilma fred betty barney", "by name");
	for (int i = 0; i < 20 && view->sort_field >= 0; i++)
		press(view, "s");
	is_str(rows_of(view, &str),
	    "root managers slate bedrock wilma barney betty fred",
	    "s ends with the order of the walk");
	frame(view, 15, 40, &str);
	ok(strstr(str.data, "vLevelFS"), "which is that of LevelFS at its end");
	press(view, "g");
	frame(view, 15, 40, &str);
	ok(!strstr(str.data, "vLevelFS"), "but not at its start");
	is_str(rows_of(view, &str),
	    "root bedrock barney betty fred wilma managers slate",
	    "which has not begun");
	ft_str_free(&str);
	fview_free(view);
}

/*
 * Tied accounts are merged on the way: the children of the merged one move to
 * another account, and back.
 */
static void
check_merged(void)
{
	static const char tied[] = "A 1\n"
				   "  u:a1 1 usage=30\n"
				   "  u:a2 1 usage=70\n"
				   "B 1\n"
				   "  u:b1 1 usage=20\n"
				   "  u:b2 1 usage=80\n";
	struct fview *view =
	    fview_new(filmed_new(tied, &ft_algo_fairtree, FT_TIES_DOCUMENTED));
	struct ft_str str = { 0 };

	press(view, ":sort rawusage\nr");
	press(view, "r");
	is_str(rows_of(view, &str), "root A a1 a2 B b1 b2", "before");
	press(view, "G");
	is_str(rows_of(view, &str), "root A b1 a1 a2 b2 B", "merged");
	press(view, "g");
	is_str(rows_of(view, &str), "root A a1 a2 B b1 b2", "and before again");
	ft_str_free(&str);
	fview_free(view);
}

/* Click on TITLE, in the frame of ROWS x COLS that VIEW shows. */
static void
click(struct fview *view, int rows, int cols, const char *title)
{
	struct ft_str str = { 0 };
	const char *at;
	struct fview_click there = { .button = 1 };

	frame(view, rows, cols, &str);
	at = strstr(str.data, title);
	if (!at)
		bail("no title '%s'", title);
	while (at > str.data && at[-1] != '\n')
		at--, there.col++;
	for (const char *line = str.data; line < at; line++)
		there.row += *line == '\n';
	(void)fview_mouse(view, &there, rows, cols);
	ft_str_free(&str);
}

/* A click sorts by a column, the second one the other way, the third one ends it:
 * as s and r do. */
static void
check_heads(void)
{
	static const char walk[] =
	    "root managers slate bedrock wilma barney betty fred";
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct ft_str str = { 0 };

	press(view, "G");
	click(view, 60, 200, "RawUsage");
	is_str(rows_of(view, &str),
	    "root bedrock fred betty barney wilma managers slate",
	    "a number: from the largest");
	is_str(view->message.data,
	    "sorted by RawUsage, from the top down; s: next column, then the "
	    "walk again",
	    "which is said");
	click(view, 60, 200, "vRawUsage");
	is_str(rows_of(view, &str),
	    "root managers slate bedrock wilma barney betty fred", "reversed");
	click(view, 60, 200, "^RawUsage");
	is_str(rows_of(view, &str), walk, "the walk's order again");
	is_i64(view->sort_field, -1, "and nothing else");
	click(view, 24, 80, "Place");
	is_i64(view->sort_field, FT_SHARES_PLACE, "by place");
	ok(!view->sort_down, "places from 1");
	is_str(rows_of(view, &str), walk, "accounts by their first place");
	click(view, 24, 80, "^Place");
	is_str(rows_of(view, &str),
	    "root bedrock fred betty barney wilma managers slate",
	    "and by that from the last");
	click(view, 24, 80, "root");
	is_str(rows_of(view, &str),
	    "root bedrock barney betty fred wilma managers slate",
	    "the title of the names: by name");
	press(view, "t");
	click(view, 24, 120, "LevelFS");
	is_i64(view->sort_field, FT_SHARES_LEVEL_FS, "in the table, too");
	ok(view->sort_down, "the largest first");
	click(view, 60, 200, "S^ U_");
	is_i64(view->sort_field, FT_SHARES_LEVEL_FS, "bars do not sort");
	ft_str_free(&str);
	fview_free(view);
}

/*
 * Names as deep as they are long, with 80, 60 and 40 columns: LevelFS and Place
 * stay, and whole names; what has room to give gives it.  A level is indented by
 * 2, or by 1 where that is needed: the deepest rows have 2 marks, 5 levels, a sign,
 * a blank and 9 letters, 2 + 9 + 2 + 9 = 22 columns, or 18.  Of 60 columns 36 are
 * the tree's, 34 inside: 34 - 8 for LevelFS - 5 for places - 3 blanks = 18.
 */
static void
check_deep(void)
{
	static const char deep[] = "a 1\n"
				   "  b 1\n"
				   "    c 1\n"
				   "      d 1\n"
				   "        u:robert.11 1 usage=50\n"
				   "        u:robert.12 1 usage=10\n"
				   "z 1\n"
				   "  u:y 1 usage=20\n";
	static const struct {
		int rows, cols;
		const char *keys;
	} deep_sizes[] = { { 24, 80, "G" }, { 24, 80, "Ge" }, { 24, 80, "3" },
		{ 20, 60, "G" }, { 20, 60, "Ge" }, { 15, 40, "G" } };
	struct ft_str str = { 0 };

	for (size_t i = 0; i < FT_COUNT(deep_sizes); i++) {
		struct fview *view = fview_new(
		    filmed_new(deep, &ft_algo_fairtree, FT_TIES_SLURM));
		bool answer = strchr(deep_sizes[i].keys, 'e');
		const char *at;

		press(view, deep_sizes[i].keys);
		frame(view, deep_sizes[i].rows, deep_sizes[i].cols, &str);
		if (!ok(strstr(str.data, "- robert.12 ") != NULL,
			"%dx%d %s: a whole name", deep_sizes[i].cols,
			deep_sizes[i].rows, deep_sizes[i].keys))
			diag("%s", str.data);
		ok(strstr(str.data, "LevelFS"), "LevelFS");
		at = strstr(str.data, "Place");
		ok(answer || (at && at < strchr(str.data, '\n')), "and places");
		fview_free(view);
	}
	ft_str_free(&str);
}

/* An edit changes what is sorted by. */
static void
check_edited(void)
{
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));
	struct ft_str str = { 0 };

	press(view, ":sort -rawusage\n:set usage wilma 500\n");
	is_str(rows_of(view, &str),
	    "root bedrock wilma fred betty barney managers slate",
	    "the edited usage counts");
	press(view, "z");
	is_str(rows_of(view, &str),
	    "root bedrock fred betty barney wilma managers slate", "undone");
	ft_str_free(&str);
	fview_free(view);
}

/* The path in the frame: accounts are dropped from the left. */
static void
check_path(void)
{
	static const struct {
		int cols;
		const char *path;
	} paths[] = {
		{ 120, "+- + > institute > group -" },
		/* the deep name has moved the border by 8 */
		{ 80, "+- + > institute > group -" },
		{ 40, "+- + > group -" },
	};
	struct fview *view = fview_new(filmed_new("long-name-of-a-faculty 1\n"
						  "  institute 1\n"
						  "    group 1\n"
						  "      u:bob 1 usage=1\n",
	    &ft_algo_fairtree, FT_TIES_SLURM));
	struct ft_str str = { 0 };

	press(view, "u");
	for (size_t i = 0; i < FT_COUNT(paths); i++) {
		frame(view, 24, paths[i].cols, &str);
		ok(strncmp(str.data, paths[i].path, strlen(paths[i].path)) == 0,
		    "%d columns: %s", paths[i].cols, paths[i].path);
		if (strncmp(str.data, paths[i].path, strlen(paths[i].path)))
			diag("%.*s", (int)strcspn(str.data, "\n"), str.data);
	}
	ft_str_free(&str);
	fview_free(view);
}

int
main(void)
{
	check_cuts();
	check_siblings();
	check_alike();
	check_sizes();
	check_order();
	check_merged();
	check_heads();
	check_deep();
	check_edited();
	check_path();
	return done_testing();
}
