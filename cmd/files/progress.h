/*
 * progress.h - the line on a terminal that shows what a command does and how far
 * it is, once it has worked for a second:
 *
 *     adding: 45,120 of 100,000 records (45 %), 12 s left
 *
 * It is written to standard error, never under a Slurm name, and is gone before
 * anything else appears there: stream.h sees to that, and a signal that ends the
 * process erases it first.  A process has one terminal, so this has no argument.
 * Not here: what is counted (base/meter.h).
 */
#ifndef FT_CMD_FILES_PROGRESS_H
#define FT_CMD_FILES_PROGRESS_H

#include "base/meter.h"

struct ft_context;

/* From now on show the progress of CONTEXT's command if a user could see it. */
void ft_progress_start(const struct ft_context *context);
/* Returns the meter that is shown; NULL: nobody sees it. */
struct ft_meter *ft_progress_meter(void);
/* Erase the line, for something else is shown or asked, or a command has ended;
 * it is back after another second of work. */
void ft_progress_pause(void);
/* Show nothing any more: --quiet; or the line belongs to a parent process. */
void ft_progress_abandon(void);
/* Handler of a signal: erase the line and let the signal end the process. */
void ft_progress_die(int number);

#endif
