/*
 * list.h - the lists of entities: the book they are read from, which of it they
 * show, and one row of a table.
 */
#ifndef FT_CMD_FACCTMGR_LIST_LIST_H
#define FT_CMD_FACCTMGR_LIST_LIST_H

#include "facctmgr/facctmgr.h"

extern const struct ft_column facctmgr_wckey_fields[];

struct facctmgr_list;

/* One row: what is not there is NULL. */
struct facctmgr_row {
	const struct facctmgr_row *self;
	/* what it is about */
	const struct ft_cluster *cluster;
	const struct ft_account *account;
	const struct ft_user *user;
	uint32_t assoc; /* index in the book, FT_INDEX_NONE */
	const struct ft_qos *qos;
	const struct ft_tres *tres;
	const struct ft_resource *resource;
	const struct ft_resource_share *share;
	const struct ft_wckey *wckey;
	const struct ft_transaction *txn;
	const char *txn_info; /* of it: column Info */
	uint32_t depth;       /* tree: blanks before the account */
	const char *problem;
	/* of transactions; of others facctmgr_list_row() fills it in */
	const char *user_name, *account_name, *cluster_name;

	/* filled in by facctmgr_list_row() */
	struct facctmgr_list *list;
	const struct ft_assoc *record; /* the association */
	bool in_tree;                  /* it has one: */
	uint32_t lft, rgt;
	const struct ft_account *in; /* its own, or that of the association */
	const struct ft_user *who;
	const struct ft_account *told_account; /* those whose settings show */
	const struct ft_user *told_user;
};

struct facctmgr_list {
	struct facctmgr *acct;
	struct facctmgr_request *request;
	const struct facctmgr_listing *how;
	struct ft_book book;
	struct ft_admin_index *index;
	struct ft_columns fields;
	struct facctmgr_table table;
	bool *has; /* [book.n_qos], scratch */
	bool inherit;
	bool zeros;      /* as sacctmgr, where there is no association */
	bool plain_tres; /* memory as a number of MiB */
	uint32_t *user_first, *account_first; /* by index in the book, */
	uint32_t *user_next, *account_next;   /* by association; NONE ends */
	/* who coordinates what, accounts below included; by index */
	bool coords_ready;
	struct facctmgr_coord {
		uint32_t account, user;
	} * coord;
	size_t n_coord, cap_coord;
};

/* Read the book; false: leave with request->status. */
bool facctmgr_list_begin(struct facctmgr_list *list, struct facctmgr *acct,
    struct facctmgr_request *request);
/* ids of columns */
enum facctmgr_field {
#define FIELD(id, ...) FACCTMGR_FIELD_##id,
#define ALSO(id, ...)
#include "facctmgr/list/field.def"
	FACCTMGR_FIELDS
};
/* Returns the default association of USER on CLUSTER (0: ours), NONE. */
uint32_t facctmgr_list_default(
    struct facctmgr_list *list, const struct ft_user *user, uint32_t cluster);
/* Print the row, unless the acting user may not see it. */
void facctmgr_list_row(struct facctmgr_list *list, struct facctmgr_row row);
/* Append the N names, sorted, each once, separated by commas. */
void facctmgr_join(struct ft_str *str, const char **name, size_t n);
/* Returns whether the acting user may see association I. */
bool facctmgr_list_sees(const struct facctmgr_list *list, uint32_t i);
int facctmgr_list_end(struct facctmgr_list *list);
/* Returns whether a record that may be deleted is to be listed. */
bool facctmgr_list_shows(
    const struct facctmgr_list *list, bool deleted, bool removed);
/* Returns whether association I meets the conditions. */
bool facctmgr_list_matches(struct facctmgr_list *list, uint32_t i);
/* Returns whether NAME is among those of KEY; none are given. */
bool facctmgr_list_names(
    const struct facctmgr_list *list, enum ft_admin_key key, const char *name);
/* Returns whether ID is among the ids; none are given. */
bool facctmgr_list_ids(const struct facctmgr_list *list, uint32_t id);
/* Records of the book by name, as long as the request; NULL ends them. */
struct facctmgr_named {
	const char *name;
	const void *record;
};
#define FACCTMGR_BY_NAME(list, kind)                                           \
	facctmgr_by_name(&(list)->request->arena, (list)->book.kind,           \
	    (list)->book.n_##kind, sizeof *(list)->book.kind,                  \
	    offsetof(struct ft_##kind, name))
struct facctmgr_named *facctmgr_by_name(struct ft_arena *arena,
    const void *record, size_t n, size_t size, size_t name);
/* The rows of the associations of ROW's account or user; none: one row. */
void facctmgr_list_assocs(struct facctmgr_list *list, struct facctmgr_row row);
/* The first association of ROW's account or user, and the next of each. */
uint32_t facctmgr_list_first(
    const struct facctmgr_list *list, const struct facctmgr_row *row);
const uint32_t *facctmgr_list_next(
    const struct facctmgr_list *list, const struct facctmgr_row *row);
/* Returns whether the default account of USER, on some cluster, is in NAMES. */
bool facctmgr_list_default_account(const struct facctmgr_list *list,
    const struct ft_user *user, const struct ft_admin_names *names);
/* Make the list's coordinators (direct and below) known. */
void facctmgr_list_coords(struct facctmgr_list *list);

#endif
