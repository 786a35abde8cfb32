/*
 * plan.h - a flat file as a wish: what it says, and with pruning nothing else.
 *
 * Loading (load.h) adds and changes; this adds what declaring needs: what the
 * file lacks can be deleted, inside a part of the tree; what stands in the way
 * of that is named, not run into; what the file does not speak of is listed.
 * Works on the registry of a transaction that the caller commits (apply) or
 * rolls back or throws away with a memory copy (plan, diff).
 */
#ifndef FT_ADMIN_PLAN_H
#define FT_ADMIN_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "admin/admin.h"
#include "admin/load.h"
#include "base/map.h"
#include "model/book.h"
#include "model/flat.h"

struct ft_plan_options {
	const char *cluster; /* NULL: the one the file names */
	const char *scope;   /* account: nothing outside of its part of the
	                        tree is touched; NULL: all */
	bool prune;          /* delete associations in scope that the file
	                        lacks, then users and accounts without any */
	const struct ft_map *members; /* names of accounts: with prune only
	                        associations of users in these go, then the
	                        users that lost their last one; accounts
	                        stay.  For sync; NULL: all of the scope */
	bool skip_blocked;   /* leave what is blocked, do the rest */
};

/* Something that cannot be deleted, and why, in words. */
struct ft_plan_block {
	const char *subject; /* "user carol@physics" */
	const char *why;     /* "2 jobs: 17, 18" */
};

/* Something the file does not speak of: left alone. */
struct ft_plan_extra {
	const char *subject; /* "user dave@chem", "account physics" */
	const char *field;   /* "grptres"; NULL: the thing as a whole */
	const char *value;
};

struct ft_plan_result {
	struct ft_arena arena;
	struct ft_plan_block *block;
	size_t n_block, cap_block;
	struct ft_plan_extra *extra;
	size_t n_extra, cap_extra;
	struct ft_admin_load load; /* trouble with the file is told here */
};
void ft_plan_result_init(struct ft_plan_result *result);
void ft_plan_result_free(struct ft_plan_result *result);

/*
 * Bring the store to what FLAT says.  book: the store as it is in this
 * transaction.  With blockers and without skip_blocked nothing is deleted;
 * the caller must not commit then.
 * FT_EPERM, FT_EPARSE: as ft_admin_load_flat; FT_ENOENT: no account SCOPE;
 * FT_EINVAL: a line of the file is about something outside of the scope.
 */
enum ft_status ft_plan_flat(struct ft_admin *admin, const struct ft_book *book,
    const struct ft_flat *flat, const struct ft_plan_options *options,
    struct ft_plan_result *result, struct ft_error *err);

#endif
