/*
 * names.c - lists of users, accounts and groups, as requests change them.
 *
 * Cases: tests/oracle/cases/x15-reservation-lists.
 */

#include "sim/reserve/private.h"

static bool
is_sign(char c)
{
	return c == '-' || c == '+';
}

static bool
is_signed(const char *list)
{
	for (const char *c = list; *c; c++)
		if (is_sign(*c) && (c == list || c[-1] == ','))
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

/* Copy LIST without NAME, which may be "", and without signs unless SIGNS. */
static void
copy_without(
    struct ft_str *to, const char *list, struct ft_word name, bool signs)
{
	struct ft_reserve_word word;

	while (ft_reserve_word(&list, &word))
		if (!is_same(word.name, name))
			append(
			    to, word.negative && signs ? "-" : "", word.name);
}

/* A list that an update changes. */
struct changed {
	const struct ft_world *world;
	int key;
	struct ft_str list;
	bool denies;  /* all its names have a minus */
	bool lenient; /* a name to be removed need not be in it */
};

/* Add a name to the list or remove it; returns whether that is possible. */
static bool
change_list(struct changed *changed, char sign, struct ft_word name)
{
	struct ft_str to = { 0 };
	bool there = lists(ft_str_text(&changed->list), name);

	if (!name.len || is_sign(*name.at))
		return false;
	if (changed->denies == (sign == '-')) {
		if (!there)
			append(
			    &changed->list, changed->denies ? "-" : "", name);
		return !there || changed->key != FT_RESERVATION_KEY_GROUPS;
	}
	if (!there)
		return changed->lenient &&
		       (changed->key == FT_RESERVATION_KEY_GROUPS ||
			   ft_reserve_is_user(changed->world, name));
	copy_without(&to, ft_str_text(&changed->list), name, true);
	ft_str_free(&changed->list);
	changed->list = to;
	return true;
}

/* Apply the signed names of TEXT; returns whether that is possible. */
static bool
apply(struct changed *changed, const char *text)
{
	struct ft_word name;
	bool any = false;

	while (ft_word_next(&text, ",", &name)) {
		char sign = name.len ? *name.at : '\0';

		/* before the first name with a sign others do nothing */
		if (!is_sign(sign) && any && name.len)
			return false;
		if (!is_sign(sign))
			continue;
		any = true;
		name.at++;
		name.len--;
		if (!change_list(changed, sign, name))
			return false;
	}
	return true;
}

/*
 * Set *LIST to what an update makes of it; false: a name to be removed is not
 * in it.  22.05 takes names that are excluded for admitted ones.
 */
static bool
update_list(struct ft_world *world,
    const struct ft_reservation_request *request, int key, const char **list)
{
	const char *text = request->text[key];
	bool later =
	    ft_release_has(request->release, FT_RULE_RESERVATION_LISTS);
	bool groups = key == FT_RESERVATION_KEY_GROUPS;
	bool users = key == FT_RESERVATION_KEY_USERS;
	struct changed changed = { world, key, { 0 }, false,
		groups || (users && !later) };
	bool good;

	if (groups ? !is_sign(*text) : !is_signed(text)) {
		*list = ft_world_string(world, text);
		return true;
	}
	copy_without(&changed.list, *list, ft_word_of(""), later || users);
	if (!**list)
		changed.denies = !groups && text[strcspn(text, "+-")] == '-';
	else
		changed.denies = later && **list == '-';
	good = apply(&changed, text);
	*list = ft_world_keep(world, &changed.list);
	return good;
}

/* Set *LIST for a new reservation: all names with a minus, or none. */
static bool
new_list(struct ft_world *world, const struct ft_reservation_request *request,
    int key, const char **list)
{
	const char *text = request->text[key];
	bool any = false, plain = false;
	struct ft_reserve_word word;

	if (strchr(text, '+'))
		return false;
	*list = ft_world_string(world, text);
	while (ft_reserve_word(&text, &word)) {
		any |= word.negative;
		plain |= !word.negative;
	}
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

/* ---- names of partitions and QOS ----------------------------------------- */

/* Returns the partition or QOS that WORD means, "" none. */
static const char *
known_name(const struct ft_world *world, int key, struct ft_word word)
{
	char name[256];
	uint32_t partition;
	const struct ft_qos *qos;

	if (!ft_word_copy(word, name, sizeof name))
		return "";
	if (key == FT_RESERVATION_KEY_QOS) {
		ft_word_lower(name);
		qos = ft_acctdb_find_qos(&world->acctdb, name);
		return qos ? qos->name : "";
	}
	partition = ft_machine_partition(&world->machine, name);
	return partition == UINT32_MAX
		   ? ""
		   : world->machine.partition[partition].name;
}

/* Add NAME where it belongs in the sorted LIST. */
static void
insert(struct ft_str *list, const char *sign, const char *name)
{
	struct ft_str to = { 0 };
	const char *rest = ft_str_text(list);
	bool done = false;
	struct ft_reserve_word word;

	while (ft_reserve_word(&rest, &word)) {
		if (!done && strncmp(name, word.name.at, word.name.len) < 0) {
			append(&to, sign, ft_word_of(name));
			done = true;
		}
		append(&to, sign, word.name);
	}
	if (!done)
		append(&to, sign, ft_word_of(name));
	ft_str_free(list);
	*list = to;
}

/* Apply the names of TEXT, which all have a sign if SIGNS. */
static bool
apply_names(struct changed *changed, const char *text, bool signs)
{
	const char *minus = changed->denies ? "-" : "";
	struct ft_word word;

	while (ft_word_next(&text, ",", &word)) {
		struct ft_str to = { 0 };
		char sign = word.len && is_sign(*word.at) ? *word.at : '\0';
		const char *name;

		if (!word.len)
			continue;
		word.at += sign != '\0';
		word.len -= sign != '\0';
		name = known_name(changed->world, changed->key, word);
		if (!*name || signs != (sign != '\0'))
			return false;
		copy_without(
		    &to, ft_str_text(&changed->list), ft_word_of(name), true);
		if (!signs || (sign == '-') == changed->denies)
			insert(&to, minus, name);
		ft_str_free(&changed->list);
		changed->list = to;
	}
	return changed->list.len > 0;
}

bool
ft_reserve_set_names(struct ft_world *world,
    const struct ft_reservation_request *request, int key, const char **list)
{
	const char *text = request->text[key];
	bool signs = request->update ? is_signed(text) : *text == '-';
	bool old = request->update && signs && **list;
	struct changed changed = { world, key, { 0 },
		(old ? **list : *text) == '-' && signs, false };
	bool good;

	if (!request->given[key])
		return true;
	if (old)
		ft_str_add(&changed.list, *list);
	good = apply_names(&changed, text, signs);
	*list = ft_world_keep(world, &changed.list);
	return good;
}
