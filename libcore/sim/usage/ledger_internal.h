/*
 * ledger_internal.h - booking and decay, for run.c.
 */
#ifndef FT_SIM_USAGE_LEDGER_INTERNAL_H
#define FT_SIM_USAGE_LEDGER_INTERNAL_H

#include "base/text/real.h"

struct ft_world;

/* A stretch of a job. */
struct ft_slice {
	uint32_t node;          /* of its association; FT_NODE_NONE */
	uint32_t qos, part_qos; /* ids; 0 none */
	int64_t seconds;
	double rate, factor;   /* billing per second, UsageFactor */
	const uint64_t *alloc; /* by TRES index */
	ft_real decayed;       /* out: seconds x f^seconds */
};
void ft_ledger_book(struct ft_world *world, struct ft_slice *slice);
/*
 * PASSES passes at once: what is there, slices since the last included, is
 * multiplied by what remains after each period.
 */
void ft_ledger_decay(struct ft_world *world, uint64_t passes);
/* End of a pass: what it booked itself counts as of the pass, undecayed. */
void ft_ledger_settle(struct ft_world *world);
/* Whether somebody's limits count TRES and wall time that was used. */
bool ft_ledger_is_limited(const struct ft_world *world);
/* All amounts of all associations and QOS are 0 from now on. */
void ft_ledger_reset(struct ft_world *world);

#endif
