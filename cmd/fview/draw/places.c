/* places.c - the panel with the places that are known so far. */

#include "fview/internal.h"

/* "bob@physics"; if it is too long, two thirds of it are the user. */
static void
put_title(const struct fview_scene *scene, const struct fview_box *box, int row,
    enum fview_style style, uint32_t node)
{
	const char *title = fview_title_of(scene->texts, scene->data, node);
	const char *account = strchr(title, '@');
	int least = box->cols / 3, user, col;
	struct fview_box name;

	if (!account || fview_text_width(title) <= box->cols) {
		fview_put_cut(box, row, 0, style, title);
		return;
	}
	user = fview_text_width(title) - fview_text_width(account);
	if (fview_text_width(account) < least)
		least = fview_text_width(account);
	if (user > box->cols - least)
		user = box->cols - least;
	name = fview_left(box, user);
	col = fview_put_cut(&name, row, 0, style,
	    ft_arena_strndup(scene->texts, title, (size_t)(account - title)));
	fview_put_cut(box, row, col, style, account);
}

/* One user of the list, in row ROW of PART. */
static void
put_place(const struct fview_scene *scene, const struct fview_box *part,
    int row, uint32_t index)
{
	const struct fview_film *film = scene->film;
	uint32_t node = film->ranked[index];
	bool tied = fview_film_is_tied(film, index, scene->places);
	bool newest =
	    !film->stepless && film->step[node].ranked + 1 == scene->cursor;
	enum fview_style style = newest ? FVIEW_STYLE_STAMP : FVIEW_STYLE_PLACE;
	int cols = part->cols;
	enum fview_style plain =
	    newest ? FVIEW_STYLE_STAMP : FVIEW_STYLE_NORMAL;
	const char *factor = fview_real_of(
	    scene->texts, (ft_real)scene->data->share.factor[node]);
	const char *place = ft_arena_text(
	    scene->texts, "%s%" PRIu32, tied ? "=" : "", film->place[node]);
	struct ft_str moved FT_CLEANUP(ft_str_free) = { 0 };
	struct fview_box names;
	int right = cols - fview_text_width(factor);
	int at = 6 - fview_text_width(place);

	if (right < 12)
		right = cols;
	else
		fview_put(part, row, right,
		    tied ? FVIEW_STYLE_TIE : FVIEW_STYLE_NORMAL, factor);
	at = at < 0 ? 0 : at;
	at += fview_put(part, row, at, style, place);
	at += fview_put(part, row, at, plain, " ");
	fview_add_moved(scene, node, &moved);
	if (moved.len > 0)
		at +=
		    fview_put(part, row, at, FVIEW_STYLE_EDIT, moved.data) + 1;
	names = fview_left(part, right - 1);
	names.col += at;
	names.cols -= at;
	put_title(scene, &names, row, plain, node);
}

/*
 * While the list grows, the newest is the last one shown; after the walk the best
 * are shown.
 */
static uint32_t
first_shown(const struct fview_scene *scene, uint32_t shown)
{
	uint32_t last = scene->places > shown ? scene->places - shown : 0;
	uint32_t away = (uint32_t)scene->view->place_scroll;

	if (scene->cursor == scene->film->n)
		return away < last ? away : last;
	return away < last ? last - away : 0;
}

void
fview_draw_places(const struct fview_scene *scene, const struct fview_box *box)
{
	struct fview_box inside = fview_inside(box), part = inside;
	uint32_t columns = inside.cols >= 76 ? 2 : 1;
	uint32_t rows = (uint32_t)inside.rows, shown = rows * columns;
	uint32_t first = first_shown(scene, shown);
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&title, "places %" PRIu32 "/%" PRIu32, scene->places,
	    scene->film->n_user);
	if (scene->view->focus == FVIEW_FOCUS_PLACES)
		ft_str_add(&title, ": j k scroll");
	fview_frame(box, title.data);
	if (scene->places == 0)
		fview_put(&inside, 0, 1, FVIEW_STYLE_DONE, "nobody yet");
	part.cols = inside.cols / (int)columns - 1;
	for (uint32_t i = 0; i < shown && first + i < scene->places; i++) {
		part.col = inside.col + (int)(i / rows) * (part.cols + 1);
		put_place(scene, &part, (int)(i % rows), first + i);
	}
}
