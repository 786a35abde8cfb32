/* names.c - values: lists of names with commas and bracket ranges, and texts. */

#include "facctmgr/parse/parse.h"
#include "base/text/hostlist.h"
#include "cli/slurmlist.h"

/*
 * Blanks around it are dropped.  A quoted value ends at its closing quote; any
 * other quote becomes `.
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

/* sacctmgr did not drop blanks at first, and drops them around each name now. */
static bool
keeps_blanks(const struct facctmgr *acct)
{
	return acct->context->slurm && !ft_slurmlist_trims(acct->context);
}

char *
facctmgr_clean_list(
    const struct facctmgr *acct, struct ft_arena *arena, const char *text)
{
	return keeps_blanks(acct) && !strpbrk(text, "\"'")
		   ? ft_arena_strdup(arena, text)
		   : facctmgr_clean_text(arena, text);
}

char *
facctmgr_clean_name(struct ft_arena *arena, const char *text)
{
	return ft_arena_lower(arena, facctmgr_clean_text(arena, text));
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

	return (size_t)key < FT_COUNT(kinds) ? kinds[key] : FT_COMPLETE_NONE;
}

/* ---- lists of names --------------------------------------------------------- */

/* Where names go, and the request that owns them. */
struct naming {
	bool trims;
	struct facctmgr_request *request;
	struct ft_admin_names *names;
};

static enum ft_status
add_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	struct naming *naming = ctx;

	(void)err;
	while (naming->trims && len > 0 && *name == ' ')
		name++, len--;
	while (naming->trims && len > 0 && name[len - 1] == ' ')
		len--;
	ft_admin_names_add(naming->names,
	    ft_arena_strndup(&naming->request->arena, name, len));
	return FT_OK;
}

bool
facctmgr_split_names(struct facctmgr *acct, struct facctmgr_request *request,
    struct ft_admin_names *names, const char *text)
{
	struct naming naming = { !acct->context->slurm, request, names };
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

	bool slurm = acct->context->slurm;

	if (slurm && names->n == 1 && !*names->item[0] &&
	    ft_release_has(acct->context->release, FT_RULE_BLANK_QUERY)) {
		facctmgr_complain(acct, " error: Something was "
					"wrong with your query\n\n");
		return false;
	}
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
		facctmgr_print(acct, " Nothing new added.\n");
	return kept > 0;
}
