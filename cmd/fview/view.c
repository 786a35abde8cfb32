
#include "report/format/page.h"
#include "fview/internal.h"

struct fview *
fview_new(struct fview_data *data)
{
	struct fview *view = ft_calloc(1, sizeof *view);

	view->data = data;
	view->speed = FVIEW_SPEED_1;
	view->until = SIZE_MAX;
	view->motion = true;
	view->substep = FVIEW_SUBSTEPS;
	view->follow = true;
	view->sort_field = -1;
	view->fold = ft_calloc(data->tree->n, sizeof *view->fold);
	return view;
}

struct fview *
fview_new_after(struct fview *old, struct fview_data *data)
{
	struct fview *view = fview_new(data);

	view->speed = old->speed;
	view->unit = old->unit;
	view->motion = old->motion;
	view->ascii = old->ascii;
	view->mono = old->mono;
	view->rows = old->rows;
	view->cols = old->cols;
	if (old->fit)
		fview_fit(view, old->fit / 1000);
	fview_free(old);
	return view;
}

void
fview_forget(struct fview *view)
{
	struct fview_reply *reply = &view->reply;

	ft_free(reply->job);
	ft_free(reply->text);
	ft_free(reply->head);
	ft_page_kept_free(reply->table, reply->n_table);
	*reply = (struct fview_reply){ .text = NULL };
}

void
fview_free(struct fview *view)
{
	if (!view)
		return;
	view->sort_field = -1;
	fview_order_forget(view);
	fview_forget(view);
	fview_data_free(view->data);
	fview_data_free(view->what);
	fview_data_free(view->waiting);
	ft_free(view->fold);
	ft_free(view->row);
	ft_free(view->edit);
	ft_free(view->moved);
	ft_free(view->mover);
	ft_str_free(&view->moves);
	ft_free(view->moving);
	ft_str_free(&view->input);
	ft_str_free(&view->pattern);
	ft_free(view->origin.fold);
	ft_str_free(&view->origin.pattern);
	ft_str_free(&view->words);
	ft_str_free(&view->message);
	ft_str_free(&view->argument);
	ft_str_free(&view->number);
	ft_free(view);
}

/* ---- words ---------------------------------------------------------------- */

void
fview_notify(struct fview *view, bool bad, const char *format, ...)
{
	va_list args;

	ft_str_clear(&view->message);
	va_start(args, format);
	ft_str_addv(&view->message, format, args);
	va_end(args);
	view->message_bad = bad;
}

void
fview_show_message(struct fview *view, const char *text)
{
	fview_notify(view, false, "%s", text);
}

bool
fview_is_silent(const struct fview *view)
{
	return view->message.len == 0;
}

const char *
fview_argument(const struct fview *view)
{
	return ft_str_text(&view->argument);
}

void
fview_set_lesson(struct fview *view, const struct fview_lesson *lesson)
{
	view->lesson = lesson;
}

const char *
fview_lesson_text(const struct fview *view)
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

/* ---- the film ------------------------------------------------------------- */

size_t
fview_count(const struct fview *view)
{
	return fview_film_of(view)->n;
}

size_t
fview_cursor(const struct fview *view)
{
	return view->cursor;
}

uint32_t
fview_playhead(const struct fview *view)
{
	const struct fview_event *now =
	    fview_film_now(fview_film_of(view), view->cursor);

	return now ? now->node : 0;
}

uint32_t
fview_selected(const struct fview *view)
{
	return view->follow ? fview_playhead(view) : view->select;
}

uint32_t
fview_marked(const struct fview *view)
{
	return view->n_mark ? view->mark[view->n_mark - 1] : FT_NODE_NONE;
}

bool
fview_is_marked(const struct fview *view, uint32_t node)
{
	for (size_t i = 0; i < view->n_mark; i++)
		if (view->mark[i] == node)
			return true;
	return false;
}

/* ---- the movement of a sort ------------------------------------------------- */

struct mover {
	int64_t at; /* between its old and its new place */
	uint32_t to;
	uint32_t node;
};

static int
compare_movers(const void *a, const void *b)
{
	const struct mover *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

/* Put the present level into the order it has at this substep. */
static void
set_moving(struct fview *view)
{
	const struct fview_data *data = fview_shown(view);
	const struct fview_film *film = data->film;
	const struct fview_event *now = fview_film_now(film, view->cursor);
	struct mover mover[FVIEW_MOVING];
	const uint32_t *list;
	uint32_t n;

	view->n_moving = 0;
	if (!now || !fview_film_moves(now) || view->substep >= FVIEW_SUBSTEPS)
		return;
	n = fview_film_children(
	    film, data->tree, now->node, view->cursor, &list);
	for (uint32_t i = 0; i < n; i++) {
		int64_t from = film->from[list[i]], to = film->to[list[i]];

		mover[i].node = list[i];
		mover[i].to = (uint32_t)to;
		mover[i].at = from * (FVIEW_SUBSTEPS - view->substep) +
			      to * view->substep;
	}
	qsort(mover, n, sizeof *mover, compare_movers);
	view->moving =
	    ft_realloc(view->moving, FVIEW_MOVING, sizeof *view->moving);
	for (uint32_t i = 0; i < n; i++)
		view->moving[i] = mover[i].node;
	view->n_moving = n;
}

/* ---- time ------------------------------------------------------------------ */

void
fview_go(struct fview *view, size_t cursor, bool motion)
{
	const struct fview_film *film = fview_film_of(view);
	int steps;

	if (cursor > film->n)
		cursor = film->n;
	view->cursor = cursor;
	view->substep = motion && fview_motion_seen(view) ? 0 : FVIEW_SUBSTEPS;
	view->wait = view->substep < FVIEW_SUBSTEPS
			 ? fview_motion_pace(view, &steps)
			 : fview_frame_pace(view);
	if (view->side == FVIEW_SIDE_NOW)
		view->side_scroll = 0;
	view->place_scroll = 0;
	view->lesson_scroll = 0;
	set_moving(view);
	if (cursor == film->n)
		view->playing = false;
}

void
fview_seek(struct fview *view, size_t cursor)
{
	fview_go(view, cursor, false);
}

void
fview_set_motion(struct fview *view, bool motion)
{
	view->motion = motion;
	if (!motion)
		fview_go(view, view->cursor, false);
}

void
fview_set_playing(struct fview *view, bool playing)
{
	if (playing && view->cursor == fview_count(view)) {
		fview_go(view, 0, false);
		if (view->fit)
			fview_fit(view, view->fit / 1000);
	}
	view->playing = playing;
	if (view->substep == FVIEW_SUBSTEPS)
		view->wait = fview_frame_pace(view);
}

/* Show the next stop, or the next substep of a sort. */
static void
advance(struct fview *view)
{
	int steps;

	if (view->substep < FVIEW_SUBSTEPS) {
		(void)fview_motion_pace(view, &steps);
		view->substep += steps;
		set_moving(view);
		view->wait = view->substep < FVIEW_SUBSTEPS
				 ? fview_motion_pace(view, &steps)
				 : fview_frame_pace(view);
	} else if (view->playing) {
		fview_go(view, fview_next_stop(view), true);
	}
}

int64_t
fview_tick(struct fview *view, int64_t ms)
{
	int64_t rest = ms * 1000;

	for (;;) {
		if (view->substep >= FVIEW_SUBSTEPS && !view->playing)
			return -1;
		if (rest < view->wait) {
			view->wait -= rest > 0 ? rest : 0;
			return (view->wait + 999) / 1000;
		}
		rest -= view->wait;
		advance(view);
	}
}
