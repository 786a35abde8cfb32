/* CPUs and memory of all nodes together, and of those of a partition. */
#include "model/machine/private.h"

void
ft_machine_sum_nodes(struct ft_machine *machine)
{
	machine->cpus = 0;
	machine->memory = 0;
	for (size_t i = 0; i < machine->n_node; i++) {
		const struct ft_node *node = &machine->node[i];

		if (node->state == FT_NODE_FUTURE)
			continue;
		machine->cpus += node->cpus;
		machine->memory += node->memory;
	}
}

void
ft_machine_count_node(const struct ft_machine *machine,
    const struct ft_node *node, uint64_t *count)
{
	if (node->state == FT_NODE_FUTURE)
		return;
	count[FT_TRES_CPU] += node->cpus;
	count[FT_TRES_MEM] += node->memory;
	count[FT_TRES_NODE]++;
	for (size_t i = 0; i < machine->n_gres; i++)
		if (machine->gres[i].tres != UINT32_MAX)
			count[machine->gres[i].tres] += node->gres_count[i];
}

void
ft_partition_sum(
    const struct ft_machine *machine, struct ft_partition *partition)
{
	partition->cpus = 0;
	partition->memory = 0;
	for (size_t i = 0; i < partition->n_node; i++) {
		const struct ft_node *node = &machine->node[partition->node[i]];

		if (node->state == FT_NODE_FUTURE)
			continue;
		partition->cpus += node->cpus;
		partition->memory += node->memory;
	}
}
