/*
 * text.h - which text may be stored and printed: the one check on the way in
 * and the one mask on the way out.
 *
 * Unsafe are characters that control a terminal, break a line or reverse it:
 * the control characters (C0, DEL, C1), bytes that are not UTF-8, bidirectional
 * controls (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), line
 * and paragraph separators (U+2028, U+2029) and interlinear annotation (U+FFF9
 * to U+FFFB).  Zero-width characters and tags are safe: some languages and
 * emoji need them, and they do not move the cursor.
 *
 * A mask shows a character as \u001B, a byte that is not UTF-8 as \xE9.  In
 * JSON and YAML the former is the escape of that character.
 */
#ifndef FT_BASE_TEXT_TEXT_H
#define FT_BASE_TEXT_TEXT_H

#include "base/base.h"

enum ft_text_rule {
	FT_TEXT_WORD,  /* one line: a name */
	FT_TEXT_LINES, /* TAB and LF are safe, too: a script, a page */
	/*
	 * As LINES, and bytes that are not UTF-8 are safe where no terminal
	 * takes them for C1: Latin-1 letters, a character that was cut off.
	 * What Slurm's names need.
	 */
	FT_TEXT_BYTES,
	/*
	 * As LINES, and C0 and DEL are left to the parser of the file, which
	 * refuses them by line and column.
	 */
	FT_TEXT_FILE
};

/* Returns whether character C is unsafe in a line. */
bool ft_text_is_unsafe(uint32_t c);
/*
 * Returns the first unsafe character of the LEN bytes of TEXT, NULL if there is
 * none.
 */
const char *ft_text_unsafe(
    const char *text, size_t len, enum ft_text_rule rule);
/*
 * Check TEXT, which WHAT names in the message ("bad --comment").
 * FT_EINVAL: "WHAT: it contains a control character (U+001B)".
 */
enum ft_status ft_text_check(const char *what, const char *text,
    enum ft_text_rule rule, struct ft_error *err);
/*
 * Append TEXT to STR with its unsafe characters masked; returns how many
 * there were.
 */
size_t ft_text_mask(
    struct ft_str *str, const char *text, size_t len, enum ft_text_rule rule);
/*
 * Returns how many bytes at the end of TEXT begin a character whose rest may
 * still come, 0 to 3: text that arrives in pieces is masked without them.
 */
size_t ft_text_begun(const char *text, size_t len);

#endif
