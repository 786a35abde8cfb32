/*
 * spelling.h - which known word an unknown one was probably meant to be.
 *
 * The search behind every "did you mean": it knows words, not where they come
 * from (names of the store: common/suggest.h).
 */
#ifndef FT_CMD_CLI_SPELLING_H
#define FT_CMD_CLI_SPELLING_H

#include "base/base.h"

/* Longer words get no suggestion. */
#define FT_SPELLING_LENGTH 32

/* The search: start with { .word = what was typed }. */
struct ft_spelling {
	const char *word;
	const char *best; /* the suggestion; NULL: no known word is similar */
	size_t distance;  /* edits from word to best */
	bool known;       /* word itself was offered: there is no suggestion */
};

/*
 * Offer a known word (borrowed); of several at the same distance the first one
 * is kept.  Words are similar if at most two letters (one for words of up to
 * four) are missing, added, wrong or swapped; case does not count.  Words whose
 * lengths differ too much cost next to nothing.
 */
void ft_spelling_offer(struct ft_spelling *spelling, const char *known);

#endif
