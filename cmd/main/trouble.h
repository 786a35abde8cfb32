/*
 * trouble.h - FAIRTREE_FAULT: what a client of Slurm must survive, on demand.
 *
 *     COMMAND:KIND[=AMOUNT][:COUNT][,...]
 *
 * COMMAND is a Slurm name, or "all".  Only the calls by a Slurm name are hit, so
 * our own names can prepare and look at a test.  fairtree(7) lists the kinds.  The
 * setting is in no store; the file PATH.fault beside the store counts the calls
 * that were hit, for faults with a COUNT.
 */
#ifndef FT_CMD_MAIN_TROUBLE_H
#define FT_CMD_MAIN_TROUBLE_H

#include "cli/cmd.h"

#define FT_TROUBLE_STATUS 2 /* exit status of a bad value */

/* Do to this call what the variable asks for; returns false after a message. */
bool ft_trouble_apply(struct ft_context *context);

#endif
