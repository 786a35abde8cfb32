/*
 * reel.h - the viewer run by a virtual clock: what it shows, and when, without
 * a terminal and without waiting.
 */
#ifndef FT_CMD_FVIEW_REEL_H
#define FT_CMD_FVIEW_REEL_H

#include "fview/app.h"
#include "fview/keys/script.h"

#define FVIEW_REEL_KEY_MS 600 /* between two keys of a script */

struct fview_reel {
	struct fview_app *app;
	const struct fview_script *script; /* keys to press; NULL: play */
	int rows, cols;
	size_t to; /* playing ends at this event */
	/* At MS milliseconds GRID is shown; mark: called when an event is
	 * reported (may be NULL). */
	void (*frame)(void *ctx, int64_t ms, const struct fview_grid *grid);
	void (*mark)(void *ctx, int64_t ms, const char *text);
	void *ctx;

	bool cut;    /* it would have lasted longer than an hour */
	int64_t now; /* virtual clock, from 0 */
	size_t cursor;
	struct fview_grid grid;
};

/*
 * Run it from where the view stands, for an hour at most; returns when it is
 * over: milliseconds.
 */
int64_t fview_reel_run(struct fview_reel *reel);

#endif
