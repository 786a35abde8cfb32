/*
 * logical.h - read lines with comments, escapes and joined lines.
 *
 * A # starts a comment unless written \#, \\ is one backslash, and a single
 * backslash at the very end of a line joins the next one; any other backslash
 * is itself.  Control characters other than the tab are refused, so a line never
 * contains a NUL.  The position in the file is known for every byte of a logical
 * line.  Source: slurm.conf(5), sacctmgr(1).
 */
#ifndef FT_IO_TEXT_LOGICAL_H
#define FT_IO_TEXT_LOGICAL_H

#include "base/cursor.h"

/* From offset on, bytes come from this position of the file. */
struct ft_logical_mark {
	size_t offset, line, column;
};

struct ft_logical {
	struct ft_cursor cursor;
	const char *at; /* the logical line, not terminated; points into
	                        the text if nothing was removed */
	size_t len;
	size_t line;     /* number of its first line */
	size_t from, to; /* its bytes in the text, line ends included */
	bool copied;     /* at is a copy, valid until the next line */
	bool open;       /* the text ends with a line that joins the next */
	struct ft_str buffer;
	struct ft_logical_mark *mark; /* of a copied line */
	size_t n_mark, cap_mark;
};

void ft_logical_init(struct ft_logical *logical, const char *file,
    const char *text, size_t size);
void ft_logical_free(struct ft_logical *logical);
/*
 * Advance to the next logical line; *more: there is one.
 * FT_EPARSE "file:line:column: ...": a control character.
 */
enum ft_status ft_logical_next(
    struct ft_logical *logical, bool *more, struct ft_error *err);
/*
 * Set an FT_EPARSE error "file:line:column: message" about the byte at PLACE
 * of the logical line and return it.
 */
enum ft_status ft_logical_fail(const struct ft_logical *logical,
    const char *place, struct ft_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Add the position before the text of ERR, and make it FT_EPARSE. */
enum ft_status ft_logical_blame(
    const struct ft_logical *logical, const char *place, struct ft_error *err);
/* Returns the position of PLACE in the file. */
void ft_logical_where(const struct ft_logical *logical, const char *place,
    size_t *line, size_t *column);

/* Refuse control characters in the current line of CURSOR. */
enum ft_status ft_logical_check_line(
    const struct ft_cursor *cursor, struct ft_error *err);

static inline bool
ft_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

#endif
