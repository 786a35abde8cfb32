#include "share/share.h"

#define UINT FT_COLUMN_UINT
#define REAL FT_COLUMN_REAL
#define TEXT FT_COLUMN_TEXT
#define TRES FT_COLUMN_TRES
#define OURS FT_COLUMN_OURS

/* clang-format off */
const struct ft_column share_fields[SHARE_FIELDS + 1] = {
	{ "Account", 1, SHARE_ACCOUNT, NULL, -20, TEXT, 0, "account",
	  "account, indented by its depth; of a user: the one it belongs to" },
	{ "Cluster", 1, SHARE_CLUSTER, NULL, 10, TEXT, 0, "cluster",
	  "cluster" },
	{ "EffectvUsage", 1, SHARE_EFFECTIVE_USAGE, NULL, 13, REAL, 0,
	  "effective_usage",
	  "usage as part of the usage of the account above; classic: "
	  "effective usage" },
	{ "FairShare", 1, SHARE_FAIR_SHARE, NULL, 10, REAL, 0, "factor",
	  "fair-share factor, 0 to 1: the rank divided by the number of user "
	  "associations; accounts have none under Fair Tree" },
	{ "GrpTRESMins", 1, SHARE_GRP_TRES_MINS, NULL, 30, TRES, 0,
	  "group_minutes",
	  "limits of the resource-minutes all jobs together may use" },
	{ "GrpTRESRaw", 1, SHARE_GRP_TRES_RAW, NULL, 30, TRES, 0, "usage_tres",
	  "resource-minutes used, decayed" },
	{ "ID", 1, SHARE_ID, NULL, 6, UINT, 0, "id",
	  "number of the association" },
	{ "LevelFS", 1, SHARE_LEVEL_FS, NULL, 10, REAL, 0, "level",
	  "level fairshare: NormShares divided by EffectvUsage; above 1 "
	  "under-served, below 1 over-served" },
	{ "NormShares", 1, SHARE_NORM_SHARES, NULL, 11, REAL, 0,
	  "shares_normalized",
	  "shares as part of the shares of all siblings; classic: of the "
	  "whole cluster" },
	{ "NormUsage", 1, SHARE_NORM_USAGE, NULL, 11, REAL, 0,
	  "usage_normalized", "usage as part of the usage of the cluster" },
	{ "Partition", 1, SHARE_PARTITION, NULL, 12, TEXT, 0, "partition",
	  "partition the association is for" },
	{ "RawShares", 1, SHARE_RAW_SHARES, NULL, 10, UINT, 0, "shares",
	  "shares as configured, or parent" },
	{ "RawUsage", 1, SHARE_RAW_USAGE, NULL, 11, UINT, 0, "usage",
	  "billing-seconds used, decayed, cut to an integer" },
	{ "TRESRunMins", 1, SHARE_TRES_RUN_MINS, NULL, 30, TRES, 0,
	  "run_minutes", "resource-minutes that running jobs may still use" },
	{ "User", 1, SHARE_USER, NULL, 10, TEXT, 0, "user",
	  "user; blank for accounts" },
	{ "Parent", 1, SHARE_PARENT, NULL, 10, TEXT, OURS, "parent",
	  "account above; of a user: its account" },
	{ "Depth", 1, SHARE_DEPTH, NULL, 5, UINT, OURS, "depth",
	  "number of accounts above" },
	{ "Path", 1, SHARE_PATH, NULL, -20, TEXT, OURS, "path",
	  "names from the root down, parted by /" },
	{ "Rank", 1, SHARE_RANK, NULL, 6, UINT, OURS, "rank",
	  "place among all users, 1 the best; tied users have the same" },
	{ NULL, 0, 0, NULL, 0, TEXT, 0, NULL, NULL },
};
/* clang-format on */
