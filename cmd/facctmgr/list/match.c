/* match.c - which records and associations a list has, and records by name. */

#include "base/text/timefmt.h"
#include "facctmgr/list/list.h"

/* ---- selections ------------------------------------------------------------------------------ */

static bool
name_given(const struct ft_admin_names *names, const char *name)
{
	return !names->given || ft_admin_names_has(names, name);
}

bool
facctmgr_list_names(
    const struct facctmgr_list *list, enum ft_admin_key key, const char *name)
{
	return name_given(&list->request->where.key[key], name);
}

bool
facctmgr_list_time(
    const struct facctmgr_list *list, enum ft_admin_key key, int64_t *when)
{
	const struct ft_admin_names *names = &list->request->where.key[key];

	return names->n && ft_time_date(names->item[names->n - 1],
			       list->acct->session.now, true, when);
}

bool
facctmgr_list_ids(const struct facctmgr_list *list, uint32_t id)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_ID];
	uint32_t one;

	for (size_t i = 0; i < names->n; i++)
		if (ft_num_u32(names->item[i], &one) && one == id)
			return true;
	return !names->given;
}

/*
 * slurmdbd really removes records deleted within a day of their creation; we
 * keep them, but do not show them under the Slurm name.
 */
bool
facctmgr_list_shows(
    const struct facctmgr_list *list, bool deleted, bool removed)
{
	if (!deleted)
		return true;
	return list->request->flags & FACCTMGR_WITH_DELETED &&
	       (!list->acct->context->slurm || !removed);
}

static const char *
account_name(const struct facctmgr_list *list, uint32_t id)
{
	const struct ft_account *account = ft_acctdb_account(&list->acctdb, id);

	return account ? account->name : "";
}

bool
facctmgr_list_sees(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	const struct ft_assoc *assoc = &acctdb->assoc[i];
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

	return ft_visibility_shows(&list->acct->session.visibility,
	    FT_VISIBILITY_USERS, user ? user->name : NULL,
	    account_name(list, assoc->account));
}

/* The account itself or, with withsub, one above. */
static bool
account_given(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_ACCOUNT];
	const struct ft_admin_where *where = &list->request->where;
	const struct ft_context *context = list->acct->context;
	bool rootless =
	    where->sub_accounts && context->slurm &&
	    ft_release_has(context->release, FT_RULE_NOTHING_BELOW_ROOT);
	/* the conditions hold for the account at the top, too */
	bool alone = context->slurm && (where->key[FT_KEY_USER].given ||
					   (!rootless && where->only_defaults));

	for (; i != FT_INDEX_NONE; i = list->index->parent[i]) {
		const char *name =
		    account_name(list, list->acctdb.assoc[i].account);

		if (rootless && names->given && strcmp(name, "root") == 0)
			return false;
		if (name_given(names, name))
			return true;
		if (!where->sub_accounts || alone)
			return false;
	}
	return false;
}

static bool
parent_given(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_admin_names *names =
	    &list->request->where.key[FT_KEY_PARENT];
	uint32_t up = list->index->parent[i];

	if (!names->given)
		return true;
	/* to Slurm, users have no parent */
	return ft_admin_names_has(
	    names, list->acctdb.assoc[i].user || up == FT_INDEX_NONE
		       ? ""
		       : account_name(list, list->acctdb.assoc[up].account));
}

/* Returns the association whose QOS are looked at for I: I, or in some releases
 * the topmost account if neither I nor what is above it has a list. */
static uint32_t
qos_seen(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_admin_index *index = list->index;
	uint32_t up = index->parent[i], top = i;

	if (!list->zeros ||
	    !ft_release_has(
		list->acct->context->release, FT_RULE_QOS_OF_ABOVE) ||
	    up == FT_INDEX_NONE || index->qos[i] < index->qos[i + 1] ||
	    index->qos[up] < index->qos[up + 1])
		return i;
	while (index->parent[top] != FT_INDEX_NONE)
		top = index->parent[top];
	return top;
}

static bool
qos_given(struct facctmgr_list *list, uint32_t i)
{
	const struct ft_admin_names *key = list->request->where.key;
	const struct ft_acctdb *acctdb = &list->acctdb;
	const struct ft_qos *qos;
	bool yes = !key[FT_KEY_QOS].given;

	/* old releases find no users and accounts by their QOS */
	if (!yes && list->zeros && list->request->assoc_words &&
	    !ft_release_has(list->acct->context->release, FT_RULE_FOUND_BY_QOS))
		return false;
	if (!yes)
		ft_admin_index_qos(
		    list->index, qos_seen(list, i), true, list->has);
	for (size_t q = 0; q < acctdb->n_qos && !yes; q++)
		yes = list->has[q] &&
		      ft_admin_names_has(&key[FT_KEY_QOS], acctdb->qos[q].name);
	if (!yes || !key[FT_KEY_DEFAULT_QOS].given)
		return yes;
	qos = acctdb->assoc[i].default_qos
		  ? ft_acctdb_qos(acctdb, acctdb->assoc[i].default_qos)
		  : NULL;
	return qos && ft_admin_names_has(&key[FT_KEY_DEFAULT_QOS], qos->name);
}

bool
facctmgr_list_matches(struct facctmgr_list *list, uint32_t i)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	const struct ft_assoc *assoc = &acctdb->assoc[i];
	const struct ft_cluster *cluster =
	    ft_acctdb_cluster(acctdb, assoc->cluster);
	const struct ft_user *user =
	    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

	if (!facctmgr_list_shows(list, assoc->deleted, assoc->removed) ||
	    !facctmgr_list_sees(list, i))
		return false;
	return facctmgr_list_names(
		   list, FT_KEY_CLUSTER, cluster ? cluster->name : "") &&
	       facctmgr_list_names(list, FT_KEY_USER, user ? user->name : "") &&
	       facctmgr_list_names(list, FT_KEY_PARTITION, assoc->partition) &&
	       facctmgr_list_ids(list, assoc->number) &&
	       (!list->request->where.only_defaults || assoc->is_default) &&
	       account_given(list, i) && parent_given(list, i) &&
	       qos_given(list, i);
}

/* ---- records by name --------------------------------------------------------------------------- */

static int
by_name(const void *a, const void *b)
{
	const struct facctmgr_named *left = a, *right = b;

	return ft_collate(left->collation, left->name, right->name);
}

struct facctmgr_named *
facctmgr_by_name(struct facctmgr_list *list, const void *record, size_t n,
    size_t size, size_t name)
{
	struct facctmgr_named *order =
	    ft_arena_calloc(&list->request->arena, n + 1, sizeof *order);

	for (size_t i = 0; i < n; i++) {
		const char *one = (const char *)record + i * size;

		order[i].record = one;
		order[i].collation = list->collation;
		order[i].name = *(const char *const *)(one + name);
	}
	qsort(order, n, sizeof *order, by_name);
	return order;
}
