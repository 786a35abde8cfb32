/*
 * acctdb.h - the accounting database in memory, for listings, dumps and diffs.
 *
 * Filled by the store, read-only afterwards, freed at once.  Arrays are sorted
 * by id; deleted records are there only if asked for.
 */
#ifndef FT_MODEL_ACCOUNT_ACCTDB_H
#define FT_MODEL_ACCOUNT_ACCTDB_H

#include "model/account/entity.h"

struct ft_acctdb {
	struct ft_arena arena;
	struct ft_cluster *cluster;
	struct ft_account *account;
	struct ft_user *user;
	struct ft_assoc *assoc;
	struct ft_qos *qos;
	struct ft_tres *tres;
	struct ft_coord *coord; /* by account, user */
	struct ft_wckey *wckey;
	struct ft_resource *resource;
	struct ft_resource_share *resource_share; /* by resource, cluster */
	struct ft_limit *assoc_limit;             /* by owner, kind, tres */
	struct ft_limit *qos_limit;
	struct ft_qosref *assoc_qos;   /* by owner */
	struct ft_qosref *qos_preempt; /* by owner */
	size_t n_cluster, n_account, n_user, n_assoc, n_qos, n_tres, n_coord;
	size_t n_wckey, n_resource, n_resource_share;
	size_t n_assoc_limit, n_qos_limit, n_assoc_qos, n_qos_preempt;
};

void ft_acctdb_free(struct ft_acctdb *acctdb);

/*
 * Check that what associations name is in ACCTDB, and that they are trees: below
 * accounts of their clusters, none below itself.
 * FT_EINVAL: the message names the first that violates this.
 */
enum ft_status ft_acctdb_check(
    const struct ft_acctdb *acctdb, struct ft_error *err);

/* By id (binary search) and by name (exact bytes); NULL if there is none. */
const struct ft_cluster *ft_acctdb_cluster(
    const struct ft_acctdb *, uint32_t id);
const struct ft_account *ft_acctdb_account(
    const struct ft_acctdb *, uint32_t id);
const struct ft_user *ft_acctdb_user(const struct ft_acctdb *, uint32_t id);
const struct ft_assoc *ft_acctdb_assoc(const struct ft_acctdb *, uint32_t id);
const struct ft_qos *ft_acctdb_qos(const struct ft_acctdb *, uint32_t id);
/* The QOS NAME in any case, one that is not deleted if there is such. */
const struct ft_qos *ft_acctdb_find_qos(
    const struct ft_acctdb *, const char *name);
const struct ft_user *ft_acctdb_find_user(
    const struct ft_acctdb *, const char *name);

/*
 * Numbers of users: root is 0, others this + their id in the store, so that the
 * same store shows the same numbers everywhere; unknown names are nobody.
 */
#define FT_UID_BASE   999
#define FT_UID_NOBODY 65534
/* Returns the name of the user of that number, NULL if none. */
const char *ft_acctdb_user_of_uid(const struct ft_acctdb *, uint32_t uid);

/* The records of OWNER in an array sorted by owner: first (NULL: none), count. */
const struct ft_limit *ft_acctdb_limits(
    const struct ft_limit *limit, size_t n, uint32_t owner, size_t *count);
const struct ft_qosref *ft_acctdb_qosrefs(
    const struct ft_qosref *ref, size_t n, uint32_t owner, size_t *count);

#endif
