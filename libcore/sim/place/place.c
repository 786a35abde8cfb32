/* What is free on nodes, and the sets of nodes that do not change. */
#include "sim/place/place.h"

#include "base/text/hostlist.h"
#include "sim/place/private.h"
#include "sim/place/slots.h"

/* ---- what is free -------------------------------------------------------- */

/* The arrays of struct ft_free, and what each has one element for. */
enum per { NODE, NODE_AND_GRES, NODE_AND_QUEUE, WORD, LICENSE, ACTIVE, PERS };
static const struct {
	size_t offset, size;
	enum per per;
} arrays[] = {
#define ARRAY(member, per)                                                     \
	{                                                                      \
		offsetof(struct ft_free, member),                              \
		    sizeof *((struct ft_free *)NULL)->member, per              \
	}
	ARRAY(node, NODE),
	ARRAY(gres, NODE_AND_GRES),
	ARRAY(open, WORD),
	ARRAY(license, LICENSE),
	ARRAY(slots, NODE_AND_QUEUE),
	ARRAY(active, ACTIVE),
#undef ARRAY
};
#define ARRAYS (sizeof arrays / sizeof *arrays)

/* Returns how many elements array I has; 0: it is not allocated. */
static size_t
length(const struct ft_world *world, size_t i)
{
	const struct ft_place *place = world->place;
	size_t n = place->n_node;
	const size_t lengths[PERS] = { [NODE] = n,
		[NODE_AND_GRES] = n * place->n_gres,
		[NODE_AND_QUEUE] = n * place->n_queue,
		[WORD] = place->n_word,
		[LICENSE] = world->machine.n_license,
		[ACTIVE] = place->n_queue ? n : 0 };

	return lengths[arrays[i].per];
}

/* All arrays are in one block, so that a copy is one copy of bytes. */
void
ft_free_init(const struct ft_world *world, struct ft_free *free)
{
	size_t at[ARRAYS];
	char *block;

	*free = (struct ft_free){ .all = world->place->usable };
	for (size_t i = 0; i < ARRAYS; i++) {
		at[i] = free->bytes;
		free->bytes += (length(world, i) * arrays[i].size + 7) / 8 * 8;
	}
	free->block = block = ft_calloc(free->bytes, 1);
	for (size_t i = 0; i < ARRAYS; i++) {
		void *data = block + at[i];

		memcpy((char *)free + arrays[i].offset, &data, sizeof data);
	}
}

void
ft_free_copy(struct ft_free *to, const struct ft_free *from)
{
	assert(to->bytes == from->bytes);
	memcpy(to->block, from->block, from->bytes);
	to->cpus_open = from->cpus_open;
	to->kept = from->kept;
	to->shared = from->shared;
	to->all = from->all;
	to->now = from->now;
}

void
ft_free_copy_rest(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from)
{
	memcpy(to->license, from->license,
	    world->machine.n_license * sizeof *to->license);
	to->kept = from->kept;
	to->shared = from->shared;
	to->all = from->all;
	to->now = from->now;
}

void
ft_free_clear(struct ft_free *free)
{
	ft_free(free->block);
	*free = (struct ft_free){ 0 };
}

/* Update free->open and cpus_open after a change of NODE. */
static void
note_open(const struct ft_place *place, struct ft_free *free, uint32_t node,
    uint32_t cpus_before)
{
	bool was = ft_nodes_has(free->open, node);
	const struct ft_node_free *here = &free->node[node];
	bool is =
	    here->cpus && !here->whole && ft_nodes_has(place->usable, node);

	if (was)
		free->cpus_open -= cpus_before;
	if (is)
		free->cpus_open += here->cpus;
	if (was != is)
		free->open[node / 64] ^= UINT64_C(1) << node % 64;
}

void
ft_free_set_node(const struct ft_world *world, struct ft_free *free,
    uint32_t node, const struct ft_node_free *here)
{
	uint32_t before = free->node[node].cpus;

	free->node[node] = *here;
	note_open(world->place, free, node, before);
}

void
ft_free_copy_node(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from, uint32_t node)
{
	const struct ft_place *place = world->place;
	size_t n_gres = place->n_gres;

	ft_free_set_node(world, to, node, &from->node[node]);
	for (size_t g = node * n_gres; g < (node + 1) * n_gres; g++)
		to->gres[g] = from->gres[g];
	if (place->n_queue)
		to->active[node] = from->active[node];
	for (size_t q = 0; q < place->n_queue; q++)
		to->slots[q * place->n_node + node] =
		    from->slots[q * place->n_node + node];
}

/* Wraps on purpose: memory that SelectTypeParameters does not track can be
 * overcommitted, and comes back when the jobs end. */
FT_WRAPS static void
put_back(uint64_t *left, uint64_t count, bool take)
{
	if (take)
		*left -= count;
	else
		*left += count;
}

/* Returns the only type that node NODE has of the kind KIND; UINT32_MAX if it has
 * several, or some without a type. */
static uint32_t
only_type(const struct ft_machine *machine, uint32_t node, uint32_t kind)
{
	const uint64_t *here = machine->node[node].gres_count;
	uint32_t found = UINT32_MAX;

	for (uint32_t g = 0; g < machine->n_gres; g++)
		if (here[g] == here[kind] && *machine->gres[g].type &&
		    !strcmp(machine->gres[g].name, machine->gres[kind].name))
			found = g;
	return found;
}

void
ft_place_gres(const struct ft_world *world, const struct ft_job *job,
    bool whole, uint32_t node, uint64_t *count)
{
	const struct ft_machine *machine = &world->machine;

	for (size_t g = 0; g < machine->n_gres && whole; g++)
		count[g] += machine->node[node].gres_count[g];
	for (size_t i = 0; i < job->n_gres_need && !whole; i++) {
		uint32_t index = job->gres_need[i].index;
		const struct ft_gres *gres = &machine->gres[index];
		uint32_t type =
		    *gres->type ? index : only_type(machine, node, index);

		for (uint32_t g = 0; g < machine->n_gres; g++) {
			bool kind = !*machine->gres[g].type &&
				    !strcmp(machine->gres[g].name, gres->name);

			if (g == type || kind)
				count[g] += job->gres_need[i].count;
		}
	}
}

/* Take or return the generic resources of JOB. */
static void
change_gres(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, uint32_t node, bool take)
{
	size_t n = world->machine.n_gres;
	uint64_t *here = free->gres + (size_t)node * n;
	uint64_t *count FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *count);

	ft_place_gres(world, job, false, node, count);
	for (size_t g = 0; g < n; g++)
		put_back(&here[g], count[g], take);
}

/* CPUs beyond the free ones are borrowed from a job that is suspended there. */
static void
change_cpus(struct ft_node_free *here, uint32_t cpus, bool take)
{
	uint32_t *from = take ? &here->cpus : &here->owed;
	uint32_t *to = take ? &here->owed : &here->cpus;
	uint32_t part = cpus < *from ? cpus : *from;

	*from -= part;
	*to += cpus - part;
}

/* Returns whether JOB shares the nodes of a partition with its user's jobs only. */
static bool
keeps_nodes(const struct ft_job *job, const struct ft_partition *in)
{
	return job->shape.user_nodes || (in && in->exclusive_user);
}

FT_WRAPS bool
ft_free_is_kept(const struct ft_free *free, uint32_t node,
    const struct ft_job *seeker, const struct ft_partition *in)
{
	const struct ft_node_free *here = &free->node[node];
	uint64_t uid = seeker->uid;

	return !free->shared && (here->kept || keeps_nodes(seeker, in)) &&
	       here->squares - 2 * uid * here->uids + here->jobs * uid * uid !=
		   0;
}

bool
ft_place_waits_for_user(const struct ft_seeker *seeker)
{
	const struct ft_free *now = &seeker->world->place->now;
	struct ft_free shared;

	if (!now->kept &&
	    !keeps_nodes(seeker->job,
		&seeker->world->machine.partition[seeker->partition]))
		return false;
	shared = *now;
	shared.shared = true;
	return ft_place_find(seeker, NULL, &shared, NULL) == FT_FIT &&
	       ft_place_find(seeker, NULL, now, NULL) != FT_FIT;
}

static const struct ft_partition *
partition_of(const struct ft_world *world, const struct ft_job *job)
{
	return job->where == UINT32_MAX ? NULL
					: &world->machine.partition[job->where];
}

bool
ft_place_whole(const struct ft_world *world, const struct ft_job *job)
{
	const struct ft_partition *in = partition_of(world, job);

	return job->exclusive || world->place->linear || (in && in->exclusive);
}

/* Count JOB on NODE, or count it no longer. */
FT_WRAPS static void
change_jobs(const struct ft_world *world, struct ft_free *free, uint32_t node,
    const struct ft_job *job, bool take)
{
	struct ft_node_free *here = &free->node[node];
	uint64_t uid = job->uid;
	bool whole = ft_place_whole(world, job);
	bool keeps = keeps_nodes(job, partition_of(world, job));

	if (take) {
		here->jobs++;
		here->whole += whole;
		here->kept += keeps;
		free->kept += keeps;
	} else {
		here->jobs--;
		here->whole -= whole;
		here->kept -= keeps;
		free->kept -= keeps;
	}
	put_back(&here->uids, uid, !take);
	put_back(&here->squares, uid * uid, !take);
}

/* Take or return slots of QUEUE. */
static void
change_slots(const struct ft_world *world, struct ft_free *free, uint32_t queue,
    const struct ft_job_node *part, bool take)
{
	uint32_t weight = ft_slots_weight(world, part->cpus);
	size_t at = (size_t)queue * world->place->n_node + part->node;

	if (take) {
		free->slots[at] += part->cpus;
		free->active[part->node] += weight;
	} else {
		free->slots[at] -= part->cpus;
		free->active[part->node] -= weight;
	}
}

void
ft_free_lend(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job)
{
	const struct ft_place *place = world->place;

	/* slots of a queue belong to no other queue */
	if (job->suspended_by & FT_SUSPEND_USER ||
	    ft_world_queue(world, job) != FT_NO_QUEUE)
		return;
	for (size_t i = 0; i < job->n_node; i++) {
		uint32_t node = job->node[i].node,
			 before = free->node[node].cpus;

		change_cpus(&free->node[node], job->node[i].cpus, false);
		if (!(job->suspended_by & FT_SUSPEND_PREEMPT))
			change_jobs(world, free, node, job, false);
		note_open(place, free, node, before);
	}
}

void
ft_free_widen(const struct ft_world *world, struct ft_free *free, uint32_t node,
    uint32_t cpus)
{
	uint32_t before = free->node[node].cpus;

	change_cpus(&free->node[node], cpus, false);
	/* a job uses a CPU at most once */
	if (free->node[node].cpus > world->machine.node[node].cpus)
		free->node[node].cpus = world->machine.node[node].cpus;
	note_open(world->place, free, node, before);
}

/* Take or return PART, what JOB has of one node. */
static void
change_part(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, const struct ft_job_node *part, bool take)
{
	uint32_t queue = ft_world_queue(world, job), node = part->node;
	uint32_t before = free->node[node].cpus;
	/*
	 * a job of a queue keeps its slots until it ends, even while suspended
	 */
	bool there =
	    queue != FT_NO_QUEUE ||
	    !(job->suspended_by & (FT_SUSPEND_USER | FT_SUSPEND_PREEMPT));

	put_back(&free->node[node].memory, part->memory, take);
	if (queue != FT_NO_QUEUE)
		change_slots(world, free, queue, part, take);
	else if (!(job->suspended_by & FT_SUSPEND_USER))
		change_cpus(&free->node[node], part->cpus, take);
	if (there)
		change_jobs(world, free, node, job, take);
	if (job->n_gres_need)
		change_gres(world, free, job, node, take);
	note_open(world->place, free, node, before);
}

static void
change_licenses(struct ft_free *free, const struct ft_job *job, bool take)
{
	for (size_t i = 0; i < job->n_license_need; i++)
		put_back(&free->license[job->license_need[i].index],
		    job->license_need[i].count, take);
}

static void
change(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, bool take)
{
	for (size_t i = 0; i < job->n_node; i++)
		change_part(world, free, job, &job->node[i], take);
	change_licenses(free, job, take);
}

void
ft_free_take(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job)
{
	change(world, free, job, true);
}

void
ft_free_give(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job)
{
	change(world, free, job, false);
}

void
ft_free_give_part(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, const struct ft_job_node *part)
{
	change_part(world, free, job, part, false);
}

void
ft_free_give_licenses(struct ft_free *free, const struct ft_job *job)
{
	change_licenses(free, job, false);
}

void
ft_free_all(
    const struct ft_world *world, struct ft_free *free, const ft_nodes *avail)
{
	const struct ft_machine *machine = &world->machine;

	free->cpus_open = free->kept = 0;
	free->shared = false;
	free->all = avail;
	free->now = false;
	if (world->place->n_queue) {
		memset(free->slots, 0,
		    (size_t)world->place->n_node * world->place->n_queue *
			sizeof *free->slots);
		memset(free->active, 0,
		    world->place->n_node * sizeof *free->active);
	}
	memset(free->open, 0, world->place->n_word * sizeof *free->open);
	for (uint32_t i = 0; i < machine->n_node; i++) {
		const struct ft_node *node = &machine->node[i];

		free->node[i] = (struct ft_node_free){ .memory = node->memory,
			.cpus = node->cpus };
		for (size_t g = 0; g < machine->n_gres; g++)
			free->gres[i * machine->n_gres + g] =
			    node->gres_count ? node->gres_count[g] : 0;
		if (node->cpus && ft_nodes_has(avail, i)) {
			ft_nodes_put(free->open, i);
			free->cpus_open += node->cpus;
		}
	}
	for (size_t i = 0; i < machine->n_license; i++)
		free->license[i] = machine->license[i].count;
}

/* ---- sets of nodes ------------------------------------------------------- */

ft_nodes *
ft_place_set(const struct ft_world *world, const uint32_t *node, size_t n)
{
	ft_nodes *set = ft_calloc(world->place->n_word, sizeof *set);

	for (size_t i = 0; i < n; i++)
		ft_nodes_put(set, node[i]);
	return set;
}

ft_nodes *
ft_place_copy(const struct ft_world *world, const ft_nodes *set)
{
	size_t size = world->place->n_word * sizeof *set;

	return memcpy(ft_alloc(size), set, size);
}

struct naming {
	const struct ft_machine *machine;
	struct ft_named_nodes *named;
};

static enum ft_status
put_named(void *ctx, const char *name, size_t len, struct ft_error *err)
{
	const struct naming *naming = ctx;
	uint64_t index;

	(void)err;
	if (ft_map_get_n(&naming->machine->node_at, name, len, &index))
		ft_nodes_put(naming->named->set, (uint32_t)index);
	else
		naming->named->gone = true;
	return FT_OK;
}

static const struct ft_named_nodes *
find_named(struct ft_world *world, const char *text)
{
	struct ft_place *place = world->place;
	struct ft_named_nodes *named;

	for (size_t i = place->n_named; i > 0 && i--;)
		if (place->named[i].text == text)
			return &place->named[i];
	named = ft_vec_add(place->named, place->n_named, place->cap_named);
	*named = (struct ft_named_nodes){ text, ft_place_set(world, NULL, 0),
		false };
	if (ft_hostlist_each(text, put_named,
		&(struct naming){ &world->machine, named }, NULL) != FT_OK)
		named->gone = true;
	return named;
}

const ft_nodes *
ft_place_named(struct ft_world *world, const char *text)
{
	return *text ? find_named(world, text)->set : NULL;
}

bool
ft_place_names_gone(struct ft_world *world, const char *text)
{
	return *text && find_named(world, text)->gone;
}

/* Returns whether WORD occurs in TEXT, in any case. */
static bool
mentions(const char *text, const char *word)
{
	size_t len = strlen(word);

	for (; *text; text++)
		if (!strncasecmp(text, word, len))
			return true;
	return false;
}

static void
make_sets(struct ft_world *world)
{
	const struct ft_machine *machine = &world->machine;
	struct ft_place *place = world->place;

	place->usable = ft_calloc(place->n_word, sizeof *place->usable);
	place->there = ft_calloc(place->n_word, sizeof *place->there);
	for (uint32_t i = 0; i < machine->n_node; i++) {
		if (machine->node[i].state == FT_NODE_IDLE)
			ft_nodes_put(place->usable, i);
		if (machine->node[i].state != FT_NODE_FUTURE)
			ft_nodes_put(place->there, i);
	}
	place->member = ft_calloc(machine->n_partition, sizeof *place->member);
	for (size_t i = 0; i < machine->n_partition; i++)
		place->member[i] = ft_place_set(world,
		    machine->partition[i].node, machine->partition[i].n_node);
}

void
ft_place_reset(struct ft_world *world)
{
	const struct ft_machine *machine = &world->machine;
	const char *select =
	    ft_conf_text(world->conf, FT_CONF_SELECT_TYPE_PARAMETERS);
	struct ft_place *place;

	ft_place_free(world);
	world->place = place = ft_calloc(1, sizeof *place);
	place->n_node = (uint32_t)machine->n_node;
	place->n_gres = (uint32_t)machine->n_gres;
	place->n_word = (place->n_node + 63) / 64;
	place->n_partition = machine->n_partition;
	place->n_queue = machine->n_queue;
	place->memory = mentions(select, "memory");
	place->cores = mentions(select, "core");
	place->linear =
	    mentions(ft_conf_text(world->conf, FT_CONF_SELECT_TYPE), "linear");
	place->candidate = ft_calloc(machine->n_node, sizeof *place->candidate);
	make_sets(world);
	ft_free_init(world, &place->now);
	ft_free_init(world, &place->scratch);
	ft_free_all(world, &place->now, place->usable);
	place->now.now = true;
	for (size_t i = 0; i < world->n_running; i++)
		ft_free_take(world, &place->now, world->running[i]);
}

void
ft_place_free(struct ft_world *world)
{
	struct ft_place *place = world->place;

	if (!place)
		return;
	ft_free_clear(&place->now);
	ft_free_clear(&place->scratch);
	for (size_t i = 0; i < place->n_partition; i++)
		ft_free(place->member[i]);
	for (size_t i = 0; i < place->n_named; i++)
		ft_free(place->named[i].set);
	ft_free(place->member);
	ft_free(place->usable);
	ft_free(place->there);
	ft_free(place->named);
	ft_free(place->candidate);
	ft_place_forget_kinds(place);
	ft_free(place);
	world->place = NULL;
}

const struct ft_free *
ft_place_now(const struct ft_world *world)
{
	return &world->place->now;
}

const ft_nodes *
ft_place_usable(const struct ft_world *world)
{
	return world->place->usable;
}

void
ft_found_clear(struct ft_found *found)
{
	ft_free(found->node);
	*found = (struct ft_found){ 0 };
}
