/*
 * slurmlist.h - lists of names as Slurm's commands read them.
 *
 * Commas separate names.  A bracket of numbers is expanded with the text before
 * it, and the text after it is another name: "a[1-2]b" is a1, a2 and b.  A
 * bracket that is not closed, or that another one precedes its end, is part of a
 * name; so is one without numbers, after a message of Slurm's.
 */
#ifndef FT_CMD_CLI_SLURMLIST_H
#define FT_CMD_CLI_SLURMLIST_H

#include "base/text/hostlist.h"
#include "cli/cmd.h"
#include "cli/arglist.h"

/* Returns whether blanks around a name are ignored. */
bool ft_slurmlist_trims(const struct ft_context *context);
/* Call FN for each name of TEXT, in order; its result is ignored. */
void ft_slurmlist_each(const struct ft_context *context, const char *text,
    ft_hostlist_fn *fn, void *ctx);
/* Returns a copy of TEXT, the caller's, without a quote at its start and the same
 * one at its end. */
char *ft_slurmlist_unquoted(const char *text);
/*
 * Append the names of an option's value in lower case, without quotes around it;
 * "" if it has none.  Under our own names: the elements of the comma list.
 */
void ft_slurmlist_words(const struct ft_context *context,
    struct ft_arglist *words, const char *text);

#endif
