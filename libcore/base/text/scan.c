#include "base/text/scan.h"

enum ft_status
ft_scan_fail(
    const struct ft_scan *scan, const char *at, const char *format, ...)
{
	va_list args;

	if (scan->column)
		*scan->column = (size_t)(at - scan->text);
	va_start(args, format);
	ft_failv(scan->err, FT_EPARSE, format, args);
	va_end(args);
	return FT_EPARSE;
}
