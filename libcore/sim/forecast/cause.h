/*
 * cause.h - how long a job waited for what, by the reasons that schedulers give it
 * while it is simulated.
 */
#ifndef FT_SIM_FORECAST_CAUSE_H
#define FT_SIM_FORECAST_CAUSE_H

#include "model/job/job.h"

/* What keeps a job from starting; in the order in which jobs usually meet them. */
enum ft_cause {
	FT_CAUSE_SUBMIT, /* it is not eligible: dependency, begin time, hold */
	FT_CAUSE_ELIGIBLE, /* no scheduler has looked at it since it became so */
	FT_CAUSE_LIMITS,   /* a limit of an association, a QOS, its partition or
	                      its array */
	FT_CAUSE_SHAPE,    /* nobody is ahead, and what it asks for is not free:
	                      nodes, licenses, its reservation, its partition */
	FT_CAUSE_PRIORITY, /* jobs of higher priority wait for its partition */
	FT_CAUSES
};

/* A wait up to now. */
struct ft_causes {
	int64_t seconds[FT_CAUSES]; /* up to since */
	enum ft_cause now;
	int64_t since;
};

/* Begin with a job submitted at SUBMITTED. */
void ft_causes_begin(struct ft_causes *causes, int64_t submitted);
/* Note why JOB waits at time AT.  Call this in the order of time, best after
 * each run of a scheduler. */
void ft_causes_look(
    struct ft_causes *causes, const struct ft_job *job, int64_t at);
/* End the wait at AT, when the job starts or is given up; now the seconds add
 * up to it. */
void ft_causes_end(struct ft_causes *causes, int64_t at);

#endif
