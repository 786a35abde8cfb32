/*
 * stop.h - a signal asks a command to stop; it sees that here and ends in good
 * order.
 */
#ifndef FT_CMD_FILES_STOP_H
#define FT_CMD_FILES_STOP_H

#include "cli/cmd.h"

#define FT_STOPPED 130 /* exit status: as of shells, of an interrupt */

/* Catch SIGINT, SIGTERM and SIGHUP from now on; none has come yet. */
void ft_stop_catch(void);
/* Let them end the process again. */
void ft_stop_release(void);
/* Returns whether one has come since ft_stop_catch. */
bool ft_stop_asked(void);
/* End the process as that signal would have, if one has come. */
void ft_stop_obey(void);
/* Print that it was interrupted; returns the exit status. */
int ft_stopped(const struct ft_context *context);

#endif
