#include "model/account/keyword.h"

size_t
ft_keywords_find(const struct ft_keywords *words, const char *text, size_t len)
{
	for (size_t i = 0; i < words->n; i++)
		if (strlen(words->word[i].name) == len &&
		    strncasecmp(words->word[i].name, text, len) == 0)
			return i;
	return words->n;
}

void
ft_keywords_add(
    struct ft_str *str, const struct ft_keywords *words, uint32_t flags)
{
	const char *comma = "";

	for (size_t i = 0; i < words->n; i++) {
		if (!(flags & UINT32_C(1) << i))
			continue;
		ft_str_addf(str, "%s%s", comma, words->word[i].name);
		comma = ",";
	}
}
