/* place.c - the places of users after one change of shares, by a run. */

#include "algo/share/rank.h"
#include "algo/solve/solve.h"

enum ft_status
ft_solve_change(const struct ft_algo *algo, const struct ft_share_input *input,
    struct ft_solve_change *change, struct ft_error *err)
{
	struct ft_tree tree = *input->tree;
	struct ft_share_input with = *input;
	struct ft_share share = { 0 };
	uint32_t *shares FT_CLEANUP(ft_free_at) =
	    ft_alloc(tree.n * sizeof *shares);
	enum ft_status status;

	memcpy(shares, tree.shares, tree.n * sizeof *shares);
	shares[change->node] = change->to;
	tree.shares = shares;
	with.tree = &tree;
	status = ft_share_run(algo, &with, &share, NULL, err);
	if (status == FT_OK)
		ft_rank_range(
		    &tree, &share, change->of, &change->first, &change->last);
	ft_share_free(&share);
	return status;
}
