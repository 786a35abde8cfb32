/*
 * preempt.h - preemption (preempt/qos, preempt/partition_prio) and gang
 * scheduling.
 *
 * Which jobs may preempt which, in what order victims are chosen, and what
 * becomes of them (CANCEL, REQUEUE, SUSPEND); the same for both schedulers.
 * Gang scheduling resumes suspended jobs, and lets jobs that share CPUs
 * (OverSubscribe=FORCE) take turns.
 * Source: slurm.conf(5), PreemptType; recordings of Slurm 22.05;
 * tests/unit/t_preempt.c.
 */
#ifndef FT_SIM_PREEMPT_PREEMPT_H
#define FT_SIM_PREEMPT_PREEMPT_H

#include "sim/place/place.h"
#include "sim/world/event.h"
#include "sim/world/world.h"

/* What becomes of a preempted job. */
enum ft_preempt_way {
	FT_PREEMPT_OFF, /* it cannot be preempted */
	FT_PREEMPT_CANCEL,
	FT_PREEMPT_REQUEUE,
	FT_PREEMPT_SUSPEND
};

/* Jobs to be preempted, in that order. */
struct ft_victims {
	struct ft_job **job;
	size_t n, cap;
};
void ft_victims_clear(struct ft_victims *victims);

/* ---- preempt.c: which job may preempt which ------------------------------ */

/* Returns whether any job may preempt another or share CPUs.  If none may,
 * ft_place_find alone is enough. */
bool ft_preempt_is_on(const struct ft_world *world);
/* Returns the PreemptMode for VICTIM: its QOS's or partition's, else the
 * cluster's; CANCEL instead of REQUEUE if it must not be requeued. */
enum ft_preempt_way ft_preempt_way(
    const struct ft_world *world, const struct ft_job *victim);
/* Returns the time from which on JOB, which has started, may be preempted
 * (PreemptExemptTime): scontrol's PreemptEligibleTime. */
int64_t ft_preempt_eligible(
    const struct ft_world *world, const struct ft_job *job);
/* Returns whether preemption may change the order of the queue.  With
 * partition_prio it does so only if there are reservations, because tiers order
 * the queue anyway. */
bool ft_preempt_orders(const struct ft_world *world);
/* A job, and where it would start or runs. */
struct ft_contender {
	const struct ft_job *job;
	uint32_t partition, qos; /* index; id */
};
/* Returns whether A precedes B because it may preempt it: the first rule of the
 * order of the queue. */
bool ft_preempt_goes_first(const struct ft_world *world,
    const struct ft_contender *a, const struct ft_contender *b);
/* Fill VICTIMS with all jobs that SEEKER may preempt now (they run in its
 * partition, are past their exempt time, ...), first victim first. */
void ft_preempt_candidates(
    const struct ft_seeker *seeker, struct ft_victims *victims);

/* Returns whether jobs of PARTITION share CPUs (OverSubscribe=FORCE). */
bool ft_preempt_shares(const struct ft_world *world, uint32_t partition);
/* Returns whether jobs that share take turns (PreemptMode=GANG). */
bool ft_preempt_slices(const struct ft_world *world);

/* ---- find.c -------------------------------------------------------------- */

/*
 * As ft_place_find on what is free now, but jobs that SEEKER may preempt count as
 * gone as far as necessary.  With FT_FIT, VICTIMS holds only the jobs that must
 * go, none if it fits beside them all.
 */
enum ft_fit ft_preempt_find(const struct ft_seeker *seeker,
    const ft_nodes *avail, struct ft_found *found, struct ft_victims *victims);

/* ---- push.c -------------------------------------------------------------- */

/*
 * Preempt VICTIMS for JOB.  Those without grace time end or are suspended now;
 * the others get a notice and end when it is over.  Returns whether JOB can
 * start at once; if not, it waits and its nodes are kept for it.
 */
bool ft_preempt_push(struct ft_world *world, struct ft_run *run,
    struct ft_job *job, const struct ft_victims *victims);
/* Returns when the next grace time, exempt time or time slice is over, INT64_MAX
 * never. */
int64_t ft_preempt_next(const struct ft_world *world);
/* End the jobs whose grace time is over, and let others have their turn. */
void ft_preempt_tick(struct ft_world *world, struct ft_run *run);
/* Returns whether victims of JOB are in their grace time: JOB is not examined
 * until it is over. */
bool ft_preempt_under_way(
    const struct ft_world *world, const struct ft_job *job);

/* ---- gang.c -------------------------------------------------------------- */

/* Resume suspended jobs whose CPUs are free again: call it after starts and
 * ends. */
void ft_preempt_settle(struct ft_world *world, struct ft_run *run);

#endif
