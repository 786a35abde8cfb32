#include "algo/live/live.h"

#include "algo/share/fairtree.h"
#include "algo/live/private.h"
#include "algo/share/internal.h"

static ft_real
within(const struct ft_live *live, ft_real usage)
{
	if (usage < live->least)
		return 0;
	return usage > live->most ? live->most : usage;
}

/* ---- families ------------------------------------------------------------- */

/* Set the key of NODE below PARENT by what both used. */
static void
set_key(struct ft_live *live, uint32_t node, uint32_t parent)
{
	struct live_item *item = &live->item[node];
	ft_real usage = live->item[parent].usage > 0 ? item->usage : 0;

	item->key = live->tree->flags[node] & FT_NODE_PARENT
			? LIVE_INFINITE
			: ft_live_key(item->shares, usage);
}

/* Returns whether NODE would have a key by its usage. */
static bool
is_used(const struct ft_live *live, uint32_t node)
{
	const struct live_item *item = &live->item[node];

	return item->usage > 0 && item->shares > 0;
}

/*
 * Returns whether all users of ACCOUNT are tied for certain to who is ranked
 * before them, when the account is: then all its children that have users are
 * the same.
 */
static bool
passes(const struct ft_live *live, uint32_t account)
{
	const struct live_family *family = live_family_of(live, account);
	const struct live_item *item = live->item;
	uint32_t last;

	if (family->opaque || family->parents)
		return false;
	last = ft_live_pick(live, family, family->users - 1);
	return ft_live_is_same(&item[ft_live_first(live, family)], &item[last]);
}

/* Set whether ACCOUNT, below PARENT, is opaque. */
static void
set_opaque(struct ft_live *live, uint32_t account, uint32_t parent)
{
	struct live_item *item = &live->item[account];
	bool was = item->weight & LIVE_STOP, is;

	if (live->ties != FT_TIES_SLURM || !live_weight(item))
		return;
	is = !passes(live, account);
	if (is == was)
		return;
	ft_live_mark(live, account, is);
	if (is)
		live_family_of(live, parent)->opaque++;
	else
		live_family_of(live, parent)->opaque--;
}

static int
compare_places(const void *a, const void *b)
{
	const struct live_place *x = a, *y = b;

	return ft_live_is_before(x, y) ? -1 : ft_live_is_before(y, x);
}

/* Sort the family of ACCOUNT again; counts below it must be right. */
static void
make_family(struct ft_live *live, uint32_t account)
{
	const struct ft_tree *tree = live->tree;
	uint32_t acct = tree->acct[account];
	uint32_t first = tree->first[acct], end = tree->first[acct + 1], n = 0;
	struct live_family *family = &live->family[acct];
	struct live_place *place = ft_alloc((end - first) * sizeof *place);
	uint32_t *order = ft_alloc((end - first) * sizeof *order);

	family->used = family->opaque = 0;
	family->parents = false;
	for (uint32_t node = first; node < end; node++) {
		bool user = tree->flags[node] & FT_NODE_USER;

		if (tree->flags[node] & FT_NODE_PARENT && !user) {
			family->parents = true;
			continue;
		}
		set_key(live, node, account);
		family->used += is_used(live, node);
		family->opaque += !user && live->item[node].weight & LIVE_STOP;
		place[n++] = live_place_of(&live->item[node], node);
	}
	qsort(place, n, sizeof *place, compare_places);
	for (uint32_t i = 0; i < n; i++)
		order[i] = place[i].node;
	ft_live_make(live, family, order, n);
	ft_free(order);
	ft_free(place);
}

static void
make_families(struct ft_live *live)
{
	const struct ft_tree *tree = live->tree;

	/* the families of accounts come behind that they are in */
	for (uint32_t acct = tree->n_acct; acct > 0 && acct--;) {
		uint32_t account = tree->node[acct];
		struct live_item *item = &live->item[account];

		make_family(live, account);
		if (!account)
			continue;
		item->weight = live->family[acct].users;
		if (live->ties == FT_TIES_SLURM && item->weight &&
		    !passes(live, account))
			item->weight |= LIVE_STOP;
	}
}

/* ---- new ------------------------------------------------------------------ */

static void
set_limits(struct ft_live *live)
{
	live->factor = 1;
	live->least = ldexpl(1, LIVE_LEAST_EXPONENT);
	live->most = ldexpl(1, -LIVE_LEAST_EXPONENT);
	live->least_factor = ldexpl(1, -LIVE_FACTOR_EXPONENT);
	live->most_factor = ldexpl(1, LIVE_FACTOR_EXPONENT);
}

static void
fill_items(struct ft_live *live, const ft_real *usage)
{
	const struct ft_tree *tree = live->tree;

	live->item[0].usage = within(live, usage[0]);
	for (uint32_t acct = 0; acct < tree->n_acct; acct++) {
		uint64_t sum = ft_share_sum(tree, acct, live->ties, NULL);

		for (uint32_t node = tree->first[acct];
		     node < tree->first[acct + 1]; node++) {
			struct live_item *item = &live->item[node];

			item->usage = within(live, usage[node]);
			item->shares =
			    ft_level_shares_norm(tree->shares[node], sum);
			if (ft_tree_is_user(tree, node))
				item->weight = LIVE_USER | LIVE_STOP | 1;
		}
	}
}

struct ft_live *
ft_live_new(const struct ft_share_input *input, struct ft_error *err)
{
	const struct ft_tree *tree = input->tree;
	struct ft_live *live;

	if (ft_share_check_usages(input, err))
		return NULL;
	live = ft_calloc(1, sizeof *live);
	live->tree = tree;
	live->ties = input->params.ties;
	live->item = ft_calloc(tree->n, sizeof *live->item);
	live->family = ft_calloc(tree->n_acct, sizeof *live->family);
	ft_live_make_room(live);
	set_limits(live);
	fill_items(live, input->usage);
	make_families(live);
	return live;
}

void
ft_live_free(struct ft_live *live)
{
	if (!live)
		return;
	ft_free(live->item);
	ft_free(live->family);
	ft_free(live->entry);
	ft_free(live->block);
	ft_free(live->count);
	ft_free(live->head);
	ft_free(live->path.node);
	ft_free(live->merged.node);
	ft_free(live->next.node);
	ft_free(live);
}

/* ---- changing ------------------------------------------------------------- */

/* Add AMOUNT to NODE and on up to before END. */
static void
add_below(struct ft_live *live, uint32_t node, uint32_t end, ft_real amount)
{
	for (; node != end; node = live->tree->parent[node])
		live->item[node].usage =
		    within(live, live->item[node].usage + amount);
}

/*
 * The usage of NODE and of PARENT changed.  used: NODE was used before;
 * had_usage: PARENT had some.
 */
static void
move(struct ft_live *live, uint32_t node, uint32_t parent, bool used,
    bool had_usage)
{
	struct live_family *family = live_family_of(live, parent);
	uint32_t others = family->used - used;

	if (!ft_tree_is_user(live->tree, node))
		set_opaque(live, node, parent);
	if (others && had_usage != (live->item[parent].usage > 0)) {
		make_family(live, parent);
		return;
	}
	family->used = others + is_used(live, node);
	set_key(live, node, parent);
	ft_live_move(live, family, node);
}

/* Returns whether NODE is ordered among its siblings. */
static bool
is_ordered(const struct ft_tree *tree, uint32_t node)
{
	return !(tree->flags[node] & FT_NODE_PARENT) ||
	       ft_tree_is_user(tree, node);
}

void
ft_live_charge(struct ft_live *live, uint32_t user, ft_real amount)
{
	const struct ft_tree *tree = live->tree;
	uint32_t node = user;
	bool used = is_used(live, user), had_usage;

	if (!(fabsl(amount) > 0))
		return;
	amount = fminl(amount / live->factor, live->most);
	amount = fmaxl(amount, -live->item[user].usage);
	had_usage = live->item[user].usage > 0;
	add_below(live, user, tree->parent[user], amount);
	/* an account's own, left by deleted users */
	if (!ft_tree_is_user(tree, user) &&
	    had_usage != (live->item[user].usage > 0))
		make_family(live, user);
	while (node) {
		uint32_t parent = ft_tree_fs_parent(tree, node);
		bool parent_used = is_used(live, parent);

		had_usage = live->item[parent].usage > 0;
		/* accounts of `parent` shares between the two */
		add_below(
		    live, tree->parent[node], tree->parent[parent], amount);
		if (is_ordered(tree, node))
			move(live, node, parent, used, had_usage);
		else if (had_usage != (live->item[parent].usage > 0))
			make_family(live, parent);
		used = parent_used;
		node = parent;
	}
}

/* Let each usage be what is reported of it, with no factor. */
static void
renormalise(struct ft_live *live)
{
	for (uint32_t i = 0; i < live->tree->n; i++)
		live->item[i].usage =
		    within(live, live->item[i].usage * live->factor);
	live->factor = 1;
	make_families(live);
}

void
ft_live_decay(struct ft_live *live, ft_real factor)
{
	/* in steps that do not overflow */
	factor = fminl(fmaxl(factor, 0), live->most_factor);
	live->factor *= factor;
	if (live->factor < live->least_factor ||
	    live->factor > live->most_factor)
		renormalise(live);
}

/* ---- asking --------------------------------------------------------------- */

void
ft_live_usage(const struct ft_live *live, ft_real *usage)
{
	for (uint32_t i = 0; i < live->tree->n; i++)
		usage[i] = live->item[i].usage * live->factor;
}

/* Returns the number of users better than USER, all being ranked. */
static uint32_t
rank_all(struct ft_live *live, uint32_t user)
{
	struct ft_share_input input = { .tree = live->tree,
		.params.ties = live->ties };
	ft_real *usage FT_CLEANUP(ft_free_at) =
	    ft_alloc(live->tree->n * sizeof *usage);
	struct ft_share share = { 0 };
	uint32_t place;

	ft_live_usage(live, usage);
	input.usage = usage;
	/* cannot fail: the usages are numbers */
	(void)ft_share_run(&ft_algo_fairtree, &input, &share, NULL, NULL);
	place = ft_share_place(share.factor[user], live->tree->n_user);
	ft_share_free(&share);
	return place - 1;
}

static uint32_t
better_than(struct ft_live *live, uint32_t user)
{
	uint32_t users;

	live->odd = false;
	users = live->ties == FT_TIES_SLURM
		    ? ft_live_rank_slurm(live, user)
		    : ft_live_rank_documented(live, user);
	return live->odd ? rank_all(live, user) : users;
}

double
ft_live_factor(struct ft_live *live, uint32_t user)
{
	uint32_t n = live->tree->n_user;

	if (!ft_tree_is_user(live->tree, user))
		return 0;
	return (n - better_than(live, user)) / (double)n;
}
