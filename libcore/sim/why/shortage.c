/*
 * shortage.c - each node of the partition is tested in turn.
 */
#include "sim/why/shortage.h"

#include "sim/place/need.h"
#include "sim/reserve/reserve.h"

struct looking {
	struct ft_seeker seeker;
	uint32_t node; /* the current one */
	struct ft_need need;
	uint32_t least; /* CPUs a node must have to be of use: those of a
			   task, or all of them if only one node is allowed */
	ft_nodes *open; /* nodes that reservations leave */
	const ft_nodes *named, *not ; /* nodes the job names and excludes;
				         NULL */
	const struct ft_free *now;
	struct ft_free all; /* as if nothing ran */
	struct ft_shortage *lack;
};

/* ---- the result ---------------------------------------------------------- */

static struct ft_shortage_item *
item_of(struct ft_shortage *lack, enum ft_shortage_kind kind, uint32_t gres)
{
	struct ft_shortage_item *item;

	for (size_t i = 0; i < lack->n; i++)
		if (lack->item[i].kind == kind && lack->item[i].gres == gres)
			return &lack->item[i];
	lack->item = ft_realloc(lack->item, lack->n + 1, sizeof *lack->item);
	item = &lack->item[lack->n++];
	*item = (struct ft_shortage_item){ .kind = kind, .gres = gres };
	return item;
}

/* The current node is short of this resource; HERE is free on it, 0 if that
 * does not apply. */
static void
put(struct looking *looking, enum ft_shortage_kind kind, uint32_t gres,
    uint64_t asked, uint64_t here)
{
	struct ft_shortage_item *item = item_of(looking->lack, kind, gres);
	size_t n_node = looking->seeker.world->machine.n_node;

	if (!item->node)
		item->node = ft_calloc(n_node, sizeof *item->node);
	if (item->n == 0 || here > item->most) {
		item->most = here;
		item->most_on = looking->node;
	}
	item->asked = asked;
	item->node[item->n++] = looking->node;
}

static int
by_kind(const void *a, const void *b)
{
	const struct ft_shortage_item *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return (x->gres > y->gres) - (x->gres < y->gres);
}

void
ft_shortage_free(struct ft_shortage *lack)
{
	for (size_t i = 0; i < lack->n; i++)
		ft_free(lack->item[i].node);
	ft_free(lack->item);
	*lack = (struct ft_shortage){ 0 };
}

/* ---- one node ------------------------------------------------------------ */

static bool
has_room(const struct looking *looking, const struct ft_free *free)
{
	struct ft_need need = looking->need;

	need.free = free;
	return ft_need_room(&need, looking->node) >= looking->least;
}

/* Returns the memory that the job requests, for all its CPUs or on each node. */
static uint64_t
memory_asked(const struct looking *looking)
{
	const struct ft_job *job = looking->seeker.job;

	if (job->mem_per_cpu != FT_MEM_UNSET && job->mem_per_cpu > 0)
		return job->mem_per_cpu * looking->need.cpus;
	return job->mem_per_node != FT_MEM_UNSET ? job->mem_per_node : 0;
}

static void
look_at_gres(struct looking *looking)
{
	size_t n_gres = looking->seeker.world->machine.n_gres;
	const struct ft_job *job = looking->seeker.job;
	const uint64_t *here = looking->now->gres + looking->node * n_gres;

	for (size_t i = 0; i < job->n_gres_need; i++) {
		const struct ft_job_count *need = &job->gres_need[i];

		if (here[need->index] < need->count)
			put(looking, FT_SHORTAGE_GRES, need->index, need->count,
			    here[need->index]);
	}
}

/* The node could hold the job, but not now.  It is short of a resource if
 * freeing all the others would still leave too little room. */
static void
look_at_busy(struct looking *looking)
{
	const struct ft_free *now = looking->now;
	const struct ft_node_free *here = &now->node[looking->node];
	struct ft_free mix = looking->all;
	struct ft_node_free *of = &mix.node[looking->node], all = *of;

	of->cpus = here->cpus;
	mix.slots = now->slots;
	mix.active = now->active;
	mix.now = now->now;
	if (!has_room(looking, &mix))
		put(looking, FT_SHORTAGE_CPUS, 0, looking->need.cpus,
		    here->cpus);
	*of = all;
	of->memory = here->memory;
	if (!has_room(looking, &looking->all))
		put(looking, FT_SHORTAGE_MEMORY, 0, memory_asked(looking),
		    here->memory);
	/* whose jobs run there, and how */
	*of = *here;
	of->cpus = all.cpus;
	of->memory = all.memory;
	if (!has_room(looking, &looking->all) || here->whole)
		put(looking, FT_SHORTAGE_ALONE, 0, 0, 0);
	*of = all;
	look_at_gres(looking);
}

/* Returns whether the current node is short of nothing. */
static bool
look_at_node(struct looking *looking)
{
	const struct ft_place *place = looking->seeker.world->place;
	uint32_t node = looking->node;

	if ((looking->not &&ft_nodes_has(looking->not, node)) ||
	    (looking->named && !ft_nodes_has(looking->named, node)))
		put(looking, FT_SHORTAGE_EXCLUDED, 0, 0, 0);
	else if (!has_room(looking, &looking->all))
		put(looking, FT_SHORTAGE_UNFIT, 0, 0, 0);
	else if (!ft_nodes_has(place->usable, node))
		put(looking, FT_SHORTAGE_DOWN, 0, 0, 0);
	else if (!ft_nodes_has(looking->open, node))
		put(looking, FT_SHORTAGE_RESERVED, 0, 0, 0);
	else if (looking->now->node[node].whole ||
		 !has_room(looking, looking->now))
		look_at_busy(looking);
	else
		return true;
	return false;
}

/* ---- all nodes ----------------------------------------------------------- */

static void
look_at_licenses(struct looking *looking)
{
	const struct ft_job *job = looking->seeker.job;
	struct ft_shortage *lack = looking->lack;

	lack->license = UINT32_MAX;
	for (size_t i = 0; i < job->n_license_need; i++) {
		const struct ft_job_count *need = &job->license_need[i];
		uint64_t free = ft_free_license(looking->now, need->index);

		if (free >= need->count)
			continue;
		lack->license = need->index;
		lack->license_asked = need->count;
		lack->license_free = free;
		return;
	}
}

/* If the job names as many nodes as it needs, the others do not matter. */
static void
find_named(struct looking *looking)
{
	struct ft_world *world = looking->seeker.world;
	const struct ft_job *job = looking->seeker.job;
	const ft_nodes *named = ft_place_required(world, job);
	uint32_t n = named ? ft_nodes_size(named, world->place->n_word) : 0;

	looking->named = n >= looking->need.min_nodes ? named : NULL;
	looking->not = ft_place_named(world, job->exc_nodes);
}

void
ft_shortage_find(struct ft_world *world, const struct ft_job *job,
    uint32_t partition, struct ft_shortage *lack)
{
	const struct ft_partition *in = &world->machine.partition[partition];
	struct looking looking = { .seeker = { world, job, partition },
		.now = ft_place_now(world),
		.lack = lack };
	int64_t until;

	looking.need = ft_need_of(&looking.seeker, looking.now);
	looking.least = looking.need.max_nodes == 1 ? looking.need.cpus
						    : looking.need.per_task;
	*lack = (struct ft_shortage){ .nodes_asked = looking.need.min_nodes,
		.cpus_asked = looking.need.cpus };
	looking.open = ft_place_copy(world, world->place->usable);
	ft_free_init(world, &looking.all);
	ft_free_all(world, &looking.all, world->place->there);
	find_named(&looking);
	lack->unready = ft_reserve_leave(&looking.seeker, world->now, &until,
			    looking.open) == FT_REASON_RESERVATION;
	look_at_licenses(&looking);
	for (size_t i = 0; i < in->n_node; i++) {
		looking.node = in->node[i];
		if (!look_at_node(&looking))
			continue;
		lack->nodes++;
		lack->cpus += ft_need_room(&looking.need, looking.node);
	}
	if (lack->n > 1)
		qsort(lack->item, lack->n, sizeof *lack->item, by_kind);
	lack->fits = ft_place_find(&looking.seeker, looking.open, looking.now,
			 NULL) == FT_FIT;
	ft_free_clear(&looking.all);
	ft_free(looking.open);
}
