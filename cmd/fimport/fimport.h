/*
 * fimport.h - what the sub-commands of fimport share.
 *
 * fimport.c chooses the sub-command and reads the file.  Each sub-command is a
 * file (conf.c, dump.c, qos.c, sshare.c, usage.c, jobs.c, past.c), and uses the
 * functions below, whose files do not know the sub-commands.
 */
#ifndef FT_CMD_FIMPORT_FIMPORT_H
#define FT_CMD_FIMPORT_FIMPORT_H

#include "cli/cmd.h"
#include "common/session.h"
#include "io/slurm/slurmconf.h"
#include "model/account/flat.h"
#include "store/usage/usage.h"

struct ft_admin; /* admin/admin.h */
struct ft_admin_where;
struct ft_admin_result;
struct ft_admin_load; /* admin/flat/flat.h */

struct fimport {
	struct ft_context *context;
	struct ft_session session;
	const char *file;      /* its name for messages; - is standard input */
	struct ft_str text;    /* its content */
	const char *cluster;   /* --cluster, NULL not given */
	const char *at;        /* --at, NULL not given */
	const char *columns;   /* --columns, NULL not given */
	const char *anonymise; /* --anonymise, NULL not given */
	const char *map;       /* --map, NULL not given */
	bool all_names;        /* --all-names */
	bool create;           /* --create */
	bool keep_priority;    /* --keep-priority */
	bool dry_run;          /* --dry-run */
	bool collect_script;   /* --collect-script */
	bool since_last;       /* --since-last */
	bool json;             /* --json */
	/* reads what slurm.conf includes; NULL: ft_session_include */
	ft_slurmconf_include *include;
	void *include_ctx;
	bool more; /* other files follow in the same transaction */
	struct fimport_balance *balance; /* its own; NULL: none yet */
	struct ft_str answer; /* what was imported; printed after the commit */
};

/*
 * A sub-command: imports all of the file in one transaction, or nothing.
 * Errors in the file (FT_EPARSE) start with FILE:LINE:COLUMN.
 */
typedef enum ft_status fimport_fn(struct fimport *import, struct ft_error *err);
fimport_fn fimport_conf, fimport_dbdconf, fimport_dump, fimport_past,
    fimport_qos, fimport_sacct, fimport_scontrol, fimport_site, fimport_squeue,
    fimport_sshare, fimport_usage;

/* ---- import.c: what every sub-command does ----------------------------------- */

/*
 * Open the session and begin its transaction, or go on with those in which an
 * earlier part of a site was imported.  FT_ENOENT: the cluster is missing.
 */
enum ft_status fimport_open(struct fimport *import, struct ft_error *err);
enum ft_status fimport_begin(struct fimport *import, enum ft_right right,
    struct ft_registry **registry, struct ft_error *err);
/*
 * Open the session for a file about CLUSTER (NULL: the file does not name it).
 * A new store gets that cluster; in an old one it may be missing.
 */
enum ft_status fimport_open_new(
    struct fimport *import, const char *cluster, struct ft_error *err);
/* Append "1 WORD" or "N WORDs" to the answer, after a comma if needed. */
void fimport_count(struct fimport *import, size_t n, const char *word);
/* Append NAME with its ASCII letters in lower case, as Slurm keeps names. */
void fimport_add_lower(struct ft_str *str, const char *name);
/* Commit if STATUS is FT_OK, else roll back; do neither if more files of a site
 * follow.  Returns the resulting status. */
enum ft_status fimport_end(
    struct fimport *import, enum ft_status status, struct ft_error *err);

/* ---- tree.c: clusters, accounts and users ------------------------------------- */

/* Add cluster NAME, with its account root and user root. */
enum ft_status fimport_add_cluster(struct fimport *import,
    struct ft_registry *registry, const char *name, struct ft_error *err);
/* Make *admin, which the caller frees, with all rights, because whoever can
 * write the store may import into it. */
enum ft_status fimport_new_admin(struct fimport *import,
    struct ft_registry *registry, struct ft_admin **admin,
    struct ft_error *err);
void fimport_free_admin(struct ft_admin **admin);
struct fimport_tree {
	const struct ft_flat *flat;
	const char *cluster; /* added if missing */
	bool clean;          /* load: remove what the cluster has before */
	const struct ft_acctdb *acctdb; /* match: the store as it is */
	bool partial; /* match: what it lacks may be hidden, and stays */
};
/* Import TREE, and set FairTreeTies. */
enum ft_status fimport_load(struct fimport *import,
    struct ft_registry *registry, const struct fimport_tree *tree,
    struct ft_admin_load *load, struct ft_error *err);

/*
 * Change the cluster, which is in tree->acctdb, until it equals TREE, order
 * included, and set FairTreeTies.  The caller has initialised RESULT, and frees
 * it.  FT_EINVAL: something cannot be deleted.
 */
struct ft_plan_result; /* admin/plan/plan.h */
enum ft_status fimport_match(struct fimport *import,
    struct ft_registry *registry, const struct fimport_tree *tree,
    struct ft_plan_result *result, struct ft_error *err);

/*
 * Add a line to FLAT for each QOS that associations name but nothing defines,
 * and mention them in the answer.  FT_EPARSE: there are some, and --create was
 * not given.
 */
enum ft_status fimport_define_qos(struct fimport *import, struct ft_flat *flat,
    struct ft_registry *registry, struct ft_error *err);

/* Add ", N deleted associations" to the answer, if there are any. */
void fimport_count_deleted(struct fimport *import, size_t n);
/* Delete the user root, who comes with every new cluster: for an imported tree
 * without one. */
enum ft_status fimport_drop_root_user(
    struct fimport *import, struct ft_registry *registry, struct ft_error *err);

/* ---- order.c ------------------------------------------------------------------ */

/*
 * Sort the children of each account of the session's cluster as in FLAT; those
 * that FLAT lacks come last.  Makes import->balance again.
 */
enum ft_status fimport_order(struct fimport *import,
    const struct ft_registry *registry, const struct ft_flat *flat,
    struct ft_error *err);

/* ---- balance.c: opening balances of associations --------------------------- */

/*
 * Opening balances of one cluster, its associations by name, and the TRES.
 * Amounts are billing-TRES-seconds (raw usage) or seconds of a TRES, to the
 * millionth.
 */
struct fimport_balance;

/*
 * Set import->balance from the tree as it is now, replacing an earlier one.
 * REGISTRY: of the open transaction; its time, when they are written, is that of
 * the balances.
 */
enum ft_status fimport_balance_new(struct fimport *import,
    const struct ft_registry *registry, struct ft_error *err);
void fimport_balance_free(struct fimport_balance *balance);
/* Returns the tree; the balance owns it. */
const struct ft_tree *fimport_balance_tree(
    const struct fimport_balance *balance);
/*
 * Returns the node of the association, FT_NODE_NONE if there is none.  Upper and
 * lower case are the same; user, partition: "" none.
 */
uint32_t fimport_balance_node(struct fimport_balance *balance,
    const char *account, const char *user, const char *partition);
/*
 * Returns the id of that association, 0 if there is none.  *account_known, may
 * be NULL, becomes whether the account exists.
 */
uint32_t fimport_balance_find(struct fimport_balance *balance,
    const char *account, const char *user, const char *partition,
    bool *account_known);
/* Add an amount of raw usage.  tres: "name=amount,..."; "": the same amount of
 * cpu and billing. */
enum ft_status fimport_balance_add(struct fimport_balance *balance,
    const struct ft_usage_mark *mark, const char *tres, struct ft_error *err);
/* Add one amount, of raw usage or a TRES. */
void fimport_balance_add_one(
    struct fimport_balance *balance, const struct ft_usage_mark *mark);
/* Returns the id of TRES "cpu" or "gres/gpu", 0 if the store does not have it. */
uint32_t fimport_balance_tres(
    const struct fimport_balance *balance, const char *name);
/* Returns how many associations the cluster has. */
size_t fimport_balance_known(const struct fimport_balance *balance);
/* Returns how many amounts of raw usage were added. */
size_t fimport_balance_count(const struct fimport_balance *balance);
/* Set *set to whether the latest balances in the store are these. */
enum ft_status fimport_balance_is_set(
    struct fimport_balance *balance, bool *set, struct ft_error *err);
/* Write all of them to the store. */
enum ft_status fimport_balance_write(
    struct fimport_balance *balance, struct ft_error *err);

#endif
