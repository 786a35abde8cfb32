/*
 * cores.h - the numbers of the cores that a job has of a node.
 *
 * Schedulers count CPUs and do not number them.  Numbers are only shown, and are
 * worked out when they are: the jobs of a node get cores in the order in which
 * they started, each among those that were free then.
 * Source: slurm.conf(5), CR_CORE_DEFAULT_DIST_BLOCK; sbatch(1), --distribution;
 * tests/oracle/cases/j57-cores.
 */
#ifndef FT_SIM_PLACE_CORES_H
#define FT_SIM_PLACE_CORES_H

#include "sim/world/world.h"

/* The cores of a job on one node; where cores are not allocated as a whole
 * (CR_CPU), each CPU counts as one. */
struct ft_cores {
	uint64_t *has; /* bit i % 64 of word i / 64: it has core i */
	uint32_t n;    /* cores of the node */
	uint32_t per_socket;
	uint32_t cpus; /* of each core */
};

/* Returns the cores that JOB, which runs or ran, has of job->node[PART]; to be
 * freed with ft_cores_clear. */
struct ft_cores ft_cores_of(
    const struct ft_world *world, const struct ft_job *job, size_t part);
void ft_cores_clear(struct ft_cores *cores);
static inline bool
ft_cores_has(const struct ft_cores *cores, uint32_t core)
{
	return cores->has[core / 64] >> core % 64 & 1;
}
/* Returns whether A was given cores before B on a node that both have. */
bool ft_cores_before(const struct ft_job *a, const struct ft_job *b);

#endif
