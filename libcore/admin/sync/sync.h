/*
 * sync.h - the associations that groups of UNIX or a roster ask for, as
 * a desired state: lines of a flat file for admin/plan.
 *
 * Sync speaks of the accounts the rules name and of the users in those that
 * groups or the roster fill ("filled" accounts); everything else is left
 * alone.  It is complete for filled accounts: with the accounts as
 * `members` of a plan that prunes, users who are not in it are removed.  Only
 * settings that a rule states are set.
 * Pure: the same input gives the same lines, whatever the order of groups.
 * Not for: reading texts (io), applying (plan).  Source: fairtree-sync(5).
 */
#ifndef FT_ADMIN_SYNC_SYNC_H
#define FT_ADMIN_SYNC_SYNC_H

#include "base/map.h"
#include "model/account/acctdb.h"
#include "model/account/flat.h"
#include "model/account/people.h"
#include "model/account/syncmap.h"

struct ft_sync_source {
	const struct ft_syncmap *map;
	const struct ft_people *people;
	bool groups;  /* people has the groups: the rules make accounts */
	bool persons; /* people has all users of the system */
	const struct ft_roster *roster; /* NULL: none */
};

struct ft_sync {
	struct ft_arena arena;
	struct ft_flat flat;   /* desired; lines know rule and file */
	struct ft_map members; /* names of the filled accounts */
	const char **note;     /* warnings, for people */
	size_t n_note, cap_note;
	size_t n_member; /* desired associations of users */
	size_t n_left;   /* users of filled accounts who are in none now */
};
void ft_sync_init(struct ft_sync *sync, const char *file);
void ft_sync_free(struct ft_sync *sync);

/*
 * Make the desired state of CLUSTER of ACCTDB (without deleted records).  FT_EPARSE: a
 * rule or row that makes no sense, "file:line:column: ..."; FT_ENOENT: no
 * such cluster; FT_EINVAL: no member at all, which would empty every account.
 */
enum ft_status ft_sync_make(struct ft_sync *sync,
    const struct ft_sync_source *source, const struct ft_acctdb *acctdb,
    const char *cluster, struct ft_error *err);

#endif
