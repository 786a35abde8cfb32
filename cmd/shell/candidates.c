/* candidates.c - the words that TAB offers, with and without libedit. */
#include "shell/edit.h"

void
ft_edit_offer(struct ft_edit_candidates *words, const char *word)
{
	*ft_vec_add(words->item, words->n, words->cap) = ft_strdup(word);
}

void
ft_edit_candidates_free(struct ft_edit_candidates *words)
{
	for (size_t i = 0; i < words->n; i++)
		ft_free(words->item[i]);
	ft_free(words->item);
	*words = (struct ft_edit_candidates){ 0 };
}
