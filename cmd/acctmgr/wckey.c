/* facctmgr list wckeys, and what add and delete of users say about them. */
#include <stdlib.h>
#include <string.h>

#include "acctmgr/acctmgr.h"
#include "acctmgr/words.h"
#include "base/num.h"

static const struct acct_word words[] = { { "WithDeleted", 5, WORD_FLAG,
					      ACCT_WITH_DELETED, 0 },
	{ "WCKeys", 3, WORD_LIST, FT_KEY_WCKEY, WORD_BARE },
	{ "Names", 3, WORD_LIST, FT_KEY_WCKEY, 0 },
	{ "Clusters", 3, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "End", 1, WORD_IGNORE, 0, 0 }, { "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { "Start", 1, WORD_IGNORE, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };
const struct acct_grammar acct_wckey_list = { .conditions = words,
	.assoc = true };

/* A wckey with its names. */
struct named {
	const struct ft_wckey *wckey;
	const struct ft_cluster *cluster;
	const struct ft_user *user;
};

static bool
is_chosen(const struct acct_list *list, const struct named *named)
{
	const struct ft_admin_names *key = list->request.where.key;
	bool yes = !key[FT_KEY_ID].given;
	uint32_t id;

	for (size_t i = 0; i < key[FT_KEY_ID].n && !yes; i++)
		yes = ft_num_u32(key[FT_KEY_ID].item[i], &id) &&
		      id == named->wckey->id;
	return yes && named->cluster && named->user &&
	       acct_list_shows(
		   list, named->wckey->deleted, named->wckey->removed) &&
	       (!key[FT_KEY_WCKEY].given ||
		   ft_admin_names_has(
		       &key[FT_KEY_WCKEY], named->wckey->name)) &&
	       (!key[FT_KEY_CLUSTER].given ||
		   ft_admin_names_has(
		       &key[FT_KEY_CLUSTER], named->cluster->name)) &&
	       (!key[FT_KEY_USER].given ||
		   ft_admin_names_has(&key[FT_KEY_USER], named->user->name));
}

/* By cluster, name, user. */
static int
compare(const void *a, const void *b)
{
	const struct named *left = a, *right = b;
	int order = strcmp(left->cluster->name, right->cluster->name);

	if (order == 0)
		order = strcmp(left->wckey->name, right->wckey->name);
	return order ? order : strcmp(left->user->name, right->user->name);
}

int
acct_list_wckey(struct acct *acct, int argc, char **argv)
{
	struct acct_list list;
	struct named *named = NULL;
	size_t n = 0;

	if (!acct_list_begin(
		&list, acct, &acct_wckey_list, "wckeys", argc, argv))
		return acct_list_end(&list);
	if (acct->context->slurm &&
	    acct_actor_level(acct, &list.book) < FT_ADMIN_OPERATOR) {
		acct_error(acct, "Your user doesn't have privilege to perform "
				 "this action");
		acct_complain(
		    acct, " Error with request: Access/permission denied\n");
		list.request.status = 1;
		return acct_list_end(&list);
	}
	list.known = acct_wckey_fields;
	if (!acct_list_open(&list, "WCKeys,Clusters,Users"))
		return acct_list_end(&list);
	named = ft_calloc(list.book.n_wckey + 1, sizeof *named);
	for (size_t i = 0; i < list.book.n_wckey; i++) {
		const struct ft_wckey *wckey = &list.book.wckey[i];
		struct named one = { wckey,
			ft_book_cluster(&list.book, wckey->cluster),
			ft_book_user(&list.book, wckey->user) };

		if (is_chosen(&list, &one))
			named[n++] = one;
	}
	if (n)
		qsort(named, n, sizeof *named, compare);
	for (size_t i = 0; i < n; i++) {
		struct acct_row row = { .assoc = FT_INDEX_NONE,
			.wckey = named[i].wckey,
			.cluster = named[i].cluster,
			.user = named[i].user };

		acct_list_row(&list, &row);
	}
	ft_free(named);
	return acct_list_end(&list);
}

void
acct_print_new_wckeys(struct acct *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY) == 0)
		return;
	acct_say(acct, " WCKeys =\n");
	while ((item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_WCKEY, &at)))
		acct_say(acct, "  U = %-9s W = %-10s C = %-10s\n", item->user,
		    item->name, item->cluster);
}

void
acct_print_gone_wckeys(struct acct *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	acct_say(acct, " Deleting user WCKeys...\n");
	while (
	    (item = ft_admin_next(result, FT_DID_DELETE, FT_ENTITY_WCKEY, &at)))
		acct_say(acct, "  C = %-10s W = %-20s U = %-9s\n",
		    item->cluster, item->name, item->user);
}

void
acct_print_wrong_wckeys(struct acct *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	bool first = true;
	size_t at = 0;

	while ((
	    item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_WCKEY, &at))) {
		if (first)
			acct_say(acct,
			    " Can't modify because these users aren't "
			    "associated with new default wckey '%s'...\n",
			    item->name);
		first = false;
		acct_say(acct, "  U = %s C = %s\n", item->user, item->cluster);
	}
}
