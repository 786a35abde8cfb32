/* assoc.c - list association. */

#include "facctmgr/change/change.h"
#include "facctmgr/list/list.h"

static const struct facctmgr_word conditions[] = {
	{ "OnlyDefaults", 2, WORD_FLAG, FACCTMGR_ONLY_DEFAULTS, 0 },
	{ "Tree", 4, WORD_FLAG, FACCTMGR_TREE, 0 },
	{ "WithDeleted", 5, WORD_FLAG, FACCTMGR_WITH_DELETED, 0 },
	{ "WithRawQOSLevel", 5, WORD_FLAG, FACCTMGR_WITH_RAW_QOS, 0 },
	{ "WithSubAccounts", 5, WORD_FLAG, FACCTMGR_WITH_SUB, 0 },
	{ "WOPInfo", 4, WORD_FLAG, FACCTMGR_WO_PARENT_INFO, 0 },
	{ "WOPLimits", 4, WORD_FLAG, FACCTMGR_WO_PARENT_LIMITS, 0 },
	{ "WOLimits", 3, WORD_FLAG, FACCTMGR_WO_LIMITS, 0 },
	{ "Accounts", 2, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Acct", 4, WORD_LIST, FT_KEY_ACCOUNT, 0 },
	{ "Ids", 1, WORD_IDS, FT_KEY_ID, WORD_BARE },
	{ "Associations", 2, WORD_IDS, FT_KEY_ID, 0 },
	{ "Clusters", 1, WORD_LIST, FT_KEY_CLUSTER, WORD_NEW },
	{ "DefaultQOS", 8, WORD_LIST, FT_KEY_DEFAULT_QOS, WORD_QOS },
	{ "Format", 1, WORD_FORMAT, 0, 0 },
	{ "Partitions", 3, WORD_LIST, FT_KEY_PARTITION, WORD_NEW },
	{ "Parents", 4, WORD_LIST, FT_KEY_PARENT, WORD_NEW },
	{ "QosLevel", 1, WORD_LIST, FT_KEY_QOS, WORD_QOS },
	{ "Users", 1, WORD_LIST, FT_KEY_USER, WORD_NEW }, { 0 }
};

#define WHO "Clusters,Account,User,Partition"
#define LIMITS                                                                 \
	"Share,Priority,GrpJobs,GrpTRES,GrpSubmitJobs,GrpWall,"                \
	"GrpTRESMins,MaxJobs,MaxTRES,MaxTRESPerNode,MaxSubmitJobs,"            \
	"MaxWallDurationPerJob,MaxTRESMinsPerJob,QOSLevel,DefaultQOS,"         \
	"GrpTRESRunMins"

/* ---- order ------------------------------------------------------------------------ */

/* The chosen rows as a forest, with the children of each. */
struct forest {
	struct facctmgr_list *list;
	const char *const *name; /* by which siblings are sorted; by index */
	bool *chosen;            /* by index in the acctdb */
	uint32_t *sibling; /* chosen rows, those of one parent side by side */
	uint32_t *spare;
};

static const char *
sort_name(const struct facctmgr_list *list, uint32_t i)
{
	const struct ft_assoc *assoc = &list->acctdb.assoc[i];
	const struct ft_account *account;
	const struct ft_user *user;

	if (assoc->user) {
		user = ft_acctdb_user(&list->acctdb, assoc->user);
		return user ? user->name : "";
	}
	account = ft_acctdb_account(&list->acctdb, assoc->account);
	return account ? account->name : "";
}

/* By lineage or, before there were any, users first, then by name; equal rows
 * keep their order. */
static int
compare(const struct forest *forest, uint32_t left, uint32_t right)
{
	const struct facctmgr_list *list = forest->list;
	const struct ft_assoc *assoc = list->acctdb.assoc;
	int order;

	if (!list->lineage && !assoc[left].user != !assoc[right].user)
		return assoc[left].user ? -1 : 1;
	order = strcmp(forest->name[left], forest->name[right]);
	if (order)
		return order;
	return (list->index->lft[left] > list->index->lft[right]) -
	       (list->index->lft[left] < list->index->lft[right]);
}

static void
sort(const struct forest *forest, uint32_t *item, size_t n)
{
	size_t half = n / 2, left = 0, right = half;

	if (n < 2)
		return;
	sort(forest, item, half);
	sort(forest, item + half, n - half);
	for (size_t i = 0; i < n; i++) {
		bool first = left < half &&
			     (right == n ||
				 compare(forest, item[left], item[right]) <= 0);

		forest->spare[i] = first ? item[left++] : item[right++];
	}
	memcpy(item, forest->spare, n * sizeof *item);
}

/* Rows still to be printed, the next one last. */
struct stack {
	struct {
		uint32_t i, depth;
	} * item;
	size_t n, cap;
};

/* Push the sorted rows of a family, so that the first one is on top of the
 * stack. */
static void
push_family(struct forest *forest, struct stack *stack, uint32_t *item,
    size_t n, uint32_t depth)
{
	sort(forest, item, n);
	stack->item = ft_vec_grow(
	    stack->item, &stack->cap, stack->n + n + 1, sizeof *stack->item);
	while (n > 0 && n--) {
		stack->item[stack->n].i = item[n];
		stack->item[stack->n++].depth = depth;
	}
}

static void
print_one(
    struct forest *forest, struct stack *stack, uint32_t i, uint32_t depth)
{
	struct facctmgr_list *list = forest->list;
	const struct ft_admin_index *index = list->index;
	struct facctmgr_row row = { .assoc = i };
	uint32_t from = index->first[i], to = index->first[i + 1];
	size_t n = 0;

	/* indent for people, and in sacctmgr's tables */
	if (list->request->flags & FACCTMGR_TREE && !list->plain_tres &&
	    list->acct->format != FT_FORMAT_CSV)
		row.depth = depth;
	facctmgr_list_row(list, row);
	for (uint32_t at = from; at < to; at++)
		if (forest->chosen[index->child[at]])
			forest->sibling[from + n++] = index->child[at];
	push_family(forest, stack, forest->sibling + from, n, depth + 1);
}

/* Print a tree, even if parents are not among the rows. */
static void
print_sorted(struct forest *forest)
{
	struct facctmgr_list *list = forest->list;
	const struct ft_admin_index *index = list->index;
	uint32_t *top FT_CLEANUP(ft_free_at) =
	    ft_calloc(list->acctdb.n_assoc + 1, sizeof *top);
	struct stack stack = { 0 };
	size_t n = 0;

	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k], up = index->parent[i];

		if (forest->chosen[i] &&
		    (up == FT_INDEX_NONE || !forest->chosen[up]))
			top[n++] = i;
	}
	push_family(forest, &stack, top, n, 0);
	while (stack.n) {
		stack.n--;
		print_one(forest, &stack, stack.item[stack.n].i,
		    stack.item[stack.n].depth);
	}
	ft_free(stack.item);
}

/* In the order of slurmdbd's database: users before accounts, each by the
 * nested set. */
static void
print_plain(struct forest *forest)
{
	struct facctmgr_list *list = forest->list;

	for (int accounts = 0; accounts < 2; accounts++) {
		for (size_t k = 0; k < list->index->n_order; k++) {
			struct facctmgr_row row = { .assoc =
							list->index->order[k] };
			bool account = list->acctdb.assoc[row.assoc].user == 0;

			if (forest->chosen[row.assoc] &&
			    account == (accounts == 1))
				facctmgr_list_row(list, row);
		}
	}
}

/* sacctmgr leaves the limits out for woplimits, too. */
static const char *
default_fields(struct facctmgr_list *list)
{
	unsigned flags = list->request->flags;

	if (list->acct->context->slurm && flags & FACCTMGR_WO_PARENT_LIMITS)
		flags |= FACCTMGR_WO_LIMITS;
	return flags & FACCTMGR_WO_LIMITS ? WHO : WHO "," LIMITS;
}

static void
print(struct facctmgr_list *list)
{
	struct ft_arena *arena = &list->request->arena;
	size_t n = list->acctdb.n_assoc + 1;
	const char **name = ft_arena_calloc(arena, n, sizeof *name);
	struct forest forest = {
		.list = list,
		.name = list->lineage ? list->lineage : name,
		.chosen = ft_arena_calloc(arena, n, sizeof *forest.chosen),
		.sibling = ft_arena_calloc(arena, n, sizeof *forest.sibling),
		.spare = ft_arena_calloc(arena, n, sizeof *forest.spare),
	};

	for (uint32_t i = 0; i + 1 < n; i++) {
		forest.chosen[i] = facctmgr_list_matches(list, i);
		name[i] = sort_name(list, i);
	}
	if (list->request->flags & FACCTMGR_WO_PARENT_INFO && !list->lineage)
		print_plain(&forest);
	else
		print_sorted(&forest);
}

const struct facctmgr_entity facctmgr_assoc = {
	.conditions = conditions,
	.no_hint = true,
	.sticks = true,
	.list = {
		FACCTMGR_ROWS("associations"),
		.shows = FT_CMD_SHOWS_USERS,
		.document = &facctmgr_associations_document,
		.assocs = true,
		.choose = default_fields,
		.print = print,
	},
};
