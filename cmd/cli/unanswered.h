/*
 * unanswered.h - what the tools of Slurm say when a daemon does not answer.
 * Here that is a store that does not exist, asked for by a Slurm name.
 */
#ifndef FT_CMD_CLI_UNANSWERED_H
#define FT_CMD_CLI_UNANSWERED_H

#include "cli/cmd.h"
#include "model/conf/conf.h"

#define FT_UNANSWERED "Unable to contact slurm controller (connect failure)"

/*
 * Print it.  call: how the message begins, NULL: as the command's does, "":
 * the caller says it.
 * Returns FT_EABSENT, with an empty text in ERR: nothing is left to be said.
 */
enum ft_status ft_unanswered(const struct ft_context *context,
    const struct ft_conf *conf, const char *call, struct ft_error *err);

#endif
