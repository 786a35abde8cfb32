/* cmd.c - messages, and the way out when memory is exhausted. */
#include "cli/cmd.h"

#include "base/text/text.h"
#include "cli/sanitize.h"

#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

const char *
ft_cmd_variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

const char *
ft_cmd_variable_as(const struct ft_context *context, const char *name)
{
	return context->slurm ? getenv(name) : ft_cmd_variable(name);
}

bool
ft_cmd_shows_utf8(void)
{
	/* the rest stays in the C locale: numbers are printed and read in it */
	setlocale(LC_CTYPE, "");
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* ---- memory ----------------------------------------------------------------- */

/* Handlers have no argument to carry these. */
static const char *program;
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

void
ft_cmd_replace_handler(void (*old)(int), void (*new)(int))
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction action;

	for (size_t i = 0; i < FT_COUNT(ends); i++)
		if (sigaction(ends[i], NULL, &action) == 0 &&
		    action.sa_handler == old)
			signal(ends[i], new);
}

/*
 * Nothing is flushed or rolled back here, which could need memory: the next
 * process that opens the store undoes an open transaction.
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

void
ft_cmd_watch_memory(const char *name)
{
	program = name;
	ft_mem_set_handler(out_of_memory);
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

/* ---- messages --------------------------------------------------------------- */

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
	/* a name cannot break the line; Slurm prints its bytes unchanged */
	ft_text_mask(&line, ft_str_text(&text), text.len,
	    context->slurm ? FT_TEXT_BYTES : FT_TEXT_WORD);
	fprintf(context->err, "%s: %s: %s\n", context->program, kind,
	    ft_str_text(&line));
	if (strcmp(kind, "error") == 0)
		ft_sanitize_forget(ft_str_text(&text));
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
	/* an empty text: the message was printed already */
	if (*err->text)
		ft_cmd_error(context, "%s", err->text);
	return err->status == FT_EABSENT && context->slurm
		   ? context->cmd->down_status
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
	ft_sanitize_forget(err->text);
	return 1;
}
