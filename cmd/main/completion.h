/*
 * completion.h - the hidden option by which shells ask for completions.
 *
 *     NAME --complete=KIND [TYPED [WORD...]]
 *
 * prints each candidate and, after a TAB, what it means.  KIND is a name of
 * ft_complete_kind_name, for the last word of a comma list, or "words": what the
 * command's complete() offers as its next operand.  WORD...: the rest of the
 * command line, without the command's name and without TYPED; --db, --conf and
 * --cluster in it count.  Nothing is ever reported as an error and the exit
 * status is always 0.  The Slurm names do not have this option.
 */
#ifndef FT_CMD_MAIN_COMPLETION_H
#define FT_CMD_MAIN_COMPLETION_H

#include "cli/cmd.h"

bool ft_complete_is_asked(int argc, char *const *argv);
/* Returns the exit status: 0. */
int ft_complete_answer(struct ft_context *context, int argc, char **argv);

#endif
