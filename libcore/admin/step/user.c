/* user.c - steps that add, move and change users and set their default
 * accounts. */
#include "admin/step/private.h"

#define NONE FT_STEP_NONE

/* ---- defaults ---- */

static bool
same_cluster(const struct ft_step_diff *diff, uint32_t left, uint32_t right)
{
	return diff->node[left].cluster == diff->node[right].cluster;
}

/* Returns the default association of the user of AT on that cluster, or
 * NONE. */
static uint32_t
default_now(const struct ft_step_diff *diff, uint32_t at)
{
	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user)
		if (diff->node[k].exists && diff->node[k].is_default &&
		    same_cluster(diff, k, at))
			return k;
	return NONE;
}

/* Returns whether AT is a default in the after state. */
static bool
is_wanted(const struct ft_step_node *node)
{
	return node->assoc[FT_STEP_AFTER] &&
	       node->assoc[FT_STEP_AFTER]->is_default;
}

/* That of the after state. */
static uint32_t
default_wanted(const struct ft_step_diff *diff, uint32_t at)
{
	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user)
		if (is_wanted(&diff->node[k]) && same_cluster(diff, k, at))
			return k;
	return NONE;
}

/*
 * Set the default as `modify user set defaultaccount` does; with TRY, only
 * return whether that would change anything.
 */
static bool
set_default(struct ft_step_diff *diff, uint32_t at, bool try)
{
	bool changed = false;

	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user) {
		struct ft_step_node *node = &diff->node[k];
		bool is = ft_step_same_account(diff, k, at);

		if (!node->exists || !same_cluster(diff, k, at))
			continue;
		changed = changed || is != node->is_default;
		if (!try)
			node->is_default = is;
	}
	return changed;
}

/* ---- new associations of users ---- */

static bool
is_new(const struct ft_step_diff *diff, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];

	return node->user != NONE && node->assoc[FT_STEP_BEFORE] == NULL &&
	       !ft_step_came_with_cluster(diff, at);
}

/* Returns the account that the user leaves for that of AT; NONE if it is not a
 * move. */
static uint32_t
moves_from(const struct ft_step_diff *diff, uint32_t at)
{
	uint32_t from = NONE;

	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user) {
		const struct ft_step_node *node = &diff->node[k];

		if (k == at || !same_cluster(diff, k, at) ||
		    strcmp(node->partition, diff->node[at].partition) != 0)
			continue;
		if (node->assoc[FT_STEP_AFTER] == NULL) {
			if (from != NONE)
				return NONE;
			from = k;
		} else if (node->assoc[FT_STEP_BEFORE] == NULL) {
			return NONE;
		}
	}
	/* the default account can go only when the user has another default */
	return from != NONE && diff->node[from].is_default &&
		       !is_wanted(&diff->node[at])
		   ? NONE
		   : from;
}

/* The new association is added, then made the default, then the old one is
 * deleted. */
static void
move_user(struct ft_step_diff *diff, uint32_t at, uint32_t from)
{
	struct ft_step_node *node = &diff->node[at], *gone = &diff->node[from];
	struct ft_step step =
	    ft_step_of_node(diff, FT_STEP_MOVE, FT_ENTITY_USER, at);
	uint32_t now = default_now(diff, at);

	step.from = ft_step_name(diff, FT_ENTITY_ACCOUNT, gone->account);
	step.to = step.account;
	step.exact = ft_step_is_exact(diff, from) || ft_step_is_exact(diff, at);
	step.make_default = is_wanted(node) && now != NONE;
	ft_step_fields(diff,
	    &(struct ft_step_sides){ ft_step_own(diff, FT_STEP_BEFORE, at),
		ft_step_own(diff, FT_STEP_BEFORE, from),
		ft_step_own(diff, FT_STEP_AFTER, at) },
	    true);
	ft_step_push(diff, &step);
	node->is_default = now == NONE;
	node->exists = true;
	if (step.make_default)
		set_default(diff, at, false);
	gone->exists = false;
	gone->moved = true;
}

static void
record_fields(struct ft_step_diff *diff, const struct ft_step_pair *user)
{
	struct ft_user fresh = { .default_wckey = "" };

	fresh.admin_level = FT_ADMIN_NONE;
	ft_step_record_fields(diff, FT_ENTITY_USER, &fresh,
	    user->record[FT_STEP_BEFORE], user->record[FT_STEP_AFTER]);
}

static void
add_user(struct ft_step_diff *diff, uint32_t at)
{
	struct ft_step_node *node = &diff->node[at];
	struct ft_step_pair *user =
	    &diff->pair[FT_ENTITY_USER].item[node->user];
	bool record = !user->made && user->record[FT_STEP_BEFORE] == NULL;
	struct ft_step step = ft_step_of_node(
	    diff, FT_STEP_ADD, record ? FT_ENTITY_USER : FT_ENTITY_ASSOC, at);

	step.record = record;
	step.exact = ft_step_is_exact(diff, at);
	if (record)
		record_fields(diff, user);
	ft_step_fields(diff,
	    &(struct ft_step_sides){
		.base = ft_step_own(diff, FT_STEP_BEFORE, at),
		.new = ft_step_own(diff, FT_STEP_AFTER, at) },
	    true);
	step.refused = !ft_step_may_add(diff, at);
	user->nowhere = record && step.refused;
	user->made = !user->nowhere;
	ft_step_push(diff, &step);
	if (step.refused)
		return;
	node->is_default = default_now(diff, at) == NONE;
	node->exists = true;
}

static void
place_user(struct ft_step_diff *diff, uint32_t at)
{
	uint32_t from = moves_from(diff, at);

	if (from == NONE)
		add_user(diff, at);
	else
		move_user(diff, at, from);
	diff->node[at].turn = ++diff->turns;
}

/*
 * What must exist before a new association: the siblings after it, because
 * Slurm puts later ones in front; and the user's default, because the first
 * association becomes the default.  If both are not possible, the default is
 * corrected afterwards.
 */
struct order {
	struct ft_step_diff *diff;
	uint32_t *after; /* the next new user among its siblings */
	unsigned char *seen;
	uint32_t *stack;
};

static void
find_after(struct order *order)
{
	const struct ft_step_state *state = &order->diff->state[FT_STEP_AFTER];
	const struct ft_admin_index *index = state->index;

	for (size_t i = 0; i < state->acctdb->n_assoc; i++) {
		uint32_t last = NONE;

		for (uint32_t k = index->first[i + 1];
		     k > index->first[i] && k--;) {
			uint32_t at = state->node[index->child[k]];

			if (at == NONE || !is_new(order->diff, at))
				continue;
			order->after[at] = last;
			last = at;
		}
	}
}

/* Returns a node that must exist before AT and does not yet; NONE: there is
 * none. */
static uint32_t
next_condition(struct order *order, uint32_t at)
{
	while (order->seen[at] < 3) {
		uint32_t other = order->seen[at]++ == 1
				     ? order->after[at]
				     : default_wanted(order->diff, at);

		if (other != NONE && other != at &&
		    is_new(order->diff, other) && order->seen[other] == 0)
			return other;
	}
	return NONE;
}

static void
place_in_order(struct order *order, uint32_t at)
{
	uint32_t top = 0;

	order->stack[top++] = at;
	order->seen[at] = 1;
	while (top) {
		uint32_t last = order->stack[top - 1];
		uint32_t before = next_condition(order, last);

		if (before == NONE) {
			top--;
			place_user(order->diff, last);
			continue;
		}
		order->seen[before] = 1;
		order->stack[top++] = before;
	}
}

static void
place_users(struct ft_step_diff *diff)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];
	struct ft_arena *arena = &diff->arena;
	size_t n = diff->n_node + 1;
	struct order order = { .diff = diff,
		.after = ft_arena_calloc(arena, n, sizeof *order.after),
		.seen = ft_arena_calloc(arena, n, 1),
		.stack = ft_arena_calloc(arena, n, sizeof *order.stack) };

	find_after(&order);
	for (size_t k = 0; k < state->n_order; k++) {
		uint32_t at = state->order[k];

		if (is_new(diff, at) && order.seen[at] == 0)
			place_in_order(&order, at);
	}
}

/* ---- records of users ---- */

static void
rename_user(struct ft_step_diff *diff, const char *old, const char *new)
{
	struct ft_step step = { .op = FT_STEP_CHANGE,
		.entity = FT_ENTITY_USER,
		.name = old,
		.user = old };

	if (!strcmp(old, new))
		return;
	ft_step_add_field(diff, "newname", old, new, new)->record = true;
	ft_step_push(diff, &step);
}

static void
user_records(struct ft_step_diff *diff)
{
	const struct ft_step_pairs *users = &diff->pair[FT_ENTITY_USER];

	for (uint32_t at = 0; at < users->n; at++) {
		const struct ft_step_pair *user = &users->item[at];
		const struct ft_user *old = user->record[FT_STEP_BEFORE];
		struct ft_step step =
		    ft_step_of_pair(diff, FT_STEP_CHANGE, FT_ENTITY_USER, at);

		if (old == NULL || user->record[FT_STEP_AFTER] == NULL)
			continue;
		rename_user(diff, old->name, user->name);
		record_fields(diff, user);
		if (diff->n_field)
			ft_step_push(diff, &step);
	}
}

/* Note new users without any association: no command adds them. */
static void
lonely_users(struct ft_step_diff *diff)
{
	const struct ft_step_pairs *users = &diff->pair[FT_ENTITY_USER];

	for (uint32_t at = 0; at < users->n; at++) {
		struct ft_step_pair *user = &users->item[at];
		struct ft_step step =
		    ft_step_of_pair(diff, FT_STEP_ADD, FT_ENTITY_USER, at);

		if (user->made || user->nowhere || user->record[FT_STEP_BEFORE])
			continue;
		ft_step_push(diff, &step);
		user->nowhere = true;
	}
}

/* ---- default accounts ---- */

static const char *
account_name(const struct ft_step_diff *diff, uint32_t at)
{
	return at == NONE ? NULL
			  : ft_step_name(diff, FT_ENTITY_ACCOUNT,
				diff->node[at].account);
}

static void
default_step(struct ft_step_diff *diff, uint32_t at, uint32_t wanted, bool note)
{
	struct ft_step step =
	    ft_step_of_node(diff, FT_STEP_CHANGE, FT_ENTITY_USER, at);
	const char *new = account_name(diff, wanted);
	struct ft_step_field *field = ft_step_add_field(diff, "defaultaccount",
	    account_name(diff, default_now(diff, at)), new, note ? NULL : new);

	step.account = step.partition = "";
	field->record = true;
	field->note = note;
	ft_step_push(diff, &step);
}

/*
 * Returns whether making the account of WANTED the default gives the wanted
 * state: a default is a whole account, with all partitions the user has there.
 */
static bool
all_as_wanted(const struct ft_step_diff *diff, uint32_t wanted)
{
	for (uint32_t k = ft_step_first(diff, wanted); k != NONE;
	     k = diff->node[k].next_of_user)
		if (diff->node[k].assoc[FT_STEP_AFTER] &&
		    same_cluster(diff, k, wanted) &&
		    is_wanted(&diff->node[k]) !=
			ft_step_same_account(diff, k, wanted))
			return false;
	return true;
}

/* Make the default of the user of AT what it is in the after state. */
static void
switch_default(struct ft_step_diff *diff, uint32_t at)
{
	uint32_t wanted = default_wanted(diff, at);
	uint32_t now = default_now(diff, at);

	if (wanted == NONE || !set_default(diff, wanted, true))
		return;
	if (now != NONE && ft_step_same_account(diff, now, wanted) &&
	    !all_as_wanted(diff, wanted))
		return;
	default_step(diff, at, wanted, false);
	set_default(diff, wanted, false);
}

static void
switch_defaults(struct ft_step_diff *diff, bool note)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];

	for (size_t k = 0; k < state->n_order; k++) {
		uint32_t at = state->order[k];
		const struct ft_step_node *node = &diff->node[at];

		if (!node->exists || node->user == NONE ||
		    node->is_default == is_wanted(node))
			continue;
		if (note)
			default_step(diff, at, default_wanted(diff, at), true);
		else
			switch_default(diff, at);
	}
}

void
ft_step_users(struct ft_step_diff *diff)
{
	user_records(diff);
	ft_step_change_assocs(diff, true);
	ft_step_qos_changes(diff);
	place_users(diff);
	lonely_users(diff);
	switch_defaults(diff, false);
	switch_defaults(diff, true);
}
