/*
 * How long the film takes, by hand.  A stop is shown for 800 ms at 1x, and a
 * sort of 2 to 64 siblings moves for 6 * 90 = 540 ms before.
 *
 * Events of bedrock (t_view.c): 23; the sorts of root (4) and bedrock (15)
 * move, that of managers (7) has one child; users get their places at 8, 16,
 * 17, 18 and 19; accounts are left at 9, 20 and 21; END is 22.
 */
#include <stdint.h>
#include <string.h>

#include "algo/share/fairtree.h"
#include "lib/filmed.h"
#include "tap/tap.h"
#include "fview/internal.h"

static struct fview *
view_of(enum fview_unit unit, int speed)
{
	struct fview *view = fview_new(
	    filmed_new(filmed_bedrock, &ft_algo_fairtree, FT_TIES_SLURM));

	fview_set_unit(view, unit);
	view->speed = speed;
	return view;
}

/* Play to the end, or to `until`; returns the milliseconds; *stops: cursors. */
static int64_t
play(struct fview *view, struct ft_str *stops)
{
	size_t end =
	    view->until < fview_count(view) ? view->until : fview_count(view);
	int64_t passed = 0, wait;
	size_t last = view->cursor;

	ft_str_clear(stops);
	ft_str_add(stops, "");
	fview_set_playing(view, true);
	while (view->cursor < end && (wait = fview_tick(view, 0)) >= 0) {
		passed += wait;
		(void)fview_tick(view, wait);
		if (view->cursor != last)
			ft_str_addf(stops, "%s%zu", stops->len ? " " : "",
			    view->cursor);
		last = view->cursor;
	}
	return passed;
}

static const struct {
	const char *title;
	enum fview_unit unit;
	int speed; /* index: 2 is 1x */
	bool still;
	int64_t ms;
	const char *stops; /* cursors; NULL: all */
} lengths[] = {
	/* 23 stops of 800 and two sorts of 540 */
	{ "by step, 1x", FVIEW_UNIT_STEP, 2, false, 19480, NULL },
	/* half of it */
	{ "by step, 2x", FVIEW_UNIT_STEP, 3, false, 9740, NULL },
	/* a quarter of the speed */
	{ "by step, 0.25x", FVIEW_UNIT_STEP, 0, false, 77920, NULL },
	/* 50 ms a stop; a sort would move for 34 ms, which nobody sees */
	{ "by step, 16x", FVIEW_UNIT_STEP, 6, false, 1150, NULL },
	{ "by step, no motion", FVIEW_UNIT_STEP, 2, true, 18400, NULL },
	/* five places and the end; sorts are passed over */
	{ "by user", FVIEW_UNIT_USER, 2, false, 4800, "9 17 18 19 20 23" },
	{ "by account", FVIEW_UNIT_ACCOUNT, 2, false, 3200, "10 21 22 23" },
	/* three sorts and the end: 4 * 800, and two move: 2 * 540 */
	{ "by level", FVIEW_UNIT_LEVEL, 2, false, 4280, "5 8 16 23" },
};

static void
check_lengths(void)
{
	struct ft_str stops = { 0 };

	for (size_t i = 0; i < FT_COUNT(lengths); i++) {
		struct fview *view = view_of(lengths[i].unit, lengths[i].speed);

		if (lengths[i].still)
			fview_set_motion(view, false);
		is_i64(fview_rest(view), lengths[i].ms, "%s: before",
		    lengths[i].title);
		is_i64(play(view, &stops), lengths[i].ms, "%s: played",
		    lengths[i].title);
		if (lengths[i].stops)
			is_str(stops.data, lengths[i].stops, "%s: stops",
			    lengths[i].title);
		is_i64(fview_rest(view), 0, "%s: over", lengths[i].title);
		fview_free(view);
	}
	ft_str_free(&stops);
}

static const struct {
	const char *title;
	enum fview_unit unit;
	size_t from, until;
	int64_t ms, pace; /* microseconds */
} fits[] = {
	/* 60 s = 23 p + 2 * 0.675 p: p = 60 / 24.35 */
	{ "all in a minute", FVIEW_UNIT_STEP, 0, SIZE_MAX, 60000, 2464065 },
	{ "by user", FVIEW_UNIT_USER, 0, SIZE_MAX, 60000, 10000000 },
	/* 12 stops from 10 on: 11 ... 21, 22, 23 are 13, and one sort */
	{ "the rest", FVIEW_UNIT_STEP, 10, SIZE_MAX, 27350, 2000000 },
	/* 5 stops, no sort that is not over by then: 4 is the first */
	{ "a part", FVIEW_UNIT_STEP, 5, 10, 5000, 1000000 },
	/* 1 s / 24.35 is 41 ms, a sort of 28 ms is not seen: 1 s / 23 */
	{ "in a second", FVIEW_UNIT_STEP, 0, SIZE_MAX, 1000, 43478 },
	/* 20 ms a stop: two at once, to be shown for 40 ms; 5 in all */
	{ "two at once", FVIEW_UNIT_STEP, 13, SIZE_MAX, 200, 20000 },
};

static void
check_fits(void)
{
	struct ft_str stops = { 0 };

	for (size_t i = 0; i < FT_COUNT(fits); i++) {
		struct fview *view = view_of(fits[i].unit, FVIEW_SPEED_1);
		int64_t rest;

		fview_seek(view, fits[i].from);
		view->until = fits[i].until;
		fview_fit(view, fits[i].ms);
		is_i64(fview_pace(view), fits[i].pace, "%s: a stop",
		    fits[i].title);
		rest = fview_rest(view);
		ok(rest <= fits[i].ms && rest >= fits[i].ms - 1,
		    "%s: as long as it should be", fits[i].title);
		rest = play(view, &stops);
		ok(rest <= fits[i].ms + 1 && rest >= fits[i].ms - 1,
		    "%s: as long as it should be when played", fits[i].title);
		fview_free(view);
	}
	is_str(stops.data, "15 17 19 21 23", "two stops at once");
	ft_str_free(&stops);
}

/* What keys make of a film that is fitted. */
static void
check_keys(void)
{
	struct fview *view = view_of(FVIEW_UNIT_STEP, FVIEW_SPEED_1);
	struct ft_str str = { 0 };

	fview_fit(view, 60000);
	fview_add_pace(view, &str);
	/* 0.8 / 2.464065 = 0.32 */
	is_str(str.data, "0.3x", "how fast that is");
	(void)fview_press(view, ']', 24, 80);
	is_i64(view->speed, 1, "faster: 0.5x is the next");
	is_i64(fview_pace(view), 1600000, "and is what counts");
	fview_fit(view, 60000);
	(void)fview_press(view, '[', 24, 80);
	is_i64(view->speed, 0, "slower: 0.25x is the next");
	fview_fit(view, 60000);
	(void)fview_press(view, 'b', 24, 80);
	is_i64(view->unit, FVIEW_UNIT_USER, "b: by user");
	ok(fview_rest(view) >= 59998, "it still takes a minute");
	ft_str_clear(&str);
	fview_add_pace(view, &str);
	is_str(str.data, "by user 0.1x", "and says so");
	for (int i = 0; i < 3; i++)
		(void)fview_press(view, 'b', 24, 80);
	is_i64(view->unit, FVIEW_UNIT_STEP, "and round to steps");
	ft_str_free(&str);
	fview_free(view);
}

/* The time that is left goes down as time passes, in the middle of a sort
 * too. */
static void
check_rest(void)
{
	struct fview *view = view_of(FVIEW_UNIT_STEP, FVIEW_SPEED_1);
	bool good = true;

	fview_set_playing(view, true);
	for (int64_t left = 19480; left > 0; left -= 10) {
		good &= fview_rest(view) == left;
		(void)fview_tick(view, 10);
	}
	ok(good, "ten milliseconds are ten milliseconds");
	fview_free(view);
}

static const struct {
	const char *text;
	int64_t ms; /* 0: refused */
} texts[] = {
	{ "60", 60000 },
	{ "60s", 60000 },
	{ "5m", 300000 },
	{ "5min", 300000 },
	{ "2h", 7200000 },
	{ "1:30", 90000 },
	{ "1:00:00", 3600000 },
	{ "24h", 86400000 },
	{ "86401", 0 },
	{ "0", 0 },
	{ "0s", 0 },
	{ "", 0 },
	{ "s", 0 },
	{ "-5", 0 },
	{ "5x", 0 },
	{ "1.5m", 0 },
	{ "99999999999999999999", 0 },
	{ "UNLIMITED", 0 },
	{ "1:2:3:4", 0 },
};

static void
check_texts(void)
{
	struct ft_str str = { 0 };
	int64_t ms;

	for (size_t i = 0; i < FT_COUNT(texts); i++) {
		bool good = fview_parse_length(texts[i].text, &ms);

		ok(good == (texts[i].ms > 0) && (!good || ms == texts[i].ms),
		    "length '%s'", texts[i].text);
	}
	fview_add_clock(&str, 80001);
	ft_str_add(&str, " ");
	fview_add_clock(&str, 0);
	ft_str_add(&str, " ");
	fview_add_clock(&str, 3605000);
	is_str(str.data, "1:21 0:00 1:00:05", "clocks");
	ft_str_free(&str);
}

int
main(void)
{
	check_lengths();
	check_fits();
	check_keys();
	check_rest();
	check_texts();
	return done_testing();
}
