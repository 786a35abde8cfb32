#include "common/cmd.h"

#include "base/mem.h"
#include "base/str.h"
#include "common/complete.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
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
	struct pollfd end = { .fd = fileno(file), .events = POLLOUT };

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
	if (fflush(context->out) == 0 && !ferror(context->out))
		return true;
	/* what failed before the last write has left no number behind: again */
	if (!errno && !reader_left(context->out))
		(void)!write(fileno(context->out), "\n", 1);
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

void
ft_cmd_guard(void (*back)(void))
{
	restore = back;
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

/* ---- a program --------------------------------------------------------------- */

int
ft_cmd_main(const struct ft_cmd *cmd, int argc, char **argv)
{
	struct ft_context context = { .cmd = cmd,
		.in = stdin,
		.out = stdout,
		.err = stderr,
		.argc = argc,
		.argv = argv };
	int status;

	/* Numbers are printed and read in the C locale. */
	setlocale(LC_CTYPE, "");
	context.program =
	    argc > 0 && argv[0] && *argv[0] ? last_part(argv[0]) : cmd->name;
	program = context.program;
	ft_mem_set_handler(out_of_memory);
	context.slurm =
	    *cmd->slurm_name && strcmp(context.program, cmd->slurm_name) == 0;
	if (!context.slurm && ft_complete_is_asked(argc, argv))
		status = ft_complete_answer(&context, argc, argv);
	else
		status = cmd->run(&context, argc, argv);
	if (!finish(&context) && status == 0)
		status = 1;
	return status;
}

static void print_line(const struct ft_context *context, const char *kind,
    const char *format, va_list args) __attribute__((format(printf, 3, 0)));
static void
print_line(const struct ft_context *context, const char *kind,
    const char *format, va_list args)
{
	struct ft_str text = { 0 };

	fflush(context->out);
	ft_str_addv(&text, format, args);
	/* one line, whatever a name holds; Slurm passes it on as it is */
	for (size_t i = 0; i < text.len && !context->slurm; i++)
		if ((unsigned char)text.data[i] < ' ' || text.data[i] == 127)
			text.data[i] = '?';
	fprintf(context->err, "%s: %s: %s\n", context->program, kind,
	    ft_str_text(&text));
	ft_str_free(&text);
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
	if (err->status != FT_EPARSE)
		return ft_cmd_fail(context, err);
	fprintf(context->err, "%s\n", err->text);
	return 1;
}
