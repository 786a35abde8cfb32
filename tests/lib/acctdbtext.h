/*
 * acctdbtext.h - an acctdb as text by names, for comparing two acctdbs that were made
 * in different ways: no ids, no times.
 */
#ifndef ACCTDBTEXT_H
#define ACCTDBTEXT_H

#include <stdbool.h>

#include "model/account/acctdb.h"

/*
 * One record a line, lines sorted.  order: also the children of each account
 * in their order.  The caller's.
 */
char *acctdbtext(const struct ft_acctdb *acctdb, bool order);

#endif
