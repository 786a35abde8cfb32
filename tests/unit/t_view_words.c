/*
 * What the frames say in words, where the numbers alone would mislead: the
 * last child, the root, ties and what is nearly one, the other algorithms.
 */
#include "fview/view.h"

#include <string.h>

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "algo/share/levelbased.h"
#include "base/mem.h"
#include "lib/filmed.h"
#include "tap/tap.h"
#include "fview/keys/keys.h"
#include "fview/internal.h"

/* LF of A: 0.5/(100/200) = 1, and the same for B: tied. */
static const char tied[] = "A 1\n"
			   "  u:a1 1 usage=30\n"
			   "  u:a2 1 usage=70\n"
			   "B 1\n"
			   "  u:b1 1 usage=20\n"
			   "  u:b2 1 usage=80\n";
/* 1 on paper; in 64 bits A is above 1 by 5.6e-17, B below it by 3.7e-17. */
static const char near_tie[] = "A 40\n"
			       "  u:u1 1 usage=400\n"
			       "B 60\n"
			       "  u:u2 1 usage=600\n";

/* The frame after the last event of KIND about NAME, wide: nothing wraps. */
static char *
frame_at(struct fview_data *data, int kind, const char *name)
{
	struct fview *view = fview_new(data);
	struct fview_caps caps = { false, { FT_THEME_AUTO, FT_DEPTH_256 } };
	struct fview_grid grid;
	struct ft_str str = { 0 };
	struct ft_arena texts FT_CLEANUP(ft_arena_clear) = { 0 };
	const struct fview_film *film = data->film;

	for (size_t i = 0; i < film->n; i++) {
		const char *here =
		    fview_name_of(&texts, data, film->event[i].node);

		if ((int)film->event[i].kind == kind &&
		    (!name || strcmp(here, name) == 0))
			fview_seek(view, i + 1);
	}
	fview_grid_init(&grid);
	fview_draw(view, &caps, 40, 400, &grid);
	filmed_add_text(&grid, &str);
	fview_grid_free(&grid);
	fview_free(view);
	return ft_str_take(&str);
}

static const struct {
	const char *text;
	const struct ft_algo *algo;
	enum ft_ties ties;
	int kind;
	const char *name;
	const char *says, *not ; /* NULL: nothing asked */
} cases[] = {
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_ENTER,
	    "root", "Its 2 children are compared with each other only.",
	    "after root" },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_ENTER,
	    "managers",
	    "It has one child, with nobody to be compared with. It comes "
	    "before the one after managers.",
	    NULL },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_ENTER,
	    "bedrock", "Its 4 children are compared with each other only.",
	    "after bedrock" },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEAVE,
	    "managers", "Back to root and its next child.", NULL },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEAVE,
	    "bedrock", "Back to root: that was its last child.",
	    "its next child" },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEVEL_FS,
	    "slate", "S  = 1/1 = 1.000000", NULL },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_END, NULL,
	    "All 5 have their places.", NULL },
	/* the first of B takes the rank of a2, so "before" would be wrong */
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_ENTER, "A",
	    "The one after A is tied with it and can be level with them.",
	    "come before the one after A" },
	{ tied, &ft_algo_fairtree, FT_TIES_DOCUMENTED, FT_EVENT_SORT, "A",
	    "sorted: children of A (merged)", NULL },
	{ tied, &ft_algo_fairtree, FT_TIES_DOCUMENTED, FT_EVENT_SORT, "A",
	    "sort the 4 children of A (merged), highest level fairshare first",
	    NULL },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEAVE,
	    "bedrock", "account bedrock is done: places 2 to 5", NULL },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEAVE,
	    "managers", "account managers is done: place 1", "places 1 to" },
	{ filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_RANK,
	    "betty", "betty gets place 4 of 5, factor 2/5 = 0.400000",
	    "rank " },
	/* a2 is the second; b1 shares its place, a2's mark included */
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_RANK, "b1",
	    "b1 gets place =2 of 4, factor 3/4 = 0.750000", NULL },
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_RANK, "b1",
	    "=2 a2@A", "=2 a1@A" },
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_RANK, "a2",
	    " 2 a2@A", "=2 a2@A" },
	/* a tie of accounts is marked on both, in the sorted list too */
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_TIE, "B", "▾ =A",
	    "▾ A" },
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_SORT, "root",
	    "=1   1.000000   A (tie)", NULL },
	{ tied, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_SORT, "root",
	    "=1   1.000000   B (tie)", NULL },
	{ tied, &ft_algo_fairtree, FT_TIES_DOCUMENTED, FT_EVENT_LEAVE, "A",
	    "Back to root: that was its last child.", NULL },
	/* 1 + 5.6e-17 and 1 - 3.7e-17: what rounding leaves of a tie */
	{ near_tie, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEVEL_FS, "A",
	    "served exactly: its use is its share", "-served: its" },
	{ near_tie, &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEVEL_FS, "B",
	    "served exactly: its use is its share", "-served: its" },
	/* 1001/1999 against 998/1998: 0.500750 / 0.499499 = 1.002503 */
	{ "A 1001\n  u:a1 1 usage=998\nB 998\n  u:b1 1 usage=1000\n",
	    &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_LEVEL_FS, "A",
	    "under-served: its share is 0.25 % above its use", "1.00x" },
	{ "A 0\n  u:a1 1\nB 1\n  u:b1 1 usage=1\n", &ft_algo_fairtree,
	    FT_TIES_SLURM, FT_EVENT_LEVEL_FS, "A", "LF = 0.000000 (S is 0)",
	    "LF = S/U" },
	/* tied accounts without usage: all are first by either rule */
	{ "A 1\n  u:a1 1\nB 1\n  u:b1 1\n", &ft_algo_fairtree, FT_TIES_SLURM,
	    FT_EVENT_END, NULL,
	    "Accounts are tied; all rules for ties give the same places here.",
	    "0 of 2" },
	{ "u:ann 1\n", &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_START, NULL,
	    "1 user association in 1 account.", "associations" },
	{ "u:ann 1\n", &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_END, NULL,
	    "The only user has place 1.", "All 1" },
	{ "A 1\n", &ft_algo_fairtree, FT_TIES_SLURM, FT_EVENT_END, NULL,
	    "There are no users.", "All 0" },
	{ filmed_bedrock, &ft_algo_classic, FT_TIES_SLURM, FT_EVENT_START, NULL,
	    "F  = 2^(-UE/S)", "LF = S/U" },
	{ filmed_bedrock, &ft_algo_classic, FT_TIES_SLURM, FT_EVENT_START, NULL,
	    "classic takes no steps that could be shown", "places go from" },
	{ filmed_bedrock, &ft_algo_classic, FT_TIES_SLURM, FT_EVENT_END, NULL,
	    "All 5 have their factor.", "rank/5" },
	{ filmed_bedrock, &ft_algo_levelbased, FT_TIES_SLURM, FT_EVENT_START,
	    NULL, "levelbased takes no steps that could be shown", "LF = S/U" },
};

static void
check(size_t i)
{
	struct fview_data *data =
	    filmed_new(cases[i].text, cases[i].algo, cases[i].ties);
	char *text = frame_at(data, cases[i].kind, cases[i].name);
	bool has = !cases[i].says || strstr(text, cases[i].says);
	bool lacks = !cases[i].not || !strstr(text, cases[i].not );

	ok(has, "%zu: %s", i, cases[i].says ? cases[i].says : "-");
	ok(lacks, "%zu: not: %s", i, cases[i].not ? cases[i].not : "-");
	if (!has || !lacks)
		diag("%s", text);
	ft_free(text);
}

/* The frame of DATA after KEYS, names of keys parted by blanks. */
static char *
frame_after(struct fview_data *data, const char *keys)
{
	struct fview *view = fview_new(data);
	struct fview_caps caps = { false, { FT_THEME_AUTO, FT_DEPTH_256 } };
	struct fview_grid grid;
	struct ft_str str = { 0 };

	while (*keys) {
		size_t len = strcspn(keys, " ");

		(void)fview_press(view, fview_key_parse(keys, len), 40, 400);
		keys += len + strspn(keys + len, " ");
	}
	fview_grid_init(&grid);
	fview_draw(view, &caps, 40, 400, &grid);
	filmed_add_text(&grid, &str);
	fview_grid_free(&grid);
	fview_free(view);
	return ft_str_take(&str);
}

static void
check_pages(void)
{
	char *text = frame_after(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM),
	    "t f w i l m a Enter");

	ok(strstr(text, "share table, 1 row with"), "one row is a row");
	ft_free(text);
	text = frame_after(
	    filmed_new(filmed_bedrock, &ft_algo_classic, FT_TIES_SLURM),
	    "G / w i l m a Enter e");
	ok(strstr(text, "F  = 2^(-UE/S) "), "nothing is divided by 1");
	ft_free(text);
}

int
main(void)
{
	for (size_t i = 0; i < FT_COUNT(cases); i++)
		check(i);
	check_pages();
	return done_testing();
}
