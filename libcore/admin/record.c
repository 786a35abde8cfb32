/* Records of accounts, users, clusters: modifying and finding them. */
#include "admin/admin_int.h"
#include "admin/record_int.h"
#include "admin/txn_int.h"
#include "admin/wckey_int.h"

/* ---- which records ---- */

static int
by_name(const void *a, const void *b)
{
	const struct ft_admin_record *left = a, *right = b;

	return strcmp(left->name, right->name);
}

static void
add_record(struct ft_admin *admin, struct ft_admin_records *records,
    uint32_t id, const char *name)
{
	for (size_t i = records->n; i > 0 && i--;)
		if (records->item[i].id == id)
			return;
	*ft_vec_add(records->item, records->n, records->cap) =
	    (struct ft_admin_record){ id,
		    ft_arena_strdup(&admin->arena, name) };
}

static bool
only_names(const struct ft_admin_where *where, enum ft_admin_key names)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (i != (int)names && where->key[i].given)
			return false;
	return where->key[names].given;
}

/* The records of associations that WHERE selects. */
static enum ft_status
add_selected(struct ft_admin *admin, enum ft_admin_which which,
    const struct ft_admin_where *where, struct ft_admin_records *records,
    struct ft_error *err)
{
	struct ft_admin_selection selection = { 0 };
	enum ft_status status =
	    ft_admin_select(admin, which, where, &selection, err);
	uint32_t last = 0;

	for (size_t i = 0; status == FT_OK && i < selection.n; i++) {
		const struct ft_assoc *assoc = &selection.item[i];
		uint32_t id =
		    which == FT_WHICH_USERS ? assoc->user : assoc->account;
		struct ft_user user;
		struct ft_account account;

		if (id == last)
			continue;
		last = id;
		if (which == FT_WHICH_USERS)
			status = FT_GET(admin->reg, id, &user, err);
		else
			status = FT_GET(admin->reg, id, &account, err);
		if (status == FT_OK)
			add_record(admin, records, id,
			    which == FT_WHICH_USERS ? user.name : account.name);
	}
	ft_admin_selection_free(&selection);
	return status;
}

enum ft_status
ft_admin_select_users(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_records *records,
    struct ft_error *err)
{
	const struct ft_admin_names *names = &where->key[FT_KEY_USER];
	struct ft_user user;

	if (!only_names(where, FT_KEY_USER)) {
		FT_TRY(
		    add_selected(admin, FT_WHICH_USERS, where, records, err));
		if (!where->key[FT_KEY_DEFAULT_ACCOUNT].given && records->n > 1)
			qsort(records->item, records->n, sizeof *records->item,
			    by_name);
		return FT_OK;
	}
	for (size_t i = 0; i < names->n; i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, names->item[i], &user, err);

		if (status == FT_OK)
			add_record(admin, records, user.id, user.name);
		else if (status != FT_ENOENT)
			return status;
	}
	if (records->n > 1)
		qsort(
		    records->item, records->n, sizeof *records->item, by_name);
	return FT_OK;
}

enum ft_status
ft_admin_select_accounts(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_records *records,
    struct ft_error *err)
{
	const struct ft_admin_names *names = &where->key[FT_KEY_ACCOUNT];
	struct ft_account account;

	if (!only_names(where, FT_KEY_ACCOUNT))
		FT_TRY(add_selected(
		    admin, FT_WHICH_ACCOUNTS, where, records, err));
	for (size_t i = 0; only_names(where, FT_KEY_ACCOUNT) && i < names->n;
	     i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, names->item[i], &account, err);

		if (status == FT_OK)
			add_record(admin, records, account.id, account.name);
		else if (status != FT_ENOENT)
			return status;
	}
	if (records->n > 1)
		qsort(
		    records->item, records->n, sizeof *records->item, by_name);
	return FT_OK;
}

/*
 * sacctmgr changes records by conditions on records alone: whatever else it is
 * given selects associations.  KEYS ends with FT_KEYS.
 */
static struct ft_admin_where
only_keys(const struct ft_admin_where *where, const enum ft_admin_key *keys)
{
	struct ft_admin_where only;

	ft_admin_where_init(&only);
	for (size_t i = 0; keys[i] != FT_KEYS; i++)
		only.key[keys[i]] = where->key[keys[i]]; /* borrowed */
	return only;
}

static bool
any_given(const struct ft_admin_where *where)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (where->key[i].given)
			return true;
	return false;
}

static enum ft_status
select_for_slurm(struct ft_admin *admin, const struct ft_admin_where *where,
    struct ft_admin_records *records, struct ft_error *err)
{
	static const enum ft_admin_key keys[] = { FT_KEY_USER,
		FT_KEY_ADMIN_LEVEL, FT_KEY_DEFAULT_ACCOUNT,
		FT_KEY_DEFAULT_WCKEY, FT_KEYS };
	struct ft_admin_where only = only_keys(where, keys);
	const struct ft_admin_names *cluster = &where->key[FT_KEY_CLUSTER];

	if (only.key[FT_KEY_USER].given)
		only.key[FT_KEY_DEFAULT_ACCOUNT] = (struct ft_admin_names){ 0 };
	/* an account on a cluster is taken for the default one */
	if (!any_given(&only) && cluster->given)
		only.key[FT_KEY_DEFAULT_ACCOUNT] = where->key[FT_KEY_ACCOUNT];
	if (!any_given(&only))
		return FT_OK;
	if (only.key[FT_KEY_DEFAULT_ACCOUNT].given)
		only.key[FT_KEY_CLUSTER] = *cluster;
	return ft_admin_select_users(admin, &only, records, err);
}

/* ---- accounts ---- */

static enum ft_status
modify_account(struct ft_admin *admin, const struct ft_admin_record *record,
    const struct ft_admin_account_set *to, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_account account;

	FT_TRY(FT_GET(admin->reg, record->id, &account, err));
	if (to->description)
		account.description = to->description;
	if (to->organization)
		account.organization = to->organization;
	if (to->flags_given)
		account.flags = to->flags;
	FT_TRY(FT_PUT(admin->reg, &account, err));
	ft_admin_item_name(admin, result, FT_DID_MODIFY, FT_ENTITY_ACCOUNT,
	    record->id, record->name);
	return FT_OK;
}

enum ft_status
ft_admin_modify_accounts(struct ft_admin *admin,
    const struct ft_admin_where *where, const struct ft_admin_account_set *to,
    struct ft_admin_result *result, struct ft_error *err)
{
	static const enum ft_admin_key keys[] = { FT_KEY_ACCOUNT,
		FT_KEY_DESCRIPTION, FT_KEY_ORGANIZATION, FT_KEYS };
	struct ft_admin_where only = only_keys(where, keys);
	struct ft_admin_records records = { 0 };
	enum ft_status status;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, result, err));
	status = ft_admin_select_accounts(
	    admin, admin->slurm ? &only : where, &records, err);
	for (size_t i = 0; status == FT_OK && i < records.n; i++)
		status =
		    modify_account(admin, &records.item[i], to, result, err);
	if (status == FT_OK)
		status = ft_txn_set_accounts(admin, &records, to, err);
	if (status == FT_OK)
		status = ft_txn_flush(admin, err);
	ft_free(records.item);
	return status;
}

/* ---- users ---- */

struct new_default {
	struct ft_admin *admin;
	uint32_t account; /* 0: no such account */
	bool member;
	struct ft_assoc assoc; /* of a member */
};

static enum ft_status
see_member(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct new_default *want = ctx;

	(void)err;
	if (assoc->account != want->account)
		return FT_OK;
	if (!want->member)
		want->assoc = *assoc;
	want->member = true;
	return FT_OK;
}

static enum ft_status
move_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct new_default *want = ctx;
	struct ft_assoc changed = *assoc;

	changed.is_default = assoc->account == want->account;
	if (changed.is_default == assoc->is_default)
		return FT_OK;
	return FT_PUT(want->admin->reg, &changed, err);
}

/* On one cluster. */
static enum ft_status
set_default_on(struct ft_admin *admin, const struct ft_admin_record *record,
    const struct ft_cluster *cluster, struct new_default want,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .cluster = cluster->id,
		.user = record->id };
	struct ft_admin_item *item;

	FT_TRY(FT_REG(admin, each_assoc, &filter, see_member, &want, err));
	if (want.member) {
		FT_TRY(ft_txn_default_assoc(admin, &want.assoc, err));
		return FT_REG(
		    admin, each_assoc, &filter, move_default, &want, err);
	}
	item = ft_admin_item(result, FT_DID_BLOCK, FT_ENTITY_USER, record->id);
	item->user = item->name = record->name;
	item->cluster = ft_arena_strdup(&admin->arena, cluster->name);
	return FT_OK;
}

static enum ft_status
set_default_account(struct ft_admin *admin,
    const struct ft_admin_record *record, const struct ft_admin_where *where,
    const char *name, struct ft_admin_result *result, struct ft_error *err)
{
	struct new_default want = { .admin = admin };
	struct ft_admin_clusters clusters;
	struct ft_account account;
	enum ft_status status = FT_NAMED(admin->reg, name, &account, err);

	if (status != FT_OK && status != FT_ENOENT)
		return status;
	want.account = status == FT_OK ? account.id : 0;
	FT_TRY(ft_admin_clusters(
	    admin, &where->key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < clusters.n; i++)
		FT_TRY(set_default_on(
		    admin, record, clusters.item[i], want, result, err));
	return FT_OK;
}

static enum ft_status
may_modify_user(struct ft_admin *admin, const struct ft_admin_record *record,
    const struct ft_admin_user_set *to, struct ft_admin_result *result,
    struct ft_error *err)
{
	if (to->admin_level && ft_admin_is_operator(admin) &&
	    !ft_admin_is_super(admin))
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_LEVEL, err,
		    "permission denied for user '%s': only an administrator "
		    "sets admin levels",
		    admin->actor);
	if (record->id == admin->actor_user && to->admin_level &&
	    !ft_admin_is_super(admin))
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_OWN_RECORD, err,
		    "permission denied for user '%s': users may change only "
		    "their own default account and default wckey",
		    admin->actor);
	/* sacctmgr lets users rename themselves */
	if (record->id == admin->actor_user &&
	    (to->new_name == NULL || admin->slurm) && !to->admin_level)
		return FT_OK;
	if (to->new_name)
		FT_TRY(ft_admin_need_level(admin, record->id, result, err));
	return ft_admin_need(admin, FT_RIGHT_USERS, result, err);
}

static enum ft_status
check_new_name(struct ft_admin *admin, const struct ft_admin_records *records,
    const struct ft_admin_user_set *to, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_user other;
	enum ft_status status;

	if (to->new_name == NULL || records->n == 0)
		return FT_OK;
	if (records->n > 1)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_NAME, err,
		    "one new name for %zu users", records->n);
	status = FT_NAMED(admin->reg, to->new_name, &other, err);
	if (status == FT_OK)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_NAME, err,
		    "user '%s' exists already", to->new_name);
	return status == FT_ENOENT ? FT_OK : status;
}

static enum ft_status
modify_user(struct ft_admin *admin, const struct ft_admin_record *record,
    const struct ft_admin_where *where, const struct ft_admin_user_set *to,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_user user;

	FT_TRY(may_modify_user(admin, record, to, result, err));
	FT_TRY(FT_GET(admin->reg, record->id, &user, err));
	if (to->admin_level)
		user.admin_level = to->admin_level;
	if (to->default_wckey)
		user.default_wckey = to->default_wckey;
	if (to->new_name)
		user.name = to->new_name;
	FT_TRY(FT_PUT(admin->reg, &user, err));
	ft_admin_item_name(admin, result, FT_DID_MODIFY, FT_ENTITY_USER,
	    record->id, record->name);
	if (to->default_wckey)
		FT_TRY(
		    ft_admin_default_wckey(admin, &user, where, result, err));
	if (to->default_account == NULL)
		return FT_OK;
	return set_default_account(
	    admin, record, where, to->default_account, result, err);
}

static enum ft_status
check_user_set(struct ft_admin *admin, const struct ft_admin_user_set *to,
    struct ft_admin_result *result, struct ft_error *err)
{
	if (to->default_account && *to->default_account == 0)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_NO_DEFAULT, err,
		    "users keep a default account");
	if (!admin->slurm || to->admin_level || to->default_account ||
	    to->default_wckey || to->new_name)
		return FT_OK;
	result->refused = FT_ENTITY_USER;
	return ft_admin_refuse(result, FT_ADMIN_REFUSE_NO_EFFECT, err,
	    "nothing given has an effect");
}

enum ft_status
ft_admin_modify_users(struct ft_admin *admin,
    const struct ft_admin_where *where, const struct ft_admin_user_set *to,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_records records = { 0 };
	enum ft_status status =
	    admin->slurm ? select_for_slurm(admin, where, &records, err)
			 : ft_admin_select_users(admin, where, &records, err);

	if (status == FT_OK && records.n == 0)
		status = ft_admin_need(admin, FT_RIGHT_USERS, result, err);
	else if (status == FT_OK)
		status = check_user_set(admin, to, result, err);
	if (status == FT_OK)
		status = check_new_name(admin, &records, to, result, err);
	for (size_t i = 0; status == FT_OK && i < records.n; i++)
		status = modify_user(
		    admin, &records.item[i], where, to, result, err);
	if (status == FT_OK)
		status = ft_txn_set_users(admin, &records, to, err);
	if (status == FT_OK)
		status = ft_txn_flush(admin, err);
	if (status == FT_OK &&
	    ft_admin_count(result, FT_DID_BLOCK, FT_ENTITY_USER))
		status = ft_admin_refuse(result, FT_ADMIN_REFUSE_NOT_MEMBER,
		    err, "users are not in account '%s'", to->default_account);
	if (status == FT_OK &&
	    ft_admin_count(result, FT_DID_BLOCK, FT_ENTITY_WCKEY))
		status = ft_admin_refuse(result, FT_ADMIN_REFUSE_NOT_MEMBER,
		    err, "users do not have wckey '%s'", to->default_wckey);
	ft_free(records.item);
	return status;
}

/* ---- clusters ---- */

enum ft_status
ft_admin_modify_clusters(struct ft_admin *admin,
    const struct ft_admin_where *where, const char *to,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_clusters clusters;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_CLUSTERS, result, err));
	FT_TRY(ft_admin_clusters(
	    admin, &where->key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < clusters.n; i++) {
		struct ft_cluster changed = *clusters.item[i];

		if (!admin->slurm && !ft_admin_cluster_matches(where, &changed))
			continue;
		changed.classification = to;
		FT_TRY(FT_PUT(admin->reg, &changed, err));
		ft_admin_item_name(admin, result, FT_DID_MODIFY,
		    FT_ENTITY_CLUSTER, changed.id, changed.name);
		FT_TRY(ft_txn_set_cluster(admin, changed.name, to, err));
	}
	return ft_txn_flush(admin, err);
}
