/* reserve_admit.c - who may use a reservation. */
#include "sim/reserve.h"

#include <string.h>

#include "base/num.h"
#include "sim/world_int.h"

/* Calls of each(): a word of a comma list, without its "-". */
struct word {
	const char *text;
	size_t len;
	bool negative;
};

/* The next word of *LIST, which moves on; false: there is none. */
static bool
next(const char **list, struct word *word)
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

static bool
equals(const struct word *word, const char *name)
{
	return strlen(name) == word->len &&
	       !memcmp(name, word->text, word->len);
}

/* The user that WORD means, by name or number. */
static bool
is_user(const struct word *word, const char *user, uint32_t uid)
{
	char digits[16];
	uint32_t number;

	if (equals(word, user))
		return true;
	if (word->len >= sizeof digits)
		return false;
	memcpy(digits, word->text, word->len);
	digits[word->len] = '\0';
	return ft_num_u32(digits, &number) && number == uid;
}

static bool
users_admit(const char *list, const char *user, uint32_t uid)
{
	struct word word = { 0 };

	while (next(&list, &word))
		if (is_user(&word, user, uid))
			return !word.negative;
	return word.negative;
}

/* Whether ACCOUNT is the one WORD names, or below it. */
static bool
is_account(
    const struct ft_world *world, const struct word *word, const char *account)
{
	uint32_t node = ft_world_account_node(world, account);

	if (equals(word, account))
		return true;
	for (; node != FT_NODE_NONE; node = world->tree->parent[node]) {
		const struct ft_account *above =
		    ft_book_account(&world->book, world->tree->who[node]);

		if (above && equals(word, above->name))
			return true;
	}
	return false;
}

static bool
accounts_admit(
    const struct ft_world *world, const char *list, const char *account)
{
	struct word word = { 0 };

	while (next(&list, &word))
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
	while (*names) {
		size_t len = strcspn(names, ",");
		const struct ft_reservation *reservation =
		    ft_reserve_find(world, names, len);

		if (len && !reservation)
			return FT_REFUSE_RESERVATION;
		if (len && !ft_reserve_may(world, job, reservation))
			return FT_REFUSE_RESERVATION_ACCESS;
		names += len + (names[len] == ',');
	}
	return FT_REFUSE_NONE;
}
