/*
 * command.h - run one command.
 */
#ifndef FT_CMD_FACCTMGR_COMMAND_H
#define FT_CMD_FACCTMGR_COMMAND_H

#include "facctmgr/facctmgr.h"

/*
 * Run a command, first as a rehearsal if it may ask a question; returns the exit
 * status.
 */
int facctmgr_run_command(struct facctmgr *acct, int argc, char **argv);
/* Run it once, ignoring options such as --dry-run that change how a command
 * runs. */
int facctmgr_run_once(struct facctmgr *acct, int argc, char **argv);

#endif
