#include "algo/live/private.h"

static bool
is_user(const struct ft_live *live, uint32_t node)
{
	return live->item[node].weight & LIVE_USER;
}

/* ---- tied accounts ranked in turn (slurm) --------------------------------- */

/* Returns the number of users visited before NODE in its family. */
static uint32_t
place_of(struct ft_live *live, uint32_t node)
{
	struct live_sight sight = ft_live_look_from(live, node);

	return sight.above + sight.users + sight.beside;
}

/* Returns the number of users visited before ACCOUNT is. */
static uint32_t
users_before(struct ft_live *live, uint32_t account)
{
	uint32_t users = 0;

	for (; account; account = ft_tree_fs_parent(live->tree, account))
		users += place_of(live, account);
	return users;
}

/* Returns whether ACCOUNT is tied when it is visited. */
static bool
is_tied(struct ft_live *live, uint32_t account)
{
	for (; account; account = ft_tree_fs_parent(live->tree, account)) {
		struct live_sight sight = ft_live_look_from(live, account);

		if (sight.users || sight.any_beside)
			return true;
		/* only the first of a level has it from above */
		if (sight.any_above)
			return false;
	}
	return false;
}

/* Where the walk is: in the family of ACCOUNT, behind USERS of its users. */
struct spot {
	uint32_t account;
	uint32_t users;
};

static void
go_up(struct ft_live *live, struct spot *spot)
{
	spot->users = place_of(live, spot->account);
	spot->account = ft_tree_fs_parent(live->tree, spot->account);
}

static void
go_down(const struct ft_live *live, struct spot *spot, uint32_t account)
{
	spot->account = account;
	spot->users = live_weight(&live->item[account]);
}

/*
 * ACCOUNT is tied, and all its users to who is before them.  Go back past it,
 * and past all before it of which the same is known.
 */
static void
go_past(struct ft_live *live, struct spot *spot, uint32_t account,
    const struct live_sight *sight)
{
	const struct live_item *item = live->item;
	struct live_place place = live_place_of(&item[account], 0);
	uint32_t stop, first, users;

	if (!sight->sole) {
		spot->users = sight->above + sight->users + sight->beside;
		return;
	}
	stop = ft_live_last_stop(live, account);
	if (stop && ft_live_is_same(&item[stop], &item[account])) {
		spot->users =
		    ft_live_before(live, stop) + live_weight(&item[stop]);
		return;
	}
	spot->users = sight->above;
	if (!sight->any_above && is_tied(live, spot->account))
		return;
	/* the first of them is tied to nobody: its users begin a rank */
	first = ft_live_seek(
	    live, live_family_of(live, spot->account), &place, &users);
	if (live_weight(&item[first]))
		go_down(live, spot, first);
}

/* Go to where the rank of the last user of ACCOUNT comes from. */
static void
go_back(struct ft_live *live, struct spot *spot, uint32_t account)
{
	struct live_sight sight;

	if (live->item[account].weight & LIVE_STOP) {
		go_down(live, spot, account);
		return;
	}
	sight = ft_live_look_from(live, account);
	if (sight.users || sight.any_beside ||
	    (!sight.any_above && is_tied(live, spot->account)))
		go_past(live, spot, account, &sight);
	else
		go_down(live, spot, account);
}

/* Returns the number of users better than who is ranked last before SPOT. */
static uint32_t
rank_before(struct ft_live *live, struct spot spot)
{
	for (;;) {
		struct live_sight sight;
		uint32_t node;

		if (!spot.users) {
			if (!spot.account)
				return 0;
			go_up(live, &spot);
			continue;
		}
		node = ft_live_pick_exact(live, spot.account, spot.users - 1);
		if (!is_user(live, node)) {
			go_back(live, &spot, node);
			continue;
		}
		sight = ft_live_look_from(live, node);
		if (sight.any_above || !is_tied(live, spot.account))
			return users_before(live, spot.account) + sight.above;
		go_up(live, &spot);
	}
}

uint32_t
ft_live_rank_slurm(struct ft_live *live, uint32_t user)
{
	uint32_t account = ft_tree_fs_parent(live->tree, user);
	struct live_sight sight = ft_live_look_from(live, user);
	struct spot spot = { account, 0 };

	if (sight.any_above || !is_tied(live, account))
		return users_before(live, account) + sight.above;
	return rank_before(live, spot);
}

/* ---- tied accounts ranked as one (documented) ----------------------------- */

/* A level: the children of all accounts of a tied group together. */
struct group {
	uint32_t before; /* users of earlier levels that come before it */
	uint32_t leader; /* users better than who it is tied to */
	bool tied;       /* its first takes over that rank */
};

static void
add_sight(struct live_sight *sum, const struct live_sight *sight)
{
	sum->above += sight->above;
	sum->users += sight->users;
	sum->any_above |= sight->any_above;
}

/* Look at the level of NODE, which is among the accounts live->merged. */
static struct live_sight
look_at_group(struct ft_live *live, uint32_t node, bool last)
{
	uint32_t parent = ft_tree_fs_parent(live->tree, node);
	struct live_level level = ft_live_level_of(live, node, parent);
	struct live_list *next = last ? NULL : &live->next;
	struct live_sight sum = { 0 };

	live->next.n = 0;
	for (size_t i = 0; i < live->merged.n; i++) {
		struct live_sight sight = ft_live_look(
		    live, live->merged.node[i], &level, node, next);

		add_sight(&sum, &sight);
	}
	return sum;
}

/* The same where one account is alone, mostly without asking further. */
static struct live_sight
look_at_level(struct ft_live *live, uint32_t node, bool last)
{
	if (!ft_live_is_alone(live, ft_tree_fs_parent(live->tree, node), node))
		return look_at_group(live, node, last);
	live->next.n = 0;
	if (!is_user(live, node))
		ft_live_push(&live->next, node);
	return ft_live_look_from(live, node);
}

/* Go down to the children of those at the level of SIGHT. */
static void
enter(struct ft_live *live, struct group *group, const struct live_sight *sight)
{
	struct live_list merged = live->merged;
	bool inherits = group->tied && !sight->any_above;

	if (!inherits)
		group->leader = group->before + sight->above;
	group->tied = inherits || sight->users;
	group->before += sight->above + sight->users;
	live->merged = live->next;
	live->next = merged;
}

/* Fill live->path with USER and the accounts above it, the root left out. */
static void
find_path(struct ft_live *live, uint32_t user)
{
	live->path.n = 0;
	for (; user; user = ft_tree_fs_parent(live->tree, user))
		ft_live_push(&live->path, user);
}

uint32_t
ft_live_rank_documented(struct ft_live *live, uint32_t user)
{
	struct group group = { 0 };
	const uint32_t *path;
	size_t i, unused = 0;

	find_path(live, user);
	path = live->path.node;
	/* whoever is unused all the way is tied with the best there */
	while (unused < live->path.n &&
	       live->item[path[unused]].key == LIVE_INFINITE)
		unused++;
	live->merged.n = 0;
	ft_live_push(&live->merged, 0);
	for (i = live->path.n; i > 0 && i--;) {
		bool last = i == 0 || i < unused;
		struct live_sight sight =
		    live->merged.n == 1 ? look_at_level(live, path[i], last)
					: look_at_group(live, path[i], last);

		enter(live, &group, &sight);
		if (last)
			break;
	}
	return group.leader;
}
