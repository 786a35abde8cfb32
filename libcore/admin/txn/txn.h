/*
 * txn.h - the transactions that slurmdbd would have noted: their names and
 * the text of column Info.
 *
 * Where and Info are the pieces of SQL that slurmdbd writes to its tables, as
 * `sacctmgr list transactions` of Slurm 22.05 shows them.  Nobody runs them
 * here; facctmgr log shows the same in words.
 */
#ifndef FT_ADMIN_TXN_TXN_H
#define FT_ADMIN_TXN_TXN_H

#include "model/account/entity.h"

enum ft_txn_action {
#define FT_TXN(id, number, name) FT_TXN_##id = (number),
#include "admin/txn/txn.def"
#undef FT_TXN
};

/* Returns "Add Users", NULL for an action without a name. */
const char *ft_txn_name(uint32_t action);
/* Returns the number of NAME (any case, whole), 0 if there is none. */
uint32_t ft_txn_find(const char *name);
/* Append column Info.  Of new associations only what is not as in most is
 * kept; here it is whole again. */
void ft_txn_add_info(struct ft_str *str, const struct ft_transaction *txn);

#endif
