/*
 * first.c - when a job fits first, and on which nodes: see future.h.
 *
 * A queue has many jobs but few kinds, and backfill asks again in each run.  So
 * what was found is remembered by kind and set of nodes, in a hash table
 * without chains: a new result replaces the one in its slot.  Results stay
 * right until a job starts or ends; some stay right for longer, which
 * still_holds() and search() find out.
 */

#include "base/bisect.h"
#include "base/hash.h"
#include "sim/place/future.h"
#include "sim/place/need.h"

/* What was found for jobs of one kind on a set of nodes. */
struct memory {
	uint64_t version; /* of the future when it was found */
	uint32_t kind;    /* 0: the slot is empty */
	bool loose;       /* only known: it fits after the horizon */
	/* whether it fits when all running jobs have ended */
	enum { UNKNOWN, FITS, NEVER } at_end;
	bool same;  /* nothing on the set changed since `version` */
	int64_t at; /* when it fits first; INT64_MAX never */
	struct ft_job_node *node; /* and where; n = 0: never, or loose */
	size_t n, cap;
	ft_nodes *on;     /* the set of nodes */
	int64_t earliest; /* it does not fit before; INT64_MAX: it never does */
	/* if the first state tried was the one found: the number of the job
	 * that ended last before, 0 none; else UINT32_MAX */
	uint32_t after;
};

struct ft_memories {
	uint64_t numbering; /* of kinds: place->numberings */
	struct memory slot[4096];
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

/* Returns the memories of FUTURE.  They are emptied if kinds were numbered
 * again. */
static struct ft_memories *
memories_of(struct ft_future *future)
{
	const struct ft_place *place = future->world->place;
	struct ft_memories *memories = future->memories;

	if (memories && memories->numbering == place->numberings)
		return memories;
	if (!memories) {
		future->memories = memories = ft_calloc(1, sizeof *memories);
		memories->nodes =
		    ft_calloc(FT_COUNT(memories->slot) * place->n_word,
			sizeof *memories->nodes);
	}
	memories->numbering = place->numberings;
	for (size_t i = 0; i < FT_COUNT(memories->slot); i++) {
		memories->slot[i].kind = 0;
		memories->slot[i].on = memories->nodes + i * place->n_word;
	}
	return memories;
}

/* Returns whether FUTURE has a horizon, set for its present version. */
static bool
has_horizon(const struct ft_future *future)
{
	return future->after_horizon != INT64_MAX &&
	       future->horizon_version == future->version;
}

/* Returns whether nothing on the nodes of MEMORY has changed since its
 * version. */
static bool
is_same(const struct ft_future *future, const struct memory *memory)
{
	for (uint32_t w = 0; w < future->world->place->n_word; w++)
		for (ft_nodes word = memory->on[w]; word; word &= word - 1)
			if (future->changed[ft_nodes_first(w, word)] >
			    memory->version)
				return false;
	return true;
}

/* Returns the slot for jobs of KIND on NODES; *known becomes whether what it
 * has is right as it is. */
static struct memory *
memory_of(
    struct ft_future *future, uint32_t kind, const ft_nodes *nodes, bool *known)
{
	struct ft_memories *memories = memories_of(future);
	size_t size = future->world->place->n_word * sizeof *nodes;
	uint64_t hash = ft_hash_words(kind, nodes, size);
	struct memory *memory =
	    &memories->slot[hash % FT_COUNT(memories->slot)];

	memory->same = memory->kind == kind && !memcmp(memory->on, nodes, size);
	*known = memory->same && memory->version == future->version &&
		 (!memory->loose || (has_horizon(future) &&
					memory->at == future->after_horizon));
	if (!memory->same) {
		memory->kind = kind;
		memory->at_end = UNKNOWN;
		memcpy(memory->on, nodes, size);
	} else if (!*known) {
		memory->same = is_same(future, memory);
	}
	memory->version = future->version;
	return memory;
}

/* Copy FROM[n] to NODE, which has room for *CAP; returns NODE, enlarged if
 * needed. */
static struct ft_job_node *
copy(struct ft_job_node *node, size_t *cap, const struct ft_job_node *from,
    size_t n)
{
	node = ft_vec_grow(node, cap, n, sizeof *node);
	if (n)
		memcpy(node, from, n * sizeof *node);
	return node;
}

/* Set FOUND to the nodes in MEMORY. */
static void
recall(const struct memory *memory, struct ft_found *found)
{
	found->n = memory->n;
	found->node = copy(found->node, &found->cap, memory->node, memory->n);
}

/* Returns from when on the nodes FOUND, in the state that WALK has reached, are
 * free as the release sees it. */
static int64_t
time_of(const struct ft_future *future, const struct ft_walk *walk,
    const struct ft_found *found)
{
	int64_t last = future->world->now;

	if (!ft_release_has(
		ft_conf_release(future->world->conf), FT_RULE_FITS_AT_LAST_END))
		return walk->at;
	for (size_t i = 0; i < found->n; i++) {
		int64_t end =
		    ft_future_last_end(future, walk, found->node[i].node);

		if (end > last)
			last = end;
	}
	/* a job over its limit ends at once */
	return walk->released && last == future->world->now ? last + 1 : last;
}

/* Returns a walk on NODES that skips the states in which the job of NEED, of
 * KIND, cannot fit. */
static struct ft_walk
walk_of(struct ft_future *future, const struct ft_need *need, uint32_t kind,
    const ft_nodes *nodes)
{
	struct ft_walk walk = { .nodes = nodes };

	if (!ft_future_room_after(future, need, kind, nodes, &walk.from))
		walk.from = ft_future_cpus_after(
		    future, nodes, ft_need_least_cpus(need));
	return walk;
}

/*
 * Begin WALK, and return when the job of NEED fits on its nodes, INT64_MAX if
 * never; FOUND becomes the nodes it would get.  MEMORY (may be NULL) is what
 * was found before for its kind: if nothing on the nodes has changed, and the
 * search begins in the state in which that was found at once, it finds the
 * same.
 */
static int64_t
search(struct ft_future *future, struct ft_need need, struct ft_walk *walk,
    struct memory *memory, struct ft_found *found)
{
	bool first = true;
	bool same = memory && memory->same && !need.job->n_license_need;

	if (walk->from == SIZE_MAX)
		return INT64_MAX;
	ft_future_begin(future, walk);
	for (; ft_future_go_on(future, walk); first = false) {
		uint32_t after =
		    walk->released
			? future->ending[walk->released - 1].job->number
			: 0;

		if (first && same && memory->after == after) {
			recall(memory, found);
			return time_of(future, walk, found);
		}
		need.free = future->state = ft_future_state(future, walk);
		if (ft_need_find(need, walk->nodes, found) != FT_FIT)
			continue;
		if (memory)
			memory->after = first ? after : UINT32_MAX;
		return time_of(future, walk, found);
	}
	return INT64_MAX;
}

/* ---- the horizon --------------------------------------------------------- */

void
ft_future_horizon(struct ft_future *future, int64_t time)
{
	const struct ft_world *world = future->world;
	const struct ft_ending *ending = future->ending;
	size_t n;

	future->horizon_version = future->version;
	future->horizon = time;
	FT_BISECT(n, 0, future->n_ending, ending[n].at <= time);
	future->after_horizon = n < future->n_ending ? ending[n].at : INT64_MAX;
	if (future->at_end.block)
		return;
	/* computed once, because it stays the same when a job starts or ends */
	ft_free_init(world, &future->at_end);
	ft_free_copy(&future->at_end, &future->now);
	future->at_end.now = false;
	for (size_t i = 0; i < future->n_ending; i++)
		ft_free_give(world, &future->at_end, ending[i].job);
}

/* Returns whether SEEKER, of the kind of MEMORY, fits on the nodes of MEMORY,
 * but only after the horizon. */
static bool
is_late(struct ft_future *future, const struct ft_seeker *seeker,
    struct memory *memory)
{
	if (!has_horizon(future) || memory->earliest <= future->horizon ||
	    memory->earliest == INT64_MAX)
		return false;
	if (memory->at_end == UNKNOWN)
		memory->at_end = ft_place_find(seeker, memory->on,
				     &future->at_end, NULL) == FT_FIT
				     ? FITS
				     : NEVER;
	return memory->at_end == FITS;
}

/* Find out for MEMORY when and where SEEKER, of its kind, fits first on its
 * nodes. */
static void
renew(struct ft_future *future, const struct ft_seeker *seeker,
    struct memory *memory, struct ft_found *found)
{
	struct ft_need need = ft_need_of(seeker, &future->world->place->now);
	struct ft_walk walk = walk_of(future, &need, memory->kind, memory->on);

	memory->earliest = INT64_MIN;
	if (walk.from)
		memory->earliest = walk.from == SIZE_MAX
				       ? INT64_MAX
				       : future->ending[walk.from - 1].at;
	memory->loose = is_late(future, seeker, memory);
	memory->at = memory->loose ? future->after_horizon
				   : search(future, need, &walk, memory, found);
	if (memory->loose || memory->at == INT64_MAX) {
		found->n = 0;
		memory->after = UINT32_MAX;
	}
	memory->n = found->n;
	memory->node = copy(memory->node, &memory->cap, found->node, memory->n);
}

/* Returns whether MEMORY is still right although jobs started or ended on other
 * nodes, because its kind never fits on its nodes, or only after the
 * horizon. */
static bool
still_holds(const struct ft_future *future, struct memory *memory)
{
	if (!memory->same)
		return false;
	if (memory->earliest == INT64_MAX)
		return true;
	if (!has_horizon(future) || memory->at_end != FITS ||
	    memory->earliest <= future->horizon)
		return false;
	memory->loose = true;
	memory->at = future->after_horizon;
	memory->n = 0;
	memory->after = UINT32_MAX;
	return true;
}

int64_t
ft_future_first(struct ft_future *future, const struct ft_seeker *seeker,
    uint32_t kind, const ft_nodes *nodes, struct ft_found *found)
{
	struct memory *memory;
	bool known;

	if (!kind || future->world->place->now.kept) {
		struct ft_need need =
		    ft_need_of(seeker, &future->world->place->now);
		struct ft_walk walk = walk_of(future, &need, 0, nodes);

		return search(future, need, &walk, NULL, found);
	}
	memory = memory_of(future, kind, nodes, &known);
	if (known || still_holds(future, memory))
		recall(memory, found);
	else
		renew(future, seeker, memory, found);
	return memory->at;
}
