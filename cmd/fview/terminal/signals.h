/*
 * signals.h - turns signals into bytes of a pipe, so that the main loop sees them
 * while it waits; and restores the terminal if the program crashes.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_SIGNALS_H
#define FT_CMD_FVIEW_TERMINAL_SIGNALS_H

#include "base/base.h"

/*
 * Start: SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP and SIGCONT become bytes;
 * ignored signals stay ignored.  Only one caller at a time.  FT_EIO
 */
enum ft_status fview_signals_start(struct ft_error *err);
/* Restore everything. */
void fview_signals_stop(void);

/* The file descriptor for poll(2). */
int fview_signals_fd(void);
/* Returns the next signal received, or 0. */
int fview_signals_next(void);

/*
 * If the program crashes, restore the current settings of the terminal FD and
 * write TEXT (borrowed until the stop), which makes it usable again.
 */
void fview_signals_guard(int fd);
void fview_signals_words(const char *text, size_t len);

/* Stop this process like Ctrl-Z; returns when it continues. */
void fview_signals_suspend(void);

#endif
