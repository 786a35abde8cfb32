/* Words of verbs, and lists of names in words: commas and bracket ranges. */

#include "acctmgr/acctmgr.h"
#include "base/hostlist.h"
#include "common/slurmlist.h"

/* Whose names, and where they go. */
struct naming {
	struct acct_request *request;
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
acct_split_names(struct acct *acct, struct acct_request *request,
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
	acct_error(acct, "%s", err.text);
	return false;
}

bool
acct_drop_blank(struct acct *acct, struct ft_admin_names *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < names->n; i++) {
		if (*names->item[i])
			names->item[kept++] = names->item[i];
		else if (acct->context->slurm)
			acct_complain(
			    acct, " No blank names are allowed when adding.\n");
		else
			acct_error(acct, "empty name");
	}
	names->n = kept;
	if (kept == 0 && acct->context->slurm)
		acct_say(acct, " Nothing new added.\n");
	return kept > 0;
}

/* ---- words of verbs ---------------------------------------------------------- */

bool
acct_read_count(
    struct acct *acct, const char *name, const char *text, uint32_t *number)
{
	if (ft_num_u32(text, number) && *number > 0)
		return true;
	acct_error(acct, "%s is a number from 1, not '%s'", name, text);
	return false;
}

int
acct_unknown_word(struct acct *acct, const char *verb, const char *word)
{
	acct_error(acct, "%s does not know '%s'", verb, word);
	return 1;
}

static const struct acct_keyword *
find_key(const struct acct_keyword *key, const char *word, size_t len)
{
	for (; key->name; key++) {
		bool flag = key->is == ACCT_KEY_FLAG;

		if (flag != (word[len] == '\0'))
			continue;
		if (key->min ? ft_abbreviates(word, len, key->name, key->min)
			     : strlen(key->name) == len &&
				   strncmp(word, key->name, len) == 0)
			return key;
	}
	return NULL;
}

enum acct_taken
acct_take_key(struct acct *acct, const struct acct_keyword *keys, void *to,
    struct ft_arena *arena, const char *word)
{
	size_t len = strcspn(word, "=");
	const struct acct_keyword *key = find_key(keys, word, len);
	void *place = key ? (char *)to + key->to : NULL;

	if (!key)
		return ACCT_OTHER;
	if (key->is == ACCT_KEY_COUNT)
		return acct_read_count(acct,
			   key->count ? key->count : key->name, word + len + 1,
			   place)
			   ? ACCT_TAKEN
			   : ACCT_BAD;
	if (key->is == ACCT_KEY_FLAG)
		*(bool *)place = true;
	else if (key->is == ACCT_KEY_NAME)
		*(const char **)place = acct_clean_name(arena, word + len + 1);
	else
		*(const char **)place = acct_clean_text(arena, word + len + 1);
	return ACCT_TAKEN;
}
