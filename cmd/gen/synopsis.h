/*
 * synopsis.h - the usage lines of --help as the SYNOPSIS of a page.
 */
#ifndef FT_CMD_GEN_SYNOPSIS_H
#define FT_CMD_GEN_SYNOPSIS_H

#include "cli/cmd.h"

/*
 * Append a line for each way to call CMD: by each of its verbs or ways that a
 * bar parts, then by its Slurm name.  tests/arch/man.t holds it to --help.
 */
void gen_synopsis(struct ft_str *str, const struct ft_cmd *cmd);

#endif
