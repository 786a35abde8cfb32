/*
 * app.h - the viewer without a terminal: the view with its store, what keys
 * ask of both, and the question before anything is written.
 *
 * screen.h and reel.h run it, in a terminal or by a virtual clock.
 */
#ifndef FT_CMD_FVIEW_APP_H
#define FT_CMD_FVIEW_APP_H

#include "fview/output/ansi.h"
#include "fview/loader.h"
#include "fview/view.h"

struct view_app {
	struct view_loader *loader; /* borrowed */
	struct view *view;
	struct view_caps caps;
	enum view_colors colors; /* of files */
	bool quit;
	bool redraw, suspend;   /* asked for; who does it clears them */
	bool asking;            /* :apply waits for y or n */
	bool gone;              /* the store is, and that was said */
	struct ft_str commands; /* then: what would be run */
};

/* Load the data and make the view of it. */
enum ft_status view_app_open(struct view_app *app, struct view_loader *loader,
    const struct view_caps *caps, struct ft_error *err);
void view_app_close(struct view_app *app);

/* KEY was pressed, or the mouse; the screen is ROWS x COLS. */
void view_app_press(struct view_app *app, uint32_t key, int rows, int cols);
void view_app_mouse(
    struct view_app *app, const struct view_click *click, int rows, int cols);
/* Look what became of the store, and show it; returns whether to draw. */
bool view_app_watch(struct view_app *app);

/* Draw the view into GRID, cleared to ROWS x COLS. */
void view_app_draw(
    const struct view_app *app, int rows, int cols, struct view_grid *grid);
/*
 * Draw the question into GRID, made as big as it needs; *place: a screen, then
 * where on it that is.  Returns false when nothing is asked.
 */
bool view_app_question(
    const struct view_app *app, struct view_grid *grid, struct view_box *place);
/* Both, one over the other. */
void view_app_frame(
    const struct view_app *app, int rows, int cols, struct view_grid *grid);

#endif
