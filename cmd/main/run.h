/*
 * run.h - run a command: its own main(), or a call inside another program.
 *
 * The room above cli, files and common: it checks the words of the command
 * line, reads options into the command's settings, opens its streams and its
 * session, and turns failures into an exit status.
 */
#ifndef FT_CMD_MAIN_RUN_H
#define FT_CMD_MAIN_RUN_H

#include "cli/cmd.h"

/*
 * main() of every program.  Exhausted memory ends the process with a message
 * and status 1.
 * programs: that it can run besides CMD, NULL at the end; may be NULL.
 */
int ft_cmd_main(const struct ft_cmd *cmd, const struct ft_cmd *const *programs,
    int argc, char **argv);
/*
 * Run context->cmd, or the verb of it that ARGV names, on the caller's streams.
 * The settings are filled from the environment first, then from ARGV; go() gets
 * the operands.  Returns the exit status: that of go(), 0 after an option such
 * as --help, 1 (or misuse_status) after a bad option.
 */
int ft_cmd_run(struct ft_context *context, int argc, char **argv);

#endif
