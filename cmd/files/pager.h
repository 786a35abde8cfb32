/*
 * pager.h - output for people: the width of the terminal, and a pager where a
 * screen is not enough.
 *
 * Only the frame that runs a command and the commands whose verbs differ call the
 * pager: the others print to context->out as ever.
 */
#ifndef FT_CMD_FILES_PAGER_H
#define FT_CMD_FILES_PAGER_H

#include "cli/cmd.h"

/* Returns the columns of the terminal, at least 20; 0: output is no terminal. */
int ft_pager_width(const struct ft_context *context);

/*
 * Hold the text of context->out, if it is a terminal, until it fills a screen;
 * then start $FAIRTREE_PAGER, $PAGER or less and pass the text on to it.  "" or
 * cat: no pager.  Messages on the same terminal wait until the pager has ended.
 * CONTEXT must outlive ft_pager_end.
 */
void ft_pager_start(const struct ft_context *context);
/* Print what is held, and start no pager: the command is none for it. */
void ft_pager_stop(void);
/* Print what is held, or wait for the pager to end. */
void ft_pager_end(void);

#endif
