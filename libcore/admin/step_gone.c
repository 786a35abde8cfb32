/* Steps of coordinators and deletes, and what no command can do. */
#include "admin/step_int.h"

#include "base/map.h"

#define NONE FT_INDEX_NONE

/* ---- coordinators ---- */

/* Records of a coordinator; NONE if one of them does not count. */
static bool
find_coord(const struct ft_book *book, const struct ft_coord *coord,
    uint32_t *account, uint32_t *user)
{
	const struct ft_assoc assoc = { .account = coord->account,
		.user = coord->user };

	*account = ft_step_account_of(book, &assoc);
	*user = ft_step_user_of(book, &assoc);
	return *account != NONE && *user != NONE;
}

static const char *
coord_key(struct ft_str *key, uint32_t account, uint32_t user)
{
	ft_str_clear(key);
	ft_str_addf(key, "%" PRIu32 " %" PRIu32, account, user);
	return ft_str_text(key);
}

static void
coord_step(struct ft_step_diff *diff, const struct ft_book *book,
    enum ft_step_op op, uint32_t account, uint32_t user)
{
	struct ft_step step = { .op = op,
		.entity = FT_ENTITY_COORD,
		.account = book->account[account].name,
		.user = book->user[user].name };

	ft_step_push(diff, &step);
}

/* Those of the before book whose account and user stay. */
static void
old_coords(
    const struct ft_step_diff *diff, struct ft_map *old, struct ft_str *key)
{
	const struct ft_book *book = diff->before;
	uint32_t account, user;

	for (uint32_t i = 0; i < book->n_coord; i++)
		if (find_coord(book, &book->coord[i], &account, &user) &&
		    diff->account.after[account] != NONE &&
		    diff->user.after[user] != NONE)
			ft_map_put(old, coord_key(key, account, user), i);
}

static void
new_coords(struct ft_step_diff *diff, struct ft_map *old, struct ft_str *key)
{
	const struct ft_book *book = diff->after;
	uint32_t account, user;

	for (size_t i = 0; i < book->n_coord; i++) {
		const char *text;

		if (!find_coord(book, &book->coord[i], &account, &user))
			continue;
		if (diff->nowhere[user])
			continue;
		text = coord_key(key, ft_step_same(&diff->account, account),
		    ft_step_same(&diff->user, user));
		/* what is left over in the end has gone */
		if (ft_map_get(old, text, NULL))
			ft_map_put(old, text, NONE);
		else
			coord_step(diff, book, FT_STEP_ADD, account, user);
	}
}

void
ft_step_coords(struct ft_step_diff *diff)
{
	const struct ft_map_entry *entry = NULL;
	struct ft_map old = { 0 };
	struct ft_str key = { 0 };

	old_coords(diff, &old, &key);
	new_coords(diff, &old, &key);
	while ((entry = ft_map_next(&old, entry))) {
		uint32_t account, user, i = (uint32_t)ft_map_value(entry);

		if (i == NONE)
			continue;
		find_coord(
		    diff->before, &diff->before->coord[i], &account, &user);
		/* by the names they have by then */
		coord_step(diff, diff->after, FT_STEP_DELETE,
		    diff->account.after[account], diff->user.after[user]);
	}
	ft_str_free(&key);
	ft_map_clear(&old);
}

/* ---- clusters and QOS ---- */

static void
gone_clusters(struct ft_step_diff *diff)
{
	for (uint32_t i = 0; i < diff->cluster.n_before; i++) {
		const struct ft_cluster *cluster = &diff->before->cluster[i];
		struct ft_step step = { .op = FT_STEP_DELETE,
			.entity = FT_ENTITY_CLUSTER,
			.name = cluster->name,
			.cluster = cluster->name,
			.id = cluster->id };

		if (!cluster->deleted && diff->cluster.after[i] == NONE)
			ft_step_push(diff, &step);
	}
}

static void
gone_qoses(struct ft_step_diff *diff)
{
	for (uint32_t i = 0; i < diff->qos.n_before; i++) {
		const struct ft_qos *qos = &diff->before->qos[i];
		struct ft_step step = { .op = FT_STEP_DELETE,
			.entity = FT_ENTITY_QOS,
			.name = qos->name,
			.id = qos->id };

		if (!qos->deleted && diff->qos.after[i] == NONE)
			ft_step_push(diff, &step);
	}
}

/* ---- associations of users ---- */

/* Association I of the before book is gone, and not with its cluster. */
static bool
is_gone(const struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_book *before = diff->before;
	const struct ft_assoc *assoc = &before->assoc[i];
	uint32_t cluster = ft_step_cluster_of(before, assoc);

	return !assoc->deleted && diff->assoc.after[i] == NONE &&
	       !diff->moved[i] && cluster != NONE &&
	       diff->cluster.after[cluster] != NONE &&
	       ft_step_account_of(before, assoc) != NONE;
}

/*
 * Users who stay although their last association goes.  A command that takes
 * it away takes their record away; only what takes a cluster or an account
 * away leaves the record.  So theirs are left to that, but for those that are
 * not default: Slurm would refuse the account because of them.
 */
struct lonely {
	uint32_t *left; /* [users before] not to go by commands for users */
	bool *covered;  /* [users before] one goes with its account */
};

static bool
account_goes(const struct ft_step_diff *diff, uint32_t i)
{
	uint32_t parent = diff->index_before->parent[i];

	return parent != NONE && is_gone(diff, parent);
}

static void
count_left(const struct ft_step_diff *diff, struct lonely *lonely)
{
	const struct ft_book *before = diff->before, *after = diff->after;

	for (uint32_t i = 0; i < after->n_assoc; i++) {
		uint32_t user = ft_step_user_of(after, &after->assoc[i]);

		if (user != NONE && !after->assoc[i].deleted &&
		    diff->user.before[user] != NONE)
			lonely->left[diff->user.before[user]]++;
	}
	for (uint32_t i = 0; i < before->n_assoc; i++) {
		const struct ft_assoc *assoc = &before->assoc[i];
		uint32_t user = ft_step_user_of(before, assoc);
		uint32_t cluster = ft_step_cluster_of(before, assoc);

		if (user == NONE || assoc->deleted || cluster == NONE)
			continue;
		if (diff->cluster.after[cluster] == NONE)
			lonely->left[user]++;
		else if (is_gone(diff, i) && assoc->is_default &&
			 account_goes(diff, i))
			lonely->covered[user] = true;
	}
}

/* The record goes with the last association, though it should not. */
static void
lonely_note(struct ft_step_diff *diff, const struct ft_user *user)
{
	struct ft_step step = { .op = FT_STEP_ADD,
		.entity = FT_ENTITY_USER,
		.name = user->name,
		.user = user->name,
		.id = user->id };

	ft_step_push(diff, &step);
}

static void
gone_user_assoc(struct ft_step_diff *diff, uint32_t i, struct lonely *lonely)
{
	const struct ft_book *before = diff->before;
	const struct ft_assoc *assoc = &before->assoc[i];
	uint32_t user = ft_step_user_of(before, assoc), same;
	struct ft_step step = { .op = FT_STEP_DELETE,
		.entity = FT_ENTITY_ASSOC,
		.cluster = ft_step_cluster_name(before, assoc),
		.account = ft_step_account_name(before, assoc),
		.partition = assoc->partition,
		.id = assoc->id };

	same = user == NONE ? NONE : diff->user.after[user];
	if (same == NONE)
		return;
	if (lonely->left[user] == 0 && account_goes(diff, i) &&
	    (assoc->is_default || !lonely->covered[user])) {
		lonely->covered[user] = true;
		return;
	}
	step.user = diff->after->user[same].name;
	step.exact = ft_step_is_exact(diff, ft_step_node(diff, i));
	ft_step_push(diff, &step);
	diff->exists[ft_step_node(diff, i)] = false;
	if (lonely->left[user] == 0 && !lonely->covered[user])
		lonely_note(diff, &diff->after->user[same]);
}

static void
gone_user_assocs(struct ft_step_diff *diff)
{
	const struct ft_admin_index *index = diff->index_before;
	size_t n = diff->before->n_user + 1;
	struct lonely lonely = { .left = ft_calloc(n, sizeof *lonely.left),
		.covered = ft_calloc(n, sizeof *lonely.covered) };

	count_left(diff, &lonely);
	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k];

		if (diff->before->assoc[i].user && is_gone(diff, i))
			gone_user_assoc(diff, i, &lonely);
	}
	ft_free(lonely.left);
	ft_free(lonely.covered);
}

/* User root of a new cluster that is not to have one. */
static void
unwanted_root_users(struct ft_step_diff *diff)
{
	const struct ft_book *after = diff->after;
	uint32_t n = diff->cluster.n_after;
	bool *has = ft_calloc(n + 1, sizeof *has);

	for (uint32_t i = 0; i < after->n_assoc; i++)
		if (!after->assoc[i].deleted &&
		    ft_step_came_with_cluster(diff, i))
			has[ft_step_cluster_of(after, &after->assoc[i])] = true;
	for (uint32_t i = 0; i < n; i++) {
		struct ft_step step = { .op = FT_STEP_DELETE,
			.entity = FT_ENTITY_ASSOC,
			.cluster = after->cluster[i].name,
			.account = "root",
			.user = "root" };

		if (!after->cluster[i].deleted &&
		    diff->cluster.before[i] == NONE && !has[i])
			ft_step_push(diff, &step);
	}
	ft_free(has);
}

static void
gone_users(struct ft_step_diff *diff)
{
	for (uint32_t i = 0; i < diff->user.n_before; i++) {
		const struct ft_user *user = &diff->before->user[i];
		struct ft_step step = { .op = FT_STEP_DELETE,
			.entity = FT_ENTITY_USER,
			.name = user->name,
			.user = user->name,
			.id = user->id };

		if (!user->deleted && diff->user.after[i] == NONE)
			ft_step_push(diff, &step);
	}
}

/* ---- accounts ---- */

static void
gone_account(struct ft_step_diff *diff, uint32_t account, uint32_t i)
{
	const struct ft_book *before = diff->before;
	const char *name = before->account[account].name;
	struct ft_step step = { .op = FT_STEP_DELETE,
		.entity = FT_ENTITY_ACCOUNT,
		.name = name,
		.account = name,
		.id = before->account[account].id };

	if (i != NONE) {
		step.cluster = ft_step_cluster_name(before, &before->assoc[i]);
		step.id = before->assoc[i].id;
	}
	ft_step_push(diff, &step);
}

/*
 * Leaves first: children stand behind their parents in the tree's order.
 * whole: those that go everywhere; they come last, because what is below one of
 * them on another cluster goes with it.
 */
static void
gone_accounts(struct ft_step_diff *diff, bool whole)
{
	const struct ft_admin_index *index = diff->index_before;
	const struct ft_book *before = diff->before;
	bool *done = ft_calloc(diff->account.n_before + 1, sizeof *done);

	for (size_t k = index->n_order; k > 0 && k--;) {
		uint32_t i = index->order[k];
		const struct ft_assoc *assoc = &before->assoc[i];
		uint32_t account = ft_step_account_of(before, assoc);

		if (assoc->user || !is_gone(diff, i) || done[account] ||
		    (diff->account.after[account] == NONE) != whole)
			continue;
		gone_account(diff, account, whole ? NONE : i);
		done[account] = whole;
	}
	for (uint32_t i = 0; whole && i < diff->account.n_before; i++)
		if (!before->account[i].deleted && !done[i] &&
		    diff->account.after[i] == NONE)
			gone_account(diff, i, NONE);
	ft_free(done);
}

void
ft_step_deletes(struct ft_step_diff *diff)
{
	unwanted_root_users(diff);
	gone_user_assocs(diff);
	gone_users(diff);
	gone_clusters(diff);
	gone_accounts(diff, false);
	gone_accounts(diff, true);
	gone_qoses(diff);
}

/* ---- places among siblings ---- */

/* Ranks of associations of the before book in the tree's order. */
static uint32_t *
old_ranks(const struct ft_step_diff *diff)
{
	const struct ft_admin_index *index = diff->index_before;
	uint32_t *rank = ft_calloc(diff->before->n_assoc + 1, sizeof *rank);

	for (uint32_t k = 0; k < index->n_order; k++)
		rank[index->order[k]] = k;
	return rank;
}

/* Whether left will stand in front of right, two siblings. */
static bool
stands_in_front(const struct ft_step_diff *diff, const uint32_t *rank,
    uint32_t left, uint32_t right)
{
	uint32_t a = diff->assoc.before[left], b = diff->assoc.before[right];

	if (diff->turn[left] != diff->turn[right])
		return diff->turn[left] > diff->turn[right];
	return a == NONE || b == NONE || rank[a] < rank[b];
}

static void
order_note(struct ft_step_diff *diff, uint32_t parent)
{
	const struct ft_book *after = diff->after;
	const struct ft_admin_index *index = diff->index_after;
	const struct ft_assoc *assoc = &after->assoc[parent];
	struct ft_str names = { 0 };
	struct ft_step step = { .op = FT_STEP_CHANGE,
		.entity = FT_ENTITY_ACCOUNT,
		.name = ft_step_account_name(after, assoc),
		.cluster = ft_step_cluster_name(after, assoc),
		.account = ft_step_account_name(after, assoc),
		.id = assoc->id };

	for (uint32_t k = index->first[parent]; k < index->first[parent + 1];
	     k++) {
		const struct ft_assoc *child = &after->assoc[index->child[k]];

		ft_str_addf(&names, "%s%s", names.len ? "," : "",
		    child->user ? ft_step_user_name(after, child)
				: ft_step_account_name(after, child));
	}
	ft_step_add_field(diff, "order", NULL, ft_str_text(&names), NULL)
	    ->note = true;
	ft_step_push(diff, &step);
	ft_str_free(&names);
}

void
ft_step_orders(struct ft_step_diff *diff)
{
	const struct ft_admin_index *index = diff->index_after;
	uint32_t *rank = old_ranks(diff);

	for (uint32_t parent = 0; parent < diff->after->n_assoc; parent++) {
		uint32_t k = index->first[parent] + 1;
		uint32_t end = index->first[parent + 1];

		while (k < end && stands_in_front(diff, rank,
				      index->child[k - 1], index->child[k]))
			k++;
		if (k < end && !diff->after->assoc[parent].deleted)
			order_note(diff, parent);
	}
	ft_free(rank);
}
