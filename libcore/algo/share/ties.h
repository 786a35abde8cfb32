/*
 * ties.h - what each rule for tied accounts makes of the same tree and usage
 * (fairtree.7, TIES).
 */
#ifndef FT_ALGO_SHARE_TIES_H
#define FT_ALGO_SHARE_TIES_H

#include "algo/share/share.h"

enum ft_tie_rule {
	FT_TIE_DOCUMENTED,
	FT_TIE_SLURM_22_05,
	FT_TIE_SLURM_23_11,
	FT_TIE_RULES
};

struct ft_tie_rules {
	enum ft_tie_rule used;
	/* of the others, by node of the tree; NULL: that of the used rule, or of
	 * an algorithm that does not rank by level fairshare */
	double *factor[FT_TIE_RULES];
	uint32_t differ[FT_TIE_RULES]; /* users who have another factor */
	uint32_t moved; /* those who have one by any other rule */
};

/* Returns the name of RULE as a value of FairTreeTies: "slurm-22.05". */
const char *ft_tie_rule_name(enum ft_tie_rule rule);
/* Returns the rule that PARAMS ask for. */
enum ft_tie_rule ft_tie_rule_of(const struct ft_share_params *params);

/*
 * Fill RULES, to be freed even on failure.  share: a run over INPUT;
 * accounts: names of the accounts of its tree.  Fails as
 * ft_share_run does.
 */
enum ft_status ft_tie_rules_run(struct ft_tie_rules *rules,
    const struct ft_share_input *input, const struct ft_share *share,
    const struct ft_names *accounts, struct ft_error *err);
void ft_tie_rules_free(struct ft_tie_rules *rules);

#endif
