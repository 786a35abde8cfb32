#include "algo/live/private.h"

/*
 * Treaps: a search tree whose shape is that of random insertions, because
 * parents have the higher of two hashed numbers.  Node 0 is the empty tree; its
 * counts are 0 and never written.
 */

FT_WRAPS static uint32_t
priority(uint32_t node)
{
	uint32_t x = node * UINT32_C(0x9e3779b1);

	x ^= x >> 15;
	x *= UINT32_C(0x85ebca77);
	x ^= x >> 13;
	return x * UINT32_C(0xc2b2ae3d);
}

/* Returns whether A is above B; hashes of different nodes differ. */
static bool
is_higher(uint32_t a, uint32_t b)
{
	return priority(a) > priority(b);
}

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

/* Returns whether the sibling NODE goes before PLACE; keys mostly tell. */
static inline bool
goes_before(
    const struct ft_live *live, uint32_t node, const struct live_place *place)
{
	const struct live_item *item = &live->item[node];
	struct live_place own;

	if (item->key != place->key)
		return item->key > place->key;
	own = live_place_of(item, node);
	return ft_live_is_before(&own, place);
}

/* ---- asking --------------------------------------------------------------- */

uint32_t
ft_live_seek(const struct ft_live *live, const struct live_family *family,
    const struct live_place *place, uint32_t *users)
{
	const struct live_item *item = live->item;
	uint32_t at = family->root, found = LIVE_NONE, before = 0;

	while (at) {
		if (goes_before(live, at, place)) {
			before +=
			    item[item[at].left].sum + live_weight(&item[at]);
			at = item[at].right;
		} else {
			found = at;
			at = item[at].left;
		}
	}
	*users = before;
	return found;
}

uint32_t
ft_live_before(const struct ft_live *live, uint32_t node)
{
	const struct live_item *item = live->item;
	uint32_t before = item[item[node].left].sum;

	for (uint32_t up = item[node].up; up; node = up, up = item[up].up)
		if (item[up].right == node)
			before +=
			    item[item[up].left].sum + live_weight(&item[up]);
	return before;
}

uint32_t
ft_live_pick(
    const struct ft_live *live, const struct live_family *family, uint32_t k)
{
	const struct live_item *item = live->item;
	uint32_t at = family->root;

	assert(k < item[at].sum);
	for (;;) {
		uint32_t left = item[item[at].left].sum;

		if (k < left) {
			at = item[at].left;
			continue;
		}
		k -= left;
		if (k < live_weight(&item[at]))
			return at;
		k -= live_weight(&item[at]);
		at = item[at].right;
	}
}

/* Returns the last with a mark in the subtree AT, which has one. */
static uint32_t
last_marked(const struct live_item *item, uint32_t at)
{
	for (;;) {
		if (item[item[at].right].stops)
			at = item[at].right;
		else if (item[at].weight & LIVE_STOP)
			return at;
		else
			at = item[at].left;
	}
}

uint32_t
ft_live_last_stop(const struct ft_live *live, uint32_t node)
{
	const struct live_item *item = live->item;
	uint32_t up = item[node].up;

	if (item[item[node].left].stops)
		return last_marked(item, item[node].left);
	for (; up; node = up, up = item[up].up) {
		if (item[up].right != node)
			continue;
		if (item[up].weight & LIVE_STOP)
			return up;
		if (item[item[up].left].stops)
			return last_marked(item, item[up].left);
	}
	return LIVE_NONE;
}

/* ---- changing ------------------------------------------------------------- */

static void
count(struct live_item *item, uint32_t at)
{
	const struct live_item *left = &item[item[at].left];
	const struct live_item *right = &item[item[at].right];

	item[at].sum = left->sum + right->sum + live_weight(&item[at]);
	item[at].stops =
	    left->stops + right->stops + !!(item[at].weight & LIVE_STOP);
}

/* Count from AT up to below TOP. */
static void
count_up(struct live_item *item, uint32_t at, uint32_t top)
{
	for (; at != top; at = item[at].up)
		count(item, at);
}

/* Add to the counts of AT and all above it; unsigned numbers wrap back. */
FT_WRAPS static void
add_up(struct live_item *item, uint32_t at, uint32_t users, uint32_t stops)
{
	for (; at; at = item[at].up) {
		item[at].sum += users;
		item[at].stops += stops;
	}
}

/* Where a subtree hangs. */
struct hook {
	uint32_t *link;
	uint32_t up;
};

static void
hang(struct live_item *item, struct hook *hook, uint32_t at)
{
	*hook->link = at;
	if (at)
		item[at].up = hook->up;
}

/* Hang AT and go on below it, on its RIGHT or left. */
static uint32_t
hang_on(struct live_item *item, struct hook *hook, uint32_t at, bool right)
{
	uint32_t *next = right ? &item[at].right : &item[at].left;

	hang(item, hook, at);
	hook->link = next;
	hook->up = at;
	return *next;
}

static struct hook
hook_of(struct live_item *item, struct live_family *family, uint32_t node)
{
	uint32_t up = item[node].up;
	struct hook hook = { &family->root, up };

	if (up)
		hook.link =
		    item[up].left == node ? &item[up].left : &item[up].right;
	return hook;
}

FT_WRAPS void
ft_live_remove(struct ft_live *live, struct live_family *family, uint32_t node)
{
	struct live_item *item = live->item, *own = &item[node];
	struct hook hook = hook_of(item, family, node);
	uint32_t a = own->left, b = own->right, up = own->up;

	while (a && b) {
		if (is_higher(a, b))
			a = hang_on(item, &hook, a, true);
		else
			b = hang_on(item, &hook, b, false);
	}
	hang(item, &hook, a ? a : b);
	count_up(item, hook.up, up);
	add_up(item, up, -live_weight(own),
	    own->weight & LIVE_STOP ? UINT32_MAX : 0);
	if (own->prev)
		item[own->prev].next = own->next;
	else
		family->first = own->next;
	if (own->next)
		item[own->next].prev = own->prev;
}

void
ft_live_insert(struct ft_live *live, struct live_family *family, uint32_t node)
{
	struct live_item *item = live->item, *own = &item[node];
	struct live_place place = live_place_of(own, node);
	struct hook hook = { &family->root, LIVE_NONE }, left, right;
	uint32_t at = family->root;

	own->prev = own->next = LIVE_NONE;
	while (at && is_higher(at, node)) {
		bool before = goes_before(live, at, &place);

		*(before ? &own->prev : &own->next) = at;
		hook.link = before ? &item[at].right : &item[at].left;
		hook.up = at;
		at = *hook.link;
	}
	/* what is below falls apart into what goes before and after */
	hang(item, &hook, node);
	left = (struct hook){ &own->left, node };
	right = (struct hook){ &own->right, node };
	while (at) {
		if (goes_before(live, at, &place)) {
			own->prev = at;
			at = hang_on(item, &left, at, true);
		} else {
			own->next = at;
			at = hang_on(item, &right, at, false);
		}
	}
	*left.link = *right.link = LIVE_NONE;
	count_up(item, left.up, node);
	count_up(item, right.up, node);
	count(item, node);
	add_up(item, hook.up, live_weight(own), !!(own->weight & LIVE_STOP));
	if (own->prev)
		item[own->prev].next = node;
	else
		family->first = node;
	if (own->next)
		item[own->next].prev = node;
}

void
ft_live_make(struct ft_live *live, struct live_family *family,
    const uint32_t *node, uint32_t n)
{
	struct live_item *item = live->item;
	uint32_t last = LIVE_NONE;

	family->root = LIVE_NONE;
	family->first = n ? node[0] : LIVE_NONE;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t own = node[i], below = LIVE_NONE, up = last;

		/* along the right edge, up to who stays above */
		while (up && !is_higher(up, own)) {
			count(item, up);
			below = up;
			up = item[up].up;
		}
		item[own].left = below;
		item[own].right = LIVE_NONE;
		item[own].up = up;
		item[own].prev = last;
		item[own].next = i + 1 < n ? node[i + 1] : LIVE_NONE;
		if (below)
			item[below].up = own;
		*(up ? &item[up].right : &family->root) = own;
		last = own;
	}
	count_up(item, last, LIVE_NONE);
}

void
ft_live_mark(struct ft_live *live, uint32_t node, bool stop)
{
	struct live_item *own = &live->item[node];

	if (!!(own->weight & LIVE_STOP) == stop)
		return;
	own->weight ^= LIVE_STOP;
	add_up(live->item, node, 0, stop ? 1 : UINT32_MAX);
}
