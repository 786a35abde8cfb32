#include "io/text/logical.h"

static bool
is_control(char c)
{
	return ((unsigned char)c < ' ' && c != '\t') || c == 0x7f;
}

void
ft_logical_init(
    struct ft_logical *logical, const char *file, const char *text, size_t size)
{
	memset(logical, 0, sizeof *logical);
	ft_cursor_init(&logical->cursor, file, text, size);
}

void
ft_logical_free(struct ft_logical *logical)
{
	ft_str_free(&logical->buffer);
	ft_free(logical->mark);
	logical->mark = NULL;
	logical->n_mark = logical->cap_mark = 0;
}

enum ft_status
ft_logical_check_line(const struct ft_cursor *cursor, struct ft_error *err)
{
	for (size_t i = 0; i < cursor->len; i++) {
		char c = cursor->at[i];

		if (is_control(c))
			return ft_cursor_fail(cursor, cursor->at + i, err,
			    "control character 0x%02x", (unsigned char)c);
	}
	return FT_OK;
}

/*
 * Returns whether none of the bytes is a control character, \, # or DEL; a tab counts
 * as one, which only costs time.  Eight bytes at a time, as every file is scanned.
 */
FT_WRAPS static bool
is_plain(const char *at, size_t len)
{
	const uint64_t ones = UINT64_MAX / 255, tops = ones << 7;
	const uint64_t escape = ones * '\\', hash = ones * '#';

	while (len) {
		size_t n = len < 8 ? len : 8;
		uint64_t word = ones * ' ', low;

		memcpy(&word, at, n);
		low = (word - ones * ' ') & ~word;
		low |= ((word ^ escape) - ones) & ~(word ^ escape);
		low |= ((word ^ hash) - ones) & ~(word ^ hash);
		low |= ((word ^ ones * 0x7f) - ones) & ~(word ^ ones * 0x7f);
		if (low & tops)
			return false;
		at += n;
		len -= n;
	}
	return true;
}

/* Check the current line; *special: it has comments or escapes. */
static enum ft_status
look_at_line(
    const struct ft_cursor *cursor, bool *special, struct ft_error *err)
{
	*special = false;
	if (is_plain(cursor->at, cursor->len))
		return FT_OK;
	*special = memchr(cursor->at, '\\', cursor->len) ||
		   memchr(cursor->at, '#', cursor->len);
	return ft_logical_check_line(cursor, err);
}

/* Note that the next byte of the buffer comes from AT in the current line. */
static void
add_mark(struct ft_logical *logical, const char *at)
{
	const struct ft_cursor *cursor = &logical->cursor;

	*ft_vec_add(logical->mark, logical->n_mark, logical->cap_mark) =
	    (struct ft_logical_mark){
		    .offset = logical->buffer.len,
		    .line = cursor->line,
		    .column = (size_t)(at - cursor->at) + 1,
	    };
}

/* Append the current line without comment and escapes; returns whether it joins the
 * next one. */
static bool
add_line(struct ft_logical *logical)
{
	const char *at = logical->cursor.at;
	const char *end = at + logical->cursor.len;
	const char *start = at;

	add_mark(logical, at);
	while (at < end && *at != '#') {
		if (*at != '\\') {
			at++;
			continue;
		}
		if (at + 1 < end && at[1] != '\\' && at[1] != '#') {
			at++;
			continue;
		}
		ft_str_add_n(&logical->buffer, start, (size_t)(at - start));
		if (at + 1 == end)
			return true;
		start = at + 1;
		add_mark(logical, start);
		at += 2;
	}
	ft_str_add_n(&logical->buffer, start, (size_t)(at - start));
	return false;
}

static enum ft_status
join_lines(struct ft_logical *logical, struct ft_error *err)
{
	logical->copied = true;
	ft_str_clear(&logical->buffer);
	while (add_line(logical)) {
		bool special;

		if (!ft_cursor_line(&logical->cursor)) {
			logical->open = true;
			break;
		}
		FT_TRY(look_at_line(&logical->cursor, &special, err));
	}
	logical->at = ft_str_text(&logical->buffer);
	logical->len = logical->buffer.len;
	return FT_OK;
}

enum ft_status
ft_logical_next(struct ft_logical *logical, bool *more, struct ft_error *err)
{
	struct ft_cursor *cursor = &logical->cursor;
	enum ft_status status;
	bool special;

	logical->from = cursor->next;
	*more = ft_cursor_line(cursor);
	if (!*more)
		return FT_OK;
	logical->n_mark = 0;
	logical->copied = false;
	logical->line = cursor->line;
	logical->at = cursor->at;
	logical->len = cursor->len;
	status = look_at_line(cursor, &special, err);
	if (status == FT_OK && special)
		status = join_lines(logical, err);
	logical->to = cursor->next;
	return status;
}

void
ft_logical_where(const struct ft_logical *logical, const char *place,
    size_t *line, size_t *column)
{
	size_t offset = (size_t)(place - logical->at);
	size_t i = logical->n_mark;

	*line = logical->line;
	*column = offset + 1;
	while (i > 0 && logical->mark[i - 1].offset > offset)
		i--;
	if (i > 0) {
		*line = logical->mark[i - 1].line;
		*column = logical->mark[i - 1].column + offset -
			  logical->mark[i - 1].offset;
	}
}

enum ft_status
ft_logical_blame(
    const struct ft_logical *logical, const char *place, struct ft_error *err)
{
	size_t line, column;

	ft_logical_where(logical, place, &line, &column);
	return ft_error_locate(err, logical->cursor.file, line, column);
}

enum ft_status
ft_logical_fail(const struct ft_logical *logical, const char *place,
    struct ft_error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	ft_failv(err, FT_EPARSE, format, args);
	va_end(args);
	return ft_logical_blame(logical, place, err);
}
