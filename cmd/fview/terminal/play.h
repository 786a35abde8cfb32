/*
 * play.h - the viewer in a terminal: wait, press, tick, draw.
 */
#ifndef FT_CMD_FVIEW_TERMINAL_PLAY_H
#define FT_CMD_FVIEW_TERMINAL_PLAY_H

#include "fview/args.h"

/*
 * Returns whether there is a terminal to play in: standard output is one, and
 * $TERM names one that is not dumb.  *why: what is missing, NULL when standard
 * output is simply something else.
 */
bool fview_can_play(const struct fview_args *args, const char **why);

/*
 * Run until somebody quits.  Keys come from standard input if it is a terminal,
 * else from /dev/tty.  *number: the signal that ended it, 0.
 * On failure nothing was shown.
 */
enum ft_status fview_play(
    struct fview_args *args, int *number, struct ft_error *err);

#endif
