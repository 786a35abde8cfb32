/*
 * acctline.h - command lines of facctmgr, run inside a test on a store.
 */
#ifndef ACCTLINE_H
#define ACCTLINE_H

#include <stdbool.h>

#include "store/store.h"

/*
 * Run LINE, the words behind "facctmgr -i" or, with slurm, "sacctmgr -i", as
 * user root.  Answers are dropped; complaints are shown if SHOW.  Returns its
 * exit status.
 */
int acctline_run(
    struct ft_store *store, const char *line, bool slurm, bool show);

#endif
