/* node.c - what running jobs have of each node, and its state. */

#include "report/node/node.h"

#include "sim/place/place.h"
#include "sim/reserve/reserve.h"

static void
add_gres(struct ft_nodeuse *use, const struct ft_job *job, uint32_t node)
{
	const struct ft_machine *machine = &use->world->machine;
	uint64_t *count = use->count + node * use->n_tres;
	uint64_t *has FT_CLEANUP(ft_free_at) =
	    ft_calloc(machine->n_gres + 1, sizeof *has);

	ft_place_gres(
	    use->world, job, ft_place_whole(use->world, job), node, has);
	for (size_t g = 0; g < machine->n_gres; g++) {
		if (machine->gres[g].tres != UINT32_MAX)
			count[machine->gres[g].tres] += has[g];
	}
}

static void
add_planned(struct ft_nodeuse *use, const char *hosts)
{
	struct ft_error err;
	uint32_t *node FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0;

	if (ft_machine_hosts(&use->world->machine, hosts, &node, &n, &err) ==
	    FT_OK)
		for (size_t i = 0; i < n; i++)
			use->planned[node[i]] = FT_NODE_HAS_PLANNED;
}

/* Add what JOB has of its nodes.  A suspended job keeps memory and GRES, and one
 * that was suspended for another job its CPUs, too, which both have. */
static void
add_job(struct ft_nodeuse *use, const struct ft_job *job)
{
	for (size_t k = 0; k < job->n_node; k++) {
		const struct ft_job_node *part = &job->node[k];
		uint64_t *count = use->count + part->node * use->n_tres;
		uint64_t all = use->world->machine.node[part->node].cpus;

		if (job->suspended_by == FT_SUSPEND_NONE ||
		    job->suspended_by == FT_SUSPEND_PREEMPT)
			count[FT_TRES_CPU] =
			    ft_min_u64(count[FT_TRES_CPU] + part->cpus, all);
		count[FT_TRES_MEM] += part->memory;
		add_gres(use, job, part->node);
	}
}

void
ft_nodeuse_init(struct ft_nodeuse *use, const struct ft_world *world)
{
	size_t n = world->machine.n_node;

	*use = (struct ft_nodeuse){ .world = world, .n_tres = world->tres.n };
	use->planned = ft_calloc(n + 1, sizeof *use->planned);
	use->count = ft_calloc(n * use->n_tres + 1, sizeof *use->count);
	for (size_t i = 0; i < world->n_job; i++) {
		const struct ft_job *job = world->job[i];

		if (job->state == FT_JOB_PENDING && *job->sched_nodes)
			add_planned(use, job->sched_nodes);
		if (job->state == FT_JOB_RUNNING ||
		    job->state == FT_JOB_SUSPENDED)
			add_job(use, job);
	}
}

void
ft_nodeuse_free(struct ft_nodeuse *use)
{
	ft_free(use->count);
	ft_free(use->planned);
}

/* Whether a node in a state can be PLANNED beside it. */
static bool
shows_plans(const struct ft_nodeuse *use, unsigned state)
{
	return state == FT_NODE_BASE_IDLE ||
	       (state == FT_NODE_BASE_MIXED &&
		   ft_release_has(ft_conf_release(use->world->conf),
		       FT_RULE_PLANNED_MIXED));
}

unsigned
ft_nodeuse_state(const struct ft_nodeuse *use, uint32_t index)
{
	const struct ft_node *node = &use->world->machine.node[index];
	unsigned reserved = ft_reserve_of_node(use->world, index);
	uint64_t cpus = ft_nodeuse_tres(use, index)[FT_TRES_CPU];
	static const unsigned flags[] = {
		[FT_NODE_IDLE] = 0,
		[FT_NODE_DOWN] = 0,
		[FT_NODE_DRAIN] = FT_NODE_HAS_DRAIN,
		[FT_NODE_FAIL] = FT_NODE_HAS_FAIL,
		[FT_NODE_FUTURE] = 0,
	};
	unsigned state = cpus == 0            ? FT_NODE_BASE_IDLE
			 : cpus >= node->cpus ? FT_NODE_BASE_ALLOCATED
					      : FT_NODE_BASE_MIXED;

	if (node->state == FT_NODE_DOWN || node->also == FT_NODE_DOWN)
		state = FT_NODE_BASE_DOWN;
	if (node->state == FT_NODE_FUTURE)
		state = FT_NODE_BASE_FUTURE;
	if (shows_plans(use, state))
		state |= use->planned[index];
	if (node->cloud)
		state |= FT_NODE_HAS_CLOUD;
	if (node->cloud && !ft_nodestate_is_busy(state))
		state |= FT_NODE_HAS_POWERED_DOWN;
	if (reserved & FT_RESERVED)
		state |= FT_NODE_HAS_RESERVED;
	if (reserved & FT_RESERVED_MAINT)
		state |= FT_NODE_HAS_MAINT;
	return state | flags[node->state] | flags[node->also];
}

/* sinfo counts the free CPUs of failing and future nodes as idle. */
static bool
gives(enum ft_node_state state)
{
	return state == FT_NODE_IDLE || state == FT_NODE_FAIL ||
	       state == FT_NODE_FUTURE;
}

struct ft_nodeuse_cpus
ft_nodeuse_cpus(const struct ft_nodeuse *use, uint32_t index)
{
	const struct ft_node *node = &use->world->machine.node[index];
	uint64_t used = ft_nodeuse_tres(use, index)[FT_TRES_CPU];
	uint64_t rest = node->cpus > used ? node->cpus - used : 0;
	bool good = gives(node->state) && gives(node->also);

	return (
	    struct ft_nodeuse_cpus){ used, good ? rest : 0, good ? 0 : rest };
}
