/*
 * sched_int.h - the two schedulers and what they share.
 */
#ifndef FT_SIM_SCHED_INT_H
#define FT_SIM_SCHED_INT_H

#include "sim/place_int.h"
#include "sim/preempt.h"
#include "sim/queue_int.h"
#include "sim/reserve.h"
#include "sim/run.h"
#include "sim/world.h"
#include "sim/world_int.h"

/* Where nothing limits a job, it is planned for so long. */
#define FT_YEAR_MINUTES (INT64_C(365) * 24 * 60)

/* One run of a scheduler. */
struct ft_pass {
	struct ft_arena arena; /* what lives as long as the run */
	struct ft_world *world;
	struct ft_run *run; /* counts and tells; may be NULL */
	enum ft_scheduler by;
	uint64_t started, looked;
	int64_t minutes;         /* limit the next to start gets; 0 its own */
	bool full, pushed;       /* somebody was pushed aside */
	bool preempts, reserves; /* as far as the settings go */
	struct ft_found found;
	struct ft_victims victims;   /* who must go for what was found */
	ft_nodes *avail;             /* scratch: of one job */
	uint64_t *tres;              /* of one job, by index */
	struct ft_reserve_span span; /* of one job */
};

/*
 * Tell of NEWS, which happens now; run may be NULL.  All that starts, ends, is
 * suspended or goes on while time passes is told by this, for it counts, and
 * who starts or goes on gets an end.
 */
void ft_run_tell(
    const struct ft_world *world, struct ft_run *run, struct ft_sim_news *news);
/* run.c: NEWS is about to be told. */
void ft_clock_note(struct ft_clockwork *clock, const struct ft_sim_news *news);

void ft_pass_init(struct ft_pass *pass, struct ft_world *world,
    struct ft_run *run, enum ft_scheduler by);
void ft_pass_clear(struct ft_pass *pass);
/* Returns N * SIZE zeroed bytes that live until then. */
void *ft_pass_calloc(struct ft_pass *pass, size_t n, size_t size);
/*
 * Start JOB (or the next task of the array it heads) on pass->found; returns
 * what started.
 */
struct ft_job *ft_pass_start(
    struct ft_pass *pass, struct ft_job *job, uint32_t partition);
/* The limit that forbids JOB in PARTITION now: as asked for, or on
 * pass->found. */
enum ft_job_reason ft_pass_limit(
    struct ft_pass *pass, const struct ft_job *job, uint32_t partition);
enum ft_job_reason ft_pass_limit_found(
    struct ft_pass *pass, const struct ft_job *job, uint32_t partition);
/*
 * Narrow AVAIL to what reservations leave to JOB in PARTITION from START on;
 * NONE, or RESERVATION if that is nothing.  pass->span: see ft_reserve_nodes.
 */
enum ft_job_reason ft_pass_reserved(struct ft_pass *pass,
    const struct ft_job *job, uint32_t partition, int64_t start,
    ft_nodes *avail);
/* Where JOB would run if it started now, on AVAIL: pass->found, and
 * pass->victims who must go for it. */
enum ft_fit ft_pass_find(struct ft_pass *pass, const struct ft_job *job,
    uint32_t partition, const ft_nodes *avail);
/* Push pass->victims aside for JOB, if there are any; false: it has to wait for
 * them. */
bool ft_pass_push(struct ft_pass *pass, struct ft_job *job);
/* Whether as many tasks of the array that JOB heads run as it admits. */
bool ft_pass_throttled(const struct ft_world *world, const struct ft_job *job);
/* Tell of a job that was looked at and did not start: who stands before it
 * (NULL), its planned start (0). */
void ft_pass_tell(const struct ft_pass *pass, const struct ft_job *job,
    const struct ft_job *other, int64_t time);
/* The walk through the queue, over all of it or not, begins and ends. */
void ft_pass_begin(struct ft_pass *pass, bool full);
void ft_pass_end(struct ft_pass *pass);

void ft_mainsched(struct ft_world *world, struct ft_run *run, bool full);
void ft_backfill(struct ft_world *world, struct ft_run *run);
/* Plan without starting: job->expected and sched_nodes of all who wait. */
void ft_backfill_show(struct ft_world *world);
/* Set job->where and job->must_end of a job that runs. */
void ft_job_note_limit(const struct ft_world *world, struct ft_job *job);
/* Book what JOB used from FROM (its start, if that is later) to TO. */
void ft_job_book(
    struct ft_world *world, const struct ft_job *job, int64_t from, int64_t to);
/* TRES JOB would have on NODE[n], into tres[n_tres]. */
double ft_start_tres(const struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const struct ft_job_node *node, size_t n,
    uint64_t *tres);

#endif
