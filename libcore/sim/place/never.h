/*
 * never.h - jobs that can never start, as things are set up: whatever ends,
 * they wait.
 *
 * Not for: what keeps a job waiting now (policy.h, lack.h).
 */
#ifndef FT_SIM_PLACE_NEVER_H
#define FT_SIM_PLACE_NEVER_H

#include "sim/policy/policy.h"
#include "sim/world/world.h"

/* Why a job can never start in a partition. */
struct ft_never {
	enum ft_job_reason reason;    /* NONE: it may start some day */
	bool limit;                   /* it is one of an association or QOS */
	struct ft_policy_block block; /* which */
};

/*
 * Whether JOB, which waits, can never start in PARTITION (index): the partition
 * does not admit its time, size, account or QOS, it is more than a limit allows
 * even alone, no nodes could ever hold it, or what it depends on cannot happen.
 * What may pass by itself is not meant: a hold, a partition or nodes that are
 * down, limits that others use up.  *never: why.
 */
bool ft_world_never(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_never *never);

#endif
