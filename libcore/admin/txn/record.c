/*
 * record.c - what slurmdbd notes of records beyond their columns: names,
 * coordinators, wckeys, shares, and what is gone.
 */
#include "admin/txn/internal.h"

/* Nothing is noted of nothing. */
static enum ft_status
note_some(struct ft_admin *admin, const struct ft_txn_draft *draft,
    struct ft_error *err)
{
	return draft->subject.len ? ft_txn_note(admin, draft, err) : FT_OK;
}

/* ---- new -------------------------------------------------------------------- */

enum ft_status
ft_txn_new_coord(struct ft_admin *admin, const char *user, const char *account,
    struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_COORD };

	ft_str_add(&draft.subject, user);
	ft_str_add(&draft.info, account);
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_new_wckey(struct ft_admin *admin, const struct ft_wckey *wckey,
    const char *user, bool is_default, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_ADD_WCKEYS, .cluster = wckey->cluster
	};

	ft_str_addf(&draft.subject, "id_wckey=%" PRIu32, wckey->id);
	ft_txn_add_text(&draft.info, "user", user);
	ft_txn_add_text(&draft.info, "wckey_name", wckey->name);
	ft_str_addf(&draft.info, ", is_def=%d", is_default);
	return ft_txn_note(admin, &draft, err);
}

static void
add_percent(struct ft_str *info, enum ft_release release,
    const struct ft_resource_share *share)
{
	ft_str_addf(info, "%s=%" PRIu32,
	    ft_release_has(release, FT_RULE_TXN_ALLOWED) ? "allowed"
							 : "percent_allowed",
	    share->allowed);
}

enum ft_status
ft_txn_new_share(struct ft_admin *admin, const struct ft_resource_share *share,
    const char *cluster, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_RESOURCES };

	ft_str_addf(&draft.subject, "%" PRIu32 "@%s", share->resource, cluster);
	add_percent(&draft.info, admin->release, share);
	return ft_txn_note(admin, &draft, err);
}

/* ---- set -------------------------------------------------------------------- */

enum ft_status
ft_txn_default_wckey(
    struct ft_admin *admin, const struct ft_wckey *wckey, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_MODIFY_WCKEYS, .cluster = wckey->cluster
	};

	ft_str_addf(&draft.subject, "id_wckey='%" PRIu32 "'", wckey->id);
	ft_str_add(&draft.info, "is_def=1");
	return ft_txn_note(admin, &draft, err);
}

/* The number of a classification: 1 capability, 2 capacity, 256 classified. */
static int
class_number(const char *class)
{
	bool classified = *class == '*';
	char letter;

	class += classified;
	/* Capab-, Capac-, Capap- */
	letter = strlen(class) > 4 ? class[4] : '\0';
	return (letter == 'b'      ? 1
		   : letter == 'c' ? 2
		   : letter == 'p' ? 3
				   : 0) +
	       (classified ? 256 : 0);
}

enum ft_status
ft_txn_set_cluster(struct ft_admin *admin, const char *name, const char *class,
    struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_CLUSTERS };

	ft_txn_add_key(&draft.subject, "name", name);
	ft_str_addf(&draft.info, "classification=%d", class_number(class));
	return ft_txn_note(admin, &draft, err);
}

/* "KEY=7 || KEY=8" of SUBJECT, one more; quote: the number in quotes. */
static void
add_id(struct ft_str *subject, const char *key, const char *quote, uint32_t id)
{
	if (subject->len)
		ft_str_add(subject, " || ");
	ft_str_add(subject, key);
	ft_str_add_char(subject, '=');
	ft_str_add(subject, quote);
	ft_str_add_u64(subject, id);
	ft_str_add(subject, quote);
}

/* "KEY='1' || KEY='2'": the records, not shares, of the request's result. */
static void
add_done(struct ft_str *str, const struct ft_admin *admin,
    enum ft_admin_did did, const char *key)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    admin->result, did, admin->request->entity, &at)))
		if (!*item->cluster)
			add_id(str, key, "'", item->id);
}

/* "(res_id='1' && cluster='a') || ...": the shares. */
static void
add_shares(
    struct ft_str *str, const struct ft_admin *admin, enum ft_admin_did did)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    admin->result, did, FT_ENTITY_RESOURCE, &at))) {
		if (!*item->cluster)
			continue;
		ft_str_addf(str, "%s(res_id='%" PRIu32 "' && cluster=",
		    str->len ? " || " : "", item->id);
		ft_txn_add_quoted(str, item->cluster);
		ft_str_add_char(str, ')');
	}
}

enum ft_status
ft_txn_set_resources(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	struct ft_txn_draft whole FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_RESOURCES };
	struct ft_txn_draft share FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_SHARES };

	ft_txn_add_columns(&whole.info, to);
	add_done(&whole.subject, admin, FT_DID_MODIFY, "id");
	FT_TRY(note_some(admin, &whole, err));
	if (to->share == NULL)
		return FT_OK;
	add_percent(&share.info, admin->release, to->share);
	add_shares(&share.subject, admin, FT_DID_MODIFY);
	return note_some(admin, &share, err);
}

/* ---- gone ------------------------------------------------------------------- */

/* "name='a' || name='b'", since 24.11 "name in('a','b')". */
static void
add_gone(struct ft_str *str, const struct ft_admin *admin,
    const struct ft_admin_records *records)
{
	bool in = ft_release_has(admin->release, FT_RULE_TXN_NAME_IN);

	if (in)
		ft_str_addf(str, "name in(");
	for (size_t i = 0; in && i < records->n; i++) {
		if (i)
			ft_str_add_char(str, ',');
		ft_txn_add_quoted(str, records->item[i].name);
	}
	if (in)
		ft_str_add_char(str, ')');
	for (size_t i = 0; !in && i < records->n; i++)
		ft_txn_add_key(str, "name", records->item[i].name);
}

static void
add_keys(
    struct ft_str *str, const char *key, const struct ft_admin_records *records)
{
	for (size_t i = 0; i < records->n; i++)
		ft_txn_add_key(str, key, records->item[i].name);
}

enum ft_status
ft_txn_drop_records(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = entity == FT_ENTITY_USER ? FT_TXN_REMOVE_USERS
						   : FT_TXN_REMOVE_ACCOUNTS
	};
	const struct ft_cluster *cluster;
	size_t n = 0;

	add_gone(&draft.subject, admin, records);
	FT_TRY(ft_list_clusters(admin->reg, FT_NO_OWNER, &cluster, &n, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(ft_txn_note(admin, &draft, err));
	return FT_OK;
}

enum ft_status
ft_txn_drop_coords_of(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_REMOVE_COORDS, .condition = true
	};

	add_keys(&draft.subject, entity == FT_ENTITY_USER ? "user" : "acct",
	    records);
	return ft_txn_note(admin, &draft, err);
}

static void
add_names(
    struct ft_str *str, const char *key, const struct ft_admin_names *names)
{
	struct ft_str one FT_CLEANUP(ft_str_free) = { 0 };

	if (names->n == 0)
		return;
	for (size_t i = 0; i < names->n; i++)
		ft_txn_add_key(&one, key, names->item[i]);
	ft_str_addf(str, "%s(%s)", str->len ? " && " : "", ft_str_text(&one));
}

enum ft_status
ft_txn_drop_coords(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_COORDS };

	add_names(&draft.subject, "user", ft_admin_key(admin, FT_KEY_USER));
	add_names(&draft.subject, "acct", ft_admin_key(admin, FT_KEY_ACCOUNT));
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_drop_cluster(
    struct ft_admin *admin, const char *name, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_CLUSTERS };

	ft_txn_add_key(&draft.subject, "name", name);
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_drop_qoses(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_QOS };

	add_done(&draft.subject, admin, FT_DID_DELETE, "id");
	return note_some(admin, &draft, err);
}

/* One more of DRAFT, on CLUSTER; what is noted of another is complete. */
static enum ft_status
drop_on(struct ft_admin *admin, struct ft_txn_draft *draft, uint32_t cluster,
    struct ft_error *err)
{
	if (draft->cluster != cluster)
		FT_TRY(note_some(admin, draft, err));
	if (draft->cluster != cluster)
		ft_str_clear(&draft->subject);
	draft->cluster = cluster;
	return FT_OK;
}

enum ft_status
ft_txn_drop_assocs(struct ft_admin *admin, const struct ft_assoc *item,
    size_t n, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_ASSOCS };

	for (size_t i = 0; i < n; i++) {
		FT_TRY(drop_on(admin, &draft, item[i].cluster, err));
		add_id(&draft.subject, "id_assoc", "", item[i].number);
	}
	return note_some(admin, &draft, err);
}

enum ft_status
ft_txn_drop_wckeys(struct ft_admin *admin, const struct ft_wckey *item,
    size_t n, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_WCKEYS };

	for (size_t i = 0; i < n; i++) {
		FT_TRY(drop_on(admin, &draft, item[i].cluster, err));
		add_id(&draft.subject, "id_wckey", "'", item[i].id);
	}
	return note_some(admin, &draft, err);
}

enum ft_status
ft_txn_drop_resources(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_txn_draft share FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_SHARES };
	struct ft_txn_draft all FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_RESOURCES };

	if (ft_admin_key(admin, FT_KEY_CLUSTER)->given) {
		add_shares(&share.subject, admin, FT_DID_DELETE);
		return note_some(admin, &share, err);
	}
	/* all their shares, there or not */
	add_done(&share.subject, admin, FT_DID_DELETE, "res_id");
	FT_TRY(note_some(admin, &share, err));
	add_done(&all.subject, admin, FT_DID_DELETE, "id");
	return note_some(admin, &all, err);
}
