/* facctmgr list wckeys, and what add and delete of users say about them. */

#include "facctmgr/words/words.h"

static const struct facctmgr_word words[] = { { "WithDeleted", 5, WORD_FLAG,
						  FACCTMGR_WITH_DELETED, 0 },
	{ "WCKeys", 3, WORD_LIST, FT_KEY_WCKEY, WORD_BARE },
	{ "Names", 3, WORD_LIST, FT_KEY_WCKEY, 0 },
	{ "Clusters", 3, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "End", 1, WORD_IGNORE, 0, 0 }, { "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { "Start", 1, WORD_IGNORE, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

/* A wckey with its names. */
struct named {
	const struct ft_wckey *wckey;
	const struct ft_cluster *cluster;
	const struct ft_user *user;
};

static bool
is_chosen(const struct facctmgr_list *list, const struct named *named)
{
	const struct ft_wckey *wckey = named->wckey;

	return facctmgr_list_ids(list, wckey->id) && named->cluster &&
	       named->user &&
	       facctmgr_list_shows(list, wckey->deleted, wckey->removed) &&
	       facctmgr_list_names(list, FT_KEY_WCKEY, wckey->name) &&
	       facctmgr_list_names(
		   list, FT_KEY_CLUSTER, named->cluster->name) &&
	       facctmgr_list_names(list, FT_KEY_USER, named->user->name);
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

static void
print(struct facctmgr_list *list)
{
	const struct ft_book *book = &list->book;
	struct named *named = ft_calloc(book->n_wckey + 1, sizeof *named);
	size_t n = 0;

	for (size_t i = 0; i < book->n_wckey; i++) {
		const struct ft_wckey *wckey = &book->wckey[i];
		struct named one = { wckey,
			ft_book_cluster(book, wckey->cluster),
			ft_book_user(book, wckey->user) };

		if (is_chosen(list, &one))
			named[n++] = one;
	}
	if (n)
		qsort(named, n, sizeof *named, compare);
	for (size_t i = 0; i < n; i++)
		facctmgr_list_row(
		    list, (struct facctmgr_row){ .assoc = FT_INDEX_NONE,
			      .wckey = named[i].wckey,
			      .cluster = named[i].cluster,
			      .user = named[i].user });
	ft_free(named);
}

const struct facctmgr_subject facctmgr_wckey = {
	.conditions = words,
	.brief = true,
	.list = {
		FACCTMGR_ROWS("wckeys"),
		.denied = "Your user doesn't have privilege to perform this "
			  "action",
		.fields = "WCKeys,Clusters,Users",
		.known = facctmgr_wckey_fields,
		.print = print,
	},
};

/* ---- what others say of them -------------------------------------------------------- */

void
facctmgr_print_new_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	if (ft_admin_count(result, FT_DID_ADD, FT_ENTITY_WCKEY) == 0)
		return;
	facctmgr_say(acct, " WCKeys =\n");
	while ((item = ft_admin_next(result, FT_DID_ADD, FT_ENTITY_WCKEY, &at)))
		facctmgr_say(acct, "  U = %-9s W = %-10s C = %-10s\n",
		    item->user, item->name, item->cluster);
}

void
facctmgr_print_gone_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	size_t at = 0;

	facctmgr_say(acct, " Deleting user WCKeys...\n");
	while (
	    (item = ft_admin_next(result, FT_DID_DELETE, FT_ENTITY_WCKEY, &at)))
		facctmgr_say(acct, "  C = %-10s W = %-20s U = %-9s\n",
		    item->cluster, item->name, item->user);
}

void
facctmgr_print_wrong_wckeys(
    struct facctmgr *acct, const struct ft_admin_result *result)
{
	const struct ft_admin_item *item;
	bool first = true;
	size_t at = 0;

	while ((
	    item = ft_admin_next(result, FT_DID_BLOCK, FT_ENTITY_WCKEY, &at))) {
		if (first)
			facctmgr_say(acct,
			    " Can't modify because these users aren't "
			    "associated with new default wckey '%s'...\n",
			    item->name);
		first = false;
		facctmgr_say(
		    acct, "  U = %s C = %s\n", item->user, item->cluster);
	}
}
