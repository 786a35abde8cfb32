/*
 * need.c - what a job needs of a node, and how much of that a node has.
 *
 * Slurm allocates whole cores; how many tasks fit on them depends on the
 * threads a job uses and on --ntasks-per-core (tests/oracle/cases/j46-show-job,
 * z40-sbatch-sizes).
 */

#include "sim/place/need.h"

#include "sim/place/slots.h"
#include "sim/research/subordination/subordination.h"
#include "sim/world/request.h"

/* Returns how many GPUs the job requests on each node. */
static uint64_t
gpus_here(const struct ft_need *need)
{
	const struct ft_machine *machine = &need->world->machine;
	const struct ft_job *job = need->job;
	uint64_t gpus = 0;

	for (size_t i = 0; i < job->n_gres_need; i++)
		if (!strcmp(machine->gres[job->gres_need[i].index].name, "gpu"))
			gpus += job->gres_need[i].count;
	return gpus;
}

static uint64_t
gpu_memory(const struct ft_need *need)
{
	return need->job->shape.mem_per_gpu * gpus_here(need);
}

/* Set how many CPUs are needed in all, for each task and on each node. */
static void
set_cpus(struct ft_need *need)
{
	const struct ft_job *job = need->job;
	const struct ft_job_shape *shape = &job->shape;
	uint32_t tasks = job->tasks_wanted ? job->tasks_wanted : 1;

	need->per_task = job->cpus_per_task ? job->cpus_per_task : 1;
	need->cpus = ft_max_u32(tasks, need->min_nodes) * need->per_task;
	need->per_node = shape->cpus_per_node;
	if (shape->overcommit) {
		need->per_node = ft_max_u32(need->per_node, need->per_task);
		need->per_task = 1;
		need->cpus = need->min_nodes;
	} else if (shape->cpus) {
		need->cpus = shape->cpus;
		need->per_task = ft_min_u32(need->per_task, need->cpus);
	}
}

/* The same for the CPUs that come with GPUs. */
static void
set_gpu_cpus(struct ft_need *need)
{
	uint32_t cpus = 0;

	if (need->job->shape.cpus_per_gpu)
		cpus =
		    (uint32_t)(need->job->shape.cpus_per_gpu * gpus_here(need));
	need->per_node = ft_max_u32(need->per_node, cpus);
	need->given = ft_max_u32(need->given, cpus);
}

/* Returns how many nodes the feature counts of JOB name together. */
static uint32_t
counted_nodes(const struct ft_job *job)
{
	struct ft_feature_part part[FT_FEATURE_PARTS];
	uint64_t sum = 0;

	if (!strchr(job->features, '*'))
		return 0;
	for (size_t i = ft_features_parts(job->features, part); i > 0 && i--;)
		sum += part[i].count;
	return ft_num_in_u32(sum);
}

struct ft_need
ft_need_of(const struct ft_seeker *seeker, const struct ft_free *free)
{
	const struct ft_job *job = seeker->job;
	const struct ft_partition *partition =
	    &seeker->world->machine.partition[seeker->partition];
	struct ft_need of = { .world = seeker->world,
		.job = job,
		.partition = partition,
		.free = free,
		.queue = partition->queue != FT_NO_QUEUE };
	struct ft_need *need = &of;
	enum ft_release release = ft_conf_release(seeker->world->conf);

	need->counted = counted_nodes(job);
	need->min_nodes =
	    ft_max_u32(ft_job_least_nodes(job, partition), need->counted);
	need->max_nodes = job->max_nodes ? job->max_nodes : UINT32_MAX;
	need->max_nodes = ft_min_u32(need->max_nodes, partition->max_nodes);
	set_cpus(need);
	need->given = need->per_node;
	if (job->shape.cpus_per_node && job->tasks_given &&
	    ft_release_has(release, FT_RULE_MINCPUS_ONLY_CHOOSES))
		need->given = 0;
	set_gpu_cpus(need);
	need->even = job->shape.spread &&
		     ft_release_has(release, FT_RULE_SPREADS_EVENLY);
	need->keeps = job->tasks_per_node &&
		      !ft_release_has(release, FT_RULE_TASKS_CUT_NODES);
	need->first = ((job->nodes_given && job->max_nodes == 1) ||
			  (job->tasks_given && job->tasks_wanted == 1)) &&
		      ft_release_has(release, FT_RULE_ONE_NODE_IS_FIRST);
	need->cores = need->world->place->cores;
	need->spread = need->world->place->spread || partition->lln;
	need->whole = job->exclusive || need->world->place->linear ||
		      partition->exclusive;
	need->cap = seeker->world->place->cap[seeker->partition];
	need->rows = ft_place_rows(partition, job);
	need->picky =
	    need->whole || !free || free->kept || need->cap != UINT32_MAX ||
	    free->sharing || need->rows || partition->exclusive_user ||
	    job->shape.user_nodes || *job->features || job->n_gres_need ||
	    job->shape.sockets || job->shape.cores || job->shape.threads;
	return of;
}

bool
ft_place_lacks_licenses(const struct ft_job *job, const struct ft_free *free)
{
	for (size_t i = 0; i < job->n_license_need; i++)
		if (ft_free_license(free, job->license_need[i].index) <
		    job->license_need[i].count)
			return true;
	return false;
}

/* ---- room on one node ---------------------------------------------------- */

/* Returns CPUS, or fewer if NODE has memory for fewer only. */
static uint32_t
with_memory(const struct ft_need *need, uint32_t node, uint32_t cpus)
{
	const struct ft_job *job = need->job;
	uint64_t left = need->free->node[node].memory;
	uint64_t all = need->world->machine.node[node].memory;

	if (!need->world->place->memory)
		return cpus;
	if (job->shape.mem_per_gpu)
		return left >= gpu_memory(need) ? cpus : 0;
	if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0) {
		uint64_t needed;

		/* dividing takes long, and is hardly ever needed */
		return __builtin_mul_overflow(
			   job->mem_per_cpu, cpus, &needed) ||
			       needed > left
			   ? (uint32_t)(left / job->mem_per_cpu)
			   : cpus;
	}
	if (job->mem_per_node == FT_MEM_UNSET)
		return cpus;
	if (job->mem_per_node == 0)
		return left == all ? cpus : 0;
	return left >= job->mem_per_node ? cpus : 0;
}

static bool
has_gres(const struct ft_need *need, uint32_t node)
{
	size_t n_gres = need->world->machine.n_gres;
	const uint64_t *here = need->free->gres + node * n_gres;

	for (size_t i = 0; i < need->job->n_gres_need; i++)
		if (here[need->job->gres_need[i].index] <
		    need->job->gres_need[i].count)
			return false;
	return true;
}

/* Returns the free CPUs of the node, or the free slots of the queue. */
static uint32_t
free_on(const struct ft_need *need, uint32_t node)
{
	const struct ft_machine *machine = &need->world->machine;
	uint32_t index, cpus;

	if (!need->queue)
		return need->free->node[node].cpus;
	if (need->free->node[node].whole)
		return 0;
	index = (uint32_t)(need->partition - machine->partition);
	cpus = ft_slots_room(need->world, need->free, index, node);
	if (cpus && need->free->now &&
	    ft_subordination_closed(
		need->world, index, node, ft_min_u32(cpus, need->cpus)))
		return 0;
	return cpus;
}

bool
ft_place_has_shape(const struct ft_node *node, const struct ft_job *job)
{
	const struct ft_job_shape *shape = &job->shape;

	return node->sockets >= shape->sockets && node->cores >= shape->cores &&
	       node->threads >= shape->threads;
}

/* Returns the threads of each core of NODE that the job uses. */
static uint32_t
threads_used(const struct ft_need *need, const struct ft_node *node)
{
	uint32_t asked = need->job->shape.threads;

	return asked ? ft_min_u32(asked, node->threads) : node->threads;
}

uint32_t
ft_need_core(const struct ft_need *need, uint32_t node)
{
	uint32_t most = need->job->shape.tasks_per_core;
	uint32_t used = threads_used(need, &need->world->machine.node[node]);

	if (!need->cores)
		return 1;
	return most ? ft_min_u32(most, used) : used;
}

static uint32_t
divide_up(uint32_t number, uint32_t by)
{
	return (uint32_t)ft_num_parts(number, by);
}

/* Returns how many tasks fit on CPUS of NODE.  Whole cores are allocated, but
 * the job may use only some of their threads, or put fewer tasks on a core than
 * fit. */
static uint32_t
tasks_on(const struct ft_need *need, const struct ft_node *node, uint32_t cpus)
{
	const struct ft_job_shape *shape = &need->job->shape;
	uint32_t used = threads_used(need, node), cores, tasks;

	assert(need->per_task > 0);
	if (!need->cores)
		return cpus / need->per_task;
	cores = cpus / node->threads;
	tasks = cores * used / need->per_task;
	if (shape->tasks_per_core == 1)
		tasks = cores / divide_up(need->per_task, used);
	else if (shape->tasks_per_core)
		tasks = ft_min_u32(tasks, cores * shape->tasks_per_core);
	if (shape->tasks_per_socket > node->cores * node->threads)
		return 0;
	if (shape->tasks_per_socket)
		tasks = ft_min_u32(
		    tasks, node->sockets * shape->tasks_per_socket * used);
	return tasks;
}

/* The inverse: returns the CPUs of NODE that are allocated so that tasks can
 * use CPUS of them. */
static uint32_t
cpus_given(
    const struct ft_need *need, const struct ft_node *node, uint32_t cpus)
{
	const struct ft_job_shape *shape = &need->job->shape;
	uint32_t used = threads_used(need, node), cores, tasks;

	if (cpus < need->given)
		cpus = need->given;
	if (!need->cores)
		return cpus;
	tasks = divide_up(cpus, need->per_task);
	cores = divide_up(cpus, used);
	if (shape->tasks_per_core == 1)
		cores = tasks * divide_up(need->per_task, used);
	else if (shape->tasks_per_core &&
		 cores < divide_up(tasks, shape->tasks_per_core))
		cores = divide_up(tasks, shape->tasks_per_core);
	return ft_min_u32(cores * node->threads, node->cpus);
}

/* Returns whether NODE has the features asked for. */
static bool
has_features(const struct ft_need *need, const struct ft_node *node)
{
	const char *features = need->job->features;

	if (!*features)
		return true;
	if (need->part && !ft_node_has_part(node, need->part))
		return false;
	return need->counted || ft_node_has_features(node, features);
}

/* Returns whether the job goes with those on NODE: jobs that share CPUs are not
 * beside jobs that do not. */
static bool
goes_with(const struct ft_need *need, uint32_t node)
{
	const struct ft_node_free *here = &need->free->node[node];

	if (!need->rows)
		return !here->sharing && !(need->whole && here->jobs);
	return here->forced == here->jobs &&
	       (!need->whole ||
		   here->cpus == need->world->machine.node[node].cpus);
}

/* Returns whether the job may use NODE at all: the settings of both admit each
 * other. */
static bool
admits(const struct ft_need *need, uint32_t node)
{
	const struct ft_node *info = &need->world->machine.node[node];

	return goes_with(need, node) &&
	       !ft_free_is_kept(need->free, node, need->job, need->partition) &&
	       has_features(need, info) &&
	       (!need->job->n_gres_need || has_gres(need, node)) &&
	       ft_place_has_shape(info, need->job);
}

/* Returns the memory that goes with CPUS allocated on NODE; unused threads of a
 * core get none, and where memory is not tracked no job gets any.  It may be more
 * than the node has. */
static uint64_t
memory_for(
    const struct ft_need *need, const struct ft_node *node, uint32_t cpus)
{
	const struct ft_job *job = need->job;
	uint64_t memory = 0;

	if (!need->world->place->memory)
		return 0;
	if (job->shape.mem_per_gpu)
		memory = gpu_memory(need);
	else if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0)
		memory = ft_num_times(job->mem_per_cpu,
		    need->cores
			? cpus / node->threads * threads_used(need, node)
			: cpus);
	else if (job->mem_per_node == 0)
		memory = node->memory;
	else if (job->mem_per_node != FT_MEM_UNSET)
		memory = job->mem_per_node;
	return memory;
}

/* Returns how many CPUs of NODE MaxCPUsPerNode leaves, which is for all jobs of
 * the partition together. */
static uint32_t
left_of_cap(const struct ft_need *need, uint32_t node)
{
	const struct ft_place *place = need->world->place;
	uint32_t most = need->partition->max_cpus_per_node, used;

	if (need->cap == UINT32_MAX)
		return most;
	used = need->free->capped[need->cap * place->n_node + node];
	return most > used ? most - used : 0;
}

uint32_t
ft_need_room(const struct ft_need *need, uint32_t node)
{
	const struct ft_node *info = &need->world->machine.node[node];
	uint32_t cpus = free_on(need, node), tasks, least;

	cpus = ft_min_u32(cpus, left_of_cap(need, node));
	if (need->partition->max_cpus_per_socket != FT_UNLIMITED)
		cpus = ft_min_u32(
		    cpus, need->partition->max_cpus_per_socket * info->sockets);
	cpus = with_memory(need, node, cpus);
	if (cpus < need->per_node || cpus < need->per_task ||
	    (need->picky && !admits(need, node)))
		return 0;
	/* with a whole node goes the memory of all its CPUs */
	if (need->whole &&
	    memory_for(need, info, info->cpus) > need->free->node[node].memory)
		return 0;
	tasks = tasks_on(need, info, cpus);
	least = need->job->tasks_per_node;
	if (least)
		tasks = tasks < least ? 0 : least;
	return tasks * need->per_task;
}

/* Returns whether the node could hold what the job requests of each node, if
 * nothing ran. */
static bool
suits(const struct ft_need *need, uint32_t index)
{
	const struct ft_node *node = &need->world->machine.node[index];
	const struct ft_job *job = need->job;
	uint64_t cpus = (uint64_t)need->per_task *
			(job->tasks_per_node ? job->tasks_per_node : 1);
	uint64_t memory = 0;

	if (job->mem_per_cpu != FT_MEM_UNSET)
		memory = job->mem_per_cpu * cpus;
	else if (job->mem_per_node != FT_MEM_UNSET)
		memory = job->mem_per_node;
	if (cpus > node->cpus ||
	    (need->world->place->memory && memory > node->memory))
		return false;
	return has_features(need, node);
}

void
ft_place_suit(const struct ft_seeker *seeker, ft_nodes *nodes)
{
	const struct ft_place *place = seeker->world->place;
	const ft_nodes *not =
	    ft_place_named(seeker->world, seeker->job->exc_nodes);
	struct ft_need need = ft_need_of(seeker, NULL);

	for (uint32_t w = 0; w < place->n_word; w++) {
		ft_nodes word = place->member[seeker->partition][w];

		if (not )
			word &= ~not [w];
		nodes[w] = word;
		for (; word; word &= word - 1) {
			uint32_t node = ft_nodes_first(w, word);

			if (!suits(&need, node))
				ft_nodes_drop(nodes, node);
		}
	}
}

struct ft_job_node
ft_need_part(const struct ft_need *need, uint32_t index, uint32_t cpus)
{
	const struct ft_node *node = &need->world->machine.node[index];
	struct ft_job_node part = { index, cpus, 0 };

	part.cpus = need->whole ? node->cpus : cpus_given(need, node, cpus);
	part.memory = memory_for(need, node, part.cpus);
	if (part.memory > node->memory)
		part.memory = node->memory;
	return part;
}

uint32_t
ft_place_empty_room(
    const struct ft_world *world, uint32_t node, const struct ft_job *job)
{
	const struct ft_node *info = &world->machine.node[node];
	uint32_t cpus = info->cpus, tasks;
	struct ft_need need = { .job = job,
		.min_nodes = job->min_nodes ? job->min_nodes : 1,
		.cores = world->place->cores };

	if (job->shape.cpus_per_gpu || !ft_place_has_shape(info, job))
		return info->cpus;
	set_cpus(&need);
	if (job->hold != FT_HOLD_NONE)
		return tasks_on(&need, info, info->cpus) * need.per_task;
	if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0 &&
	    world->place->memory && info->memory / job->mem_per_cpu < cpus)
		cpus = (uint32_t)(info->memory / job->mem_per_cpu);
	tasks = tasks_on(&need, info, cpus);
	if (job->tasks_per_node)
		tasks = ft_min_u32(tasks, job->tasks_per_node);
	return tasks * need.per_task;
}
