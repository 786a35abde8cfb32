/*
 * booktext.h - a book as text by names, for comparing two books that were made
 * in different ways: no ids, no times.
 */
#ifndef BOOKTEXT_H
#define BOOKTEXT_H

#include <stdbool.h>

#include "model/account/book.h"

/*
 * One record a line, lines sorted.  order: also the children of each account
 * in their order.  The caller's.
 */
char *booktext(const struct ft_book *book, bool order);

#endif
