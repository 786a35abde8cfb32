/*
 * cursor.h - lines, words and their places, for all parsers of files.
 *
 * A cursor walks over a text in memory line by line and always knows where it
 * is, so that every message can start with file:line:column.
 */
#ifndef FT_BASE_CURSOR_H
#define FT_BASE_CURSOR_H

#include "base/base.h"

/* A file that has been read. */
struct ft_input {
	const char *file; /* its name, for messages */
	const char *text;
	size_t size;
};

struct ft_cursor {
	const char *file; /* for messages; borrowed */
	const char *text; /* whole input, not terminated; borrowed */
	size_t size;
	size_t next;    /* where the next line starts */
	size_t line;    /* number of the current line, from 1; 0 before */
	const char *at; /* the current line, without its line end */
	size_t len;
};

/* Begin before the first line of TEXT, after the mark of UTF-8 that editors of
 * Windows put there. */
void ft_cursor_init(
    struct ft_cursor *cursor, const char *file, const char *text, size_t size);
/* Step to the next line (LF or CRLF); returns false at the end. */
bool ft_cursor_line(struct ft_cursor *cursor);
/*
 * Set an FT_EPARSE error "file:line:column: message" about the byte at PLACE
 * in the current line (NULL: its start) and return it.
 */
enum ft_status ft_cursor_fail(const struct ft_cursor *cursor, const char *place,
    struct ft_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
