/*
 * screen.h - a terminal that shows grids and reads keys.  The only use of curses.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_SCREEN_H
#define FT_CMD_FVIEW_TERMINAL_SCREEN_H

#include "fview/view.h"

struct fview_screen_options {
	FILE *in, *out;        /* terminals; borrowed */
	struct ft_paint paint; /* if the terminal has colours */
	bool mouse;
	int rows,
	    cols; /* fixed by $LINES, $COLUMNS; 0: those of the terminal */
};

struct fview_screen;

/* Returns why curses cannot draw on the terminal, NULL: it can. */
const char *fview_screen_refusal(void);
/*
 * Take the terminal over, unless it was refused; fview_screen_close gives it
 * back.
 * FT_ENOENT: the terminal type in $TERM is unknown; FT_EIO.
 */
enum ft_status fview_screen_open(struct fview_screen **screen,
    const struct fview_screen_options *options, struct ft_error *err);
void fview_screen_close(struct fview_screen *screen);

int fview_screen_rows(const struct fview_screen *screen);
int fview_screen_cols(const struct fview_screen *screen);
/* Returns the colours in use. */
struct ft_paint fview_screen_paint(const struct fview_screen *screen);

/*
 * Show BASE, and OVER (NULL: nothing) above it at ROW, COL.  Only changed
 * cells are drawn.
 */
void fview_screen_show(struct fview_screen *screen,
    const struct fview_grid *base, const struct fview_grid *over, int row,
    int col);
/* Redraw everything: something else wrote on the terminal. */
void fview_screen_redraw(struct fview_screen *screen);
/* Give the terminal back, stop like Ctrl-Z, and take it over again. */
void fview_screen_suspend(struct fview_screen *screen);
/* Take it over again after the process was stopped in another way. */
void fview_screen_resume(struct fview_screen *screen);

enum fview_input_kind {
	FVIEW_INPUT_NONE, /* timeout */
	FVIEW_INPUT_KEY,
	FVIEW_INPUT_MOUSE,
	FVIEW_INPUT_RESIZE,
	FVIEW_INPUT_SUSPEND,
	FVIEW_INPUT_RESUME,
	FVIEW_INPUT_END /* a signal, or the terminal is gone */
};
struct fview_input {
	enum fview_input_kind kind;
	uint32_t key;             /* KEY */
	struct fview_click click; /* MOUSE */
	int signal;               /* END: the signal; 0: the terminal is gone */
};
/* Wait MS milliseconds (-1: for ever) for input. */
void fview_screen_wait(
    struct fview_screen *screen, int64_t ms, struct fview_input *input);
/* Returns whether there is input at once. */
bool fview_screen_has_input(const struct fview_screen *screen);

#endif
