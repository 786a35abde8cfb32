/*
 * screen.h - a terminal that shows grids and gives keys.  The only curses.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_SCREEN_H
#define FT_CMD_FVIEW_TERMINAL_SCREEN_H

#include "fview/view.h"

struct fview_screen_options {
	FILE *in, *out; /* terminals; borrowed */
	bool color;     /* if the terminal has them */
	bool mouse;
	int rows, cols; /* fixed by $LINES, $COLUMNS; 0: as the terminal */
};

struct fview_screen;

/* Returns whether the kind of terminal in $TERM is known. */
bool fview_screen_known(void);
/*
 * Take the terminal over; fview_screen_close gives it back.
 * FT_ENOENT: a terminal of this kind ($TERM) is not known; FT_EIO.
 */
enum ft_status fview_screen_open(struct fview_screen **screen,
    const struct fview_screen_options *options, struct ft_error *err);
void fview_screen_close(struct fview_screen *screen);

int fview_screen_rows(const struct fview_screen *screen);
int fview_screen_cols(const struct fview_screen *screen);
/* Returns whether colours are in use. */
bool fview_screen_color(const struct fview_screen *screen);

/*
 * Show BASE, and OVER (NULL: nothing) above it at ROW, COL.  Only what has
 * changed is drawn.
 */
void fview_screen_show(struct fview_screen *screen,
    const struct fview_grid *base, const struct fview_grid *over, int row,
    int col);
/* Draw all of it anew: something else wrote on the terminal. */
void fview_screen_redraw(struct fview_screen *screen);
/* Give the terminal back, stop as Ctrl-Z does, and take it again. */
void fview_screen_suspend(struct fview_screen *screen);
/* Take it again after the process was stopped some other way. */
void fview_screen_resume(struct fview_screen *screen);

enum fview_input_kind {
	FVIEW_INPUT_NONE, /* the time is over */
	FVIEW_INPUT_KEY,
	FVIEW_INPUT_MOUSE,
	FVIEW_INPUT_RESIZE,
	FVIEW_INPUT_SUSPEND,
	FVIEW_INPUT_RESUME,
	FVIEW_INPUT_END /* by a signal, or the terminal is gone */
};
struct fview_input {
	enum fview_input_kind kind;
	uint32_t key;             /* KEY */
	struct fview_click click; /* MOUSE */
	int signal;               /* END: to die of, 0: the terminal is gone */
};
/* Wait MS milliseconds (-1: for ever) for something to happen. */
void fview_screen_wait(
    struct fview_screen *screen, int64_t ms, struct fview_input *input);

#endif
