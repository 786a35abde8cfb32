/*
 * keyword.h - tables of the words that a field accepts, alone or as a list.
 */
#ifndef FT_MODEL_ACCOUNT_KEYWORD_H
#define FT_MODEL_ACCOUNT_KEYWORD_H

#include "model/release/release.h"

struct ft_keyword {
	const char *name;
	uint32_t dbd;          /* its number, or bit, in slurmdbd's tables */
	enum ft_release since; /* the release that brought it */
	/* its places among the words of a list, from 1 on, before and after
	 * their order changed (RULE(QOS_FLAG_ORDER)); 0: that of the table */
	unsigned char place, later;
	const char *json; /* its name in the JSON of Slurm; NULL: it has none */
};

/* Rows are only ever appended: stores keep their indexes. */
struct ft_keywords {
	const struct ft_keyword *word;
	size_t n;
};

/* Returns the index of WORD (any case), words->n if none. */
size_t ft_keywords_find(const struct ft_keywords *words, struct ft_word word);
/* The same of the first one of RELEASE, in its order, that begins with WORD. */
size_t ft_keywords_begin(const struct ft_keywords *words, struct ft_word word,
    enum ft_release release);
/* Append the words of RELEASE whose bits are in FLAGS, comma joined. */
void ft_keywords_add(struct ft_str *str, const struct ft_keywords *words,
    uint32_t flags, enum ft_release release);

#endif
