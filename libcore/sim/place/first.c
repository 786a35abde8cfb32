/* Where and when a job fits first. */

#include "base/hash.h"
#include "sim/place/future.h"
#include "sim/place/need.h"

/* What was found for jobs of one kind on a set of nodes. */
struct memory {
	uint64_t version; /* of the future */
	uint32_t kind;    /* 0: empty */
	int64_t at;
	struct ft_job_node *node; /* n = 0: never */
	size_t n, cap;
	ft_nodes *on; /* the set */
};

struct ft_memories {
	struct memory slot[512];
	ft_nodes *nodes; /* of all slots */
};

void
ft_memories_free(struct ft_memories *memories)
{
	if (!memories)
		return;
	for (size_t i = 0; i < FT_COUNT(memories->slot); i++)
		ft_free(memories->slot[i].node);
	ft_free(memories->nodes);
	ft_free(memories);
}

static struct ft_memories *
memories_of(struct ft_future *future)
{
	uint32_t words = future->world->place->n_word;
	struct ft_memories *memories = future->memories;

	if (memories)
		return memories;
	future->memories = memories = ft_calloc(1, sizeof *memories);
	memories->nodes = ft_calloc(
	    FT_COUNT(memories->slot) * words, sizeof *memories->nodes);
	for (size_t i = 0; i < FT_COUNT(memories->slot); i++)
		memories->slot[i].on = memories->nodes + i * words;
	return memories;
}

/* Returns where jobs of KIND on NODES belong; *known: it is about them. */
static struct memory *
memory_of(
    struct ft_future *future, uint32_t kind, const ft_nodes *nodes, bool *known)
{
	struct ft_memories *memories = memories_of(future);
	size_t size = future->world->place->n_word * sizeof *nodes;
	uint64_t hash =
	    ft_hash(ft_hash(FT_HASH, nodes, size), &kind, sizeof kind);
	struct memory *memory =
	    &memories->slot[hash % FT_COUNT(memories->slot)];

	*known = memory->kind == kind && memory->version == future->version &&
		 !memcmp(memory->on, nodes, size);
	memory->kind = kind;
	memory->version = future->version;
	memcpy(memory->on, nodes, size);
	return memory;
}

/* Copy FROM[n] to node, which has room for *CAP. */
static struct ft_job_node *
copy(struct ft_job_node *node, size_t *cap, const struct ft_job_node *from,
    size_t n)
{
	node = ft_vec_grow(node, cap, n, sizeof *node);
	if (n)
		memcpy(node, from, n * sizeof *node);
	return node;
}

static int64_t
search(struct ft_future *future, const struct ft_seeker *seeker,
    const ft_nodes *nodes, struct ft_found *found)
{
	struct ft_need need = ft_need_of(seeker, &future->world->place->now);
	struct ft_walk walk = { .nodes = nodes,
		.cpus = ft_need_least_cpus(&need) };

	while ((need.free = ft_future_next(future, &walk)))
		if (ft_need_find(need, nodes, found) == FT_FIT)
			break;
	future->state = need.free;
	return need.free ? walk.at : INT64_MAX;
}

int64_t
ft_future_first(struct ft_future *future, const struct ft_seeker *seeker,
    uint32_t kind, const ft_nodes *nodes, struct ft_found *found)
{
	struct memory *memory;
	bool known;

	if (!kind || future->world->place->now.kept)
		return search(future, seeker, nodes, found);
	memory = memory_of(future, kind, nodes, &known);
	if (known) {
		found->n = memory->n;
		found->node =
		    copy(found->node, &found->cap, memory->node, memory->n);
		return memory->at;
	}
	memory->at = search(future, seeker, nodes, found);
	memory->n = memory->at == INT64_MAX ? 0 : found->n;
	memory->node = copy(memory->node, &memory->cap, found->node, memory->n);
	return memory->at;
}
