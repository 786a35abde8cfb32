/* Steps of users: new ones, moves, records, default accounts. */
#include "admin/step_int.h"

#define NONE FT_INDEX_NONE

/* ---- nodes of users ---- */

static const struct ft_book *
book_of(const struct ft_step_diff *diff, uint32_t node)
{
	return node < diff->after->n_assoc ? diff->after : diff->before;
}

static const struct ft_assoc *
assoc_of(const struct ft_step_diff *diff, uint32_t node)
{
	size_t n = diff->after->n_assoc;

	return node < n ? &diff->after->assoc[node]
			: &diff->before->assoc[node - n];
}

static bool
same_place(const struct ft_step_diff *diff, uint32_t left, uint32_t right,
    bool cluster_only)
{
	const struct ft_assoc *a = assoc_of(diff, left);
	const struct ft_assoc *b = assoc_of(diff, right);
	const struct ft_book *of_a = book_of(diff, left);
	const struct ft_book *of_b = book_of(diff, right);

	return !strcmp(ft_step_cluster_name(of_a, a),
		   ft_step_cluster_name(of_b, b)) &&
	       (cluster_only || !strcmp(ft_step_account_name(of_a, a),
				    ft_step_account_name(of_b, b)));
}

/* The first association of the user of NODE. */
static uint32_t
first_of(const struct ft_step_diff *diff, uint32_t node)
{
	const struct ft_book *book = book_of(diff, node);
	uint32_t user = ft_step_user_of(book, assoc_of(diff, node));

	if (user == NONE)
		return NONE;
	if (book == diff->after)
		user = ft_step_same(&diff->user, user);
	return diff->first_of_user[user];
}

bool
ft_step_is_exact(const struct ft_step_diff *diff, uint32_t node)
{
	for (uint32_t k = first_of(diff, node); k != NONE;
	     k = diff->next_of_user[k])
		if (k != node && diff->exists[k] &&
		    same_place(diff, k, node, false))
			return true;
	return false;
}

/* The default association of the user of NODE on its cluster; NONE. */
static uint32_t
default_now(const struct ft_step_diff *diff, uint32_t node)
{
	for (uint32_t k = first_of(diff, node); k != NONE;
	     k = diff->next_of_user[k])
		if (diff->exists[k] && diff->is_default[k] &&
		    same_place(diff, k, node, true))
			return k;
	return NONE;
}

/* That of the after book. */
static uint32_t
default_wanted(const struct ft_step_diff *diff, uint32_t node)
{
	for (uint32_t k = first_of(diff, node); k != NONE;
	     k = diff->next_of_user[k])
		if (k < diff->after->n_assoc &&
		    diff->after->assoc[k].is_default &&
		    same_place(diff, k, node, true))
			return k;
	return NONE;
}

/*
 * As `modify user set defaultaccount` does it, or with try only returning
 * whether it would change anything.
 */
static bool
set_default(struct ft_step_diff *diff, uint32_t node, bool try)
{
	bool changed = false;

	for (uint32_t k = first_of(diff, node); k != NONE;
	     k = diff->next_of_user[k]) {
		bool is;

		if (!diff->exists[k] || !same_place(diff, k, node, true))
			continue;
		is = same_place(diff, k, node, false);
		changed = changed || is != diff->is_default[k];
		if (!try)
			diff->is_default[k] = is;
	}
	return changed;
}

/* ---- new associations of users ---- */

static bool
is_new(const struct ft_step_diff *diff, uint32_t i)
{
	const struct ft_assoc *assoc = &diff->after->assoc[i];

	return !assoc->deleted && assoc->user &&
	       ft_step_user_of(diff->after, assoc) != NONE &&
	       diff->assoc.before[i] == NONE &&
	       !ft_step_came_with_cluster(diff, i);
}

/* Where a user comes from who leaves one account for another; else NONE. */
static uint32_t
moves_from(const struct ft_step_diff *diff, uint32_t i)
{
	const char *partition = diff->after->assoc[i].partition;
	uint32_t n = (uint32_t)diff->after->n_assoc, from = NONE;

	for (uint32_t k = first_of(diff, i); k != NONE;
	     k = diff->next_of_user[k]) {
		if (k == i || !same_place(diff, k, i, true) ||
		    strcmp(assoc_of(diff, k)->partition, partition) != 0)
			continue;
		if (k >= n) {
			if (from != NONE)
				return NONE;
			from = k - n;
		} else if (diff->assoc.before[k] == NONE) {
			return NONE;
		}
	}
	return from;
}

/* The new association comes, then the default, then the old one goes. */
static void
move_user(struct ft_step_diff *diff, uint32_t i, uint32_t from)
{
	const struct ft_book *after = diff->after;
	const struct ft_assoc *assoc = &after->assoc[i];
	struct ft_own fresh = ft_own_new_assoc(after);
	struct ft_own to = ft_own_assoc(diff->index_after, i);
	struct ft_own old = ft_own_assoc(diff->index_before, from);
	struct ft_step step = { .op = FT_STEP_MOVE,
		.entity = FT_ENTITY_USER,
		.name = ft_step_user_name(after, assoc),
		.cluster = ft_step_cluster_name(after, assoc),
		.account = ft_step_account_name(after, assoc),
		.user = ft_step_user_name(after, assoc),
		.partition = assoc->partition,
		.from = ft_step_account_name(diff->before, old.record),
		.to = ft_step_account_name(after, assoc),
		.id = assoc->id };
	uint32_t gone = ft_step_node(diff, from);

	step.exact = ft_step_is_exact(diff, gone) || ft_step_is_exact(diff, i);
	step.make_default = assoc->is_default && default_now(diff, i) != NONE;
	ft_step_fields(diff, &(struct ft_step_sides){ fresh, old, to }, true);
	ft_step_push(diff, &step);
	diff->is_default[i] = default_now(diff, i) == NONE;
	diff->exists[i] = true;
	if (step.make_default)
		set_default(diff, i, false);
	diff->exists[gone] = false;
	diff->moved[from] = true;
}

static void
add_user(struct ft_step_diff *diff, uint32_t i, bool *made)
{
	const struct ft_book *after = diff->after;
	const struct ft_assoc *assoc = &after->assoc[i];
	uint32_t user = ft_step_user_of(after, assoc);
	bool record = !made[user] && diff->user.before[user] == NONE;
	struct ft_own from = ft_own_new_assoc(after);
	struct ft_own to = ft_own_assoc(diff->index_after, i);
	struct ft_step step = { .op = FT_STEP_ADD,
		.entity = record ? FT_ENTITY_USER : FT_ENTITY_ASSOC,
		.name = record ? after->user[user].name : "",
		.cluster = ft_step_cluster_name(after, assoc),
		.account = ft_step_account_name(after, assoc),
		.user = after->user[user].name,
		.partition = assoc->partition,
		.id = assoc->id,
		.record = record };

	if (record)
		ft_step_user_fields(diff, NULL, &after->user[user]);
	made[user] = true;
	step.exact = ft_step_is_exact(diff, i);
	ft_step_fields(
	    diff, &(struct ft_step_sides){ .base = from, .new = to }, true);
	ft_step_push(diff, &step);
	diff->is_default[i] = default_now(diff, i) == NONE;
	diff->exists[i] = true;
}

static void
place_user(struct ft_step_diff *diff, uint32_t i, bool *made)
{
	uint32_t from = moves_from(diff, i);

	if (from == NONE)
		add_user(diff, i, made);
	else
		move_user(diff, i, from);
	diff->turn[i] = ++diff->turns;
}

/*
 * What has to be there before a new association: the siblings that stand
 * behind it, because what comes later stands in front, and the user's default
 * one, because the first is the default.  Where both cannot be, the defaults
 * are set right afterwards.
 */
struct order {
	struct ft_step_diff *diff;
	uint32_t *behind; /* the next new user among its siblings */
	unsigned char *seen;
	uint32_t *stack;
	bool *made; /* user records */
};

static void
find_behind(struct order *order)
{
	const struct ft_admin_index *index = order->diff->index_after;
	uint32_t n = (uint32_t)order->diff->after->n_assoc;

	for (uint32_t parent = 0; parent < n; parent++) {
		uint32_t last = NONE;

		for (uint32_t k = index->first[parent + 1];
		     k > index->first[parent] && k--;) {
			uint32_t i = index->child[k];

			if (!is_new(order->diff, i))
				continue;
			order->behind[i] = last;
			last = i;
		}
	}
}

/* The next of I's conditions that is not met; NONE: there is none. */
static uint32_t
next_condition(struct order *order, uint32_t i)
{
	while (order->seen[i] < 3) {
		uint32_t other = order->seen[i]++ == 1
				     ? order->behind[i]
				     : default_wanted(order->diff, i);

		if (other != NONE && other != i && is_new(order->diff, other) &&
		    order->seen[other] == 0)
			return other;
	}
	return NONE;
}

static void
place_in_order(struct order *order, uint32_t i)
{
	uint32_t top = 0;

	order->stack[top++] = i;
	order->seen[i] = 1;
	while (top) {
		uint32_t at = order->stack[top - 1];
		uint32_t before = next_condition(order, at);

		if (before == NONE) {
			top--;
			place_user(order->diff, at, order->made);
			continue;
		}
		order->seen[before] = 1;
		order->stack[top++] = before;
	}
}

static void
place_users(struct ft_step_diff *diff, bool *made)
{
	size_t n = diff->after->n_assoc + 1;
	struct order order = { .diff = diff,
		.behind = ft_calloc(n, sizeof *order.behind),
		.seen = ft_calloc(n, 1),
		.stack = ft_calloc(n, sizeof *order.stack),
		.made = made };

	find_behind(&order);
	for (size_t k = 0; k < diff->index_after->n_order; k++) {
		uint32_t i = diff->index_after->order[k];

		if (is_new(diff, i) && order.seen[i] == 0)
			place_in_order(&order, i);
	}
	ft_free(order.behind);
	ft_free(order.seen);
	ft_free(order.stack);
}

/* ---- records of users ---- */

static void
rename_user(struct ft_step_diff *diff, const struct ft_user *old,
    const struct ft_user *new)
{
	struct ft_step step = { .op = FT_STEP_CHANGE,
		.entity = FT_ENTITY_USER,
		.name = old->name,
		.user = old->name,
		.id = new->id };

	if (!strcmp(old->name, new->name))
		return;
	ft_step_add_field(diff, "newname", old->name, new->name, new->name)
	    ->record = true;
	ft_step_push(diff, &step);
}

static void
user_records(struct ft_step_diff *diff)
{
	for (uint32_t i = 0; i < diff->user.n_after; i++) {
		const struct ft_user *new = &diff->after->user[i];
		uint32_t before = diff->user.before[i];
		struct ft_step step = { .op = FT_STEP_CHANGE,
			.entity = FT_ENTITY_USER,
			.name = new->name,
			.user = new->name,
			.id = new->id };

		if (new->deleted || before == NONE)
			continue;
		rename_user(diff, &diff->before->user[before], new);
		ft_step_user_fields(diff, &diff->before->user[before], new);
		if (diff->n_field)
			ft_step_push(diff, &step);
	}
}

/* Users without any association: nothing makes them. */
static void
lonely_users(struct ft_step_diff *diff, const bool *made)
{
	for (uint32_t i = 0; i < diff->user.n_after; i++) {
		const struct ft_user *new = &diff->after->user[i];
		struct ft_step step = { .op = FT_STEP_ADD,
			.entity = FT_ENTITY_USER,
			.name = new->name,
			.user = new->name,
			.id = new->id };

		if (new->deleted || made[i] || diff->user.before[i] != NONE)
			continue;
		ft_step_push(diff, &step);
		diff->nowhere[i] = true;
	}
}

/* ---- default accounts ---- */

static void
default_step(struct ft_step_diff *diff, uint32_t i, uint32_t wanted, bool note)
{
	const struct ft_book *after = diff->after;
	const struct ft_assoc *assoc = &after->assoc[i];
	uint32_t now = default_now(diff, i);
	const char *old = now == NONE ? NULL
				      : ft_step_account_name(book_of(diff, now),
					    assoc_of(diff, now));
	const char *new =
	    wanted == NONE ? NULL
			   : ft_step_account_name(after, &after->assoc[wanted]);
	struct ft_step step = { .op = FT_STEP_CHANGE,
		.entity = FT_ENTITY_USER,
		.name = ft_step_user_name(after, assoc),
		.cluster = ft_step_cluster_name(after, assoc),
		.user = ft_step_user_name(after, assoc),
		.id = assoc->user };
	struct ft_step_field *field = ft_step_add_field(
	    diff, "defaultaccount", old, new, note ? NULL : new);

	field->record = true;
	field->note = note;
	ft_step_push(diff, &step);
}

/*
 * Whether switching to the account of WANTED leaves nothing to be wished:
 * default is an account, with all partitions the user has there.
 */
static bool
all_as_wanted(const struct ft_step_diff *diff, uint32_t wanted)
{
	for (uint32_t k = first_of(diff, wanted); k != NONE;
	     k = diff->next_of_user[k])
		if (k < diff->after->n_assoc &&
		    same_place(diff, k, wanted, true) &&
		    diff->after->assoc[k].is_default !=
			same_place(diff, k, wanted, false))
			return false;
	return true;
}

/* Switch the default of the user of association I to where it should be. */
static void
settle_default(struct ft_step_diff *diff, uint32_t i)
{
	uint32_t wanted = default_wanted(diff, i);
	uint32_t now = default_now(diff, i);

	if (wanted == NONE || !set_default(diff, wanted, true))
		return;
	if (now != NONE && same_place(diff, now, wanted, false) &&
	    !all_as_wanted(diff, wanted))
		return;
	default_step(diff, i, wanted, false);
	set_default(diff, wanted, false);
}

static void
settle_defaults(struct ft_step_diff *diff, bool note)
{
	const struct ft_admin_index *index = diff->index_after;

	for (size_t k = 0; k < index->n_order; k++) {
		uint32_t i = index->order[k];
		const struct ft_assoc *assoc = &diff->after->assoc[i];

		if (assoc->deleted || !assoc->user ||
		    diff->is_default[i] == assoc->is_default)
			continue;
		if (note)
			default_step(diff, i, default_wanted(diff, i), true);
		else
			settle_default(diff, i);
	}
}

void
ft_step_users(struct ft_step_diff *diff)
{
	bool *made FT_CLEANUP(ft_free_at) =
	    ft_calloc(diff->user.n_after + 1, sizeof *made);

	user_records(diff);
	ft_step_change_assocs(diff, true);
	ft_step_qos_changes(diff);
	place_users(diff, made);
	lonely_users(diff, made);
	settle_defaults(diff, false);
	settle_defaults(diff, true);
}
