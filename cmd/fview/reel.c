#include "fview/reel.h"

#include "fview/internal.h"

#define LONGEST 3600000 /* milliseconds; a reel is a picture, not a stream */

static void
mark_event(struct fview_reel *reel)
{
	const struct fview *view = reel->app->view;
	size_t cursor = fview_cursor(view);
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	if (reel->mark && cursor > reel->cursor) {
		fview_add_sentence(fview_shown(view), cursor - 1, &text);
		reel->mark(reel->ctx, reel->now, ft_str_text(&text));
	}
	reel->cursor = cursor;
}

static void
show(struct fview_reel *reel)
{
	fview_app_frame(reel->app, reel->rows, reel->cols, &reel->grid);
	mark_event(reel);
	reel->frame(reel->ctx, reel->now, &reel->grid);
}

static bool
over(const struct fview_reel *reel)
{
	return reel->app->quit || reel->cut ||
	       (!reel->script && fview_cursor(reel->app->view) >= reel->to);
}

/* Let MS milliseconds pass, -1: until nothing moves any more. */
static void
pass(struct fview_reel *reel, int64_t ms)
{
	struct fview *view = reel->app->view;

	while (!over(reel)) {
		int64_t wait = fview_tick(view, 0);

		if (wait < 0 || (ms >= 0 && wait > ms)) {
			if (ms > 0) {
				fview_tick(view, ms);
				reel->now += ms;
				reel->cut = reel->now > LONGEST;
			}
			return;
		}
		if (wait < 1)
			wait = 1;
		reel->cut = reel->now + wait > LONGEST;
		reel->now += wait;
		if (ms >= 0)
			ms -= wait;
		fview_tick(view, wait);
		show(reel);
		if (ms == 0)
			return;
	}
}

/*
 * The animation of the current event is finished, even though the reel ends at
 * it.
 */
static void
settle(struct fview_reel *reel)
{
	fview_set_playing(reel->app->view, false);
	reel->to = SIZE_MAX;
	pass(reel, -1);
}

int64_t
fview_reel_run(struct fview_reel *reel)
{
	const struct fview_script *script = reel->script;

	reel->now = 0;
	reel->cursor = fview_cursor(reel->app->view);
	show(reel);
	if (!script) {
		fview_set_playing(reel->app->view, true);
		pass(reel, -1);
		settle(reel);
	}
	for (size_t i = 0; script && i < script->n && !over(reel); i++) {
		const struct fview_stroke *stroke = &script->stroke[i];

		pass(reel, stroke->key ? FVIEW_REEL_KEY_MS : stroke->wait);
		if (!stroke->key)
			continue;
		fview_app_press(reel->app, stroke->key, reel->rows, reel->cols);
		if (!reel->app->quit)
			show(reel);
	}
	fview_grid_free(&reel->grid);
	return reel->now;
}
