/*
 * words.h - comma lists of options: -u ann,bob.
 */
#ifndef FT_CMD_CLI_WORDS_H
#define FT_CMD_CLI_WORDS_H

#include "base/base.h"

struct ft_words {
	char **item; /* the list's */
	size_t n, cap;
	const char *text; /* of an option: its last argument; NULL none */
};

/* Arguments of an option, in the order given. */
struct ft_texts {
	const char **item; /* each borrowed, of the command line */
	size_t n, cap;
};
void ft_texts_add(struct ft_texts *texts, const char *text);
void ft_texts_free(struct ft_texts *texts);

void ft_words_free(struct ft_words *words);
/* Append the words of TEXT that stand between commas and are not empty. */
void ft_words_add(struct ft_words *words, const char *text);
/* Append WORD, which is the list's from then on. */
void ft_words_push(struct ft_words *words, char *word);
/* Returns whether WORD is one of them, in any case of letters. */
bool ft_words_have(const struct ft_words *words, const char *word);
/* Returns whether one of them is a word of the comma list TEXT. */
bool ft_words_meet(const struct ft_words *words, const char *text);

/* Returns whether the comma list LIST has WORD, in any case of letters. */
bool ft_words_list_has(const char *list, const char *word);

#endif
