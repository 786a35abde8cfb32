/*
 * directory.h - accounts and users by name, and their associations on one
 * cluster.
 *
 * For names in a file: flat, plan.  All records are given by their index in the
 * acctdb; deleted records do not count.
 */
#ifndef FT_ADMIN_INDEX_DIRECTORY_H
#define FT_ADMIN_INDEX_DIRECTORY_H

#include "base/map.h"
#include "model/account/acctdb.h"

#define FT_DIRECTORY_NONE UINT32_MAX

struct ft_directory {
	const struct ft_acctdb *acctdb; /* borrowed */
	uint32_t cluster; /* id; 0: none, and then there are no associations */
	uint32_t root;    /* its root association; NONE */
	struct ft_arena arena;
	struct ft_map account_at, user_at; /* names */
	uint32_t *account_assoc;           /* by account: its association */
	uint32_t *user_assoc;              /* by user: its first, */
	uint32_t *next;                    /* by association: the next one */
};

/* Fill the directory, to be freed, from ACCTDB. */
void ft_directory_fill(struct ft_directory *directory,
    const struct ft_acctdb *acctdb, uint32_t cluster);
void ft_directory_free(struct ft_directory *directory);
/* Returns the cluster NAME, NULL if there is none. */
const struct ft_cluster *ft_directory_cluster(
    const struct ft_acctdb *acctdb, const char *name);
/* Returns the association of account NAME; NONE. */
uint32_t ft_directory_account_assoc(
    const struct ft_directory *directory, const char *name);
/* Returns that of USER, also NONE, in ACCOUNT for PARTITION; NONE. */
uint32_t ft_directory_user_assoc(const struct ft_directory *directory,
    uint32_t user, const char *account, const char *partition);

#endif
