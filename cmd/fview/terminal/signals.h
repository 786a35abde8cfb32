/*
 * signals.h - signals as bytes of a pipe, so that the main loop meets them
 * where it waits; and last help for a terminal when the program crashes.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_SIGNALS_H
#define FT_CMD_FVIEW_TERMINAL_SIGNALS_H

#include "base/base.h"

/*
 * Start: SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT become bytes;
 * those that were ignored stay so.  One user at a time.  FT_EIO
 */
enum ft_status fview_signals_start(struct ft_error *err);
/* Put everything back. */
void fview_signals_stop(void);

/* What poll(2) is to watch. */
int fview_signals_fd(void);
/* Returns the next signal that came, 0 none. */
int fview_signals_next(void);

/*
 * Should the program crash: the settings the terminal FD has now come back, and
 * TEXT (borrowed until the stop), which makes it usable again, is written.
 */
void fview_signals_guard(int fd);
void fview_signals_words(const char *text, size_t len);

/* Stop this process as Ctrl-Z does; returns once it goes on. */
void fview_signals_suspend(void);

#endif
