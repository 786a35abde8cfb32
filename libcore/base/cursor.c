#include "base/cursor.h"

void
ft_cursor_init(
    struct ft_cursor *cursor, const char *file, const char *text, size_t size)
{
	if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		size -= 3;
	}
	*cursor = (struct ft_cursor){
		.file = file,
		.text = text,
		.size = size,
		.at = text,
	};
}

bool
ft_cursor_line(struct ft_cursor *cursor)
{
	const char *end;
	size_t left = cursor->size - cursor->next;

	if (!left)
		return false;
	cursor->at = cursor->text + cursor->next;
	end = memchr(cursor->at, '\n', left);
	cursor->len = end ? (size_t)(end - cursor->at) : left;
	cursor->next += cursor->len + (end != NULL);
	cursor->line++;
	/* A lone CR at the very end of the file is kept: it ends no line. */
	if (end && cursor->len && end[-1] == '\r')
		cursor->len--;
	return true;
}

enum ft_status
ft_cursor_fail(const struct ft_cursor *cursor, const char *place,
    struct ft_error *err, const char *format, ...)
{
	size_t column = place ? (size_t)(place - cursor->at) + 1 : 1;
	va_list args;

	va_start(args, format);
	ft_failv(err, FT_EPARSE, format, args);
	va_end(args);
	/* Before the first line, blame that one. */
	return ft_error_locate(
	    err, cursor->file, cursor->line ? cursor->line : 1, column);
}
