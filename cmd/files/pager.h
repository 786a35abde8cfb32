/*
 * pager.h - pages for people: how wide the terminal is, and a pager for what
 * is too long for it.
 */
#ifndef FT_CMD_FILES_PAGER_H
#define FT_CMD_FILES_PAGER_H

#include "cli/cmd.h"

/* Returns whether standard output is a terminal. */
bool ft_pager_terminal(const struct ft_context *context);
/* Returns the columns of the terminal, at least 20; 0: it is none. */
int ft_pager_width(const struct ft_context *context);
/*
 * Print TEXT: on a terminal through $PAGER ("less -FIRX" if that is not set;
 * "" or cat: none), else as it is.  wanted: false for no pager.
 */
void ft_pager_print(
    const struct ft_context *context, const char *text, bool wanted);

#endif
