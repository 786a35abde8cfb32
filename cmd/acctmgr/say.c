/* What facctmgr says, on either stream. */
#include <stdarg.h>

#include "acctmgr/acctmgr.h"
#include "base/str.h"

void
acct_say(struct acct *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(acct->context->out, format, args);
	va_end(args);
}

void
acct_complain(struct acct *acct, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(acct->context->err, format, args);
	va_end(args);
}

void
acct_error(struct acct *acct, const char *format, ...)
{
	struct ft_str text = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&text, format, args);
	va_end(args);
	if (acct->context->slurm)
		acct_complain(acct, "%s: error: %s\n", acct->context->program,
		    ft_str_text(&text));
	else
		ft_cmd_error(acct->context, "%s", ft_str_text(&text));
	ft_str_free(&text);
}
