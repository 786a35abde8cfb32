/*
 * place.c - makes struct ft_place of a world, with the sets of nodes that do not
 * change while the world runs.
 */
#include "sim/place/place.h"

#include "base/text/hostlist.h"
#include "sim/place/private.h"

bool
ft_place_waits_for_user(const struct ft_seeker *seeker)
{
	const struct ft_free *now = &seeker->world->place->now;
	struct ft_free shared;

	if (!now->kept &&
	    !ft_free_keeps_nodes(seeker->job,
		&seeker->world->machine.partition[seeker->partition]))
		return false;
	shared = *now;
	shared.shared = true;
	return ft_place_find(seeker, NULL, &shared, NULL) == FT_FIT &&
	       ft_place_find(seeker, NULL, now, NULL) != FT_FIT;
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

/* Returns a set of the nodes from the first of SET to the last one. */
static ft_nodes *
range_of(const struct ft_world *world, const ft_nodes *set)
{
	ft_nodes *range = ft_place_copy(world, set);
	uint32_t last = 0;

	for (uint32_t i = 0; i < world->place->n_node; i++)
		if (ft_nodes_has(set, i))
			last = i;
	for (uint32_t i = 1; i < last; i++)
		if (ft_nodes_has(range, i - 1))
			ft_nodes_put(range, i);
	return range;
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
		NULL, false };
	if (ft_hostlist_each(text, put_named,
		&(struct naming){ &world->machine, named }, NULL) != FT_OK)
		named->gone = true;
	named->range = range_of(world, named->set);
	return named;
}

const ft_nodes *
ft_place_named(struct ft_world *world, const char *text)
{
	return *text ? find_named(world, text)->set : NULL;
}

const ft_nodes *
ft_place_required(struct ft_world *world, const struct ft_job *job)
{
	if (*job->req_nodes && job->contiguous)
		return find_named(world, job->req_nodes)->range;
	return ft_place_named(world, job->req_nodes);
}

bool
ft_place_names_gone(struct ft_world *world, const char *text)
{
	return *text && find_named(world, text)->gone;
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

/* Number the partitions with MaxCPUsPerNode. */
static void
number_caps(const struct ft_world *world)
{
	const struct ft_machine *machine = &world->machine;
	struct ft_place *place = world->place;

	place->cap = ft_calloc(machine->n_partition, sizeof *place->cap);
	for (size_t i = 0; i < machine->n_partition; i++)
		place->cap[i] =
		    machine->partition[i].max_cpus_per_node == FT_UNLIMITED
			? UINT32_MAX
			: place->n_cap++;
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
	place->memory = ft_text_contains(select, "memory");
	place->cores = ft_text_contains(select, "core");
	place->spread = ft_text_contains(select, "lln");
	place->linear = ft_text_contains(
	    ft_conf_text(world->conf, FT_CONF_SELECT_TYPE), "linear");
	place->candidate = ft_calloc(machine->n_node, sizeof *place->candidate);
	make_sets(world);
	number_caps(world);
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
	for (size_t i = 0; i < place->n_named; i++) {
		ft_free(place->named[i].set);
		ft_free(place->named[i].range);
	}
	ft_free(place->member);
	ft_free(place->cap);
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
