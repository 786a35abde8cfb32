/*
 * private.h - shared by the files of run: the clockwork of one ft_world_run.
 */
#ifndef FT_SIM_RUN_PRIVATE_H
#define FT_SIM_RUN_PRIVATE_H

#include "sim/queue/heap.h"
#include "sim/run/run.h"

struct ft_clockwork {
	struct ft_world *world;
	struct ft_run *run;
	struct ft_heap ends, arrivals; /* of jobs; may have stale entries */
	uint64_t happened;             /* events so far */
	bool moved;    /* in this second some job started, ended or resumed */
	int64_t reset; /* last reset of usage */
	/* passes before this time let usage decay and change nothing else; 0: this
	 * is not known, and a pass may */
	int64_t still;
};

/* ---- ends.c -------------------------------------------------------------- */

/* Put the end of JOB, which runs, on the heap. */
void ft_clock_expect_end(struct ft_clockwork *clock, struct ft_job *job);
/* End the jobs that are due; early: only those of the beginning of the second. */
void ft_clock_end_jobs(struct ft_clockwork *clock, bool early);
/* End JOB, count it and report it. */
void ft_clock_end(struct ft_clockwork *clock, struct ft_job *job,
    enum ft_job_state state, enum ft_job_reason reason);
void ft_clock_report(struct ft_clockwork *clock, enum ft_sim_event_kind kind,
    const struct ft_job *job);
/* The ft_run.note of the clockwork CTX: counts NEWS and expects ends. */
ft_sim_fn ft_clock_note;

/* ---- decay.c ------------------------------------------------------------- */

/* The decay pass at world->now. */
enum ft_status ft_clock_pass(struct ft_clockwork *clock, struct ft_error *err);
/* Returns the next pass that may do more than let usage decay; INT64_MAX none. */
int64_t ft_clock_next_pass(const struct ft_clockwork *clock);
/* Make all passes up to TIME at once: they only let usage decay. */
void ft_clock_skip(struct ft_clockwork *clock, int64_t time);

/* ---- accrue.c ------------------------------------------------------------ */

/* Let eligible pending jobs gain age from now on. */
void ft_clock_accrue(struct ft_world *world);
/* Sort JOB[n] by number, because the order in which a world lists its jobs depends
 * on when it was loaded. */
void ft_clock_sort(struct ft_job **job, size_t n);

#endif
