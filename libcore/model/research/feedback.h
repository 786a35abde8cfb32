/*
 * feedback.h - which jobs of a trace come some time after the end of another.
 *
 * In an open replay jobs come when they came.  In a closed one, with feedback, a
 * job that follows another (trace.h, after) comes `think` seconds after the other
 * ended there, whenever that is; others come when they came.
 * Source: D. G. Feitelson and others, Standard Workload Format 2.2, fields 17 and
 * 18; E. Shmueli, D. G. Feitelson, On simulation and design of parallel-systems
 * schedulers, IEEE TPDS 20(7), 2009.
 */
#ifndef FT_MODEL_RESEARCH_FEEDBACK_H
#define FT_MODEL_RESEARCH_FEEDBACK_H

#include "model/job/trace.h"

#define FT_FEEDBACK_NONE UINT32_MAX

struct ft_feedback {
	/* [trace->n], indices of jobs; NONE */
	uint32_t *after; /* the job it follows */
	uint32_t *first; /* the first job that follows it */
	uint32_t *next;  /* the next one that follows the same job */
	size_t followers;
	size_t cut; /* cycles: the first job of each comes when it came */
};

/* Find which job follows which. */
void ft_feedback_find(
    struct ft_feedback *feedback, const struct ft_trace *trace);
void ft_feedback_free(struct ft_feedback *feedback);
/* Returns when JOB comes if the job it follows ended at END. */
int64_t ft_feedback_time(
    const struct ft_trace *trace, uint32_t job, int64_t end);
/*
 * Let jobs that follow none follow the last job of their user that had ended when
 * they were submitted, if that was at most MOST seconds before; otherwise a new
 * session begins.  Ends are those of the recording: submission, wait and run.
 * Returns how many follow now.
 */
size_t ft_feedback_infer(struct ft_trace *trace, int64_t most);

#endif
