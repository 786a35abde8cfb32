/*
 * accrue.c - from when on the age of a pending job counts: as soon as
 * it is eligible, but only for so many jobs at a time as MaxJobsAccrue,
 * GrpJobsAccrue and the accrue limits of its QOS admit, in the order of their
 * numbers.  Source: sacctmgr(1).
 */

#include "sim/policy/policy.h"
#include "sim/policy/private.h"

/*
 * From when on it is eligible; if a limit held it back so far, from now on.
 * It is first looked at by a scheduler, some seconds after it came.
 */
static void
start_age(struct ft_world *world, struct ft_job *job)
{
	job->accrue = job->flags & FT_JOB_AGE_LATE || !job->eligible
			  ? world->now
			  : job->eligible;
	job->flags &= ~(unsigned)FT_JOB_AGE_LATE;
	ft_job_touch(job);
	ft_policy_accrues(world, job);
}

void
ft_policy_accrue_one(struct ft_world *world, struct ft_job *job)
{
	uint64_t count = job->n_tasks ? job->n_tasks : 1;

	if (ft_policy_accrue_room(world, job) >= count) {
		start_age(world, job);
	} else if (!(job->flags & FT_JOB_AGE_LATE)) {
		job->flags |= FT_JOB_AGE_LATE;
		ft_job_touch(job);
	}
}
