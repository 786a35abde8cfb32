/*
 * run_internal.h - what happens while time passes: for run.c and decay.c.
 */
#ifndef FT_SIM_SCHEDULE_RUN_INTERNAL_H
#define FT_SIM_SCHEDULE_RUN_INTERNAL_H

#include "sim/schedule/heap_internal.h"
#include "sim/schedule/run.h"
#include "sim/schedule/sched_internal.h"

struct ft_clockwork {
	struct ft_world *world;
	struct ft_run *run;
	struct ft_heap ends, arrivals;
	uint64_t happened;
	bool moved;    /* in this second somebody started, ended or went on */
	int64_t reset; /* last one of usage, as far as is known */
};

/* End JOB, count it and tell. */
void ft_clock_end(struct ft_clockwork *clock, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);
void ft_clock_tell(struct ft_clockwork *clock, enum ft_sim_event event,
    const struct ft_job *job);
/* The decay pass at world->now. */
enum ft_status ft_clock_pass(struct ft_clockwork *clock, struct ft_error *err);
/* All passes up to TIME at once: nobody runs, nobody waits. */
void ft_clock_skip(struct ft_clockwork *clock, int64_t time);

#endif
