/*
 * unrunnable.h - jobs that can never start as the cluster is configured.
 *
 * Not for: what keeps a job waiting now (policy/policy.h, shortage.h).
 */
#ifndef FT_SIM_WHY_UNRUNNABLE_H
#define FT_SIM_WHY_UNRUNNABLE_H

#include "sim/policy/policy.h"
#include "sim/world/world.h"

/* Why a job can never start in a partition. */
struct ft_unrunnable {
	enum ft_job_reason reason;    /* NONE: it may start some day */
	bool limit;                   /* a limit of an association or QOS */
	struct ft_policy_block block; /* which limit */
};

/*
 * Returns whether pending JOB can never start in PARTITION (index), and why: the
 * partition does not admit its time, size, account or QOS; it exceeds a limit
 * even alone; no set of nodes could ever hold it; or its dependency can never be
 * fulfilled.  Obstacles that may pass do not count: a hold, a partition or
 * nodes that are down, limits that other jobs exhaust.
 */
bool ft_world_is_unrunnable(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_unrunnable *never);

#endif
