#include "base/map.h"

#include "base/hash.h"

struct ft_map_entry {
	struct ft_map_entry *next; /* in the order of insertion */
	uint64_t value;
	size_t len;
	char key[]; /* terminated */
};

/* The hash is here as well, so that most keys are not read in vain. */
struct ft_map_slot {
	uint64_t hash;
	struct ft_map_entry *entry; /* NULL: free */
};

void
ft_map_clear(struct ft_map *map)
{
	ft_arena_clear(&map->arena);
	ft_free(map->slot);
	*map = (struct ft_map){ 0 };
}

/* Returns the slot of KEY, or the free slot where it belongs. */
static struct ft_map_slot *
find(const struct ft_map *map, const char *key, size_t len, uint64_t hash)
{
	size_t at = (size_t)hash & (map->cap - 1);

	for (; map->slot[at].entry; at = (at + 1) & (map->cap - 1)) {
		const struct ft_map_slot *slot = &map->slot[at];

		if (slot->hash == hash && slot->entry->len == len &&
		    !memcmp(slot->entry->key, key, len))
			break;
	}
	return &map->slot[at];
}

static void
grow(struct ft_map *map)
{
	const struct ft_map old = *map;

	map->cap = old.cap ? old.cap * 2 : 16;
	map->slot = ft_calloc(map->cap, sizeof *map->slot);
	for (size_t i = 0; i < old.cap; i++) {
		size_t at = (size_t)old.slot[i].hash & (map->cap - 1);

		if (!old.slot[i].entry)
			continue;
		while (map->slot[at].entry)
			at = (at + 1) & (map->cap - 1);
		map->slot[at] = old.slot[i];
	}
	ft_free(old.slot);
}

bool
ft_map_put(struct ft_map *map, const char *key, uint64_t value)
{
	return ft_map_put_n(map, key, strlen(key), value);
}

bool
ft_map_put_n(struct ft_map *map, const char *key, size_t len, uint64_t value)
{
	uint64_t hash = ft_hash(FT_HASH, key, len);
	struct ft_map_slot *slot;
	struct ft_map_entry *entry;

	if ((map->n + 1) * 2 > map->cap)
		grow(map);
	slot = find(map, key, len, hash);
	if (slot->entry) {
		slot->entry->value = value;
		return false;
	}
	entry = ft_arena_alloc(&map->arena, sizeof *entry + len + 1);
	*entry = (struct ft_map_entry){ .value = value, .len = len };
	memcpy(entry->key, key, len);
	entry->key[len] = '\0';
	*slot = (struct ft_map_slot){ hash, entry };
	if (map->last)
		map->last->next = entry;
	else
		map->first = entry;
	map->last = entry;
	map->n++;
	return true;
}

bool
ft_map_get(const struct ft_map *map, const char *key, uint64_t *value)
{
	return ft_map_get_n(map, key, strlen(key), value);
}

bool
ft_map_get_n(
    const struct ft_map *map, const char *key, size_t len, uint64_t *value)
{
	const struct ft_map_entry *entry =
	    map->n ? find(map, key, len, ft_hash(FT_HASH, key, len))->entry
		   : NULL;

	if (entry && value)
		*value = entry->value;
	return entry != NULL;
}

const struct ft_map_entry *
ft_map_next(const struct ft_map *map, const struct ft_map_entry *entry)
{
	return entry ? entry->next : map->first;
}

const char *
ft_map_key(const struct ft_map_entry *entry)
{
	return entry->key;
}

uint64_t
ft_map_value(const struct ft_map_entry *entry)
{
	return entry->value;
}
