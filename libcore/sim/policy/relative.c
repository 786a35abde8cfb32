/*
 * relative.c - limits of QOS with the flag Relative.
 *
 * Their limits on TRES are percentages.  If the QOS is that of a partition,
 * they are percentages of what the partition has, else of what the cluster
 * has.  Case: tests/oracle/cases/x35-relative-qos.
 */

#include "model/account/limits.h"
#include "model/account/qos.h"
#include "sim/policy/policy.h"

const struct ft_partition *
ft_policy_relative_to(const struct ft_world *world, const struct ft_qos *qos)
{
	const struct ft_machine *machine = &world->machine;

	if (!(qos->flags & FT_QOS_RELATIVE))
		return NULL;
	for (size_t i = 0; i < machine->n_partition; i++)
		if (strcmp(machine->partition[i].qos, qos->name) == 0)
			return &machine->partition[i];
	return NULL;
}

static uint64_t
gres_of(
    const struct ft_machine *machine, const struct ft_node *node, uint32_t tres)
{
	uint64_t count = 0;

	for (size_t i = 0; i < machine->n_gres; i++)
		if (machine->gres[i].tres == tres)
			count += node->gres_count[i];
	return count;
}

/* Returns what NODE has of TRES index INDEX; billing counts as CPUs. */
static uint64_t
node_has(const struct ft_machine *machine, const struct ft_node *node,
    uint32_t index)
{
	if (node->state == FT_NODE_FUTURE)
		return 0;
	if (index == FT_TRES_CPU || index == FT_TRES_BILLING)
		return node->cpus;
	if (index == FT_TRES_MEM)
		return node->memory;
	if (index == FT_TRES_NODE)
		return 1;
	return gres_of(machine, node, index);
}

uint64_t
ft_policy_qos_limit(const struct ft_world *world, const struct ft_qos *qos,
    const struct ft_limit *limit)
{
	const struct ft_machine *machine = &world->machine;
	const struct ft_partition *of = ft_policy_relative_to(world, qos);
	const struct ft_tres *tres = ft_tres_get(&world->tres, limit->tres);
	uint64_t total = 0;
	uint32_t index;

	if (!(qos->flags & FT_QOS_RELATIVE) || !tres ||
	    ft_limit_infos[limit->kind].type != FT_LIMIT_TRES)
		return limit->value;
	index = (uint32_t)(tres - world->tres.item);
	for (size_t i = 0; i < (of ? of->n_node : machine->n_node); i++)
		total += node_has(
		    machine, &machine->node[of ? of->node[i] : i], index);
	for (size_t i = 0; i < machine->n_license; i++)
		if (machine->license[i].tres == index)
			total += machine->license[i].count;
	return ft_num_times(total, limit->value) / 100;
}
