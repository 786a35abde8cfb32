#include "common/cmd.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Returns the last part of a path. */
static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
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
	if (errno == EPIPE)
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
	context.slurm =
	    *cmd->slurm_name && strcmp(context.program, cmd->slurm_name) == 0;
	status = cmd->run(&context, argc, argv);
	if (!finish(&context) && status == 0)
		status = 1;
	return status;
}

int
ft_cmd_error(const struct ft_context *context, const char *format, ...)
{
	va_list args;

	fflush(context->out);
	fprintf(context->err, "%s: error: ", context->program);
	va_start(args, format);
	vfprintf(context->err, format, args);
	va_end(args);
	fputc('\n', context->err);
	return 1;
}

int
ft_cmd_fail(const struct ft_context *context, const struct ft_error *err)
{
	if (!*err->text)
		return 1; /* all was said already */
	return ft_cmd_error(context, "%s", err->text);
}
