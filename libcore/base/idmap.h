/*
 * idmap.h - a number for each id, usually its position in an array.
 *
 * Arrays are indexed by position and never by id, because an id comes from a
 * file and can be any number of 32 bits.  A tree of 16 ways: dense ids take
 * about 4 bytes each, ids far apart at most 512, and finding one takes as many
 * steps as the largest has hexadecimal digits.
 */
#ifndef FT_BASE_IDMAP_H
#define FT_BASE_IDMAP_H

#include "base/base.h"

#define FT_IDMAP_NONE UINT32_MAX

struct ft_idmap { /* all zero: empty */
	uint32_t (*node)[16];
	size_t n_node, cap_node;
	uint32_t root;
	unsigned levels;
	uint32_t n;             /* ids in it */
	uint32_t last, last_id; /* lowest node, and the id last put there */
};

/* Free its memory; it is empty afterwards. */
void ft_idmap_free(struct ft_idmap *map);
/* Returns the number of ID, FT_IDMAP_NONE if it has none. */
uint32_t ft_idmap_get(const struct ft_idmap *map, uint32_t id);
/* Set the number of ID, which must not be FT_IDMAP_NONE; replaces an old one. */
void ft_idmap_put(struct ft_idmap *map, uint32_t id, uint32_t number);
/*
 * Returns the number of ID.  A new id gets the number of ids already there: the
 * next position in an array that grows with the map.
 */
uint32_t ft_idmap_add(struct ft_idmap *map, uint32_t id);
/* Number each of id[n] by its index; of duplicates the last one wins. */
void ft_idmap_put_all(struct ft_idmap *map, const uint32_t *id, uint32_t n);

/* Records by id, zeroed when they are made, in the order they were made. */
struct ft_idvec { /* all zero: empty */
	struct ft_idmap at;
	void *item;
	size_t cap;
};

void ft_idvec_free(struct ft_idvec *vec);
/* Returns the record of ID, NULL when there is none; valid until the next add. */
void *ft_idvec_get(const struct ft_idvec *vec, uint32_t id, size_t size);
/* Returns the record of ID, made if there is none; valid until the next add. */
void *ft_idvec_add(struct ft_idvec *vec, uint32_t id, size_t size)
    __attribute__((returns_nonnull));

#endif
