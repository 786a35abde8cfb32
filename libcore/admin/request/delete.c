/* Deleting: what is deleted with it, and what prevents it. */
#include "admin/request/private.h"
#include "admin/txn/internal.h"
#include "admin/request/wckey_private.h"
#include "base/bisect.h"

/* ---- refusals ---- */
static int
by_state(const void *a, const void *b)
{
	const struct ft_active_job *left = a, *right = b;

	if (left->state != right->state)
		return left->state < right->state ? -1 : 1;
	return (left->number > right->number) - (left->number < right->number);
}

enum ft_status
ft_admin_refuse_jobs(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_active_job *jobs, size_t n, struct ft_error *err)
{
	bool first = ft_release_has(admin->release, FT_RULE_FIRST_JOB);

	for (size_t i = 0; i < n && !(i && first && admin->slurm); i++) {
		const struct ft_qos *qos =
		    ft_admin_get_qos(&admin->lookup, jobs[i].qos);
		struct ft_assoc assoc;
		char note[16];

		snprintf(note, sizeof note, "%u", (unsigned)jobs[i].number);
		FT_TRY(FT_GET(admin->reg, jobs[i].assoc, &assoc, err));
		FT_TRY(ft_admin_item_assoc(
		    admin, FT_DID_BLOCK, &assoc, note, err));
		if (qos && (first || entity == FT_ENTITY_QOS))
			admin->result->item[admin->result->n - 1].qos =
			    ft_arena_strdup(&admin->arena, qos->name);
	}
	admin->result->refused = entity;
	return ft_admin_refuse(
	    admin, FT_ADMIN_REFUSE_JOBS, err, "%zu jobs are active", n);
}

static void
id_map(const struct ft_admin_selection *selection, struct ft_idmap *map)
{
	for (size_t i = 0; i < selection->n; i++)
		ft_id_put(map, selection->item[i].id, 1);
}

struct active_jobs {
	struct ft_active_job *item;
	size_t n, cap;
};

/* Add the active jobs of GOING: from a list for each association, or from that of
 * all if there are many. */
static enum ft_status
find_jobs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct active_jobs *all, struct ft_error *err)
{
	enum { MANY = 64 };
	struct ft_idmap ids FT_CLEANUP(ft_idmap_free) = { 0 };
	const struct ft_active_job *jobs;
	bool one_list = going->n > MANY;
	size_t n;

	if (one_list)
		id_map(going, &ids);
	for (size_t i = 0; i < (one_list ? 1 : going->n); i++) {
		struct ft_owner owner = { FT_ENTITY_ASSOC, going->item[i].id };

		FT_TRY(ft_list_active_jobs(admin->reg,
		    one_list ? FT_NO_OWNER : owner, &jobs, &n, err));
		for (size_t j = 0; j < n; j++)
			if (!one_list || ft_id_get(&ids, jobs[j].assoc, NULL))
				*ft_vec_add(all->item, all->n, all->cap) =
				    jobs[j];
	}
	return FT_OK;
}

/* Refuse to delete associations that active jobs need. */
static enum ft_status
check_jobs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_error *err)
{
	struct active_jobs all = { .n = 0 };
	enum ft_status status = find_jobs(admin, going, &all, err);

	if (!status && all.n) {
		qsort(all.item, all.n, sizeof *all.item, by_state);
		status = ft_admin_refuse_jobs(
		    admin, FT_ENTITY_ASSOC, all.item, all.n, err);
	}
	ft_free(all.item);
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
		const char *name;

		if (assoc->user == 0)
			continue;
		FT_TRY(ft_admin_user_name(admin, assoc->user, &name, err));
		named[(*n)++] = (struct named_assoc){ assoc, name };
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

static enum ft_status
refuse_defaults(struct ft_admin *admin, struct ft_error *err)
{
	return ft_admin_refuse(admin, FT_ADMIN_REFUSE_DEFAULT_ACCOUNT, err,
	    "default account of users");
}

/*
 * Slurm's odd rule: going through the user associations by name, a default one
 * that comes after one that is not default is refused, even of another user.  For accounts deleted as a whole only their own users count, not
 * those in accounts below (accounts: NULL, all count: those of some clusters,
 * or by a condition on associations).
 */
static enum ft_status
check_defaults(struct ft_admin *admin, const struct ft_admin_selection *going,
    const struct ft_admin_records *accounts, struct ft_error *err)
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
			FT_TRY(ft_admin_item_assoc(
			    admin, FT_DID_BLOCK, named[i].assoc, "", err));
		}
	}
	return blocked ? refuse_defaults(admin, err) : FT_OK;
}

/* All associations of the users of SOME, by user. */
static enum ft_status
select_of_users(struct ft_admin *admin, const struct ft_admin_selection *some,
    struct ft_admin_selection *all, struct ft_error *err)
{
	uint32_t *user =
	    ft_arena_calloc(&admin->arena, some->n + 1, sizeof *user);
	size_t n = 0;

	for (size_t i = 0; i < some->n; i++)
		if (some->item[i].user)
			user[n++] = some->item[i].user;
	n = ft_unique(user, n, sizeof *user, ft_by_u32);
	for (size_t i = 0, next; i < n; i = next) {
		struct ft_assoc_filter filter = { .user = user[i] };

		for (next = i + 1; next < n; next++)
			if (user[next] != user[next - 1] + 1)
				break;
		filter.last_user = user[next - 1];
		FT_TRY(ft_admin_each(admin, &filter, all, err));
	}
	return FT_OK;
}

/* Returns the index of the first association of USER, or of a later one. */
static size_t
first_of_user(const struct ft_admin_selection *all, uint32_t user)
{
	size_t i;

	FT_BISECT(i, 0, all->n, all->item[i].user < user);
	return i;
}

/*
 * Returns whether the user of ASSOC loses it, his default, but not ALL that he has
 * on that cluster, in GOING.  spare: another default may go on being one.
 */
static bool
blocks_default(const struct ft_admin_selection *all,
    const struct ft_assoc *assoc, const struct ft_idmap *going, bool spare)
{
	bool blocks = false;

	for (size_t i = first_of_user(all, assoc->user);
	     i < all->n && all->item[i].user == assoc->user; i++) {
		const struct ft_assoc *one = &all->item[i];

		if (one->cluster != assoc->cluster ||
		    ft_id_get(going, one->id, NULL))
			continue;
		if (one->is_default && spare)
			return false;
		blocks = true;
	}
	return blocks;
}

/* Block ASSOC; or, of older releases, all defaults of its user, once. */
static enum ft_status
block_defaults(struct ft_admin *admin, const struct ft_admin_selection *all,
    const struct ft_assoc *assoc, const struct ft_idmap *going,
    struct ft_error *err)
{
	bool first = true;

	if (ft_release_has(admin->release, FT_RULE_DEFAULT_SPARE))
		return ft_admin_item_assoc(admin, FT_DID_BLOCK, assoc, "", err);
	for (size_t i = first_of_user(all, assoc->user);
	     i < all->n && all->item[i].user == assoc->user; i++) {
		const struct ft_assoc *one = &all->item[i];

		if (!one->is_default || one->cluster != assoc->cluster)
			continue;
		if (first && ft_id_get(going, one->id, NULL) &&
		    one->id != assoc->id)
			return FT_OK;
		first = first && !ft_id_get(going, one->id, NULL);
	}
	for (size_t i = first_of_user(all, assoc->user);
	     i < all->n && all->item[i].user == assoc->user; i++)
		if (all->item[i].is_default &&
		    all->item[i].cluster == assoc->cluster)
			FT_TRY(ft_admin_item_assoc(
			    admin, FT_DID_BLOCK, &all->item[i], "", err));
	return FT_OK;
}

static int
by_number(const void *a, const void *b)
{
	const struct named_assoc *left = a, *right = b;

	return (left->assoc->id > right->assoc->id) -
	       (left->assoc->id < right->assoc->id);
}

/* The rule of newer releases: who has other associations, of ALL, keeps his default. */
static enum ft_status
check_kept_defaults(struct ft_admin *admin,
    const struct ft_admin_selection *selection,
    const struct ft_admin_selection *all, struct ft_error *err)
{
	struct named_assoc *named =
	    ft_arena_calloc(&admin->arena, selection->n + 1, sizeof *named);
	struct ft_idmap going FT_CLEANUP(ft_idmap_free) = { 0 };
	bool blocked = false,
	     spare = ft_release_has(admin->release, FT_RULE_DEFAULT_SPARE);
	size_t n;

	id_map(selection, &going);
	FT_TRY(sort_by_user(admin, selection, named, &n, err));
	if (n && admin->slurm &&
	    (admin->request->entity != FT_ENTITY_ACCOUNT || !spare))
		qsort(named, n, sizeof *named, by_number);
	for (size_t i = 0; i < n; i++) {
		if (!named[i].assoc->is_default ||
		    !blocks_default(all, named[i].assoc, &going, spare))
			continue;
		blocked = true;
		FT_TRY(block_defaults(admin, all, named[i].assoc, &going, err));
	}
	return blocked ? refuse_defaults(admin, err) : FT_OK;
}

/* What keeps associations from being deleted; accounts: see check_defaults.  Adds to
 * *all what their users have. */
static enum ft_status
check_going(struct ft_admin *admin, const struct ft_admin_selection *going,
    const struct ft_admin_records *accounts, struct ft_admin_selection *all,
    struct ft_error *err)
{
	FT_TRY(select_of_users(admin, going, all, err));
	if (ft_release_has(admin->release, FT_RULE_JOBS_BEFORE_DEFAULTS)) {
		FT_TRY(check_jobs(admin, going, err));
		return check_kept_defaults(admin, going, all, err);
	}
	FT_TRY(check_defaults(admin, going, accounts, err));
	return check_jobs(admin, going, err);
}

/* ---- dropping ---- */

/* Children first, so that their usage reaches the ancestors that stay. */
static enum ft_status
drop_assocs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_error *err)
{
	uint32_t *id = ft_arena_calloc(&admin->arena, going->n + 1, sizeof *id);
	size_t n = 0;

	for (size_t i = going->n; i > 0; i--)
		id[n++] = going->item[i - 1].id;
	return FT_REG(admin, drop_assocs, id, n, err);
}

/* Insert the descendants of each of GOING after it; keep the first of each. */
static enum ft_status
add_descendants(struct ft_admin *admin, struct ft_admin_selection *going,
    struct ft_error *err)
{
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_idmap seen FT_CLEANUP(ft_idmap_free) = { 0 };

	for (size_t i = 0; i < going->n; i++) {
		ft_admin_select_add(&all, &going->item[i]);
		FT_TRY(ft_admin_below(admin, &going->item[i], &all, err));
	}
	going->n = 0;
	for (size_t i = 0; i < all.n; i++)
		if (ft_id_put(&seen, all.item[i].id, 1))
			ft_admin_select_add(going, &all.item[i]);
	return FT_OK;
}

static enum ft_status
may_delete(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_error *err)
{
	FT_TRY(ft_admin_need_some(admin, err));
	if (ft_admin_is_operator(admin))
		return FT_OK;
	for (size_t i = 0; i < going->n; i++) {
		struct ft_assoc above = going->item[i];
		bool may;

		if (above.user == 0 && above.parent)
			FT_TRY(FT_GET(admin->reg, above.parent, &above, err));
		FT_TRY(ft_admin_coordinates(admin, above.account, &may, err));
		FT_TRY(ft_admin_need_unless(admin, may, err));
	}
	return FT_OK;
}

/* A coordinator of another account gets a refusal of its own. */
static enum ft_status
may_delete_assocs(struct ft_admin *admin,
    const struct ft_admin_selection *going, struct ft_error *err)
{
	return ft_admin_elsewhere(admin, may_delete(admin, going, err));
}

/* Drop the associations alone, with items and notes. */
static enum ft_status
delete_assocs(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_error *err)
{
	for (size_t i = 0; i < going->n; i++)
		FT_TRY(ft_admin_item_assoc(
		    admin, FT_DID_DELETE, &going->item[i], "", err));
	FT_TRY(drop_assocs(admin, going, err));
	return ft_txn_drop_assocs(admin, going->item, going->n, err);
}

/* Drop the records, which have no associations left, with items and notes. */
static enum ft_status
drop_records(struct ft_admin *admin, enum ft_entity entity,
    const struct ft_admin_records *records, struct ft_error *err)
{
	uint32_t *id =
	    ft_arena_calloc(&admin->arena, records->n + 1, sizeof *id);

	for (size_t i = 0; i < records->n; i++) {
		const struct ft_admin_record *one = &records->item[i];

		if (entity == FT_ENTITY_USER)
			FT_TRY(ft_admin_need_level(admin, one->id, err));
		ft_admin_item_name(
		    admin, FT_DID_DELETE, entity, one->id, one->name);
		id[i] = one->id;
	}
	if (records->n == 0)
		return FT_OK;
	FT_TRY(FT_REG(admin, drop, entity, id, records->n, err));
	FT_TRY(ft_txn_drop_coords_of(admin, entity, records, err));
	if (entity == FT_ENTITY_USER)
		FT_TRY(ft_admin_drop_wckeys(admin, records, false, err));
	return ft_txn_drop_records(admin, entity, records, err);
}

/* Whether only conditions on KEYS, which end with FT_KEYS, are given. */
static bool
only(const struct ft_admin *admin, const enum ft_admin_key *keys)
{
	for (int i = 0; i < FT_KEYS; i++) {
		const enum ft_admin_key *key = keys;

		while (*key != FT_KEYS && (int)*key != i)
			key++;
		if (*key == FT_KEYS && admin->request->where->key[i].given)
			return false;
	}
	return true;
}

enum ft_status
ft_admin_need_condition(struct ft_admin *admin, struct ft_error *err)
{
	for (int i = 0; i < FT_KEYS; i++)
		if (admin->request->where->key[i].given)
			return FT_OK;
	return ft_admin_refuse(admin, FT_ADMIN_REFUSE_CONDITION, err,
	    "no conditions given for what to delete");
}

/* ---- users ---- */

static enum ft_status
delete_whole_users(struct ft_admin *admin,
    const struct ft_admin_records *records, struct ft_error *err)
{
	struct ft_admin_selection going FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_where all FT_CLEANUP(ft_admin_where_free) = { 0 };

	if (records->n == 0)
		return ft_admin_need_some(admin, err);
	for (size_t i = 0; i < records->n; i++)
		ft_admin_names_add(
		    &all.key[FT_KEY_USER], records->item[i].name);
	FT_TRY(ft_admin_select(admin, FT_WHICH_USERS, &all, &going, err));
	FT_TRY(going.n ? may_delete(admin, &going, err)
		       : ft_admin_need(admin, FT_RIGHT_USERS, err));
	FT_TRY(check_jobs(admin, &going, err));
	FT_TRY(drop_assocs(admin, &going, err));
	return drop_records(admin, FT_ENTITY_USER, records, err);
}

/* Whether USER has one of ALL that is not GOING. */
static bool
keeps_some(const struct ft_admin_selection *all, const struct ft_idmap *going,
    uint32_t user)
{
	size_t i = first_of_user(all, user);

	while (i < all->n && all->item[i].user == user &&
	       ft_id_get(going, all->item[i].id, NULL))
		i++;
	return i < all->n && all->item[i].user == user;
}

/* Those of RECORDS that have no association left: GOING are gone, of ALL of theirs. */
static enum ft_status
drop_lonely_users(struct ft_admin *admin,
    const struct ft_admin_records *records,
    const struct ft_admin_selection *all,
    const struct ft_admin_selection *going, struct ft_error *err)
{
	struct ft_idmap ids FT_CLEANUP(ft_idmap_free) = { 0 };
	struct ft_admin_records gone = { 0 };

	id_map(going, &ids);
	gone.item =
	    ft_arena_calloc(&admin->arena, records->n + 1, sizeof *gone.item);
	for (size_t i = 0; i < records->n; i++)
		if (!keeps_some(all, &ids, records->item[i].id))
			gone.item[gone.n++] = records->item[i];
	return drop_records(admin, FT_ENTITY_USER, &gone, err);
}

static enum ft_status
delete_user_assocs(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_selection going FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_records records;

	FT_TRY(ft_admin_select_users(admin, &going, &records, err));
	FT_TRY(may_delete_assocs(admin, &going, err));
	FT_TRY(check_going(admin, &going, NULL, &all, err));
	FT_TRY(delete_assocs(admin, &going, err));
	return drop_lonely_users(admin, &records, &all, &going, err);
}

/*
 * Delete whole users or, if a condition is about associations, those.  sacctmgr does
 * not look at defaults of users that are named, nor at defaults or admin levels if it
 * deletes associations.
 */
static enum ft_status
delete_users(
    struct ft_admin *admin, struct ft_admin_where *where, struct ft_error *err)
{
	static const enum ft_admin_key keys[] = { FT_KEY_USER,
		FT_KEY_ADMIN_LEVEL, FT_KEY_DEFAULT_ACCOUNT,
		FT_KEY_DEFAULT_WCKEY, FT_KEYS };
	bool whole = only(admin, keys), some = where->key[FT_KEY_USER].given;
	bool named = some;
	struct ft_admin_records records;

	for (size_t i = 1; admin->slurm && keys[i] != FT_KEYS; i++) {
		struct ft_admin_names *names = &where->key[keys[i]];

		if (!whole || (named && keys[i] != FT_KEY_ADMIN_LEVEL))
			*names = (struct ft_admin_names){ 0 };
		some |= names->n > 0;
	}
	if (!whole && admin->slurm && where->key[FT_KEY_QOS].given &&
	    !ft_release_has(admin->release, FT_RULE_DELETE_BY_QOS))
		return FT_OK;
	if (!whole)
		return delete_user_assocs(admin, err);
	if (admin->slurm && !some)
		return FT_OK;
	FT_TRY(ft_admin_select_records(
	    admin, FT_WHICH_USERS, where, &records, err));
	return delete_whole_users(admin, &records, err);
}

enum ft_status
ft_admin_delete_users(struct ft_admin *admin, struct ft_error *err)
{
	const struct ft_admin_request *request = admin->request;
	struct ft_admin_where where = *request->where; /* borrowed */
	struct ft_admin_request narrowed = *request;
	struct ft_admin_records records;
	enum ft_status status;

	FT_TRY(ft_admin_need_condition(admin, err));
	if (ft_admin_key(admin, FT_KEY_WCKEY)->given) {
		FT_TRY(ft_admin_need(admin, FT_RIGHT_USERS, err));
		FT_TRY(ft_admin_find_all(admin, FT_ENTITY_USER,
		    ft_admin_key(admin, FT_KEY_USER), &records, err));
		return ft_admin_drop_wckeys(admin, &records, true, err);
	}
	narrowed.where = &where;
	admin->request = &narrowed;
	status = delete_users(admin, &where, err);
	admin->request = request;
	return status;
}

/* ---- accounts ---- */

static enum ft_status
refuse_root(struct ft_admin *admin, bool root, struct ft_error *err)
{
	return root ? ft_admin_refuse(admin, FT_ADMIN_REFUSE_ROOT, err,
			  "the root account stays as long as its cluster")
		    : FT_OK;
}

/* WHOLE: the records go, too. */
static enum ft_status
check_root_record(struct ft_admin *admin,
    const struct ft_admin_records *records, bool whole, struct ft_error *err)
{
	bool root =
	    ft_admin_names_has(ft_admin_key(admin, FT_KEY_ACCOUNT), "root");

	for (size_t i = 0; whole && i < records->n; i++)
		root = root || strcmp(records->item[i].name, "root") == 0;
	return refuse_root(admin, root, err);
}

static enum ft_status
check_root_assoc(struct ft_admin *admin, const struct ft_admin_selection *going,
    struct ft_error *err)
{
	bool root = false;

	for (size_t i = 0; i < going->n; i++)
		root = root || going->item[i].parent == 0;
	return refuse_root(admin, root, err);
}

/* WHOLE: the records go, too. */
static enum ft_status
delete_account_trees(struct ft_admin *admin,
    const struct ft_admin_records *records, bool whole, struct ft_error *err)
{
	struct ft_admin_selection going FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_selection all FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	FT_TRY(ft_admin_select(
	    admin, FT_WHICH_ALL, admin->request->where, &going, err));
	FT_TRY(may_delete_assocs(admin, &going, err));
	FT_TRY(add_descendants(admin, &going, err));
	FT_TRY(ft_admin_selection_sort(admin, &going, 0, err));
	FT_TRY(check_going(admin, &going, whole ? records : NULL, &all, err));
	FT_TRY(check_root_assoc(admin, &going, err));
	if (!whole)
		return delete_assocs(admin, &going, err);
	FT_TRY(drop_assocs(admin, &going, err));
	return drop_records(admin, FT_ENTITY_ACCOUNT, records, err);
}

enum ft_status
ft_admin_delete_accounts(struct ft_admin *admin, struct ft_error *err)
{
	static const enum ft_admin_key keys[] = { FT_KEY_ACCOUNT,
		FT_KEY_DESCRIPTION, FT_KEY_ORGANIZATION, FT_KEYS };
	bool whole = only(admin, keys);
	struct ft_admin_records records;

	FT_TRY(ft_admin_need_condition(admin, err));
	FT_TRY(whole ? ft_admin_need(admin, FT_RIGHT_USERS, err)
		     : ft_admin_need_some(admin, err));
	FT_TRY(ft_admin_select_records(admin,
	    whole ? FT_WHICH_ACCOUNTS : FT_WHICH_ALL, admin->request->where,
	    &records, err));
	FT_TRY(check_root_record(admin, &records, whole, err));
	return records.n ? delete_account_trees(admin, &records, whole, err)
			 : FT_OK;
}

/* ---- clusters ---- */

static enum ft_status
delete_cluster(struct ft_admin *admin, const struct ft_cluster *cluster,
    struct ft_error *err)
{
	struct ft_admin_selection going FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };
	struct ft_admin_where all FT_CLEANUP(ft_admin_where_free) = { 0 };

	ft_admin_names_add(&all.key[FT_KEY_CLUSTER], cluster->name);
	FT_TRY(ft_admin_select(admin, FT_WHICH_ROOT, &all, &going, err));
	FT_TRY(add_descendants(admin, &going, err));
	FT_TRY(check_jobs(admin, &going, err));
	FT_TRY(drop_assocs(admin, &going, err));
	ft_admin_item_name(admin, FT_DID_DELETE, FT_ENTITY_CLUSTER, cluster->id,
	    cluster->name);
	FT_TRY(FT_REG(admin, drop, FT_ENTITY_CLUSTER, &cluster->id, 1, err));
	return ft_txn_drop_cluster(admin, cluster->name, err);
}

enum ft_status
ft_admin_delete_clusters(struct ft_admin *admin, struct ft_error *err)
{
	struct ft_admin_clusters clusters;

	FT_TRY(ft_admin_need_condition(admin, err));
	FT_TRY(ft_admin_need(admin, FT_RIGHT_CLUSTERS, err));
	FT_TRY(ft_admin_clusters(
	    admin, ft_admin_key(admin, FT_KEY_CLUSTER), &clusters, err));
	for (size_t i = 0; i < clusters.n; i++) {
		const struct ft_cluster *one = clusters.item[i];

		/* sacctmgr finds none by its classification */
		if (ft_admin_cluster_matches(admin->request->where, one) &&
		    !(admin->slurm &&
			ft_admin_key(admin, FT_KEY_CLASSIFICATION)->given))
			FT_TRY(delete_cluster(admin, one, err));
	}
	return FT_OK;
}
