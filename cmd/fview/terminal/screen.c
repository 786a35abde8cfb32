#include "fview/terminal/screen.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "fview/terminal/curses.h"
#include "fview/terminal/entry.h"
#include "fview/terminal/layer.h"
#include "fview/terminal/signals.h"
#include "fview/view.h"

#define ESCAPE_MS 25 /* how long Escape waits for the rest of a key */
#define ROTTEN    8 /* consecutive empty reads that mean the terminal is gone */

struct fview_screen {
	struct fview_screen_options options;
	SCREEN *term;
	struct ft_paint paint; /* depth NONE: none */
	bool mouse;
	struct fview_layer base, over;
	int empty_reads;
	struct ft_str last_words; /* written to the terminal in a crash */
};

/* ---- colours ------------------------------------------------------------------- */

/* How many colours curses has. */
static enum ft_depth
depth_of_terminal(void)
{
	int colors = *fview_curses.COLORS;

	if (colors < 8)
		return FT_DEPTH_NONE;
	if (colors < 256)
		return FT_DEPTH_8;
	return colors >= 1 << 24 ? FT_DEPTH_TRUE : FT_DEPTH_256;
}

static void
start_colors(struct fview_screen *screen)
{
	struct ft_paint paint = screen->options.paint;

	if (paint.depth == FT_DEPTH_NONE || !fview_curses.has_colors() ||
	    fview_curses.start_color() == ERR)
		return;
	/* needed for colours on the terminal's own background */
	if (fview_curses.use_default_colors() == ERR ||
	    *fview_curses.COLOR_PAIRS <= FVIEW_STYLE_COUNT)
		return;
	paint.depth = depth_of_terminal();
	for (int i = 0; i < FVIEW_STYLE_COUNT; i++)
		fview_curses.init_extended_pair(i + 1,
		    ft_paint_color(&paint, fview_styles[i].role),
		    ft_paint_color(&paint, FT_ROLE_GROUND));
	screen->paint = paint;
}

void
fview_screen_show(struct fview_screen *screen, const struct fview_grid *base,
    const struct fview_grid *over, int row, int col)
{
	if (!fview_layer_place(&screen->base, base->rows, base->cols, 0, 0))
		return;
	fview_layer_put(&screen->base, base);
	if (!over)
		fview_layer_close(&screen->over);
	else if (fview_layer_place(
		     &screen->over, over->rows, over->cols, row, col))
		fview_layer_put(&screen->over, over);
	if (screen->over.panel)
		fview_curses.top_panel(screen->over.panel);
	fview_curses.update_panels();
	fview_curses.doupdate();
}

void
fview_screen_redraw(struct fview_screen *screen)
{
	fview_curses.clearok(*fview_curses.curscr, TRUE);
	if (screen->base.window)
		fview_curses.wtouchln(screen->base.window, 0,
		    fview_curses.getmaxy(screen->base.window), 1);
	if (screen->over.window)
		fview_curses.wtouchln(screen->over.window, 0,
		    fview_curses.getmaxy(screen->over.window), 1);
}

int
fview_screen_rows(const struct fview_screen *screen)
{
	(void)screen;
	return *fview_curses.LINES > 0 ? *fview_curses.LINES : 1;
}

int
fview_screen_cols(const struct fview_screen *screen)
{
	(void)screen;
	return *fview_curses.COLS > 0 ? *fview_curses.COLS : 1;
}

struct ft_paint
fview_screen_paint(const struct fview_screen *screen)
{
	return screen->paint;
}

/* The terminal has been resized; $LINES and $COLUMNS still take precedence. */
static void
follow_size(struct fview_screen *screen)
{
	struct winsize size;
	int rows = *fview_curses.LINES, cols = *fview_curses.COLS;

	if (ioctl(fileno(screen->options.out), TIOCGWINSZ, &size) == 0) {
		if (size.ws_row > 0)
			rows = size.ws_row;
		if (size.ws_col > 0)
			cols = size.ws_col;
	}
	if (screen->options.rows > 0)
		rows = screen->options.rows;
	if (screen->options.cols > 0)
		cols = screen->options.cols;
	if (rows == *fview_curses.LINES && cols == *fview_curses.COLS)
		return;
	/* windows first: curses would move panels of the old size */
	fview_layer_close(&screen->over);
	fview_layer_close(&screen->base);
	fview_curses.resizeterm(rows, cols);
}

/* ---- open and close ------------------------------------------------------------ */

static struct ft_str *gathered; /* what tputs writes */

static int
gather(int c)
{
	ft_str_add_char(gathered, (char)c);
	return c;
}

/* The sequences that restore the terminal, built while there is memory. */
static void
prepare_last_words(struct fview_screen *screen)
{
	/* attributes off, colours off, cursor visible, the other screen */
	static const char *const names[] = { "sgr0", "op", "cnorm", "rmcup" };

	gathered = &screen->last_words;
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		const char *text = fview_curses.tigetstr(names[i]);

		if (text && text != (char *)-1)
			fview_curses.tputs(text, 1, gather);
	}
}

static void
set_modes(struct fview_screen *screen)
{
	fview_curses.set_escdelay(ESCAPE_MS);
	fview_curses.cbreak();
	fview_curses.noecho();
	fview_curses.nonl();
	fview_curses.intrflush(*fview_curses.stdscr, FALSE);
	fview_curses.keypad(*fview_curses.stdscr, TRUE);
	fview_curses.nodelay(*fview_curses.stdscr, TRUE);
	fview_curses.leaveok(*fview_curses.stdscr, TRUE);
	fview_curses.curs_set(0);
	start_colors(screen);
	screen->mouse = screen->options.mouse;
	if (screen->mouse) {
		fview_curses.mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED
#ifdef BUTTON5_PRESSED
					   | BUTTON5_PRESSED
#endif
		    ,
		    NULL);
		fview_curses.mouseinterval(0);
	}
}

const char *
fview_screen_refusal(void)
{
	int why;

	if (!fview_curses_load())
		return "ncurses is not installed";
	if (fview_curses.setupterm(NULL, STDOUT_FILENO, &why) != OK)
		return "this kind of terminal (TERM) is not known";
	fview_curses.del_curterm(*fview_curses.cur_term);
	return NULL;
}

enum ft_status
fview_screen_open(struct fview_screen **screen,
    const struct fview_screen_options *options, struct ft_error *err)
{
	struct fview_screen *made = ft_calloc(1, sizeof *made);
	enum ft_status status = FT_OK;
	int fd = fileno(options->out);

	assert(fview_curses.newterm && "fview_screen_refusal() was asked");
	made->options = *options;
	made->base.fresh = made->over.fresh = true;
	/* a crash restores the settings from before */
	status = fview_signals_start(err);
	if (status == FT_OK)
		fview_signals_guard(fd);
	if (status == FT_OK) {
		made->term = fview_entry_begin(options->out, options->in,
		    options->paint.depth == FT_DEPTH_TRUE);
		if (!made->term)
			status = ft_fail(err, FT_ENOENT,
			    "this kind of terminal is not known");
	}
	if (status != FT_OK) {
		fview_signals_stop();
		ft_free(made);
		return status;
	}
	set_modes(made);
	fview_curses.def_prog_mode();
	prepare_last_words(made);
	fview_signals_words(
	    ft_str_text(&made->last_words), made->last_words.len);
	follow_size(made);
	fview_curses.wrefresh(*fview_curses.stdscr);
	*screen = made;
	return FT_OK;
}

/* A terminal without an alternate screen is cleared. */
static void
leave(void)
{
	fview_curses.werase(*fview_curses.stdscr);
	fview_curses.wrefresh(*fview_curses.stdscr);
	fview_curses.endwin();
}

void
fview_screen_close(struct fview_screen *screen)
{
	if (!screen)
		return;
	fview_layer_close(&screen->over);
	fview_layer_close(&screen->base);
	leave();
	fview_curses.delscreen(screen->term);
	fview_signals_stop();
	ft_str_free(&screen->last_words);
	ft_free(screen);
}

void
fview_screen_suspend(struct fview_screen *screen)
{
	leave();
	fview_signals_suspend();
	fview_screen_resume(screen);
}

void
fview_screen_resume(struct fview_screen *screen)
{
	/* refresh() after endwin() enters the other screen again; stopped by
	   SIGSTOP there was no endwin(), but the shell has changed the modes */
	fview_curses.reset_prog_mode();
	fview_curses.wrefresh(*fview_curses.stdscr);
	follow_size(screen);
	fview_screen_redraw(screen);
}

/* ---- input --------------------------------------------------------------------- */

static uint32_t
key_of_code(wint_t code)
{
	static const struct {
		wint_t code;
		uint32_t key;
	} table[] = {
		{ KEY_UP, FVIEW_KEY_UP },
		{ KEY_DOWN, FVIEW_KEY_DOWN },
		{ KEY_LEFT, FVIEW_KEY_LEFT },
		{ KEY_RIGHT, FVIEW_KEY_RIGHT },
		{ KEY_SLEFT, FVIEW_KEY_SHIFT_LEFT },
		{ KEY_SRIGHT, FVIEW_KEY_SHIFT_RIGHT },
		{ KEY_PPAGE, FVIEW_KEY_PAGE_UP },
		{ KEY_NPAGE, FVIEW_KEY_PAGE_DOWN },
		{ KEY_HOME, FVIEW_KEY_HOME },
		{ KEY_END, FVIEW_KEY_END },
		{ KEY_BACKSPACE, FVIEW_KEY_BACKSPACE },
		{ KEY_ENTER, FVIEW_KEY_ENTER },
	};

	for (size_t i = 0; i < FT_COUNT(table); i++) {
		if (table[i].code == code)
			return table[i].key;
	}
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return FVIEW_KEY_F1 + (uint32_t)(code - KEY_F(1));
	return 0;
}

static void
take_mouse(struct fview_input *input)
{
	MEVENT event;

	if (fview_curses.getmouse(&event) != OK)
		return;
	input->click.row = event.y;
	input->click.col = event.x;
	input->click.button = event.bstate & BUTTON1_PRESSED   ? 1
			      : event.bstate & BUTTON4_PRESSED ? 4
#ifdef BUTTON5_PRESSED
			      : event.bstate & BUTTON5_PRESSED ? 5
#endif
							       : 0;
	if (input->click.button)
		input->kind = FVIEW_INPUT_MOUSE;
}

/* Read a typed key; returns false if there is none. */
static bool
take_key(struct fview_input *input)
{
	wint_t code;
	int kind = fview_curses.wget_wch(*fview_curses.stdscr, &code);

	if (kind == ERR)
		return false;
	if (kind == KEY_CODE_YES && code == KEY_MOUSE) {
		take_mouse(input);
		return true;
	}
	if (kind == KEY_CODE_YES && code == KEY_RESIZE) {
		input->kind = FVIEW_INPUT_RESIZE;
		return true;
	}
	/* plain characters: fview_press() knows which of them are keys */
	input->key = kind == KEY_CODE_YES ? key_of_code(code) : (uint32_t)code;
	if (input->key)
		input->kind = FVIEW_INPUT_KEY;
	return true;
}

static bool
take_signal(struct fview_screen *screen, struct fview_input *input)
{
	static const struct {
		int number;
		enum fview_input_kind kind;
	} kinds[] = {
		{ SIGWINCH, FVIEW_INPUT_RESIZE },
		{ SIGTSTP, FVIEW_INPUT_SUSPEND },
		{ SIGCONT, FVIEW_INPUT_RESUME },
	};
	int number = fview_signals_next();

	if (!number)
		return false;
	/* all others end it */
	input->kind = FVIEW_INPUT_END;
	input->signal = number;
	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (kinds[i].number == number)
			*input = (struct fview_input){ .kind = kinds[i].kind };
	if (number == SIGWINCH)
		follow_size(screen);
	return true;
}

/* A terminal that is gone is readable for ever and returns nothing. */
static bool
is_gone(struct fview_screen *screen, const struct pollfd *fd)
{
	if (fd->revents & (POLLERR | POLLNVAL))
		return true;
	if (fd->revents & (POLLIN | POLLHUP))
		screen->empty_reads++;
	return screen->empty_reads > ROTTEN;
}

void
fview_screen_wait(
    struct fview_screen *screen, int64_t ms, struct fview_input *input)
{
	struct pollfd fds[] = {
		{ .fd = fview_signals_fd(), .events = POLLIN },
		{ .fd = fileno(screen->options.in), .events = POLLIN },
	};
	int limit = ms < 0 ? -1 : ms > 3600000 ? 3600000 : (int)ms;

	*input = (struct fview_input){ .kind = FVIEW_INPUT_NONE };
	if (take_signal(screen, input))
		return;
	if (take_key(input)) {
		screen->empty_reads = 0;
		return;
	}
	if (poll(fds, 2, limit) <= 0 || take_signal(screen, input))
		return;
	if (take_key(input))
		screen->empty_reads = 0;
	else if (is_gone(screen, &fds[1]))
		input->kind = FVIEW_INPUT_END;
}

bool
fview_screen_has_input(const struct fview_screen *screen)
{
	struct pollfd fds[] = {
		{ .fd = fview_signals_fd(), .events = POLLIN },
		{ .fd = fileno(screen->options.in), .events = POLLIN },
	};

	return poll(fds, 2, 0) > 0;
}
