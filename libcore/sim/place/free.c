/*
 * free.c - what is free on each node: see free.h.
 *
 * Jobs that start and end, now or in a plan, are taken and given back one by
 * one; nothing is recomputed from all jobs.
 */

#include "sim/place/free.h"

#include "sim/place/private.h"
#include "sim/place/slots.h"

/* ---- memory -------------------------------------------------------------- */

/* The arrays of struct ft_free, and what each has one element for. */
enum per {
	NODE,
	NODE_AND_GRES,
	NODE_AND_QUEUE,
	NODE_AND_CAP,
	WORD,
	LICENSE,
	ACTIVE,
	PERS
};
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
	ARRAY(capped, NODE_AND_CAP),
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
		[NODE_AND_CAP] = n * place->n_cap,
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

/* Copy what is in no array, but cpus_open. */
static void
copy_scalars(struct ft_free *to, const struct ft_free *from)
{
	to->kept = from->kept;
	to->sharing = from->sharing;
	to->shared = from->shared;
	to->all = from->all;
	to->now = from->now;
}

void
ft_free_copy(struct ft_free *to, const struct ft_free *from)
{
	assert(to->bytes == from->bytes);
	memcpy(to->block, from->block, from->bytes);
	to->cpus_open = from->cpus_open;
	copy_scalars(to, from);
}

void
ft_free_copy_rest(const struct ft_world *world, struct ft_free *to,
    const struct ft_free *from)
{
	memcpy(to->license, from->license,
	    world->machine.n_license * sizeof *to->license);
	copy_scalars(to, from);
}

void
ft_free_clear(struct ft_free *free)
{
	ft_free(free->block);
	*free = (struct ft_free){ 0 };
}

/* ---- one node ------------------------------------------------------------ */

/* Update free->open and cpus_open after a change of NODE, which had
 * CPUS_BEFORE. */
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
	for (size_t c = node; c < place->n_cap * place->n_node;
	     c += place->n_node)
		to->capped[c] = from->capped[c];
	for (size_t q = 0; q < place->n_queue; q++)
		to->slots[q * place->n_node + node] =
		    from->slots[q * place->n_node + node];
}

/* Take COUNT from *left or return it.  Wraps on purpose: memory that
 * SelectTypeParameters does not track can be overcommitted, and comes back when
 * the jobs end. */
FT_WRAPS static void
change_count(uint64_t *left, uint64_t count, bool take)
{
	if (take)
		*left -= count;
	else
		*left += count;
}

/* ---- what a job takes, and gives back ------------------------------------ */

/* Take or return the GRES that JOB has of NODE. */
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
		change_count(&here[g], count[g], take);
}

/* Take or return CPUS.  If fewer are free, the others are borrowed from a job
 * that is suspended there. */
static void
change_cpus(struct ft_node_free *here, uint32_t cpus, bool take)
{
	uint32_t *from = take ? &here->cpus : &here->owed;
	uint32_t *to = take ? &here->owed : &here->cpus;
	uint32_t part = cpus < *from ? cpus : *from;

	*from -= part;
	*to += cpus - part;
}

FT_WRAPS bool
ft_free_is_kept(const struct ft_free *free, uint32_t node,
    const struct ft_job *seeker, const struct ft_partition *in)
{
	const struct ft_node_free *here = &free->node[node];
	uint64_t uid = seeker->uid;

	return !free->shared &&
	       (here->kept || ft_free_keeps_nodes(seeker, in)) &&
	       here->squares - 2 * uid * here->uids + here->jobs * uid * uid !=
		   0;
}

/* Count JOB on NODE, or count it no longer. */
FT_WRAPS static void
change_jobs(const struct ft_world *world, struct ft_free *free, uint32_t node,
    const struct ft_job *job, bool take)
{
	struct ft_node_free *here = &free->node[node];
	uint64_t uid = job->uid;
	const struct ft_partition *in = ft_place_partition(world, job);
	uint32_t rows = in ? ft_place_rows(in, job) : 0;
	bool whole = !rows && ft_place_whole(world, job);
	bool keeps = ft_free_keeps_nodes(job, in);

	if (take) {
		here->jobs++;
		here->forced = (uint16_t)(here->forced + (rows > 0));
		here->sharing = (uint16_t)(here->sharing + (rows > 1));
		free->sharing += rows > 1;
		here->whole += whole;
		here->kept += keeps;
		free->kept += keeps;
	} else {
		here->jobs--;
		here->forced = (uint16_t)(here->forced - (rows > 0));
		here->sharing = (uint16_t)(here->sharing - (rows > 1));
		free->sharing -= rows > 1;
		here->whole -= whole;
		here->kept -= keeps;
		free->kept -= keeps;
	}
	change_count(&here->uids, uid, !take);
	change_count(&here->squares, uid * uid, !take);
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

/* Take or return the CPUs of PART of JOB, which is in no queue. */
static void
change_node(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, const struct ft_job_node *part, bool take)
{
	const struct ft_place *place = world->place;
	uint32_t cap =
	    job->where == UINT32_MAX ? UINT32_MAX : place->cap[job->where];

	change_cpus(&free->node[part->node], part->cpus, take);
	if (cap == UINT32_MAX)
		return;
	if (take)
		free->capped[cap * place->n_node + part->node] += part->cpus;
	else
		free->capped[cap * place->n_node + part->node] -= part->cpus;
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

		change_node(world, free, job, &job->node[i], false);
		if (!(job->suspended_by & FT_SUSPEND_PREEMPT))
			change_jobs(world, free, node, job, false);
		note_open(place, free, node, before);
	}
}

/* Take or return all that JOB has of one node: PART, and GRES. */
static void
change_part(const struct ft_world *world, struct ft_free *free,
    const struct ft_job *job, const struct ft_job_node *part, bool take)
{
	uint32_t queue = ft_world_queue(world, job), node = part->node;
	uint32_t before = free->node[node].cpus;
	/* a job of a queue keeps its slots even while it is suspended */
	bool there =
	    queue != FT_NO_QUEUE ||
	    !(job->suspended_by & (FT_SUSPEND_USER | FT_SUSPEND_PREEMPT));

	change_count(&free->node[node].memory, part->memory, take);
	if (queue != FT_NO_QUEUE)
		change_slots(world, free, queue, part, take);
	else if (!(job->suspended_by & FT_SUSPEND_USER))
		change_node(world, free, job, part, take);
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
		change_count(&free->license[job->license_need[i].index],
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
