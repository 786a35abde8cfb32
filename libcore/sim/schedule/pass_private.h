/*
 * pass_private.h - one run of a scheduler along the records of the queue (a
 * pass), and what both schedulers do with the job that is examined (the current
 * job).  Which jobs are examined, and what follows, is in mainsched.c and
 * backfill.c.
 */
#ifndef FT_SIM_SCHEDULE_PASS_PRIVATE_H
#define FT_SIM_SCHEDULE_PASS_PRIVATE_H

#include "sim/preempt/preempt.h"
#include "sim/queue/queue.h"
#include "sim/reserve/reserve.h"
#include "sim/world/event.h"

struct ft_pass {
	struct ft_arena arena; /* freed when the run ends */
	struct ft_world *world;
	struct ft_run *run; /* may be NULL */
	enum ft_scheduler by;
	uint64_t started, looked; /* jobs started, jobs examined */
	bool full;                /* over the whole queue, not to a depth */
	bool pushed;              /* some job was preempted */
	bool preempts;            /* the settings allow preemption */
	/* the current job: */
	struct ft_job *job;
	struct ft_seeker at; /* the job in its partition */
	const char *magnet;  /* as in struct ft_record */
	uint32_t usual;      /* as in struct ft_record */
	int64_t minutes;     /* time limit with which to start it; 0: its own */
	struct ft_found found;     /* the nodes of the last search */
	struct ft_victims victims; /* jobs to be preempted for these */
	ft_nodes *avail;           /* scratch */
	uint64_t *tres;            /* scratch, by TRES index */
};

void ft_pass_init(struct ft_pass *pass, struct ft_world *world,
    struct ft_run *run, enum ft_scheduler by);
void ft_pass_clear(struct ft_pass *pass);
/* Returns N * SIZE zeroed bytes that live until ft_pass_clear. */
void *ft_pass_calloc(struct ft_pass *pass, size_t n, size_t size);
/* Returns a copy of the set NODES that lives until ft_pass_clear. */
ft_nodes *ft_pass_nodes(struct ft_pass *pass, const ft_nodes *nodes);
/* Begin, and end, the walk along the queue; both are reported to `run`.
 * Changes to jobs in between are no news for the schedulers. */
void ft_pass_begin(struct ft_pass *pass, bool full);
void ft_pass_end(struct ft_pass *pass);

/*
 * Make the job of REC the current one; ft_pass_leave ends that.  REC itself may
 * move or vanish in between.  While it is current, the job is in the
 * reservation, the QOS and the priority of its record; if it starts it stays
 * there.
 */
void ft_pass_enter(struct ft_pass *pass, const struct ft_record *rec);
void ft_pass_leave(struct ft_pass *pass);

/* ---- about the current job ----------------------------------------------- */

/* Start the current job, or the next task of the array it heads, on
 * pass->found; returns the job that started. */
struct ft_job *ft_pass_start(struct ft_pass *pass);
/* Return the limit that forbids a start now, or FT_REASON_NONE: for what the
 * job requests, or for what it would get on pass->found. */
enum ft_job_reason ft_pass_limit(struct ft_pass *pass);
enum ft_job_reason ft_pass_limit_found(struct ft_pass *pass);
/* Find nodes among AVAIL for a start now: sets pass->found and pass->victims. */
enum ft_fit ft_pass_find(struct ft_pass *pass, const ft_nodes *avail);
/* Preempt pass->victims; returns whether the current job can start at once. */
bool ft_pass_push(struct ft_pass *pass);
/* Set the reason for which the current job waits. */
void ft_pass_reason(
    struct ft_pass *pass, enum ft_job_reason reason, const char *detail);
/* Report that the current job was examined and did not start.  OTHER: the job
 * ahead that blocks it, or NULL.  TIME: its planned start, 0 none. */
void ft_pass_report(
    const struct ft_pass *pass, const struct ft_job *other, int64_t time);

#endif
