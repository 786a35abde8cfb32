/* tres.c - list tres. */

#include "facctmgr/entity/entity.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word words[] = { { "WithDeleted", 5, WORD_FLAG,
						  FACCTMGR_WITH_DELETED, 0 },
	{ "Type", 2, WORD_LIST, FT_KEY_TYPE, WORD_BARE },
	{ "Names", 1, WORD_LIST, FT_KEY_QOS, 0 },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, 0 }, { 0 } };

static void
print_one(struct facctmgr_list *list, const struct ft_tres *tres)
{
	if (facctmgr_list_ids(list, tres->id) &&
	    facctmgr_list_names(list, FT_KEY_TYPE, tres->type) &&
	    facctmgr_list_names(list, FT_KEY_QOS, tres->name))
		facctmgr_list_row(list, (struct facctmgr_row){ .tres = tres,
					    .assoc = FT_INDEX_NONE });
}

static void
print(struct facctmgr_list *list)
{
	/* slurmdbd's, after which others are numbered; deleted from the start */
	static const struct ft_tres offset = {
		.id = 1000, .type = "dynamic_offset", .name = ""
	};
	bool due = list->zeros && list->request->flags & FACCTMGR_WITH_DELETED;

	for (size_t i = 0; i < list->acctdb.n_tres; i++) {
		if (due && list->acctdb.tres[i].id > offset.id) {
			print_one(list, &offset);
			due = false;
		}
		print_one(list, &list->acctdb.tres[i]);
	}
	if (due)
		print_one(list, &offset);
}

const struct facctmgr_entity facctmgr_tres = {
	.ids = &(const struct facctmgr_ids){ .message = "TRES", .counts = true, .query = true },
	.conditions = words,
	.list = {
		FACCTMGR_ROWS("tres"),
		.document = &facctmgr_tres_document,
		.qos_only = true,
		.blank = true,
		.fields = "Type,Name%15,ID",
		.print = print,
	},
};
