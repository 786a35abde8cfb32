#include "model/account/keyword.h"

size_t
ft_keywords_find(const struct ft_keywords *words, struct ft_word word)
{
	for (size_t i = 0; i < words->n; i++)
		if (ft_word_is(word, words->word[i].name))
			return i;
	return words->n;
}

/* Returns the index of the word at that place of lists, words->n if none is. */
static size_t
at_place(const struct ft_keywords *words, size_t place, bool later)
{
	for (size_t i = 0; i < words->n; i++) {
		const struct ft_keyword *word = &words->word[i];
		size_t own = later ? word->later : word->place;

		if ((own ? own : i + 1) == place)
			return i;
	}
	return words->n;
}

size_t
ft_keywords_begin(const struct ft_keywords *words, struct ft_word word,
    enum ft_release release)
{
	bool later = ft_release_has(release, FT_RULE_QOS_FLAG_ORDER);

	for (size_t place = 1; place <= words->n; place++) {
		size_t i = at_place(words, place, later);

		if (i < words->n &&
		    ft_release_within(release, words->word[i].since, 0) &&
		    ft_word_abbreviates(word, words->word[i].name, 1))
			return i;
	}
	return words->n;
}

void
ft_keywords_add(struct ft_str *str, const struct ft_keywords *words,
    uint32_t flags, enum ft_release release)
{
	bool later = ft_release_has(release, FT_RULE_QOS_FLAG_ORDER);
	const char *comma = "";

	for (size_t place = 1; place <= words->n; place++) {
		size_t i = at_place(words, place, later);

		if (i == words->n || !(flags & UINT32_C(1) << i) ||
		    !ft_release_within(release, words->word[i].since, 0))
			continue;
		ft_str_addf(str, "%s%s", comma, words->word[i].name);
		comma = ",";
	}
}
