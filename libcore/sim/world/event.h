/*
 * event.h - what happens while time passes, reported to whoever runs the world.
 */
#ifndef FT_SIM_WORLD_EVENT_H
#define FT_SIM_WORLD_EVENT_H

#include "sim/world/world.h"

/* Kinds of events, for progress and `fsim run --explain`. */
enum ft_sim_event_kind {
	FT_SIM_ARRIVE,
	FT_SIM_START,
	FT_SIM_END,
	FT_SIM_PASS,     /* a decay pass; job NULL */
	FT_SIM_SCHEDULE, /* a scheduler begins: by, full, count of pending */
	FT_SIM_BLOCK,    /* it examined job without starting it; other: the job
	                    ahead that blocks it, NULL none; time: planned
	                    start, 0 none */
	FT_SIM_DONE,     /* it is done: count of started, more of examined */
	FT_SIM_PREEMPT,  /* job makes room for other: words says how */
	FT_SIM_SUSPEND,  /* job for other, or by subordination (words) */
	FT_SIM_RESUME,
	FT_SIM_RESERVE /* a reservation (words) begins or ends */
};

/* One event.  Fields that mean nothing for its kind are 0. */
struct ft_sim_event {
	enum ft_sim_event_kind kind;
	int64_t at;
	const struct ft_job *job, *other;
	enum ft_scheduler by;
	bool full; /* the scheduler walks the whole queue */
	uint64_t count, more;
	int64_t time;
	const char *words;
};
typedef void ft_sim_fn(void *ctx, const struct ft_sim_event *event);

/* How far time is to pass, and what came of it: see run/run.h. */
struct ft_run {
	int64_t until;     /* stop at this time */
	uint64_t jobs;     /* stop after so many jobs ended; 0 no limit */
	uint64_t events;   /* stop after so many events, so that the caller can
	                    commit; 0 no limit */
	bool no_starts;    /* start nothing; running jobs end */
	bool explain;      /* examine every pending job and report what blocks
	                    it, which takes its time */
	bool enough;       /* stop after this second; report may set it */
	ft_sim_fn *report; /* gets each event; may be NULL */
	/* Arrivals after more_at are not in the world yet: before the clock
	   passes it, more submits some, and moves it on; NULL: all are. */
	void (*more)(void *ctx);
	int64_t more_at;
	void *ctx;
	/* out */
	uint64_t started, ended, passes;
	bool done;    /* reached until or jobs */
	int64_t next; /* when something happens next, if nobody intervenes;
	                 INT64_MAX never */
	/* of run/run.c: expects the end of each job that starts or resumes */
	struct ft_clockwork *clock;
	ft_sim_fn *observe;
};

/*
 * Report EVENT, which happens now; RUN may be NULL.  Every start, end, suspension
 * and resumption while time passes must come through here: run/ schedules the
 * ends of jobs by it, and counts.
 */
void ft_run_report(const struct ft_world *world, struct ft_run *run,
    struct ft_sim_event *event);

#endif
