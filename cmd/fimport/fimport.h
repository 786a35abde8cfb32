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

struct fimport {
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
	struct fimport_balance *balance; /* NULL: none yet */
	struct ft_str answer; /* what was done, printed once it is safe */
};

/*
 * One sub-command: everything in one transaction, nothing on failure.
 * Messages about the file (FT_EPARSE) start with file:line:column.
 */
typedef enum ft_status import_fn(struct fimport *import, struct ft_error *err);
import_fn fimport_conf, fimport_dbdconf, fimport_dump, fimport_sacct,
    fimport_squeue, fimport_sshare, fimport_usage;

/* Append "1 WORD" or "N WORDs" to the answer, with a comma behind others. */
void fimport_count(struct fimport *import, size_t n, const char *word);
/* Append COPY of NAME with ASCII letters in lower case, as Slurm keeps names. */
void fimport_add_lower(struct ft_str *str, const char *name);
/* Commit if STATUS is good, else roll back; returns what came of it. */
enum ft_status fimport_end(
    struct fimport *import, enum ft_status status, struct ft_error *err);

/* ---- dump.c: the common way of trees ----------------------------------------- */

/*
 * Open the session for a file about CLUSTER (NULL: it does not say): a new
 * store gets it, an old one need not have it yet.
 */
enum ft_status fimport_open(
    struct fimport *import, const char *cluster, struct ft_error *err);
/* Make the cluster NAME, with its account root and user root. */
enum ft_status fimport_add_cluster(struct fimport *import,
    struct ft_registry *registry, const char *name, struct ft_error *err);
/* Whoever can write the store may fill it.  *admin: the caller's. */
enum ft_status fimport_new_admin(struct fimport *import,
    struct ft_registry *registry, struct ft_admin **admin,
    struct ft_error *err);
void fimport_free_admin(struct ft_admin **admin);
/* Delete what of ENTITY has these names, by enum ft_admin_key up to
 * FT_KEY_USER. */
enum ft_status fimport_delete(struct fimport *import,
    struct ft_registry *registry, enum ft_entity entity,
    const char *const names[], struct ft_error *err);
/* Have tied accounts descended in turn, as the real Slurm does. */
enum ft_status fimport_put_ties(struct fimport *import, struct ft_error *err);
/* A tree to be brought in. */
struct fimport_tree {
	const struct ft_flat *flat;
	const char *cluster; /* created if missing; recreated if clean is set */
	bool clean;
};
/* Apply TREE; and have ties as the real Slurm has them from now on. */
enum ft_status fimport_load(struct fimport *import,
    struct ft_registry *registry, const struct fimport_tree *tree,
    struct ft_admin_load *load, struct ft_error *err);

/* ---- order.c ------------------------------------------------------------------ */

/*
 * Put the children of each account of the session's cluster into the order in
 * which FLAT has them; those it lacks come last.
 */
enum ft_status fimport_order(struct fimport *import,
    struct ft_registry *registry, const struct ft_flat *flat,
    struct ft_error *err);

/* ---- balance.c: opening balances of associations --------------------------- */

/* The associations of the cluster by their names, and the TRES. */
struct fimport_balance;

/*
 * Make that of IMPORT, anew if it has one, with the tree as it is; inside a
 * transaction whose registry is REGISTRY.
 */
enum ft_status fimport_balance_new(struct fimport *import,
    const struct ft_registry *registry, struct ft_error *err);
void fimport_balance_free(struct fimport_balance *balance);
/*
 * Returns the association, 0 if there is none; names any case.
 * user, partition: "" none.  *account_known (may be NULL): the account exists.
 */
uint32_t fimport_balance_find(struct fimport_balance *balance,
    const char *account, const char *user, const char *partition,
    bool *account_known);
/* Take an amount of raw usage.  tres: name=amount,..., "" cpu and billing. */
enum ft_status fimport_balance_add(struct fimport_balance *balance,
    const struct ft_usage_mark *mark, const char *tres, struct ft_error *err);
/* Returns how many were taken. */
size_t fimport_balance_count(const struct fimport_balance *balance);
/* Write them all at the store's time. */
enum ft_status fimport_balance_write(
    struct fimport_balance *balance, struct ft_error *err);

#endif
