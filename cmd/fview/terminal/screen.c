#include "fview/terminal/screen.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <panel.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "fview/terminal/layer.h"
#include "fview/terminal/signals.h"
#include "fview/view.h"

#define ESCAPE_MS 25 /* how long Escape waits for the rest of a key */
#define ROTTEN    8  /* empty reads after which a terminal is gone */

struct view_screen {
	struct view_screen_options options;
	SCREEN *term;
	bool color, mouse;
	struct view_layer base, over;
	int empty_reads;
	struct ft_str last_words; /* to the terminal, in a crash */
};

/* ---- colours ------------------------------------------------------------------- */

static void
start_colors(struct view_screen *screen)
{
	if (!screen->options.color || !has_colors() || start_color() == ERR)
		return;
	/* without them, colours on the terminal's own ground are not to be had */
	if (use_default_colors() == ERR || COLORS < 8 ||
	    COLOR_PAIRS <= VIEW_STYLE_COUNT)
		return;
	for (int i = 0; i < VIEW_STYLE_COUNT; i++) {
		const struct view_style_info *info = &view_styles[i];

		if (COLORS >= 256)
			init_pair((short)(i + 1), info->fg256, info->bg256);
		else
			init_pair((short)(i + 1), info->fg16, info->bg16);
	}
	screen->color = true;
}

void
view_screen_show(struct view_screen *screen, const struct view_grid *base,
    const struct view_grid *over, int row, int col)
{
	bool color = screen->color && base->color;

	if (!view_layer_place(&screen->base, base->rows, base->cols, 0, 0))
		return;
	view_layer_put(&screen->base, base, color);
	if (!over)
		view_layer_close(&screen->over);
	else if (view_layer_place(
		     &screen->over, over->rows, over->cols, row, col))
		view_layer_put(&screen->over, over, color);
	if (screen->over.panel)
		top_panel(screen->over.panel);
	update_panels();
	doupdate();
}

void
view_screen_redraw(struct view_screen *screen)
{
	clearok(curscr, TRUE);
	if (screen->base.window)
		touchwin(screen->base.window);
	if (screen->over.window)
		touchwin(screen->over.window);
}

int
view_screen_rows(const struct view_screen *screen)
{
	(void)screen;
	return LINES > 0 ? LINES : 1;
}

int
view_screen_cols(const struct view_screen *screen)
{
	(void)screen;
	return COLS > 0 ? COLS : 1;
}

bool
view_screen_color(const struct view_screen *screen)
{
	return screen->color;
}

/* The terminal has another size now; what $LINES and $COLUMNS fix stays. */
static void
follow_size(struct view_screen *screen)
{
	struct winsize size;
	int rows = LINES, cols = COLS;

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
	if (rows == LINES && cols == COLS)
		return;
	/* windows first: panels of the old size would be moved about */
	view_layer_close(&screen->over);
	view_layer_close(&screen->base);
	resizeterm(rows, cols);
}

/* ---- open and close ------------------------------------------------------------ */

static struct ft_str *gathered; /* what tputs writes */

static int
gather(int c)
{
	ft_str_add_char(gathered, (char)c);
	return c;
}

/* What gives the terminal back, made while there is memory to make it. */
static void
prepare_last_words(struct view_screen *screen)
{
	/* attributes off, colours off, cursor seen, the other screen */
	static const char *const names[] = { "sgr0", "op", "cnorm", "rmcup" };

	gathered = &screen->last_words;
	for (size_t i = 0; i < FT_COUNT(names); i++) {
		const char *text = tigetstr(names[i]);

		if (text && text != (char *)-1)
			tputs(text, 1, gather);
	}
}

static void
set_modes(struct view_screen *screen)
{
	set_escdelay(ESCAPE_MS);
	cbreak();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	leaveok(stdscr, TRUE);
	curs_set(0);
	start_colors(screen);
	screen->mouse = screen->options.mouse;
	if (screen->mouse) {
		mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED
#ifdef BUTTON5_PRESSED
			      | BUTTON5_PRESSED
#endif
		    ,
		    NULL);
		mouseinterval(0);
	}
}

bool
view_screen_known(void)
{
	int why;

	if (setupterm(NULL, STDOUT_FILENO, &why) != OK)
		return false;
	del_curterm(cur_term);
	return true;
}

enum ft_status
view_screen_open(struct view_screen **screen,
    const struct view_screen_options *options, struct ft_error *err)
{
	struct view_screen *made = ft_calloc(1, sizeof *made);
	enum ft_status status = FT_OK;
	int fd = fileno(options->out);

	made->options = *options;
	made->base.fresh = made->over.fresh = true;
	/* the settings of before are what a crash brings back */
	status = view_signals_start(err);
	if (status == FT_OK)
		view_signals_guard(fd);
	if (status == FT_OK) {
		made->term = newterm(NULL, options->out, options->in);
		if (!made->term)
			status = ft_fail(err, FT_ENOENT,
			    "this kind of terminal is not known");
	}
	if (status != FT_OK) {
		view_signals_stop();
		ft_free(made);
		return status;
	}
	set_modes(made);
	def_prog_mode();
	prepare_last_words(made);
	view_signals_words(
	    ft_str_text(&made->last_words), made->last_words.len);
	follow_size(made);
	refresh();
	*screen = made;
	return FT_OK;
}

/* Where there is no other screen to go back to, nothing of ours stays. */
static void
leave(void)
{
	erase();
	refresh();
	endwin();
}

void
view_screen_close(struct view_screen *screen)
{
	if (!screen)
		return;
	view_layer_close(&screen->over);
	view_layer_close(&screen->base);
	leave();
	delscreen(screen->term);
	view_signals_stop();
	ft_str_free(&screen->last_words);
	ft_free(screen);
}

void
view_screen_suspend(struct view_screen *screen)
{
	leave();
	view_signals_suspend();
	view_screen_resume(screen);
}

void
view_screen_resume(struct view_screen *screen)
{
	/* refresh() after endwin() enters the other screen again; stopped by
	   SIGSTOP there was no endwin(), but the shell has changed the modes */
	reset_prog_mode();
	refresh();
	follow_size(screen);
	view_screen_redraw(screen);
}

/* ---- input --------------------------------------------------------------------- */

static uint32_t
key_of_code(wint_t code)
{
	static const struct {
		wint_t code;
		uint32_t key;
	} table[] = {
		{ KEY_UP, VIEW_KEY_UP },
		{ KEY_DOWN, VIEW_KEY_DOWN },
		{ KEY_LEFT, VIEW_KEY_LEFT },
		{ KEY_RIGHT, VIEW_KEY_RIGHT },
		{ KEY_SLEFT, VIEW_KEY_SHIFT_LEFT },
		{ KEY_SRIGHT, VIEW_KEY_SHIFT_RIGHT },
		{ KEY_PPAGE, VIEW_KEY_PAGE_UP },
		{ KEY_NPAGE, VIEW_KEY_PAGE_DOWN },
		{ KEY_HOME, VIEW_KEY_HOME },
		{ KEY_END, VIEW_KEY_END },
		{ KEY_BACKSPACE, VIEW_KEY_BACKSPACE },
		{ KEY_ENTER, VIEW_KEY_ENTER },
	};

	for (size_t i = 0; i < FT_COUNT(table); i++) {
		if (table[i].code == code)
			return table[i].key;
	}
	if (code >= KEY_F(1) && code <= KEY_F(12))
		return VIEW_KEY_F1 + (uint32_t)(code - KEY_F(1));
	return 0;
}

static void
take_mouse(struct view_input *input)
{
	MEVENT event;

	if (getmouse(&event) != OK)
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
		input->kind = VIEW_INPUT_MOUSE;
}

/* Take what was typed; returns false when there is nothing. */
static bool
take_key(struct view_input *input)
{
	wint_t code;
	int kind = get_wch(&code);

	if (kind == ERR)
		return false;
	if (kind == KEY_CODE_YES && code == KEY_MOUSE) {
		take_mouse(input);
		return true;
	}
	if (kind == KEY_CODE_YES && code == KEY_RESIZE) {
		input->kind = VIEW_INPUT_RESIZE;
		return true;
	}
	/* characters as they are: view_press() knows what stands for a key */
	input->key = kind == KEY_CODE_YES ? key_of_code(code) : (uint32_t)code;
	if (input->key)
		input->kind = VIEW_INPUT_KEY;
	return true;
}

static bool
take_signal(struct view_screen *screen, struct view_input *input)
{
	static const struct {
		int number;
		enum view_input_kind kind;
	} kinds[] = {
		{ SIGWINCH, VIEW_INPUT_RESIZE },
		{ SIGTSTP, VIEW_INPUT_SUSPEND },
		{ SIGCONT, VIEW_INPUT_RESUME },
	};
	int number = view_signals_next();

	if (!number)
		return false;
	/* all others end it */
	input->kind = VIEW_INPUT_END;
	input->signal = number;
	for (size_t i = 0; i < FT_COUNT(kinds); i++)
		if (kinds[i].number == number)
			*input = (struct view_input){ .kind = kinds[i].kind };
	if (number == SIGWINCH)
		follow_size(screen);
	return true;
}

/* A terminal that has gone away is readable and gives nothing, for ever. */
static bool
is_gone(struct view_screen *screen, const struct pollfd *fd)
{
	if (fd->revents & (POLLERR | POLLNVAL))
		return true;
	if (fd->revents & (POLLIN | POLLHUP))
		screen->empty_reads++;
	return screen->empty_reads > ROTTEN;
}

void
view_screen_wait(
    struct view_screen *screen, int64_t ms, struct view_input *input)
{
	struct pollfd fds[] = {
		{ .fd = view_signals_fd(), .events = POLLIN },
		{ .fd = fileno(screen->options.in), .events = POLLIN },
	};
	int limit = ms < 0 ? -1 : ms > 3600000 ? 3600000 : (int)ms;

	*input = (struct view_input){ .kind = VIEW_INPUT_NONE };
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
		input->kind = VIEW_INPUT_END;
}
