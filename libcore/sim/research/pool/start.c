/* A job of the pool starts. */
#include "model/job/job.h"
#include "sim/research/pool/private.h"

uint32_t
ft_pool_length(const struct ft_trace_job *job)
{
	int64_t length = job->limit > 0 ? job->limit : job->run;

	if (length < 1)
		return 1;
	return length < POOL_LONGEST ? (uint32_t)length : POOL_LONGEST;
}

uint32_t
ft_pool_user(const struct pool_run *run, uint32_t job)
{
	if (run->pool->order == FT_POOL_BY_USAGE)
		return run->trace->job[job].user;
	return run->pool->order == FT_POOL_BY_FAIRTREE ? run->leaf[job] : 0;
}

void
ft_pool_start(struct pool_run *run, uint32_t at)
{
	const struct ft_trace_job *job = &run->trace->job[at];
	struct ft_outcome *outcome = &run->outcome[at];
	uint32_t user = ft_pool_user(run, at), length = ft_pool_length(job);
	bool limited =
	    job->limit > 0 && run->pool->rules.overrun == FT_OVERRUN_KILL;
	int64_t most = limited ? length : POOL_LONGEST;
	bool cut = job->run > most;
	int64_t ran = cut ? most : job->run;

	outcome->start = run->now;
	outcome->end = run->now + ran;
	outcome->state = cut                            ? FT_JOB_TIMEOUT
			 : job->state == FT_JOB_PENDING ? FT_JOB_COMPLETED
							: job->state;
	run->free -= job->procs;
	ft_pool_events_push(
	    &run->events, (struct pool_event){ outcome->end, at, user });
	if (pool_has_ends(run))
		ft_pool_ends_add(&run->ends, run->now + length, job->procs);
	if (run->standing.user)
		ft_pool_ranking_start(
		    &run->standing, user, job->procs, run->now);
}
