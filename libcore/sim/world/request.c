/* What a job requests, before nodes are chosen: CPUs, memory, GRES, TRES. */
#include "sim/world/request.h"

uint32_t
ft_job_least_nodes(
    const struct ft_job *job, const struct ft_partition *partition)
{
	uint32_t least = job->min_nodes ? job->min_nodes : 1;
	uint32_t raised = partition->min_nodes;

	return raised == FT_UNLIMITED || raised < least ||
		       (job->max_nodes && job->max_nodes < raised) ||
		       strchr(job->partitions, ',')
		   ? least
		   : raised;
}

uint32_t
ft_job_cpus(const struct ft_job *job)
{
	uint64_t tasks = job->tasks_wanted, cpus;

	if (job->shape.cpus)
		return job->shape.cpus > job->min_nodes ? job->shape.cpus
							: job->min_nodes;
	if (job->shape.overcommit)
		return job->min_nodes;
	if (!job->tasks_given)
		tasks = job->tasks_per_node
			    ? (uint64_t)job->min_nodes * job->tasks_per_node
			    : job->min_nodes;
	cpus = ft_num_times(tasks, job->cpus_per_task ? job->cpus_per_task : 1);
	/*
	 * with a range of nodes, --nodes does not say how many tasks there are
	 */
	if (!job->tasks_given && !job->tasks_per_node &&
	    job->max_nodes > job->min_nodes)
		return job->cpus_per_task ? job->cpus_per_task : 1;
	if (cpus < job->min_nodes)
		cpus = job->min_nodes;
	return ft_num_in_u32(cpus);
}

/* Returns the GPUs JOB requests on NODES nodes. */
static uint64_t
gpus_of(const struct ft_world *world, const struct ft_job *job, uint64_t nodes)
{
	uint64_t gpus = 0;

	for (size_t i = 0; i < job->n_gres_need; i++)
		if (!strcmp(world->machine.gres[job->gres_need[i].index].name,
			"gpu"))
			gpus += ft_num_times(job->gres_need[i].count, nodes);
	return job->shape.gpus ? job->shape.gpus : gpus;
}

static uint64_t
memory_of(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, uint32_t cpus)
{
	if (job->shape.mem_per_gpu)
		return ft_num_times(job->shape.mem_per_gpu,
		    gpus_of(world, job, job->min_nodes));
	if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0)
		return ft_num_times(job->mem_per_cpu, cpus);
	if (job->mem_per_node != FT_MEM_UNSET && job->mem_per_node > 0)
		return ft_num_times(job->mem_per_node, job->min_nodes);
	/* all of as many nodes, as if they were like the first one */
	return partition && partition->n_node
		   ? ft_num_times(world->machine.node[*partition->node].memory,
			 job->min_nodes)
		   : 0;
}

/* Add COUNT of a resource.  gres/gpu:a100 counts as gres/gpu, too. */
static void
add_gres(const struct ft_world *world, const struct ft_job_count *need,
    uint64_t count, uint64_t *tres)
{
	const struct ft_machine *machine = &world->machine;
	const struct ft_gres *gres = &machine->gres[need->index];

	for (size_t g = 0; g < machine->n_gres; g++) {
		const struct ft_gres *kind = &machine->gres[g];
		bool same = g == need->index ||
			    (!*kind->type && !strcmp(kind->name, gres->name));

		if (same && kind->tres < world->tres.n)
			tres[kind->tres] += count;
	}
}

void
ft_job_add_counts(const struct ft_world *world, const struct ft_job *job,
    uint64_t nodes, uint64_t *tres)
{
	const struct ft_machine *machine = &world->machine;

	for (size_t i = 0; i < job->n_gres_need; i++) {
		const struct ft_job_count *need = &job->gres_need[i];
		bool gpus = job->shape.gpus &&
			    !strcmp(machine->gres[need->index].name, "gpu");

		add_gres(world, need,
		    gpus ? job->shape.gpus : ft_num_times(need->count, nodes),
		    tres);
	}
	for (size_t i = 0; i < job->n_license_need; i++) {
		uint32_t index =
		    machine->license[job->license_need[i].index].tres;

		if (index < world->tres.n)
			tres[index] += job->license_need[i].count;
	}
}

void
ft_world_request(const struct ft_world *world, const struct ft_job *job,
    const struct ft_partition *partition, uint64_t *req)
{
	static const struct ft_billing none;
	uint32_t cpus = ft_job_cpus(job);
	double billing;

	memset(req, 0, world->tres.n * sizeof *req);
	req[FT_TRES_CPU] = cpus;
	req[FT_TRES_MEM] = memory_of(world, job, partition, cpus);
	req[FT_TRES_NODE] =
	    partition ? ft_job_least_nodes(job, partition) : job->min_nodes;
	ft_job_add_counts(world, job, job->min_nodes, req);
	billing = ft_billing_of(partition ? &partition->billing : &none,
	    &world->tres, req, world->priority_flags);
	req[FT_TRES_BILLING] = billing > 0 ? (uint64_t)billing : 0;
}
