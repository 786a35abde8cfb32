/* Which associations a request means, in the order sacctmgr lists them. */
#include "admin/admin_int.h"

#include "model/qos.h"

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
		if (!all[i].deleted && strcmp(all[i].name, name) == 0)
			return &all[i];
	return NULL;
}

enum ft_status
ft_admin_clusters(struct ft_admin *admin, const struct ft_admin_names *names,
    struct ft_admin_clusters *clusters, const char **missing,
    struct ft_error *err)
{
	const struct ft_cluster *all, *one;
	size_t n;

	*clusters = (struct ft_admin_clusters){ 0 };
	if (missing)
		*missing = NULL;
	FT_TRY(ft_list_clusters(admin->reg, FT_NO_OWNER, &all, &n, err));
	clusters->item = ft_arena_calloc(&admin->arena,
	    (names->n > n ? names->n : n) + 1, sizeof *clusters->item);
	for (size_t i = 0; i < names->n; i++) {
		one = find_cluster(all, n, names->item[i]);
		if (one)
			clusters->item[clusters->n++] = one;
		else if (missing && *missing == NULL)
			*missing = names->item[i];
	}
	if (names->n)
		return FT_OK;
	for (size_t i = 0; i < n; i++)
		if (!all[i].deleted)
			clusters->item[clusters->n++] = &all[i];
	qsort(clusters->item, clusters->n, sizeof *clusters->item,
	    by_cluster_name);
	return FT_OK;
}

bool
ft_admin_cluster_matches(
    const struct ft_admin_where *where, const struct ft_cluster *cluster)
{
	const struct ft_admin_names *kind = &where->key[FT_KEY_CLASSIFICATION];
	const struct ft_admin_names *version = &where->key[FT_KEY_ID];
	bool yes = !kind->given;
	char rpc[16];

	snprintf(rpc, sizeof rpc, "%u", (unsigned)cluster->rpc_version);
	if (version->given && !ft_admin_names_has(version, rpc))
		return false;
	for (size_t i = 0; i < kind->n && !yes; i++)
		yes = strcasecmp(kind->item[i], cluster->classification) == 0;
	return yes;
}

bool
ft_admin_qos_matches(
    const struct ft_admin_where *where, const struct ft_qos *qos)
{
	const struct ft_admin_names *key = where->key;
	const struct ft_admin_names *mode = &key[FT_KEY_PREEMPT_MODE];
	const char *is = ft_qos_preempt_mode(qos->preempt_mode);
	char id[16];

	snprintf(id, sizeof id, "%u", (unsigned)qos->id);
	return (!key[FT_KEY_ID].given ||
		   ft_admin_names_has(&key[FT_KEY_ID], id)) &&
	       (!key[FT_KEY_QOS].given ||
		   ft_admin_names_has(&key[FT_KEY_QOS], qos->name)) &&
	       (!key[FT_KEY_DESCRIPTION].given ||
		   ft_admin_names_has(
		       &key[FT_KEY_DESCRIPTION], qos->description)) &&
	       (!mode->given || ft_admin_names_has(mode, is)) &&
	       /* they belong to no cluster */
	       !key[FT_KEY_CLUSTER].given;
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
ft_admin_children(struct ft_admin *admin, const struct ft_assoc *assoc,
    ft_assoc_fn *fn, void *ctx, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .parent = assoc->id };

	return FT_REG(admin, each_assoc, &filter, fn, ctx, err);
}

enum ft_status
ft_admin_push_children(struct ft_admin *admin, const struct ft_assoc *assoc,
    bool reversed, struct ft_admin_selection *stack, struct ft_error *err)
{
	size_t low = stack->n, high;

	FT_TRY(ft_admin_children(admin, assoc, push, stack, err));
	for (high = stack->n; reversed && low + 1 < high; low++) {
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
	struct ft_admin_selection stack = { 0 };
	enum ft_status status =
	    ft_admin_push_children(admin, assoc, true, &stack, err);

	while (status == FT_OK && stack.n) {
		struct ft_assoc next = stack.item[--stack.n];

		ft_admin_select_add(selection, &next);
		if (next.user == 0)
			status = ft_admin_push_children(
			    admin, &next, true, &stack, err);
	}
	ft_admin_selection_free(&stack);
	return status;
}

/* ---- order ---- */

/* What is selected and all above it, as a tree of its own. */
struct node {
	struct ft_assoc assoc;
	uint32_t parent;   /* index; roots: n, which sorts last */
	uint32_t first, n; /* children in order[] */
	bool selected;
};

struct order {
	struct node *node;
	size_t n, cap;
	struct ft_map at; /* id -> index */
	uint32_t *order;  /* by parent, position, id */
};

static bool
find_node(const struct order *order, uint32_t id, uint64_t *at)
{
	return ft_map_get_n(&order->at, (const char *)&id, sizeof id, at);
}

/* Returns the index of the new node. */
static size_t
add_node(struct order *order, const struct ft_assoc *assoc)
{
	ft_map_put_n(
	    &order->at, (const char *)&assoc->id, sizeof assoc->id, order->n);
	order->node = ft_vec_grow(
	    order->node, &order->cap, order->n + 1, sizeof *order->node);
	order->node[order->n] = (struct node){ .assoc = *assoc };
	return order->n++;
}

/* Add ASSOC and those above it that are not there yet. */
static enum ft_status
climb(struct ft_admin *admin, struct order *order, const struct ft_assoc *assoc,
    struct ft_error *err)
{
	struct ft_assoc up = *assoc;
	uint64_t at;

	while (!find_node(order, up.id, &at)) {
		add_node(order, &up);
		if (up.parent == 0 || find_node(order, up.parent, &at))
			break;
		FT_TRY(FT_GET(admin->reg, up.parent, &up, err));
	}
	if (find_node(order, assoc->id, &at))
		order->node[at].selected = true;
	return FT_OK;
}

static int
by_place(const void *a, const void *b)
{
	const struct node *left = a, *right = b;

	if (left->parent != right->parent)
		return left->parent < right->parent ? -1 : 1;
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
	uint64_t at;

	for (size_t i = 0; i < n; i++) {
		uint32_t parent = order->node[i].assoc.parent;

		at = n;
		if (parent)
			find_node(order, parent, &at);
		order->node[i].parent = (uint32_t)at;
		copy[i] = order->node[i];
	}
	qsort(copy, n, sizeof *copy, by_place);
	order->order = ft_calloc(n + 1, sizeof *order->order);
	for (size_t i = 0; i < n; i++) {
		find_node(order, copy[i].assoc.id, &at);
		order->order[i] = (uint32_t)at;
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

enum ft_status
ft_admin_selection_sort(struct ft_admin *admin,
    struct ft_admin_selection *selection, size_t from, struct ft_error *err)
{
	struct order order = { 0 };
	enum ft_status status = FT_OK;

	if (selection->n - from < 2)
		return FT_OK;
	for (size_t i = from; status == FT_OK && i < selection->n; i++)
		status = climb(admin, &order, &selection->item[i], err);
	if (status == FT_OK) {
		sort_families(&order);
		walk(&order, selection->item + from);
	}
	ft_map_clear(&order.at);
	ft_free(order.node);
	ft_free(order.order);
	return status;
}

/* ---- conditions ---- */

/* Ids that names stand for. */
struct ids {
	uint32_t *item;
	size_t n;
	bool given;
};

struct match {
	struct ft_admin *admin;
	enum ft_admin_which which;
	const struct ft_admin_where *where;
	struct ids account, user, parent, qos, default_qos, id;
	struct ft_admin_selection *selection;
};

static bool
ids_have(const struct ids *ids, uint32_t id)
{
	size_t low = 0, high = ids->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ids->item[middle] == id)
			return true;
		if (ids->item[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

typedef enum ft_status ids_fn(struct ft_admin *admin, const char *name,
    uint32_t *id, struct ft_error *err);

static enum ft_status
account_id(struct ft_admin *admin, const char *name, uint32_t *id,
    struct ft_error *err)
{
	struct ft_account account;
	enum ft_status status = FT_NAMED(admin->reg, name, &account, err);

	*id = status == FT_OK ? account.id : 0;
	return status == FT_ENOENT ? FT_OK : status;
}

/* The empty name stands for "no user". */
static enum ft_status
user_id(struct ft_admin *admin, const char *name, uint32_t *id,
    struct ft_error *err)
{
	struct ft_user user;
	enum ft_status status;

	*id = UINT32_MAX;
	if (*name == 0)
		return FT_OK;
	status = FT_NAMED(admin->reg, name, &user, err);
	*id = status == FT_OK ? user.id : 0;
	return status == FT_ENOENT ? FT_OK : status;
}

static enum ft_status
qos_id(struct ft_admin *admin, const char *name, uint32_t *id,
    struct ft_error *err)
{
	const struct ft_qos *qos = ft_admin_find_qos(&admin->lookup, name);

	(void)err;
	*id = qos ? qos->id : 0;
	return FT_OK;
}

static enum ft_status
plain_id(struct ft_admin *admin, const char *name, uint32_t *id,
    struct ft_error *err)
{
	(void)admin;
	(void)err;
	if (!ft_num_u32(name, id))
		*id = 0;
	return FT_OK;
}

static enum ft_status
resolve(struct ft_admin *admin, const struct ft_admin_names *names, ids_fn *fn,
    struct ids *ids, struct ft_error *err)
{
	*ids = (struct ids){ .given = names->given };
	ids->item =
	    ft_arena_calloc(&admin->arena, names->n + 1, sizeof *ids->item);
	for (size_t i = 0; i < names->n; i++) {
		uint32_t id;

		FT_TRY(fn(admin, names->item[i], &id, err));
		if (id)
			ids->item[ids->n++] = id;
	}
	qsort(ids->item, ids->n, sizeof *ids->item, ft_by_u32);
	return FT_OK;
}

static enum ft_status
match_parent(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	struct ft_assoc parent;

	if (!match->parent.given || !*yes)
		return FT_OK;
	*yes = false;
	if (assoc->parent == 0 || assoc->user)
		return FT_OK;
	FT_TRY(FT_GET(match->admin->reg, assoc->parent, &parent, err));
	*yes = ids_have(&match->parent, parent.account);
	return FT_OK;
}

static enum ft_status
match_qos(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	struct ft_admin *admin = match->admin;
	bool *has, any;

	if (!match->qos.given || !*yes)
		return FT_OK;
	has = ft_arena_calloc(
	    &admin->arena, admin->lookup.n_qos + 1, sizeof *has);
	FT_TRY(ft_admin_effective_qos(admin, assoc, has, &any, err));
	*yes = false;
	for (size_t i = 0; i < admin->lookup.n_qos; i++)
		if (has[i] && ids_have(&match->qos, admin->lookup.qos[i].id))
			*yes = true;
	return FT_OK;
}

/*
 * A condition on users selects their associations, of accounts as well; only
 * without one those of the accounts themselves are meant.
 */
enum rows { ACCOUNT_ROWS, USER_ROWS, ANY_ROWS };

static enum rows
rows_of(const struct match *match)
{
	if (match->which == FT_WHICH_ACCOUNTS && match->user.given)
		return ANY_ROWS;
	return match->which == FT_WHICH_USERS ? USER_ROWS : ACCOUNT_ROWS;
}

static enum ft_status
match_account_record(struct match *match, const struct ft_assoc *assoc,
    bool *yes, struct ft_error *err)
{
	const struct ft_admin_names *description =
	    &match->where->key[FT_KEY_DESCRIPTION];
	const struct ft_admin_names *organization =
	    &match->where->key[FT_KEY_ORGANIZATION];
	struct ft_account account;

	if (!*yes || (!description->given && !organization->given))
		return FT_OK;
	FT_TRY(FT_GET(match->admin->reg, assoc->account, &account, err));
	*yes = (!description->given ||
		   ft_admin_names_has(description, account.description)) &&
	       (!organization->given ||
		   ft_admin_names_has(organization, account.organization));
	return FT_OK;
}

struct default_account {
	struct match *match;
	bool found;
};

static enum ft_status
see_default(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct default_account *see = ctx;
	struct ft_account account;

	if (!assoc->is_default)
		return FT_OK;
	FT_TRY(FT_GET(see->match->admin->reg, assoc->account, &account, err));
	if (ft_admin_names_has(
		&see->match->where->key[FT_KEY_DEFAULT_ACCOUNT], account.name))
		see->found = true;
	return FT_OK;
}

static enum ft_status
match_user_record(struct match *match, const struct ft_assoc *assoc, bool *yes,
    struct ft_error *err)
{
	const struct ft_admin_names *level =
	    &match->where->key[FT_KEY_ADMIN_LEVEL];
	const struct ft_admin_names *wckey =
	    &match->where->key[FT_KEY_DEFAULT_WCKEY];
	struct default_account see = { match, false };
	struct ft_assoc_filter filter = { .cluster = assoc->cluster,
		.user = assoc->user };
	struct ft_user user;

	if (!*yes || assoc->user == 0)
		return FT_OK;
	if ((level->given && level->n) || wckey->given) {
		FT_TRY(FT_GET(match->admin->reg, assoc->user, &user, err));
		*yes = (level->n == 0 ||
			   user.admin_level ==
			       ft_admin_level_find(level->item[0])) &&
		       (!wckey->given ||
			   ft_admin_names_has(wckey, user.default_wckey));
	}
	if (*yes && match->where->key[FT_KEY_DEFAULT_ACCOUNT].given) {
		FT_TRY(FT_REG(
		    match->admin, each_assoc, &filter, see_default, &see, err));
		*yes = see.found;
	}
	return FT_OK;
}

static enum ft_status
consider(void *ctx, const struct ft_assoc *assoc, struct ft_error *err)
{
	struct match *match = ctx;
	const struct ft_admin_names *partition =
	    &match->where->key[FT_KEY_PARTITION];
	enum rows rows = rows_of(match);
	bool yes =
	    rows == ANY_ROWS || (rows == USER_ROWS) == (assoc->user != 0);

	if (match->which == FT_WHICH_ROOT && assoc->parent)
		yes = false;
	if (match->account.given && !ids_have(&match->account, assoc->account))
		yes = false;
	if (match->user.given &&
	    !ids_have(&match->user, assoc->user ? assoc->user : UINT32_MAX))
		yes = false;
	if (partition->given &&
	    !ft_admin_names_has(partition, assoc->partition))
		yes = false;
	if (match->id.given && !ids_have(&match->id, assoc->number))
		yes = false;
	if (match->default_qos.given &&
	    !ids_have(&match->default_qos, assoc->default_qos))
		yes = false;
	if (match->where->only_defaults && !assoc->is_default)
		yes = false;
	FT_TRY(match_parent(match, assoc, &yes, err));
	FT_TRY(match_account_record(match, assoc, &yes, err));
	FT_TRY(match_user_record(match, assoc, &yes, err));
	FT_TRY(match_qos(match, assoc, &yes, err));
	if (!yes)
		return FT_OK;
	ft_admin_select_add(match->selection, assoc);
	return FT_OK;
}

/* Ask for as little as the conditions allow. */
static enum ft_status
select_cluster(struct match *match, uint32_t cluster, struct ft_error *err)
{
	struct ft_assoc_filter filter = { .cluster = cluster,
		.accounts_only = rows_of(match) == ACCOUNT_ROWS,
		.users_only = rows_of(match) == USER_ROWS };
	const struct ids *ids = NULL;
	size_t first = match->selection->n;

	if (match->user.given && match->which == FT_WHICH_USERS)
		ids = &match->user;
	else if (match->account.given)
		ids = &match->account;
	if (ids == NULL)
		FT_TRY(FT_REG(
		    match->admin, each_assoc, &filter, consider, match, err));
	for (size_t i = 0; ids && i < ids->n; i++) {
		if (ids == &match->user)
			filter.user = ids->item[i];
		else
			filter.account = ids->item[i];
		if (ids->item[i] != UINT32_MAX)
			FT_TRY(FT_REG(match->admin, each_assoc, &filter,
			    consider, match, err));
	}
	return ft_admin_selection_sort(
	    match->admin, match->selection, first, err);
}

enum ft_status
ft_admin_select(struct ft_admin *admin, enum ft_admin_which which,
    const struct ft_admin_where *where, struct ft_admin_selection *selection,
    struct ft_error *err)
{
	const struct ft_admin_names *key = where->key;
	struct match match = { .admin = admin,
		.which = which,
		.where = where,
		.selection = selection };
	struct ft_admin_clusters clusters;

	FT_TRY(resolve(
	    admin, &key[FT_KEY_ACCOUNT], account_id, &match.account, err));
	FT_TRY(resolve(admin, &key[FT_KEY_USER], user_id, &match.user, err));
	FT_TRY(resolve(
	    admin, &key[FT_KEY_PARENT], account_id, &match.parent, err));
	FT_TRY(resolve(admin, &key[FT_KEY_QOS], qos_id, &match.qos, err));
	FT_TRY(resolve(
	    admin, &key[FT_KEY_DEFAULT_QOS], qos_id, &match.default_qos, err));
	if (which != FT_WHICH_ROOT) /* there it is the version */
		FT_TRY(
		    resolve(admin, &key[FT_KEY_ID], plain_id, &match.id, err));
	FT_TRY(ft_admin_clusters(
	    admin, &key[FT_KEY_CLUSTER], &clusters, NULL, err));
	for (size_t i = 0; i < clusters.n; i++)
		if (which != FT_WHICH_ROOT ||
		    (admin->slurm && !key[FT_KEY_ID].given) ||
		    ft_admin_cluster_matches(where, clusters.item[i]))
			FT_TRY(
			    select_cluster(&match, clusters.item[i]->id, err));
	return FT_OK;
}
