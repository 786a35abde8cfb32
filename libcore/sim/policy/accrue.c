/*
 * accrue.c - decides from when on a pending job gains age.
 *
 * A job gains age once it is eligible, but only as many jobs at a time do so as
 * MaxJobsAccrue, GrpJobsAccrue and the limits of the QOS allow.  Source:
 * sacctmgr(1); tests/oracle/cases/v14-accrue.
 */

#include "sim/policy/policy.h"
#include "sim/policy/private.h"

/* Let JOB gain age since it became eligible or, if a limit held it back, from
 * now on. */
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

bool
ft_policy_forget_age(struct ft_world *world, struct ft_job *job)
{
	if (!job->accrue)
		return false;
	ft_policy_withdrawn(world, job);
	job->accrue = 0;
	ft_policy_submitted(world, job);
	return true;
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
