/* keyword.c - words of verbs without an entity: NAME=VALUE, flags, bare values. */

#include "facctmgr/parse/keyword.h"
#include "facctmgr/parse/parse.h"

bool
facctmgr_read_count(
    struct facctmgr *acct, const char *name, const char *text, uint32_t *number)
{
	if (ft_num_u32(text, number) && *number > 0)
		return true;
	facctmgr_error(
	    acct, "%s must be a number of at least 1, not '%s'", name, text);
	return false;
}

static bool
is_key(const struct facctmgr_keyword *key, struct ft_word word)
{
	return key->min ? ft_word_abbreviates(word, key->name, key->min)
			: ft_word_equals(word, key->name);
}

const struct facctmgr_keyword *
facctmgr_find_keyword(const struct facctmgr_keyword *keys, struct ft_word word)
{
	while (keys->name && !is_key(keys, word))
		keys++;
	return keys->name ? keys : NULL;
}

/* Returns the key that NAME, the beginning of WORD, names, or that WORD is the bare
 * value of; NULL if there is none. */
static const struct facctmgr_keyword *
key_of(
    const struct facctmgr_keyword *keys, const char *word, struct ft_word name)
{
	const struct facctmgr_keyword *key = facctmgr_find_keyword(keys, name);
	bool bare = !word[name.len];
	uint32_t number;

	if (key && bare == (key->is == FACCTMGR_KEY_FLAG))
		return key;
	if (!bare || (key && key->flags & FACCTMGR_KEY_PAIR))
		return bare ? key : NULL;
	while (keys->name && !(keys->flags & FACCTMGR_KEY_BARE))
		keys++;
	if (!keys->name ||
	    (keys->is == FACCTMGR_KEY_COUNT && !ft_num_u32(word, &number)))
		return NULL;
	return keys;
}

/* Store TEXT, the value of KEY, in its member at PLACE. */
static bool
take_value(struct facctmgr *acct, const struct facctmgr_keyword *key,
    void *place, const char *text)
{
	const char *what = key->what ? key->what : key->name;
	const char **value = place;

	if (key->flags & FACCTMGR_KEY_FULL && !*text) {
		facctmgr_error(acct, "no value after '%s='", key->name);
		return false;
	}
	if (key->flags & FACCTMGR_KEY_ONCE && *value) {
		if (acct->context->slurm)
			facctmgr_complain(acct, " %s %s\n", key->again, *value);
		else
			facctmgr_error(
			    acct, "%s takes one %s", acct->verb, what);
		return false;
	}
	switch (key->is) {
	case FACCTMGR_KEY_FLAG:
		*(bool *)place = true;
		break;
	case FACCTMGR_KEY_TEXT:
		*value = facctmgr_clean_text(&acct->arena, text);
		break;
	case FACCTMGR_KEY_NAME:
		*value = facctmgr_clean_name(&acct->arena, text);
		break;
	case FACCTMGR_KEY_TEXTS:
		ft_args_add(place, facctmgr_clean_text(&acct->arena, text));
		break;
	case FACCTMGR_KEY_COUNT:
		return facctmgr_read_count(acct, what, text, place);
	}
	return true;
}

static bool
unknown_word(struct facctmgr *acct, const char *word)
{
	if (acct->context->slurm)
		facctmgr_complain(acct, " Unknown option: %s\n", word);
	else
		facctmgr_error(acct, "%s does not know '%s'", acct->verb, word);
	return false;
}

bool
facctmgr_read_keywords(struct facctmgr *acct,
    const struct facctmgr_keyword *keys, void *to, int argc, char **argv)
{
	bool good = true;

	for (int i = 0; i < argc && good; i++) {
		const char *word =
		    acct->context->slurm
			? argv[i]
			: facctmgr_clean_text(&acct->arena, argv[i]);
		struct ft_word name = ft_word_until(word, "=");
		const struct facctmgr_keyword *key = key_of(keys, word, name);
		const char *value = word[name.len] ? word + name.len + 1 : word;

		if (!key)
			return unknown_word(acct, word);
		if (key->flags & FACCTMGR_KEY_PAIR && !word[name.len] &&
		    i + 1 < argc && is_key(key, name))
			value = argv[++i];
		good = take_value(acct, key, (char *)to + key->to, value);
	}
	return good;
}
