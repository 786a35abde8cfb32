/*
 * pass_private.h - one run of a scheduler along the records of the queue, and
 * what both schedulers do with the current job.
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
	uint64_t started, looked; /* jobs */
	bool full;                /* over the whole queue */
	bool pushed;              /* some job was preempted */
	bool preempts;            /* the settings allow preemption */
	/* the current job */
	struct ft_job *job;
	struct ft_seeker at; /* the job in its partition */
	const char *magnet;  /* see struct ft_record */
	uint32_t usual;
	int64_t minutes; /* time limit to start it with; 0 its own */
	struct ft_found found;
	struct ft_victims victims; /* must go for what was found */
	ft_nodes *avail;           /* scratch */
	uint64_t *tres;            /* scratch, by TRES index */
};

void ft_pass_init(struct ft_pass *pass, struct ft_world *world,
    struct ft_run *run, enum ft_scheduler by);
void ft_pass_clear(struct ft_pass *pass);
/* Returns N * SIZE zeroed bytes that live until ft_pass_clear. */
void *ft_pass_calloc(struct ft_pass *pass, size_t n, size_t size);
/* Returns a copy of NODES that lives as long. */
ft_nodes *ft_pass_nodes(struct ft_pass *pass, const ft_nodes *nodes);
/* The walk along the queue begins, and ends; both are reported. */
void ft_pass_begin(struct ft_pass *pass, bool full);
void ft_pass_end(struct ft_pass *pass);

/*
 * REC becomes the current job, and ceases to be.  REC itself may move meanwhile.
 * While a job is current, one that a magnetic reservation draws in names that
 * reservation; it keeps the name if it starts.
 */
void ft_pass_enter(struct ft_pass *pass, const struct ft_record *rec);
void ft_pass_leave(struct ft_pass *pass);

/* ---- about the current job ----------------------------------------------- */

/* Start it, or the next task of the array it heads, on pass->found; returns the
 * job that started. */
struct ft_job *ft_pass_start(struct ft_pass *pass);
/* NONE, or the limit that forbids a start now: with what it requests, or with
 * what it gets on pass->found. */
enum ft_job_reason ft_pass_limit(struct ft_pass *pass);
enum ft_job_reason ft_pass_limit_found(struct ft_pass *pass);
/* Find nodes among AVAIL for a start now: sets pass->found and pass->victims. */
enum ft_fit ft_pass_find(struct ft_pass *pass, const ft_nodes *avail);
/* Preempt pass->victims; returns whether the job can start at once. */
bool ft_pass_push(struct ft_pass *pass);
/* Set the reason it waits for. */
void ft_pass_reason(
    struct ft_pass *pass, enum ft_job_reason reason, const char *detail);
/* Report that it was examined and did not start: the job ahead that blocks it
 * (NULL none), and its planned start (0 none). */
void ft_pass_report(
    const struct ft_pass *pass, const struct ft_job *other, int64_t time);

#endif
