/* cause.c - the reasons of a job over time, summed by kind. */
#include "sim/forecast/cause.h"

/* Reasons behind these are limits, all of them. */
#define FIRST_LIMIT FT_REASON_ASSOC_GRP_CPU

static const unsigned char causes_of[] = {
	[FT_REASON_NONE] = FT_CAUSE_ELIGIBLE,
	[FT_REASON_PRIORITY] = FT_CAUSE_PRIORITY,
	[FT_REASON_RESOURCES] = FT_CAUSE_SHAPE,
	[FT_REASON_DEPENDENCY] = FT_CAUSE_SUBMIT,
	[FT_REASON_DEPENDENCY_NEVER] = FT_CAUSE_SUBMIT,
	[FT_REASON_BEGIN_TIME] = FT_CAUSE_SUBMIT,
	[FT_REASON_HELD_USER] = FT_CAUSE_SUBMIT,
	[FT_REASON_HELD_ADMIN] = FT_CAUSE_SUBMIT,
	[FT_REASON_PARTITION_DOWN] = FT_CAUSE_SHAPE,
	[FT_REASON_PARTITION_INACTIVE] = FT_CAUSE_SHAPE,
	[FT_REASON_PARTITION_NODE_LIMIT] = FT_CAUSE_LIMITS,
	[FT_REASON_PARTITION_TIME_LIMIT] = FT_CAUSE_LIMITS,
	[FT_REASON_PARTITION_CONFIG] = FT_CAUSE_LIMITS,
	[FT_REASON_MAX_MEM_PER] = FT_CAUSE_LIMITS,
	[FT_REASON_LICENSES] = FT_CAUSE_SHAPE,
	[FT_REASON_RESERVATION] = FT_CAUSE_SHAPE,
	[FT_REASON_RESERVATION_DELETED] = FT_CAUSE_SUBMIT,
	[FT_REASON_NODE_NOT_AVAIL] = FT_CAUSE_SHAPE,
	[FT_REASON_NODES_DOWN] = FT_CAUSE_SHAPE,
	[FT_REASON_BAD_CONSTRAINTS] = FT_CAUSE_SHAPE,
	[FT_REASON_ARRAY_TASK_LIMIT] = FT_CAUSE_LIMITS,
	[FT_REASON_INVALID_ACCOUNT] = FT_CAUSE_LIMITS,
	[FT_REASON_INVALID_QOS] = FT_CAUSE_LIMITS,
	[FT_REASON_ACCOUNT_NOT_ALLOWED] = FT_CAUSE_LIMITS,
	[FT_REASON_QOS_NOT_ALLOWED] = FT_CAUSE_LIMITS,
	[FT_REASON_QOS_THRESHOLD] = FT_CAUSE_LIMITS,
	[FT_REASON_REQUEUED_HELD] = FT_CAUSE_SUBMIT,
	[FT_REASON_HOLD_REQUEUE] = FT_CAUSE_SUBMIT,
	/* how an earlier run of it ended: nobody has looked since */
	[FT_REASON_TIME_LIMIT] = FT_CAUSE_ELIGIBLE,
	[FT_REASON_DEADLINE] = FT_CAUSE_ELIGIBLE,
	[FT_REASON_NON_ZERO_EXIT] = FT_CAUSE_ELIGIBLE,
	[FT_REASON_RAISED_SIGNAL] = FT_CAUSE_ELIGIBLE,
	[FT_REASON_NODE_FAIL] = FT_CAUSE_ELIGIBLE,
	[FT_REASON_MAX_JOB_COUNT] = FT_CAUSE_LIMITS,
};
static_assert(FT_COUNT(causes_of) == FIRST_LIMIT, "all reasons but limits");

static enum ft_cause
cause_of(const struct ft_job *job)
{
	return job->reason < FIRST_LIMIT ? (enum ft_cause)causes_of[job->reason]
					 : FT_CAUSE_LIMITS;
}

static void
turn(struct ft_causes *causes, enum ft_cause cause, int64_t at)
{
	causes->seconds[causes->now] += at - causes->since;
	causes->now = cause;
	causes->since = at;
}

void
ft_causes_begin(struct ft_causes *causes, int64_t submitted)
{
	*causes =
	    (struct ft_causes){ .now = FT_CAUSE_SUBMIT, .since = submitted };
}

void
ft_causes_look(struct ft_causes *causes, const struct ft_job *job, int64_t at)
{
	enum ft_cause cause = cause_of(job);
	bool eligible = job->eligible && job->eligible <= at;

	if (!eligible)
		cause = FT_CAUSE_SUBMIT;
	else if (cause == FT_CAUSE_SUBMIT)
		/* a reason of the time before */
		cause = FT_CAUSE_ELIGIBLE;
	if (eligible && causes->now == FT_CAUSE_SUBMIT)
		turn(causes, FT_CAUSE_ELIGIBLE,
		    job->eligible > causes->since ? job->eligible
						  : causes->since);
	if (cause != causes->now)
		turn(causes, cause, at);
}

void
ft_causes_end(struct ft_causes *causes, int64_t at)
{
	turn(causes, causes->now, at);
}
