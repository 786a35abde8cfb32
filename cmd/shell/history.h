/*
 * history.h - the lines that were typed, kept across sessions.
 *
 * The file has one typed line per line, the oldest first.  Several shells may add
 * to it at once: each line is appended under a lock.  A repeated line is
 * kept once, where it came last; lines that start with a blank are not kept.  Errors of
 * reading and writing are ignored: a shell works without a history.
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

/* Read PATH, which is made with its folders if missing; NULL: keep no file. */
void ft_history_open(struct ft_history *history, const char *path);
void ft_history_free(struct ft_history *history);
/* Append LINE, here and in the file. */
void ft_history_add(struct ft_history *history, const char *line);
/*
 * Returns the path of the history file, the caller's: under $XDG_STATE_HOME or
 * ~/.local/state; NULL: neither is known.
 */
char *ft_history_path(void);

#endif
