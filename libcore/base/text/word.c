#include "base/base.h"

struct ft_word
ft_word_of(const char *text)
{
	return (struct ft_word){ text, strlen(text) };
}

struct ft_word
ft_word_until(const char *text, const char *stops)
{
	return (struct ft_word){ text, strcspn(text, stops) };
}

bool
ft_word_next(const char **text, const char *stops, struct ft_word *word)
{
	if (!**text)
		return false;
	*word = ft_word_until(*text, stops);
	*text += word->len;
	*text += **text != '\0';
	return true;
}

/* A word may contain a NUL, so a comparison can end before its length. */
bool
ft_word_equals(struct ft_word word, const char *name)
{
	return strncmp(name, word.at, word.len) == 0 &&
	       strlen(name) == word.len;
}

bool
ft_word_is(struct ft_word word, const char *name)
{
	return strncasecmp(name, word.at, word.len) == 0 &&
	       strlen(name) == word.len;
}

bool
ft_word_abbreviates(struct ft_word word, const char *name, size_t least)
{
	const int other_case = 'a' ^ 'A';

	/* most differ in their first letter */
	return word.len >= least && !((*word.at ^ *name) & ~other_case) &&
	       strncasecmp(name, word.at, word.len) == 0 &&
	       strnlen(name, word.len) == word.len;
}

bool
ft_word_same(struct ft_word a, struct ft_word b)
{
	return a.len == b.len && strncasecmp(a.at, b.at, a.len) == 0;
}

bool
ft_word_split(struct ft_word *word, char mark, struct ft_word *rest)
{
	const char *end = word->at + word->len;
	const char *found = memchr(word->at, mark, word->len);

	*rest = (struct ft_word){ end, 0 };
	if (!found)
		return false;
	word->len = (size_t)(found - word->at);
	*rest = (struct ft_word){ found + 1, (size_t)(end - found - 1) };
	return true;
}

bool
ft_text_contains(const char *text, const char *part)
{
	size_t len = strlen(part);

	for (; *text; text++)
		if (!strncasecmp(text, part, len))
			return true;
	return false;
}

void
ft_word_lower(char *text)
{
	for (; *text; text++)
		if (*text >= 'A' && *text <= 'Z')
			*text = (char)(*text - 'A' + 'a');
}

char *
ft_arena_lower(struct ft_arena *arena, const char *text)
{
	char *copy = ft_arena_strdup(arena, text);

	ft_word_lower(copy);
	return copy;
}

bool
ft_list_has(const char *text, struct ft_word word)
{
	struct ft_word item;

	while (ft_word_next(&text, ",", &item))
		if (ft_word_same(item, word))
			return true;
	return false;
}

bool
ft_list_holds(const char *text, struct ft_word word)
{
	struct ft_word item;

	while (ft_word_next(&text, ",", &item))
		if (item.len == word.len &&
		    memcmp(item.at, word.at, word.len) == 0)
			return true;
	return false;
}

int
ft_row_find(const void *rows, size_t n, size_t size, struct ft_word word)
{
	for (size_t i = 0; i < n; i++) {
		const char *name;

		memcpy(&name, (const char *)rows + i * size, sizeof name);
		if (ft_word_is(word, name))
			return (int)i;
	}
	return -1;
}

bool
ft_word_copy(struct ft_word word, char *buffer, size_t size)
{
	if (word.len >= size)
		return false;
	memcpy(buffer, word.at, word.len);
	buffer[word.len] = '\0';
	return true;
}
