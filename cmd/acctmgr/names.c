/* Lists of names in words: commas and bracket ranges. */
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "base/hostlist.h"
#include "base/str.h"
#include "common/slurmlist.h"

static void
put_name(struct acct_request *request, struct ft_admin_names *names,
    const char *text, size_t len)
{
	ft_admin_names_add(names, ft_arena_strndup(&request->arena, text, len));
}

static enum ft_status
add_name(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	void **pair = ctx;

	(void)err;
	put_name(pair[0], pair[1], name, len);
	return FT_OK;
}

bool
acct_split_names(struct acct *acct, struct acct_request *request,
    struct ft_admin_names *names, const char *text)
{
	void *pair[2] = { request, names };
	struct ft_error err;

	names->given = true;
	if (*text == 0) {
		ft_admin_names_add(names, "");
		return true;
	}
	if (acct->context->slurm) {
		ft_slurmlist_each(acct->context, text, add_name, pair);
		return true;
	}
	if (ft_hostlist_each(text, add_name, pair, &err) == FT_OK)
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
