/*
 * billing.h - what a job's resources cost: TRESBillingWeights, and the weights
 * of PriorityWeightTRES, which have the same grammar.
 * Source: slurm.conf(5), TRESBillingWeights; tests/unit/t_billing.c.
 */
#ifndef FT_MODEL_ACCOUNT_BILLING_H
#define FT_MODEL_ACCOUNT_BILLING_H

#include "model/account/tres.h"

/* Index of the TRES that every cluster has (ids 1 to 8) in vectors of TRES. */
enum ft_tres_index {
	FT_TRES_CPU,
	FT_TRES_MEM, /* MiB */
	FT_TRES_ENERGY,
	FT_TRES_NODE,
	FT_TRES_BILLING,
	FT_TRES_FS_DISK,
	FT_TRES_VMEM,
	FT_TRES_PAGES
};

struct ft_billing {
	bool given;     /* false: CPUs count */
	double *weight; /* by TRES index, per base unit; the owner's */
	size_t n;
};

/*
 * Fill BILLING (free it with ft_billing_free) from "CPU=1.0,Mem=0.25G,...".
 * Weights are kept per base unit: 0.25G of memory is 0.25/1024 per MiB.
 * FT_ENOENT: unknown TRES; FT_EPARSE: no number, bad suffix.
 */
enum ft_status ft_billing_parse(struct ft_billing *billing,
    const struct ft_tres_table *tres, const char *text, struct ft_error *err);
void ft_billing_free(struct ft_billing *billing);

/*
 * Returns what COUNT (by TRES index, memory in MiB) costs per second, with its
 * fraction.  flags: FT_PRIO_MAX_TRES, FT_PRIO_MAX_TRES_GRES of model/conf/conf.h.
 */
double ft_billing_of(const struct ft_billing *billing,
    const struct ft_tres_table *tres, const uint64_t *count, uint32_t flags);

#endif
