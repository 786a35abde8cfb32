/*
 * sync.h - users and groups of this system, for facctmgr sync.
 */
#ifndef FT_CMD_FACCTMGR_PLAN_SYNC_H
#define FT_CMD_FACCTMGR_PLAN_SYNC_H

#include "facctmgr/facctmgr.h"
#include "model/account/book.h"
#include "model/account/people.h"
#include "model/account/syncmap.h"

/* The verb. */
int facctmgr_sync(struct facctmgr *acct, int argc, char **argv);

/*
 * Add the groups, asked of nsswitch; those MAP names in full are asked for by
 * name, too, as some services list nothing.
 */
enum ft_status facctmgr_system_groups(struct ft_people *people,
    const struct ft_syncmap *map, struct ft_error *err);
/*
 * Add the users; members of the groups MAP speaks of and the users of BOOK are
 * asked for by name, so that nobody is taken for gone who was not listed.
 */
enum ft_status facctmgr_system_users(struct ft_people *people,
    const struct ft_syncmap *map, const struct ft_book *book,
    struct ft_error *err);

#endif
