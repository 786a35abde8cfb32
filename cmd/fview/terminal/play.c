#include "fview/terminal/play.h"

#include <time.h>
#include <unistd.h>

#include "fview/app.h"
#include "fview/output/output.h"
#include "fview/terminal/screen.h"

#define LOOK_MS  700 /* between two checks of the store */
#define SLICE_MS 100 /* of a forecast, between two frames */
#define SLOW_MS  500 /* then one future is drawn while it is simulated */
#define EVERY    64  /* questions whether to stop, of which one is answered */

struct player {
	struct fview_args *args;
	struct fview_app app;
	struct fview_script script;
	size_t pressed;  /* keys of the script so far */
	int64_t resting; /* milliseconds until its next key */
	struct fview_screen *screen;
	struct fview_grid grid, over;
	int64_t now;  /* monotonic clock at the last tick of the view */
	int64_t next; /* of fview_tick(): -1 paused */
	int64_t look; /* until the next check of the store; -1: never */
	bool dirty;
	int64_t drawn;  /* when the frame was drawn last */
	unsigned asked; /* how often a forecast asked whether to stop */
	int signal;     /* that ends the program */
	FILE *tty;      /* opened by us */
};

/* ---- what the terminal can do ---------------------------------------------------- */

bool
fview_can_play(const struct fview_args *args, const char **why)
{
	const char *term = ft_cmd_variable("TERM");

	*why = NULL;
	if (!isatty(fileno(args->context->out)))
		return false;
	if (!term)
		*why = "TERM is not set";
	else if (strcmp(term, "dumb") == 0)
		*why = "the terminal is dumb";
	else
		*why = fview_screen_refusal();
	return !*why;
}

static bool
want_ascii(const struct fview_args *args)
{
	return !ft_cmd_shows_utf8() || args->ascii;
}

/* $LINES, $COLUMNS */
static int
size_variable(const char *name)
{
	const char *value = ft_cmd_variable(name);
	uint32_t number;

	if (!value || !ft_num_u32(value, &number) || number < 1 ||
	    number > 1000)
		return 0;
	return (int)number;
}

static enum ft_status
open_screen(struct player *player, struct ft_error *err)
{
	const struct fview_args *args = player->args;
	struct fview_screen_options options = {
		.in = args->context->in,
		.out = args->context->out,
		.paint = ft_color_paint(args->context, args->color),
		.mouse = !args->no_mouse,
		.rows = size_variable("LINES"),
		.cols = size_variable("COLUMNS"),
	};

	if (!isatty(fileno(options.in))) {
		player->tty = fopen("/dev/tty", "r");
		if (!player->tty)
			return ft_fail(err, FT_EIO,
			    "no terminal to read keys from: %s",
			    strerror(errno));
		options.in = player->tty;
	}
	fflush(options.out);
	return fview_screen_open(&player->screen, &options, err);
}

/* ---- time ------------------------------------------------------------------------ */

static int64_t
milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Pass the time since the last tick to the view. */
static void
tell_time(struct player *player)
{
	int64_t now = milliseconds(), passed = now - player->now;

	if (player->next >= 0 && passed >= player->next)
		player->dirty = true;
	player->next = fview_tick(player->app.view, passed);
	player->resting -= passed;
	if (player->look >= 0)
		player->look -= passed;
	player->now = now;
}

static void
look_at_store(struct player *player)
{
	if (player->look < 0 && !player->app.loader->open)
		return;
	if (player->look > 0)
		return;
	player->dirty |= fview_app_watch(&player->app);
	player->look = LOOK_MS;
}

static int64_t
earlier(int64_t a, int64_t b)
{
	return a < 0 ? b : b < 0 ? a : a < b ? a : b;
}

/* The longest wait for a key; -1: for ever. */
static int64_t
patience(const struct player *player)
{
	int64_t wait = player->next;

	if (fview_awaits(player->app.view) != FVIEW_TOPIC_NOTHING)
		return 0;
	if (player->app.loader->open)
		wait = earlier(wait, player->look > 0 ? player->look : 0);
	if (player->pressed < player->script.n)
		wait = earlier(wait, player->resting > 0 ? player->resting : 0);
	return wait;
}

/* ---- input ------------------------------------------------------------------------ */

/* Press the next key of the script, unless it waits. */
static void
press_script(struct player *player)
{
	const struct fview_stroke *stroke;

	if (player->pressed >= player->script.n || player->resting > 0)
		return;
	stroke = &player->script.stroke[player->pressed++];
	player->resting = stroke->wait;
	if (!stroke->key)
		return;
	fview_app_press(&player->app, stroke->key,
	    fview_screen_rows(player->screen),
	    fview_screen_cols(player->screen));
	player->dirty = true;
}

static void
take(struct player *player, const struct fview_input *input)
{
	int rows = fview_screen_rows(player->screen);
	int cols = fview_screen_cols(player->screen);

	if (input->kind != FVIEW_INPUT_NONE)
		player->dirty = true;
	switch (input->kind) {
	case FVIEW_INPUT_NONE:
	case FVIEW_INPUT_RESIZE:
		break;
	case FVIEW_INPUT_KEY:
		fview_app_press(&player->app, input->key, rows, cols);
		break;
	case FVIEW_INPUT_MOUSE:
		fview_app_mouse(&player->app, &input->click, rows, cols);
		break;
	case FVIEW_INPUT_SUSPEND:
		player->app.suspend = true;
		break;
	case FVIEW_INPUT_RESUME:
		fview_screen_resume(player->screen);
		break;
	case FVIEW_INPUT_END:
		player->app.quit = true;
		player->signal = input->signal;
		break;
	}
}

/* ---- drawing ---------------------------------------------------------------------- */

static void
show(struct player *player)
{
	struct fview_app *app = &player->app;
	int rows = fview_screen_rows(player->screen);
	int cols = fview_screen_cols(player->screen);
	struct fview_box place = { NULL, 0, 0, rows, cols };
	bool asked;

	if (app->redraw)
		fview_screen_redraw(player->screen);
	app->redraw = false;
	fview_app_draw(app, rows, cols, &player->grid);
	asked = fview_app_question(app, &player->over, &place);
	fview_screen_show(player->screen, &player->grid,
	    asked ? &player->over : NULL, place.row, place.col);
	player->drawn = milliseconds();
}

/* ---- forecasts --------------------------------------------------------------------- */

/* A key comes first: then the future is simulated again. */
static bool
is_interrupted(void *ctx)
{
	struct player *player = ctx;

	if (++player->asked % EVERY != 0)
		return false;
	if (milliseconds() - player->drawn > SLOW_MS) {
		fview_app_look_ahead(&player->app);
		show(player);
	}
	return fview_screen_has_input(player->screen);
}

/* Simulate futures for a while, or one that takes longer. */
static void
foresee(struct player *player)
{
	int64_t until = milliseconds() + SLICE_MS;

	if (fview_awaits(player->app.view) == FVIEW_TOPIC_NOTHING)
		return;
	while (fview_app_foresee(&player->app) && milliseconds() < until &&
	       !fview_screen_has_input(player->screen))
		;
	player->dirty = true;
}

/* An answer may take a while: the key is seen to work before it. */
static void
draw(struct player *player)
{
	show(player);
	player->dirty = fview_app_answer(&player->app);
}

/* ---- the loop ---------------------------------------------------------------------- */

static void
step(struct player *player)
{
	struct fview_input input;

	if (player->app.suspend) {
		player->app.suspend = false;
		fview_screen_suspend(player->screen);
		player->dirty = true;
	}
	while (player->dirty)
		draw(player);
	fview_screen_wait(player->screen, patience(player), &input);
	tell_time(player);
	take(player, &input);
	if (!player->app.quit)
		press_script(player);
	if (!player->app.quit)
		look_at_store(player);
	if (!player->app.quit && input.kind == FVIEW_INPUT_NONE)
		foresee(player);
	/* a key may have started it, or a slow key of the script */
	player->next = fview_tick(player->app.view, 0);
}

static enum ft_status
prepare(struct player *player, struct ft_error *err)
{
	struct fview_args *args = player->args;
	struct fview_caps caps = { want_ascii(args),
		ft_color_paint(args->context, args->color) };

	if (args->keys)
		FT_TRY(fview_read_keys(args->keys, &player->script, err));
	FT_TRY(fview_app_open(&player->app, &args->loader, &caps, err));
	FT_TRY(fview_start(args, &player->app, err));
	FT_TRY(open_screen(player, err));
	player->app.caps.paint = fview_screen_paint(player->screen);
	args->loader.stop = is_interrupted;
	args->loader.stop_ctx = player;
	player->now = milliseconds();
	player->next = fview_tick(player->app.view, 0);
	player->look = args->loader.open ? LOOK_MS : -1;
	player->dirty = true;
	return FT_OK;
}

enum ft_status
fview_play(struct fview_args *args, int *number, struct ft_error *err)
{
	struct player player = { .args = args };
	enum ft_status status;

	status = prepare(&player, err);
	while (status == FT_OK && !player.app.quit)
		step(&player);
	fview_screen_close(player.screen);
	*number = player.signal;
	fview_app_close(&player.app);
	fview_script_free(&player.script);
	fview_grid_free(&player.grid);
	fview_grid_free(&player.over);
	if (player.tty)
		fclose(player.tty);
	return status;
}
