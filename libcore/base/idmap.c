#include "base/idmap.h"

enum {
	BITS = 4, /* of an id at one level */
	WAYS = 1 << BITS,
	LEVELS = 32 / BITS,
	MOST_NEW = 1 + 2 * LEVELS - 1, /* nodes one id can need */
};

/*
 * A slot holds the index of the node below it or, at the lowest level, the
 * number + 1; 0 is nothing, and node 0 leads nowhere.
 */

void
ft_idmap_free(struct ft_idmap *map)
{
	ft_free(map->node);
	*map = (struct ft_idmap){ 0 };
}

/* Whether ID has more digits than there are levels. */
static bool
is_beyond(const struct ft_idmap *map, uint32_t id)
{
	return map->levels < LEVELS && id >> (BITS * map->levels);
}

uint32_t
ft_idmap_get(const struct ft_idmap *map, uint32_t id)
{
	uint32_t at = map->root;

	if (is_beyond(map, id))
		return FT_IDMAP_NONE;
	for (unsigned level = map->levels; level > 0 && level--;)
		at = map->node[at][id >> (BITS * level) & (WAYS - 1)];
	return at ? at - 1 : FT_IDMAP_NONE;
}

/* The caller has made room. */
static uint32_t
new_node(struct ft_idmap *map)
{
	memset(map->node[map->n_node], 0, sizeof *map->node);
	return (uint32_t)map->n_node++;
}

/* Returns the slot of ID, made if it was not there. */
static uint32_t *
slot_of(struct ft_idmap *map, uint32_t id)
{
	uint32_t *slot = &map->root;

	/* ids often come in order: the lowest node is the same as before */
	if (map->last && id >> BITS == map->last_id >> BITS)
		return &map->node[map->last][id & (WAYS - 1)];
	map->node = ft_vec_grow(map->node, &map->cap_node,
	    map->n_node + MOST_NEW, sizeof *map->node);
	if (!map->n_node)
		(void)new_node(map);
	while (is_beyond(map, id)) {
		uint32_t below = map->root;

		map->root = new_node(map);
		map->node[map->root][0] = below;
		map->levels++;
	}
	for (unsigned level = map->levels; level > 0 && level--;) {
		if (!*slot)
			*slot = new_node(map);
		map->last = *slot;
		slot = &map->node[*slot][id >> (BITS * level) & (WAYS - 1)];
	}
	map->last_id = id;
	return slot;
}

void
ft_idmap_put(struct ft_idmap *map, uint32_t id, uint32_t number)
{
	uint32_t *slot = slot_of(map, id);

	map->n += !*slot;
	*slot = number + 1;
}

uint32_t
ft_idmap_add(struct ft_idmap *map, uint32_t id)
{
	uint32_t *slot = slot_of(map, id);

	if (!*slot)
		*slot = ++map->n;
	return *slot - 1;
}

void
ft_idmap_put_all(struct ft_idmap *map, const uint32_t *id, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		ft_idmap_put(map, id[i], i);
}

/* ---- records ------------------------------------------------------------------ */

void
ft_idvec_free(struct ft_idvec *vec)
{
	ft_idmap_free(&vec->at);
	ft_free(vec->item);
	*vec = (struct ft_idvec){ .item = NULL };
}

void *
ft_idvec_get(const struct ft_idvec *vec, uint32_t id, size_t size)
{
	uint32_t i = ft_idmap_get(&vec->at, id);

	return i == FT_IDMAP_NONE ? NULL : (char *)vec->item + i * size;
}

void *
ft_idvec_add(struct ft_idvec *vec, uint32_t id, size_t size)
{
	uint32_t n = vec->at.n, i = ft_idmap_add(&vec->at, id);

	if (i == n) {
		vec->item =
		    ft_vec_grow(vec->item, &vec->cap, (size_t)n + 1, size);
		memset((char *)vec->item + i * size, 0, size);
	}
	return (char *)vec->item + i * size;
}
