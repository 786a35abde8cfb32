/*
 * pager.h - output for people: the width of the terminal, and a pager for long
 * texts.
 */
#ifndef FT_CMD_FILES_PAGER_H
#define FT_CMD_FILES_PAGER_H

#include "cli/cmd.h"

/* Returns whether standard output is a terminal. */
bool ft_pager_terminal(const struct ft_context *context);
/* Returns the columns of the terminal, at least 20; 0: output is no terminal. */
int ft_pager_width(const struct ft_context *context);
/*
 * Print TEXT: on a terminal through $PAGER ("less -FIRX" if that is not set;
 * "" or cat: none), else directly.  wanted: false: use no pager.
 */
void ft_pager_print(
    const struct ft_context *context, const char *text, bool wanted);

#endif
