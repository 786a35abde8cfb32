/*
 * stop.h - a signal asks a verb to stop; it sees that here and ends in good
 * order.
 */
#ifndef FT_CMD_FSIM_STOP_H
#define FT_CMD_FSIM_STOP_H

#include "cli/cmd.h"

#define FSIM_STOPPED 130 /* exit status: as of shells, of an interrupt */

/* Catch SIGINT, SIGTERM and SIGHUP from now on; none has come yet. */
void fsim_stop_catch(void);
/* Let them end the process again. */
void fsim_stop_release(void);
/* Returns whether one has come since fsim_stop_catch. */
bool fsim_stop_asked(void);
/* Print that it was interrupted; returns the exit status. */
int fsim_stopped(const struct ft_context *context);

#endif
