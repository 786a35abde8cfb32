/*
 * assoc.c - associations by user, account and partition.
 *
 * The first look-up walks the tree once; each later one walks the associations
 * of one user.
 */
#include "sim/world/index.h"

struct ft_assocs {
	struct ft_idmap first; /* by user id: a node; next[] has the others */
	uint32_t *next;        /* by node: another one of the same user */
	struct ft_idmap usual; /* by user id: node of the default account */
};

static uint32_t
partition_of(const struct ft_tree *tree, uint32_t node)
{
	return tree->partition ? tree->partition[node] : 0;
}

static uint32_t
find(const struct ft_assocs *assocs, const struct ft_tree *tree, uint32_t user,
    uint32_t account, uint32_t partition)
{
	uint32_t node = ft_idmap_get(&assocs->first, user);

	while (
	    node != FT_NODE_NONE && (tree->who[tree->parent[node]] != account ||
					partition_of(tree, node) != partition))
		node = assocs->next[node];
	return node;
}

static void
put(struct ft_assocs *assocs, const struct ft_tree *tree, uint32_t node)
{
	uint32_t user = tree->who[node];

	assocs->next[node] = ft_idmap_get(&assocs->first, user);
	ft_idmap_put(&assocs->first, user, node);
	if (tree->flags[node] & FT_NODE_DEFAULT &&
	    (ft_idmap_get(&assocs->usual, user) == FT_IDMAP_NONE ||
		!partition_of(tree, node)))
		ft_idmap_put(&assocs->usual, user, node);
}

static struct ft_assocs *
assocs_new(const struct ft_world *world)
{
	const struct ft_tree *tree = world->tree;
	struct ft_assocs *assocs = ft_calloc(1, sizeof *assocs);

	assocs->next = ft_calloc(tree->n, sizeof *assocs->next);
	for (uint32_t i = 0; i < tree->n; i++)
		if (ft_tree_is_user(tree, i))
			put(assocs, tree, i);
	return assocs;
}

void
ft_assocs_free(struct ft_assocs *assocs)
{
	if (!assocs)
		return;
	ft_free(assocs->next);
	ft_idmap_free(&assocs->first);
	ft_idmap_free(&assocs->usual);
	ft_free(assocs);
}

uint32_t
ft_world_assoc(const struct ft_world *world, const char *user,
    const char *account, const char *partition)
{
	const struct ft_tree *tree = world->tree;
	struct ft_index *index = world->index;
	uint64_t user_id, account_id;
	uint32_t tied = 0, node = FT_NODE_NONE;

	if (!index->assocs)
		index->assocs = assocs_new(world);
	if (!ft_map_get(&index->user, user, &user_id))
		return FT_NODE_NONE;
	if (*account) {
		if (!ft_map_get(&index->account, account, &account_id))
			return FT_NODE_NONE;
	} else {
		node = ft_idmap_get(&index->assocs->usual, (uint32_t)user_id);
		if (node == FT_IDMAP_NONE)
			return FT_NODE_NONE;
		account_id = tree->who[tree->parent[node]];
		node = FT_NODE_NONE;
	}
	if (*partition && tree->partition)
		tied = ft_names_find(&world->names.partition, partition);
	if (tied)
		node = find(index->assocs, tree, (uint32_t)user_id,
		    (uint32_t)account_id, tied);
	if (node == FT_NODE_NONE)
		node = find(index->assocs, tree, (uint32_t)user_id,
		    (uint32_t)account_id, 0);
	return node;
}
