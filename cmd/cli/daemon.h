/*
 * daemon.h - what Slurm's commands print when their daemon does not answer.
 *
 * The store takes the place of slurmctld and slurmdbd, so a Slurm name prints
 * this when there is no store.
 */
#ifndef FT_CMD_CLI_DAEMON_H
#define FT_CMD_CLI_DAEMON_H

#include "cli/cmd.h"
#include "model/conf/conf.h"

#define FT_DAEMON_DOWN "Unable to contact slurm controller (connect failure)"

/*
 * Print the message; CALL is how it begins.  NULL: as the command's own does; "":
 * print nothing, the caller does.  Returns FT_EABSENT with an empty text in ERR:
 * there is nothing left to print.
 */
enum ft_status ft_daemon_down(const struct ft_context *context,
    const struct ft_conf *conf, const char *call, struct ft_error *err);

#endif
