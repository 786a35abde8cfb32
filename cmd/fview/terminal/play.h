/*
 * play.h - the viewer in a terminal: wait, press, tick, draw.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_PLAY_H
#define FT_CMD_FVIEW_TERMINAL_PLAY_H

#include "fview/args.h"

/*
 * Returns whether there is a terminal to play in: standard output is one, and
 * $TERM names one that is not dumb.  *why: what is missing; NULL if standard
 * output is simply not a terminal.
 */
bool fview_can_play(const struct fview_args *args, const char **why);

/*
 * Run until the user quits.  Keys come from standard input if it is a terminal,
 * else from /dev/tty.  *number: the signal that ended it, or 0.
 * On failure nothing has been shown.
 */
enum ft_status fview_play(
    struct fview_args *args, int *number, struct ft_error *err);

#endif
