#include "algo/share/ties.h"

static const char *const names[] = {
	[FT_TIE_DOCUMENTED] = "documented",
	[FT_TIE_SLURM_22_05] = "slurm-22.05",
	[FT_TIE_SLURM_23_11] = "slurm-23.11",
};

const char *
ft_tie_rule_name(enum ft_tie_rule rule)
{
	return names[rule];
}

enum ft_tie_rule
ft_tie_rule_of(const struct ft_share_params *params)
{
	if (params->ties == FT_TIES_DOCUMENTED)
		return FT_TIE_DOCUMENTED;
	return params->lineage ? FT_TIE_SLURM_23_11 : FT_TIE_SLURM_22_05;
}

/* A tree and its usage in the order of another rule. */
struct arranged {
	struct ft_tree *tree;
	ft_real *usage;
	uint32_t *node; /* by node of the tree it was made of */
};

static void
free_arranged(struct arranged *arranged)
{
	ft_tree_free(arranged->tree);
	ft_free(arranged->usage);
	ft_free(arranged->node);
}

/* Make INPUT's tree and usage ARRANGED, as its new params want it. */
static enum ft_status
arrange(struct ft_share_input *input, struct arranged *arranged,
    const struct ft_names *accounts, struct ft_error *err)
{
	const struct ft_tree *tree = input->tree;

	FT_TRY(ft_tree_reorder(tree, accounts,
	    ft_share_siblings(&input->params), &arranged->tree, err));
	arranged->node = ft_tree_match(tree, arranged->tree);
	arranged->usage = ft_alloc(tree->n * sizeof *arranged->usage);
	for (uint32_t i = 0; i < tree->n; i++)
		arranged->usage[arranged->node[i]] = input->usage[i];
	input->tree = arranged->tree;
	input->usage = arranged->usage;
	return FT_OK;
}

/* Returns by node of INPUT's tree the factors by RULE, the caller's; NULL, with
 * a message, on failure. */
static double *
run_rule(const struct ft_algo *algo, const struct ft_share_input *input,
    enum ft_tie_rule rule, const struct ft_names *accounts,
    struct ft_error *err)
{
	struct ft_share_input other = *input;
	struct ft_share share FT_CLEANUP(ft_share_free) = { 0 };
	struct arranged arranged FT_CLEANUP(free_arranged) = { 0 };
	const uint32_t n = input->tree->n;
	double *factor;

	other.params.ties =
	    rule == FT_TIE_DOCUMENTED ? FT_TIES_DOCUMENTED : FT_TIES_SLURM;
	other.params.lineage = rule == FT_TIE_SLURM_23_11;
	if (ft_share_siblings(&other.params) !=
		ft_share_siblings(&input->params) &&
	    arrange(&other, &arranged, accounts, err) != FT_OK)
		return NULL;
	if (ft_share_run(algo, &other, &share, NULL, err) != FT_OK)
		return NULL;
	factor = ft_alloc(n * sizeof *factor);
	for (uint32_t i = 0; i < n; i++)
		factor[i] = share.factor[arranged.node ? arranged.node[i] : i];
	return factor;
}

static void
count(struct ft_tie_rules *rules, const struct ft_share *share)
{
	for (uint32_t i = 0; i < share->n; i++) {
		bool moved = false;

		for (int rule = 0; rule < FT_TIE_RULES; rule++) {
			const double *other = rules->factor[rule];

			if (!other || (!(other[i] < share->factor[i]) &&
					  !(other[i] > share->factor[i])))
				continue;
			rules->differ[rule]++;
			moved = true;
		}
		rules->moved += moved;
	}
}

enum ft_status
ft_tie_rules_run(struct ft_tie_rules *rules, const struct ft_share_input *input,
    const struct ft_share *share, const struct ft_names *accounts,
    struct ft_error *err)
{
	*rules =
	    (struct ft_tie_rules){ .used = ft_tie_rule_of(&input->params) };
	if (!share->algo->level_fs)
		return FT_OK;
	for (enum ft_tie_rule rule = 0; rule < FT_TIE_RULES; rule++) {
		if (rule == rules->used)
			continue;
		rules->factor[rule] =
		    run_rule(share->algo, input, rule, accounts, err);
		if (!rules->factor[rule])
			return err->status;
	}
	count(rules, share);
	return FT_OK;
}

void
ft_tie_rules_free(struct ft_tie_rules *rules)
{
	for (int rule = 0; rule < FT_TIE_RULES; rule++)
		ft_free(rules->factor[rule]);
	*rules = (struct ft_tie_rules){ 0 };
}
