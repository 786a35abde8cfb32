/*
 * preempt.h - jobs that push others aside: PreemptType preempt/qos and
 * preempt/partition_prio, and gang scheduling, which lets those that were
 * suspended go on.
 *
 * Who may push aside whom, in which order they go, and what becomes of them
 * (CANCEL, REQUEUE, SUSPEND), for both schedulers.
 * Source: slurm.conf(5), PreemptType; the recordings of the real 22.05;
 * tests/unit/t_preempt.c.
 */
#ifndef FT_SIM_PREEMPT_PREEMPT_H
#define FT_SIM_PREEMPT_PREEMPT_H

#include "sim/place/place.h"
#include "sim/schedule/run.h"
#include "sim/world/world.h"

/* What becomes of a job that is pushed aside. */
enum ft_preempt_way {
	FT_PREEMPT_OFF, /* it is not */
	FT_PREEMPT_CANCEL,
	FT_PREEMPT_REQUEUE,
	FT_PREEMPT_SUSPEND
};

/* Jobs that would go, in the order they go. */
struct ft_victims {
	struct ft_job **job;
	size_t n, cap;
};
void ft_victims_clear(struct ft_victims *victims);

/* ---- preempt.c: who may, and in which order --------------------------------- */

/* Whether the settings let any job push another aside, or share CPUs: then
 * ft_preempt_find knows more than ft_place_find. */
bool ft_preempt_is_on(const struct ft_world *world);
/* Of VICTIM (which runs): its partition's or QOS's own way, else the
 * cluster's; CANCEL where it cannot be put back. */
enum ft_preempt_way ft_preempt_way(
    const struct ft_world *world, const struct ft_job *victim);
/* Seconds VICTIM has once it is told. */
int64_t ft_preempt_grace(
    const struct ft_world *world, const struct ft_job *victim);
/* The time from which on JOB, which runs or ran, may be pushed aside:
 * PreemptEligibleTime. */
int64_t ft_preempt_eligible(
    const struct ft_world *world, const struct ft_job *job);
/* Whether that may change the order of the queue at all: by partitions it does
 * only where somebody has a reservation, for their tiers say the same. */
bool ft_preempt_orders(const struct ft_world *world);
/* Whether JOB in PARTITION comes before OTHER in its partition for the reason
 * that it may preempt it: rule 2 of the order of the queue. */
bool ft_preempt_goes_first(const struct ft_world *world,
    const struct ft_job *job, uint32_t partition, const struct ft_job *other,
    uint32_t other_partition);
/* Whether JOB in PARTITION may push VICTIM aside now: it runs there, is past
 * its exempt time, ... */
bool ft_preempt_may(const struct ft_world *world, const struct ft_job *job,
    uint32_t partition, const struct ft_job *victim);
/* All whom SEEKER may, in the order they would go; victims: cleared first. */
void ft_preempt_candidates(
    const struct ft_seeker *seeker, struct ft_victims *victims);

/* Whether jobs of PARTITION share CPUs (OverSubscribe=FORCE); how many to a CPU,
 * 1 if they do not. */
bool ft_preempt_shares(const struct ft_world *world, uint32_t partition);
uint32_t ft_preempt_rows(const struct ft_world *world, uint32_t partition);
/* Whether those who share take turns (PreemptMode=GANG). */
bool ft_preempt_slices(const struct ft_world *world);

/* ---- preempt/find.c --------------------------------------------------------- */

/*
 * As ft_place_find on what is free now, with the jobs that SEEKER may push aside
 * counted as gone as far as needed: FT_FIT with victims->n 0 if none had to.
 * victims: cleared first; those that are not needed are left out.
 */
enum ft_fit ft_preempt_find(const struct ft_seeker *seeker,
    const ft_nodes *avail, struct ft_found *found, struct ft_victims *victims);

/* ---- preempt/push.c --------------------------------------------------------- */

/*
 * Push them aside for JOB: those without grace end or are suspended now, so
 * that JOB can start at once (true); those with grace are told, and end when it
 * is over (false: JOB waits, its nodes are kept for it).
 */
bool ft_preempt_push(struct ft_world *world, struct ft_run *run,
    struct ft_job *job, const struct ft_victims *victims);
/* When the next grace time or time slice is over, INT64_MAX none; end those
 * that are due, and let others have their turn. */
int64_t ft_preempt_next(const struct ft_world *world);
void ft_preempt_tick(struct ft_world *world, struct ft_run *run);
/* JOB ended or started: suspended jobs whose place is free again go on. */
void ft_preempt_settle(struct ft_world *world, struct ft_run *run);
/* Whether jobs were told to go for JOB and have grace: it is not looked at
 * meanwhile.  When it is over who looks at it pushes them. */
bool ft_preempt_under_way(
    const struct ft_world *world, const struct ft_job *job);

#endif
