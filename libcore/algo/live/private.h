/*
 * private.h - what the files of this room share: the siblings of each family as
 * an ordered set with counts, which is a list of blocks (set.c).
 *
 * Siblings are sorted by shares / usage, without the parent's usage, which all
 * have in common.  That decides their order, except among those that are near
 * each other: there, roundings with the parent's usage decide, so they are
 * compared when somebody asks.
 */
#ifndef FT_ALGO_LIVE_PRIVATE_H
#define FT_ALGO_LIVE_PRIVATE_H

#include "algo/share/fairtree_internal.h"
#include "algo/live/live.h"

/*
 * The key of a sibling: exponent and 49 bits of S / usage, so that keys compare
 * as these numbers do.  Two keys that differ by more than LIVE_NEAR are in the
 * order of the level fairshares: cutting changes each key by less than a step
 * of 2^-49, and the roundings of both sides are a few times 2^-64 (2^-53 where
 * a long double is no more than a double).
 */
#define LIVE_INFINITE UINT64_MAX
#define LIVE_ZERO     UINT64_C(0)
#define LIVE_NEAR     4

/* Usage is 0 or has an exponent of at least this one, and the common factor one
 * of at most that, so that no quotient of two usages, nor of S and such a
 * quotient, overflows or underflows. */
#define LIVE_LEAST_EXPONENT  (200 - LDBL_MAX_EXP / 2)
#define LIVE_FACTOR_EXPONENT (LDBL_MAX_EXP / 16)

/* No node: the root is nobody's sibling. */
#define LIVE_NONE 0

/* Marks in weight. */
#define LIVE_STOP   UINT32_C(0x80000000) /* a user, or an opaque account */
#define LIVE_USER   UINT32_C(0x40000000)
#define LIVE_WEIGHT UINT32_C(0x3fffffff)

/*
 * A node among its siblings.  An account is opaque if, when it is tied, some of
 * its users may still differ from whoever is ranked before them (Slurm's ties).
 */
struct live_item {
	ft_real usage; /* without the common factor */
	uint64_t key;
	double shares;   /* S */
	uint32_t weight; /* users here and below, and marks */
	uint32_t block;  /* number of the block it is in */
};

/* What a block has of each sibling, to compare and count. */
struct live_entry {
	uint64_t key;
	uint32_t node, weight;
};

struct live_count {
	uint32_t users, stops; /* stops: LIVE_STOP marks */
};

/* Blocks have numbers, which stay, and places in the order of the siblings. */
struct live_block {
	struct live_count count; /* by number */
	uint32_t n;              /* by number: its siblings */
	uint32_t place;          /* by number */
	uint32_t order;          /* by place: its number; after the last place
	                            come the numbers not in use */
};

struct live_family {
	size_t blocks,
	    entries;     /* where its own begin in the arrays of ft_live */
	uint32_t n, cap; /* blocks in use, and in all */
	uint32_t room;   /* siblings that fit into a block */
	uint32_t users;  /* of all siblings */
	uint32_t used;   /* siblings whose key depends on their usage */
	uint32_t opaque; /* accounts */
	bool parents;    /* has accounts of `parent` shares, which are out, and
	                    are "none" */
};

/* A level fairshare; key: LIVE_INFINITE, LIVE_ZERO, or any other. */
struct live_level {
	uint64_t key;
	struct ft_level level;
};

struct live_list {
	uint32_t *node;
	size_t n, cap;
};

struct ft_live {
	const struct ft_tree *tree;
	enum ft_ties ties;
	ft_real factor; /* usage now is item.usage x factor */
	ft_real least, most, least_factor, most_factor;
	struct live_item *item;     /* by node; [0] has the root's usage */
	struct live_family *family; /* by account ordinal */
	/* of all families (live/set.c) */
	struct live_entry *entry;
	struct live_block *block;
	struct live_count *count;
	uint64_t *head;
	/* scratch */
	struct live_list path, merged, next;
	bool odd; /* met a level fairshare of "none" that matters */
};

static inline struct live_family *
live_family_of(const struct ft_live *live, uint32_t account)
{
	return &live->family[live->tree->acct[account]];
}

static inline uint32_t
live_weight(const struct live_item *item)
{
	return item->weight & LIVE_WEIGHT;
}

/* ---- ordered sets (live/set.c) -------------------------------------------- */

/* A place among siblings, whether one is there or not. */
struct live_place {
	uint64_t key;
	double shares;
	ft_real usage;
	bool account;
	uint32_t node;
};

static inline struct live_place
live_place_of(const struct live_item *item, uint32_t node)
{
	return (struct live_place){ item->key, item->shares, item->usage,
		!(item->weight & LIVE_USER), node };
}

/* Returns whether two finite keys leave the order open. */
static inline bool
live_is_near(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) <= LIVE_NEAR;
}

/* Returns whether two siblings are tied whatever the parent's usage is. */
bool ft_live_is_same(const struct live_item *a, const struct live_item *b);
/* Returns whether A goes before B. */
bool ft_live_is_before(const struct live_place *a, const struct live_place *b);
/* Make room for the siblings of all families, whose sets are empty. */
void ft_live_make_room(struct ft_live *live);
/* Returns the best sibling, or LIVE_NONE. */
uint32_t ft_live_first(
    const struct ft_live *live, const struct live_family *family);
/* The neighbours of a sibling. */
struct live_beside {
	const struct live_entry *prev, *next; /* NULL: there is none */
	uint32_t users;                       /* of all before it */
};
struct live_beside ft_live_beside(const struct ft_live *live,
    const struct live_family *family, uint32_t node);
/* Returns the first sibling that is not before PLACE, and sets *users to the
 * number of users before it. */
uint32_t ft_live_seek(const struct ft_live *live,
    const struct live_family *family, const struct live_place *place,
    uint32_t *users);
/* Returns the number of users before NODE. */
uint32_t ft_live_before(const struct ft_live *live, uint32_t node);
/* Returns the sibling with user number K, from 0; there must be one. */
uint32_t ft_live_pick(
    const struct ft_live *live, const struct live_family *family, uint32_t k);
/* Returns the last sibling before NODE that has a LIVE_STOP, or LIVE_NONE. */
uint32_t ft_live_last_stop(const struct ft_live *live, uint32_t node);
/* Move NODE, whose key has changed, to its place. */
void ft_live_move(
    struct ft_live *live, struct live_family *family, uint32_t node);
/* Rebuild the set from NODE[n], in order, with keys and weights set. */
void ft_live_make(struct ft_live *live, struct live_family *family,
    const uint32_t *node, uint32_t n);
/* Set or clear the LIVE_STOP of NODE. */
void ft_live_mark(struct ft_live *live, uint32_t node, bool stop);

/* ---- levels (live/level.c) ------------------------------------------------ */

/* What has a place before a level fairshare in one family. */
struct live_sight {
	uint32_t above;  /* users of siblings with a greater one */
	uint32_t users;  /* sibling users that have it */
	uint32_t beside; /* users of accounts that have it, of lower number */
	bool any_above;  /* some sibling has a greater one */
	bool any_beside; /* some account of lower number has it */
	bool sole;       /* all that are near are the same */
};

/* Returns the key of USAGE and S where the parent has usage. */
uint64_t ft_live_key(double shares, ft_real usage);
struct live_level ft_live_level_of(
    const struct ft_live *live, uint32_t node, uint32_t parent);
/*
 * Look from LEVEL into the family of ACCOUNT; node: in it or not, only for
 * `beside`.  accounts: NULL, or gets the accounts of that level appended.
 */
struct live_sight ft_live_look(struct ft_live *live, uint32_t account,
    const struct live_level *level, uint32_t node, struct live_list *accounts);
/* Returns whether no sibling is near NODE, which is in the family of ACCOUNT. */
bool ft_live_is_alone(
    const struct ft_live *live, uint32_t account, uint32_t node);
/* Look from NODE at its siblings. */
struct live_sight ft_live_look_from(struct ft_live *live, uint32_t node);
/* Returns the sibling in the family of ACCOUNT that has user number K. */
uint32_t ft_live_pick_exact(struct ft_live *live, uint32_t account, uint32_t k);
void ft_live_push(struct live_list *list, uint32_t node);

/* ---- ranks (live/rank.c) -------------------------------------------------- */

/* Returns the number of users ranked better than USER. */
uint32_t ft_live_rank_slurm(struct ft_live *live, uint32_t user);
uint32_t ft_live_rank_documented(struct ft_live *live, uint32_t user);

#endif
