/*
 * slurmlist.h - lists of names as Slurm's commands read them.
 *
 * Commas separate.  Numbers in brackets make names of what stands in front of
 * them, and what follows a bracket is a name of its own: "a[1-2]b" is a1, a2
 * and b.   A bracket that is not closed, or that another one follows first, is
 * part of a name, and so is one that holds no numbers, after a complaint.
 */
#ifndef FT_CMD_CLI_SLURMLIST_H
#define FT_CMD_CLI_SLURMLIST_H

#include "base/text/hostlist.h"
#include "cli/cmd.h"
#include "cli/arglist.h"

/* Call FN for each name of TEXT, in order; what it returns is not looked at. */
void ft_slurmlist_each(const struct ft_context *context, const char *text,
    ft_hostlist_fn *fn, void *ctx);
/* Returns TEXT without a quote at its start and the same one at its end; the
 * caller's. */
char *ft_slurmlist_unquoted(const char *text);
/*
 * Append the names of the value of an option, quotes around it taken off; ""
 * if it holds none.  By our own names: the words between its commas.
 */
void ft_slurmlist_words(const struct ft_context *context,
    struct ft_arglist *words, const char *text);

#endif
