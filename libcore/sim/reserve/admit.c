/* admit.c - who may use a reservation. */
#include "sim/reserve/reserve.h"

#include "base/text/text.h"
#include "sim/reserve/private.h"

bool
ft_reserve_word(const char **list, struct ft_reserve_word *word)
{
	*list += strspn(*list, ",");
	if (!**list)
		return false;
	word->negative = **list == '-';
	word->name = ft_word_until(*list + word->negative, ",");
	*list = word->name.at + word->name.len;
	return true;
}

/* Returns whether NAME means the user, by name or uid. */
static bool
is_user(struct ft_word name, const char *user, uint32_t uid)
{
	char digits[16];
	uint32_t number;

	if (ft_word_equals(name, user))
		return true;
	return ft_word_copy(name, digits, sizeof digits) &&
	       ft_num_u32(digits, &number) && number == uid;
}

static bool
users_admit(const char *list, const char *user, uint32_t uid)
{
	struct ft_reserve_word word = { 0 };

	while (ft_reserve_word(&list, &word))
		if (is_user(word.name, user, uid))
			return !word.negative;
	return word.negative;
}

/* Returns whether NAME is that of ACCOUNT or of an account above it; it is in lower
 * case, however NAME is typed. */
static bool
is_account(
    const struct ft_world *world, struct ft_word name, const char *account)
{
	uint32_t node = ft_world_account_node(world, account);

	if (ft_word_is(name, account))
		return true;
	for (; node != FT_NODE_NONE; node = world->tree->parent[node]) {
		const struct ft_account *above =
		    ft_acctdb_account(&world->acctdb, world->tree->who[node]);

		if (above && ft_word_is(name, above->name))
			return true;
	}
	return false;
}

static bool
accounts_admit(
    const struct ft_world *world, const char *list, const char *account)
{
	struct ft_reserve_word word = { 0 };

	while (ft_reserve_word(&list, &word))
		if (is_account(world, word.name, account))
			return !word.negative;
	return word.negative;
}

bool
ft_reserve_may(const struct ft_world *world, const struct ft_job *job,
    const struct ft_reservation *reservation)
{
	if (*reservation->accounts &&
	    !accounts_admit(world, reservation->accounts, job->account))
		return false;
	if (*reservation->users)
		return users_admit(reservation->users, job->user, job->uid);
	return !*reservation->groups ||
	       users_admit(reservation->members, job->user, job->uid);
}

/* Returns whether LIST has NAME, or excludes others only. */
static bool
names_admit(const char *list, const char *name)
{
	struct ft_reserve_word word = { .negative = true };

	while (ft_reserve_word(&list, &word))
		if (ft_word_equals(word.name, name))
			return !word.negative;
	return word.negative;
}

bool
ft_reserve_takes(
    const struct ft_seeker *seeker, const struct ft_reservation *reservation)
{
	const struct ft_world *world = seeker->world;
	const struct ft_qos *qos =
	    ft_acctdb_qos(&world->acctdb, seeker->job->qos);

	return !seeker->job->uid ||
	       (names_admit(reservation->allowed,
		    world->machine.partition[seeker->partition].name) &&
		   names_admit(reservation->qos, qos ? qos->name : ""));
}

enum ft_refusal
ft_reserve_admits(
    struct ft_world *world, const struct ft_job *job, const char *names)
{
	struct ft_word word;

	while (ft_word_next(&names, ",", &word)) {
		const struct ft_reservation *reservation =
		    ft_reserve_find(world, word);

		if (word.len && !reservation)
			return FT_REFUSE_RESERVATION;
		/* none ever starts in one whose time moves on */
		if (word.len &&
		    (reservation->flags & FT_RESERVATION_MASK(TIME_FLOAT) ||
			!ft_reserve_may(world, job, reservation)))
			return FT_REFUSE_RESERVATION_ACCESS;
	}
	return FT_REFUSE_NONE;
}

/* ---- consistency --------------------------------------------------------- */

static const char *
user_of(
    const struct ft_world *world, struct ft_word word, char *name, size_t size)
{
	uint32_t uid;

	if (!ft_word_copy(word, name, size))
		return NULL;
	if (ft_world_uid(world, name) != FT_UID_NOBODY)
		return name;
	return ft_num_u32(name, &uid) ? ft_world_user(world, uid) : NULL;
}

bool
ft_reserve_is_user(const struct ft_world *world, struct ft_word name)
{
	char text[256];

	return user_of(world, name, text, sizeof text) != NULL;
}

enum ft_refusal
ft_reserve_check_names(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	const char *list = reservation->users;
	char name[256];
	struct ft_reserve_word word;

	while (ft_reserve_word(&list, &word))
		if (!user_of(world, word.name, name, sizeof name))
			return FT_REFUSE_USER;
	for (list = reservation->accounts; ft_reserve_word(&list, &word);) {
		if (!ft_word_copy(word.name, name, sizeof name))
			return FT_REFUSE_ACCOUNT;
		ft_word_lower(name);
		if (ft_world_account_node(world, name) == FT_NODE_NONE)
			return FT_REFUSE_ACCOUNT;
	}
	return FT_REFUSE_NONE;
}

/* Returns whether USER has an association, in one of ACCOUNTS unless that is
 * "". */
static bool
has_account(
    const struct ft_world *world, const char *user, const char *accounts)
{
	const struct ft_tree *tree = world->tree;
	bool denies = *accounts == '-';

	for (uint32_t i = 0; i < tree->n; i++) {
		const struct ft_user *who =
		    ft_tree_is_user(tree, i)
			? ft_acctdb_user(&world->acctdb, tree->who[i])
			: NULL;
		const struct ft_account *account;

		if (!who || strcmp(who->name, user) != 0)
			continue;
		account = ft_acctdb_account(
		    &world->acctdb, tree->who[tree->parent[i]]);
		if (!*accounts || denies ||
		    (account && accounts_admit(world, accounts, account->name)))
			return true;
	}
	return false;
}

/* Returns whether USER has an association in each of ACCOUNTS. */
static bool
has_accounts(
    const struct ft_world *world, const char *user, const char *accounts)
{
	char name[256];
	struct ft_reserve_word word;

	if (!*accounts || *accounts == '-')
		return has_account(world, user, accounts);
	while (ft_reserve_word(&accounts, &word)) {
		if (!ft_word_copy(word.name, name, sizeof name) ||
		    !has_account(world, user, name))
			return false;
	}
	return true;
}

enum ft_refusal
ft_reserve_check_lists(const struct ft_world *world,
    const struct ft_reservation *reservation, bool changed)
{
	bool groups = ft_release_has(
	    ft_conf_release(world->conf), FT_RULE_RESERVATION_GROUPS);
	const char *list = *reservation->users ? reservation->users
			   : groups            ? reservation->members
					       : "";
	char name[256];
	struct ft_reserve_word word;

	if (!*reservation->users && !*reservation->accounts)
		return FT_REFUSE_NONE;
	/* none of the groups' users is in the accounts */
	if (groups && *reservation->groups && !*reservation->members)
		return FT_REFUSE_ACCOUNT;
	while (ft_reserve_word(&list, &word)) {
		const char *user = user_of(world, word.name, name, sizeof name);

		/* 22.05 forgets that a list it changes excludes users */
		if ((!word.negative || (changed && !groups)) &&
		    (!user ||
			!has_accounts(world, user, reservation->accounts)))
			return FT_REFUSE_ACCOUNT;
	}
	return FT_REFUSE_NONE;
}
