/*
 * subordination.h - Grid Engine's subordinate_list among the partitions of a
 * world: a partition plays a queue, a node a host, a job's part on a node a
 * task.
 *
 * A partition is a queue (partition.queue) if it has a SubordinateList, is
 * named in one, or has FairTreeSlots.  Queues share the CPUs of a node: each
 * counts its own slots (FairTreeSlots, else the node's CPUs), so a job of a
 * superior starts where one of a subordinate runs, and the passes of
 * sim/research/slotwise/slotwise.h say who of them is suspended then.  Without queues all of
 * this does nothing.
 * Source: queue_conf(5) of Grid Engine 6.2u5; man/fairtree.conf.5,
 * SUBORDINATION; tests/unit/t_subordination.c.
 */
#ifndef FT_SIM_RESEARCH_SUBORDINATION_SUBORDINATION_H
#define FT_SIM_RESEARCH_SUBORDINATION_SUBORDINATION_H

#include "sim/place/place.h"
#include "sim/schedule/run.h"
#include "sim/world/world.h"

/* From the jobs that run, each where suspended_by says; nobody is suspended or
 * woken by this.  By ft_world_settle. */
void ft_subordination_reset(struct ft_world *world);
void ft_subordination_free(struct ft_world *world);

/* JOB started, is about to end, was suspended or goes on for another reason:
 * noted, and seen to by the next ft_subordination_settle. */
void ft_subordination_started(struct ft_world *world, struct ft_job *job);
void ft_subordination_ended(struct ft_world *world, struct ft_job *job);
void ft_subordination_changed(struct ft_world *world, struct ft_job *job);

/*
 * Time begins to pass: what other commands and new settings have left is put
 * right (who is suspended for nobody goes on, ...).
 */
void ft_subordination_begin(struct ft_world *world, struct ft_run *run);
/*
 * The passes for all that was noted, in its order: jobs are suspended, go on,
 * or are put back, and RUN is told.  Not while a scheduler walks the queue.
 */
void ft_subordination_settle(struct ft_world *world, struct ft_run *run);

/* Append why subordination suspends JOB: "on n1 at most 2 jobs run in A.q and
 * below, and 2 do: 3, 7"; nothing if it does not. */
struct ft_str;
void ft_subordination_say(
    const struct ft_world *world, const struct ft_job *job, struct ft_str *str);

/* What a job with CPUS on a node counts there: FairTreeSlotCount. */
uint32_t ft_subordination_weight(const struct ft_world *world, uint32_t cpus);
/* CPUs that jobs of the queue PARTITION may still have on NODE as of FREE:
 * of its slots, and of the host's limit. */
uint32_t ft_subordination_room(const struct ft_world *world,
    const struct ft_free *free, uint32_t partition, uint32_t node);
/*
 * Whether NODE takes no job of the queue PARTITION now: its instance there is
 * suspended, or (FairTreeLoadAdjust) a job that starts with SLOTS would be
 * suspended at once.
 */
bool ft_subordination_closed(const struct ft_world *world, uint32_t partition,
    uint32_t node, uint32_t slots);

#endif
