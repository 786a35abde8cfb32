/*
 * app.h - the viewer without a terminal: the view with its store, the requests of
 * keys to both, and the question before anything is written.
 *
 * screen.h and reel.h run it, in a terminal or by a virtual clock.
 */
#ifndef FT_CMD_FVIEW_APP_H
#define FT_CMD_FVIEW_APP_H

#include "fview/output/ansi.h"
#include "fview/load/loader.h"
#include "fview/view.h"

struct fview_app {
	struct fview_loader *loader; /* borrowed */
	struct fview *view;
	struct fview_caps caps;
	bool quit;
	bool redraw,
	    suspend; /* requests; cleared by the caller that serves them */
	bool asking; /* :apply waits for y or n */
	bool gone;   /* the store is gone, and that was reported */
	struct ft_str commands; /* the commands :apply would run */
};

/* Load the data, without jobs, and make the view of it. */
enum ft_status fview_app_open(struct fview_app *app,
    struct fview_loader *loader, const struct fview_caps *caps,
    struct ft_error *err);
/* Read the jobs if the view wants them now. */
enum ft_status fview_app_complete(struct fview_app *app, struct ft_error *err);
void fview_app_close(struct fview_app *app);

/* KEY was pressed, or the mouse; the screen is ROWS x COLS. */
void fview_app_press(struct fview_app *app, uint32_t key, int rows, int cols);
void fview_app_mouse(
    struct fview_app *app, const struct fview_click *click, int rows, int cols);
/* Check the store for changes and show them; returns whether to draw. */
bool fview_app_watch(struct fview_app *app);

/* Answer what the view asks; returns whether there was something, so that what
 * was drawn without it has to be drawn again. */
bool fview_app_answer(struct fview_app *app);
/* Simulate one more future of the forecast that the view awaits; returns whether it
 * awaits more. */
bool fview_app_foresee(struct fview_app *app);
/* While that goes on: show how far it is. */
void fview_app_look_ahead(struct fview_app *app);
/* Draw the view into GRID, cleared to ROWS x COLS. */
void fview_app_draw(
    const struct fview_app *app, int rows, int cols, struct fview_grid *grid);
/*
 * Draw the question into GRID, which gets the size it needs; *place: in, the
 * screen; out, the position on it.  Returns false if there is no question.
 */
bool fview_app_question(const struct fview_app *app, struct fview_grid *grid,
    struct fview_box *place);
/* Draw both, one over the other, with all answers. */
void fview_app_frame(
    struct fview_app *app, int rows, int cols, struct fview_grid *grid);

#endif
