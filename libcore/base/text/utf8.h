/*
 * utf8.h - characters of UTF-8, and how many columns of a terminal they take.
 *
 * Does not depend on the locale: widths are those of width.def.  Characters
 * whose width Unicode calls ambiguous, and control characters, count one
 * column.  Graphemes are not known: each combining character counts 0 columns.
 * Source: The Unicode Standard 14.0, sections 3.9 (table 3-7) and 11 (UAX 11).
 */
#ifndef FT_BASE_TEXT_UTF8_H
#define FT_BASE_TEXT_UTF8_H

#include "base/base.h"

#define FT_UTF8_BAD 0xfffdU /* stands for bytes that are not UTF-8 */

/*
 * Read one character at *TEXT (not at its end) and move past it.  Invalid bytes
 * give FT_UTF8_BAD, one at a time.  end: where TEXT ends, NULL for a string.
 */
uint32_t ft_utf8_next(const char **text, const char *end);
/*
 * Returns how many of the bytes at AT belong to a well-formed character, *whole:
 * whether that is all of it; 0 when none starts like this.
 */
size_t ft_utf8_begun(const char *at, const char *end, bool *whole);
/* Append TEXT, with U+FFFD for each byte that is not UTF-8. */
void ft_utf8_add(struct ft_str *str, const char *text);
/* Returns how many columns the character C takes, 0..2. */
int ft_utf8_width(uint32_t c);
/* Returns how many columns LEN bytes of TEXT take. */
size_t ft_utf8_columns(const char *text, size_t len);
/*
 * Append TEXT without its middle: its first HEAD columns, MARK, its last TAIL
 * columns, or one less where a wide character does not fit.  TEXT has more columns
 * than both.
 */
void ft_utf8_add_ends(struct ft_str *str, const char *text, size_t head,
    size_t tail, const char *mark);

#endif
