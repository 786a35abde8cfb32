/*
 * history.h - the lines that were typed, also from one session to the next.
 *
 * The file holds one line each, the oldest first, and nothing else.  Several
 * shells may add to it at once: each line is appended under a lock, so none is
 * lost.  A line that comes again stands only where it came last.  Lines that
 * start with a blank are not kept.  What cannot be read or written is passed
 * over in silence: a shell works without a history.
 */
#ifndef FT_CMD_SHELL_HISTORY_H
#define FT_CMD_SHELL_HISTORY_H

#include "base/base.h"

#define FT_HISTORY_MOST 1000 /* lines that are kept */

struct ft_history {
	char **line; /* the oldest first; the history's */
	size_t n, cap;
	char *path; /* NULL: in memory only */
};

/* Read PATH, made with its folders if it is absent; NULL: start empty. */
void ft_history_open(struct ft_history *history, const char *path);
void ft_history_free(struct ft_history *history);
/* Append LINE, here and in the file. */
void ft_history_add(struct ft_history *history, const char *line);
/*
 * Returns the place of the history of all shells, the caller's to free: under
 * $XDG_STATE_HOME or ~/.local/state; NULL if there is no such place.
 */
char *ft_history_path(void);

#endif
