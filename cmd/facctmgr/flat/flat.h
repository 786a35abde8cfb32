/*
 * flat.h - dump and load: the flat files of sacctmgr.
 */
#ifndef FT_CMD_FACCTMGR_FLAT_FLAT_H
#define FT_CMD_FACCTMGR_FLAT_FLAT_H

#include "admin/flat/flat.h"
#include "facctmgr/facctmgr.h"

facctmgr_verb_fn facctmgr_dump, facctmgr_load;

/* ---- load_table.c: what a flat file adds, as sacctmgr's tables ----------------- */

/* A new cluster; new accounts and users, with their associations. */
void facctmgr_print_new_cluster(
    struct facctmgr *acct, const struct ft_admin_load *load);
void facctmgr_print_new_accounts(
    struct facctmgr *acct, const struct ft_admin_load *load);
void facctmgr_print_new_qoses(
    struct facctmgr *acct, const struct ft_admin_load *load);
void facctmgr_print_new_users(
    struct facctmgr *acct, const struct ft_admin_load *load);

#endif
