/*
 * run.h - time passes: jobs arrive, schedulers run, jobs end, usage decays; and
 * what happened is told.
 */
#ifndef FT_SIM_SCHEDULE_RUN_H
#define FT_SIM_SCHEDULE_RUN_H

#include "sim/world/world.h"

/* What happened, for progress and `fsim run --explain`. */
enum ft_sim_event {
	FT_SIM_ARRIVE,
	FT_SIM_START,
	FT_SIM_END,
	FT_SIM_PASS,     /* decay pass; job NULL */
	FT_SIM_SCHEDULE, /* a scheduler begins: by, full, count who wait */
	FT_SIM_BLOCK,    /* it looked and did not start job; other: who stands
	                    before it, NULL; time: planned start, 0 */
	FT_SIM_DONE,     /* it is through: count started, more looked at */
	FT_SIM_PREEMPT,  /* job goes for other: is ended, put back, told */
	FT_SIM_SUSPEND,  /* job for other, or by subordination (words) */
	FT_SIM_RESUME,
	FT_SIM_RESERVE /* a reservation (words) begins or ends */
};
/* Fields without meaning for an event are 0. */
struct ft_sim_news {
	enum ft_sim_event event;
	int64_t at;
	const struct ft_job *job, *other;
	enum ft_scheduler by;
	bool full; /* over the whole queue */
	uint64_t count, more;
	int64_t time;
	const char *words;
};
typedef void ft_sim_fn(void *ctx, const struct ft_sim_news *news);

struct ft_run {
	int64_t until;   /* time to stop at */
	uint64_t jobs;   /* stop after so many ended; 0 no */
	uint64_t events; /* stop after so many events; 0 no: lets the caller
	                     commit */
	bool no_starts;  /* nothing starts, what runs ends */
	bool explain;    /* every job that waits is looked at and told of, with
	                    who stands in its way; takes its time */
	ft_sim_fn *tell; /* may be NULL */
	void *ctx;
	/* out */
	uint64_t started, ended, passes;
	bool done;                  /* reached until or jobs */
	struct ft_clockwork *clock; /* of ft_world_run, */
	ft_sim_fn *note;            /* which sees to ends by this */
};
/* Let time pass.  world->now moves; what changed is marked to be saved. */
enum ft_status ft_world_run(
    struct ft_world *world, struct ft_run *run, struct ft_error *err);

#endif
