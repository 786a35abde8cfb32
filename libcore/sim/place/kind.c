/*
 * kind.c - jobs that are placed alike.
 *
 * Two jobs of one kind fit on the same nodes at the same time.  Schedulers
 * remember by kind what they found, so that a queue of many jobs costs as much
 * as one of its few kinds.  A kind has all that need.c and select.c read of a
 * job: what they begin to read belongs here, too.
 */
#include "sim/place/future.h"
#include "sim/place/private.h"

struct ft_kind {
	const char *features, *req_nodes, *exc_nodes; /* interned */
	uint64_t mem_per_node, mem_per_cpu;
	uint64_t gres_count, license_count;
	uint32_t gres, license; /* index + 1; 0 none */
	uint32_t partition, tasks, cpus_per_task, tasks_per_node;
	uint32_t min_nodes, max_nodes;
	uint32_t exclusive, nodes_given, tasks_given;
	struct ft_job_shape shape;
};

#define WORDS (sizeof(struct ft_kind) / sizeof(uint32_t))

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
	kind.min_nodes = job->min_nodes;
	kind.max_nodes = job->max_nodes;
	kind.exclusive = job->exclusive;
	kind.nodes_given = job->nodes_given;
	kind.tasks_given = job->tasks_given;
	kind.shape = job->shape;
	return kind;
}

FT_WRAPS static size_t
hash(const struct ft_kind *kind)
{
	uint32_t word[WORDS];
	uint64_t sum = 0;

	memcpy(word, kind, sizeof word);
	for (size_t i = 0; i < WORDS; i++)
		sum = (sum ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(sum >> 32);
}

/* Returns the slot of KIND, or the empty one where it belongs. */
static uint32_t *
slot_of(const struct ft_place *place, const struct ft_kind *kind)
{
	size_t i = hash(kind) % place->n_slot;

	while (place->slot[i] && memcmp(&place->kind[place->slot[i] - 1], kind,
				     sizeof *kind) != 0)
		i = (i + 1) % place->n_slot;
	return &place->slot[i];
}

static void
widen(struct ft_place *place)
{
	ft_free(place->slot);
	place->n_slot = place->n_slot ? 2 * place->n_slot : 256;
	place->slot = ft_calloc(place->n_slot, sizeof *place->slot);
	for (size_t i = 0; i < place->n_kind; i++)
		*slot_of(place, &place->kind[i]) = (uint32_t)i + 1;
}

uint32_t
ft_place_kind(const struct ft_seeker *seeker)
{
	const struct ft_partition *in =
	    &seeker->world->machine.partition[seeker->partition];
	const struct ft_job *job = seeker->job;
	struct ft_place *place = seeker->world->place;
	struct ft_kind kind;
	uint32_t *slot;

	if (job->n_gres_need > 1 || job->n_license_need > 1 ||
	    job->shape.user_nodes || in->exclusive_user ||
	    in->queue != FT_NO_QUEUE)
		return 0;
	if (2 * place->n_kind >= place->n_slot)
		widen(place);
	kind = kind_of(seeker);
	slot = slot_of(place, &kind);
	if (!*slot) {
		*ft_vec_add(place->kind, place->n_kind, place->cap_kind) = kind;
		*slot = (uint32_t)place->n_kind;
	}
	return *slot;
}

const ft_nodes *
ft_place_suited(const struct ft_seeker *seeker, uint32_t kind)
{
	struct ft_place *place = seeker->world->place;
	ft_nodes **suited;
	bool known;

	while (place->n_suited <= place->n_kind)
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
	if (place->future)
		place->future->version++;
	for (size_t i = 0; i < place->n_suited; i++)
		ft_free(place->suited[i]);
	ft_free(place->suited);
	place->suited = NULL;
	place->n_suited = place->cap_suited = 0;
	ft_free(place->kind);
	ft_free(place->slot);
	place->kind = NULL;
	place->slot = NULL;
	place->n_kind = place->cap_kind = place->n_slot = 0;
}
