/* Deleting: what goes with it, and what must stay. */
#include "admin/admin_int.h"
#include "admin/gone_int.h"
#include "admin/record_int.h"
#include "admin/txn_int.h"
#include "admin/wckey_int.h"

/* ---- refusals ---- */

struct job {
	uint32_t id;
	size_t assoc; /* in the selection */
};

static int
newest_first(const void *a, const void *b)
{
	const struct job *left = a, *right = b;

	return (left->id < right->id) - (left->id > right->id);
}

static enum ft_status
list_jobs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct job *jobs, size_t n, struct ft_admin_result *result,
    struct ft_error *err)
{
	qsort(jobs, n, sizeof *jobs, newest_first);
	for (size_t i = 0; i < n; i++) {
		char note[16];

		snprintf(note, sizeof note, "%u", (unsigned)jobs[i].id);
		FT_TRY(ft_admin_item_assoc(admin, result, FT_DID_BLOCK,
		    &going->item[jobs[i].assoc], note, err));
	}
	return ft_admin_refuse(
	    result, FT_ADMIN_REFUSE_JOBS, err, "%zu jobs are active", n);
}

/* Nothing goes that jobs still need. */
static enum ft_status
check_jobs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct job *jobs = NULL;
	size_t n = 0, cap = 0;
	enum ft_status status = FT_OK;

	for (size_t i = 0; status == FT_OK && i < going->n; i++) {
		const uint32_t *ids = NULL;
		size_t count = 0;

		status = ft_list_active_jobs(admin->reg,
		    (struct ft_owner){ FT_ENTITY_ASSOC, going->item[i].id },
		    &ids, &count, err);
		for (size_t j = 0; status == FT_OK && j < count; j++) {
			*ft_vec_add(jobs, n, cap) = (struct job){ ids[j], i };
		}
	}
	if (status == FT_OK && n)
		status = list_jobs(admin, going, jobs, n, result, err);
	ft_free(jobs);
	return status;
}

struct named_assoc {
	const struct ft_assoc *assoc;
	const char *user;
};

static int
by_user_name(const void *a, const void *b)
{
	const struct named_assoc *left = a, *right = b;
	int order = strcmp(left->user, right->user);

	if (order)
		return order;
	if (left->assoc->is_default != right->assoc->is_default)
		return left->assoc->is_default ? 1 : -1;
	return (left->assoc->id > right->assoc->id) -
	       (left->assoc->id < right->assoc->id);
}

/* User associations of GOING, by name of the user. */
static enum ft_status
sort_by_user(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct named_assoc *named, size_t *n, struct ft_error *err)
{
	*n = 0;
	for (size_t i = 0; i < going->n; i++) {
		const struct ft_assoc *assoc = &going->item[i];
		struct ft_user user;

		if (assoc->user == 0)
			continue;
		FT_TRY(FT_GET(admin->reg, assoc->user, &user, err));
		named[(*n)++] = (struct named_assoc){ assoc,
			ft_arena_strdup(&admin->arena, user.name) };
	}
	qsort(named, *n, sizeof *named, by_user_name);
	return FT_OK;
}

static bool
is_member(const struct ft_admin_records *accounts, uint32_t account)
{
	for (size_t i = 0; accounts && i < accounts->n; i++)
		if (accounts->item[i].id == account)
			return true;
	return accounts == NULL;
}

/*
 * Slurm's rule, odd as it is: going through the user associations by name,
 * a default one that comes after one that is not default is refused, be it of
 * another user.  Of accounts that go as a whole only their own users count, not
 * those in accounts below (accounts: NULL, all count: those of some clusters,
 * or by a condition on associations).
 */
static enum ft_status
check_defaults(struct ft_admin *admin, const struct ft_admin_selection *going,
    const struct ft_admin_records *accounts, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct named_assoc *named =
	    ft_arena_calloc(&admin->arena, going->n + 1, sizeof *named);
	bool other = false, blocked = false;
	size_t n;

	FT_TRY(sort_by_user(admin, going, named, &n, err));
	for (size_t i = 0; i < n; i++) {
		if (!is_member(accounts, named[i].assoc->account))
			continue;
		if (!named[i].assoc->is_default) {
			other = true;
		} else if (other) {
			blocked = true;
			FT_TRY(ft_admin_item_assoc(admin, result, FT_DID_BLOCK,
			    named[i].assoc, "", err));
		}
	}
	if (blocked)
		return ft_admin_refuse(result, FT_ADMIN_REFUSE_DEFAULT_ACCOUNT,
		    err, "default account of users");
	return FT_OK;
}

/* ---- dropping ---- */

/* Children first, so that usage arrives at whoever stays. */
static enum ft_status
drop_assocs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_error *err)
{
	uint32_t *id = ft_arena_calloc(&admin->arena, going->n + 1, sizeof *id);
	size_t n = 0;

	for (size_t i = going->n; i > 0 && i--;)
		id[n++] = going->item[i].id;
	return FT_REG(admin, drop_assocs, id, n, err);
}

/* Append what stands below the first N of GOING, each once. */
static enum ft_status
add_descendants(struct ft_admin *admin, struct ft_admin_selection *going,
    struct ft_error *err)
{
	struct ft_admin_selection all = { 0 };
	enum ft_status status = FT_OK;

	for (size_t i = 0; status == FT_OK && i < going->n; i++) {
		ft_admin_select_add(&all, &going->item[i]);
		status = ft_admin_below(admin, &going->item[i], &all, err);
	}
	ft_admin_selection_free(going);
	*going = all;
	return status;
}

/* Keep the first of each. */
static void
drop_doubles(struct ft_admin_selection *going)
{
	struct ft_map seen = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < going->n; i++) {
		char key[16];

		snprintf(key, sizeof key, "%u", (unsigned)going->item[i].id);
		if (ft_map_put(&seen, key, i))
			going->item[kept++] = going->item[i];
	}
	going->n = kept;
	ft_map_clear(&seen);
}

static enum ft_status
may_delete(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_admin_result *result, struct ft_error *err)
{
	FT_TRY(ft_admin_need_some(admin, result, err));
	if (ft_admin_is_operator(admin))
		return FT_OK;
	for (size_t i = 0; i < going->n; i++) {
		struct ft_assoc above = going->item[i];
		bool may;

		if (above.user == 0 && above.parent)
			FT_TRY(FT_GET(admin->reg, above.parent, &above, err));
		FT_TRY(ft_admin_coordinates(admin, above.account, &may, err));
		if (!may)
			return ft_admin_need(
			    admin, FT_RIGHT_USERS, result, err);
	}
	return FT_OK;
}

/* A coordinator of something else is told so in other words. */
static enum ft_status
may_delete_assocs(struct ft_admin *admin,
    const struct ft_admin_selection *going, struct ft_admin_result *result,
    struct ft_error *err)
{
	enum ft_status status;
	bool some;

	FT_TRY(ft_admin_may_some(admin, &some, err));
	status = may_delete(admin, going, result, err);
	if (some && status == FT_EPERM)
		result->refusal = FT_ADMIN_REFUSE_ELSEWHERE;
	return status;
}

static enum ft_status
list_assocs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_admin_result *result, struct ft_error *err)
{
	for (size_t i = 0; i < going->n; i++)
		FT_TRY(ft_admin_item_assoc(
		    admin, result, FT_DID_DELETE, &going->item[i], "", err));
	return FT_OK;
}

static bool
only(const struct ft_admin_where *where, const enum ft_admin_key *key, size_t n)
{
	for (int i = 0; i < FT_KEYS; i++) {
		bool allowed = false;

		for (size_t j = 0; j < n; j++)
			allowed = allowed || (int)key[j] == i;
		if (where->key[i].given && !allowed)
			return false;
	}
	return true;
}

static enum ft_status
need_condition(const struct ft_admin_where *where,
    struct ft_admin_result *result, struct ft_error *err)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (where->key[i].n)
			return FT_OK;
	return ft_admin_refuse(result, FT_ADMIN_REFUSE_CONDITION, err,
	    "no conditions given for what to delete");
}

/* ---- users ---- */

static enum ft_status
count_one(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	(void)assoc;
	(void)err;
	++*(size_t *)ctx;
	return FT_OK;
}

static enum ft_status
drop_user(struct ft_admin *admin, const struct ft_admin_record *record,
    struct ft_admin_result *result, struct ft_error *err)
{
	FT_TRY(ft_admin_need_level(admin, record->id, result, err));
	ft_admin_item_name(admin, result, FT_DID_DELETE, FT_ENTITY_USER,
	    record->id, record->name);
	return FT_REG(admin, drop, FT_ENTITY_USER, record->id, err);
}

static enum ft_status
delete_whole_users(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_admin_selection *going,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_where all;
	enum ft_status status;

	if (records->n == 0)
		return ft_admin_need_some(admin, result, err);
	ft_admin_where_init(&all);
	for (size_t i = 0; i < records->n; i++)
		ft_admin_names_add(
		    &all.key[FT_KEY_USER], records->item[i].name);
	status = ft_admin_select(admin, FT_WHICH_USERS, &all, going, err);
	ft_admin_where_free(&all);
	if (status == FT_OK)
		status = going->n ? may_delete(admin, going, result, err)
				  : ft_admin_need(
					admin, FT_RIGHT_USERS, result, err);
	if (status == FT_OK)
		status = check_jobs(admin, going, result, err);
	if (status == FT_OK)
		status = drop_assocs(admin, going, err);
	for (size_t i = 0; status == FT_OK && i < records->n; i++)
		status = drop_user(admin, &records->item[i], result, err);
	return status == FT_OK ? ft_txn_drop_users(admin, records, err)
			       : status;
}

/* Users of GOING who have no association any more. */
static enum ft_status
drop_lonely_users(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_admin_records gone = { 0 };

	gone.item =
	    ft_arena_calloc(&admin->arena, records->n + 1, sizeof *gone.item);
	for (size_t i = 0; i < records->n; i++) {
		struct ft_assoc_filter filter = { .user = records->item[i].id };
		size_t n = 0;

		FT_TRY(FT_REG(admin, each_assoc, &filter, count_one, &n, err));
		if (n)
			continue;
		FT_TRY(drop_user(admin, &records->item[i], result, err));
		gone.item[gone.n++] = records->item[i];
	}
	return ft_txn_drop_users(admin, &gone, err);
}

static enum ft_status
delete_user_assocs(struct ft_admin *admin, const struct ft_admin_where *where,
    const struct ft_admin_records *records, struct ft_admin_selection *going,
    struct ft_admin_result *result, struct ft_error *err)
{
	FT_TRY(ft_admin_select(admin, FT_WHICH_USERS, where, going, err));
	FT_TRY(may_delete_assocs(admin, going, result, err));
	FT_TRY(check_defaults(admin, going, NULL, result, err));
	FT_TRY(check_jobs(admin, going, result, err));
	FT_TRY(list_assocs(admin, going, result, err));
	FT_TRY(drop_assocs(admin, going, err));
	FT_TRY(ft_txn_drop_assocs(admin, going->item, going->n, err));
	return drop_lonely_users(admin, records, result, err);
}

/* Only wckeys of the users named. */
static enum ft_status
delete_wckeys(struct ft_admin *admin, const struct ft_admin_where *where,
    struct ft_admin_result *result, struct ft_error *err)
{
	const struct ft_admin_names *names = &where->key[FT_KEY_USER];
	struct ft_admin_records users = { 0 };
	struct ft_user user;

	FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, result, err));
	users.item =
	    ft_arena_calloc(&admin->arena, names->n + 1, sizeof *users.item);
	for (size_t i = 0; i < names->n; i++) {
		enum ft_status status =
		    FT_NAMED(admin->reg, names->item[i], &user, err);

		if (status == FT_OK)
			users.item[users.n++] =
			    (struct ft_admin_record){ user.id, names->item[i] };
		else if (status != FT_ENOENT)
			return status;
	}
	FT_TRY(ft_admin_drop_wckeys(admin, &users, &where->key[FT_KEY_WCKEY],
	    &where->key[FT_KEY_CLUSTER], result, err));
	return ft_txn_flush(admin, err);
}

enum ft_status
ft_admin_delete_users(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_result *result,
    struct ft_error *err)
{
	static const enum ft_admin_key whole[] = { FT_KEY_USER,
		FT_KEY_ADMIN_LEVEL, FT_KEY_DEFAULT_ACCOUNT,
		FT_KEY_DEFAULT_WCKEY };
	struct ft_admin_selection going FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_records records = { 0 };
	enum ft_status status;

	FT_TRY(need_condition(where, result, err));
	if (where->key[FT_KEY_WCKEY].given)
		return delete_wckeys(admin, where, result, err);
	status = ft_admin_select_users(admin, where, &records, err);
	if (status == FT_OK && only(where, whole, 4))
		status =
		    delete_whole_users(admin, &records, &going, result, err);
	else if (status == FT_OK)
		status = delete_user_assocs(
		    admin, where, &records, &going, result, err);
	if (status == FT_OK)
		status = ft_txn_flush(admin, err);
	ft_free(records.item);
	return status;
}

/* ---- accounts ---- */

static enum ft_status
check_root(const struct ft_admin_records *records,
    struct ft_admin_result *result, struct ft_error *err)
{
	for (size_t i = 0; i < records->n; i++)
		if (strcmp(records->item[i].name, "root") == 0)
			return ft_admin_refuse(result, FT_ADMIN_REFUSE_ROOT,
			    err,
			    "the root account stays as long as its cluster");
	return FT_OK;
}

static enum ft_status
delete_account_trees(struct ft_admin *admin, const struct ft_admin_where *where,
    struct ft_admin_selection *going, bool whole,
    const struct ft_admin_records *records, struct ft_admin_result *result,
    struct ft_error *err)
{
	FT_TRY(ft_admin_select(admin, FT_WHICH_ACCOUNTS, where, going, err));
	FT_TRY(may_delete_assocs(admin, going, result, err));
	FT_TRY(add_descendants(admin, going, err));
	drop_doubles(going);
	FT_TRY(
	    check_defaults(admin, going, whole ? records : NULL, result, err));
	FT_TRY(check_jobs(admin, going, result, err));
	if (!whole)
		FT_TRY(list_assocs(admin, going, result, err));
	FT_TRY(drop_assocs(admin, going, err));
	for (size_t i = 0; whole && i < records->n; i++) {
		ft_admin_item_name(admin, result, FT_DID_DELETE,
		    FT_ENTITY_ACCOUNT, records->item[i].id,
		    records->item[i].name);
		FT_TRY(FT_REG(
		    admin, drop, FT_ENTITY_ACCOUNT, records->item[i].id, err));
	}
	FT_TRY(whole ? ft_txn_drop_accounts(admin, records, err)
		     : ft_txn_drop_assocs(admin, going->item, going->n, err));
	return ft_txn_flush(admin, err);
}

enum ft_status
ft_admin_delete_accounts(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_result *result,
    struct ft_error *err)
{
	static const enum ft_admin_key whole[] = { FT_KEY_ACCOUNT,
		FT_KEY_DESCRIPTION, FT_KEY_ORGANIZATION };
	struct ft_admin_selection going FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_records records = { 0 };
	enum ft_status status;

	FT_TRY(need_condition(where, result, err));
	if (only(where, whole, 3))
		FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, result, err));
	else
		FT_TRY(ft_admin_need_some(admin, result, err));
	status = ft_admin_select_accounts(admin, where, &records, err);
	if (status == FT_OK)
		status = check_root(&records, result, err);
	if (status == FT_OK && records.n)
		status = delete_account_trees(admin, where, &going,
		    only(where, whole, 3), &records, result, err);
	ft_free(records.item);
	return status;
}

/* ---- clusters ---- */

static enum ft_status
delete_cluster(struct ft_admin *admin, const struct ft_cluster *cluster,
    struct ft_admin_result *result, struct ft_error *err)
{
	struct ft_admin_selection going = { 0 };
	struct ft_admin_where all;
	enum ft_status status;

	ft_admin_where_init(&all);
	ft_admin_names_add(&all.key[FT_KEY_CLUSTER], cluster->name);
	status = ft_admin_select(admin, FT_WHICH_ROOT, &all, &going, err);
	if (status == FT_OK)
		status = add_descendants(admin, &going, err);
	if (status == FT_OK)
		status = check_jobs(admin, &going, result, err);
	if (status == FT_OK)
		status = drop_assocs(admin, &going, err);
	ft_admin_where_free(&all);
	ft_admin_selection_free(&going);
	if (status != FT_OK)
		return status;
	ft_admin_item_name(admin, result, FT_DID_DELETE, FT_ENTITY_CLUSTER,
	    cluster->id, cluster->name);
	FT_TRY(FT_REG(admin, drop, FT_ENTITY_CLUSTER, cluster->id, err));
	return ft_txn_drop_cluster(admin, cluster->name, err);
}

enum ft_status
ft_admin_delete_clusters(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_admin_clusters clusters;

	FT_TRY(need_condition(where, result, err));
	FT_TRY(ft_admin_need(admin, FT_RIGHT_CLUSTERS, result, err));
	FT_TRY(ft_admin_clusters(
	    admin, &where->key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < clusters.n; i++) {
		struct ft_cluster copy = *clusters.item[i];

		/* sacctmgr finds none by its classification */
		if (!ft_admin_cluster_matches(where, &copy) ||
		    (admin->slurm && where->key[FT_KEY_CLASSIFICATION].given))
			continue;
		FT_TRY(delete_cluster(admin, &copy, result, err));
	}
	return FT_OK;
}

/* ---- QOS ---- */

struct uses {
	struct ft_admin *admin;
	struct ft_admin_result *result;
	const struct ft_qos *qos;
	bool blocked;
	struct ft_admin_selection *defaults; /* it is their default QOS */
	struct ft_admin_qos_lists lists;     /* of associations that list it */
};

static enum ft_status
see_use(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct uses *uses = ctx;

	if (assoc->default_qos == uses->qos->id) {
		uses->blocked = true;
		ft_admin_select_add(uses->defaults, assoc);
		return FT_OK;
	}
	return ft_admin_keep_qos_list(uses->admin, FT_ENTITY_ASSOC, assoc->id,
	    uses->qos->id, &uses->lists, err);
}

static enum ft_status
delete_qos(struct ft_admin *admin, const struct ft_qos *qos,
    struct ft_admin_selection *defaults, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct uses uses = { .admin = admin,
		.result = result,
		.qos = qos,
		.defaults = defaults };
	struct ft_assoc_filter all = { 0 };
	enum ft_status status =
	    FT_REG(admin, each_assoc, &all, see_use, &uses, err);

	for (size_t i = 0; status == FT_OK && i < admin->lookup.n_qos; i++)
		status = ft_admin_keep_qos_list(admin, FT_ENTITY_QOS,
		    admin->lookup.qos[i].id, qos->id, &uses.lists, err);
	if (status == FT_OK && !uses.blocked)
		status = FT_REG(admin, drop, FT_ENTITY_QOS, qos->id, err);
	if (status == FT_OK && !uses.blocked)
		status = ft_admin_strike_qos(admin, &uses.lists, qos->id, err);
	ft_free(uses.lists.item);
	if (status == FT_OK && !uses.blocked)
		ft_admin_item_name(admin, result, FT_DID_DELETE, FT_ENTITY_QOS,
		    qos->id, qos->name);
	return status;
}

/* Those whose default QOS would go, in their order in the tree. */
static enum ft_status
refuse_defaults(struct ft_admin *admin, struct ft_admin_selection *defaults,
    struct ft_admin_result *result, struct ft_error *err)
{
	FT_TRY(ft_admin_selection_sort(admin, defaults, 0, err));
	for (size_t i = 0; i < defaults->n; i++) {
		const struct ft_assoc *assoc = &defaults->item[i];
		const struct ft_qos *qos =
		    ft_admin_get_qos(&admin->lookup, assoc->default_qos);

		FT_TRY(ft_admin_item_assoc(admin, result, FT_DID_BLOCK, assoc,
		    qos ? qos->name : "", err));
	}
	return ft_admin_refuse(result, FT_ADMIN_REFUSE_DEFAULT_QOS, err,
	    "default QOS of associations");
}

enum ft_status
ft_admin_delete_qoses(struct ft_admin *admin,
    const struct ft_admin_where *where, struct ft_admin_result *result,
    struct ft_error *err)
{
	struct ft_admin_selection defaults = { 0 };
	enum ft_status status = FT_OK;

	FT_TRY(need_condition(where, result, err));
	FT_TRY(ft_admin_need(admin, FT_RIGHT_QOS, result, err));
	for (size_t i = 0; status == FT_OK && i < admin->lookup.n_qos; i++)
		if (ft_admin_qos_matches(where, &admin->lookup.qos[i]))
			status = delete_qos(admin, &admin->lookup.qos[i],
			    &defaults, result, err);
	if (status == FT_OK && defaults.n)
		status = refuse_defaults(admin, &defaults, result, err);
	ft_admin_selection_free(&defaults);
	if (status == FT_OK)
		status = ft_txn_drop_qoses(admin, result, err);
	return status;
}
