/*
 * news.h - what a flat file adds, in the tables of sacctmgr load.
 */
#ifndef FT_CMD_FACCTMGR_PLAN_NEWS_H
#define FT_CMD_FACCTMGR_PLAN_NEWS_H

#include "facctmgr/facctmgr.h"
#include "admin/load/load.h"

/* A new cluster; new accounts, users, and their associations. */
void facctmgr_news_cluster(
    struct facctmgr *acct, const struct ft_admin_load *load);
void facctmgr_news_accounts(
    struct facctmgr *acct, const struct ft_admin_load *load);
void facctmgr_news_users(
    struct facctmgr *acct, const struct ft_admin_load *load);

#endif
