/* Adding accounts, clusters, QOS, coordinators. */
#include "admin/admin_int.h"
#include "admin/txn_int.h"

/* ---- accounts ---- */

struct new_accounts {
	struct ft_admin *admin;
	const struct ft_admin_where *what;
	const struct ft_admin_account_set *to;
	const struct ft_admin_set *set;
	struct ft_admin_result *result;
	struct ft_admin_clusters clusters;
	struct ft_account parent;
	struct ft_assoc *above; /* [clusters.n]; id 0: no parent there */
};

/* Where the new associations hang, per cluster. */
static enum ft_status
find_parents(struct new_accounts *job, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	const char *name = job->set->parent ? job->set->parent : "root";
	enum ft_status status;

	job->above = ft_arena_calloc(
	    &admin->arena, job->clusters.n + 1, sizeof *job->above);
	status = FT_NAMED(admin->reg, name, &job->parent, err);
	if (status == FT_ENOENT)
		job->parent.id = 0;
	else if (status != FT_OK)
		return status;
	for (size_t i = 0; i < job->clusters.n; i++) {
		job->above[i] =
		    (struct ft_assoc){ .cluster = job->clusters.item[i]->id,
			    .account = job->parent.id };
		status = job->parent.id == 0
			     ? FT_ENOENT
			     : FT_FIND(admin->reg, &job->above[i], err);
		if (status == FT_ENOENT) {
			job->above[i].id = 0;
			ft_admin_item_name(admin, job->result, FT_DID_MISS,
			    FT_ENTITY_ACCOUNT, 0, name)
			    ->cluster = job->clusters.item[i]->name;
		} else if (status != FT_OK) {
			return status;
		}
	}
	return FT_OK;
}

static enum ft_status
new_account_record(struct new_accounts *job, const char *name,
    struct ft_account *account, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;

	*account = (struct ft_account){ .name = name,
		.description = job->to->description,
		.organization = job->to->organization,
		.flags = job->to->flags,
		.created = admin->reg->now };
	if (account->description == NULL)
		account->description = name;
	if (account->organization == NULL)
		account->organization =
		    job->parent.id == 0 || strcmp(job->parent.name, "root") == 0
			? name
			: job->parent.name;
	FT_TRY(FT_ADD(admin->reg, account, &account->id, err));
	ft_admin_item_name(admin, job->result, FT_DID_ADD, FT_ENTITY_ACCOUNT,
	    account->id, name);
	return ft_txn_new_account(admin, account, err);
}

static enum ft_status
add_account_assoc(
    struct new_accounts *job, uint32_t account, size_t at, struct ft_error *err)
{
	struct ft_admin *admin = job->admin;
	struct ft_assoc assoc,
	    old = { .cluster = job->clusters.item[at]->id, .account = account };
	enum ft_status status = FT_FIND(admin->reg, &old, err);

	if (status != FT_ENOENT)
		return status;
	assoc = (struct ft_assoc){ .cluster = job->clusters.item[at]->id,
		.account = account,
		.partition = "",
		.comment = "",
		.parent = job->above[at].id,
		.shares = 1,
		.created = admin->reg->now };
	ft_admin_fill(&assoc, job->set);
	FT_TRY(ft_admin_put_new(admin, &assoc, &assoc.id, err));
	FT_TRY(ft_admin_put_set(admin, assoc.id, job->set, true, err));
	FT_TRY(ft_txn_new_assoc(admin, &assoc, false, err));
	return ft_admin_item_assoc(
	    admin, job->result, FT_DID_ADD, &assoc, "", err);
}

static enum ft_status
add_one_account(
    struct new_accounts *job, const char *name, struct ft_error *err)
{
	struct ft_account account;
	enum ft_status status;
	bool somewhere = false;

	for (size_t i = 0; i < job->clusters.n; i++)
		somewhere = somewhere || job->above[i].id;
	status = FT_NAMED(job->admin->reg, name, &account, err);
	if (status == FT_ENOENT && somewhere)
		status = new_account_record(job, name, &account, err);
	if (status == FT_ENOENT)
		return FT_OK;
	if (status != FT_OK)
		return status;
	for (size_t i = 0; i < job->clusters.n; i++)
		if (job->above[i].id)
			FT_TRY(add_account_assoc(job, account.id, i, err));
	return FT_OK;
}

static enum ft_status
may_add_accounts(struct new_accounts *job, struct ft_error *err)
{
	bool may = ft_admin_is_operator(job->admin);

	if (!may && job->parent.id)
		FT_TRY(ft_admin_coordinates(
		    job->admin, job->parent.id, &may, err));
	/* coordinators give no QOS to what is new */
	for (size_t i = 0; may && i < job->set->list.n; i++)
		may = job->set->list.item[i].op == '-' ||
		      ft_admin_is_operator(job->admin);
	return may ? FT_OK
		   : ft_admin_need(
			 job->admin, FT_RIGHT_USERS, job->result, err);
}

static enum ft_status
missing_cluster(struct ft_admin *admin, struct ft_admin_result *result,
    const char *name, struct ft_error *err)
{
	ft_admin_item_name(
	    admin, result, FT_DID_MISS, FT_ENTITY_CLUSTER, 0, name);
	return ft_admin_refuse(
	    result, FT_ADMIN_REFUSE_CLUSTER, err, "no cluster '%s'", name);
}

enum ft_status
ft_admin_add_accounts(struct ft_admin *admin, const struct ft_admin_where *what,
    const struct ft_admin_account_set *to, const struct ft_admin_set *set,
    struct ft_admin_result *result, struct ft_error *err)
{
	const struct ft_admin_names *names = &what->key[FT_KEY_ACCOUNT];
	struct new_accounts job = { .admin = admin,
		.what = what,
		.to = to,
		.set = set,
		.result = result };
	const char *missing;

	FT_TRY(ft_admin_need_first(admin, result, err));
	FT_TRY(ft_admin_clusters(
	    admin, &what->key[FT_KEY_CLUSTER], &job.clusters, &missing, err));
	if (missing)
		return missing_cluster(admin, result, missing, err);
	FT_TRY(find_parents(&job, err));
	for (size_t i = 0; i < names->n; i++)
		FT_TRY(add_one_account(&job, names->item[i], err));
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ACCOUNT) +
		ft_admin_count(result, FT_DID_ADD, FT_ENTITY_ASSOC) ==
	    0)
		return FT_OK;
	FT_TRY(may_add_accounts(&job, err));
	return ft_txn_flush(admin, err);
}

/* ---- clusters ---- */

static enum ft_status
find_or_add_root(struct ft_admin *admin, uint32_t *account, uint32_t *user,
    struct ft_error *err)
{
	struct ft_account root = { .name = "root",
		.description = "default root account",
		.organization = "root",
		.created = admin->reg->now };
	struct ft_user root_user = { .name = "root",
		.admin_level = FT_ADMIN_ADMINISTRATOR,
		.default_wckey = "",
		.created = admin->reg->now };
	struct ft_account old;
	struct ft_user old_user;
	enum ft_status status;

	status = FT_NAMED(admin->reg, "root", &old, err);
	*account = old.id;
	if (status == FT_ENOENT)
		status = FT_ADD(admin->reg, &root, account, err);
	if (status != FT_OK)
		return status;
	status = FT_NAMED(admin->reg, "root", &old_user, err);
	*user = old_user.id;
	if (status == FT_ENOENT)
		status = FT_ADD(admin->reg, &root_user, user, err);
	return status;
}

/* Account root, user root, QOS normal unless another list is given. */
static enum ft_status
add_root_assocs(struct ft_admin *admin, uint32_t cluster, const char *name,
    const struct ft_admin_set *set, struct ft_error *err)
{
	struct ft_assoc root = { .cluster = cluster,
		.partition = "",
		.comment = "",
		.shares = 1,
		.created = admin->reg->now };
	const struct ft_qos *normal =
	    ft_admin_find_qos(&admin->lookup, "normal");
	struct ft_assoc user;

	FT_TRY(find_or_add_root(admin, &root.account, &user.user, err));
	user = (struct ft_assoc){ .cluster = cluster,
		.account = root.account,
		.user = user.user,
		.partition = "",
		.comment = "",
		.shares = 1,
		.is_default = true,
		.created = root.created };
	ft_admin_fill(&root, set);
	FT_TRY(ft_admin_put_new(admin, &root, &root.id, err));
	FT_TRY(ft_admin_put_set(admin, root.id, set, true, err));
	if (!set->list.given && normal) {
		struct ft_qosref ref = { root.id, '=', normal->id };

		FT_TRY(FT_REG(admin, put_qosrefs,
		    (struct ft_owner){ FT_ENTITY_ASSOC, root.id }, &ref, 1,
		    err));
	}
	user.parent = root.id;
	FT_TRY(ft_admin_put_new(admin, &user, &user.id, err));
	FT_TRY(ft_txn_new_cluster(admin, name, &root, err));
	FT_TRY(ft_txn_new_assoc(admin, &user, true, err));
	return ft_txn_flush(admin, err);
}

enum ft_status
ft_admin_add_clusters(struct ft_admin *admin, const struct ft_admin_where *what,
    const struct ft_admin_set *set, struct ft_admin_result *result,
    struct ft_error *err)
{
	const struct ft_admin_names *names = &what->key[FT_KEY_CLUSTER];
	const struct ft_admin_names *class = &what->key[FT_KEY_CLASSIFICATION];

	for (size_t i = 0; i < names->n; i++) {
		struct ft_cluster cluster, new = { .name = names->item[i],
			.classification = ft_admin_classification(
			    class->n ? class->item[0] : ""),
			.control_host = "" };
		enum ft_status status =
		    FT_NAMED(admin->reg, new.name, &cluster, err);

		if (status == FT_OK)
			ft_admin_item_name(admin, result, FT_DID_BLOCK,
			    FT_ENTITY_CLUSTER, cluster.id, new.name);
		if (status == FT_OK)
			continue;
		if (status != FT_ENOENT)
			return status;
		FT_TRY(FT_ADD(admin->reg, &new, &new.id, err));
		FT_TRY(add_root_assocs(admin, new.id, new.name, set, err));
		ft_admin_item_name(admin, result, FT_DID_ADD, FT_ENTITY_CLUSTER,
		    new.id, new.name);
	}
	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_CLUSTER) == 0)
		return FT_OK;
	return ft_admin_need(admin, FT_RIGHT_CLUSTERS, result, err);
}

/* ---- QOS ---- */

static enum ft_status
add_one_qos(struct ft_admin *admin, const char *name,
    const struct ft_admin_set *set, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_qos qos = { .name = name };

	ft_members_clear(FT_ENTITY_QOS, &qos);
	qos.description = name;
	ft_admin_fill(&qos, set);
	FT_TRY(FT_ADD(admin->reg, &qos, &qos.id, err));
	FT_TRY(ft_admin_put_set(admin, qos.id, set, true, err));
	ft_admin_item_name(
	    admin, result, FT_DID_ADD, FT_ENTITY_QOS, qos.id, name);
	return ft_txn_new_qos(admin, &qos, err);
}

enum ft_status
ft_admin_add_qoses(struct ft_admin *admin, const struct ft_admin_where *what,
    const struct ft_admin_set *set, struct ft_admin_result *result,
    struct ft_error *err)
{
	const struct ft_admin_names *names = &what->key[FT_KEY_QOS];

	for (size_t i = 0; i < names->n; i++)
		if (ft_admin_find_qos(&admin->lookup, names->item[i]) == NULL)
			FT_TRY(add_one_qos(
			    admin, names->item[i], set, result, err));
	if (result->n == 0)
		return FT_OK;
	FT_TRY(ft_admin_need(admin, FT_RIGHT_QOS, result, err));
	return ft_txn_flush(admin, err);
}

/* ---- coordinators ---- */

/* Records of names; those that are not there become FT_DID_MISS items. */
static enum ft_status
find_accounts(struct ft_admin *admin, const struct ft_admin_names *names,
    struct ft_account *found, size_t *n, struct ft_admin_result *result,
    struct ft_error *err)
{
	*n = 0;
	for (size_t i = 0; i < names->n; i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, names->item[i], &found[*n], err);

		if (status == FT_OK)
			++*n;
		else if (status == FT_ENOENT)
			ft_admin_item_name(admin, result, FT_DID_MISS,
			    FT_ENTITY_ACCOUNT, 0, names->item[i]);
		else
			return status;
	}
	return FT_OK;
}

static enum ft_status
find_users(struct ft_admin *admin, const struct ft_admin_names *names,
    struct ft_user *found, size_t *n, struct ft_admin_result *result,
    struct ft_error *err)
{
	*n = 0;
	for (size_t i = 0; i < names->n; i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, names->item[i], &found[*n], err);

		if (status == FT_OK)
			++*n;
		else if (status == FT_ENOENT)
			ft_admin_item_name(admin, result, FT_DID_MISS,
			    FT_ENTITY_USER, 0, names->item[i]);
		else
			return status;
	}
	return FT_OK;
}

static enum ft_status
may_coordinate(struct ft_admin *admin, uint32_t account,
    struct ft_admin_result *result, struct ft_error *err)
{
	bool may = ft_admin_is_operator(admin);

	if (!may)
		FT_TRY(ft_admin_coordinates(admin, account, &may, err));
	return may ? FT_OK : ft_admin_need(admin, FT_RIGHT_USERS, result, err);
}

struct coord_names {
	struct ft_account *account;
	struct ft_user *user;
	size_t n_account, n_user;
};

static enum ft_status
find_coord_names(struct ft_admin *admin, const struct ft_admin_where *what,
    struct coord_names *names, struct ft_admin_result *result,
    struct ft_error *err)
{
	const struct ft_admin_names *accounts = &what->key[FT_KEY_ACCOUNT];
	const struct ft_admin_names *users = &what->key[FT_KEY_USER];

	names->account = ft_arena_calloc(
	    &admin->arena, accounts->n + 1, sizeof *names->account);
	names->user =
	    ft_arena_calloc(&admin->arena, users->n + 1, sizeof *names->user);
	FT_TRY(find_accounts(
	    admin, accounts, names->account, &names->n_account, result, err));
	return find_users(
	    admin, users, names->user, &names->n_user, result, err);
}

static void
coord_item(struct ft_admin *admin, struct ft_admin_result *result,
    enum ft_admin_did did, const char *user, const char *account)
{
	struct ft_admin_item *item =
	    ft_admin_item(result, did, FT_ENTITY_COORD, 0);

	item->user = ft_arena_strdup(&admin->arena, user);
	item->account = ft_arena_strdup(&admin->arena, account);
}

static bool
is_coord(
    const struct ft_coord *coord, size_t n, uint32_t account, uint32_t user)
{
	for (size_t i = 0; i < n; i++)
		if (coord[i].account == account && coord[i].user == user)
			return true;
	return false;
}

/* slurmdbd goes by users first. */
static enum ft_status
note_new_coords(struct ft_admin *admin, const struct coord_names *names,
    const struct ft_coord *old, size_t n, struct ft_error *err)
{
	for (size_t i = 0; i < names->n_user; i++)
		for (size_t j = 0; j < names->n_account; j++)
			if (!is_coord(old, n, names->account[j].id,
				names->user[i].id))
				FT_TRY(
				    ft_txn_new_coord(admin, names->user[i].name,
					names->account[j].name, err));
	return ft_txn_flush(admin, err);
}

enum ft_status
ft_admin_add_coords(struct ft_admin *admin, const struct ft_admin_where *what,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct coord_names names;
	const struct ft_coord *old;
	size_t n;

	FT_TRY(ft_admin_need_first(admin, result, err));
	FT_TRY(find_coord_names(admin, what, &names, result, err));
	if (result->n)
		return FT_OK;
	FT_TRY(ft_list_coords(admin->reg, FT_NO_OWNER, &old, &n, err));
	for (size_t i = 0; i < names.n_account; i++) {
		struct ft_coord coord = { names.account[i].id, 0 };

		FT_TRY(may_coordinate(admin, coord.account, result, err));
		for (size_t j = 0; j < names.n_user; j++) {
			coord.user = names.user[j].id;
			if (is_coord(old, n, coord.account, coord.user))
				continue;
			FT_TRY(FT_REG(admin, add_coord, &coord, err));
			coord_item(admin, result, FT_DID_ADD,
			    names.user[j].name, names.account[i].name);
		}
	}
	return note_new_coords(admin, &names, old, n, err);
}

static bool
has_account(const struct coord_names *names, uint32_t id)
{
	for (size_t i = 0; i < names->n_account; i++)
		if (names->account[i].id == id)
			return true;
	return names->n_account == 0;
}

static bool
has_user(const struct coord_names *names, uint32_t id)
{
	for (size_t i = 0; i < names->n_user; i++)
		if (names->user[i].id == id)
			return true;
	return names->n_user == 0;
}

enum ft_status
ft_admin_delete_coords(struct ft_admin *admin,
    const struct ft_admin_where *what, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct coord_names names;
	const struct ft_coord *coord;
	size_t n;

	FT_TRY(ft_admin_need_first(admin, result, err));
	FT_TRY(find_coord_names(admin, what, &names, result, err));
	if (result->n)
		return FT_OK;
	if (names.n_account + names.n_user == 0)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_CONDITION, err,
		    "no user and no account given");
	FT_TRY(ft_admin_need_some(admin, result, err));
	FT_TRY(ft_list_coords(admin->reg, FT_NO_OWNER, &coord, &n, err));
	for (size_t i = 0; i < n; i++) {
		struct ft_coord one = coord[i];
		struct ft_account account;
		struct ft_user user;

		if (!has_account(&names, one.account) ||
		    !has_user(&names, one.user))
			continue;
		FT_TRY(may_coordinate(admin, one.account, result, err));
		FT_TRY(FT_GET(admin->reg, one.account, &account, err));
		FT_TRY(FT_GET(admin->reg, one.user, &user, err));
		coord_item(
		    admin, result, FT_DID_DELETE, user.name, account.name);
		FT_TRY(FT_REG(admin, drop_coord, &one, err));
	}
	if (result->n)
		FT_TRY(ft_txn_drop_coords(admin, what, err));
	return ft_txn_flush(admin, err);
}
