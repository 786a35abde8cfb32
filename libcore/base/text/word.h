/*
 * word.h - pieces of a text that no terminator ends: the elements of a list,
 * the parts of a value; and tables of names that they are looked up in.
 *
 * Not for: lists with brackets (hostlist.h), lines of a file (cursor.h).
 */
#ifndef FT_BASE_TEXT_WORD_H
#define FT_BASE_TEXT_WORD_H

#include "base/base.h"

#define FT_COUNT(array) (sizeof(array) / sizeof *(array))
/* The rows, their number and their size: what ft_row_find asks for. */
#define FT_ROWS(table) (table), FT_COUNT(table), sizeof *(table)

struct ft_word {
	const char *at; /* borrowed */
	size_t len;
};

/* Returns all of TEXT; its first bytes up to one of STOPS. */
struct ft_word ft_word_of(const char *text);
struct ft_word ft_word_until(const char *text, const char *stops);
/*
 * Take the next element of the list at *TEXT, whose elements are separated by
 * one of the bytes STOPS, and step over it and its separator.  Returns false at
 * the end; an element may be empty, but none follows a separator at the end.
 */
bool ft_word_next(const char **text, const char *stops, struct ft_word *word);
/* Returns whether WORD is NAME: byte by byte; in any case. */
bool ft_word_equals(struct ft_word word, const char *name);
bool ft_word_is(struct ft_word word, const char *name);
/* Returns whether WORD is how NAME begins, in any case, with LEAST letters or
 * more. */
bool ft_word_abbreviates(struct ft_word word, const char *name, size_t least);
/* Returns whether both words are the same in any case. */
bool ft_word_same(struct ft_word a, struct ft_word b);
/*
 * Cut WORD at its first MARK; *rest: what follows that.  Returns false if there is
 * none: WORD is unchanged and *rest is empty.
 */
bool ft_word_split(struct ft_word *word, char mark, struct ft_word *rest);
/* Returns whether PART occurs anywhere in TEXT, in any case. */
bool ft_text_contains(const char *text, const char *part);
/* Put the letters A to Z of TEXT into lower case; returns a copy of TEXT in which they
 * are. */
void ft_word_lower(char *text);
char *ft_arena_lower(struct ft_arena *arena, const char *text);
/* Returns whether the comma list TEXT has the element WORD, in any case. */
bool ft_list_has(const char *text, struct ft_word word);
/* The same byte by byte. */
bool ft_list_holds(const char *text, struct ft_word word);

/*
 * Returns the index of the first of the N rows of SIZE bytes whose first
 * member, a string, is WORD in any case; -1 if there is none.
 */
int ft_row_find(const void *rows, size_t n, size_t size, struct ft_word word);

/*
 * Put the LEN bytes of WORD into BUFFER, terminated; false: they do not fit.
 */
bool ft_word_copy(struct ft_word word, char *buffer, size_t size);

#endif
