/*
 * node_use.c - the resources running jobs use on each node, and its state.
 */

#include "fcontrol/show/node.h"
#include "sim/reserve/reserve.h"

static void
add_gres(
    const struct ft_world *world, const struct ft_job *job, uint64_t *count)
{
	for (size_t i = 0; i < job->n_gres_need; i++) {
		const struct ft_gres *gres =
		    &world->machine.gres[job->gres_need[i].index];

		if (gres->tres != UINT32_MAX)
			count[gres->tres] += job->gres_need[i].count;
	}
}

static void
add_planned(struct fcontrol_in_use *use, const struct ft_world *world,
    const char *hosts)
{
	struct ft_error err;
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	if (ft_machine_hosts(&world->machine, hosts, &node, &n, &err) == FT_OK)
		for (size_t i = 0; i < n; i++)
			use->planned[node[i]] = true;
}

void
fcontrol_in_use_init(struct fcontrol_in_use *use, const struct ft_world *world)
{
	use->n_tres = world->tres.n;
	use->planned =
	    ft_calloc(world->machine.n_node + 1, sizeof *use->planned);
	use->count = ft_calloc(
	    world->machine.n_node * use->n_tres + 1, sizeof *use->count);
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (job->state == FT_JOB_PENDING && *job->sched_nodes)
			add_planned(use, world, job->sched_nodes);
		if (job->state != FT_JOB_RUNNING)
			continue;
		for (size_t k = 0; k < job->n_node; k++) {
			const struct ft_job_node *part = &job->node[k];
			uint64_t *count = use->count + part->node * use->n_tres;

			count[FT_TRES_CPU] += part->cpus;
			count[FT_TRES_MEM] += part->memory;
			add_gres(world, job, count);
		}
	}
}

void
fcontrol_in_use_free(struct fcontrol_in_use *use)
{
	ft_free(use->count);
	ft_free(use->planned);
}

const char *
fcontrol_node_state(const struct ft_world *world,
    const struct fcontrol_in_use *use, uint32_t index, char *buf, size_t size)
{
	const struct ft_node *node = &world->machine.node[index];
	unsigned reserved = ft_reserve_of_node(world, index);
	bool planned = use->planned[index];
	const uint64_t *used = use->count + index * use->n_tres;
	static const char *const flags[] = {
		[FT_NODE_IDLE] = "",
		[FT_NODE_DOWN] = "",
		[FT_NODE_DRAIN] = "+DRAIN",
		[FT_NODE_FAIL] = "+FAIL",
		[FT_NODE_FUTURE] = "",
	};
	const char *base = used[FT_TRES_CPU] == 0            ? "IDLE"
			   : used[FT_TRES_CPU] >= node->cpus ? "ALLOCATED"
							     : "MIXED";

	if (node->state == FT_NODE_DOWN)
		base = "DOWN";
	if (node->state == FT_NODE_FUTURE)
		base = "FUTURE";
	/* Slurm does not show PLANNED on a reserved node (case w26) */
	planned = planned && !reserved && strcmp(base, "IDLE") == 0;
	snprintf(buf, size, "%s%s%s%s%s", base, flags[node->state],
	    reserved & FT_RESERVED_MAINT ? "+MAINTENANCE" : "",
	    reserved & FT_RESERVED ? "+RESERVED" : "",
	    planned ? "+PLANNED" : "");
	return buf;
}
