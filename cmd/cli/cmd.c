#include "cli/cmd.h"

#include "base/text/text.h"
#include "cli/clean.h"
#include "cli/complete.h"
#include "files/stream.h"

#include <locale.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

/* Returns the last part of a path. */
static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Whether nobody reads the pipe or socket that FILE is any more. */
static bool
reader_left(FILE *file)
{
	struct pollfd end = { .fd = ft_stream_fd(file), .events = POLLOUT };

	return poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP));
}

/*
 * Flush; returns whether all could be written.  A reader that has gone away is
 * no error, nor worth a word.
 */
static bool
finish(const struct ft_context *context)
{
	errno = 0;
	if (ft_stream_end(context->out) == 0 && !ferror(context->out))
		return true;
	/* what failed before the last write has left no number behind: again */
	if (!errno && !reader_left(context->out))
		(void)!write(ft_stream_fd(context->out), "\n", 1);
	if (errno == EPIPE || (!errno && reader_left(context->out)))
		return true;
	ft_cmd_error(context, "cannot write output: %s",
	    errno ? strerror(errno) : "a write failed");
	return false;
}

const char *
ft_cmd_variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

/* ---- memory ----------------------------------------------------------------- */

/* Handlers have no argument to carry these. */
static const char *program = "fairtree";
static void (*restore)(void);
static struct {
	int fd;
	struct termios settings;
} terminal;

void
ft_cmd_guard(void (*back)(void))
{
	restore = back;
}

/* The message has a line of its own; a terminal may be open for reading only. */
static void
restore_terminal(void)
{
	(void)!write(terminal.fd, "\n", 1);
	(void)tcsetattr(terminal.fd, TCSANOW, &terminal.settings);
}

void
ft_cmd_guard_terminal(int fd)
{
	terminal.fd = fd;
	if (tcgetattr(fd, &terminal.settings) == 0)
		ft_cmd_guard(restore_terminal);
}

/*
 * The one way out: what is half printed stays unprinted, what is open in a
 * store is undone by whoever opens it next.
 */
static void
out_of_memory(size_t wanted)
{
	char line[256];
	int len = wanted ? snprintf(line, sizeof line,
			       "%.100s: error: out of memory (%zu bytes wanted)"
			       "\n",
			       program, wanted)
			 : snprintf(line, sizeof line,
			       "%.100s: error: out of memory\n", program);

	if (restore)
		restore();
	if (len > 0)
		(void)!write(STDERR_FILENO, line, (size_t)len);
	_exit(1);
}

FILE *
ft_cmd_collect(char **text, size_t *n)
{
	FILE *file = open_memstream(text, n);

	if (!file)
		ft_mem_exhausted(0);
	return file;
}

void
ft_cmd_collected(FILE *file)
{
	bool whole = !ferror(file);

	if (fclose(file) != 0 || !whole)
		ft_mem_exhausted(0);
}

/*
 * No failure is silent: whatever forgot to say why, this is the last place.
 * Slurm's own commands are silent here and there, so this is ours alone.
 */
static void
say_failed(const struct ft_context *context)
{
	if (context->slurm || context->cmd->draws ||
	    ft_stream_wrote(context->out) || ft_stream_wrote(context->err))
		return;
	ft_cmd_error(context,
	    "failed without a reason (this is a defect; facctmgr check "
	    "reports a damaged store)");
}

/* ---- a program --------------------------------------------------------------- */

static void
open_streams(struct ft_context *context)
{
	enum ft_text_rule rule = context->slurm ? FT_TEXT_BYTES : FT_TEXT_LINES;

	context->out =
	    context->cmd->draws ? stdout : ft_stream_mask(stdout, rule);
	context->err = ft_stream_mask(stderr, rule);
	if (!context->out || !context->err)
		ft_mem_exhausted(0);
}

int
ft_cmd_main(const struct ft_cmd *cmd, int argc, char **argv)
{
	struct ft_context context = {
		.cmd = cmd, .in = stdin, .argc = argc, .argv = argv
	};
	int status;

	/* Numbers are printed and read in the C locale. */
	setlocale(LC_CTYPE, "");
	context.program =
	    argc > 0 && argv[0] && *argv[0] ? last_part(argv[0]) : cmd->name;
	program = context.program;
	ft_mem_set_handler(out_of_memory);
	context.slurm =
	    *cmd->slurm_name && strcmp(context.program, cmd->slurm_name) == 0;
	open_streams(&context);
	if (!ft_clean_command(&context))
		status = 1;
	else if (!context.slurm && ft_complete_is_asked(argc, argv))
		status = ft_complete_answer(&context, argc, argv);
	else
		status = ft_cmd_run(&context, argc, argv);
	ft_clean_report(&context);
	if (!finish(&context) && status == 0)
		status = 1;
	if (status != 0)
		say_failed(&context);
	(void)ft_stream_end(context.err);
	return status;
}

static void print_line(const struct ft_context *context, const char *kind,
    const char *format, va_list args) __attribute__((format(printf, 3, 0)));
static void
print_line(const struct ft_context *context, const char *kind,
    const char *format, va_list args)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 },
			   line FT_CLEANUP(ft_str_free) = { 0 };

	fflush(context->out);
	ft_str_addv(&text, format, args);
	/* one line, whatever a name holds; Slurm passes it on as it is */
	ft_text_mask(&line, ft_str_text(&text), text.len,
	    context->slurm ? FT_TEXT_BYTES : FT_TEXT_WORD);
	fprintf(context->err, "%s: %s: %s\n", context->program, kind,
	    ft_str_text(&line));
}

int
ft_cmd_error(const struct ft_context *context, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(context, "error", format, args);
	va_end(args);
	return 1;
}

void
ft_cmd_warning(const struct ft_context *context, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(context, "warning", format, args);
	va_end(args);
}

int
ft_cmd_misuse(const struct ft_context *context, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_line(context, "error", format, args);
	va_end(args);
	fprintf(context->err, "Try '%s%s%s --help' for more information\n",
	    context->program, context->verb ? " " : "",
	    context->verb ? context->verb : "");
	return 1;
}

int
ft_cmd_fail(const struct ft_context *context, const struct ft_error *err)
{
	/* without a text all was said already */
	if (*err->text)
		ft_cmd_error(context, "%s", err->text);
	return err->status == FT_EABSENT && context->slurm
		   ? context->cmd->unanswered_status
		   : 1;
}

int
ft_cmd_fail_file(const struct ft_context *context, const struct ft_error *err)
{
	struct ft_str line FT_CLEANUP(ft_str_free) = { 0 };

	if (err->status != FT_EPARSE)
		return ft_cmd_fail(context, err);
	ft_text_mask(&line, err->text, strlen(err->text), FT_TEXT_WORD);
	fprintf(context->err, "%s\n", ft_str_text(&line));
	return 1;
}
