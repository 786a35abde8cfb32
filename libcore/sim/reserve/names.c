/*
 * names.c - lists of users, accounts and groups, as requests change them.
 *
 * Cases: tests/oracle/cases/x15-reservation-lists.
 */

#include "sim/reserve/private.h"

static bool
is_signed(const char *list)
{
	for (const char *c = list; *c; c++)
		if ((*c == '-' || *c == '+') && (c == list || c[-1] == ','))
			return true;
	return false;
}

static bool
is_same(struct ft_word a, struct ft_word b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Returns whether NAME is in LIST, with or without a sign. */
static bool
lists(const char *list, struct ft_word name)
{
	struct ft_reserve_word word;

	while (ft_reserve_word(&list, &word))
		if (is_same(word.name, name))
			return true;
	return false;
}

static void
append(struct ft_str *list, const char *sign, struct ft_word name)
{
	if (list->len)
		ft_str_add_char(list, ',');
	ft_str_add(list, sign);
	ft_str_add_n(list, name.at, name.len);
}

/* Copy LIST without NAME and without signs. */
static void
copy_without(struct ft_str *to, const char *list, struct ft_word name)
{
	struct ft_reserve_word word;

	while (ft_reserve_word(&list, &word))
		if (!is_same(word.name, name))
			append(to, "", word.name);
}

/* Apply one signed name to LIST; returns whether that is possible. */
static bool
change_list(
    struct ft_str *list, char sign, struct ft_word name, bool must_be_there)
{
	struct ft_str to = { 0 };
	bool denies = *ft_str_text(list) == '-';
	bool there = lists(ft_str_text(list), name);

	if (sign == '-' && (denies || !list->len)) {
		if (!there)
			append(list, "-", name);
		return true;
	}
	if (sign == '-' && !there)
		return !must_be_there;
	/* adding a name turns a list of excluded names into one of admitted
	 * ones */
	copy_without(&to, ft_str_text(list),
	    sign == '-' || !there ? name : ft_word_of(""));
	if (sign != '-' && !there)
		append(&to, "", name);
	ft_str_free(list);
	*list = to;
	return true;
}

/* Set *LIST to what an update makes of it; false: a name to be removed is not
 * in it. */
static bool
update_list(struct ft_world *world,
    const struct ft_reservation_request *request, int key, const char **list)
{
	const char *text = request->text[key];
	struct ft_str to = { 0 };
	bool good = true;

	if (!request->sign[key] && !is_signed(text)) {
		*list = ft_world_string(world, request->text[key]);
		return true;
	}
	ft_str_add(&to, *list);
	while (*text && good) {
		char sign = request->sign[key] ? request->sign[key] : '+';
		struct ft_word name;

		if (*text == '-' || *text == '+')
			sign = *text++;
		if (ft_word_next(&text, ",", &name) && name.len)
			good = change_list(&to, sign, name,
			    key == FT_RESERVATION_KEY_ACCOUNTS);
	}
	*list = ft_world_keep(world, &to);
	return good;
}

/* Set *LIST for a new reservation: all names with a minus, or none. */
static bool
new_list(struct ft_world *world, const struct ft_reservation_request *request,
    int key, const char **list)
{
	const char *text = request->text[key];
	bool all = request->sign[key] == '-', any = false, plain = false;
	struct ft_reserve_word word;
	struct ft_str to = { 0 };

	if (request->sign[key] == '+' || strchr(text, '+'))
		return false;
	while (ft_reserve_word(&text, &word)) {
		bool minus = word.negative || all;

		any |= minus;
		plain |= !minus;
		if (word.name.len)
			append(&to, minus ? "-" : "", word.name);
	}
	*list = ft_world_keep(world, &to);
	return !any || !plain;
}

bool
ft_reserve_set_list(struct ft_world *world,
    const struct ft_reservation_request *request, int key, const char **list)
{
	if (!request->given[key])
		return true;
	return request->update ? update_list(world, request, key, list)
			       : new_list(world, request, key, list);
}
