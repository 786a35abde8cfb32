/* Which nodes a job gets: see place.h. */

#include "sim/place_int.h"
#include "sim/subordination.h"

/* What a job wants of nodes, in one partition. */
struct need {
	struct ft_world *world;
	const struct ft_job *job;
	const struct ft_partition *partition;
	const struct ft_free *free;
	uint32_t min_nodes, max_nodes;
	uint32_t want;     /* nodes to have, min_nodes or more */
	uint32_t per_task; /* CPUs */
	uint32_t cpus;     /* of all tasks */
	uint32_t per_node; /* least CPUs */
	bool whole;
	bool cores; /* whole ones are given */
	bool queue; /* the partition has slots of its own */
	size_t n;   /* candidates */
};

static uint32_t
smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* GPUs of each node. */
static uint64_t
gpus_here(const struct need *need)
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
gpu_memory(const struct need *need)
{
	return need->job->shape.mem_per_gpu * gpus_here(need);
}

static uint32_t
larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* CPUs in all, of each task and of each node. */
static void
ask_cpus(struct need *need)
{
	const struct ft_job *job = need->job;
	const struct ft_job_shape *shape = &job->shape;
	uint32_t tasks = job->tasks_wanted ? job->tasks_wanted : 1;

	need->per_task = job->cpus_per_task ? job->cpus_per_task : 1;
	need->cpus = larger(tasks, need->min_nodes) * need->per_task;
	need->per_node = shape->cpus_per_node;
	if (shape->overcommit) {
		need->per_node = larger(need->per_node, need->per_task);
		need->per_task = 1;
		need->cpus = need->min_nodes;
	} else if (shape->cpus) {
		need->cpus = shape->cpus;
		need->per_task = smaller(need->per_task, need->cpus);
	}
}

static struct need
need_of(const struct ft_seeker *seeker, const struct ft_free *free)
{
	const struct ft_job *job = seeker->job;
	const struct ft_partition *partition =
	    &seeker->world->machine.partition[seeker->partition];
	struct need of = { .world = seeker->world,
		.job = job,
		.partition = partition,
		.free = free,
		.queue = partition->queue != FT_NO_QUEUE };
	struct need *need = &of;

	need->min_nodes = job->min_nodes ? job->min_nodes : 1;
	need->max_nodes = job->max_nodes ? job->max_nodes : UINT32_MAX;
	need->max_nodes = smaller(need->max_nodes, partition->max_nodes);
	ask_cpus(need);
	if (job->shape.cpus_per_gpu)
		need->per_node = larger(need->per_node,
		    (uint32_t)(job->shape.cpus_per_gpu * gpus_here(need)));
	need->cores = need->world->place->cores;
	need->whole = job->exclusive || need->world->place->linear ||
		      partition->exclusive;
	return of;
}

bool
ft_place_lacks_licenses(const struct ft_job *job, const struct ft_free *free)
{
	for (size_t i = 0; i < job->n_license_need; i++)
		if (free->license[job->license_need[i].index] <
		    job->license_need[i].count)
			return true;
	return false;
}

/* ---- room on one node ---------------------------------------------------------- */

/* CPUs of at most CPUS for which there is memory. */
static uint32_t
with_memory(const struct need *need, uint32_t node, uint32_t cpus)
{
	const struct ft_job *job = need->job;
	uint64_t left = need->free->memory[node];
	uint64_t all = need->world->machine.node[node].memory;

	if (!need->world->place->memory)
		return cpus;
	if (job->shape.mem_per_gpu)
		return left >= gpu_memory(need) ? cpus : 0;
	if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0) {
		uint64_t most = left / job->mem_per_cpu;

		return most < cpus ? (uint32_t)most : cpus;
	}
	if (job->mem_per_node == FT_MEM_UNSET)
		return cpus;
	if (job->mem_per_node == 0)
		return left == all ? cpus : 0;
	return left >= job->mem_per_node ? cpus : 0;
}

static bool
has_gres(const struct need *need, uint32_t node)
{
	size_t n_gres = need->world->machine.n_gres;
	const uint64_t *here = need->free->gres + node * n_gres;

	for (size_t i = 0; i < need->job->n_gres_need; i++)
		if (here[need->job->gres_need[i].index] <
		    need->job->gres_need[i].count)
			return false;
	return true;
}

/* CPUs, or slots of the queue. */
static uint32_t
free_on(const struct need *need, uint32_t node)
{
	const struct ft_machine *machine = &need->world->machine;
	uint32_t index, cpus;

	if (!need->queue)
		return need->free->cpus[node];
	if (need->free->whole[node])
		return 0;
	index = (uint32_t)(need->partition - machine->partition);
	cpus = ft_subordination_room(need->world, need->free, index, node);
	if (cpus && need->free->now &&
	    ft_subordination_closed(
		need->world, index, node, smaller(cpus, need->cpus)))
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

/* Threads of each core of NODE that the job uses. */
static uint32_t
threads_used(const struct need *need, const struct ft_node *node)
{
	uint32_t asked = need->job->shape.threads;

	return asked ? smaller(asked, node->threads) : node->threads;
}

static uint32_t
divide_up(uint32_t number, uint32_t by)
{
	return (uint32_t)ft_num_parts(number, by);
}

/* Tasks that CPUS of NODE hold.  Whole cores are given, of which the job may
 * use some threads, or for some tasks, only. */
static uint32_t
tasks_on(const struct need *need, const struct ft_node *node, uint32_t cpus)
{
	const struct ft_job_shape *shape = &need->job->shape;
	uint32_t used = threads_used(need, node), cores, tasks;

	if (!need->cores)
		return cpus / need->per_task;
	cores = cpus / node->threads;
	tasks = cores * used / need->per_task;
	if (shape->tasks_per_core == 1)
		tasks = cores / divide_up(need->per_task, used);
	else if (shape->tasks_per_core)
		tasks = smaller(tasks, cores * shape->tasks_per_core);
	if (shape->tasks_per_socket > node->cores * node->threads)
		return 0;
	if (shape->tasks_per_socket)
		tasks = smaller(
		    tasks, node->sockets * shape->tasks_per_socket * used);
	return tasks;
}

/* CPUs of NODE that are given for CPUS of tasks: the inverse. */
static uint32_t
cpus_given(const struct need *need, const struct ft_node *node, uint32_t cpus)
{
	const struct ft_job_shape *shape = &need->job->shape;
	uint32_t used = threads_used(need, node), cores, tasks;

	if (cpus < need->per_node)
		cpus = need->per_node;
	if (!need->cores)
		return cpus;
	tasks = divide_up(cpus, need->per_task);
	cores = divide_up(cpus, used);
	if (shape->tasks_per_core == 1)
		cores = tasks * divide_up(need->per_task, used);
	else if (shape->tasks_per_core &&
		 cores < divide_up(tasks, shape->tasks_per_core))
		cores = divide_up(tasks, shape->tasks_per_core);
	return smaller(cores * node->threads, node->cpus);
}

static uint32_t
room_on(const struct need *need, uint32_t node)
{
	const struct ft_node *info = &need->world->machine.node[node];
	const struct ft_job *job = need->job;
	uint32_t cpus = free_on(need, node), tasks;

	if (need->whole && need->free->jobs[node])
		return 0;
	if (*job->features && !ft_node_has_features(info, job->features))
		return 0;
	if (job->n_gres_need && !has_gres(need, node))
		return 0;
	cpus = smaller(cpus, need->partition->max_cpus_per_node);
	cpus = with_memory(need, node, cpus);
	if (cpus < need->per_node || !ft_place_has_shape(info, job))
		return 0;
	tasks = tasks_on(need, info, cpus);
	if (job->tasks_per_node)
		tasks = smaller(tasks, job->tasks_per_node);
	return tasks * need->per_task;
}

uint32_t
ft_place_room(
    const struct ft_seeker *seeker, const struct ft_free *free, uint32_t node)
{
	struct need need = need_of(seeker, free);

	return room_on(&need, node);
}

struct ft_want
ft_place_want(const struct ft_seeker *seeker)
{
	struct need need = need_of(seeker, NULL);

	return (struct ft_want){ need.min_nodes, need.cpus,
		need.max_nodes == 1 ? need.cpus : need.per_task };
}

/* Whether the node could hold what the job asks of each, if nothing ran. */
static bool
suits(const struct need *need, uint32_t index)
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
	return !*job->features || ft_node_has_features(node, job->features);
}

void
ft_place_suit(const struct ft_seeker *seeker, ft_nodes *nodes)
{
	const struct ft_place *place = seeker->world->place;
	const ft_nodes *not =
	    ft_place_named(seeker->world, seeker->job->exc_nodes);
	struct need need = need_of(seeker, NULL);

	for (uint32_t w = 0; w < place->n_word; w++) {
		ft_nodes word = place->member[seeker->partition][w];

		if (not )
			word &= ~not [w];
		nodes[w] = word;
		for (; word; word &= word - 1) {
			uint32_t i = (uint32_t)__builtin_ctzll(word);

			if (!suits(&need, w * 64 + i))
				nodes[w] &= ~(UINT64_C(1) << i);
		}
	}
}

/* Fill the candidates: nodes with room for a task. */
static void
gather(struct need *need, const ft_nodes *avail)
{
	struct ft_world *world = need->world;
	struct ft_place *place = world->place;
	const ft_nodes *member =
	    place->member[need->partition - world->machine.partition];
	const ft_nodes *not = ft_place_named(world, need->job->exc_nodes);

	need->n = 0;
	for (uint32_t w = 0; w < place->n_word; w++) {
		const ft_nodes *open =
		    need->queue ? need->free->all : need->free->open;
		uint64_t word = open[w] & member[w];

		if (avail)
			word &= avail[w];
		if (not )
			word &= ~not [w];
		for (; word; word &= word - 1) {
			uint32_t node =
			    w * 64 + (uint32_t)__builtin_ctzll(word);
			uint32_t room = room_on(need, node);

			if (room)
				place->candidate[need->n++] =
				    (struct ft_candidate){ node, room, false,
					    false };
		}
	}
}

/* ---- choosing ------------------------------------------------------------------ */

/* What is still to be found. */
struct left {
	uint32_t cpus, min_nodes, max_nodes;
};

static bool
is_done(const struct left *left)
{
	return !left->cpus && !left->min_nodes;
}

/* Take of a candidate, leaving a task for each node that must follow. */
static void
take(const struct need *need, struct left *left, struct ft_candidate *candidate)
{
	uint32_t others = left->min_nodes ? left->min_nodes - 1 : 0;
	uint32_t keep = others * need->per_task;
	uint32_t cpus = left->cpus > keep ? left->cpus - keep : need->per_task;

	cpus = smaller(cpus, candidate->room);
	need->world->place->part[candidate->node] = cpus;
	candidate->used = true;
	left->cpus -= smaller(cpus, left->cpus);
	left->min_nodes -= left->min_nodes > 0;
	left->max_nodes--;
}

/* Neighbours of one weight that have room. */
struct stretch {
	size_t from, to;
	uint64_t cpus;
	uint32_t weight;
	bool enough;
};

/* Whether A takes the place of BEST, which comes before it in the file.  One
 * that is not enough but larger does so even if BEST is enough: "-N 2" takes
 * its first node of a large stretch of one behind a small stretch of two. */
static bool
is_better(const struct stretch *a, const struct stretch *best)
{
	if (a->weight != best->weight)
		return a->weight < best->weight;
	if (a->enough)
		return !best->enough || a->cpus < best->cpus;
	return a->cpus > best->cpus;
}

static bool
is_open(const struct ft_candidate *candidate, uint32_t least)
{
	return !candidate->used && !candidate->passed &&
	       candidate->room > least;
}

static bool
best_stretch(const struct need *need, const struct left *left, uint32_t least,
    struct stretch *best)
{
	const struct ft_candidate *c = need->world->place->candidate;
	const struct ft_node *node = need->world->machine.node;
	bool found = false;

	for (size_t i = 0; i < need->n;) {
		struct stretch s = { .from = i };

		if (!is_open(&c[i], least)) {
			i++;
			continue;
		}
		s.weight = node[c[i].node].weight;
		do
			s.cpus += c[i++].room;
		while (i < need->n && is_open(&c[i], least) &&
		       c[i].node == c[i - 1].node + 1 &&
		       node[c[i].node].weight == s.weight);
		s.to = i;
		/* the least number counts, not what "--nodes=MIN-MAX" gets */
		s.enough = s.cpus >= left->cpus &&
			   s.to - s.from + need->want >=
			       left->min_nodes + need->min_nodes;
		if (!found || is_better(&s, best))
			*best = s;
		found = true;
	}
	return found;
}

/* Take the nodes the job names. */
static bool
take_named(struct need *need, struct left *left)
{
	struct ft_place *place = need->world->place;
	const ft_nodes *named =
	    ft_place_named(need->world, need->job->req_nodes);
	size_t found = 0, want;

	if (!named)
		return true;
	want = ft_nodes_size(named, place->n_word);
	for (size_t i = 0; i < need->n; i++)
		found += ft_nodes_has(named, place->candidate[i].node);
	if (found < want || want > left->max_nodes)
		return false;
	for (size_t i = 0; i < need->n; i++)
		if (ft_nodes_has(named, place->candidate[i].node))
			take(need, left, &place->candidate[i]);
	return true;
}

/* Where what is left fits on one node, the stretch is that node: the one with
 * the least room, the first of equals. */
static void
narrow(const struct need *need, const struct left *left, uint32_t least,
    struct stretch *best)
{
	const struct ft_candidate *c = need->world->place->candidate;
	size_t found = best->to;

	if (left->min_nodes > 1)
		return;
	for (size_t i = best->from; i < best->to; i++)
		if (is_open(&c[i], least) && c[i].room >= left->cpus &&
		    (found == best->to || c[i].room < c[found].room))
			found = i;
	if (found == best->to)
		return;
	best->from = found;
	best->to = found + 1;
}

/* Take what is wanted of a stretch.  The last node that the job may have must
 * hold all that is left: those that do not are passed over for good. */
static void
take_stretch(
    const struct need *need, struct left *left, const struct stretch *stretch)
{
	struct ft_candidate *c = need->world->place->candidate;

	for (size_t i = stretch->from;
	     i < stretch->to && left->max_nodes && !is_done(left); i++) {
		if (left->max_nodes == 1 && c[i].room < left->cpus)
			c[i].passed = true;
		else
			take(need, left, &c[i]);
	}
}

/* Try with the candidates that have more room than LEAST. */
static bool
attempt(struct need *need, uint32_t least)
{
	struct ft_place *place = need->world->place;
	struct left left = { need->cpus, need->want, need->max_nodes };
	struct stretch best = { 0 };

	for (size_t i = 0; i < need->n; i++) {
		place->candidate[i].used = false;
		place->candidate[i].passed = false;
		place->part[place->candidate[i].node] = 0;
	}
	if (!take_named(need, &left))
		return false;
	while (!is_done(&left)) {
		if (!left.max_nodes || !best_stretch(need, &left, least, &best))
			return false;
		narrow(need, &left, least, &best);
		take_stretch(need, &left, &best);
	}
	return true;
}

/* Returns the smallest room above LEAST, UINT32_MAX if there is none. */
static uint32_t
next_room(const struct need *need, uint32_t least)
{
	const struct ft_candidate *c = need->world->place->candidate;
	uint32_t next = UINT32_MAX;

	for (size_t i = 0; i < need->n; i++)
		if (c[i].room > least && c[i].room < next)
			next = c[i].room;
	return next;
}

/* When there are too few nodes to take what comes first, the small go. */
static bool
choose_nodes(struct need *need)
{
	const struct ft_candidate *c = need->world->place->candidate;
	uint64_t all = 0;

	for (size_t i = 0; i < need->n; i++)
		all += c[i].room;
	if (all < need->cpus || need->n < need->want)
		return false;
	if (attempt(need, 0))
		return true;
	if (need->max_nodes >= need->n)
		return false;
	for (uint32_t least = next_room(need, 0); least != UINT32_MAX;
	     least = next_room(need, least))
		if (attempt(need, least))
			return true;
	return false;
}

/* Of "--nodes=MIN-MAX" as many as there are, but a task for each. */
static bool
choose(struct need *need)
{
	const struct ft_job *job = need->job;
	uint32_t cpus = need->cpus, most = need->max_nodes;
	bool range = job->nodes_given && job->max_nodes > need->min_nodes &&
		     !job->shape.few_nodes;

	if (range || job->shape.spread) {
		if (job->tasks_given)
			most = smaller(most, cpus / need->per_task);
		if (need->n < most)
			most = (uint32_t)need->n;
		if (!job->tasks_given && most > need->min_nodes)
			need->cpus =
			    most * need->per_task *
			    (job->tasks_per_node ? job->tasks_per_node : 1);
		need->want = most;
		if (most > need->min_nodes && choose_nodes(need))
			return true;
	}
	need->cpus = cpus;
	need->want = need->min_nodes;
	return choose_nodes(need);
}

/* ---- result --------------------------------------------------------------------- */

/* Memory for CPUS that are given on NODE; threads that it does not use have
 * none. */
static uint64_t
memory_for(const struct need *need, const struct ft_node *node, uint32_t cpus)
{
	const struct ft_job *job = need->job;
	uint64_t memory = 0;

	if (job->shape.mem_per_gpu)
		memory = gpu_memory(need);
	else if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0)
		memory = job->mem_per_cpu *
			 (need->cores ? cpus / node->threads *
					    threads_used(need, node)
				      : cpus);
	else if (job->mem_per_node == 0)
		memory = node->memory;
	else if (job->mem_per_node != FT_MEM_UNSET)
		memory = job->mem_per_node;
	return memory < node->memory ? memory : node->memory;
}

static struct ft_job_node
part_of(const struct need *need, uint32_t index)
{
	const struct ft_node *node = &need->world->machine.node[index];
	struct ft_job_node part = { index, need->world->place->part[index], 0 };

	part.cpus =
	    need->whole ? node->cpus : cpus_given(need, node, part.cpus);
	part.memory = memory_for(need, node, part.cpus);
	return part;
}

static void
hand_over(const struct need *need, struct ft_found *found)
{
	const struct ft_candidate *c = need->world->place->candidate;

	found->n = 0;
	for (size_t i = 0; i < need->n; i++) {
		if (!c[i].used)
			continue;
		*ft_vec_add(found->node, found->n, found->cap) =
		    part_of(need, c[i].node);
	}
}

enum ft_fit
ft_place_find(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free, struct ft_found *found)
{
	struct need need = need_of(seeker, free);

	if (ft_place_lacks_licenses(seeker->job, free))
		return FT_FIT_LICENSE;
	if ((need.cpus > free->cpus_open && !need.queue) ||
	    need.min_nodes > need.max_nodes)
		return FT_FIT_BUSY;
	gather(&need, avail);
	if (!choose(&need))
		return FT_FIT_BUSY;
	if (found)
		hand_over(&need, found);
	return FT_FIT;
}

bool
ft_place_could(const struct ft_seeker *seeker, const ft_nodes *avail,
    const struct ft_free *free)
{
	const struct ft_candidate *c = seeker->world->place->candidate;
	struct need need = need_of(seeker, free);
	uint64_t all = 0, most = 0;

	if (ft_place_lacks_licenses(seeker->job, free) ||
	    (need.cpus > free->cpus_open && !need.queue))
		return false;
	gather(&need, avail);
	for (size_t i = 0; i < need.n; i++) {
		all += c[i].room;
		if (c[i].room > most)
			most = c[i].room;
	}
	return need.n >= need.min_nodes && all >= need.cpus &&
	       most * need.max_nodes >= need.cpus;
}

enum ft_fit
ft_place_ever(const struct ft_seeker *seeker, const ft_nodes *avail)
{
	struct ft_place *place = seeker->world->place;
	const struct {
		const ft_nodes *nodes;
		enum ft_fit fit;
	} on[] = { { avail, FT_FIT }, { place->there, FT_FIT_NODES } };

	for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
		ft_free_all(seeker->world, &place->scratch, on[i].nodes);
		if (ft_place_find(seeker, NULL, &place->scratch, NULL) ==
		    FT_FIT)
			return on[i].fit;
	}
	return FT_FIT_NEVER;
}

const char *
ft_place_lacking(const struct ft_seeker *seeker, const ft_nodes *avail)
{
	struct ft_world *world = seeker->world;
	const struct ft_partition *in =
	    &world->machine.partition[seeker->partition];
	const ft_nodes *named = ft_place_named(world, seeker->job->req_nodes);
	uint32_t *node FT_CLEANUP(ft_free_at) =
	    ft_alloc(in->n_node * sizeof *node);
	struct ft_str text = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < in->n_node; i++)
		if (!ft_nodes_has(avail, in->node[i]) &&
		    (!named || ft_nodes_has(named, in->node[i])))
			node[n++] = in->node[i];
	if (n)
		ft_str_add(&text, "UnavailableNodes:");
	ft_machine_add_hosts(&text, &world->machine, node, n);
	return ft_world_keep(world, &text);
}

uint32_t
ft_place_empty_room(
    const struct ft_world *world, uint32_t node, const struct ft_job *job)
{
	const struct ft_node *info = &world->machine.node[node];
	uint32_t cpus = info->cpus, tasks;
	struct need need = { .job = job,
		.min_nodes = job->min_nodes ? job->min_nodes : 1,
		.cores = ft_place_gives_cores(world) };

	if (job->shape.cpus_per_gpu || !ft_place_has_shape(info, job))
		return info->cpus;
	ask_cpus(&need);
	if (job->hold != FT_HOLD_NONE)
		return tasks_on(&need, info, info->cpus) * need.per_task;
	if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0 &&
	    world->place->memory && info->memory / job->mem_per_cpu < cpus)
		cpus = (uint32_t)(info->memory / job->mem_per_cpu);
	tasks = tasks_on(&need, info, cpus);
	if (job->tasks_per_node)
		tasks = smaller(tasks, job->tasks_per_node);
	return tasks * need.per_task;
}
