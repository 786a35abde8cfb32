/*
 * share.c - which algorithm runs, and what is the same for all: the memory of
 * results, the columns of sshare, the factor of a job.
 */
#include "algo/share/share.h"

#include "algo/share/classic.h"
#include "algo/share/fairtree.h"
#include "algo/share/levelbased.h"
#include "algo/share/internal.h"

const struct ft_algo *const ft_algos[] = { &ft_algo_fairtree, &ft_algo_classic,
	&ft_algo_levelbased, NULL };

const struct ft_algo *
ft_algo_find(const char *name)
{
	for (const struct ft_algo *const *algo = ft_algos; *algo; algo++)
		if (!strcasecmp((*algo)->name, name))
			return *algo;
	return NULL;
}

/* PriorityFlags decide, as in Slurm; the flag for level based is our own. */
const struct ft_algo *
ft_algo_of(const struct ft_conf *conf)
{
	uint32_t flags = ft_conf_priority_flags(conf);

	if (flags & (FT_PRIO_NO_FAIR_TREE | FT_PRIO_DEPTH_OBLIVIOUS))
		return &ft_algo_classic;
	if (flags & FT_PRIO_LEVEL_BASED)
		return &ft_algo_levelbased;
	return &ft_algo_fairtree;
}

/* The choices of FairTreeTies, in their order. */
enum ties_choice {
	TIES_DOCUMENTED,
	TIES_SLURM, /* one of the two below, as the release has it */
	TIES_LFT,
	TIES_LINEAGE
};

bool
ft_share_params_of(const struct ft_conf *conf, const char *ties,
    struct ft_share_params *params)
{
	enum ft_release release = ft_conf_release(conf);
	int64_t choice = ties ? ft_conf_choice(FT_CONF_FAIRTREE_TIES, ties)
			      : ft_conf_number(conf, FT_CONF_FAIRTREE_TIES);

	params->dampening =
	    (uint32_t)ft_conf_number(conf, FT_CONF_FAIR_SHARE_DAMPENING_FACTOR);
	params->depth_oblivious =
	    ft_conf_priority_flags(conf) & FT_PRIO_DEPTH_OBLIVIOUS;
	params->levels =
	    (uint32_t)ft_conf_number(conf, FT_CONF_FAIRTREE_LEVELS);
	params->ties =
	    choice == TIES_DOCUMENTED ? FT_TIES_DOCUMENTED : FT_TIES_SLURM;
	params->lineage =
	    choice == TIES_LINEAGE ||
	    (choice == TIES_SLURM && ft_release_has(release, FT_RULE_LINEAGE));
	params->collation = ft_conf_collation(conf);
	params->users_only = ft_release_has(release, FT_RULE_NO_ACCOUNT_FACTOR);
	params->root_factor = ft_release_has(release, FT_RULE_ROOT_FACTOR);
	return choice >= 0;
}

enum ft_siblings
ft_share_siblings(const struct ft_share_params *params)
{
	/* merged accounts have no order */
	if (params->ties == FT_TIES_DOCUMENTED)
		return FT_SIBLINGS_LFT;
	if (params->changed)
		return params->lineage ? FT_SIBLINGS_LINEAGE : FT_SIBLINGS_NAME;
	return params->lineage ? params->collation : FT_SIBLINGS_LFT;
}

void
ft_share_free(struct ft_share *share)
{
	ft_free(share->factor);
	ft_free(share->level_shares);
	ft_free(share->effective);
	ft_free(share->norm);
	ft_free(share->bucket);
	ft_free(share->order);
	*share = (struct ft_share){ 0 };
}

static void
take_parents_factor(const struct ft_tree *tree, struct ft_share *share)
{
	for (uint32_t node = 1; node < tree->n; node++)
		if (ft_tree_is_user(tree, node))
			share->factor[node] =
			    ft_share_job_factor(share, tree, node);
}

enum ft_status
ft_share_run(const struct ft_algo *algo, const struct ft_share_input *input,
    struct ft_share *share, struct ft_event_sink *sink, struct ft_error *err)
{
	const struct ft_tree *tree = input->tree;

	FT_TRY(ft_share_check_usage(input, 0, err));
	/* sizes of arrays depend on both, and which exist on the algorithm */
	if (share->n != tree->n || share->n_acct != tree->n_acct ||
	    share->algo != algo)
		ft_share_free(share);
	share->algo = algo;
	share->n = tree->n;
	share->n_acct = tree->n_acct;
	if (!share->factor) {
		share->factor = ft_calloc(tree->n, sizeof *share->factor);
		share->level_shares =
		    ft_calloc(tree->n_acct, sizeof *share->level_shares);
	}
	FT_TRY(algo->run(input, share, sink, err));
	if (input->params.root_factor)
		take_parents_factor(tree, share);
	return FT_OK;
}

void
ft_share_values_of(const struct ft_share_input *input,
    const struct ft_share *share, uint32_t node, struct ft_share_values *values)
{
	const struct ft_algo *algo = share->algo;
	bool is_user = node && ft_tree_is_user(input->tree, node);

	*values = (struct ft_share_values){ .has_norm_usage = node != 0 };
	if (node || !algo->ranks)
		values->norm_usage = ft_share_norm_usage(input, node);
	values->has_factor =
	    is_user || !(algo->ranks || input->params.users_only);
	if (values->has_factor)
		values->factor = share->factor[node];
	if (is_user && algo->ranks)
		values->rank =
		    ft_share_place(values->factor, input->tree->n_user);
	algo->values(input, share, node, values);
}

double
ft_share_job_factor(
    const struct ft_share *share, const struct ft_tree *tree, uint32_t node)
{
	if (!share->algo->ranks && node && tree->flags[node] & FT_NODE_PARENT)
		node = ft_tree_fs_parent(tree, node);
	return share->factor[node];
}

double
ft_share_bare_factor(const struct ft_share_input *input,
    const struct ft_share *share, uint32_t node)
{
	struct ft_share_values values;

	if (!share->algo->ranks)
		return ft_share_job_factor(share, input->tree, node);
	ft_share_values_of(input, share, node, &values);
	return ft_share_power(values.effective_usage, values.norm_shares,
	    input->params.dampening);
}
