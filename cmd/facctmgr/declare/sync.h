/*
 * sync.h - users and groups of this system, for facctmgr sync (system.c).
 */
#ifndef FT_CMD_FACCTMGR_DECLARE_SYNC_H
#define FT_CMD_FACCTMGR_DECLARE_SYNC_H

#include "model/account/acctdb.h"
#include "model/account/people.h"
#include "model/account/syncmap.h"

/*
 * Add the groups that nsswitch lists.  Those that MAP names in full are also
 * looked up by name, because some services list nothing.
 */
enum ft_status facctmgr_system_groups(struct ft_people *people,
    const struct ft_syncmap *map, struct ft_error *err);
/*
 * Add the users.  Members of groups that MAP turns into accounts and the users
 * of ACCTDB are also looked up by name, so that an unlisted user is not taken for
 * a deleted one.
 */
enum ft_status facctmgr_system_users(struct ft_people *people,
    const struct ft_syncmap *map, const struct ft_acctdb *acctdb,
    struct ft_error *err);

#endif
