/* Modifying records of accounts, users, clusters. */
#include "admin/request/private.h"
#include "admin/txn/internal.h"
#include "admin/request/wckey_private.h"

/* ---- which records ---- */

/*
 * sacctmgr selects records by conditions on records alone; all other conditions
 * select associations.  KEYS ends with FT_KEYS.
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
select_for_slurm(struct ft_admin *admin, struct ft_admin_records *records,
    struct ft_error *err)
{
	static const enum ft_admin_key keys[] = { FT_KEY_USER,
		FT_KEY_ADMIN_LEVEL, FT_KEY_DEFAULT_ACCOUNT,
		FT_KEY_DEFAULT_WCKEY, FT_KEYS };
	const struct ft_admin_names *cluster =
	    ft_admin_key(admin, FT_KEY_CLUSTER);
	struct ft_admin_where only = only_keys(admin->request->where, keys);

	*records = (struct ft_admin_records){ 0 };
	/* an unknown level selects nobody by itself */
	if (!only.key[FT_KEY_ADMIN_LEVEL].n)
		only.key[FT_KEY_ADMIN_LEVEL].given = false;
	if (only.key[FT_KEY_USER].given)
		only.key[FT_KEY_DEFAULT_ACCOUNT] = (struct ft_admin_names){ 0 };
	/* an account on a cluster is taken for the default one */
	if (!any_given(&only) && cluster->given)
		only.key[FT_KEY_DEFAULT_ACCOUNT] =
		    *ft_admin_key(admin, FT_KEY_ACCOUNT);
	if (!any_given(&only))
		return FT_OK;
	if (only.key[FT_KEY_DEFAULT_ACCOUNT].given)
		only.key[FT_KEY_CLUSTER] = *cluster;
	return ft_admin_select_records(
	    admin, FT_WHICH_USERS, &only, records, err);
}

/* ---- any ---- */

/* Set what the request gives in the record of ENTITY, and report it. */
static enum ft_status
modify_record(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_record *which, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	union ft_entity_record record;

	FT_TRY(FT_REG(admin, get, entity, which->id, &record, err));
	ft_admin_fill(&record, to);
	if (to->new_name) {
		record.named.name = to->new_name;
		ft_idvec_free(&admin->user_name);
		admin->names_asked = 0;
	}
	ft_admin_item_name(
	    admin, FT_DID_MODIFY, entity, which->id, which->name);
	return FT_REG(admin, put, entity, &record, err);
}

/* ---- accounts ---- */

enum ft_status
ft_admin_modify_accounts(struct ft_admin *admin, struct ft_error *err)
{
	static const enum ft_admin_key keys[] = { FT_KEY_ACCOUNT,
		FT_KEY_DESCRIPTION, FT_KEY_ORGANIZATION, FT_KEYS };
	const struct ft_admin_request *request = admin->request;
	struct ft_admin_where only = only_keys(request->where, keys);
	struct ft_admin_records records;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, err));
	FT_TRY(ft_admin_select_records(admin, FT_WHICH_ACCOUNTS,
	    admin->slurm ? &only : request->where, &records, err));
	for (size_t i = 0; i < records.n; i++)
		FT_TRY(modify_record(
		    admin, FT_ENTITY_ACCOUNT, &records.item[i], err));
	return ft_txn_set_records(admin, admin->result, request->to, err);
}

/* ---- users ---- */

/*
 * Set the default account on one cluster.  A user outside ACCOUNT (0: none) is
 * reported as an item.
 */
static enum ft_status
set_default_on(struct ft_admin *admin, const struct ft_admin_record *record,
    const struct ft_cluster *cluster, uint32_t account, struct ft_error *err)
{
	const struct ft_assoc_filter filter = { .cluster = cluster->id,
		.user = record->id };
	struct ft_admin_item *item;
	struct ft_assoc member;

	FT_TRY(ft_admin_move_default(admin, &filter, account, &member, err));
	if (member.id)
		return ft_txn_default_assoc(admin, &member, err);
	item = ft_admin_item(admin, FT_DID_BLOCK, FT_ENTITY_USER, record->id);
	item->user = item->name = record->name;
	item->cluster = ft_arena_strdup(&admin->arena, cluster->name);
	return FT_OK;
}

static enum ft_status
set_default_account(struct ft_admin *admin,
    const struct ft_admin_record *record, struct ft_error *err)
{
	struct ft_admin_clusters clusters;
	union ft_entity_record account;

	FT_TRY(ft_admin_find(admin, FT_ENTITY_ACCOUNT,
	    admin->request->to->default_account, &account, err));
	FT_TRY(ft_admin_clusters(
	    admin, ft_admin_key(admin, FT_KEY_CLUSTER), &clusters, err));
	for (size_t i = 0; i < clusters.n; i++)
		FT_TRY(set_default_on(
		    admin, record, clusters.item[i], account.named.id, err));
	return FT_OK;
}

static enum ft_status
may_modify_user(struct ft_admin *admin, const struct ft_admin_record *record,
    struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	bool level = ft_admin_set_has(to, FT_USER_admin_level);
	bool own = record->id == admin->actor.user;

	if (level && ft_admin_is_operator(admin) && !ft_admin_is_super(admin))
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_LEVEL, err,
		    "permission denied for user '%s': only an administrator "
		    "sets admin levels",
		    admin->actor.name);
	if (own && level && !ft_admin_is_super(admin))
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_OWN_RECORD, err,
		    "permission denied for user '%s': users may change only "
		    "their own default account and default wckey",
		    admin->actor.name);
	/* sacctmgr lets users rename themselves */
	if (own && (to->new_name == NULL || admin->slurm) && !level)
		return FT_OK;
	if (to->new_name)
		FT_TRY(ft_admin_need_level(admin, record->id, err));
	return ft_admin_need(admin, FT_RIGHT_USERS, err);
}

static enum ft_status
check_new_name(struct ft_admin *admin, const struct ft_admin_records *records,
    struct ft_error *err)
{
	const char *name = admin->request->to->new_name;
	union ft_entity_record other;

	if (name == NULL || records->n == 0)
		return FT_OK;
	if (records->n > 1)
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_NAMES, err,
		    "one new name for %zu users", records->n);
	FT_TRY(ft_admin_find(admin, FT_ENTITY_USER, name, &other, err));
	return other.named.id ? ft_admin_refuse(admin, FT_ADMIN_REFUSE_NAME,
				    err, "user '%s' exists already", name)
			      : FT_OK;
}

static enum ft_status
modify_user(struct ft_admin *admin, const struct ft_admin_record *record,
    struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;
	struct ft_user user;

	FT_TRY(may_modify_user(admin, record, err));
	FT_TRY(modify_record(admin, FT_ENTITY_USER, record, err));
	if (ft_admin_set_has(to, FT_USER_default_wckey)) {
		FT_TRY(FT_GET(admin->reg, record->id, &user, err));
		FT_TRY(ft_admin_default_wckey(admin, &user, err));
	}
	return to->default_account ? set_default_account(admin, record, err)
				   : FT_OK;
}

static enum ft_status
check_user_set(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;

	if (to->default_account && *to->default_account == 0)
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_NO_DEFAULT, err,
		    "users keep a default account");
	return admin->slurm && !to->has && !to->default_account && !to->new_name
		   ? ft_admin_refuse_idle(admin, FT_ENTITY_USER, err)
		   : FT_OK;
}

/* Where users have no association with the account, do not have the wckey. */
static enum ft_status
check_members(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_set *to = admin->request->to;

	if (ft_admin_count(admin->result, FT_DID_BLOCK, FT_ENTITY_USER))
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_NOT_MEMBER, err,
		    "users are not in account '%s'", to->default_account);
	if (ft_admin_count(admin->result, FT_DID_BLOCK, FT_ENTITY_WCKEY))
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_NOT_MEMBER, err,
		    "users do not have wckey '%s'", to->to.user.default_wckey);
	return FT_OK;
}

enum ft_status
ft_admin_modify_users(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_records records;

	FT_TRY(admin->slurm ? select_for_slurm(admin, &records, err)
			    : ft_admin_select_records(admin, FT_WHICH_USERS,
				  admin->request->where, &records, err));
	if (records.n == 0)
		return ft_admin_need(admin, FT_RIGHT_USERS, err);
	FT_TRY(check_user_set(admin, err));
	FT_TRY(check_new_name(admin, &records, err));
	for (size_t i = 0; i < records.n; i++)
		FT_TRY(modify_user(admin, &records.item[i], err));
	FT_TRY(
	    ft_txn_set_records(admin, admin->result, admin->request->to, err));
	return check_members(admin, err);
}

/* ---- clusters ---- */

enum ft_status
ft_admin_modify_clusters(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_clusters clusters;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_CLUSTERS, err));
	FT_TRY(ft_admin_clusters(
	    admin, ft_admin_key(admin, FT_KEY_CLUSTER), &clusters, err));
	for (size_t i = 0; i < clusters.n; i++) {
		const struct ft_cluster *cluster = clusters.item[i];
		const struct ft_admin_record record = { .id = cluster->id,
			.name = cluster->name };

		if (!admin->slurm &&
		    !ft_admin_cluster_matches(admin->request->where, cluster))
			continue;
		FT_TRY(modify_record(admin, FT_ENTITY_CLUSTER, &record, err));
		FT_TRY(ft_txn_set_cluster(admin, record.name,
		    admin->request->to->to.cluster.classification, err));
	}
	return FT_OK;
}
