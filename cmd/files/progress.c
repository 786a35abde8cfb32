#include "files/progress.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "common/timetext.h"
#include "files/width.h"

/* Seconds of work before the line appears, between two drawings, and before the
 * time left is more than a guess. */
#define DELAY 1.0
#define PAUSE 0.1
#define SURE  2.0

#define ERASE "\r\033[K"

/* What a handler of a signal needs, too. */
static struct {
	volatile sig_atomic_t drawn;
	int fd;              /* the terminal */
	const char *program; /* NULL: nothing is shown */
	double idle;         /* when something else was shown last; seconds */
	double begun;        /* when the piece of work began */
	double last;         /* when the line was drawn last */
	struct ft_meter meter;
} line;

static double
clock_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- signals --------------------------------------------------------------------- */

void
ft_progress_die(int number)
{
	if (line.drawn)
		(void)!write(line.fd, ERASE, strlen(ERASE));
	signal(number, SIG_DFL);
	raise(number);
}

static void
erase(void)
{
	ft_cmd_guard(NULL);
	(void)!write(line.fd, ERASE, strlen(ERASE));
	line.drawn = false;
	ft_cmd_replace_handler(ft_progress_die, SIG_DFL);
}

/* ---- the text -------------------------------------------------------------------- */

/* Append "45,120". */
static void
add_number(struct ft_str *str, uint64_t number)
{
	if (number >= 1000)
		add_number(str, number / 1000);
	ft_str_addf(
	    str, number >= 1000 ? ",%03u" : "%u", (unsigned)(number % 1000));
}

static bool
is_part(const struct ft_meter *meter)
{
	return meter->total && meter->done <= meter->total;
}

static void
add_percent(struct ft_str *str, const struct ft_meter *meter)
{
	ft_str_addf(str, "%d %%",
	    (int)(100 * (double)meter->done / (double)meter->total));
}

/* Append "45,120 of 100,000 lines (45 %)". */
static void
add_counts(struct ft_str *str, const struct ft_meter *meter)
{
	if (meter->words) {
		ft_str_add(str, meter->words);
	} else {
		add_number(str, meter->done);
		if (is_part(meter)) {
			ft_str_add(str, " of ");
			add_number(str, meter->total);
		}
		ft_str_addf(str, " %s", meter->unit);
	}
	if (is_part(meter)) {
		ft_str_add(str, " (");
		add_percent(str, meter);
		ft_str_add_char(str, ')');
	}
}

/* Append MORE after a comma if it is not empty and fits into WIDTH columns. */
static void
add_if_fits(struct ft_str *str, const char *more, size_t width)
{
	if (*more && str->len + 2 + strlen(more) <= width)
		ft_str_addf(str, ", %s", more);
}

/* Append the line, all ASCII; SPENT: seconds since the piece of work began. */
static void
compose(struct ft_str *str, const struct ft_meter *meter, double spent,
    size_t width)
{
	struct ft_str left FT_CLEANUP(ft_str_free) = { 0 };
	double part =
	    is_part(meter) ? (double)meter->done / (double)meter->total : 0;
	size_t name;

	ft_str_add(str, meter->doing ? meter->doing : line.program);
	if (meter->words || meter->done || meter->total) {
		ft_str_add(str, ": ");
		name = str->len;
		add_counts(str, meter);
		if (str->len > width && is_part(meter)) {
			str->len = name;
			add_percent(str, meter);
		}
	} else if (spent >= 1) {
		ft_str_add(str, ": ");
		ft_timetext_add_span(str, (int64_t)spent);
	}
	if (str->len > width)
		str->len = width;
	if (part >= 0.01 && part < 1 && spent >= SURE) {
		ft_timetext_add_span(
		    &left, (int64_t)(spent * (1 - part) / part + 1));
		ft_str_add(&left, " left");
		add_if_fits(str, ft_str_text(&left), width);
	}
	add_if_fits(str, meter->aside ? meter->aside : "", width);
}

/* ---- drawing --------------------------------------------------------------------- */

/* A process in the background leaves the terminal to that in the foreground. */
static bool
is_in_foreground(void)
{
	pid_t group = tcgetpgrp(line.fd);

	return group < 0 || group == getpgrp();
}

static void
draw(const struct ft_meter *meter, double spent)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
	int width = ft_width_of(line.fd);

	/* a character in the last column may begin a new line */
	compose(&text, meter, spent, width > 1 ? (size_t)width - 1 : 0);
	ft_str_addf(&str, "\r%.*s\033[K", (int)text.len, ft_str_text(&text));
	if (!line.drawn) {
		ft_cmd_replace_handler(SIG_DFL, ft_progress_die);
		ft_cmd_guard(erase);
		line.drawn = true;
	}
	(void)!write(line.fd, str.data, str.len);
}

static void
show(struct ft_meter *meter)
{
	double now;

	if (!line.program)
		return;
	now = clock_now();
	if (meter->begun)
		line.begun = now;
	meter->begun = false;
	if (now - line.idle < DELAY || now - line.last < PAUSE ||
	    !is_in_foreground())
		return;
	line.last = now;
	draw(meter, now - line.begun);
}

/* ---- from start to end ----------------------------------------------------------- */

void
ft_progress_start(const struct ft_context *context)
{
	const char *terminal = ft_cmd_variable("TERM");

	if (context->slurm || context->cmd->draws || !isatty(STDERR_FILENO) ||
	    !terminal || strcmp(terminal, "dumb") == 0)
		return;
	line.fd = STDERR_FILENO;
	line.program = context->cmd->name;
	line.meter = (struct ft_meter){ .show = show };
	line.idle = line.begun = clock_now();
}

struct ft_meter *
ft_progress_meter(void)
{
	return line.program ? &line.meter : NULL;
}

void
ft_progress_pause(void)
{
	if (!line.program)
		return;
	if (line.drawn && is_in_foreground())
		erase();
	line.idle = clock_now();
}

void
ft_progress_abandon(void)
{
	line.program = NULL;
	line.drawn = false;
}
