/*
 * rosterfile.h - read a table of users and their accounts, as comma-separated
 * values.
 *
 *     account,user,shares
 *     physics,ann,10
 *     physics,bob,
 *
 * The first record names the columns: account, user and any settings of sacctmgr
 * (shares, qos, maxjobs, defaultaccount, ...), in any order; without such a record
 * they are account, user and shares.  An empty cell sets nothing; an empty user: the
 * row is for the account itself.  Blanks around cells are ignored.  admin/sync knows
 * the settings.
 */
#ifndef FT_IO_SITE_ROSTERFILE_H
#define FT_IO_SITE_ROSTERFILE_H

#include "model/account/syncmap.h"

/* Add the rows of TEXT to ROSTER.  FT_EPARSE "file:line:column: ...". */
enum ft_status ft_rosterfile_parse(struct ft_roster *roster, const char *text,
    size_t size, struct ft_error *err);

#endif
