/*
 * str.h - a string that grows, and quoting for the shell and CSV.
 */
#ifndef FT_BASE_TEXT_STR_H
#define FT_BASE_TEXT_STR_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

/* data is always terminated once something was appended; NULL before. */
struct ft_str { /* all zero: empty */
	char *data;
	size_t len; /* without the terminator */
	size_t cap;
};

/* Empty it, keep the memory. */
void ft_str_clear(struct ft_str *str);
/* Give the memory back; ready for reuse. */
void ft_str_free(struct ft_str *str);
/* Returns the text, "" when nothing was appended; valid until the next change. */
const char *ft_str_text(const struct ft_str *str);
/* Returns the text as a string of the caller's; STR is empty afterwards. */
char *ft_str_take(struct ft_str *str);

/* Make room for LEN more bytes; returns where they go (then add to len). */
char *ft_str_reserve(struct ft_str *str, size_t len);
void ft_str_add(struct ft_str *str, const char *text);
void ft_str_add_n(struct ft_str *str, const char *text, size_t len);
static inline void
ft_str_add_char(struct ft_str *str, char c)
{
	char *to = str->len + 1 < str->cap ? str->data + str->len
					   : ft_str_reserve(str, 1);

	to[0] = c;
	to[1] = '\0';
	str->len++;
}
/* A number in decimal; ... */
void ft_str_add_u64(struct ft_str *str, uint64_t number);
/* ... or its digits, at most FT_STR_DIGITS, ending before END; returns where they
 * start. */
#define FT_STR_DIGITS 20
char *ft_str_digits(char *end, uint64_t number);
void ft_str_add_fill(struct ft_str *str, char c, size_t count);
/*
 * Append the blanks before a name DEPTH levels down a tree, WIDTH for each, for
 * FT_STR_LEVELS at most: without that limit the indentation of a deep tree would
 * grow quadratically.
 */
#define FT_STR_LEVELS 1000
void ft_str_add_indent(struct ft_str *str, size_t depth, size_t width);
void ft_str_addf(struct ft_str *str, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ft_str_addv(struct ft_str *str, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Returns a text that lives as long as ARENA. */
const char *ft_arena_text(struct ft_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns the text of STR, which is freed, as a text of ARENA. */
const char *ft_arena_take(struct ft_arena *arena, struct ft_str *str);

/* "1st", "2nd", "3rd", "4th", "11th", ... */
void ft_str_add_ordinal(struct ft_str *str, uint64_t number);
/* The shortest decimal text that reads back as NUMBER. */
void ft_str_add_real(struct ft_str *str, double number);
/* TEXT as one word of a POSIX shell: unchanged if safe, else in '...'. */
void ft_str_add_shell(struct ft_str *str, const char *text);
/* TEXT as one CSV field (RFC 4180): quoted if it contains , " CR or LF. */
void ft_str_add_csv(struct ft_str *str, const char *text);
void ft_str_add_csv_n(struct ft_str *str, const char *text, size_t len);

#endif
