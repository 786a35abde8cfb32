/* other.c - steps about coordinators, and notes about differences for which no
 * commands are made: wckeys, resources, the order of siblings. */
#include "admin/step/private.h"

#include "base/map.h"

#define NONE FT_STEP_NONE

/* ---- coordinators ---- */

/* Find the account and the user of a coordinator; returns false if one does not
 * count. */
static bool
find_coord(const struct ft_step_diff *diff, enum ft_step_side side,
    const struct ft_coord *coord, uint32_t *account, uint32_t *user)
{
	*account =
	    ft_step_number(diff, side, FT_ENTITY_ACCOUNT, coord->account);
	*user = ft_step_number(diff, side, FT_ENTITY_USER, coord->user);
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
coord_step(struct ft_step_diff *diff, enum ft_step_op op, uint32_t account,
    uint32_t user)
{
	struct ft_step step = { .op = op,
		.entity = FT_ENTITY_COORD,
		.account = ft_step_name(diff, FT_ENTITY_ACCOUNT, account),
		.user = ft_step_name(diff, FT_ENTITY_USER, user) };

	ft_step_push(diff, &step);
}

/* Add to KNOWN the coordinators of SIDE whose account and user are in both
 * states. */
static void
known_coords(const struct ft_step_diff *diff, enum ft_step_side side,
    struct ft_map *known)
{
	const struct ft_acctdb *acctdb = diff->state[side].acctdb;
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t account, user;

	for (size_t i = 0; i < acctdb->n_coord; i++)
		if (find_coord(diff, side, &acctdb->coord[i], &account, &user))
			ft_map_put(known, coord_key(&key, account, user), 0);
}

/* Make steps of the coordinators of SIDE that are not among OTHERS. */
static void
coord_steps(struct ft_step_diff *diff, enum ft_step_side side,
    const struct ft_map *others)
{
	const struct ft_acctdb *acctdb = diff->state[side].acctdb;
	enum ft_step_op op =
	    side == FT_STEP_AFTER ? FT_STEP_ADD : FT_STEP_DELETE;
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };
	uint32_t account, user;

	for (size_t i = 0; i < acctdb->n_coord; i++) {
		const struct ft_step_pair *who;

		if (!find_coord(
			diff, side, &acctdb->coord[i], &account, &user) ||
		    ft_map_get(others, coord_key(&key, account, user), NULL))
			continue;
		who = &diff->pair[FT_ENTITY_USER].item[user];
		/* deleting the account or the user removes it */
		if (!who->nowhere && who->record[FT_STEP_AFTER] &&
		    diff->pair[FT_ENTITY_ACCOUNT]
			.item[account]
			.record[FT_STEP_AFTER])
			coord_step(diff, op, account, user);
	}
}

void
ft_step_coords(struct ft_step_diff *diff)
{
	struct ft_map coords[FT_STEP_SIDES] = { 0 };

	known_coords(diff, FT_STEP_BEFORE, &coords[FT_STEP_BEFORE]);
	known_coords(diff, FT_STEP_AFTER, &coords[FT_STEP_AFTER]);
	coord_steps(diff, FT_STEP_AFTER, &coords[FT_STEP_BEFORE]);
	coord_steps(diff, FT_STEP_BEFORE, &coords[FT_STEP_AFTER]);
	for (int side = 0; side < FT_STEP_SIDES; side++)
		ft_map_clear(&coords[side]);
}

/* ---- wckeys and resources ---- */

/* Returns all settings of a resource of SIDE as text, without its use. */
static void
resource_text(const struct ft_step_diff *diff, enum ft_step_side side,
    const struct ft_resource *resource, struct ft_str *str)
{
	const struct ft_acctdb *acctdb = diff->state[side].acctdb;
	size_t n;
	const struct ft_attr *attr = ft_attrs(FT_ENTITY_RESOURCE, &n);

	for (; n > 0; n--, attr++) {
		if (attr->offset == offsetof(struct ft_resource, last_consumed))
			continue;
		ft_attr_setting(str, attr, ft_attr_get(attr, resource));
		ft_str_add_char(str, '\n');
	}
	for (size_t i = 0; i < acctdb->n_resource_share; i++) {
		const struct ft_resource_share *share =
		    &acctdb->resource_share[i];
		uint32_t cluster = ft_step_number(
		    diff, side, FT_ENTITY_CLUSTER, share->cluster);

		if (share->resource == resource->id)
			ft_str_addf(str, "%s %" PRIu32 "\n",
			    ft_step_name(diff, FT_ENTITY_CLUSTER, cluster),
			    share->allowed);
	}
}

static bool
resource_differs(
    const struct ft_step_diff *diff, const struct ft_step_pair *resource)
{
	struct ft_str from FT_CLEANUP(ft_str_free) = { 0 },
			   to FT_CLEANUP(ft_str_free) = { 0 };

	resource_text(
	    diff, FT_STEP_BEFORE, resource->record[FT_STEP_BEFORE], &from);
	resource_text(
	    diff, FT_STEP_AFTER, resource->record[FT_STEP_AFTER], &to);
	return strcmp(ft_str_text(&from), ft_str_text(&to)) != 0;
}

static void
others(struct ft_step_diff *diff, enum ft_entity entity)
{
	const struct ft_step_pairs *pairs = &diff->pair[entity];

	for (uint32_t at = 0; at < pairs->n; at++) {
		const struct ft_step_pair *pair = &pairs->item[at];
		bool old = pair->record[FT_STEP_BEFORE] != NULL;
		bool new = pair->record[FT_STEP_AFTER] != NULL;
		struct ft_step step = ft_step_of_pair(diff,
		    !old   ? FT_STEP_ADD
		    : !new ? FT_STEP_DELETE
			   : FT_STEP_CHANGE,
		    entity, at);

		if (!old || !new ||
		    (entity == FT_ENTITY_RESOURCE &&
			resource_differs(diff, pair)))
			ft_step_push(diff, &step);
	}
}

void
ft_step_others(struct ft_step_diff *diff)
{
	others(diff, FT_ENTITY_WCKEY);
	others(diff, FT_ENTITY_RESOURCE);
}

/* ---- places among siblings ---- */

/* Returns the positions of nodes in the order of the tree of the before
 * state. */
static uint32_t *
old_ranks(struct ft_step_diff *diff)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_BEFORE];
	uint32_t *rank =
	    ft_arena_calloc(&diff->arena, diff->n_node + 1, sizeof *rank);

	for (uint32_t k = 0; k < state->n_order; k++)
		rank[state->order[k]] = k;
	return rank;
}

/* Returns whether LEFT will precede RIGHT, two siblings. */
static bool
stands_in_front(const struct ft_step_diff *diff, const uint32_t *rank,
    uint32_t left, uint32_t right)
{
	const struct ft_step_node *a = &diff->node[left];
	const struct ft_step_node *b = &diff->node[right];

	if (a->turn != b->turn)
		return a->turn > b->turn;
	return !a->assoc[FT_STEP_BEFORE] || !b->assoc[FT_STEP_BEFORE] ||
	       rank[left] < rank[right];
}

static void
order_note(
    struct ft_step_diff *diff, uint32_t at, const uint32_t *child, size_t n)
{
	struct ft_step step =
	    ft_step_of_node(diff, FT_STEP_CHANGE, FT_ENTITY_ACCOUNT, at);
	struct ft_str names FT_CLEANUP(ft_str_free) = { 0 };

	for (size_t k = 0; k < n; k++) {
		const struct ft_step_node *node = &diff->node[child[k]];

		ft_str_addf(&names, "%s%s", k ? "," : "",
		    node->user == NONE
			? ft_step_name(diff, FT_ENTITY_ACCOUNT, node->account)
			: ft_step_name(diff, FT_ENTITY_USER, node->user));
	}
	ft_step_add_field(diff, "order", NULL, ft_str_text(&names), NULL)
	    ->note = true;
	ft_step_push(diff, &step);
}

void
ft_step_orders(struct ft_step_diff *diff)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];
	const struct ft_admin_index *index = state->index;
	const uint32_t *rank = old_ranks(diff);
	uint32_t *child = ft_arena_calloc(
	    &diff->arena, state->acctdb->n_assoc + 1, sizeof *child);

	for (size_t i = 0; i < state->acctdb->n_assoc; i++) {
		size_t n = 0, k = 1;

		for (uint32_t c = index->first[i]; c < index->first[i + 1]; c++)
			if (state->node[index->child[c]] != NONE)
				child[n++] = state->node[index->child[c]];
		while (k < n &&
		       stands_in_front(diff, rank, child[k - 1], child[k]))
			k++;
		if (k < n && state->node[i] != NONE)
			order_note(diff, state->node[i], child, n);
	}
}
