/*
 * sched_internal.h - the two schedulers and what they share.
 */
#ifndef FT_SIM_SCHEDULE_SCHED_INTERNAL_H
#define FT_SIM_SCHEDULE_SCHED_INTERNAL_H

#include "sim/place/internal.h"
#include "sim/preempt/preempt.h"
#include "sim/queue/internal.h"
#include "sim/reserve/reserve.h"
#include "sim/schedule/run.h"
#include "sim/world/world.h"
#include "sim/world/internal.h"

/* One run of a scheduler: it walks along the records of the queue. */
struct ft_pass {
	struct ft_arena arena; /* what lives as long as the run */
	struct ft_world *world;
	struct ft_run *run; /* counts and tells; may be NULL */
	enum ft_scheduler by;
	uint64_t started, looked;
	bool full, pushed; /* somebody was pushed aside */
	bool preempts;     /* as far as the settings go */
	/* whose turn it is */
	struct ft_job *job;
	struct ft_seeker at; /* the same */
	const char *magnet;  /* see struct ft_record */
	int64_t minutes;     /* limit it gets if it starts; 0 its own */
	struct ft_found found;
	struct ft_victims victims; /* who must go for what was found */
	ft_nodes *avail;           /* scratch */
	uint64_t *tres;            /* scratch, by index */
};

void ft_pass_init(struct ft_pass *pass, struct ft_world *world,
    struct ft_run *run, enum ft_scheduler by);
void ft_pass_clear(struct ft_pass *pass);
/* Returns N * SIZE zeroed bytes that live until then. */
void *ft_pass_calloc(struct ft_pass *pass, size_t n, size_t size);
/* The same of a copy of NODES. */
ft_nodes *ft_pass_nodes(struct ft_pass *pass, const ft_nodes *nodes);
/* The walk through the queue, over all of it or not, begins and ends. */
void ft_pass_begin(struct ft_pass *pass, bool full);
void ft_pass_end(struct ft_pass *pass);

/*
 * The turn of REC begins (its place may be another's by the end), and is over.
 * A job that a magnet draws in names that reservation while it is looked at, and
 * keeps the name if it starts.
 */
void ft_pass_enter(struct ft_pass *pass, const struct ft_record *rec);
void ft_pass_leave(struct ft_pass *pass);

/* The rest is about the job whose turn it is. */

/*
 * Start it (or the next task of the array it heads) on pass->found; returns
 * what started.
 */
struct ft_job *ft_pass_start(struct ft_pass *pass);
/* The limit that forbids it now: as asked for, or on pass->found. */
enum ft_job_reason ft_pass_limit(struct ft_pass *pass);
enum ft_job_reason ft_pass_limit_found(struct ft_pass *pass);
/* Where it would run if it started now, on AVAIL: pass->found, and pass->victims
 * who must go for it. */
enum ft_fit ft_pass_find(struct ft_pass *pass, const ft_nodes *avail);
/* Push pass->victims aside for it, if there are any; false: it has to wait for
 * them. */
bool ft_pass_push(struct ft_pass *pass);
/* Whether as many tasks of the array that it heads run as it admits. */
bool ft_pass_throttled(const struct ft_pass *pass);
/* Give it the reason it waits for. */
void ft_pass_reason(
    struct ft_pass *pass, enum ft_job_reason reason, const char *detail);
/* Tell that it was looked at and did not start: who stands before it (NULL), its
 * planned start (0). */
void ft_pass_tell(
    const struct ft_pass *pass, const struct ft_job *other, int64_t time);

void ft_mainsched(struct ft_world *world, struct ft_run *run, bool full);
void ft_backfill(struct ft_world *world, struct ft_run *run);
/* Plan without starting: job->expected and sched_nodes of all who wait. */
void ft_backfill_show(struct ft_world *world);

#endif
