/*
 * queue.h - partitions that are queues in the sense of Grid Engine:
 * which list of subordinates applies on which node, and the faults of all lists
 * together.
 */
#ifndef FT_MODEL_MACHINE_QUEUE_H
#define FT_MODEL_MACHINE_QUEUE_H

#include "model/machine/machine.h"
#include "model/research/subordinate.h"

/* The lists of all partitions, by node. */
struct ft_queue_lists;
/* machine: borrowed; do not change it as long as the lists live. */
struct ft_queue_lists *ft_queue_lists_new(const struct ft_machine *machine);
void ft_queue_lists_free(struct ft_queue_lists *lists);
/*
 * Returns the list of PARTITION that applies on NODE (borrowed from the
 * machine), NULL if there is none.  *ambiguous: two groups differ there.
 */
const struct ft_subordinate_list *ft_queue_list(
    const struct ft_queue_lists *lists, uint32_t partition, uint32_t node,
    bool *ambiguous);

struct ft_queue_finding {
	struct ft_subordinate_finding finding;
	const char *host;   /* the first node that has the fault; "" all */
	const char *origin; /* of the partition: "file:line"; "" live */
};
typedef void ft_queue_report(void *ctx, const struct ft_queue_finding *finding);
/* Check all nodes and report each fault once; REPORT may be NULL.  Returns how
 * many are refused. */
size_t ft_machine_check_queues(
    const struct ft_machine *machine, ft_queue_report *report, void *ctx);
/* FT_EINVAL: the first fault that is refused; place: with that of the line. */
enum ft_status ft_machine_refuse_queues(
    const struct ft_machine *machine, bool place, struct ft_error *err);

#endif
