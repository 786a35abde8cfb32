/*
 * metrics.c - samples for Prometheus: nodes by state, CPUs and memory, under the
 * names that exporters give the output of sinfo.
 */

#include "report/format/prometheus.h"
#include "report/node/node.h"

/* The states by which exporters count nodes; the first match wins. */
static const struct {
	unsigned flag, base; /* flag 0: any; base 0: any */
	const char *name;
} counted[] = { { FT_NODE_HAS_DRAIN, 0, "drain" },
	{ FT_NODE_HAS_FAIL, 0, "fail" }, { 0, FT_NODE_BASE_DOWN, "down" },
	{ FT_NODE_HAS_MAINT, 0, "maint" }, { FT_NODE_HAS_RESERVED, 0, "resv" },
	{ FT_NODE_HAS_PLANNED, 0, "planned" },
	{ 0, FT_NODE_BASE_ALLOCATED, "alloc" },
	{ 0, FT_NODE_BASE_MIXED, "mix" }, { 0, FT_NODE_BASE_IDLE, "idle" },
	{ 0, 0, "other" } };

static size_t
count_as(unsigned state)
{
	size_t i = 0;

	while ((state & counted[i].flag) != counted[i].flag ||
	       (counted[i].base && ft_nodestate_base(state) != counted[i].base))
		i++;
	return i;
}

static void
count_partitions(const struct ft_nodeuse *use, struct ft_prometheus *to)
{
	const struct ft_machine *machine = &use->world->machine;
	char name[32];

	for (size_t kind = 0; kind < FT_COUNT(counted); kind++) {
		snprintf(
		    name, sizeof name, "slurm_nodes_%s", counted[kind].name);
		ft_prometheus_family(to, name, FT_METRIC_GAUGE,
		    "Nodes of a partition in this state.");
		for (size_t i = 0; i < machine->n_partition; i++) {
			const struct ft_partition *in = &machine->partition[i];
			uint64_t n = 0;

			for (size_t k = 0; k < in->n_node; k++)
				n += count_as(ft_nodeuse_state(
					 use, in->node[k])) == kind;
			ft_prometheus_label(
			    to, "cluster", use->world->cluster_name);
			ft_prometheus_label(to, "partition", in->name);
			ft_prometheus_u64(to, n);
		}
	}
}

/* What a node has or has in use, by the state it is in. */
enum amount { CPU_ALLOC, CPU_IDLE, CPU_OTHER, CPU_TOTAL, MEM_ALLOC, MEM_TOTAL };

static const struct ft_metric_family amounts[] = {
	[CPU_ALLOC] = { "slurm_node_cpu_alloc", FT_METRIC_GAUGE,
	    "CPUs of a node that jobs have." },
	[CPU_IDLE] = { "slurm_node_cpu_idle", FT_METRIC_GAUGE,
	    "CPUs of a node that a job could have." },
	[CPU_OTHER] = { "slurm_node_cpu_other", FT_METRIC_GAUGE,
	    "CPUs of a node that no job can have." },
	[CPU_TOTAL] = { "slurm_node_cpu_total", FT_METRIC_GAUGE,
	    "CPUs of a node." },
	[MEM_ALLOC] = { "slurm_node_mem_alloc", FT_METRIC_GAUGE,
	    "Memory of a node that jobs have, in MiB." },
	[MEM_TOTAL] = { "slurm_node_mem_total", FT_METRIC_GAUGE,
	    "Memory of a node, in MiB." },
};
static const struct ft_metric_family totals[] = {
	{ "slurm_cpus_alloc", FT_METRIC_GAUGE, "CPUs that jobs have." },
	{ "slurm_cpus_idle", FT_METRIC_GAUGE, "CPUs that a job could have." },
	{ "slurm_cpus_other", FT_METRIC_GAUGE, "CPUs that no job can have." },
	{ "slurm_cpus_total", FT_METRIC_GAUGE, "CPUs of all nodes." },
};

static uint64_t
amount_of(const struct ft_nodeuse *use, uint32_t index, enum amount amount)
{
	const struct ft_node *node = &use->world->machine.node[index];
	struct ft_nodeuse_cpus cpus = ft_nodeuse_cpus(use, index);

	switch (amount) {
	case CPU_ALLOC:
		return cpus.allocated;
	case CPU_IDLE:
		return cpus.idle;
	case CPU_OTHER:
		return cpus.other;
	case CPU_TOTAL:
		return node->cpus;
	case MEM_ALLOC:
		return ft_nodeuse_tres(use, index)[FT_TRES_MEM];
	case MEM_TOTAL:
		return node->memory;
	}
	return 0;
}

static void
put_sample(const struct ft_nodeuse *use, uint32_t index, uint64_t amount,
    struct ft_prometheus *to)
{
	struct ft_str state FT_CLEANUP(ft_str_free) = { 0 };

	ft_nodestate_add(&state, ft_nodeuse_state(use, index));
	ft_prometheus_label(to, "cluster", use->world->cluster_name);
	ft_prometheus_label(to, "node", use->world->machine.node[index].name);
	ft_prometheus_label(to, "status", ft_str_text(&state));
	ft_prometheus_u64(to, amount);
}

static void
put_amounts(const struct ft_nodeuse *use, struct ft_prometheus *to)
{
	const struct ft_world *world = use->world;
	const struct ft_machine *machine = &world->machine;
	uint64_t sum[CPU_TOTAL + 1] = { 0 }, nodes = 0;

	for (int k = CPU_ALLOC; k <= MEM_TOTAL; k++) {
		ft_prometheus_family(
		    to, amounts[k].name, amounts[k].type, amounts[k].help);
		for (uint32_t i = 0; i < machine->n_node; i++) {
			uint64_t n = amount_of(use, i, (enum amount)k);

			if (machine->node[i].state == FT_NODE_FUTURE)
				continue;
			put_sample(use, i, n, to);
			if (k <= CPU_TOTAL)
				sum[k] += n;
			nodes += k == CPU_TOTAL;
		}
	}
	for (int k = CPU_ALLOC; k <= CPU_TOTAL; k++) {
		ft_prometheus_family(
		    to, totals[k].name, totals[k].type, totals[k].help);
		ft_prometheus_label(to, "cluster", world->cluster_name);
		ft_prometheus_u64(to, sum[k]);
	}
	ft_prometheus_family(
	    to, "slurm_nodes_total", FT_METRIC_GAUGE, "Nodes of the cluster.");
	ft_prometheus_label(to, "cluster", world->cluster_name);
	ft_prometheus_u64(to, nodes);
}

void
ft_nodeuse_samples(const struct ft_nodeuse *use, struct ft_out *out)
{
	struct ft_prometheus to = { .out = out };

	count_partitions(use, &to);
	put_amounts(use, &to);
}
