#include "base/map.h"

/* Exhausted memory ends in ft_alloc's handler, so nothing to report here. */
#define uthash_malloc(size)    ft_alloc(size)
#define uthash_free(ptr, size) ft_free(ptr)
/* left out, this would be a call of exit */
#define uthash_fatal(message) __builtin_unreachable()

#include <uthash.h>

/*
 * At most six to a chain, so hardly ever one after the other: each is likely a
 * miss of the cache, and a bucket is but two words.
 */
#undef HASH_BKT_CAPACITY_THRESH
#define HASH_BKT_CAPACITY_THRESH 7U

struct ft_map_entry {
	UT_hash_handle hh; /* its list keeps the order of insertion */
	uint64_t value;
	char key[]; /* terminated */
};

void
ft_map_clear(struct ft_map *map)
{
	HASH_CLEAR(hh, map->head);
	ft_arena_clear(&map->arena);
	*map = (struct ft_map){ 0 };
}

FT_WRAPS static unsigned
hash_of(const char *key, size_t len)
{
	unsigned hash;

	HASH_VALUE(key, len, hash);
	return hash;
}

static struct ft_map_entry *
find(const struct ft_map *map, const char *key, size_t len, unsigned hash)
{
	struct ft_map_entry *entry;

	HASH_FIND_BYHASHVALUE(hh, map->head, key, len, hash, entry);
	return entry;
}

bool
ft_map_put(struct ft_map *map, const char *key, uint64_t value)
{
	return ft_map_put_n(map, key, strlen(key), value);
}

/* Returns the entry of KEY, made with VALUE if there is none. */
static struct ft_map_entry *
enter(struct ft_map *map, const char *key, size_t len, uint64_t value)
{
	unsigned hash = hash_of(key, len);
	struct ft_map_entry *entry = find(map, key, len, hash);

	if (entry)
		return entry;
	entry = ft_arena_alloc(&map->arena, sizeof *entry + len + 1);
	memcpy(entry->key, key, len);
	entry->key[len] = '\0';
	entry->value = value;
	HASH_ADD_KEYPTR_BYHASHVALUE(
	    hh, map->head, entry->key, len, hash, entry);
	map->n++;
	return entry;
}

bool
ft_map_put_n(struct ft_map *map, const char *key, size_t len, uint64_t value)
{
	size_t before = map->n;

	enter(map, key, len, value)->value = value;
	return map->n > before;
}

uint64_t
ft_map_add(struct ft_map *map, const char *key, uint64_t value)
{
	return enter(map, key, strlen(key), value)->value;
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
	const struct ft_map_entry *entry;
	unsigned hash = hash_of(key, len);

	entry = find(map, key, len, hash);
	if (entry && value)
		*value = entry->value;
	return entry != NULL;
}

const struct ft_map_entry *
ft_map_next(const struct ft_map *map, const struct ft_map_entry *entry)
{
	return entry ? entry->hh.next : map->head;
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
