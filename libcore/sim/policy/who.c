/*
 * who.c - associations by user, account and partition: one walk over
 * the tree at the first submission, then one look each.
 */

#include "sim/policy/internal.h"
#include "sim/world/internal.h"

struct ft_who {
	struct ft_idmap first; /* an association's node by user id */
	uint32_t *next;        /* by node: another of the same user */
	struct ft_idmap usual; /* default association's node by user id */
};

static uint32_t
partition_of(const struct ft_tree *tree, uint32_t node)
{
	return tree->partition ? tree->partition[node] : 0;
}

static uint32_t
look(const struct ft_who *who, const struct ft_tree *tree, uint32_t user,
    uint32_t account, uint32_t partition)
{
	uint32_t node = ft_idmap_get(&who->first, user);

	while (
	    node != FT_NODE_NONE && (tree->who[tree->parent[node]] != account ||
					partition_of(tree, node) != partition))
		node = who->next[node];
	return node;
}

static void
put(struct ft_who *who, const struct ft_tree *tree, uint32_t node)
{
	uint32_t user = tree->who[node];

	who->next[node] = ft_idmap_get(&who->first, user);
	ft_idmap_put(&who->first, user, node);
	if (tree->flags[node] & FT_NODE_DEFAULT &&
	    (ft_idmap_get(&who->usual, user) == FT_IDMAP_NONE ||
		!partition_of(tree, node)))
		ft_idmap_put(&who->usual, user, node);
}

static struct ft_who *
who_new(const struct ft_world *world)
{
	const struct ft_tree *tree = world->tree;
	struct ft_who *who = ft_calloc(1, sizeof *who);

	who->next = ft_calloc(tree->n, sizeof *who->next);
	for (uint32_t i = 0; i < tree->n; i++)
		if (ft_tree_is_user(tree, i))
			put(who, tree, i);
	return who;
}

void
ft_who_free(struct ft_who *who)
{
	if (!who)
		return;
	ft_free(who->next);
	ft_idmap_free(&who->first);
	ft_idmap_free(&who->usual);
	ft_free(who);
}

uint32_t
ft_policy_who(struct ft_world *world, const char *user, const char *account,
    const char *partition)
{
	struct ft_policy *policy = ft_policy_of(world);
	uint64_t user_id, account_id;
	uint32_t tied = 0, node = FT_NODE_NONE;

	if (!policy->who)
		policy->who = who_new(world);
	if (!ft_map_get(&world->index->user, user, &user_id))
		return FT_NODE_NONE;
	if (*account) {
		if (!ft_map_get(&world->index->account, account, &account_id))
			return FT_NODE_NONE;
	} else {
		node = ft_idmap_get(&policy->who->usual, (uint32_t)user_id);
		if (node == FT_IDMAP_NONE)
			return FT_NODE_NONE;
		account_id = world->tree->who[world->tree->parent[node]];
		node = FT_NODE_NONE;
	}
	if (*partition && world->tree->partition)
		tied = ft_names_find(&world->names.partition, partition);
	if (tied)
		node = look(policy->who, world->tree, (uint32_t)user_id,
		    (uint32_t)account_id, tied);
	if (node == FT_NODE_NONE)
		node = look(policy->who, world->tree, (uint32_t)user_id,
		    (uint32_t)account_id, 0);
	return node;
}
