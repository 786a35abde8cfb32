/*
 * sched_int.h - the two schedulers and what they share.
 */
#ifndef FT_SIM_SCHED_INT_H
#define FT_SIM_SCHED_INT_H

#include "sim/place_int.h"
#include "sim/queue_int.h"
#include "sim/world.h"
#include "sim/world_int.h"

/* One run of a scheduler. */
struct ft_pass {
	struct ft_world *world;
	struct ft_run *run; /* counts and tells; may be NULL */
	enum ft_scheduler by;
	uint64_t started;
	struct ft_found found;
	uint64_t *tres; /* of one job, by index */
};

/* Tell of NEWS, which happens now; run may be NULL. */
void ft_run_tell(const struct ft_world *world, const struct ft_run *run,
    struct ft_sim_news *news);

void ft_pass_init(struct ft_pass *pass, struct ft_world *world,
    struct ft_run *run, enum ft_scheduler by);
void ft_pass_clear(struct ft_pass *pass);
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
/* Whether as many tasks of the array that JOB heads run as it admits. */
bool ft_pass_throttled(const struct ft_world *world, const struct ft_job *job);
/* Tell of a job that was looked at and did not start. */
void ft_pass_tell(const struct ft_pass *pass, const struct ft_job *job);
/* Give the reason for which nodes are missing: see FT_FIT_NODES. */
void ft_pass_missing(
    struct ft_pass *pass, struct ft_job *job, uint32_t partition);

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
