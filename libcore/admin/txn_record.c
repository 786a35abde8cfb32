/* txn_record.c - what slurmdbd notes of records: new, set, and gone. */
#include "admin/txn_int.h"
#include "admin/wckey_int.h"

/* ---- new records ------------------------------------------------------------ */

enum ft_status
ft_txn_new_account(struct ft_admin *admin, const struct ft_account *account,
    struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_ACCOUNTS };

	ft_str_add(&draft.subject, account->name);
	ft_txn_add_text(&draft.info, "description", account->description);
	ft_txn_add_text(&draft.info, "organization", account->organization);
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_new_user(
    struct ft_admin *admin, const struct ft_user *user, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_ADD_USERS };

	ft_str_add(&draft.subject, user->name);
	ft_str_addf(&draft.info, "admin_level=%d",
	    user->admin_level ? (int)user->admin_level : (int)FT_ADMIN_NONE);
	return ft_txn_note(admin, &draft, err);
}

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

/* ---- set -------------------------------------------------------------------- */

static void
add_keys(
    struct ft_str *str, const char *key, const struct ft_admin_records *records)
{
	for (size_t i = 0; i < records->n; i++)
		ft_txn_add_key(str, key, records->item[i].name);
}

/* "(name='a' || name='b')"; nothing without records or what was set. */
static enum ft_status
note_set(struct ft_admin *admin, struct ft_txn_draft *draft,
    const struct ft_admin_records *records, struct ft_error *err)
{
	add_keys(&draft->subject, "name", records);
	draft->condition = true;
	return records->n && draft->info.len ? ft_txn_note(admin, draft, err)
					     : FT_OK;
}

enum ft_status
ft_txn_set_accounts(struct ft_admin *admin,
    const struct ft_admin_records *records,
    const struct ft_admin_account_set *to, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_ACCOUNTS };

	ft_txn_add_text(&draft.info, "description", to->description);
	ft_txn_add_text(&draft.info, "organization", to->organization);
	return note_set(admin, &draft, records, err);
}

enum ft_status
ft_txn_set_users(struct ft_admin *admin, const struct ft_admin_records *records,
    const struct ft_admin_user_set *to, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_MODIFY_USERS };

	if (to->admin_level)
		ft_str_addf(
		    &draft.info, "admin_level=%d", (int)to->admin_level);
	ft_txn_add_text(&draft.info, "name", to->new_name);
	return note_set(admin, &draft, records, err);
}

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

/* ---- gone ------------------------------------------------------------------- */

/* "name='a' || name='b'", once for each cluster. */
static enum ft_status
note_gone(struct ft_admin *admin, enum ft_txn_action action,
    const struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = action };
	const struct ft_cluster *cluster;
	size_t n = 0;

	add_keys(&draft.subject, "name", records);
	FT_TRY(ft_list_clusters(admin->reg, FT_NO_OWNER, &cluster, &n, err));
	for (size_t i = 0; i < n; i++)
		FT_TRY(ft_txn_note(admin, &draft, err));
	return FT_OK;
}

static enum ft_status
note_coords(struct ft_admin *admin, const char *key,
    const struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(ft_txn_draft_free) = {
		.action = FT_TXN_REMOVE_COORDS, .condition = true
	};

	add_keys(&draft.subject, key, records);
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_drop_accounts(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_error *err)
{
	if (records->n == 0)
		return FT_OK;
	FT_TRY(note_coords(admin, "acct", records, err));
	return note_gone(admin, FT_TXN_REMOVE_ACCOUNTS, records, err);
}

enum ft_status
ft_txn_drop_users(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_error *err)
{
	if (records->n == 0)
		return FT_OK;
	FT_TRY(note_coords(admin, "user", records, err));
	FT_TRY(ft_admin_drop_wckeys(admin, records, NULL, NULL, NULL, err));
	return note_gone(admin, FT_TXN_REMOVE_USERS, records, err);
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
ft_txn_drop_coords(struct ft_admin *admin, const struct ft_admin_where *what,
    struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_COORDS };

	add_names(&draft.subject, "user", &what->key[FT_KEY_USER]);
	add_names(&draft.subject, "acct", &what->key[FT_KEY_ACCOUNT]);
	return ft_txn_note(admin, &draft, err);
}

enum ft_status
ft_txn_drop_cluster(
    struct ft_admin *admin, const char *name, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_CLUSTERS };

	ft_txn_add_key(&draft.subject, "name", name);
	FT_TRY(ft_txn_note(admin, &draft, err));
	return ft_txn_flush(admin, err);
}

/* "KEY=7 || KEY=8" of SUBJECT, one more; quote: the number in quotes. */
static void
add_id(struct ft_str *subject, const char *key, const char *quote, uint32_t id)
{
	ft_str_addf(subject, "%s%s=%s%" PRIu32 "%s", subject->len ? " || " : "",
	    key, quote, id, quote);
}

enum ft_status
ft_txn_drop_qoses(struct ft_admin *admin, const struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_QOS };
	const struct ft_admin_item *item;
	size_t at = 0;

	while ((item = ft_admin_next(
		    result, FT_DID_DELETE, FT_ENTITY_QOS, &at)) != NULL)
		add_id(&draft.subject, "id", "'", item->id);
	if (draft.subject.len)
		FT_TRY(ft_txn_note(admin, &draft, err));
	return ft_txn_flush(admin, err);
}

enum ft_status
ft_txn_drop_assocs(struct ft_admin *admin, const struct ft_assoc *item,
    size_t n, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_ASSOCS };

	for (size_t i = 0; i < n; i++) {
		add_id(&draft.subject, "id_assoc", "", item[i].number);
		draft.cluster = item[i].cluster;
		if (i + 1 < n && item[i + 1].cluster == item[i].cluster)
			continue;
		FT_TRY(ft_txn_note(admin, &draft, err));
		ft_str_clear(&draft.subject);
	}
	return FT_OK;
}

enum ft_status
ft_txn_drop_wckeys(struct ft_admin *admin, const struct ft_wckey *item,
    size_t n, struct ft_error *err)
{
	struct ft_txn_draft draft FT_CLEANUP(
	    ft_txn_draft_free) = { .action = FT_TXN_REMOVE_WCKEYS };

	for (size_t i = 0; i < n; i++) {
		add_id(&draft.subject, "id_wckey", "'", item[i].id);
		draft.cluster = item[i].cluster;
		if (i + 1 < n && item[i + 1].cluster == item[i].cluster)
			continue;
		FT_TRY(ft_txn_note(admin, &draft, err));
		ft_str_clear(&draft.subject);
	}
	return FT_OK;
}
