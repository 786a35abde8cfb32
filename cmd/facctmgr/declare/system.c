/*
 * system.c - users and groups of this system.  libc asks the services nsswitch.conf(5)
 * names, which is what getent(1) does.
 */
#include "facctmgr/declare/sync.h"

#include <grp.h>
#include <pwd.h>

static enum ft_status
fail_lookup(const char *what, const char *name, struct ft_error *err)
{
	return ft_fail(err, FT_EIO, "cannot look up %s%s%s%s: %s", what,
	    name ? " '" : "", name ? name : "", name ? "'" : "",
	    strerror(errno));
}

/* Returns whether errno means "not found", see getpwnam(3). */
static bool
is_absent(void)
{
	return errno == 0 || errno == ENOENT || errno == ESRCH;
}

/* ---- groups ----------------------------------------------------------------- */

static void
add_group(struct ft_people *people, const struct group *group)
{
	size_t at = ft_people_add_group(people, group->gr_name, group->gr_gid);

	for (char **name = group->gr_mem; name && *name; name++)
		ft_people_add_member(people, at, *name, strlen(*name));
}

static enum ft_status
list_groups(struct ft_people *people, struct ft_error *err)
{
	const struct group *group;
	bool good;

	setgrent();
	for (errno = 0; (group = getgrent()); errno = 0)
		add_group(people, group);
	good = is_absent();
	endgrent();
	return good ? FT_OK : fail_lookup("groups", NULL, err);
}

static enum ft_status
look_up_group(struct ft_people *people, const char *name, struct ft_error *err)
{
	const struct group *group;

	if (ft_people_group(people, name))
		return FT_OK;
	errno = 0;
	group = getgrnam(name);
	if (group)
		add_group(people, group);
	else if (!is_absent())
		return fail_lookup("group", name, err);
	return FT_OK;
}

enum ft_status
facctmgr_system_groups(struct ft_people *people, const struct ft_syncmap *map,
    struct ft_error *err)
{
	FT_TRY(list_groups(people, err));
	for (size_t i = 0; i < map->n_rule; i++) {
		if (map->rule[i].kind == FT_SYNC_GROUP &&
		    !strchr(map->rule[i].name, '*'))
			FT_TRY(look_up_group(people, map->rule[i].name, err));
	}
	return FT_OK;
}

/* ---- users ------------------------------------------------------------------ */

static void
add_user(struct ft_people *people, const struct passwd *user)
{
	ft_people_add_person(people, user->pw_name, user->pw_uid, user->pw_gid,
	    user->pw_shell ? user->pw_shell : "");
}

static enum ft_status
list_users(struct ft_people *people, struct ft_error *err)
{
	const struct passwd *user;
	bool good;

	setpwent();
	for (errno = 0; (user = getpwent()); errno = 0)
		add_user(people, user);
	good = is_absent();
	endpwent();
	return good ? FT_OK : fail_lookup("users", NULL, err);
}

static enum ft_status
look_up_user(struct ft_people *people, const char *name, struct ft_error *err)
{
	const struct passwd *user;

	if (ft_people_person(people, name))
		return FT_OK;
	errno = 0;
	user = getpwnam(name);
	if (user)
		add_user(people, user);
	else if (!is_absent())
		return fail_lookup("user", name, err);
	return FT_OK;
}

/* Returns whether a rule makes an account of the group. */
static bool
is_mapped(const struct ft_syncmap *map, const char *group)
{
	for (size_t i = 0; i < map->n_rule; i++) {
		enum ft_sync_kind kind = map->rule[i].kind;

		if ((kind == FT_SYNC_GROUP || kind == FT_SYNC_IGNORE) &&
		    ft_sync_matches(map->rule[i].name, group, NULL, NULL))
			return kind == FT_SYNC_GROUP;
	}
	return false;
}

enum ft_status
facctmgr_system_users(struct ft_people *people, const struct ft_syncmap *map,
    const struct ft_acctdb *acctdb, struct ft_error *err)
{
	FT_TRY(list_users(people, err));
	for (size_t i = 0; i < people->n_group; i++) {
		const struct ft_people_group *group = &people->group[i];

		if (!is_mapped(map, group->name))
			continue;
		for (size_t m = 0; m < group->n_member; m++)
			FT_TRY(look_up_user(people, group->member[m], err));
	}
	for (size_t i = 0; i < acctdb->n_user; i++)
		FT_TRY(look_up_user(people, acctdb->user[i].name, err));
	return FT_OK;
}
