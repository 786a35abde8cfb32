/*
 * pace.c - how fast the film is played: where it stops, for how long, and when
 * it will be over.  Times are microseconds, since a long film that has to fit
 * into a minute has stops shorter than a millisecond.
 */

#include "base/text/timefmt.h"
#include "fview/internal.h"

#define STOP    800000 /* a stop is shown so long at 1x */
#define SUBSTEP 90000  /* a substep of a sort, at 1x */
#define FRAME   40000  /* what is shown shorter than this is left out */

#define MOTION (FVIEW_SUBSTEPS * SUBSTEP)

const struct fview_speed fview_speeds[FVIEW_SPEEDS] = { { "0.25x", 1 },
	{ "0.5x", 2 }, { "1x", 4 }, { "2x", 8 }, { "4x", 16 }, { "8x", 32 },
	{ "16x", 64 } };

const struct fview_unit_info fview_units[FVIEW_UNITS] = {
	[FVIEW_UNIT_STEP] = { "step", "every step is shown" },
	[FVIEW_UNIT_USER] = { "user", "each user that gets a place" },
	[FVIEW_UNIT_ACCOUNT] = { "account", "each account that is done" },
	[FVIEW_UNIT_LEVEL] = { "level", "each level that is sorted" },
};

static int64_t
speed_pace(int speed)
{
	return STOP * 4 / fview_speeds[speed].quarters;
}

int64_t
fview_pace(const struct fview *view)
{
	return view->fit ? view->fit_pace : speed_pace(view->speed);
}

/* ---- sorts ---------------------------------------------------------------- */

/* How long a sort moves if a stop is shown for PACE; 0: it is not seen. */
static int64_t
motion_at(int64_t pace)
{
	int64_t motion = pace * MOTION / STOP;

	return motion < FRAME ? 0 : motion;
}

/* The same while VIEW is played. */
static int64_t
motion_of(const struct fview *view)
{
	bool shown =
	    view->unit == FVIEW_UNIT_STEP || view->unit == FVIEW_UNIT_LEVEL;

	if (!view->motion || !shown || (view->fit && view->fit_still))
		return 0;
	return motion_at(fview_pace(view));
}

int64_t
fview_motion_pace(const struct fview *view, int *steps)
{
	int64_t motion = view->playing ? motion_of(view) : MOTION;

	*steps = 1;
	while (*steps < FVIEW_SUBSTEPS &&
	       (*steps * motion < FRAME * FVIEW_SUBSTEPS ||
		   FVIEW_SUBSTEPS % *steps))
		++*steps;
	return *steps * motion / FVIEW_SUBSTEPS;
}

bool
fview_motion_seen(const struct fview *view)
{
	const struct fview_event *now =
	    fview_film_now(fview_film_of(view), view->cursor);

	return now && fview_film_moves(now) && view->motion &&
	       (!view->playing || motion_of(view) > 0);
}

/* ---- stops ---------------------------------------------------------------- */

static size_t
end_of(const struct fview *view)
{
	size_t n = fview_count(view);

	return view->until < n ? view->until : n;
}

/* The number of stops from the cursor to the end. */
static int64_t
stops_left(const struct fview *view)
{
	return (int64_t)fview_film_stops(
	    fview_film_of(view), view->unit, view->cursor, end_of(view));
}

/* The number of sorts from the cursor to the end. */
static int64_t
sorts_left(const struct fview *view)
{
	const struct fview_stops *moving = &fview_film_of(view)->moving;

	return (int64_t)fview_stops_before(moving, end_of(view)) -
	       (int64_t)fview_stops_before(moving, view->cursor);
}

/* How many stops are passed at once, so that each frame is seen. */
static int64_t
stride(const struct fview *view)
{
	int64_t pace = fview_pace(view);

	return pace < FRAME ? (FRAME + pace - 1) / pace : 1;
}

int64_t
fview_frame_pace(const struct fview *view)
{
	return stride(view) * fview_pace(view);
}

size_t
fview_next_stop(const struct fview *view)
{
	size_t end = end_of(view), n = fview_count(view);

	return fview_film_stop(fview_film_of(view), view->unit, view->cursor,
	    (size_t)stride(view), view->cursor < end ? end : n);
}

int64_t
fview_rest(const struct fview *view)
{
	int64_t pace = fview_pace(view), motion = motion_of(view);
	int64_t rest = stops_left(view) * pace;
	int steps;

	if (motion > 0)
		rest += sorts_left(view) * motion;
	if (view->playing && view->substep < FVIEW_SUBSTEPS)
		rest +=
		    view->wait +
		    (FVIEW_SUBSTEPS - view->substep) * motion / FVIEW_SUBSTEPS -
		    fview_motion_pace(view, &steps);
	else if (view->playing)
		rest += view->wait - fview_frame_pace(view);
	return rest > 0 ? rest / 1000 : 0;
}

/* ---- fitting -------------------------------------------------------------- */

/*
 * Each of the stops lasts the same, and each sort that moves MOTION / STOP of
 * it longer, unless that would be too short to be seen.
 */
void
fview_fit(struct fview *view, int64_t ms)
{
	int64_t stops = stops_left(view), sorts;

	view->fit = ms * 1000;
	view->fit_pace = STOP;
	view->fit_still = true;
	if (stops == 0)
		return;
	view->fit_pace = view->fit / stops;
	view->fit_still = false;
	sorts = motion_of(view) > 0 ? sorts_left(view) : 0;
	view->fit_pace = view->fit * STOP / (stops * STOP + sorts * MOTION);
	view->fit_still = sorts > 0 && motion_at(view->fit_pace) == 0;
	if (view->fit_still)
		view->fit_pace = view->fit / stops;
	view->fit_pace += view->fit_pace == 0;
}

bool
fview_parse_length(const char *text, int64_t *ms)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "min", 60 },
		{ "h", 3600 } };
	size_t digits = strspn(text, "0123456789");
	char number[12] = "";
	int64_t seconds = 0;
	uint32_t count;

	if (digits < sizeof number)
		memcpy(number, text, digits);
	for (size_t i = 0; i < FT_COUNT(units); i++)
		if (strcmp(text + digits, units[i].unit) == 0 &&
		    ft_num_u32(number, &count))
			seconds = count * units[i].seconds;
	if (seconds == 0 && strchr(text, ':'))
		(void)ft_time_duration(text, &seconds);
	*ms = seconds * 1000;
	return seconds > 0 && seconds <= 86400;
}

void
fview_set_unit(struct fview *view, enum fview_unit unit)
{
	int64_t rest = fview_rest(view);

	view->unit = unit;
	if (view->fit && rest > 0)
		fview_fit(view, rest);
}

void
fview_change_speed(struct fview *view, int by)
{
	int speed = view->speed + by;

	if (view->fit) {
		/* on to the next one of the table */
		speed = by > 0 ? 0 : FVIEW_SPEEDS - 1;
		while (speed + by >= 0 && speed + by < FVIEW_SPEEDS &&
		       (speed_pace(speed) - view->fit_pace) * by >= 0)
			speed += by;
		view->fit = 0;
	}
	if (speed >= 0 && speed < FVIEW_SPEEDS)
		view->speed = speed;
}

/* ---- words ---------------------------------------------------------------- */

void
fview_add_pace(const struct fview *view, struct ft_str *str)
{
	double times = (double)STOP / (double)fview_pace(view);

	if (view->unit != FVIEW_UNIT_STEP)
		ft_str_addf(str, "by %s ", fview_units[view->unit].word);
	if (view->fit)
		ft_str_addf(str, "%.*fx", times < 10, times);
	else
		ft_str_add(str, fview_speeds[view->speed].text);
}

void
fview_add_clock(struct ft_str *str, int64_t ms)
{
	int64_t seconds = (ms + 999) / 1000;

	if (seconds >= 3600)
		ft_str_addf(str, "%" PRId64 ":%02d:%02d", seconds / 3600,
		    (int)(seconds / 60 % 60), (int)(seconds % 60));
	else
		ft_str_addf(
		    str, "%d:%02d", (int)(seconds / 60), (int)(seconds % 60));
}
