/* admit.c - who may use a reservation. */
#include "sim/reserve/reserve.h"

#include "base/text/text.h"
#include "sim/reserve/private.h"

bool
ft_reserve_word(const char **list, struct ft_reserve_word *word)
{
	while (**list == ',')
		(*list)++;
	if (!**list)
		return false;
	word->negative = **list == '-';
	word->text = *list + word->negative;
	word->len = strcspn(word->text, ",");
	*list = word->text + word->len;
	return true;
}

/* Copy WORD to NAME; returns NAME, or NULL if it is too long. */
static char *
text_of(const struct ft_reserve_word *word, char *name, size_t size)
{
	if (word->len >= size)
		return NULL;
	memcpy(name, word->text, word->len);
	name[word->len] = '\0';
	return name;
}

/* account names are lower case, however they are typed */
static bool
equals_any_case(const struct ft_reserve_word *word, const char *name)
{
	return strlen(name) == word->len &&
	       !strncasecmp(name, word->text, word->len);
}

/* Returns whether WORD means the user, by name or uid. */
static bool
is_user(const struct ft_reserve_word *word, const char *user, uint32_t uid)
{
	char digits[16];
	uint32_t number;

	if (strlen(user) == word->len && !memcmp(user, word->text, word->len))
		return true;
	return text_of(word, digits, sizeof digits) &&
	       ft_num_u32(digits, &number) && number == uid;
}

static bool
users_admit(const char *list, const char *user, uint32_t uid)
{
	struct ft_reserve_word word = { 0 };

	while (ft_reserve_word(&list, &word))
		if (is_user(&word, user, uid))
			return !word.negative;
	return word.negative;
}

/* Returns whether WORD names ACCOUNT or an account above it. */
static bool
is_account(const struct ft_world *world, const struct ft_reserve_word *word,
    const char *account)
{
	uint32_t node = ft_world_account_node(world, account);

	if (equals_any_case(word, account))
		return true;
	for (; node != FT_NODE_NONE; node = world->tree->parent[node]) {
		const struct ft_account *above =
		    ft_acctdb_account(&world->acctdb, world->tree->who[node]);

		if (above && equals_any_case(word, above->name))
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
		if (is_account(world, &word, account))
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

enum ft_refusal
ft_reserve_admits(
    struct ft_world *world, const struct ft_job *job, const char *names)
{
	const char *word;
	size_t len;

	while (ft_text_word(&names, &word, &len)) {
		const struct ft_reservation *reservation =
		    ft_reserve_find(world, word, len);

		if (len && !reservation)
			return FT_REFUSE_RESERVATION;
		if (len && !ft_reserve_may(world, job, reservation))
			return FT_REFUSE_RESERVATION_ACCESS;
	}
	return FT_REFUSE_NONE;
}

/* ---- consistency --------------------------------------------------------- */

static const char *
user_of(const struct ft_world *world, const struct ft_reserve_word *word,
    char *name, size_t size)
{
	uint32_t uid;

	if (!text_of(word, name, size))
		return NULL;
	if (ft_world_uid(world, name) != FT_UID_NOBODY)
		return name;
	return ft_num_u32(name, &uid) ? ft_world_user(world, uid) : NULL;
}

enum ft_refusal
ft_reserve_check_names(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	const char *list = reservation->users;
	char name[256];
	struct ft_reserve_word word;

	while (ft_reserve_word(&list, &word))
		if (!user_of(world, &word, name, sizeof name))
			return FT_REFUSE_USER;
	for (list = reservation->accounts; ft_reserve_word(&list, &word);) {
		if (!text_of(&word, name, sizeof name))
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
		if (!text_of(&word, name, sizeof name) ||
		    !has_account(world, user, name))
			return false;
	}
	return true;
}

enum ft_refusal
ft_reserve_check_lists(
    const struct ft_world *world, const struct ft_reservation *reservation)
{
	const char *list =
	    *reservation->users ? reservation->users : reservation->members;
	char name[256];
	struct ft_reserve_word word;

	if (!*reservation->users && !*reservation->accounts)
		return FT_REFUSE_NONE;
	/* none of the groups' users is in the accounts */
	if (*reservation->groups && !*reservation->members)
		return FT_REFUSE_ACCOUNT;
	while (ft_reserve_word(&list, &word)) {
		const char *user = user_of(world, &word, name, sizeof name);

		if (!word.negative && (!user || !has_accounts(world, user,
						    reservation->accounts)))
			return FT_REFUSE_ACCOUNT;
	}
	return FT_REFUSE_NONE;
}
