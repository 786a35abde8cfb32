/* Clusters, and associations in the order in which sacctmgr lists them. */
#include "admin/request/private.h"

/* ---- clusters ---- */

static int
by_cluster_name(const void *a, const void *b)
{
	const struct ft_cluster *const *left = a, *const *right = b;

	return strcmp((*left)->name, (*right)->name);
}

static const struct ft_cluster *
find_cluster(const struct ft_cluster *all, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(all[i].name, name) == 0)
			return &all[i];
	return NULL;
}

enum ft_status
ft_admin_clusters(struct ft_admin *admin, const struct ft_admin_names *names,
    struct ft_admin_clusters *clusters, struct ft_error *err)
{
	const struct ft_cluster *all, *one;
	size_t n;

	*clusters = (struct ft_admin_clusters){ 0 };
	FT_TRY(ft_list_clusters(admin->reg, FT_NO_OWNER, &all, &n, err));
	clusters->item = ft_arena_calloc(&admin->arena,
	    (names->n > n ? names->n : n) + 1, sizeof *clusters->item);
	for (size_t i = 0; i < names->n; i++) {
		one = find_cluster(all, n, names->item[i]);
		if (one)
			clusters->item[clusters->n++] = one;
	}
	if (names->n)
		return FT_OK;
	for (size_t i = 0; i < n; i++)
		clusters->item[clusters->n++] = &all[i];
	qsort(clusters->item, clusters->n, sizeof *clusters->item,
	    by_cluster_name);
	return FT_OK;
}

enum ft_status
ft_admin_need_clusters(struct ft_admin *admin,
    struct ft_admin_clusters *clusters, struct ft_error *err)
{
	const struct ft_admin_names *names =
	    ft_admin_key(admin, FT_KEY_CLUSTER);

	FT_TRY(ft_admin_clusters(admin, names, clusters, err));
	for (size_t i = 0; i < names->n; i++) {
		const char *name = names->item[i];

		if (i < clusters->n &&
		    strcmp(clusters->item[i]->name, name) == 0)
			continue;
		ft_admin_item_name(
		    admin, FT_DID_MISS, FT_ENTITY_CLUSTER, 0, name);
		return ft_admin_refuse(admin, FT_ADMIN_REFUSE_CLUSTER, err,
		    "no cluster '%s'", name);
	}
	return FT_OK;
}

/* ---- selections ---- */

void
ft_admin_select_add(
    struct ft_admin_selection *selection, const struct ft_assoc *assoc)
{
	*ft_vec_add(selection->item, selection->n, selection->cap) = *assoc;
}

void
ft_admin_selection_free(struct ft_admin_selection *selection)
{
	ft_free(selection->item);
	*selection = (struct ft_admin_selection){ 0 };
}

/* ---- below ---- */

static enum ft_status
push(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	(void)err;
	ft_admin_select_add(ctx, assoc);
	return FT_OK;
}

enum ft_status
ft_admin_each(struct ft_admin *admin, const struct ft_assoc_filter *filter,
    struct ft_admin_selection *selection, struct ft_error *err)
{
	return FT_REG(admin, each_assoc, filter, push, selection, err);
}

enum ft_status
ft_admin_push_children(struct ft_admin *admin, const struct ft_assoc *assoc,
    struct ft_admin_selection *stack, struct ft_error *err)
{
	const struct ft_assoc_filter filter = { .parent = assoc->id };
	size_t low = stack->n, high;

	FT_TRY(ft_admin_each(admin, &filter, stack, err));
	for (high = stack->n; low + 1 < high; low++) {
		struct ft_assoc swap = stack->item[--high];

		stack->item[high] = stack->item[low];
		stack->item[low] = swap;
	}
	return FT_OK;
}

enum ft_status
ft_admin_below(struct ft_admin *admin, const struct ft_assoc *assoc,
    struct ft_admin_selection *selection, struct ft_error *err)
{
	struct ft_admin_selection stack FT_CLEANUP(
	    ft_admin_selection_free) = { 0 };

	FT_TRY(ft_admin_push_children(admin, assoc, &stack, err));
	while (stack.n) {
		struct ft_assoc next = stack.item[--stack.n];

		ft_admin_select_add(selection, &next);
		if (next.user == 0)
			FT_TRY(
			    ft_admin_push_children(admin, &next, &stack, err));
	}
	return FT_OK;
}

/* ---- order ---- */

/* The selected associations and all above them, as a tree of its own. */
struct node {
	struct ft_assoc assoc;
	uint32_t parent;   /* index; roots: n, which sorts last */
	const char *name;  /* its part of the lineage; NULL: by position */
	uint32_t first, n; /* children in order[] */
	enum ft_siblings collation;
	bool selected;
};

struct order {
	struct node *node;
	size_t n, cap;
	struct ft_idmap at; /* id -> index */
	uint32_t *order;    /* by parent, position, id */
};

static void
add_node(struct order *order, const struct ft_assoc *assoc)
{
	ft_id_put(&order->at, assoc->id, (uint32_t)order->n);
	*ft_vec_add(order->node, order->n, order->cap) =
	    (struct node){ .assoc = *assoc };
}

/* Add ASSOC and those above it that are not there yet. */
static enum ft_status
climb(struct ft_admin *admin, struct order *order, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_assoc up = *assoc;
	uint32_t at;

	while (!ft_id_get(&order->at, up.id, &at)) {
		add_node(order, &up);
		if (up.parent == 0 || ft_id_get(&order->at, up.parent, &at))
			break;
		FT_TRY(FT_GET(admin->reg, up.parent, &up, err));
	}
	if (order->n && ft_id_get(&order->at, assoc->id, &at))
		order->node[at].selected = true;
	return FT_OK;
}

static int
by_place(const void *a, const void *b)
{
	const struct node *left = a, *right = b;

	if (left->parent != right->parent)
		return left->parent < right->parent ? -1 : 1;
	if (left->name && right->name &&
	    ft_collate(left->collation, left->name, right->name) != 0)
		return ft_collate(left->collation, left->name, right->name);
	if (left->assoc.position != right->assoc.position)
		return left->assoc.position < right->assoc.position ? -1 : 1;
	return (left->assoc.id > right->assoc.id) -
	       (left->assoc.id < right->assoc.id);
}

/* Families side by side in a copy; order[] has the indices of node[]. */
static void
sort_families(struct order *order)
{
	size_t n = order->n;
	struct node *copy = ft_calloc(n + 1, sizeof *copy);
	uint32_t at;

	for (size_t i = 0; i < n; i++) {
		uint32_t parent = order->node[i].assoc.parent;

		at = (uint32_t)n;
		if (parent)
			ft_id_get(&order->at, parent, &at);
		order->node[i].parent = at;
		copy[i] = order->node[i];
	}
	qsort(copy, n, sizeof *copy, by_place);
	order->order = ft_calloc(n + 1, sizeof *order->order);
	for (size_t i = 0; i < n; i++) {
		ft_id_get(&order->at, copy[i].assoc.id, &at);
		order->order[i] = at;
		if (copy[i].parent == n)
			continue;
		if (order->node[copy[i].parent].n++ == 0)
			order->node[copy[i].parent].first = (uint32_t)i;
	}
	ft_free(copy);
}

/* The selected ones in preorder, into ITEM. */
static void
walk(struct order *order, struct ft_assoc *item)
{
	uint32_t *stack = ft_calloc(order->n + 1, sizeof *stack);
	size_t top = 0, out = 0;

	for (size_t i = order->n; i > 0 && i--;)
		if (order->node[order->order[i]].parent == order->n)
			stack[top++] = order->order[i];
	while (top) {
		const struct node *node = &order->node[stack[--top]];

		if (node->selected)
			item[out++] = node->assoc;
		for (uint32_t i = node->n; i > 0 && i--;)
			stack[top++] = order->order[node->first + i];
	}
	ft_free(stack);
}

static bool
by_lineage(const struct ft_admin *admin)
{
	return admin->slurm &&
	       ft_release_has(admin->release, FT_RULE_LINEAGE_ROWS);
}

enum ft_siblings
ft_admin_collation(const struct ft_admin *admin)
{
	if (!admin->slurm)
		return FT_SIBLINGS_NAME;
	return by_lineage(admin) ? admin->collation : FT_SIBLINGS_LATIN1;
}

/* Siblings are sorted by their parts of the lineage, "/account/0-user/". */
static enum ft_status
name_nodes(struct ft_admin *admin, struct order *order, struct ft_error *err)
{
	for (size_t i = 0; i < order->n; i++) {
		struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
		const struct ft_assoc *assoc = &order->node[i].assoc;
		struct ft_account account;
		struct ft_user user;

		if (assoc->user) {
			FT_TRY(FT_GET(admin->reg, assoc->user, &user, err));
			ft_str_addf(
			    &name, "0-%s/%s", user.name, assoc->partition);
		} else {
			FT_TRY(
			    FT_GET(admin->reg, assoc->account, &account, err));
			ft_str_addf(&name, "%s/", account.name);
		}
		order->node[i].collation = admin->collation;
		order->node[i].name =
		    ft_arena_strdup(&admin->arena, ft_str_text(&name));
	}
	return FT_OK;
}

static void
order_free(struct order *order)
{
	ft_idmap_free(&order->at);
	ft_free(order->node);
	ft_free(order->order);
}

enum ft_status
ft_admin_selection_sort(struct ft_admin *admin,
    struct ft_admin_selection *selection, size_t from, struct ft_error *err)
{
	struct order order FT_CLEANUP(order_free) = { 0 };

	if (selection->n - from < 2)
		return FT_OK;
	for (size_t i = from; i < selection->n; i++)
		FT_TRY(climb(admin, &order, &selection->item[i], err));
	if (by_lineage(admin))
		FT_TRY(name_nodes(admin, &order, err));
	sort_families(&order);
	walk(&order, selection->item + from);
	return FT_OK;
}
