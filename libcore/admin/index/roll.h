/*
 * roll.h - accounts and users by name, and where they are on one cluster.
 *
 * For who reads names in a file: load, plan.  Everything is known by its index
 * in the book; deleted records do not count.
 */
#ifndef FT_ADMIN_INDEX_ROLL_H
#define FT_ADMIN_INDEX_ROLL_H

#include "base/map.h"
#include "model/account/book.h"

#define FT_ROLL_NONE UINT32_MAX

struct ft_roll {
	const struct ft_book *book; /* borrowed */
	uint32_t cluster;           /* id; 0: none, then nobody is anywhere */
	uint32_t root;              /* its root association; NONE */
	struct ft_arena arena;
	struct ft_map account_at, user_at; /* names */
	uint32_t *account_assoc;           /* by account: its association */
	uint32_t *user_assoc;              /* by user: the first of his, */
	uint32_t *next;                    /* by association: the next one */
};

/* Fill ROLL, to be freed, from BOOK. */
void ft_roll_take(
    struct ft_roll *roll, const struct ft_book *book, uint32_t cluster);
void ft_roll_free(struct ft_roll *roll);
/* Returns the cluster NAME, NULL if there is none. */
const struct ft_cluster *ft_roll_cluster(
    const struct ft_book *book, const char *name);
/* Returns the association of account NAME; NONE. */
uint32_t ft_roll_account_assoc(const struct ft_roll *roll, const char *name);
/* Returns that of user NAME in ACCOUNT for PARTITION; NONE. */
uint32_t ft_roll_user_assoc(const struct ft_roll *roll, const char *name,
    const char *account, const char *partition);

#endif
