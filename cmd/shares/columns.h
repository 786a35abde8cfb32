/*
 * columns.h - the columns of the share table, which fshare prints and fview
 * draws, and the values they show of a row.
 *
 * Which rows there are, their order and their output are the programs' own.
 * Source: sshare(1).
 */
#ifndef FT_CMD_SHARES_COLUMNS_H
#define FT_CMD_SHARES_COLUMNS_H

#include "load/load.h"
#include "model/account/tres.h"
#include "report/format/column.h"

/* Rows of ft_shares_fields that code names; any other needs no number. */
enum ft_shares_field {
	FT_SHARES_ACCOUNT,
	FT_SHARES_EFFECTIVE_USAGE = 2,
	FT_SHARES_FAIR_SHARE,
	FT_SHARES_LEVEL_FS = 7,
	FT_SHARES_NORM_SHARES,
	FT_SHARES_NORM_USAGE,
	FT_SHARES_RAW_SHARES = 11,
	FT_SHARES_RAW_USAGE,
	FT_SHARES_USER = 14,
	FT_SHARES_PLACE = 18,
	FT_SHARES_RANK, /* the same, by its old name */
	FT_SHARES_TIME,
	FT_SHARES_CURVE
};
extern const struct ft_column ft_shares_fields[];

/* What a column reads besides the shares: bits of .own. */
enum ft_shares_need {
	FT_SHARES_NEED_LIMITS = 1,
	FT_SHARES_NEED_USAGE = 2, /* of each TRES */
	FT_SHARES_NEED_RUNNING = 4
};

/* What the columns read: the shares of one cluster. */
struct ft_shares {
	const char *cluster;
	int64_t now;
	bool basic; /* PriorityType=priority/basic */
	struct ft_load data;
	struct ft_names_set names;
	struct ft_tres_table tres;
	struct ft_limit *limit; /* GrpTRESMins, by owner, tres */
	size_t n_limit;
	size_t n_use;        /* rows have uses below it */
	ft_real *tres_usage; /* TRES-seconds, [tres.n][n_use]; NULL: none */
	uint64_t *promised;  /* the same that running jobs may still use */
	bool in_seconds;     /* print these in seconds, else in minutes */
};

struct ft_shares_row {
	const void *record; /* the row itself: columns show its members */
	const struct ft_shares *shares;
	uint32_t node, use; /* use: index of tres_usage and promised */
	uint32_t id, depth;
	bool is_user, is_root, has_norm_shares, has_place, shares_of_parent;
	const char *cluster, *account, *user, *partition, *parent;
	const char *name; /* of the account or user */
	struct ft_share_values values;
	ft_real raw;         /* usage */
	uint32_t raw_shares; /* unless they are the parent's */
	int64_t at;          /* time of these values */
	/* for the caller to fill in */
	size_t order;     /* of the row among all, by path */
	const char *lead; /* printed before the account; NULL: none */
	const char *path; /* NULL: it is made from the tree */
	bool has_curve;
	uint32_t curve;      /* of its history */
	bool classic_factor; /* JSON of sshare: there are factors without Fair
			        Tree */
	bool drawn;          /* lead draws a tree, which has users as well */
};

void ft_shares_row_fill(
    struct ft_shares_row *row, const struct ft_shares *shares, uint32_t node);
/* Add the columns of JSON and YAML: all that have a key. */
void ft_shares_document_columns(struct ft_columns *columns);
/* Returns the limit of association ID for TRES; NULL: it has none. */
const struct ft_limit *ft_shares_limit(
    const struct ft_shares *shares, uint32_t id, uint32_t tres);

#endif
