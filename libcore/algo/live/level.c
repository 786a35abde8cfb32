
#include "algo/live/private.h"

/* ---- keys ----------------------------------------------------------------- */

#define MANTISSA_BITS 49

#if FT_LEVEL_NATIVE && defined(__x86_64__)

/* The processor's own exponent and mantissa, which says its first bit. */
static uint64_t
pack(ft_real value)
{
	uint64_t mantissa;
	uint16_t exponent;

	memcpy(&mantissa, &value, sizeof mantissa);
	memcpy(
	    &exponent, (const char *)&value + sizeof mantissa, sizeof exponent);
	return (uint64_t)exponent << MANTISSA_BITS |
	       mantissa << 1 >> (64 - MANTISSA_BITS);
}

#else

static uint64_t
pack(ft_real value)
{
	int exponent;
	ft_real mantissa = frexpl(value, &exponent);

	/* 1/2..1; the first bit is left out by subtracting it */
	return ((uint64_t)(exponent + (1 << 14)) << MANTISSA_BITS) +
	       (uint64_t)ldexpl(mantissa * 2 - 1, MANTISSA_BITS);
}

#endif

uint64_t
ft_live_key(double shares, ft_real usage)
{
	if (shares <= 0)
		return LIVE_ZERO;
	return usage > 0 ? pack((ft_real)shares / usage) : LIVE_INFINITE;
}

/* ---- level fairshares ----------------------------------------------------- */

static struct ft_level
level_of(const struct ft_live *live, uint32_t node, uint32_t parent)
{
	const struct live_item *item = &live->item[node];

	if (item->key == LIVE_INFINITE)
		return ft_level_make(1, 0, 1);
	return ft_level_make(item->shares, item->usage * live->factor,
	    live->item[parent].usage * live->factor);
}

struct live_level
ft_live_level_of(const struct ft_live *live, uint32_t node, uint32_t parent)
{
	return (struct live_level){ live->item[node].key,
		level_of(live, node, parent) };
}

static ft_real
real_of(struct ft_level level)
{
#if FT_LEVEL_NATIVE
	return level.value;
#else
	return ldexpl((ft_real)level.mantissa, level.exponent);
#endif
}

/* The key that siblings below PARENT have who are at LEVEL or near. */
static uint64_t
key_below(
    const struct ft_live *live, uint32_t parent, const struct live_level *level)
{
	ft_real usage = live->item[parent].usage;

	if (level->key == LIVE_INFINITE || level->key == LIVE_ZERO)
		return level->key;
	/* below an account without usage are only the other two */
	if (!(usage > 0))
		return LIVE_ZERO + 1;
	return pack(real_of(level->level) / usage);
}

void
ft_live_push(struct live_list *list, uint32_t node)
{
	*ft_vec_add(list->node, list->n, list->cap) = node;
}

/* ---- looking into a family ------------------------------------------------ */

/* A look from NODE into a family. */
struct look {
	struct ft_live *live;
	const struct live_family *family;
	uint32_t node;
	struct live_sight sight;
	struct live_list *accounts;
};

/* Count the siblings from FIRST to before END, who are at the level. */
static void
count_level(struct look *look, uint32_t first, uint32_t end)
{
	struct ft_live *live = look->live;
	struct live_place place = live_place_of(&live->item[first], 0);
	uint32_t before = ft_live_before(live, first), users, beside, account;

	place.account = true;
	account = ft_live_seek(live, look->family, &place, &users);
	place.node = look->node;
	look->sight.any_beside |=
	    ft_live_seek(live, look->family, &place, &beside) != account;
	look->sight.users += users - before;
	look->sight.beside += beside - users;
	while (look->accounts && account != end) {
		const struct live_entry *next =
		    ft_live_beside(live, look->family, account).next;

		ft_live_push(look->accounts, account);
		account = next ? next->node : LIVE_NONE;
	}
}

/* Accounts of `parent` shares are "none", and so is the rank before all. */
static void
look_at_none(struct ft_live *live, const struct live_family *family,
    const struct live_level *level, struct live_sight *sight)
{
	int order;

	if (sight->any_above && !family->parents)
		return;
	order = ft_level_cmp(level->level, ft_level_none(false));
	if (!order)
		live->odd = true;
	sight->any_above |= family->parents && order < 0;
}

struct live_sight
ft_live_look(struct ft_live *live, uint32_t account,
    const struct live_level *level, uint32_t node, struct live_list *accounts)
{
	const struct live_family *family = live_family_of(live, account);
	const struct live_item *item = live->item;
	uint64_t key = key_below(live, account, level);
	bool finite = key != LIVE_INFINITE && key != LIVE_ZERO;
	struct live_place place = { .key = finite ? key + LIVE_NEAR : key,
		.shares = (double)INFINITY };
	struct look look = { live, family, node, { 0 }, accounts };
	struct live_sight *sight = &look.sight;
	uint32_t at, groups = 0;

	at = ft_live_seek(live, family, &place, &sight->above);
	sight->any_above = at != ft_live_first(live, family);
	while (at && item[at].key + (finite ? LIVE_NEAR : 0) >= key) {
		uint32_t end, to;
		int order;

		place = live_place_of(&item[at], UINT32_MAX);
		place.account = true;
		end = ft_live_seek(live, family, &place, &to);
		order = item[at].key == level->key && !finite
			    ? 0
			    : ft_level_cmp(
				  level_of(live, at, account), level->level);
		if (order > 0) {
			sight->above += to - ft_live_before(live, at);
			sight->any_above = true;
		} else if (!order) {
			count_level(&look, at, end);
		}
		at = end;
		groups++;
	}
	sight->sole = groups == 1;
	look_at_none(live, family, level, sight);
	return *sight;
}

/* Returns whether OTHER is a sibling near KEY. */
static bool
is_near(const struct live_entry *other, uint64_t key)
{
	return other && live_is_near(other->key, key);
}

static bool
is_alone(
    const struct ft_live *live, const struct live_beside *beside, uint32_t node)
{
	uint64_t key = live->item[node].key;

	return !is_near(beside->prev, key) && !is_near(beside->next, key);
}

bool
ft_live_is_alone(const struct ft_live *live, uint32_t account, uint32_t node)
{
	struct live_beside beside =
	    ft_live_beside(live, live_family_of(live, account), node);

	return is_alone(live, &beside, node);
}

struct live_sight
ft_live_look_from(struct ft_live *live, uint32_t node)
{
	const struct live_item *own = &live->item[node];
	uint32_t parent = ft_tree_fs_parent(live->tree, node);
	const struct live_family *family = live_family_of(live, parent);
	struct live_beside beside = ft_live_beside(live, family, node);
	struct live_sight sight = { .sole = true };
	struct live_level level = { .key = own->key };

	if (!is_alone(live, &beside, node)) {
		level = ft_live_level_of(live, node, parent);
		return ft_live_look(live, parent, &level, node, NULL);
	}
	sight.above = beside.users;
	sight.users = own->weight & LIVE_USER ? 1 : 0;
	sight.any_above = beside.prev;
	if (sight.any_above && !family->parents)
		return sight;
	level = ft_live_level_of(live, node, parent);
	look_at_none(live, family, &level, &sight);
	return sight;
}

/* ---- who is at a place ---------------------------------------------------- */

/* Order NODE and all that are near it, or near those, and take user K. */
static uint32_t
pick_near(struct ft_live *live, uint32_t parent, uint32_t node, uint32_t k)
{
	const struct live_family *family = live_family_of(live, parent);
	const struct live_item *item = live->item;
	struct ft_near *near FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, cap = 0, i = 0;
	const struct live_entry *other;

	while (other = ft_live_beside(live, family, node).prev,
	    is_near(other, item[node].key))
		node = other->node;
	k -= ft_live_before(live, node);
	for (;; node = other->node) {
		*ft_vec_add(near, n, cap) =
		    (struct ft_near){ level_of(live, node, parent),
			    !(item[node].weight & LIVE_USER), node, node };
		other = ft_live_beside(live, family, node).next;
		if (!is_near(other, item[node].key))
			break;
	}
	qsort(near, n, sizeof *near, ft_near_compare);
	while (k >= live_weight(&item[near[i].node]))
		k -= live_weight(&item[near[i++].node]);
	node = near[i].node;
	return node;
}

uint32_t
ft_live_pick_exact(struct ft_live *live, uint32_t account, uint32_t k)
{
	uint32_t node = ft_live_pick(live, live_family_of(live, account), k);

	/* all that are the same are in order already */
	if (ft_live_is_alone(live, account, node) ||
	    ft_live_look_from(live, node).sole)
		return node;
	return pick_near(live, account, node, k);
}
