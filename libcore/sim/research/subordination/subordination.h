/*
 * subordination.h - Grid Engine's subordinate_list for the partitions of a world:
 * a partition is a queue, a node a host, a job's part on a node a task.
 *
 * A partition is a queue (partition.queue) if it has a SubordinateList, is named
 * in one, or has FairTreeSlots.  Queues share the CPUs of a node, but each
 * counts its own slots (FairTreeSlots, else the node's CPUs).  So a job of a
 * superior queue starts where one of a subordinate runs, and the passes of
 * slotwise/slotwise.h decide which of them is then suspended.  Without queues
 * nothing here does anything.
 *
 * This header is the only research that core rooms know: job/ and change/ note
 * what happens to jobs, place/ asks whether a node is closed, and run/ has the
 * decisions carried out (research/suspend).
 * Source: queue_conf(5) of Grid Engine 6.2u5; man/fairtree.conf.5,
 * SUBORDINATION; tests/unit/t_subordination.c.
 */
#ifndef FT_SIM_RESEARCH_SUBORDINATION_SUBORDINATION_H
#define FT_SIM_RESEARCH_SUBORDINATION_SUBORDINATION_H

#include "sim/research/slotwise/slotwise.h"
#include "sim/world/world.h"

/* Put the running jobs on their hosts, suspended as suspended_by says; no pass
 * is made.  SINK gets the decisions of later passes. */
void ft_subordination_reset(struct ft_world *world, ft_slotwise_sink *sink);
void ft_subordination_free(struct ft_world *world);

/* JOB started, is about to end, or was suspended or resumed for another reason:
 * noted for the next ft_subordination_settle. */
void ft_subordination_started(struct ft_world *world, struct ft_job *job);
void ft_subordination_ended(struct ft_world *world, struct ft_job *job);
void ft_subordination_changed(struct ft_world *world, struct ft_job *job);

/*
 * Returns whether NODE takes no job of the queue PARTITION now: its instance there
 * is suspended, or (FairTreeLoadAdjust) a job that starts with SLOTS would be
 * suspended at once.
 */
bool ft_subordination_closed(const struct ft_world *world, uint32_t partition,
    uint32_t node, uint32_t slots);

/* Append why subordination suspends JOB: "on n1 at most 2 jobs run in A.q and
 * below, and 2 do: 3, 7"; nothing if it does not. */
void ft_subordination_describe(
    const struct ft_world *world, const struct ft_job *job, struct ft_str *str);

#endif
