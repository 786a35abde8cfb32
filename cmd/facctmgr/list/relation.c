/*
 * relation.c - what belongs to a record: its associations, the default account of
 * a user, coordinators.
 */

#include "facctmgr/list/list.h"

static uint32_t *
no_assocs(struct facctmgr_list *list, size_t n)
{
	uint32_t *first =
	    ft_arena_alloc(&list->request->arena, (n + 1) * sizeof *first);

	for (size_t i = 0; i <= n; i++)
		first[i] = FT_INDEX_NONE;
	return first;
}

/* In the order of the database. */
void
facctmgr_list_chain(struct facctmgr_list *list)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	size_t n = acctdb->n_assoc;

	list->user_first = no_assocs(list, acctdb->n_user);
	list->account_first = no_assocs(list, acctdb->n_account);
	list->user_next = no_assocs(list, n);
	list->account_next = no_assocs(list, n);
	for (size_t k = list->index->n_order; k > 0 && k--;) {
		uint32_t i = list->order[k];
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_account *account =
		    ft_acctdb_account(acctdb, assoc->account);
		const struct ft_user *user =
		    assoc->user ? ft_acctdb_user(acctdb, assoc->user) : NULL;

		if (account) {
			uint32_t *first =
			    &list->account_first[account - acctdb->account];

			list->account_next[i] = *first;
			*first = i;
		}
		if (user) {
			uint32_t *first =
			    &list->user_first[user - acctdb->user];

			list->user_next[i] = *first;
			*first = i;
		}
	}
}

static uint32_t
default_on(
    struct facctmgr_list *list, const struct ft_user *user, uint32_t cluster)
{
	uint32_t i = list->user_first[user - list->acctdb.user];

	for (; i != FT_INDEX_NONE; i = list->user_next[i])
		/* sacctmgr has read only the associations that match */
		if (list->acctdb.assoc[i].is_default &&
		    list->acctdb.assoc[i].cluster == cluster &&
		    (!list->zeros || facctmgr_list_matches(list, i)))
			return i;
	return FT_INDEX_NONE;
}

/* Returns the id of cluster NAME, 0 if there is none. */
static uint32_t
cluster_named(const struct facctmgr_list *list, const char *name)
{
	for (size_t i = 0; i < list->acctdb.n_cluster; i++)
		if (strcmp(list->acctdb.cluster[i].name, name) == 0)
			return list->acctdb.cluster[i].id;
	return 0;
}

uint32_t
facctmgr_list_default(
    struct facctmgr_list *list, const struct ft_user *user, uint32_t cluster)
{
	const struct ft_admin_names *given =
	    &list->request->where.key[FT_KEY_CLUSTER];
	uint32_t found = FT_INDEX_NONE;

	if (cluster || !given->given)
		return default_on(list, user,
		    cluster ? cluster : list->acct->session.cluster);
	for (size_t i = 0; i < given->n && found == FT_INDEX_NONE; i++) {
		cluster = cluster_named(list, given->item[i]);
		if (cluster)
			found = default_on(list, user, cluster);
	}
	return found;
}

static bool
counts_default(const struct facctmgr_list *list, uint32_t cluster)
{
	const struct ft_admin_names *given =
	    &list->request->where.key[FT_KEY_CLUSTER];
	const struct ft_cluster *record =
	    ft_acctdb_cluster(&list->acctdb, cluster);

	if (given->given)
		return record && ft_admin_names_has(given, record->name);
	return !list->zeros || cluster == list->acct->session.cluster;
}

bool
facctmgr_list_default_account(const struct facctmgr_list *list,
    const struct ft_user *user, const struct ft_admin_names *names)
{
	uint32_t i = list->user_first[user - list->acctdb.user];

	for (; i != FT_INDEX_NONE; i = list->user_next[i]) {
		const struct ft_assoc *assoc = &list->acctdb.assoc[i];
		const struct ft_account *account =
		    ft_acctdb_account(&list->acctdb, assoc->account);

		if (assoc->is_default && account &&
		    counts_default(list, assoc->cluster) &&
		    ft_admin_names_has(names, account->name))
			return true;
	}
	return false;
}

/* ---- coordinators ------------------------------------------------------------------ */

static void
add_coord(struct facctmgr_list *list, const struct ft_account *account,
    const struct ft_user *user)
{
	const struct facctmgr_coord one = {
		(uint32_t)(account - list->acctdb.account),
		(uint32_t)(user - list->acctdb.user),
	};

	for (size_t i = 0; i < list->n_coord; i++)
		if (list->coord[i].account == one.account &&
		    list->coord[i].user == one.user)
			return;
	*ft_vec_add(list->coord, list->n_coord, list->cap_coord) = one;
}

/* Record that USER coordinates the account of association I and all accounts
 * below. */
static void
add_coord_below(
    struct facctmgr_list *list, uint32_t i, const struct ft_user *user)
{
	const struct ft_admin_index *index = list->index;
	const struct ft_acctdb *acctdb = &list->acctdb;

	/* in the nested set, what is below I is between its lft and rgt */
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t at = index->order[k];
		const struct ft_account *account =
		    ft_acctdb_account(acctdb, acctdb->assoc[at].account);

		if (account && !acctdb->assoc[at].user &&
		    acctdb->assoc[at].cluster == acctdb->assoc[i].cluster &&
		    index->lft[at] >= index->lft[i] &&
		    index->rgt[at] <= index->rgt[i])
			add_coord(list, account, user);
	}
}

/* Record that the users of accounts with UsersAreCoords coordinate them. */
static void
add_members(struct facctmgr_list *list)
{
	const struct ft_acctdb *acctdb = &list->acctdb;

	for (uint32_t i = 0; i < acctdb->n_assoc; i++) {
		const struct ft_assoc *assoc = &acctdb->assoc[i];
		const struct ft_account *account =
		    ft_acctdb_account(acctdb, assoc->account);
		const struct ft_user *user =
		    ft_acctdb_user(acctdb, assoc->user);

		if (user && !user->deleted && account && !assoc->deleted &&
		    account->flags & 1 &&
		    list->index->parent[i] != FT_INDEX_NONE)
			add_coord_below(list, list->index->parent[i], user);
	}
}

void
facctmgr_list_coords(struct facctmgr_list *list)
{
	const struct ft_acctdb *acctdb = &list->acctdb;

	bool lineage = ft_release_has(
	    list->acct->context->release, FT_RULE_COORDS_BY_LINEAGE);

	for (size_t c = 0; !list->coords_ready && c < acctdb->n_coord; c++) {
		const struct ft_account *account =
		    ft_acctdb_account(acctdb, acctdb->coord[c].account);
		const struct ft_user *user =
		    ft_acctdb_user(acctdb, acctdb->coord[c].user);
		uint32_t i;

		if (account == NULL || user == NULL || account->deleted ||
		    user->deleted)
			continue;
		add_coord(list, account, user);
		i = list->account_first[account - acctdb->account];
		for (; i != FT_INDEX_NONE; i = list->account_next[i])
			if (acctdb->assoc[i].user == 0 &&
			    !(lineage && acctdb->assoc[i].parent == 0))
				add_coord_below(list, i, user);
	}
	if (!list->coords_ready)
		add_members(list);
	list->coords_ready = true;
}

/* ---- associations of a row -------------------------------------------------- */

uint32_t
facctmgr_list_first(
    const struct facctmgr_list *list, const struct facctmgr_row *row)
{
	return row->user
		   ? list->user_first[row->user - list->acctdb.user]
		   : list->account_first[row->account - list->acctdb.account];
}

const uint32_t *
facctmgr_list_next(
    const struct facctmgr_list *list, const struct facctmgr_row *row)
{
	return row->user ? list->user_next : list->account_next;
}
