/*
 * index.h - an acctdb with indexes: parents, children, nested sets, and the own
 * and inherited settings of each association.
 *
 * For listings and dumps.  Associations are known by their index in the acctdb.
 */
#ifndef FT_ADMIN_INDEX_INDEX_H
#define FT_ADMIN_INDEX_INDEX_H

#include "model/account/acctdb.h"
#include "model/account/limits.h"
#include "model/account/tres.h"

#define FT_INDEX_NONE UINT32_MAX

struct ft_admin_index {
	const struct ft_acctdb *acctdb;
	struct ft_arena arena; /* of the arrays */
	uint32_t *parent;      /* FT_INDEX_NONE for roots */
	uint32_t *first;       /* [n + 1]; children of i are */
	uint32_t *child;       /* child[first[i]] .. child[first[i + 1] - 1],
	                        in nested-set order */
	uint32_t *root;        /* by name of their clusters */
	size_t n_root;
	uint32_t *lft, *rgt; /* nested set, from 1 in each cluster */
	uint32_t *order;     /* [n_order]; by cluster, then lft */
	size_t n_order;
	uint32_t *limit; /* [n + 1]; own limits in acctdb->assoc_limit */
	uint32_t *qos;   /* [n + 1]; own list in acctdb->assoc_qos */
	/* the nearest ancestor that has its own, FT_INDEX_NONE: none */
	uint32_t *limit_above, *qos_above, *default_above;
};

/* acctdb: borrowed as long as the index lives. */
struct ft_admin_index *ft_admin_index_new(const struct ft_acctdb *acctdb);
/*
 * Set lft and rgt to Slurm's numbers: a deleted association that it still has
 * keeps its place in the nested set.  with_deleted: the same acctdb including
 * deleted records.
 */
void ft_admin_index_renumber(
    struct ft_admin_index *index, const struct ft_acctdb *with_deleted);
void ft_admin_index_free(struct ft_admin_index *index);

/*
 * Append the lineage of I as slurmdbd keeps it since 23.11: the names from the
 * top account down, "/physics/optics/"; of a user "/physics/0-bob/", in one
 * partition "/physics/0-bob/night/".
 */
void ft_admin_index_lineage(
    const struct ft_admin_index *index, uint32_t i, struct ft_str *str);

/* Own limit of I, or with inherit the one in effect; NULL if there is none. */
const struct ft_limit *ft_admin_index_limit(const struct ft_admin_index *index,
    uint32_t i, enum ft_limit_kind kind, uint32_t tres, bool inherit);
/* A list of TRES that grows; its items are freed with ft_free. */
struct ft_tres_amounts {
	struct ft_tres_amount *item;
	size_t n, cap;
};

/*
 * Add the limits of KIND, one for each TRES; own ones come before inherited
 * ones of the same TRES.
 */
void ft_admin_index_tres(const struct ft_admin_index *index, uint32_t i,
    enum ft_limit_kind kind, bool inherit, struct ft_tres_amounts *amounts);
/* The same for the limits of a QOS. */
void ft_admin_book_qos_tres(const struct ft_acctdb *acctdb, uint32_t qos,
    enum ft_limit_kind kind, struct ft_tres_amounts *amounts);
const struct ft_limit *ft_admin_book_qos_limit(const struct ft_acctdb *acctdb,
    uint32_t qos, enum ft_limit_kind kind, uint32_t tres);

/* The QOS in effect as bits by index in acctdb->qos: has[n_qos]. */
void ft_admin_index_qos(
    const struct ft_admin_index *index, uint32_t i, bool inherit, bool *has);
/* Default QOS, own or in effect; 0 none. */
uint32_t ft_admin_index_default_qos(
    const struct ft_admin_index *index, uint32_t i, bool inherit);

#endif
