/* row.c - one row of a list: whether it is visible, and the values its columns
 * read. */

#include "facctmgr/list/document.h"

/* sacctmgr shows all transactions to everybody. */
static bool
may_see(const struct facctmgr_list *list, const struct facctmgr_row *row)
{
	const struct ft_session *session = &list->acct->session;
	const struct ft_visibility *visibility = &session->visibility;

	if (row->txn && !list->acct->context->slurm &&
	    strcmp(row->txn->actor, session->user) != 0 &&
	    !ft_visibility_shows_all(visibility, FACCTMGR_SIGHT_OF_CHANGES))
		return false;
	return (!row->user ||
		   ft_visibility_shows(visibility, FT_VISIBILITY_USERS,
		       row->user->name, NULL)) &&
	       (!row->account ||
		   ft_visibility_shows(visibility, FT_VISIBILITY_ACCOUNTS, NULL,
		       row->account->name));
}

/* Fill in what follows from the association. */
static void
complete(const struct facctmgr_list *list, struct facctmgr_row *row)
{
	const struct ft_acctdb *acctdb = &list->acctdb;
	const struct ft_assoc *assoc = &acctdb->assoc[row->assoc];
	const struct ft_cluster *on = ft_acctdb_cluster(acctdb, assoc->cluster);

	row->record = assoc;
	row->in_tree = true;
	row->lft = list->index->lft[row->assoc];
	row->rgt = list->index->rgt[row->assoc];
	if (!row->cluster_name && on)
		row->cluster_name = on->name;
	if (!row->shown_account)
		row->shown_account = ft_acctdb_account(acctdb, assoc->account);
	if (!row->shown_user && assoc->user)
		row->shown_user = ft_acctdb_user(acctdb, assoc->user);
}

void
facctmgr_list_row(struct facctmgr_list *list, struct facctmgr_row row)
{
	if (!may_see(list, &row))
		return;
	row.self = &row;
	row.list = list;
	row.shown_account = row.account;
	row.shown_user = row.user;
	if (row.cluster)
		row.cluster_name = row.cluster->name;
	if (row.assoc != FT_INDEX_NONE)
		complete(list, &row);
	if (row.shown_user)
		row.user_name = row.shown_user->name;
	/* sacctmgr shows no settings of the records of an association */
	row.record_account = list->zeros ? row.account : row.shown_account;
	row.record_user = list->zeros ? row.user : row.shown_user;
	if (list->doc)
		facctmgr_document_row(list, &row);
	else
		ft_table_put(list->table.rows, &row);
}

void
facctmgr_list_assocs(struct facctmgr_list *list, struct facctmgr_row row)
{
	const uint32_t *next = facctmgr_list_next(list, &row);
	uint32_t i = list->request->flags & FACCTMGR_WITH_ASSOC
			 ? facctmgr_list_first(list, &row)
			 : FT_INDEX_NONE;
	bool any = false;

	if (list->doc)
		i = FT_INDEX_NONE; /* they are a member of the record */
	for (; i != FT_INDEX_NONE; i = next[i]) {
		if (!facctmgr_list_matches(list, i))
			continue;
		row.assoc = i;
		facctmgr_list_row(list, row);
		any = true;
	}
	if (!any)
		facctmgr_list_row(list, row);
}
