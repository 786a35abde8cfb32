/*
 * The way from the root to a user, and who stands before it on each level: what
 * solve/fairtree.c searches along.
 */
#include "algo/share/fairtree_internal.h"
#include "algo/solve/private.h"

static void
count_users(const struct ft_tree *tree, uint32_t *users)
{
	for (uint32_t i = 0; i < tree->n; i++)
		users[i] = ft_tree_is_user(tree, i);
	/* the families below an account come after its own */
	for (uint32_t a = tree->n_acct; a > 0 && a--;)
		for (uint32_t i = tree->first[a]; i < tree->first[a + 1]; i++)
			users[tree->node[a]] += users[i];
}

static void
add_to_group(struct ft_fairtree_way *way, uint32_t account)
{
	*ft_vec_add(way->group, way->n_group, way->group_cap) = account;
}

/*
 * Fill NEXT, the stage below STAGE: who of STAGE's level is before its node,
 * and whose children are merged with the node's.
 */
static void
descend(const struct ft_solver *solver, struct ft_fairtree_way *way,
    const struct ft_fairtree_stage *stage, struct ft_fairtree_stage *next)
{
	const struct ft_share_input *input = &solver->input;
	const struct ft_tree *tree = input->tree;
	uint32_t node = stage->node;
	bool merge = input->params.ties == FT_TIES_DOCUMENTED;
	struct ft_level level = ft_level_of(
	    input, way->level_shares, node, ft_tree_fs_parent(tree, node));

	next->base = stage->base;
	next->first = way->n_group;
	add_to_group(way, node);
	for (size_t g = 0; g < stage->n; g++) {
		uint32_t parent = way->group[stage->first + g];
		uint32_t acct = tree->acct[parent];

		for (uint32_t i = tree->first[acct]; i < tree->first[acct + 1];
		     i++) {
			int order = ft_level_cmp(
			    ft_level_of(input, way->level_shares, i, parent),
			    level);
			bool user = ft_tree_is_user(tree, i);

			if (i == node || order < 0)
				continue;
			if (order > 0 || user || (!merge && i < node))
				next->base += way->users[i];
			else if (merge)
				add_to_group(way, i);
		}
	}
	next->n = way->n_group - next->first;
}

static void
add_stages(const struct ft_solver *solver, struct ft_fairtree_way *way)
{
	const struct ft_tree *tree = &solver->tree;

	for (uint32_t i = solver->user; i != FT_NODE_NONE;
	     i = ft_tree_fs_parent(tree, i)) {
		*ft_vec_add(way->stage, way->n, way->cap) =
		    (struct ft_fairtree_stage){ .node = i };
	}
	/* from the root down; it is on no level itself */
	for (size_t i = 0, j = way->n - 1; i < j; i++, j--) {
		struct ft_fairtree_stage swap = way->stage[i];

		way->stage[i] = way->stage[j];
		way->stage[j] = swap;
	}
	way->at = way->n - 1;
	add_to_group(way, 0);
	way->stage[1].n = 1;
	for (size_t i = 2; i < way->n; i++)
		descend(solver, way, &way->stage[i - 1], &way->stage[i]);
}

struct ft_fairtree_way *
ft_fairtree_way_new(struct ft_solver *solver)
{
	const struct ft_tree *tree = &solver->tree;
	struct ft_fairtree_way *way = ft_calloc(1, sizeof *way);

	way->users = ft_alloc(tree->n * sizeof *way->users);
	count_users(tree, way->users);
	way->level_shares = ft_alloc(tree->n_acct * sizeof *way->level_shares);
	for (uint32_t a = 0; a < tree->n_acct; a++)
		way->level_shares[a] = solver->share.level_shares[a];
	add_stages(solver, way);
	solver->trial = way->trial = ft_trial_new(solver, way->level_shares);
	return way;
}

void
ft_fairtree_way_free(struct ft_fairtree_way *way)
{
	if (!way)
		return;
	ft_trial_free(way->trial);
	ft_free(way->stage);
	ft_free(way->group);
	ft_free(way->users);
	ft_free(way->level_shares);
	ft_free(way);
}
