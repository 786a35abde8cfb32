#include "algo/live/private.h"

#include "base/bisect.h"

/*
 * The siblings of a family are in blocks of at most BLOCK, all of them in order,
 * so that one moves by shifting some hundred bytes.  The keys of the first ones
 * of all blocks are an array of their own, searched by halving; how many users
 * come before a block is a sum over a Fenwick tree, in which cell I counts the
 * blocks from I & (I + 1) to I.
 *
 * A family that fits into one block has no more room than it needs.  A block
 * that is full is split; when there are as many as there may be, all are filled
 * evenly again.
 */
#define BLOCK 64
#define FILL  40 /* siblings in each block at first */

/* ---- families ------------------------------------------------------------- */

static uint32_t
blocks_for(uint32_t n)
{
	return n <= BLOCK ? 1 : (n + FILL - 1) / FILL;
}

void
ft_live_make_room(struct ft_live *live)
{
	const struct ft_tree *tree = live->tree;
	size_t blocks = 0, entries = 0;

	for (uint32_t acct = 0; acct < tree->n_acct; acct++) {
		uint32_t n = tree->first[acct + 1] - tree->first[acct];
		struct live_family *family = &live->family[acct];

		family->room = n <= BLOCK ? n : BLOCK;
		family->cap = n <= BLOCK ? 1 : 2 * blocks_for(n);
		family->blocks = blocks;
		family->entries = entries;
		blocks += family->cap;
		entries += (size_t)family->cap * family->room;
	}
	live->head = ft_calloc(blocks + 1, sizeof *live->head);
	live->block = ft_calloc(blocks + 1, sizeof *live->block);
	live->count = ft_calloc(blocks + 1, sizeof *live->count);
	live->entry = ft_calloc(entries + 1, sizeof *live->entry);
}

/* A family and its part of each array. */
struct set {
	struct live_item *item;
	struct live_family *family;
	struct live_entry *entry;
	struct live_block *block;
	struct live_count *count; /* Fenwick tree, by place */
	uint64_t *head;           /* key of the first, by place */
};

static struct set
set_of(const struct ft_live *live, const struct live_family *family)
{
	return (struct set){ live->item, &live->family[family - live->family],
		live->entry + family->entries, live->block + family->blocks,
		live->count + family->blocks, live->head + family->blocks };
}

static struct set
set_with(const struct ft_live *live, uint32_t node)
{
	return set_of(
	    live, live_family_of(live, ft_tree_fs_parent(live->tree, node)));
}

/* Where a sibling is, or would be. */
struct spot {
	uint32_t place; /* of its block */
	uint32_t at;    /* in the block */
};

static struct live_block *
block_at(const struct set *set, uint32_t place)
{
	return &set->block[set->block[place].order];
}

static struct live_entry *
entries_at(const struct set *set, uint32_t place)
{
	return set->entry + (size_t)set->block[place].order * set->family->room;
}

/* ---- counts --------------------------------------------------------------- */

/* Add to the counts of the block at PLACE; unsigned numbers wrap back. */
FT_WRAPS static void
add_count(const struct set *set, uint32_t place, uint32_t users, uint32_t stops)
{
	struct live_count *own = &block_at(set, place)->count;

	own->users += users;
	own->stops += stops;
	for (; place < set->family->n; place |= place + 1) {
		set->count[place].users += users;
		set->count[place].stops += stops;
	}
}

/* Returns what is in the blocks before PLACE. */
static struct live_count
count_before(const struct set *set, uint32_t place)
{
	struct live_count sum = { 0 };

	for (; place > 0; place &= place - 1) {
		sum.users += set->count[place - 1].users;
		sum.stops += set->count[place - 1].stops;
	}
	return sum;
}

/* Make the tree of the counts of the blocks. */
static void
count_all(const struct set *set)
{
	uint32_t n = set->family->n;

	for (uint32_t i = 0; i < n; i++)
		set->count[i] = block_at(set, i)->count;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t up = i | (i + 1);

		if (up >= n)
			continue;
		set->count[up].users += set->count[i].users;
		set->count[up].stops += set->count[i].stops;
	}
}

/* Returns the place of the block with user, or stop, number *K, and takes what
 * is before it from *K. */
static uint32_t
find_count(const struct set *set, uint32_t *k, bool stops)
{
	uint32_t n = set->family->n, place = 0, step = 1;

	while (step <= n / 2)
		step *= 2;
	for (; step > 0; step /= 2) {
		const struct live_count *count;
		uint32_t here;

		if (place + step > n)
			continue;
		count = &set->count[place + step - 1];
		here = stops ? count->stops : count->users;
		if (here <= *k) {
			*k -= here;
			place += step;
		}
	}
	return place;
}

/* ---- order ---------------------------------------------------------------- */

bool
ft_live_is_same(const struct live_item *a, const struct live_item *b)
{
	if (a->key != b->key)
		return false;
	if (a->key == LIVE_INFINITE || a->key == LIVE_ZERO)
		return true;
	return a->shares <= b->shares && a->shares >= b->shares &&
	       !ft_real_cmp(a->usage, b->usage);
}

bool
ft_live_is_before(const struct live_place *a, const struct live_place *b)
{
	if (a->key != b->key)
		return a->key > b->key;
	if (a->key != LIVE_INFINITE && a->key != LIVE_ZERO) {
		int order = ft_real_cmp(a->usage, b->usage);

		if (a->shares < b->shares || a->shares > b->shares)
			return a->shares > b->shares;
		if (order)
			return order < 0;
	}
	if (a->account != b->account)
		return b->account;
	return a->node < b->node;
}

/* Returns whether the sibling of ENTRY goes before PLACE; keys mostly tell. */
static inline bool
goes_before(const struct set *set, const struct live_entry *entry,
    const struct live_place *place)
{
	struct live_place own;

	if (entry->key != place->key)
		return entry->key > place->key;
	own = live_place_of(&set->item[entry->node], entry->node);
	return ft_live_is_before(&own, place);
}

/* Returns where PLACE is: in the last block that begins before it. */
static struct spot
seek(const struct set *set, const struct live_place *place)
{
	struct spot spot = { 0 };
	const struct live_entry *entry;

	FT_BISECT(spot.place, 1, set->family->n,
	    set->head[spot.place] != place->key
		? set->head[spot.place] > place->key
		: goes_before(set, entries_at(set, spot.place), place));
	spot.place--;
	entry = entries_at(set, spot.place);
	FT_BISECT(spot.at, 0, block_at(set, spot.place)->n,
	    goes_before(set, &entry[spot.at], place));
	return spot;
}

/* Returns where NODE, a sibling, is. */
static struct spot
find(const struct set *set, uint32_t node)
{
	uint32_t number = set->item[node].block;
	const struct live_entry *entry =
	    set->entry + (size_t)number * set->family->room;
	struct spot spot = { set->block[number].place, 0 };

	while (entry[spot.at].node != node)
		spot.at++;
	return spot;
}

/* Returns the sibling at SPOT, which may be behind its block; NULL: there is
 * none. */
static struct live_entry *
entry_at(const struct set *set, struct spot spot)
{
	if (spot.at < block_at(set, spot.place)->n)
		return entries_at(set, spot.place) + spot.at;
	return spot.place + 1 < set->family->n ? entries_at(set, spot.place + 1)
					       : NULL;
}

/* ---- asking --------------------------------------------------------------- */

/* Returns the users before SPOT. */
static uint32_t
users_before(const struct set *set, struct spot spot)
{
	const struct live_entry *entry = entries_at(set, spot.place);
	uint32_t users = count_before(set, spot.place).users;

	for (uint32_t i = 0; i < spot.at; i++)
		users += entry[i].weight & LIVE_WEIGHT;
	return users;
}

uint32_t
ft_live_first(const struct ft_live *live, const struct live_family *family)
{
	struct set set = set_of(live, family);

	return family->n ? entries_at(&set, 0)->node : LIVE_NONE;
}

static struct live_beside
beside(const struct set *set, struct spot spot)
{
	struct live_beside beside = {
		.next = entry_at(set, (struct spot){ spot.place, spot.at + 1 })
	};

	if (spot.at > 0)
		beside.prev = entries_at(set, spot.place) + spot.at - 1;
	else if (spot.place > 0)
		beside.prev = entries_at(set, spot.place - 1) +
			      block_at(set, spot.place - 1)->n - 1;
	return beside;
}

struct live_beside
ft_live_beside(
    const struct ft_live *live, const struct live_family *family, uint32_t node)
{
	struct set set = set_of(live, family);
	struct spot spot = find(&set, node);
	struct live_beside found = beside(&set, spot);

	found.users = users_before(&set, spot);
	return found;
}

uint32_t
ft_live_seek(const struct ft_live *live, const struct live_family *family,
    const struct live_place *place, uint32_t *users)
{
	struct set set = set_of(live, family);
	const struct live_entry *entry;
	struct spot spot;

	*users = 0;
	if (!family->n)
		return LIVE_NONE;
	spot = seek(&set, place);
	*users = users_before(&set, spot);
	entry = entry_at(&set, spot);
	return entry ? entry->node : LIVE_NONE;
}

uint32_t
ft_live_before(const struct ft_live *live, uint32_t node)
{
	struct set set = set_with(live, node);

	return users_before(&set, find(&set, node));
}

uint32_t
ft_live_pick(
    const struct ft_live *live, const struct live_family *family, uint32_t k)
{
	struct set set = set_of(live, family);
	const struct live_entry *entry;

	assert(k < family->users);
	entry = entries_at(&set, find_count(&set, &k, false));
	for (; k >= (entry->weight & LIVE_WEIGHT); entry++)
		k -= entry->weight & LIVE_WEIGHT;
	return entry->node;
}

uint32_t
ft_live_last_stop(const struct ft_live *live, uint32_t node)
{
	struct set set = set_with(live, node);
	struct spot spot = find(&set, node);
	const struct live_entry *entry = entries_at(&set, spot.place);
	uint32_t k;

	for (uint32_t i = spot.at; i > 0; i--)
		if (entry[i - 1].weight & LIVE_STOP)
			return entry[i - 1].node;
	k = count_before(&set, spot.place).stops;
	if (!k)
		return LIVE_NONE;
	k--;
	spot.place = find_count(&set, &k, true);
	entry = entries_at(&set, spot.place) + block_at(&set, spot.place)->n;
	do
		entry--;
	while (!(entry->weight & LIVE_STOP));
	return entry->node;
}

/* ---- changing ------------------------------------------------------------- */

/* Let all blocks from PLACE on know where they are. */
static void
number_from(const struct set *set, uint32_t place)
{
	for (; place < set->family->n; place++)
		block_at(set, place)->place = place;
}

/* Add an empty block at PLACE; there must be one left. */
static void
add_block(const struct set *set, uint32_t place)
{
	struct live_family *family = set->family;
	uint32_t number = set->block[family->n].order;

	for (uint32_t i = family->n++; i > place; i--) {
		set->block[i].order = set->block[i - 1].order;
		set->head[i] = set->head[i - 1];
	}
	set->block[place].order = number;
	set->block[number].n = 0;
	number_from(set, place);
}

/* Take the empty block at PLACE out. */
static void
drop_block(const struct set *set, uint32_t place)
{
	struct live_family *family = set->family;
	uint32_t number = set->block[place].order;

	family->n--;
	for (uint32_t i = place; i < family->n; i++) {
		set->block[i].order = set->block[i + 1].order;
		set->head[i] = set->head[i + 1];
	}
	set->block[family->n].order = number;
	number_from(set, place);
	count_all(set);
}

/* Let the block at PLACE have these N entries and no others. */
static void
fill(const struct set *set, uint32_t place, const struct live_entry *entry,
    uint32_t n)
{
	uint32_t number = set->block[place].order;
	struct live_block *block = &set->block[number];

	memmove(entries_at(set, place), entry, n * sizeof *entry);
	block->n = n;
	block->count = (struct live_count){ 0 };
	for (uint32_t i = 0; i < n; i++) {
		set->item[entry[i].node].block = number;
		block->count.users += entry[i].weight & LIVE_WEIGHT;
		block->count.stops += !!(entry[i].weight & LIVE_STOP);
	}
	set->head[place] = entry->key;
}

/* Distribute the N entries evenly. */
static void
distribute(const struct set *set, const struct live_entry *entry, uint32_t n)
{
	struct live_family *family = set->family;
	uint32_t done = 0;

	family->n = n ? blocks_for(n) : 0;
	for (uint32_t i = 0; i < family->cap; i++)
		set->block[i].order = i;
	number_from(set, 0);
	for (uint32_t i = 0; i < family->n; i++) {
		uint32_t end = (uint32_t)((uint64_t)n * (i + 1) / family->n);

		fill(set, i, entry + done, end - done);
		done = end;
	}
	count_all(set);
	family->users = count_before(set, family->n).users;
}

/* Distribute all entries of the family evenly. */
static void
even_out(const struct set *set)
{
	size_t cap = (size_t)set->family->n * BLOCK;
	struct live_entry *all = ft_alloc(cap * sizeof *all);
	uint32_t n = 0;

	for (uint32_t i = 0; i < set->family->n; i++) {
		uint32_t more = block_at(set, i)->n;

		memcpy(all + n, entries_at(set, i), more * sizeof *all);
		n += more;
	}
	distribute(set, all, n);
	ft_free(all);
}

/* The block at PLACE is full. */
static void
split(const struct set *set, uint32_t place)
{
	const struct live_entry *entry;

	if (set->family->n == set->family->cap) {
		even_out(set);
		return;
	}
	add_block(set, place + 1);
	entry = entries_at(set, place);
	fill(set, place + 1, entry + BLOCK / 2, BLOCK / 2);
	fill(set, place, entry, BLOCK / 2);
	count_all(set);
}

FT_WRAPS static void
take_out(const struct set *set, struct spot spot)
{
	struct live_block *block = block_at(set, spot.place);
	struct live_entry *entry = entries_at(set, spot.place) + spot.at;

	add_count(set, spot.place, -(entry->weight & LIVE_WEIGHT),
	    entry->weight & LIVE_STOP ? UINT32_MAX : 0);
	block->n--;
	memmove(entry, entry + 1, (block->n - spot.at) * sizeof *entry);
	if (!block->n && set->family->n > 1)
		drop_block(set, spot.place);
	else if (spot.at == 0)
		set->head[spot.place] = entry->key;
}

static void
put_in(const struct set *set, uint32_t node)
{
	struct live_item *item = &set->item[node];
	struct live_place place = live_place_of(item, node);
	struct spot spot = seek(set, &place);
	struct live_block *block;
	struct live_entry *entry;

	if (block_at(set, spot.place)->n == set->family->room) {
		split(set, spot.place);
		spot = seek(set, &place);
	}
	block = block_at(set, spot.place);
	entry = entries_at(set, spot.place) + spot.at;
	memmove(entry + 1, entry, (block->n - spot.at) * sizeof *entry);
	*entry = (struct live_entry){ item->key, node, item->weight };
	block->n++;
	item->block = set->block[spot.place].order;
	if (spot.at == 0)
		set->head[spot.place] = item->key;
	add_count(
	    set, spot.place, live_weight(item), !!(item->weight & LIVE_STOP));
}

void
ft_live_move(struct ft_live *live, struct live_family *family, uint32_t node)
{
	struct set set = set_of(live, family);
	struct spot spot = find(&set, node);
	struct live_beside at = beside(&set, spot);
	struct live_place place = live_place_of(&set.item[node], node);

	if ((at.prev && !goes_before(&set, at.prev, &place)) ||
	    (at.next && goes_before(&set, at.next, &place))) {
		take_out(&set, spot);
		put_in(&set, node);
		return;
	}
	entries_at(&set, spot.place)[spot.at].key = place.key;
	if (spot.at == 0)
		set.head[spot.place] = place.key;
}

void
ft_live_make(struct ft_live *live, struct live_family *family,
    const uint32_t *node, uint32_t n)
{
	struct set set = set_of(live, family);
	struct live_entry *entry = ft_alloc(n * sizeof *entry);

	for (uint32_t i = 0; i < n; i++)
		entry[i] = (struct live_entry){ live->item[node[i]].key,
			node[i], live->item[node[i]].weight };
	distribute(&set, entry, n);
	ft_free(entry);
}

void
ft_live_mark(struct ft_live *live, uint32_t node, bool stop)
{
	struct live_item *own = &live->item[node];
	struct set set = set_with(live, node);
	struct spot spot = find(&set, node);

	if (!!(own->weight & LIVE_STOP) == stop)
		return;
	own->weight ^= LIVE_STOP;
	entries_at(&set, spot.place)[spot.at].weight = own->weight;
	add_count(&set, spot.place, 0, stop ? 1 : UINT32_MAX);
}
