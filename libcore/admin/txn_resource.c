/* txn_resource.c - what slurmdbd notes of resources and their shares. */
#include "admin/resource.h"
#include "admin/txn_int.h"

/* What was set, in slurmdbd's order; what was not given is not said. */
static void
add_settings(struct ft_str *info, const struct ft_admin_resource_set *set)
{
	if (set->count_given)
		ft_str_addf(info, "count=%u", (unsigned)set->count);
	ft_txn_add_text(info, "description", set->description);
	ft_txn_add_text(info, "manager", set->server_type);
}

enum ft_status
ft_txn_new_resource(struct ft_admin *admin, const struct ft_resource *resource,
    struct ft_error *err)
{
	const struct ft_admin_resource_set set = {
		.count_given = true,
		.count = resource->count,
		.description = resource->description,
		.server_type =
		    *resource->server_type ? resource->server_type : NULL,
	};
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_RESOURCES };

	ft_str_addf(&draft.subject, "%u", (unsigned)resource->id);
	add_settings(&draft.info, &set);
	ft_str_addf(&draft.info, ", type=%u", (unsigned)resource->type);
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_new_share(struct ft_admin *admin, const struct ft_resource_share *share,
    const char *cluster, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_RESOURCES };

	ft_str_addf(
	    &draft.subject, "%u@%s", (unsigned)share->resource, cluster);
	ft_str_addf(
	    &draft.info, "percent_allowed=%u", (unsigned)share->allowed);
	return ft_txn_note(admin, &draft, err);
}

/* ---- what was set, and what is gone ------------------------------------------ */

/* "id='1' || id='2'": resources, not shares, that RESULT says are done. */
static void
add_resources(struct ft_str *str, const struct ft_admin_result *result,
    enum ft_admin_did did, const char *key)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, FT_ENTITY_RESOURCE, &at)))
		if (!*item->cluster)
			ft_str_addf(str, "%s%s='%u'", str->len ? " || " : "",
			    key, (unsigned)item->id);
}

/* "(res_id='1' && cluster='a') || ...": the shares. */
static void
add_shares(struct ft_str *str, const struct ft_admin_result *result,
    enum ft_admin_did did)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(result, did, FT_ENTITY_RESOURCE, &at))) {
		if (!*item->cluster)
			continue;
		ft_str_addf(str,
		    "%s(res_id='%u' && cluster=", str->len ? " || " : "",
		    (unsigned)item->id);
		ft_txn_add_quoted(str, item->cluster);
		ft_str_add_char(str, ')');
	}
}

/* Nothing is noted of nothing. */
static enum ft_status
note_some(struct ft_admin *admin, const struct ft_txn_draft *draft,
    struct ft_error *err)
{
	return draft->subject.len ? ft_txn_note(admin, draft, err) : FT_OK;
}

enum ft_status
ft_txn_set_resources(struct ft_admin *admin,
    const struct ft_admin_result *result,
    const struct ft_admin_resource_set *set, struct ft_error *err)
{
	struct ft_txn_draft whole FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_RESOURCES };
	struct ft_txn_draft share FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_SHARES };

	add_settings(&whole.info, set);
	add_resources(&whole.subject, result, FT_DID_MODIFY, "id");
	FT_TRY(note_some(admin, &whole, err));
	if (!set->allowed_given)
		return FT_OK;
	ft_str_addf(&share.info, "percent_allowed=%u", (unsigned)set->allowed);
	add_shares(&share.subject, result, FT_DID_MODIFY);
	return note_some(admin, &share, err);
}

enum ft_status
ft_txn_drop_resources(struct ft_admin *admin,
    const struct ft_admin_result *result, bool whole, struct ft_error *err)
{
	struct ft_txn_draft share FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_SHARES };
	struct ft_txn_draft all FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_RESOURCES };

	if (!whole) {
		add_shares(&share.subject, result, FT_DID_DELETE);
		return note_some(admin, &share, err);
	}
	/* all their shares, there or not */
	add_resources(&share.subject, result, FT_DID_DELETE, "res_id");
	FT_TRY(note_some(admin, &share, err));
	add_resources(&all.subject, result, FT_DID_DELETE, "id");
	return note_some(admin, &all, err);
}
