/*
 * plan.h - a dump file as the desired state: the store is changed to match it,
 * and with prune everything else is deleted.
 *
 * Loading (flat/flat.h) adds and changes.  A plan does more: the order of the
 * lines makes no difference; contradicting lines are refused; objects missing
 * from the file can be deleted, also only inside a part of the tree; what
 * prevents a deletion is listed instead of failing; settings that the file does
 * not mention are listed.
 * Works on the registry of a transaction that the caller commits (apply), rolls
 * back, or discards with a copy in memory (plan, diff).
 */
#ifndef FT_ADMIN_PLAN_PLAN_H
#define FT_ADMIN_PLAN_PLAN_H

#include "admin/admin.h"
#include "admin/flat/flat.h"
#include "base/map.h"
#include "model/account/acctdb.h"
#include "model/account/flat.h"

struct ft_plan_options {
	const char *cluster; /* NULL: the one the file names */
	const char *scope;   /* account: only it and the tree below it are
			        changed; NULL: all */
	bool prune;          /* delete associations in scope that the file
	                        lacks, then users and accounts without any;
	                        also QOS, if the file has lines of QOS and
	                        there is no scope.  The user root stays */
	bool exact;          /* reset settings that the file does not give,
			  of objects that it names, to their defaults */
	const struct ft_map *members; /* names of accounts: with prune only
	                        associations of users in these go, then the
	                        users that lost their last one; accounts
	                        stay, and nothing is listed.  For sync;
	                        NULL: all of the scope */
	bool skip_blocked; /* leave what is blocked, delete the rest */
	bool qos;          /* only lines of QOS count, and without a cluster;
			  not with prune */
};

/* An object that cannot be deleted, and the reason as text. */
struct ft_plan_block {
	const char *subject;   /* "user carol@physics" */
	const char *why;       /* "2 jobs: 17, 18" */
	enum ft_entity entity; /* ASSOC or QOS */
	uint32_t id;
};

/* A setting or an object that the file does not mention: it stays. */
struct ft_plan_unmanaged {
	const char *subject; /* "user dave@chem", "account physics" */
	const char *field;   /* "grptres"; NULL: the object itself */
	const char *value;
};

struct ft_plan_result {
	struct ft_plan_options options; /* the caller's */
	struct ft_arena arena;
	struct ft_plan_block *block;
	size_t n_block, cap_block;
	struct ft_plan_unmanaged *unmanaged;
	size_t n_unmanaged, cap_unmanaged;
	size_t n_delete;           /* associations that were deleted */
	const char *cluster;       /* the one it is about */
	struct ft_admin_load load; /* what was added and changed; trouble with
	                              the file, but for line and option */
};
void ft_plan_result_init(struct ft_plan_result *result);
void ft_plan_result_free(struct ft_plan_result *result);

/*
 * Bring the store to what FLAT says.  acctdb: the store as it is in this
 * transaction, deleted records left out.  With blockers and without
 * skip_blocked nothing is deleted; the caller must not commit then.
 * FT_EPERM, FT_EPARSE: as ft_admin_load_flat; FT_ENOENT: no account SCOPE.
 */
enum ft_status ft_plan_flat(struct ft_admin *admin,
    const struct ft_acctdb *acctdb, const struct ft_flat *flat,
    struct ft_plan_result *result, struct ft_error *err);

/*
 * Check AFTER, a tree that passes ft_acctdb_check: every user's account is the
 * parent's, and no user has two default accounts on a cluster.  FT_EINVAL: the
 * text gives the violation.
 */
enum ft_status ft_plan_check(
    const struct ft_acctdb *after, struct ft_error *err);

/* The part of a cluster's tree at and below an account. */
struct ft_plan_scope {
	const char *cluster, *account;
};
/*
 * Whether STEPS, from BEFORE to AFTER, keep to SCOPE.  FT_EINVAL: they do not,
 * the text names the first step that does not.
 */
struct ft_steps;
enum ft_status ft_plan_check_scope(const struct ft_steps *steps,
    const struct ft_acctdb *before, const struct ft_acctdb *after,
    const struct ft_plan_scope *scope, struct ft_error *err);

#endif
