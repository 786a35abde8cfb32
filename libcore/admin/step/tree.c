/* tree.c - steps that add, move and change clusters and accounts. */
#include "admin/step/private.h"

#define NONE FT_STEP_NONE

/* ---- clusters ---- */

/* A new cluster's root may use the QOS normal. */
static struct ft_settings
new_root_settings(const struct ft_step_diff *diff, struct ft_qosref *ref)
{
	const struct ft_acctdb *after = diff->state[FT_STEP_AFTER].acctdb;
	struct ft_settings settings = ft_settings_of_new_assoc(after);
	const struct ft_qos *normal = ft_acctdb_find_qos(after, "normal");

	if (normal == NULL || normal->deleted)
		return settings;
	*ref = (struct ft_qosref){ 0, '=', normal->id };
	settings.ref = ref;
	settings.n_ref = 1;
	return settings;
}

/* The host from which the cluster registered, which no administrator sets. */
static void
cluster_note(struct ft_step_diff *diff, const struct ft_cluster *old,
    const struct ft_cluster *new)
{
	if (old && strcmp(old->control_host, new->control_host) != 0)
		ft_step_add_field(diff, "controlhost", old->control_host,
		    new->control_host, NULL)
		    ->note = true;
}

static void
root_fields(struct ft_step_diff *diff, uint32_t root)
{
	const struct ft_step_node *node = &diff->node[root];
	struct ft_qosref ref;
	struct ft_step_sides sides = { .new = ft_step_own(
					   diff, FT_STEP_AFTER, root) };

	if (node->assoc[FT_STEP_BEFORE])
		sides.base = sides.old =
		    ft_step_own(diff, FT_STEP_BEFORE, root);
	else
		sides.base = new_root_settings(diff, &ref);
	ft_step_fields(diff, &sides, true);
}

static void
cluster_step(struct ft_step_diff *diff, uint32_t at)
{
	static const struct ft_cluster fresh = { .classification = "" };
	const struct ft_step_pair *cluster =
	    &diff->pair[FT_ENTITY_CLUSTER].item[at];
	const struct ft_cluster *old = cluster->record[FT_STEP_BEFORE];
	const struct ft_cluster *new = cluster->record[FT_STEP_AFTER];
	uint32_t root = cluster->first;
	struct ft_step step = ft_step_of_pair(
	    diff, old ? FT_STEP_CHANGE : FT_STEP_ADD, FT_ENTITY_CLUSTER, at);

	if (new == NULL)
		return;
	ft_step_record_fields(diff, FT_ENTITY_CLUSTER, &fresh, old, new);
	cluster_note(diff, old, new);
	if (root != NONE && diff->node[root].assoc[FT_STEP_AFTER] &&
	    !ft_step_qos_waits(diff, root))
		root_fields(diff, root);
	if (old == NULL || diff->n_field)
		ft_step_push(diff, &step);
}

void
ft_step_clusters(struct ft_step_diff *diff)
{
	for (uint32_t at = 0; at < diff->pair[FT_ENTITY_CLUSTER].n; at++)
		cluster_step(diff, at);
}

/* ---- accounts ---- */

/* Returns what an account that is added below PARENT gets without being
 * told. */
static void
account_fields(struct ft_step_diff *diff, const struct ft_account *old,
    const struct ft_account *new, const char *parent)
{
	const struct ft_account fresh = { .description = new->name,
		.organization = strcmp(parent, "root") ? parent : new->name };

	ft_step_record_fields(diff, FT_ENTITY_ACCOUNT, &fresh, old, new);
}

static void
add_account(struct ft_step_diff *diff, uint32_t at)
{
	struct ft_step_pair *account =
	    &diff->pair[FT_ENTITY_ACCOUNT].item[diff->node[at].account];
	struct ft_step step =
	    ft_step_of_node(diff, FT_STEP_ADD, FT_ENTITY_ACCOUNT, at);

	step.to = ft_step_name(diff, FT_ENTITY_ACCOUNT,
	    ft_step_account_above(diff, FT_STEP_AFTER, at));
	step.record = !account->made && account->record[FT_STEP_BEFORE] == NULL;
	if (step.record) {
		account->made = true;
		account_fields(
		    diff, NULL, account->record[FT_STEP_AFTER], step.to);
	}
	ft_step_fields(diff,
	    &(struct ft_step_sides){
		.base = ft_step_own(diff, FT_STEP_BEFORE, at),
		.new = ft_step_own(diff, FT_STEP_AFTER, at) },
	    true);
	ft_step_push(diff, &step);
}

/* A new or moved account comes before its siblings. */
static void
place_account(struct ft_step_diff *diff, uint32_t at)
{
	struct ft_step_node *node = &diff->node[at];
	uint32_t from = ft_step_account_above(diff, FT_STEP_BEFORE, at);
	uint32_t to = ft_step_account_above(diff, FT_STEP_AFTER, at);

	if (node->assoc[FT_STEP_BEFORE] == NULL) {
		add_account(diff, at);
		node->exists = true;
	} else if (from != to) {
		struct ft_step step =
		    ft_step_of_node(diff, FT_STEP_MOVE, FT_ENTITY_ACCOUNT, at);

		step.from = ft_step_name(diff, FT_ENTITY_ACCOUNT, from);
		step.to = ft_step_name(diff, FT_ENTITY_ACCOUNT, to);
		ft_step_push(diff, &step);
	} else {
		return;
	}
	node->turn = ++diff->turns;
}

/*
 * Parents come before children, and the last sibling first, because Slurm puts
 * a later one in front.  So no account is ever moved below one of its own
 * descendants.
 */
static void
place_accounts(struct ft_step_diff *diff)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];
	const struct ft_admin_index *index = state->index;
	uint32_t *stack = ft_arena_calloc(
	    &diff->arena, state->acctdb->n_assoc + 1, sizeof *stack);
	uint32_t top = 0;

	for (size_t r = index->n_root; r > 0 && r--;)
		stack[top++] = index->root[r];
	while (top) {
		uint32_t i = stack[--top], at = state->node[i];

		if (at != NONE && diff->node[at].user == NONE &&
		    diff->node[at].parent[FT_STEP_AFTER] != NONE)
			place_account(diff, at);
		for (uint32_t k = index->first[i]; k < index->first[i + 1]; k++)
			if (state->acctdb->assoc[index->child[k]].user == 0)
				stack[top++] = index->child[k];
	}
}

static void
account_records(struct ft_step_diff *diff)
{
	const struct ft_step_pairs *accounts = &diff->pair[FT_ENTITY_ACCOUNT];

	for (uint32_t at = 0; at < accounts->n; at++) {
		const struct ft_step_pair *account = &accounts->item[at];
		const struct ft_account *old = account->record[FT_STEP_BEFORE];
		struct ft_step step = ft_step_of_pair(diff,
		    old ? FT_STEP_CHANGE : FT_STEP_ADD, FT_ENTITY_ACCOUNT, at);

		if (account->record[FT_STEP_AFTER] == NULL || account->made)
			continue;
		if (old)
			account_fields(
			    diff, old, account->record[FT_STEP_AFTER], "root");
		if (old == NULL || diff->n_field)
			ft_step_push(diff, &step);
	}
}

void
ft_step_accounts(struct ft_step_diff *diff)
{
	place_accounts(diff);
	account_records(diff);
	ft_step_change_assocs(diff, false);
}

/* ---- changes of associations ---- */

static void
change_assoc(struct ft_step_diff *diff, uint32_t at)
{
	struct ft_settings from = ft_step_own(diff, FT_STEP_BEFORE, at);

	ft_step_fields(diff,
	    &(struct ft_step_sides){
		from, from, ft_step_own(diff, FT_STEP_AFTER, at) },
	    true);
	if (diff->n_field)
		ft_step_push_assoc(diff, at);
}

void
ft_step_change_assocs(struct ft_step_diff *diff, bool users)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_AFTER];

	for (size_t k = 0; k < state->n_order; k++) {
		uint32_t at = state->order[k];
		const struct ft_step_node *node = &diff->node[at];

		if ((node->user != NONE) != users ||
		    node->parent[FT_STEP_AFTER] == NONE)
			continue;
		if (ft_step_came_with_cluster(diff, at) ||
		    (node->assoc[FT_STEP_BEFORE] &&
			!ft_step_qos_waits(diff, at)))
			change_assoc(diff, at);
	}
}
