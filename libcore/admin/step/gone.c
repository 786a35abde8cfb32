/* gone.c - steps that delete associations of users, users, clusters, accounts
 * and QOS. */
#include "admin/step/private.h"

#define NONE FT_STEP_NONE

static void
delete_record(struct ft_step_diff *diff, enum ft_entity entity, uint32_t at)
{
	struct ft_step step = ft_step_of_pair(diff, FT_STEP_DELETE, entity, at);

	ft_step_push(diff, &step);
}

static void
deleted_records(struct ft_step_diff *diff, enum ft_entity entity)
{
	for (uint32_t at = 0; at < diff->pair[entity].n; at++)
		if (!diff->pair[entity].item[at].record[FT_STEP_AFTER])
			delete_record(diff, entity, at);
}

/* Returns whether node AT is to be deleted, but its cluster is not. */
static bool
is_gone(const struct ft_step_diff *diff, uint32_t at)
{
	const struct ft_step_node *node = &diff->node[at];

	return node->assoc[FT_STEP_AFTER] == NULL && !node->moved &&
	       diff->pair[FT_ENTITY_CLUSTER]
		   .item[node->cluster]
		   .record[FT_STEP_AFTER];
}

/* ---- associations of users ---- */

/*
 * Some users stay although their last association is deleted.  A command that
 * deletes that association deletes the user, too; only deleting the cluster or
 * the account keeps the user.  So these associations are left to that, except
 * those that are not the default, because of which Slurm would refuse to delete
 * the account.
 */
struct lonely {
	uint32_t left; /* associations not to go by commands for users */
	bool covered;  /* one goes with its account */
	bool strict;   /* its default goes by a command, after all others */
};

static bool
account_goes(const struct ft_step_diff *diff, uint32_t at)
{
	uint32_t parent = diff->node[at].parent[FT_STEP_BEFORE];

	return parent != NONE && is_gone(diff, parent);
}

static void
count_left(const struct ft_step_diff *diff, struct lonely *lonely)
{
	for (uint32_t at = 0; at < diff->n_node; at++) {
		const struct ft_step_node *node = &diff->node[at];
		struct lonely *user;

		if (node->user == NONE)
			continue;
		user = &lonely[node->user];
		if (node->assoc[FT_STEP_AFTER])
			user->left++;
		else if (!diff->pair[FT_ENTITY_CLUSTER]
			      .item[node->cluster]
			      .record[FT_STEP_AFTER])
			user->left++;
		else if (is_gone(diff, at) &&
			 node->assoc[FT_STEP_BEFORE]->is_default &&
			 account_goes(diff, at))
			user->covered = true;
		else if (is_gone(diff, at) &&
			 node->assoc[FT_STEP_BEFORE]->is_default)
			user->strict = true;
	}
}

/* Returns whether the user of AT still has an association. */
static bool
has_other(const struct ft_step_diff *diff, uint32_t at)
{
	uint32_t k = ft_step_first(diff, at);

	while (k != NONE && !diff->node[k].exists)
		k = diff->node[k].next_of_user;
	return k != NONE;
}

/* Returns whether the user of AT loses all associations in that account. */
static bool
leaves_account(const struct ft_step_diff *diff, uint32_t at)
{
	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user)
		if (ft_step_same_account(diff, k, at) &&
		    diff->node[k].assoc[FT_STEP_AFTER])
			return false;
	return true;
}

/* All partitions of a default account go in one command: see below. */
static void
leave_account(struct ft_step_diff *diff, uint32_t at, struct ft_step *step)
{
	step->exact = false;
	step->partition = "";
	for (uint32_t k = ft_step_first(diff, at); k != NONE;
	     k = diff->node[k].next_of_user)
		if (ft_step_same_account(diff, k, at))
			diff->node[k].exists = false;
}

static void
gone_user_assoc(struct ft_step_diff *diff, uint32_t at, struct lonely *lonely)
{
	struct ft_step_node *node = &diff->node[at];
	struct ft_step step =
	    ft_step_of_node(diff, FT_STEP_DELETE, FT_ENTITY_ASSOC, at);

	if (lonely->left == 0 && account_goes(diff, at) &&
	    (node->assoc[FT_STEP_BEFORE]->is_default ||
		(!lonely->covered && !lonely->strict))) {
		lonely->covered = true;
		return;
	}
	step.exact = ft_step_is_exact(diff, at);
	node->exists = false;
	if (node->is_default && leaves_account(diff, at))
		leave_account(diff, at, &step);
	ft_step_push(diff, &step);
	if (lonely->left || lonely->covered || has_other(diff, at))
		return;
	/* deleting the last association wrongly deletes the record, too */
	step = ft_step_of_pair(diff, FT_STEP_ADD, FT_ENTITY_USER, node->user);
	ft_step_push(diff, &step);
}

/* Delete the associations in default accounts, or all others. */
static void
gone_some_assocs(
    struct ft_step_diff *diff, struct lonely *lonely, bool of_default)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_BEFORE];
	const struct ft_step_pairs *users = &diff->pair[FT_ENTITY_USER];

	for (size_t k = 0; k < state->n_order; k++) {
		uint32_t at = state->order[k], user = diff->node[at].user;

		if (user != NONE && is_gone(diff, at) &&
		    diff->node[at].exists &&
		    users->item[user].record[FT_STEP_AFTER] &&
		    diff->node[at].is_default == of_default)
			gone_user_assoc(diff, at, &lonely[user]);
	}
}

static void
gone_user_assocs(struct ft_step_diff *diff)
{
	struct lonely *lonely = ft_arena_calloc(
	    &diff->arena, diff->pair[FT_ENTITY_USER].n + 1, sizeof *lonely);

	count_left(diff, lonely);
	/* newer releases refuse to delete a default account while the user has
	   other associations, if only with other partitions of the same account
	   (tests/oracle/cases/g03-sacctmgr-delete, m30-qos-lists) */
	gone_some_assocs(diff, lonely, false);
	gone_some_assocs(diff, lonely, true);
}

/* Delete the user root of a new cluster that should not have it. */
static void
unwanted_root_users(struct ft_step_diff *diff)
{
	const struct ft_step_pairs *clusters = &diff->pair[FT_ENTITY_CLUSTER];
	bool *has = ft_arena_calloc(&diff->arena, clusters->n + 1, sizeof *has);

	for (uint32_t at = 0; at < diff->n_node; at++)
		if (ft_step_came_with_cluster(diff, at))
			has[diff->node[at].cluster] = true;
	for (uint32_t at = 0; at < clusters->n; at++) {
		struct ft_step step = { .op = FT_STEP_DELETE,
			.entity = FT_ENTITY_ASSOC,
			.cluster = clusters->item[at].name,
			.account = "root",
			.user = "root" };

		if (!clusters->item[at].record[FT_STEP_BEFORE] && !has[at])
			ft_step_push(diff, &step);
	}
}

/* ---- accounts ---- */

/*
 * Delete accounts, leaves first: children follow their parents in the order of
 * the tree.  whole: only those that are deleted on all clusters.  These come
 * last, because deleting one deletes what is below it on all clusters.
 */
static void
gone_accounts(struct ft_step_diff *diff, bool whole)
{
	const struct ft_step_state *state = &diff->state[FT_STEP_BEFORE];
	const struct ft_step_pairs *accounts = &diff->pair[FT_ENTITY_ACCOUNT];
	bool *done =
	    ft_arena_calloc(&diff->arena, accounts->n + 1, sizeof *done);

	for (size_t k = state->n_order; k > 0; k--) {
		uint32_t at = state->order[k - 1];
		uint32_t account = diff->node[at].account;
		struct ft_step step = ft_step_of_node(
		    diff, FT_STEP_DELETE, FT_ENTITY_ACCOUNT, at);

		if (diff->node[at].user != NONE || !is_gone(diff, at) ||
		    done[account] ||
		    !accounts->item[account].record[FT_STEP_AFTER] != whole)
			continue;
		if (whole)
			step.cluster = "";
		ft_step_push(diff, &step);
		done[account] = whole;
	}
	for (uint32_t at = 0; whole && at < accounts->n; at++)
		if (!accounts->item[at].record[FT_STEP_AFTER] && !done[at])
			delete_record(diff, FT_ENTITY_ACCOUNT, at);
}

void
ft_step_deletes(struct ft_step_diff *diff)
{
	unwanted_root_users(diff);
	gone_user_assocs(diff);
	deleted_records(diff, FT_ENTITY_USER);
	deleted_records(diff, FT_ENTITY_CLUSTER);
	gone_accounts(diff, false);
	gone_accounts(diff, true);
	deleted_records(diff, FT_ENTITY_QOS);
}
