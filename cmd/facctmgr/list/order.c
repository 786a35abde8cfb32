/* order.c - the order in which Slurm's database has associations. */

#include "facctmgr/list/list.h"

struct place {
	const char *lineage;
	uint32_t i;
	size_t run; /* those of one cluster are side by side */
	enum ft_siblings collation;
};

static int
by_lineage(const void *a, const void *b)
{
	const struct place *left = a, *right = b;
	int order;

	if (left->run != right->run)
		return left->run < right->run ? -1 : 1;
	order = ft_collate(left->collation, left->lineage, right->lineage);
	return order ? order : (left->i > right->i) - (left->i < right->i);
}

static const char *
lineage_of(struct facctmgr_list *list, uint32_t i)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_admin_index_lineage(list->index, i, &str);
	return ft_arena_strdup(&list->request->arena, ft_str_text(&str));
}

/* Sort what INDEX has in the order of the nested set. */
static void
sort(struct facctmgr_list *list)
{
	const struct ft_admin_index *index = list->index;
	struct ft_arena *arena = &list->request->arena;
	size_t n = index->n_order, run = 0;
	struct place *place FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *place);
	const struct ft_assoc *assoc = list->acctdb.assoc;
	uint32_t *order = ft_arena_calloc(arena, n + 1, sizeof *order);

	list->lineage = ft_arena_calloc(
	    arena, list->acctdb.n_assoc + 1, sizeof *list->lineage);
	for (size_t k = 0; k < n; k++) {
		uint32_t i = index->order[k];

		if (k > 0 &&
		    assoc[i].cluster != assoc[index->order[k - 1]].cluster)
			run++;
		list->lineage[i] = lineage_of(list, i);
		place[k] =
		    (struct place){ list->lineage[i], i, run, list->collation };
	}
	qsort(place, n, sizeof *place, by_lineage);
	for (size_t k = 0; k < n; k++)
		order[k] = place[k].i;
	list->order = order;
}

void
facctmgr_list_order(struct facctmgr_list *list)
{
	list->order = list->index->order;
	list->collation = list->zeros ? FT_SIBLINGS_LATIN1 : FT_SIBLINGS_NAME;
	if (!list->zeros || !ft_release_has(list->acct->context->release,
				FT_RULE_LISTS_COLLATED))
		return;
	list->collation = ft_conf_collation(&list->acct->session.conf);
	sort(list);
}
