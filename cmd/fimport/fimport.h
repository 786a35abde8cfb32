/*
 * fimport.h - what the sub-commands of fimport share.
 */
#ifndef FT_CMD_FIMPORT_FIMPORT_H
#define FT_CMD_FIMPORT_FIMPORT_H

#include "cli/cmd.h"
#include "common/session.h"
#include "model/account/flat.h"

struct ft_admin; /* admin/admin.h */
struct ft_admin_where;
struct ft_admin_result;
struct ft_admin_load; /* admin/load/load.h */

struct import {
	struct ft_context *context;
	struct ft_session session;
	const char *file;    /* name for messages; - is standard input */
	struct ft_str text;  /* what is in it */
	const char *cluster; /* --cluster, NULL not given */
	const char *at;      /* --at, NULL not given */
	const char *columns; /* --columns, NULL not given */
	bool create;         /* --create */
	bool keep_priority;  /* --keep-priority */
	bool dry_run;        /* --dry-run */
	struct import_balance *balance; /* NULL: none yet */
	struct ft_str answer; /* what was done, printed once it is safe */
};

/*
 * One sub-command: everything in one transaction, nothing on failure.
 * Messages about the file (FT_EPARSE) start with file:line:column.
 */
typedef enum ft_status import_fn(struct import *import, struct ft_error *err);
import_fn import_conf, import_dbdconf, import_dump, import_sacct, import_squeue,
    import_sshare, import_usage;

/* Append "1 WORD" or "N WORDs" to the answer, with a comma behind others. */
void import_count(struct import *import, size_t n, const char *word);
/* Append COPY of NAME with ASCII letters in lower case, as Slurm keeps names. */
void import_add_lower(struct ft_str *str, const char *name);
/* Commit if STATUS is good, else roll back; returns what came of it. */
enum ft_status import_end(
    struct import *import, enum ft_status status, struct ft_error *err);

/* ---- dump.c: the common way of trees ----------------------------------------- */

/*
 * Open the session for a file about CLUSTER (NULL: it does not say): a new
 * store gets it, an old one need not have it yet.
 */
enum ft_status import_open(
    struct import *import, const char *cluster, struct ft_error *err);
/* Make the cluster NAME, with its account root and user root. */
enum ft_status import_add_cluster(struct import *import,
    struct ft_registry *registry, const char *name, struct ft_error *err);
/* Whoever can write the store may fill it.  *admin: the caller's. */
enum ft_status import_new_admin(struct import *import,
    struct ft_registry *registry, struct ft_admin **admin,
    struct ft_error *err);
void import_free_admin(struct ft_admin **admin);
/* Delete what of ENTITY has these names, by enum ft_admin_key up to
 * FT_KEY_USER. */
enum ft_status import_delete(struct import *import,
    struct ft_registry *registry, enum ft_entity entity,
    const char *const names[], struct ft_error *err);
/* Have tied accounts descended in turn, as the real Slurm does. */
enum ft_status import_put_ties(struct import *import, struct ft_error *err);
/* A tree to be brought in. */
struct import_tree {
	const struct ft_flat *flat;
	const char *cluster; /* created if missing; recreated if clean is set */
	bool clean;
};
/* Apply TREE; and have ties as the real Slurm has them from now on. */
enum ft_status import_load(struct import *import, struct ft_registry *registry,
    const struct import_tree *tree, struct ft_admin_load *load,
    struct ft_error *err);

/* ---- order.c ------------------------------------------------------------------ */

/*
 * Put the children of each account of the session's cluster into the order in
 * which FLAT has them; those it lacks come last.
 */
enum ft_status import_order(struct import *import, struct ft_registry *registry,
    const struct ft_flat *flat, struct ft_error *err);

/* ---- balance.c: opening balances of associations --------------------------- */

/* The associations of the cluster by their names, and the TRES. */
struct import_balance;

/*
 * Make that of IMPORT, anew if it has one, with the tree as it is; inside a
 * transaction whose registry is REGISTRY.
 */
enum ft_status import_balance_new(struct import *import,
    const struct ft_registry *registry, struct ft_error *err);
void import_balance_free(struct import_balance *balance);
/*
 * Returns the association, 0 if there is none; names any case.
 * user, partition: "" none.  *account_known (may be NULL): the account exists.
 */
uint32_t import_balance_find(struct import_balance *balance,
    const char *account, const char *user, const char *partition,
    bool *account_known);
/* Take an amount of raw usage.  tres: name=amount,..., "" cpu and billing. */
enum ft_status import_balance_add(struct import_balance *balance,
    const struct ft_usage_mark *mark, const char *tres, struct ft_error *err);
/* Returns how many were taken. */
size_t import_balance_count(const struct import_balance *balance);
/* Write them all at the store's time. */
enum ft_status import_balance_write(
    struct import_balance *balance, struct ft_error *err);

#endif
