/*
 * near.h - which known word was probably meant by an unknown one.
 */
#ifndef FT_CMD_CLI_NEAR_H
#define FT_CMD_CLI_NEAR_H

#include "base/base.h"

/* Longer words are never near. */
#define FT_NEAR_LENGTH 32

/* The search: start with { .word = what was typed }. */
struct ft_near {
	const char *word;
	const char *best; /* NULL: nothing is near */
	size_t distance;
	bool known; /* the word itself was offered: nothing is meant instead */
};

/*
 * Offer a known word (borrowed); the first of the nearest is kept.  Near are
 * words within two letters missing, more, other or swapped (one for words of
 * up to four), in any case.  Words whose lengths say that they are not cost
 * next to nothing.
 */
void ft_near_offer(struct ft_near *near, const char *known);

#endif
