/* Words of verbs, and lists of names in words: commas and bracket ranges. */

#include "facctmgr/facctmgr.h"
#include "base/text/hostlist.h"
#include "cli/slurmlist.h"

/*
 * Blanks around it go; of a quoted value only what stands in the quotes is
 * taken; other quotes become `.
 */
char *
facctmgr_clean_text(struct ft_arena *arena, const char *text)
{
	size_t len = strlen(text);
	char *copy;

	while (len && isspace((unsigned char)*text))
		text++, len--;
	while (len && isspace((unsigned char)text[len - 1]))
		len--;
	if (len > 1 && (*text == '"' || *text == '\'')) {
		const char *end = memchr(text + 1, *text, len - 1);

		len = end ? (size_t)(end - text) - 1 : len - 1;
		text++;
	}
	copy = ft_arena_strndup(arena, text, len);
	for (char *at = copy; *at; at++)
		if (*at == '"' || *at == '\'')
			*at = '`';
	return copy;
}

char *
facctmgr_lower(struct ft_arena *arena, const char *text)
{
	char *copy = ft_arena_strdup(arena, text);

	for (char *at = copy; *at; at++)
		*at = (char)tolower((unsigned char)*at);
	return copy;
}

char *
facctmgr_clean_name(struct ft_arena *arena, const char *text)
{
	return facctmgr_lower(arena, facctmgr_clean_text(arena, text));
}

enum ft_complete
facctmgr_kind_of(enum ft_admin_key key)
{
	static const enum ft_complete kinds[] = {
		[FT_KEY_CLUSTER] = FT_COMPLETE_CLUSTER,
		[FT_KEY_ACCOUNT] = FT_COMPLETE_ACCOUNT,
		[FT_KEY_USER] = FT_COMPLETE_USER,
		[FT_KEY_PARTITION] = FT_COMPLETE_PARTITION,
		[FT_KEY_PARENT] = FT_COMPLETE_ACCOUNT,
		[FT_KEY_QOS] = FT_COMPLETE_QOS,
		[FT_KEY_DEFAULT_QOS] = FT_COMPLETE_QOS,
		[FT_KEY_DEFAULT_ACCOUNT] = FT_COMPLETE_ACCOUNT,
		[FT_KEY_DEFAULT_WCKEY] = FT_COMPLETE_WCKEY,
		[FT_KEY_WCKEY] = FT_COMPLETE_WCKEY,
		[FT_KEY_RESOURCE] = FT_COMPLETE_RESOURCE,
		[FT_KEY_ACTOR] = FT_COMPLETE_USER,
	};

	return (size_t)key < sizeof kinds / sizeof *kinds ? kinds[key]
							  : FT_COMPLETE_NONE;
}

/* ---- lists of names --------------------------------------------------------- */

/* Whose names, and where they go. */
struct naming {
	struct facctmgr_request *request;
	struct ft_admin_names *names;
};

static enum ft_status
add_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct naming *naming = ctx;

	(void)err;
	ft_admin_names_add(naming->names,
	    ft_arena_strndup(&naming->request->arena, name, len));
	return FT_OK;
}

bool
facctmgr_split_names(struct facctmgr *acct, struct facctmgr_request *request,
    struct ft_admin_names *names, const char *text)
{
	struct naming naming = { request, names };
	struct ft_error err;

	names->given = true;
	if (*text == 0) {
		ft_admin_names_add(names, "");
		return true;
	}
	if (acct->context->slurm) {
		ft_slurmlist_each(acct->context, text, add_name, &naming);
		return true;
	}
	if (ft_hostlist_each(text, add_name, &naming, &err) == FT_OK)
		return true;
	facctmgr_error(acct, "%s", err.text);
	return false;
}

bool
facctmgr_drop_blank(struct facctmgr *acct, struct ft_admin_names *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < names->n; i++) {
		if (*names->item[i])
			names->item[kept++] = names->item[i];
		else if (acct->context->slurm)
			facctmgr_complain(
			    acct, " No blank names are allowed when adding.\n");
		else
			facctmgr_error(acct, "empty name");
	}
	names->n = kept;
	if (kept == 0 && acct->context->slurm)
		facctmgr_say(acct, " Nothing new added.\n");
	return kept > 0;
}

/* ---- words of verbs ---------------------------------------------------------- */

bool
facctmgr_read_count(
    struct facctmgr *acct, const char *name, const char *text, uint32_t *number)
{
	if (ft_num_u32(text, number) && *number > 0)
		return true;
	facctmgr_error(acct, "%s is a number from 1, not '%s'", name, text);
	return false;
}

static bool
is_key(const struct facctmgr_keyword *key, const char *word, size_t len)
{
	return key->min ? ft_abbreviates(word, len, key->name, key->min)
			: strlen(key->name) == len &&
			      strncmp(word, key->name, len) == 0;
}

const struct facctmgr_keyword *
facctmgr_find_key(
    const struct facctmgr_keyword *keys, const char *word, size_t len)
{
	while (keys->name && !is_key(keys, word, len))
		keys++;
	return keys->name ? keys : NULL;
}

/* The key of a WORD whose name has LEN bytes, or which is its value. */
static const struct facctmgr_keyword *
key_of(const struct facctmgr_keyword *keys, const char *word, size_t len)
{
	const struct facctmgr_keyword *key = facctmgr_find_key(keys, word, len);
	bool bare = !word[len];
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

/* Put TEXT, the value of KEY, to its PLACE. */
static bool
take_value(struct facctmgr *acct, const struct facctmgr_keyword *key,
    void *place, const char *text)
{
	const char *what = key->what ? key->what : key->name;
	const char **value = place;

	if (key->flags & FACCTMGR_KEY_FULL && !*text) {
		facctmgr_error(acct, "nothing behind '%s='", key->name);
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
facctmgr_read_keys(struct facctmgr *acct, const struct facctmgr_keyword *keys,
    void *to, int argc, char **argv)
{
	bool good = true;

	for (int i = 0; i < argc && good; i++) {
		const char *word =
		    acct->context->slurm
			? argv[i]
			: facctmgr_clean_text(&acct->arena, argv[i]);
		size_t len = strcspn(word, "=");
		const struct facctmgr_keyword *key = key_of(keys, word, len);
		const char *value = word[len] ? word + len + 1 : word;

		if (!key)
			return unknown_word(acct, word);
		if (key->flags & FACCTMGR_KEY_PAIR && !word[len] &&
		    i + 1 < argc && is_key(key, word, len))
			value = argv[++i];
		good = take_value(acct, key, (char *)to + key->to, value);
	}
	return good;
}
