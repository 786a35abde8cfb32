/*
 * list.h - the tables of list: the acctdb they are read from, the records they
 * show, and one row.
 */
#ifndef FT_CMD_FACCTMGR_LIST_LIST_H
#define FT_CMD_FACCTMGR_LIST_LIST_H

#include "facctmgr/parse/parse.h"

struct facctmgr_list;

/* One row. The caller sets the records it is about; NULL: there is none. */
struct facctmgr_row {
	const struct facctmgr_row *self;
	const struct ft_cluster *cluster;
	const struct ft_account *account;
	const struct ft_user *user;
	uint32_t assoc; /* index in the acctdb, FT_INDEX_NONE */
	const struct ft_qos *qos;
	const struct ft_tres *tres;
	const struct ft_resource *resource;
	const struct ft_resource_share *share;
	const struct ft_wckey *wckey;
	const struct ft_transaction *txn;
	const char *txn_info; /* column Info of txn */
	const struct ft_node_event *event;
	const struct ft_reservation_record *reservation;
	uint32_t depth; /* blanks before the account, in a tree */
	const char *problem;
	/* set by the caller for transactions, else by facctmgr_list_row */
	const char *user_name, *account_name, *cluster_name;

	/* set by facctmgr_list_row */
	struct facctmgr_list *list;
	const struct ft_assoc *record; /* the association */
	bool in_tree;                  /* it has one, with: */
	uint32_t lft, rgt;             /* its numbers in the nested set */
	/* the record, or that of the association: columns with its name */
	const struct ft_account *shown_account;
	const struct ft_user *shown_user;
	/* the same, NULL where sacctmgr shows only the name: other columns */
	const struct ft_account *record_account;
	const struct ft_user *record_user;
};

struct facctmgr_list {
	struct facctmgr *acct;
	struct facctmgr_request *request;
	const struct facctmgr_listing *how;
	struct ft_acctdb acctdb;
	struct ft_admin_index *index;
	struct ft_columns fields;
	struct facctmgr_table table;
	struct ft_doc *doc; /* --json of sacctmgr, printed on out; NULL */
	struct ft_out out;
	bool *has;           /* [acctdb.n_qos], scratch */
	const char **marked; /* likewise */
	bool inherit;        /* show values inherited from parents */
	bool zeros;          /* as sacctmgr */
	bool plain_tres;     /* memory as a number of MiB */
	/* as the database sorts: names; associations, their indices */
	enum ft_siblings collation;
	const uint32_t *order;
	const char **lineage; /* by index; NULL: as before there were any */
	/* The associations of each user and of each account form a chain. */
	uint32_t *user_first, *account_first; /* by index in the acctdb */
	uint32_t *user_next, *account_next;   /* by association; NONE ends */
	/* who coordinates what, accounts below included; indices in the acctdb */
	bool coords_ready;
	struct facctmgr_coord {
		uint32_t account, user;
	} * coord;
	size_t n_coord, cap_coord;
};

/* ---- list.c ---------------------------------------------------------------- */

/* Run list for any entity; returns the exit status. */
int facctmgr_list_run(struct facctmgr *acct, struct facctmgr_request *request);

/* ---- columns.c ------------------------------------------------------------- */

extern const struct ft_column facctmgr_fields[], facctmgr_wckey_fields[];
/* Names of enum ft_admin_level. */
extern const char *const facctmgr_levels[];
/* ids of columns */
enum facctmgr_field {
#define FIELD(id, ...) FACCTMGR_FIELD_##id,
#define ALSO(id, ...)
#define LATER(id, ...)
#include "facctmgr/list/field.def"
	FACCTMGR_FIELDS
};
/* Append the N names, sorted, each once, comma-separated. */
void facctmgr_join(struct ft_str *str, const char **name, size_t n);

/* ---- row.c ----------------------------------------------------------------- */

/* What the journal shows: users must see all of it to see others' changes. */
#define FACCTMGR_SIGHT_OF_CHANGES                                              \
	(FT_VISIBILITY_BIT(ACCOUNTS) | FT_VISIBILITY_BIT(USERS))
/* Print the row, unless the acting user may not see it. */
void facctmgr_list_row(struct facctmgr_list *list, struct facctmgr_row row);
/* Print a row for each association of ROW's account or user, or one without. */
void facctmgr_list_assocs(struct facctmgr_list *list, struct facctmgr_row row);

/* ---- match.c --------------------------------------------------------------- */

/* Returns whether the acting user may see association I. */
bool facctmgr_list_sees(const struct facctmgr_list *list, uint32_t i);
/* Returns whether a record that may be deleted is to be listed. */
bool facctmgr_list_shows(
    const struct facctmgr_list *list, bool deleted, bool removed);
/* Returns whether association I meets the conditions. */
bool facctmgr_list_matches(struct facctmgr_list *list, uint32_t i);
/* Returns the version of the protocol that a list shows for CLUSTER. */
uint32_t facctmgr_rpc_version(
    const struct facctmgr_list *list, const struct ft_cluster *cluster);
/* Returns whether NAME is among those of KEY, or none are given. */
bool facctmgr_list_names(
    const struct facctmgr_list *list, enum ft_admin_key key, const char *name);
/* Set *when to the last time given for KEY; false: there is none, or a bad one. */
bool facctmgr_list_time(
    const struct facctmgr_list *list, enum ft_admin_key key, int64_t *when);
/* Returns whether ID is among the ids, or none are given. */
bool facctmgr_list_ids(const struct facctmgr_list *list, uint32_t id);
/* The records of the acctdb by name; they live as long as the request, and a NULL
 * name ends them. */
struct facctmgr_named {
	const char *name;
	const void *record;
	enum ft_siblings collation;
};
#define FACCTMGR_BY_NAME(list, kind)                                           \
	facctmgr_by_name(list, (list)->acctdb.kind, (list)->acctdb.n_##kind,   \
	    sizeof *(list)->acctdb.kind, offsetof(struct ft_##kind, name))
struct facctmgr_named *facctmgr_by_name(struct facctmgr_list *list,
    const void *record, size_t n, size_t size, size_t name);

/* ---- order.c --------------------------------------------------------------- */

/* Set the order of names and associations. */
void facctmgr_list_order(struct facctmgr_list *list);

/* ---- relation.c ------------------------------------------------------------ */

/* Chain each association to its user and its account. */
void facctmgr_list_chain(struct facctmgr_list *list);
/* The first association of ROW's account or user, and the next of each. */
uint32_t facctmgr_list_first(
    const struct facctmgr_list *list, const struct facctmgr_row *row);
const uint32_t *facctmgr_list_next(
    const struct facctmgr_list *list, const struct facctmgr_row *row);
/* Returns the default association of USER on CLUSTER (0: ours), NONE. */
uint32_t facctmgr_list_default(
    struct facctmgr_list *list, const struct ft_user *user, uint32_t cluster);
/* Returns whether the default account of USER, on some cluster, is in NAMES. */
bool facctmgr_list_default_account(const struct facctmgr_list *list,
    const struct ft_user *user, const struct ft_admin_names *names);
/* Fill list->coord, if that is not done yet. */
void facctmgr_list_coords(struct facctmgr_list *list);

#endif
