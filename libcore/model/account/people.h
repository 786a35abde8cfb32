/*
 * people.h - users and groups of UNIX: passwd(5) and group(5) in memory.
 *
 * From files (io/groupfile) or from the system (the command).  Names are kept
 * unchanged, strings live in the arena.  Not for: the accounts made of them
 * (admin/sync).
 */
#ifndef FT_MODEL_ACCOUNT_PEOPLE_H
#define FT_MODEL_ACCOUNT_PEOPLE_H

#include "base/map.h"

struct ft_person {
	const char *name;
	uint32_t uid, gid; /* gid: of the primary group */
	const char *shell; /* "" the usual one */
};

struct ft_people_group {
	const char *name;
	uint32_t gid;
	const char **member; /* listed ones, not those by primary group */
	size_t n_member, cap_member;
};

struct ft_people {
	struct ft_arena arena;
	struct ft_person *person;
	size_t n_person, cap_person;
	struct ft_people_group *group;
	size_t n_group, cap_group;
	struct ft_map person_at, group_at; /* name -> index */
};

void ft_people_free(struct ft_people *people);
/* Add a user (strings copied); the first of a name counts, as in nsswitch. */
void ft_people_add_person(struct ft_people *people, const char *name,
    uint32_t uid, uint32_t gid, const char *shell);
/*
 * Returns the index of group NAME (copied), added if it is not there: the
 * members of groups of one name add up, the first number counts.
 */
size_t ft_people_add_group(
    struct ft_people *people, const char *name, uint32_t gid);
void ft_people_add_member(
    struct ft_people *people, size_t group, const char *name, size_t len);
/* Returns the user or group of that name, NULL; valid until the next add. */
const struct ft_person *ft_people_person(
    const struct ft_people *people, const char *name);
const struct ft_people_group *ft_people_group(
    const struct ft_people *people, const char *name);

#endif
