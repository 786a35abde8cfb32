/* txn_resource.c - what slurmdbd notes of resources and their shares. */
#include "admin/resource.h"
#include "admin/txn_int.h"

/* What was set, in slurmdbd's order; what was not given is not said. */
static void
add_settings(struct ft_str *info, const struct ft_admin_resource_set *set)
{
	if (set->count_given)
		ft_str_addf(info, "count=%u", (unsigned)set->count);
	if (set->description) {
		ft_txn_add_comma(info);
		ft_str_add(info, "description=");
		ft_txn_add_quoted(info, set->description);
	}
	if (set->server_type) {
		ft_txn_add_comma(info);
		ft_str_add(info, "manager=");
		ft_txn_add_quoted(info, set->server_type);
	}
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
	struct ft_str subject, info;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_init(&info);
	ft_str_addf(&subject, "%u", (unsigned)resource->id);
	add_settings(&info, &set);
	ft_str_addf(&info, ", type=%u", (unsigned)resource->type);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_ADD_RESOURCES, 0,
	    ft_str_text(&subject), ft_str_text(&info), err);
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
}

enum ft_status
ft_txn_new_share(struct ft_admin *admin, const struct ft_resource_share *share,
    const char *cluster, struct ft_error *err)
{
	struct ft_str subject, info;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_init(&info);
	ft_str_addf(&subject, "%u@%s", (unsigned)share->resource, cluster);
	ft_str_addf(&info, "percent_allowed=%u", (unsigned)share->allowed);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_ADD_RESOURCES, 0,
	    ft_str_text(&subject), ft_str_text(&info), err);
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
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
note_some(struct ft_admin *admin, enum ft_txn_action action,
    struct ft_str *subject, const char *info, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	if (subject->len)
		status = ft_txn_note(admin, FT_TURN_RECORDS, action, 0,
		    ft_str_text(subject), info, err);
	ft_str_clear(subject);
	return status;
}

enum ft_status
ft_txn_set_resources(struct ft_admin *admin,
    const struct ft_admin_result *result,
    const struct ft_admin_resource_set *set, struct ft_error *err)
{
	struct ft_str subject, info;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_init(&info);
	add_settings(&info, set);
	add_resources(&subject, result, FT_DID_MODIFY, "id");
	status = note_some(
	    admin, FT_TXN_MODIFY_RESOURCES, &subject, ft_str_text(&info), err);
	if (status == FT_OK && set->allowed_given) {
		ft_str_clear(&info);
		ft_str_addf(
		    &info, "percent_allowed=%u", (unsigned)set->allowed);
		add_shares(&subject, result, FT_DID_MODIFY);
		status = note_some(admin, FT_TXN_MODIFY_SHARES, &subject,
		    ft_str_text(&info), err);
	}
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
}

enum ft_status
ft_txn_drop_resources(struct ft_admin *admin,
    const struct ft_admin_result *result, bool whole, struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status;

	ft_str_init(&subject);
	if (whole) /* all their shares, there or not */
		add_resources(&subject, result, FT_DID_DELETE, "res_id");
	else
		add_shares(&subject, result, FT_DID_DELETE);
	status = note_some(admin, FT_TXN_REMOVE_SHARES, &subject, "", err);
	if (status == FT_OK && whole) {
		add_resources(&subject, result, FT_DID_DELETE, "id");
		status = note_some(
		    admin, FT_TXN_REMOVE_RESOURCES, &subject, "", err);
	}
	ft_str_free(&subject);
	return status;
}
