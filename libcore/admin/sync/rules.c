/* Rules and rows: settings checked, accounts and their parents. */
#include "admin/sync/private.h"

enum about { ABOUT_ACCOUNT, ABOUT_USER };

/* ---- settings --------------------------------------------------------------- */

/* Settings that are no settings of associations. */
enum extra { EXTRA_NONE, EXTRA_DESCRIPTION, EXTRA_ORGANIZATION, EXTRA_DEFAULT };

static enum extra
extra_of(const char *key)
{
	struct ft_word word = ft_word_of(key);

	if (ft_word_abbreviates(word, "Description", 3))
		return EXTRA_DESCRIPTION;
	if (ft_word_abbreviates(word, "Organization", 1))
		return EXTRA_ORGANIZATION;
	if (ft_word_abbreviates(word, "DefaultAccount", 8))
		return EXTRA_DEFAULT;
	return EXTRA_NONE;
}

static const struct ft_attr *
row_of(const struct ft_sync_setting *setting)
{
	return ft_attr_find(FT_ENTITY_ASSOC, ft_word_of(setting->key));
}

static enum ft_status
check_setting(struct sync *sync, const char *file, enum about about,
    const struct ft_sync_setting *setting, struct ft_error *err)
{
	const struct sync_place key = { file, setting->key_at };
	const struct ft_attr *row = row_of(setting);
	enum extra extra = row ? EXTRA_NONE : extra_of(setting->key);
	struct ft_error why;

	if (row == NULL && extra == EXTRA_NONE)
		return ft_sync_fail(
		    key, err, "unknown setting '%s'", setting->key);
	if (about == ABOUT_USER
		? extra == EXTRA_DESCRIPTION || extra == EXTRA_ORGANIZATION ||
		      (row && row->type == FT_ATTR_PARENT)
		: extra == EXTRA_DEFAULT)
		return ft_sync_fail(key, err, "'%s' is a setting of %s",
		    setting->key, about == ABOUT_USER ? "accounts" : "users");
	sync->has_homes = sync->has_homes || extra == EXTRA_DEFAULT;
	if (row == NULL ||
	    ft_admin_set_option(&sync->set, row, &sync->lookup,
		(struct ft_admin_words){ '=', setting->value }, &why) == FT_OK)
		return FT_OK;
	return ft_sync_fail((struct sync_place){ file, setting->value_at }, err,
	    "%s", why.text);
}

/* A rule's or row's own. */
static enum ft_status
check_all(struct sync *sync, const struct sync_settings *from, enum about about,
    struct ft_sync_settings settings, struct ft_error *err)
{
	for (size_t i = 0; i < settings.n; i++)
		FT_TRY(check_setting(sync, from->file, about,
		    &from->item[settings.first + i], err));
	/* only the function that fills the scratch set reads it */
	ft_admin_set_free(&sync->set);
	ft_admin_set_init(&sync->set, FT_ENTITY_ASSOC);
	return FT_OK;
}

enum ft_status
ft_sync_check(struct sync *sync, struct ft_error *err)
{
	const struct ft_syncmap *map = sync->source->map;
	const struct ft_roster *roster = sync->source->roster;
	struct sync_settings from = { map->file, map->setting };

	for (size_t i = 0; i < map->n_rule; i++)
		FT_TRY(check_all(sync, &from,
		    map->rule[i].kind == FT_SYNC_USER ? ABOUT_USER
						      : ABOUT_ACCOUNT,
		    map->rule[i].settings, err));
	if (roster)
		from = (struct sync_settings){ roster->file, roster->setting };
	for (size_t i = 0; roster && i < roster->n_row; i++)
		FT_TRY(check_all(sync, &from,
		    *roster->row[i].user ? ABOUT_USER : ABOUT_ACCOUNT,
		    roster->row[i].settings, err));
	return FT_OK;
}

/* ---- accounts --------------------------------------------------------------- */

static void
take_setting(struct sync *sync, struct sync_account *account, const char *file,
    const struct ft_sync_setting *setting)
{
	const struct ft_attr *row = row_of(setting);

	if (row && row->type == FT_ATTR_PARENT) {
		account->parent = ft_sync_fold(sync, setting->value);
		account->parent_place =
		    (struct sync_place){ file, setting->value_at };
		return;
	}
	if (row == NULL && extra_of(setting->key) == EXTRA_DESCRIPTION) {
		account->description = setting->value;
		return;
	}
	if (row == NULL) {
		account->organization = setting->value;
		return;
	}
	*ft_vec_add(account->choice, account->n_choice, account->cap_choice) =
	    (struct sync_choice){ row, setting, file, true };
}

static void
name_first(struct sync_account *account, struct sync_place place)
{
	if (!account->desired)
		account->place = place;
	account->desired = true;
}

enum ft_status
ft_sync_target_account(struct sync *sync, uint32_t at,
    const struct ft_sync_rule *rule, struct ft_error *err)
{
	const struct ft_syncmap *map = sync->source->map;
	struct sync_account *account = &sync->account[at];

	name_first(account, ft_sync_in_map(sync, rule->at));
	if (rule->settings.n == 0 || account->rule == rule)
		return FT_OK;
	if (account->rule)
		return ft_sync_fail(ft_sync_in_map(sync, rule->at), err,
		    "account '%s' has its settings from line %" PRIu32,
		    account->name, account->rule->at.line);
	account->rule = rule;
	for (size_t i = 0; i < rule->settings.n; i++)
		take_setting(sync, account, map->file,
		    &map->setting[rule->settings.first + i]);
	return FT_OK;
}

/* A row about an account, or the account that a row about a user names. */
static enum ft_status
take_row(
    struct sync *sync, const struct ft_roster_row *row, struct ft_error *err)
{
	const struct ft_roster *roster = sync->source->roster;
	const struct sync_place place =
	    ft_sync_in_roster(sync, row->account_at);
	const char *name = ft_sync_fold(sync, row->account);
	uint32_t at = ft_sync_find_account(sync, name);

	if (!ft_sync_is_name(name))
		return ft_sync_fail(place, err,
		    "'%s' cannot be the name of an account", row->account);
	if (*row->user == 0)
		at = ft_sync_add_account(sync, name);
	else if (at == SYNC_NONE)
		return ft_sync_fail(place, err,
		    "no account '%s' (a row without user, or a line 'account "
		    "%s' in the map, would make it)",
		    row->account, name);
	name_first(&sync->account[at], place);
	for (size_t i = 0; *row->user == 0 && i < row->settings.n; i++)
		take_setting(sync, &sync->account[at], roster->file,
		    &roster->setting[row->settings.first + i]);
	return FT_OK;
}

enum ft_status
ft_sync_take_rules(struct sync *sync, struct ft_error *err)
{
	const struct ft_syncmap *map = sync->source->map;
	const struct ft_roster *roster = sync->source->roster;

	for (size_t i = 0; i < map->n_rule; i++) {
		const struct ft_sync_rule *rule = &map->rule[i];
		const char *name;

		if (rule->kind != FT_SYNC_ACCOUNT)
			continue;
		name = ft_sync_fold(sync, rule->name);
		if (!ft_sync_is_name(name))
			return ft_sync_fail(ft_sync_in_map(sync, rule->at), err,
			    "'%s' cannot be the name of an account",
			    rule->name);
		FT_TRY(ft_sync_target_account(
		    sync, ft_sync_add_account(sync, name), rule, err));
	}
	/* Rows about accounts first: they may be anywhere. */
	for (int users = 0; users < 2; users++)
		for (size_t i = 0; roster && i < roster->n_row; i++)
			if ((*roster->row[i].user != 0) == users)
				FT_TRY(take_row(sync, &roster->row[i], err));
	return FT_OK;
}

/* ---- parents ---------------------------------------------------------------- */

/* Where its parent is given, else where the account is. */
static struct sync_place
parent_place(const struct sync_account *account)
{
	return account->parent_place.file ? account->parent_place
					  : account->place;
}

static enum ft_status
find_parent(
    struct sync *sync, struct sync_account *account, struct ft_error *err)
{
	uint32_t up;

	if (account->parent == NULL)
		account->parent = account->up == SYNC_NONE
				      ? "root"
				      : sync->account[account->up].name;
	up = ft_sync_find_account(sync, account->parent);
	if (up == SYNC_NONE || (sync->account[up].assoc == SYNC_NONE &&
				   !sync->account[up].desired))
		return ft_sync_fail(parent_place(account), err,
		    "no account '%s'", account->parent);
	account->up = up;
	return FT_OK;
}

/* Returns whether somebody above AT is AT himself. */
static bool
is_loop(const struct sync *sync, uint32_t at)
{
	uint32_t up = sync->account[at].up;
	size_t steps = 0;

	while (up != SYNC_NONE && steps++ <= sync->n_account) {
		if (up == at)
			return true;
		up = sync->account[up].up;
	}
	return false;
}

enum ft_status
ft_sync_check_parents(struct sync *sync, struct ft_error *err)
{
	for (size_t i = 0; i < sync->n_account; i++) {
		struct sync_account *account = &sync->account[i];

		if (!account->desired)
			continue;
		if (strcmp(account->name, "root") != 0)
			FT_TRY(find_parent(sync, account, err));
		else if (account->parent)
			return ft_sync_fail(
			    account->parent_place, err, "root has no parent");
	}
	for (size_t i = 0; i < sync->n_account; i++) {
		const struct sync_account *account = &sync->account[i];

		if (account->desired && is_loop(sync, (uint32_t)i))
			return ft_sync_fail(parent_place(account), err,
			    "account '%s' would be below itself",
			    account->name);
	}
	return FT_OK;
}

/* ---- members ---------------------------------------------------------------- */

static bool
is_same(const struct sync_choice *a, const struct ft_attr *row)
{
	if (a->row == NULL || row == NULL)
		return a->row == row;
	return a->row->type == row->type && a->row->limit == row->limit &&
	       a->row->offset == row->offset && a->row->tres == row->tres;
}

/* Later ones of the same kind win. */
static size_t
choose(struct sync_choice *choice, size_t n, size_t cap, struct sync_choice new)
{
	size_t at = 0;

	new.row = row_of(new.setting);
	while (at < n && !is_same(&choice[at], new.row))
		at++;
	if (at == cap)
		return n;
	choice[at] = new;
	return at == n ? n + 1 : n;
}

size_t
ft_sync_choices(const struct sync *sync, const struct sync_member *member,
    struct sync_choice *choice, size_t cap)
{
	const struct ft_syncmap *map = sync->source->map;
	const struct ft_roster *roster = sync->source->roster;
	const struct ft_roster_row *row = member->row;
	const char *account = sync->account[member->account].name;
	const char *user = sync->user[member->user].name;
	size_t n = 0;

	for (size_t i = 0; i < map->n_rule; i++) {
		const struct ft_sync_rule *rule = &map->rule[i];
		struct sync_choice new = { .file = map->file,
			.meant = !strchr(rule->name, '*') };

		if (rule->kind != FT_SYNC_USER ||
		    !ft_sync_matches(rule->name, user, NULL, NULL) ||
		    (rule->account &&
			!ft_sync_matches(rule->account, account, NULL, NULL)))
			continue;
		for (size_t s = 0; s < rule->settings.n; s++) {
			new.setting = &map->setting[rule->settings.first + s];
			n = choose(choice, n, cap, new);
		}
	}
	for (size_t s = 0; row && s < row->settings.n; s++)
		n = choose(choice, n, cap,
		    (struct sync_choice){
			.setting = &roster->setting[row->settings.first + s],
			.file = roster->file,
			.meant = true });
	return n;
}
