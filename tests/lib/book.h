/* book.h - the associations and QOS of a store of lib/storefile.h. */
#ifndef LIB_BOOK_H
#define LIB_BOOK_H

#include "admin/flat/flat.h"
#include "store/store.h"

/* Read them; bails if it cannot. */
void book_read(struct ft_store *store, struct ft_acctdb *acctdb);
/* Load TEXT, "x.cfg", as LOAD says, whose caller frees it.  What is refused changes
 * nothing. */
enum ft_status book_load(struct ft_store *store, const char *text,
    struct ft_admin_load *load, struct ft_error *err);
/* The same as usual; bails if it cannot. */
void book_fill(struct ft_store *store, const char *text);

#endif
