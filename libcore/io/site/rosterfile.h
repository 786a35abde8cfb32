/*
 * rosterfile.h - a table of who is in which account, as comma-separated
 * values.
 *
 *     account,user,shares
 *     physics,ann,10
 *     physics,bob,
 *
 * The first record names the columns: account and user, in any place, and any
 * settings of sacctmgr (shares, qos, maxjobs, defaultaccount, ...); without
 * such a record they are account, user and shares.  An empty cell says
 * nothing; an empty user: the row is about the account itself.  Blanks around
 * cells do not count.  Which settings there are is known to admin/sync.
 */
#ifndef FT_IO_SITE_ROSTERFILE_H
#define FT_IO_SITE_ROSTERFILE_H

#include "model/account/syncmap.h"

/* Add the rows of TEXT to ROSTER.  FT_EPARSE "file:line:column: ...". */
enum ft_status ft_rosterfile_parse(struct ft_roster *roster, const char *text,
    size_t size, struct ft_error *err);

#endif
