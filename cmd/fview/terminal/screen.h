/*
 * screen.h - a terminal that shows grids and gives keys.  The only curses.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_SCREEN_H
#define FT_CMD_FVIEW_TERMINAL_SCREEN_H

#include "fview/view.h"

struct view_screen_options {
	FILE *in, *out; /* terminals; borrowed */
	bool color;     /* if the terminal has them */
	bool mouse;
	int rows, cols; /* fixed by $LINES, $COLUMNS; 0: as the terminal */
};

struct view_screen;

/* Returns whether the kind of terminal in $TERM is known. */
bool view_screen_known(void);
/*
 * Take the terminal over; view_screen_close gives it back.
 * FT_ENOENT: a terminal of this kind ($TERM) is not known; FT_EIO.
 */
enum ft_status view_screen_open(struct view_screen **screen,
    const struct view_screen_options *options, struct ft_error *err);
void view_screen_close(struct view_screen *screen);

int view_screen_rows(const struct view_screen *screen);
int view_screen_cols(const struct view_screen *screen);
/* Returns whether colours are in use. */
bool view_screen_color(const struct view_screen *screen);

/*
 * Show BASE, and OVER (NULL: nothing) above it at ROW, COL.  Only what has
 * changed is drawn.
 */
void view_screen_show(struct view_screen *screen, const struct view_grid *base,
    const struct view_grid *over, int row, int col);
/* Draw all of it anew: something else wrote on the terminal. */
void view_screen_redraw(struct view_screen *screen);
/* Give the terminal back, stop as Ctrl-Z does, and take it again. */
void view_screen_suspend(struct view_screen *screen);
/* Take it again after the process was stopped some other way. */
void view_screen_resume(struct view_screen *screen);

enum view_input_kind {
	VIEW_INPUT_NONE, /* the time is over */
	VIEW_INPUT_KEY,
	VIEW_INPUT_MOUSE,
	VIEW_INPUT_RESIZE,
	VIEW_INPUT_SUSPEND,
	VIEW_INPUT_RESUME,
	VIEW_INPUT_END /* by a signal, or the terminal is gone */
};
struct view_input {
	enum view_input_kind kind;
	uint32_t key;            /* KEY */
	struct view_click click; /* MOUSE */
	int signal;              /* END: to die of, 0: the terminal is gone */
};
/* Wait MS milliseconds (-1: for ever) for something to happen. */
void view_screen_wait(
    struct view_screen *screen, int64_t ms, struct view_input *input);

#endif
