#include "model/conf/pairs.h"

#include <strings.h>

static const char blanks[] = " \t\n";

void
ft_pairs_init(struct ft_pairs *pairs, const char *text)
{
	*pairs = (struct ft_pairs){ .at = text };
}

void
ft_pairs_free(struct ft_pairs *pairs)
{
	ft_str_free(&pairs->key);
	ft_str_free(&pairs->value);
}

/* Step over the value and keep it. */
static void
take_value(struct ft_pairs *pairs)
{
	const char *at = pairs->at;
	size_t len;

	ft_str_clear(&pairs->value);
	if (*at == '"') {
		len = strcspn(++at, "\"");
		pairs->at = at + len + (at[len] == '"');
	} else {
		len = strcspn(at, blanks);
		pairs->at = at + len;
	}
	ft_str_add_n(&pairs->value, at, len);
}

bool
ft_pairs_next(struct ft_pairs *pairs)
{
	for (;;) {
		const char *at = pairs->at + strspn(pairs->at, blanks);
		size_t word = strcspn(at, "= \t\n");

		if (!*at)
			return false;
		pairs->at = at + word;
		pairs->at += strspn(pairs->at, blanks);
		if (*pairs->at != '=')
			continue;
		pairs->at++;
		pairs->at += strspn(pairs->at, blanks);
		ft_str_clear(&pairs->key);
		ft_str_add_n(&pairs->key, at, word);
		take_value(pairs);
		return true;
	}
}

char *
ft_pairs_find(const char *text, const char *key)
{
	struct ft_pairs pairs;
	char *value = NULL;

	ft_pairs_init(&pairs, text);
	while (!value && ft_pairs_next(&pairs))
		if (strcasecmp(ft_str_text(&pairs.key), key) == 0)
			value = ft_strdup(ft_str_text(&pairs.value));
	ft_pairs_free(&pairs);
	return value;
}
