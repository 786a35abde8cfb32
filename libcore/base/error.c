#include "base/base.h"

enum ft_status
ft_fail(struct ft_error *err, enum ft_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_failv(err, status, format, args);
	va_end(args);
	return status;
}

enum ft_status
ft_failv(struct ft_error *err, enum ft_status status, const char *format,
    va_list args)
{
	if (err) {
		err->status = status;
		err->place = 0;
		vsnprintf(err->text, sizeof err->text, format, args);
	}
	return status;
}

void
ft_error_prefix(struct ft_error *err, const char *format, ...)
{
	char prefix[sizeof err->text];
	va_list args;
	size_t len, keep;

	if (!err)
		return;
	va_start(args, format);
	vsnprintf(prefix, sizeof prefix, format, args);
	va_end(args);
	err->place = 0;
	len = strlen(prefix);
	keep = strlen(err->text);
	if (keep > sizeof err->text - 1 - len)
		keep = sizeof err->text - 1 - len;
	memmove(err->text + len, err->text, keep);
	memcpy(err->text, prefix, len);
	err->text[len + keep] = '\0';
}

void
ft_error_at(struct ft_error *err, const char *place)
{
	ft_error_prefix(err, "%s: ", place);
	if (err && strchr(place, ':'))
		err->place = strlen(place);
}

enum ft_status
ft_error_locate(
    struct ft_error *err, const char *file, size_t line, size_t column)
{
	if (!err)
		return FT_EPARSE;
	ft_error_prefix(err, "%s:%zu:%zu: ", file, line, column);
	err->place =
	    (size_t)snprintf(NULL, 0, "%s:%zu:%zu", file, line, column);
	return err->status = FT_EPARSE;
}

const char *
ft_error_what(const struct ft_error *err)
{
	return err->text + err->place + (err->place ? strlen(": ") : 0);
}
