/* txn_record.c - what slurmdbd notes of records: new, set, and gone. */
#include "admin/txn_int.h"
#include "admin/wckey_int.h"

#include <inttypes.h>
#include <string.h>

/* ---- new records ------------------------------------------------------------ */

enum ft_status
ft_txn_new_account(struct ft_admin *admin, const struct ft_account *account,
    struct ft_error *err)
{
	struct ft_str info;
	enum ft_status status;

	ft_str_init(&info);
	ft_str_add(&info, "description=");
	ft_txn_add_quoted(&info, account->description);
	ft_str_add(&info, ", organization=");
	ft_txn_add_quoted(&info, account->organization);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_ADD_ACCOUNTS, 0,
	    account->name, ft_str_text(&info), err);
	ft_str_free(&info);
	return status;
}

enum ft_status
ft_txn_new_user(
    struct ft_admin *admin, const struct ft_user *user, struct ft_error *err)
{
	struct ft_str info;
	enum ft_status status;

	ft_str_init(&info);
	ft_str_addf(&info, "admin_level=%d",
	    user->admin_level ? (int)user->admin_level : (int)FT_ADMIN_NONE);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_ADD_USERS, 0,
	    user->name, ft_str_text(&info), err);
	ft_str_free(&info);
	return status;
}

enum ft_status
ft_txn_new_wckey(struct ft_admin *admin, const struct ft_wckey *wckey,
    const char *user, bool is_default, struct ft_error *err)
{
	struct ft_str subject, info;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_init(&info);
	ft_str_addf(&subject, "id_wckey=%" PRIu32, wckey->id);
	ft_str_add(&info, "user=");
	ft_txn_add_quoted(&info, user);
	ft_str_add(&info, ", wckey_name=");
	ft_txn_add_quoted(&info, wckey->name);
	ft_str_addf(&info, ", is_def=%d", is_default);
	status = ft_txn_note(admin, FT_TURN_WCKEYS, FT_TXN_ADD_WCKEYS,
	    wckey->cluster, ft_str_text(&subject), ft_str_text(&info), err);
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
}

/* ---- set -------------------------------------------------------------------- */

static void
add_keys(
    struct ft_str *str, const char *key, const struct ft_admin_records *records)
{
	for (size_t i = 0; i < records->n; i++)
		ft_txn_add_key(str, key, records->item[i].name);
}

/* "(name='a' || name='b')" */
static enum ft_status
note_set(struct ft_admin *admin, enum ft_txn_action action,
    const struct ft_admin_records *records, const struct ft_str *info,
    struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status = FT_OK;

	ft_str_init(&subject);
	add_keys(&subject, "name", records);
	if (records->n && info->len)
		status = ft_txn_note_in(admin, FT_TURN_RECORDS, action, 0,
		    &subject, ft_str_text(info), err);
	ft_str_free(&subject);
	return status;
}

enum ft_status
ft_txn_set_accounts(struct ft_admin *admin,
    const struct ft_admin_records *records,
    const struct ft_admin_account_set *to, struct ft_error *err)
{
	struct ft_str info;
	enum ft_status status;

	ft_str_init(&info);
	if (to->description) {
		ft_str_add(&info, "description=");
		ft_txn_add_quoted(&info, to->description);
	}
	if (to->organization) {
		ft_txn_add_comma(&info);
		ft_str_add(&info, "organization=");
		ft_txn_add_quoted(&info, to->organization);
	}
	status = note_set(admin, FT_TXN_MODIFY_ACCOUNTS, records, &info, err);
	ft_str_free(&info);
	return status;
}

enum ft_status
ft_txn_set_users(struct ft_admin *admin, const struct ft_admin_records *records,
    const struct ft_admin_user_set *to, struct ft_error *err)
{
	struct ft_str info;
	enum ft_status status;

	ft_str_init(&info);
	if (to->admin_level)
		ft_str_addf(&info, "admin_level=%d", (int)to->admin_level);
	if (to->new_name) {
		ft_txn_add_comma(&info);
		ft_str_add(&info, "name=");
		ft_txn_add_quoted(&info, to->new_name);
	}
	status = note_set(admin, FT_TXN_MODIFY_USERS, records, &info, err);
	ft_str_free(&info);
	return status;
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
	struct ft_str subject, info;
	enum ft_status status;

	ft_str_init(&subject);
	ft_str_init(&info);
	ft_txn_add_key(&subject, "name", name);
	ft_str_addf(&info, "classification=%d", class_number(class));
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_MODIFY_CLUSTERS, 0,
	    ft_str_text(&subject), ft_str_text(&info), err);
	ft_str_free(&subject);
	ft_str_free(&info);
	return status;
}

/* ---- gone ------------------------------------------------------------------- */

/* "name='a' || name='b'", once for each cluster. */
static enum ft_status
note_gone(struct ft_admin *admin, enum ft_txn_action action,
    const struct ft_admin_records *records, struct ft_error *err)
{
	const struct ft_cluster *cluster;
	struct ft_str subject;
	enum ft_status status;
	size_t n = 0;

	ft_str_init(&subject);
	add_keys(&subject, "name", records);
	status = FT_REG(admin, clusters, &cluster, &n, err);
	for (size_t i = 0; status == FT_OK && i < n; i++)
		status = ft_txn_note(admin, FT_TURN_RECORDS, action, 0,
		    ft_str_text(&subject), "", err);
	ft_str_free(&subject);
	return status;
}

static enum ft_status
note_coords(struct ft_admin *admin, const char *key,
    const struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status;

	ft_str_init(&subject);
	add_keys(&subject, key, records);
	status = ft_txn_note_in(
	    admin, FT_TURN_RECORDS, FT_TXN_REMOVE_COORDS, 0, &subject, "", err);
	ft_str_free(&subject);
	return status;
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
	struct ft_str one;

	if (names->n == 0)
		return;
	ft_str_init(&one);
	for (size_t i = 0; i < names->n; i++)
		ft_txn_add_key(&one, key, names->item[i]);
	ft_str_addf(str, "%s(%s)", str->len ? " && " : "", ft_str_text(&one));
	ft_str_free(&one);
}

enum ft_status
ft_txn_drop_coords(struct ft_admin *admin, const struct ft_admin_where *what,
    struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status;

	ft_str_init(&subject);
	add_names(&subject, "user", &what->key[FT_KEY_USER]);
	add_names(&subject, "acct", &what->key[FT_KEY_ACCOUNT]);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_REMOVE_COORDS, 0,
	    ft_str_text(&subject), "", err);
	ft_str_free(&subject);
	return status;
}

enum ft_status
ft_txn_drop_cluster(
    struct ft_admin *admin, const char *name, struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status;

	ft_str_init(&subject);
	ft_txn_add_key(&subject, "name", name);
	status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_REMOVE_CLUSTERS, 0,
	    ft_str_text(&subject), "", err);
	ft_str_free(&subject);
	return status == FT_OK ? ft_txn_flush(admin, err) : status;
}

enum ft_status
ft_txn_drop_qoses(struct ft_admin *admin, const struct ft_admin_result *result,
    struct ft_error *err)
{
	const struct ft_admin_item *item;
	struct ft_str subject;
	enum ft_status status = FT_OK;
	size_t at = 0;

	ft_str_init(&subject);
	while ((item = ft_admin_next(
		    result, FT_DID_DELETE, FT_ENTITY_QOS, &at)) != NULL)
		ft_str_addf(&subject, "%sid='%lu'", subject.len ? " || " : "",
		    (unsigned long)item->id);
	if (subject.len)
		status = ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_REMOVE_QOS,
		    0, ft_str_text(&subject), "", err);
	ft_str_free(&subject);
	return status == FT_OK ? ft_txn_flush(admin, err) : status;
}

/* "KEY=7 || KEY=8" of SUBJECT, one more; quote: the number in quotes. */
static void
add_id(struct ft_str *subject, const char *key, const char *quote, uint32_t id)
{
	ft_str_addf(subject, "%s%s=%s%" PRIu32 "%s", subject->len ? " || " : "",
	    key, quote, id, quote);
}

enum ft_status
ft_txn_drop_assocs(struct ft_admin *admin, const struct ft_assoc *item,
    size_t n, struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status = FT_OK;

	ft_str_init(&subject);
	for (size_t i = 0; status == FT_OK && i < n; i++) {
		add_id(&subject, "id_assoc", "", item[i].number);
		if (i + 1 < n && item[i + 1].cluster == item[i].cluster)
			continue;
		status =
		    ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_REMOVE_ASSOCS,
			item[i].cluster, ft_str_text(&subject), "", err);
		ft_str_clear(&subject);
	}
	ft_str_free(&subject);
	return status;
}

enum ft_status
ft_txn_drop_wckeys(struct ft_admin *admin, const struct ft_wckey *item,
    size_t n, struct ft_error *err)
{
	struct ft_str subject;
	enum ft_status status = FT_OK;

	ft_str_init(&subject);
	for (size_t i = 0; status == FT_OK && i < n; i++) {
		add_id(&subject, "id_wckey", "'", item[i].id);
		if (i + 1 < n && item[i + 1].cluster == item[i].cluster)
			continue;
		status =
		    ft_txn_note(admin, FT_TURN_RECORDS, FT_TXN_REMOVE_WCKEYS,
			item[i].cluster, ft_str_text(&subject), "", err);
		ft_str_clear(&subject);
	}
	ft_str_free(&subject);
	return status;
}
