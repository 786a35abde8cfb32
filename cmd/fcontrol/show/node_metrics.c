/*
 * node_metrics.c - fcontrol show nodes --prometheus: nodes by state, CPUs and
 * memory, under the names that exporters give the output of sinfo.
 */

#include "fcontrol/show/node.h"
#include "report/format/prometheus.h"

/* The states by which exporters count nodes; the first match wins. */
static const struct {
	const char *in, *name; /* in the node's state; in the metric's name */
} counted[] = { { "DRAIN", "drain" }, { "FAIL", "fail" }, { "DOWN", "down" },
	{ "MAINT", "maint" }, { "RESERVED", "resv" }, { "PLANNED", "planned" },
	{ "ALLOC", "alloc" }, { "MIXED", "mix" }, { "IDLE", "idle" },
	{ "", "other" } };
#define COUNTED (sizeof counted / sizeof *counted)

static size_t
count_as(const char *state)
{
	size_t i = 0;

	while (!strstr(state, counted[i].in))
		i++;
	return i;
}

static void
count_partitions(const struct ft_world *world,
    const struct fcontrol_in_use *use, struct ft_prometheus *to)
{
	const struct ft_machine *machine = &world->machine;
	char state[64], name[32];

	for (size_t kind = 0; kind < COUNTED; kind++) {
		snprintf(
		    name, sizeof name, "slurm_nodes_%s", counted[kind].name);
		ft_prometheus_family(to, name, FT_METRIC_GAUGE,
		    "Nodes of a partition in this state.");
		for (size_t i = 0; i < machine->n_partition; i++) {
			const struct ft_partition *in = &machine->partition[i];
			uint64_t n = 0;

			for (size_t k = 0; k < in->n_node; k++)
				n += count_as(fcontrol_node_state(world, use,
					 in->node[k], state, sizeof state)) ==
				     kind;
			ft_prometheus_label(to, "cluster", world->cluster_name);
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
amount_of(const struct ft_node *node, const uint64_t *used, enum amount amount)
{
	bool good = node->state == FT_NODE_IDLE;
	uint64_t rest =
	    node->cpus > used[FT_TRES_CPU] ? node->cpus - used[FT_TRES_CPU] : 0;

	switch (amount) {
	case CPU_ALLOC:
		return used[FT_TRES_CPU];
	case CPU_IDLE:
		return good ? rest : 0;
	case CPU_OTHER:
		return good ? 0 : rest;
	case CPU_TOTAL:
		return node->cpus;
	case MEM_ALLOC:
		return used[FT_TRES_MEM];
	case MEM_TOTAL:
		return node->memory;
	}
	return 0;
}

static void
put_amounts(const struct ft_world *world, const struct fcontrol_in_use *use,
    struct ft_prometheus *to)
{
	const struct ft_machine *machine = &world->machine;
	uint64_t sum[CPU_TOTAL + 1] = { 0 }, nodes = 0;
	char state[64];

	for (int k = CPU_ALLOC; k <= MEM_TOTAL; k++) {
		ft_prometheus_family(
		    to, amounts[k].name, amounts[k].type, amounts[k].help);
		for (uint32_t i = 0; i < machine->n_node; i++) {
			const struct ft_node *node = &machine->node[i];
			uint64_t n = amount_of(
			    node, use->count + i * use->n_tres, (enum amount)k);

			if (node->state == FT_NODE_FUTURE)
				continue;
			ft_prometheus_label(to, "cluster", world->cluster_name);
			ft_prometheus_label(to, "node", node->name);
			ft_prometheus_label(to, "status",
			    fcontrol_node_state(
				world, use, i, state, sizeof state));
			ft_prometheus_u64(to, n);
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
fcontrol_node_samples(
    struct fcontrol *control, const struct fcontrol_in_use *use)
{
	struct ft_prometheus to;
	struct ft_out out;

	ft_out_init(&out, control->context->out);
	to = (struct ft_prometheus){ .out = &out };
	count_partitions(&control->world, use, &to);
	put_amounts(&control->world, use, &to);
	ft_out_free(&out);
}
