
#include "fview/view_int.h"

/* Milliseconds an event is shown at 1x, and a substep of a sort. */
#define EVENT_MS   800
#define SUBSTEP_MS 90

const struct view_speed view_speeds[VIEW_SPEEDS] = { { "0.25x", 1 },
	{ "0.5x", 2 }, { "1x", 4 }, { "2x", 8 }, { "4x", 16 }, { "8x", 32 },
	{ "16x", 64 } };

struct view *
view_new(struct view_data *data)
{
	struct view *view = ft_calloc(1, sizeof *view);

	view->data = data;
	view->speed = VIEW_SPEED_1;
	view->motion = true;
	view->substep = VIEW_SUBSTEPS;
	view->follow = true;
	view->mark = FT_NODE_NONE;
	view->sort_field = -1;
	view->fold = ft_calloc(data->tree->n, sizeof *view->fold);
	return view;
}

void
view_free(struct view *view)
{
	if (!view)
		return;
	view_data_free(view->data);
	view_data_free(view->what);
	view_data_free(view->waiting);
	ft_free(view->fold);
	ft_free(view->row);
	ft_free(view->edit);
	ft_free(view->moved);
	ft_free(view->mover);
	ft_str_free(&view->moves);
	ft_free(view->moving);
	ft_str_free(&view->input);
	ft_str_free(&view->pattern);
	ft_str_free(&view->words);
	ft_str_free(&view->message);
	ft_str_free(&view->argument);
	ft_str_free(&view->number);
	ft_free(view);
}

/* ---- words ---------------------------------------------------------------- */

void
view_tell(struct view *view, bool bad, const char *format, ...)
{
	va_list args;

	ft_str_clear(&view->message);
	va_start(args, format);
	ft_str_addv(&view->message, format, args);
	va_end(args);
	view->message_bad = bad;
}

void
view_say(struct view *view, const char *text)
{
	view_tell(view, false, "%s", text);
}

bool
view_is_silent(const struct view *view)
{
	return view->message.len == 0;
}

const char *
view_argument(const struct view *view)
{
	return ft_str_text(&view->argument);
}

void
view_set_lesson(struct view *view, const struct view_lesson *lesson)
{
	view->lesson = lesson;
}

const char *
view_lesson_text(const struct view *view)
{
	const char *text = NULL;

	if (!view->lesson)
		return "";
	for (size_t i = 0; i < view->lesson->n_note; i++) {
		if (view->lesson->note[i].at <= view->cursor)
			text = view->lesson->note[i].text;
	}
	return text ? text : "";
}

const char *
view_speed_text(const struct view *view)
{
	return view_speeds[view->speed].text;
}

/* ---- the film ------------------------------------------------------------- */

size_t
view_count(const struct view *view)
{
	return view_film_of(view)->n;
}

size_t
view_cursor(const struct view *view)
{
	return view->cursor;
}

uint32_t
view_playhead(const struct view *view)
{
	const struct view_event *now =
	    view_film_now(view_film_of(view), view->cursor);

	return now ? now->node : 0;
}

uint32_t
view_selected(const struct view *view)
{
	return view->follow ? view_playhead(view) : view->select;
}

static int64_t
pace(const struct view *view)
{
	return EVENT_MS * 4 / view_speeds[view->speed].quarters;
}

void
view_go(struct view *view, size_t cursor, bool motion)
{
	const struct view_film *film = view_film_of(view);
	const struct view_event *now;

	if (cursor > film->n)
		cursor = film->n;
	view->cursor = cursor;
	now = view_film_now(film, cursor);
	view->substep = motion && view->motion && now &&
				now->kind == FT_EVENT_SORT && now->place > 1
			    ? 0
			    : VIEW_SUBSTEPS;
	view->wait = view->substep < VIEW_SUBSTEPS ? SUBSTEP_MS : pace(view);
	if (view->side == VIEW_SIDE_NOW)
		view->side_scroll = 0;
	view->rank_scroll = 0;
	view_set_moving(view);
	if (cursor == film->n)
		view->playing = false;
}

void
view_seek(struct view *view, size_t cursor)
{
	view_go(view, cursor, false);
}

void
view_set_motion(struct view *view, bool motion)
{
	view->motion = motion;
	if (!motion)
		view_go(view, view->cursor, false);
}

void
view_set_playing(struct view *view, bool playing)
{
	if (playing && view->cursor == view_count(view))
		view_go(view, 0, false);
	view->playing = playing;
	view->wait = pace(view);
}

/* Something moves now. */
static void
advance(struct view *view)
{
	if (view->substep < VIEW_SUBSTEPS) {
		view->substep++;
		view_set_moving(view);
		view->wait =
		    view->substep < VIEW_SUBSTEPS ? SUBSTEP_MS : pace(view);
		return;
	}
	if (view->playing)
		view_go(view, view->cursor + 1, true);
}

int64_t
view_tick(struct view *view, int64_t ms)
{
	for (;;) {
		if (view->substep >= VIEW_SUBSTEPS && !view->playing)
			return -1;
		if (ms < view->wait) {
			view->wait -= ms > 0 ? ms : 0;
			return view->wait;
		}
		ms -= view->wait;
		advance(view);
	}
}
