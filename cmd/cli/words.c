#include "cli/words.h"

void
ft_words_free(struct ft_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		ft_free(words->item[i]);
	ft_free(words->item);
	*words = (struct ft_words){ 0 };
}

void
ft_words_push(struct ft_words *words, char *word)
{
	*ft_vec_add(words->item, words->n, words->cap) = word;
}

void
ft_words_add(struct ft_words *words, const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == ',')) {
		len = strcspn(text, ",");
		if (len > 0)
			ft_words_push(words, ft_strndup(text, len));
	}
}

static bool
have(const struct ft_words *words, const char *word, size_t len)
{
	for (size_t i = 0; i < words->n; i++) {
		if (strncasecmp(words->item[i], word, len) == 0 &&
		    words->item[i][len] == '\0')
			return true;
	}
	return false;
}

bool
ft_words_have(const struct ft_words *words, const char *word)
{
	return have(words, word, strlen(word));
}

bool
ft_words_meet(const struct ft_words *words, const char *text)
{
	size_t len;

	for (; *text; text += len + (text[len] == ',')) {
		len = strcspn(text, ",");
		if (have(words, text, len))
			return true;
	}
	return false;
}

void
ft_texts_add(struct ft_texts *texts, const char *text)
{
	*ft_vec_add(texts->item, texts->n, texts->cap) = text;
}

void
ft_texts_free(struct ft_texts *texts)
{
	ft_free(texts->item);
	*texts = (struct ft_texts){ 0 };
}

bool
ft_words_list_has(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; *list; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == len && !strncasecmp(list, word, len))
			return true;
	return false;
}
