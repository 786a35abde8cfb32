/*
 * kind.c - numbers for jobs that are placed alike.
 *
 * Two jobs of one kind fit on the same nodes at the same times.  Schedulers
 * remember by kind what they found, so that the cost of a long queue depends on
 * how many kinds of jobs it has, not on how many jobs.  A kind contains every
 * member of a job that need.c and select.c read; if they begin to read another
 * one, add it here.
 */
#include "base/hash.h"
#include "sim/place/private.h"
#include "sim/world/request.h"

struct ft_kind {
	const char *features, *req_nodes, *exc_nodes; /* interned */
	uint64_t mem_per_node, mem_per_cpu;
	uint64_t gres_count, license_count;
	uint32_t gres, license; /* index + 1; 0 none */
	uint32_t partition, tasks, cpus_per_task, tasks_per_node;
	uint32_t min_nodes, max_nodes;
	uint32_t exclusive, nodes_given, tasks_given, contiguous;
	struct ft_job_shape shape;
};

/* Jobs of one kind that backfill plans alike, too. */
struct ft_class {
	const char *gres, *licenses; /* interned */
	int64_t time_limit;
	uint32_t kind;
};

static struct ft_kind
kind_of(const struct ft_seeker *seeker)
{
	const struct ft_job *job = seeker->job;
	struct ft_kind kind;

	/* kinds are compared as bytes */
	memset(&kind, 0, sizeof kind);
	kind.features = job->features;
	kind.req_nodes = job->req_nodes;
	kind.exc_nodes = job->exc_nodes;
	kind.mem_per_node = job->mem_per_node;
	kind.mem_per_cpu = job->mem_per_cpu;
	if (job->n_gres_need) {
		kind.gres = job->gres_need->index + 1;
		kind.gres_count = job->gres_need->count;
	}
	if (job->n_license_need) {
		kind.license = job->license_need->index + 1;
		kind.license_count = job->license_need->count;
	}
	kind.partition = seeker->partition;
	kind.tasks = job->tasks_wanted;
	kind.cpus_per_task = job->cpus_per_task;
	kind.tasks_per_node = job->tasks_per_node;
	kind.min_nodes = ft_job_least_nodes(
	    job, &seeker->world->machine.partition[seeker->partition]);
	kind.max_nodes = job->max_nodes;
	kind.exclusive = job->exclusive;
	kind.nodes_given = job->nodes_given;
	kind.tasks_given = job->tasks_given;
	kind.contiguous = job->contiguous;
	kind.shape = job->shape;
	return kind;
}

/* Returns the slot of RECORD[size] in the hash table, or the empty one for
 * it. */
static uint32_t *
slot_of(const struct ft_numbers *numbers, const void *record, size_t size)
{
	size_t i = ft_hash_words(FT_HASH, record, size) % numbers->n_slot;

	while (numbers->slot[i] &&
	       memcmp(numbers->record + (numbers->slot[i] - 1) * size, record,
		   size) != 0)
		i = (i + 1) % numbers->n_slot;
	return &numbers->slot[i];
}

static void
widen(struct ft_numbers *numbers, size_t size)
{
	ft_free(numbers->slot);
	numbers->n_slot = numbers->n_slot ? 2 * numbers->n_slot : 256;
	numbers->slot = ft_calloc(numbers->n_slot, sizeof *numbers->slot);
	for (size_t i = 0; i < numbers->n; i++)
		*slot_of(numbers, numbers->record + i * size, size) =
		    (uint32_t)i + 1;
}

/* Returns the number of RECORD, which like all has SIZE bytes; adds it if it is
 * new. */
static uint32_t
number_of(struct ft_numbers *numbers, const void *record, size_t size)
{
	uint32_t *slot;

	if (2 * numbers->n >= numbers->n_slot)
		widen(numbers, size);
	slot = slot_of(numbers, record, size);
	if (!*slot) {
		numbers->record = ft_vec_grow(
		    numbers->record, &numbers->cap, numbers->n + 1, size);
		memcpy(numbers->record + numbers->n++ * size, record, size);
		*slot = (uint32_t)numbers->n;
	}
	return *slot;
}

static void
forget(struct ft_numbers *numbers)
{
	ft_free(numbers->record);
	ft_free(numbers->slot);
	*numbers = (struct ft_numbers){ .n = 0 };
}

uint32_t
ft_place_kind(const struct ft_seeker *seeker)
{
	const struct ft_partition *in =
	    &seeker->world->machine.partition[seeker->partition];
	const struct ft_job *job = seeker->job;
	struct ft_kind kind;

	if (job->n_gres_need > 1 || job->n_license_need > 1 ||
	    job->shape.user_nodes || in->exclusive_user ||
	    in->queue != FT_NO_QUEUE)
		return 0;
	kind = kind_of(seeker);
	return number_of(&seeker->world->place->kinds, &kind, sizeof kind);
}

uint32_t
ft_place_class(const struct ft_seeker *seeker, uint32_t kind)
{
	const struct ft_job *job = seeker->job;
	struct ft_class class;

	if (!kind)
		return 0;
	memset(&class, 0, sizeof class);
	class.gres = job->gres;
	class.licenses = job->licenses;
	class.time_limit = job->time_limit;
	class.kind = kind;
	return number_of(&seeker->world->place->classes, &class, sizeof class);
}

const ft_nodes *
ft_place_suited(const struct ft_seeker *seeker, uint32_t kind)
{
	struct ft_place *place = seeker->world->place;
	ft_nodes **suited;
	bool known;

	while (place->n_suited <= place->kinds.n)
		*ft_vec_add(place->suited, place->n_suited, place->cap_suited) =
		    NULL;
	suited = &place->suited[kind];
	known = *suited && kind;
	if (!*suited)
		*suited = ft_calloc(place->n_word, sizeof **suited);
	if (!known)
		ft_place_suit(seeker, *suited);
	return *suited;
}

void
ft_place_forget_kinds(struct ft_place *place)
{
	place->numberings++;
	for (size_t i = 0; i < place->n_suited; i++)
		ft_free(place->suited[i]);
	ft_free(place->suited);
	place->suited = NULL;
	place->n_suited = place->cap_suited = 0;
	forget(&place->kinds);
	forget(&place->classes);
}

bool
ft_place_has_old_kinds(const struct ft_place *place, size_t n)
{
	return place->classes.n > 2 * n + 64;
}
