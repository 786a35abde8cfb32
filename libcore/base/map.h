/*
 * map.h - string to number, iterated in the order of insertion (uthash).
 */
#ifndef FT_BASE_MAP_H
#define FT_BASE_MAP_H

#include "base/base.h"

struct ft_map_entry;

struct ft_map {                /* all zero: empty */
	struct ft_arena arena; /* of the entries */
	struct ft_map_entry *head;
	size_t n;
};

void ft_map_clear(struct ft_map *map);
/* Add KEY (copied) or replace its value; returns true when it was new. */
bool ft_map_put(struct ft_map *map, const char *key, uint64_t value);
bool ft_map_put_n(
    struct ft_map *map, const char *key, size_t len, uint64_t value);
/* Returns the value of KEY; a new one (copied) is added with VALUE. */
uint64_t ft_map_add(struct ft_map *map, const char *key, uint64_t value);
/* Returns whether KEY is there and, if so, sets *value (may be NULL). */
bool ft_map_get(const struct ft_map *map, const char *key, uint64_t *value);
bool ft_map_get_n(
    const struct ft_map *map, const char *key, size_t len, uint64_t *value);
/* Iterate: start with NULL; returns NULL at the end. */
const struct ft_map_entry *ft_map_next(
    const struct ft_map *map, const struct ft_map_entry *entry);
const char *ft_map_key(const struct ft_map_entry *entry);
uint64_t ft_map_value(const struct ft_map_entry *entry);

#endif
