/*
 * news.h - what a flat file adds, in the tables of sacctmgr load.
 */
#ifndef FT_CMD_FACCTMGR_PLAN_NEWS_H
#define FT_CMD_FACCTMGR_PLAN_NEWS_H

#include "facctmgr/facctmgr.h"
#include "admin/load/load.h"

/* A new cluster; new accounts, users, and their associations. */
void acct_news_cluster(struct acct *acct, const struct ft_admin_load *load);
void acct_news_accounts(struct acct *acct, const struct ft_admin_load *load);
void acct_news_users(struct acct *acct, const struct ft_admin_load *load);

#endif
