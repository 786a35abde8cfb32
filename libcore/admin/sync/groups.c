/* From groups to accounts and their members. */
#include "admin/sync/private.h"

/* ---- groups ----------------------------------------------------------------- */

/* A group that becomes an account. */
struct taken {
	const struct ft_sync_rule *rule;
	const struct ft_people_group *group;
	uint32_t account;
	uint32_t next; /* of the same number; SYNC_NONE */
};

struct takes {
	struct taken *item;
	size_t n, cap;
	struct ft_map by_gid; /* number -> first of them */
	bool *used;           /* by rule */
};

static int
by_rule_and_name(const void *a, const void *b)
{
	const struct taken *left = a, *right = b;

	if (left->rule != right->rule)
		return left->rule < right->rule ? -1 : 1;
	return strcmp(left->group->name, right->group->name);
}

/* Returns the first rule that names the group, NULL if none does. */
static const struct ft_sync_rule *
rule_of(const struct ft_syncmap *map, const char *group, bool *used)
{
	for (size_t i = 0; i < map->n_rule; i++) {
		const struct ft_sync_rule *rule = &map->rule[i];

		if (rule->kind != FT_SYNC_GROUP && rule->kind != FT_SYNC_IGNORE)
			continue;
		if (!ft_sync_matches(rule->name, group, NULL, NULL))
			continue;
		used[i] = true;
		return rule;
	}
	return NULL;
}

static void
match_groups(struct sync *sync, struct takes *takes)
{
	const struct ft_people *people = sync->source->people;

	for (size_t i = 0; i < people->n_group; i++) {
		const struct ft_people_group *group = &people->group[i];
		const struct ft_sync_rule *rule =
		    rule_of(sync->source->map, group->name, takes->used);

		if (rule == NULL || rule->kind == FT_SYNC_IGNORE)
			continue;
		*ft_vec_add(takes->item, takes->n, takes->cap) =
		    (struct taken){ .rule = rule, .group = group };
	}
	if (takes->n)
		qsort(takes->item, takes->n, sizeof *takes->item,
		    by_rule_and_name);
}

/* A group named in full must be there: an outage is no reason to delete. */
static enum ft_status
check_used(struct sync *sync, const struct takes *takes, struct ft_error *err)
{
	const struct ft_syncmap *map = sync->source->map;

	for (size_t i = 0; i < map->n_rule; i++) {
		const struct ft_sync_rule *rule = &map->rule[i];

		if (rule->kind != FT_SYNC_GROUP || takes->used[i])
			continue;
		if (strchr(rule->name, '*'))
			ft_sync_note(sync,
			    "%s:%" PRIu32 ":%" PRIu32 ": no group matches '%s'",
			    map->file, rule->at.line, rule->at.column,
			    rule->name);
		else
			return ft_sync_fail(ft_sync_in_map(sync, rule->at), err,
			    "no group '%s', or an earlier line took it",
			    rule->name);
	}
	return FT_OK;
}

/* The name of the account that RULE makes of GROUP. */
static const char *
name_account(struct sync *sync, const struct ft_sync_rule *rule,
    const struct ft_people_group *group)
{
	const char *part, *star;
	size_t len;

	if (rule->account == NULL)
		return ft_sync_fold(sync, group->name);
	ft_str_clear(&sync->text);
	star = strchr(rule->account, '*');
	if (star == NULL)
		return ft_sync_fold(sync, rule->account);
	ft_sync_matches(rule->name, group->name, &part, &len);
	ft_str_add_n(
	    &sync->text, rule->account, (size_t)(star - rule->account));
	ft_str_add_n(&sync->text, part, len);
	ft_str_add(&sync->text, star + 1);
	return ft_sync_fold(sync, ft_str_text(&sync->text));
}

static void
index_gid(struct takes *takes, size_t i)
{
	struct taken *taken = &takes->item[i];
	char key[16];
	uint64_t first;

	snprintf(key, sizeof key, "%" PRIu32, taken->group->gid);
	taken->next = SYNC_NONE;
	if (ft_map_get(&takes->by_gid, key, &first))
		taken->next = (uint32_t)first;
	ft_map_put(&takes->by_gid, key, i);
}

static enum ft_status
take_accounts(struct sync *sync, struct takes *takes, struct ft_error *err)
{
	size_t n = 0;

	for (size_t i = 0; i < takes->n; i++) {
		struct taken *taken = &takes->item[i];
		const char *name =
		    name_account(sync, taken->rule, taken->group);

		if (!ft_sync_is_name(name)) {
			ft_sync_note(sync,
			    "group '%s' is left out: '%s' cannot be the name "
			    "of an account",
			    taken->group->name, name);
			continue;
		}
		taken->account = ft_sync_add_account(sync, name);
		FT_TRY(ft_sync_target_account(
		    sync, taken->account, taken->rule, err));
		FT_TRY(ft_sync_fill(sync, taken->account,
		    ft_sync_in_map(sync, taken->rule->at), err));
		takes->item[n] = *taken;
		index_gid(takes, n++);
	}
	takes->n = n;
	return FT_OK;
}

/* ---- members ---------------------------------------------------------------- */

static void
want_listed(
    struct sync *sync, const struct takes *takes, size_t i, const char *name)
{
	const struct taken *taken = takes->item + i;
	const char *folded = ft_sync_fold(sync, name);
	char where[128];
	uint32_t user, at;

	assert(takes->item);
	snprintf(where, sizeof where, "group '%s'", taken->group->name);
	if (!ft_sync_is_name(folded)) {
		ft_sync_note(sync,
		    "%s names '%s', which cannot be the name of a user", where,
		    name);
		return;
	}
	user = ft_sync_add_user(sync, folded);
	if (!ft_sync_is_taken(sync, user, where, name))
		return;
	at = ft_sync_want(sync, taken->account, user, i);
	if (sync->user[user].has_gid &&
	    sync->user[user].gid == taken->group->gid)
		sync->member[at].primary = true;
}

static void
want_primary(struct sync *sync, const struct takes *takes)
{
	const struct ft_people *people = sync->source->people;

	for (size_t i = 0; i < people->n_person; i++) {
		const struct ft_person *person = &people->person[i];
		char key[16];
		uint64_t at;

		snprintf(key, sizeof key, "%" PRIu32, person->gid);
		if (!ft_map_get(&takes->by_gid, key, &at))
			continue;
		for (; at != SYNC_NONE; at = takes->item[at].next)
			want_listed(sync, takes, at, person->name);
	}
}

enum ft_status
ft_sync_take_groups(struct sync *sync, struct ft_error *err)
{
	enum ft_sync_members members = sync->source->map->members;
	struct takes takes = { 0 };
	enum ft_status status;

	takes.used =
	    ft_calloc(sync->source->map->n_rule + 1, sizeof *takes.used);
	match_groups(sync, &takes);
	status = check_used(sync, &takes, err);
	if (status == FT_OK)
		status = take_accounts(sync, &takes, err);
	for (size_t i = 0; status == FT_OK && i < takes.n; i++) {
		const struct ft_people_group *group = takes.item[i].group;

		for (size_t m = 0;
		     members != FT_MEMBERS_PRIMARY && m < group->n_member; m++)
			want_listed(sync, &takes, i, group->member[m]);
	}
	if (status == FT_OK && members != FT_MEMBERS_LISTED)
		want_primary(sync, &takes);
	ft_map_clear(&takes.by_gid);
	ft_free(takes.item);
	ft_free(takes.used);
	return status;
}
