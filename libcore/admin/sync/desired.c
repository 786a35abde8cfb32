/* The desired state as lines: accounts, members, leavers, default accounts. */
#include "admin/sync/private.h"

/* More than there are kinds of settings. */
#define CHOICES 64

/* ---- lines ------------------------------------------------------------------ */

static void
add_line(struct sync *sync, enum ft_flat_kind kind, const char *name,
    struct sync_place place)
{
	struct ft_flat_line *line =
	    ft_flat_add(&sync->out->flat, kind, name, strlen(name));

	line->file = place.file;
	line->line = place.at.line;
}

/*
 * A line of an account or user below PARENT.  With several files each
 * starts at the root again.
 */
static void
add_below(struct sync *sync, const char *parent, enum ft_flat_kind kind,
    const char *name, struct sync_place place)
{
	if (sync->below != parent || sync->below_file != place.file)
		add_line(sync, FT_FLAT_PARENT, parent, place);
	sync->below = parent;
	sync->below_file = place.file;
	add_line(sync, kind, name, place);
}

static void
add_option(
    struct sync *sync, const char *key, const char *value, uint32_t column)
{
	ft_flat_add_option(&sync->out->flat, key, value, column);
}

static void
add_choice(struct sync *sync, const struct sync_choice *choice)
{
	const struct ft_attr *row = choice->row;

	add_option(sync, row->type == FT_ATTR_SHARES ? "Fairshare" : row->name,
	    choice->setting->value, choice->setting->value_at.column);
}

/* ---- accounts --------------------------------------------------------------- */

static void
write_account(struct sync *sync, uint32_t at)
{
	struct sync_account *account = &sync->account[at];
	bool root = strcmp(account->name, "root") == 0;

	account->done = true;
	if (root)
		return; /* its settings are in the line of the cluster */
	add_below(sync, sync->account[account->up].name, FT_FLAT_ACCOUNT,
	    account->name,
	    account->rule ? ft_sync_in_map(sync, account->rule->at)
			  : account->place);
	if (account->description)
		add_option(sync, "Description", account->description, 1);
	if (account->organization)
		add_option(sync, "Organization", account->organization, 1);
	for (size_t i = 0; i < account->n_choice; i++)
		add_choice(sync, &account->choice[i]);
}

/* Parents first; there are no cycles. */
static void
write_with_parents(struct sync *sync, uint32_t at, uint32_t *stack)
{
	size_t n = 0;

	while (at != SYNC_NONE && sync->account[at].desired &&
	       !sync->account[at].done) {
		stack[n++] = at;
		at = sync->account[at].up;
	}
	while (n)
		write_account(sync, stack[--n]);
}

static void
write_cluster(struct sync *sync, const char *cluster)
{
	uint32_t root = ft_sync_find_account(sync, "root");

	add_line(sync, FT_FLAT_CLUSTER, cluster,
	    ft_sync_in_map(sync, (struct ft_sync_place){ 1, 1 }));
	for (size_t i = 0;
	     root != SYNC_NONE && i < sync->account[root].n_choice; i++)
		add_choice(sync, &sync->account[root].choice[i]);
}

/* ---- members who stay ------------------------------------------------------- */

/* Returns whether sync does not touch the user at all. */
static bool
is_foreign(const struct sync_user *user)
{
	return user->stand == SYNC_EXCLUDED || user->stand == SYNC_LOW;
}

/* Returns whether the association will be there afterwards. */
static bool
stays(const struct sync *sync, const struct sync_member *member)
{
	const struct sync_account *account = &sync->account[member->account];
	const struct sync_user *user = &sync->user[member->user];
	enum ft_sync_leave leave = sync->source->map->leave;

	if (member->wanted)
		return true;
	if (member->assoc == SYNC_NONE)
		return false;
	if (is_foreign(user))
		return true;
	if (member->account == sync->refuge)
		return !user->member;
	return !account->filled || leave == FT_LEAVE_KEEP ||
	       leave == FT_LEAVE_ZERO;
}

/* Move users who are in no group any more to the account for leavers. */
static void
send_leavers(struct sync *sync)
{
	uint32_t to = sync->refuge;

	for (size_t i = 0; i < sync->n_user; i++) {
		struct sync_user *user = &sync->user[i];
		bool was = false;

		for (uint32_t m = user->first; m != SYNC_NONE;
		     m = sync->member[m].next_of_user)
			was =
			    was ||
			    (sync->member[m].assoc != SYNC_NONE &&
				sync->account[sync->member[m].account].filled &&
				sync->member[m].account != to);
		user->left = was && !user->member && !is_foreign(user);
		sync->out->n_left += user->left;
		if (user->left && to != SYNC_NONE) {
			uint32_t at = ft_sync_add_member(sync, to, (uint32_t)i);

			sync->member[at].wanted = true;
		}
	}
}

static enum ft_status
take_refuge(struct sync *sync, struct ft_error *err)
{
	const struct ft_syncmap *map = sync->source->map;
	const struct sync_place place = ft_sync_in_map(sync, map->leave_to.at);
	const char *name;
	uint32_t to;

	sync->refuge = SYNC_NONE;
	if (map->leave != FT_LEAVE_MOVE)
		return FT_OK;
	name = ft_sync_fold(sync, map->leave_to.text);
	to = ft_sync_find_account(sync, name);
	if (to == SYNC_NONE || (sync->account[to].assoc == SYNC_NONE &&
				   !sync->account[to].desired))
		return ft_sync_fail(
		    place, err, "no account '%s'", map->leave_to.text);
	if (sync->account[to].filled)
		return ft_sync_fail(
		    place, err, "account '%s' has members of its own", name);
	ft_map_put(&sync->out->members, name, 1);
	sync->refuge = to;
	return FT_OK;
}

/* ---- default accounts ------------------------------------------------------- */

/* Returns whether USER will be in ACCOUNT. */
static bool
will_be_in(
    const struct sync *sync, const struct sync_user *user, uint32_t account)
{
	for (uint32_t m = user->first; m != SYNC_NONE;
	     m = sync->member[m].next_of_user)
		if (sync->member[m].account == account)
			return stays(sync, &sync->member[m]);
	return false;
}

/* Returns whether A is the better default account: of two of USER's. */
static bool
is_better(const struct sync *sync, const struct sync_member *a,
    const struct sync_member *b)
{
	if (a->wanted != b->wanted)
		return a->wanted;
	if (a->primary != b->primary && !sync->source->map->default_first)
		return a->primary;
	if (a->order != b->order)
		return a->order < b->order;
	return strcmp(sync->account[a->account].name,
		   sync->account[b->account].name) < 0;
}

/* The best of those that stay; SYNC_NONE if none does. */
static uint32_t
best_home(const struct sync *sync, const struct sync_user *user)
{
	const struct sync_member *best = NULL;

	for (uint32_t m = user->first; m != SYNC_NONE;
	     m = sync->member[m].next_of_user) {
		const struct sync_member *member = &sync->member[m];

		if (stays(sync, member) &&
		    (best == NULL || is_better(sync, member, best)))
			best = member;
	}
	return best ? best->account : SYNC_NONE;
}

/* The default account that rules or rows state; SYNC_NONE. */
static uint32_t
stated_home(struct sync *sync, const struct sync_user *user)
{
	uint32_t home = SYNC_NONE;

	for (uint32_t m = user->first; m != SYNC_NONE;
	     m = sync->member[m].next_of_user) {
		struct sync_choice choice[CHOICES];
		size_t n;

		if (!sync->member[m].wanted)
			continue;
		n = ft_sync_choices(sync, &sync->member[m], choice, CHOICES);
		for (size_t i = 0; i < n; i++) {
			const struct ft_sync_setting *setting =
			    choice[i].setting;
			uint32_t to;

			if (choice[i].row)
				continue;
			to = ft_sync_find_account(
			    sync, ft_sync_fold(sync, setting->value));
			if (to != SYNC_NONE && will_be_in(sync, user, to))
				home = to;
			else if (choice[i].meant)
				ft_sync_note(sync,
				    "%s:%" PRIu32 ":%" PRIu32
				    ": user '%s' is not in '%s'",
				    choice[i].file, setting->value_at.line,
				    setting->value_at.column, user->name,
				    setting->value);
		}
	}
	return home;
}

/* Returns whether the default account has to be another, though it stays. */
static bool
is_poor(const struct sync *sync, const struct sync_user *user)
{
	for (uint32_t m = user->first; m != SYNC_NONE;
	     m = sync->member[m].next_of_user) {
		const struct sync_member *member = &sync->member[m];

		if (member->account == user->home)
			return !member->wanted && user->member &&
			       sync->account[member->account].filled &&
			       sync->source->map->leave == FT_LEAVE_ZERO;
	}
	return false;
}

static void
choose_home(struct sync *sync, struct sync_user *user)
{
	const struct ft_syncmap *map = sync->source->map;
	uint32_t stated;

	if (is_foreign(user))
		return;
	stated = sync->has_homes ? stated_home(sync, user) : SYNC_NONE;
	if (stated != SYNC_NONE)
		user->wanted = stated;
	else if (user->home == SYNC_NONE ||
		 !will_be_in(sync, user, user->home) || is_poor(sync, user) ||
		 (map->default_always && user->member))
		user->wanted = best_home(sync, user);
	if (user->wanted == user->home)
		user->wanted = SYNC_NONE;
}

/* ---- members ---------------------------------------------------------------- */

static void
say_home(struct sync *sync, struct sync_user *user)
{
	if (user->wanted == SYNC_NONE)
		return;
	add_option(sync, "DefaultAccount", sync->account[user->wanted].name, 1);
	user->written = true;
}

/* Shares of users who left, and of those who returned without any. */
static void
add_shares(struct sync *sync, const struct sync_member *member,
    const struct ft_assoc *assoc, bool stated)
{
	const struct sync_user *user = &sync->user[member->user];

	if (stated || sync->source->map->leave != FT_LEAVE_ZERO ||
	    is_foreign(user) || assoc == NULL)
		return;
	if (!member->wanted && sync->account[member->account].filled)
		add_option(sync, "Fairshare", "0", 1);
	else if (member->wanted && assoc->shares == 0)
		add_option(sync, "Fairshare", "1", 1);
}

static void
member_line(struct sync *sync, const struct sync_member *member,
    const struct ft_assoc *assoc)
{
	struct sync_user *user = &sync->user[member->user];
	const struct sync_account *account = &sync->account[member->account];
	struct sync_choice choice[CHOICES];
	struct sync_place place = account->place;
	bool shares = false;
	size_t n = 0;

	if (member->wanted)
		n = ft_sync_choices(sync, member, choice, CHOICES);
	if (member->row)
		place = ft_sync_in_roster(sync, member->row->user_at);
	else if (n)
		place = (struct sync_place){ choice[n - 1].file,
			choice[n - 1].setting->value_at };
	if (!place.file)
		place = ft_sync_in_map(sync, (struct ft_sync_place){ 1, 1 });
	add_below(sync, account->name, FT_FLAT_USER, user->name, place);
	if (assoc && *assoc->partition)
		add_option(sync, "Partition", assoc->partition, 1);
	say_home(sync, user);
	for (size_t i = 0; i < n; i++) {
		if (choice[i].row == NULL)
			continue;
		shares = shares || choice[i].row->type == FT_ATTR_SHARES;
		add_choice(sync, &choice[i]);
	}
	add_shares(sync, member, assoc, shares);
}

static void
write_member(struct sync *sync, const struct sync_member *member)
{
	if (!stays(sync, member))
		return;
	if (member->assoc == SYNC_NONE)
		member_line(sync, member, NULL);
	for (uint32_t i = member->assoc; i != SYNC_NONE;
	     i = sync->next_assoc[i])
		member_line(sync, member, &sync->acctdb->assoc[i]);
}

struct named {
	const char *name;
	uint32_t member;
};

static int
by_name(const void *a, const void *b)
{
	return strcmp(
	    ((const struct named *)a)->name, ((const struct named *)b)->name);
}

static void
write_members(struct sync *sync, uint32_t at)
{
	const struct sync_account *account = &sync->account[at];
	struct named *named FT_CLEANUP(ft_free_at) = NULL;
	size_t n = 0, cap = 0;

	for (uint32_t m = account->first; m != SYNC_NONE;
	     m = sync->member[m].next_of_account) {
		named = ft_vec_grow(named, &cap, n + 1, sizeof *named);
		named[n++] =
		    (struct named){ sync->user[sync->member[m].user].name, m };
	}
	if (n)
		qsort(named, n, sizeof *named, by_name);
	for (size_t i = 0; i < n; i++)
		write_member(sync, &sync->member[named[i].member]);
}

/* A user who loses the default account and has no line gets one that remains. */
static void
write_home(struct sync *sync, struct sync_user *user)
{
	if (user->wanted == SYNC_NONE || user->written)
		return;
	for (uint32_t m = user->first; m != SYNC_NONE;
	     m = sync->member[m].next_of_user) {
		const struct sync_member *member = &sync->member[m];

		if (member->account != user->wanted ||
		    member->assoc == SYNC_NONE)
			continue;
		member_line(sync, member, &sync->acctdb->assoc[member->assoc]);
		return;
	}
}

/* ---- all of it -------------------------------------------------------------- */

enum ft_status
ft_sync_target(struct sync *sync, const char *cluster, struct ft_error *err)
{
	uint32_t *stack;
	uint32_t to;

	FT_TRY(take_refuge(sync, err));
	send_leavers(sync);
	for (size_t i = 0; i < sync->n_user; i++)
		choose_home(sync, &sync->user[i]);
	write_cluster(sync, cluster);
	stack = ft_calloc(sync->n_account + 1, sizeof *stack);
	for (size_t i = 0; i < sync->n_account; i++)
		if (sync->account[i].desired)
			write_with_parents(sync, (uint32_t)i, stack);
	ft_free(stack);
	to = sync->refuge;
	for (size_t i = 0; i < sync->n_account; i++)
		if (sync->account[i].filled || i == to)
			write_members(sync, (uint32_t)i);
	for (size_t i = 0; i < sync->n_user; i++)
		write_home(sync, &sync->user[i]);
	return FT_OK;
}
