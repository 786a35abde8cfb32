/* wckey.c - list wckey. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word words[] = { { "WithDeleted", 5, WORD_FLAG,
						  FACCTMGR_WITH_DELETED, 0 },
	{ "WCKeys", 3, WORD_LIST, FT_KEY_WCKEY, WORD_BARE },
	{ "Names", 3, WORD_LIST, FT_KEY_WCKEY, 0 },
	{ "Clusters", 3, WORD_LIST, FT_KEY_CLUSTER, 0 },
	{ "End", 1, WORD_IGNORE, 0, 0 }, { "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { "Start", 1, WORD_IGNORE, 0, 0 },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, 0 }, { 0 } };

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
	const struct ft_acctdb *acctdb = &list->acctdb;
	struct named *named FT_CLEANUP(ft_free_at) =
	    ft_calloc(acctdb->n_wckey + 1, sizeof *named);
	size_t n = 0;

	for (size_t i = 0; i < acctdb->n_wckey; i++) {
		const struct ft_wckey *wckey = &acctdb->wckey[i];
		struct named one = { wckey,
			ft_acctdb_cluster(acctdb, wckey->cluster),
			ft_acctdb_user(acctdb, wckey->user) };

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
}

const struct facctmgr_entity facctmgr_wckey = {
	.ids = &(const struct facctmgr_ids){ .label = "WCKeyID", .message = "WCKEYS" },
	.conditions = words,
	.no_hint = true,
	.list = {
		FACCTMGR_ROWS("wckeys"),
		.document = &facctmgr_wckeys_document,
		.denied = "Your user doesn't have privilege to perform this "
			  "action",
		.fields = "WCKeys,Clusters,Users",
		.known = facctmgr_wckey_fields,
		.print = print,
	},
};
