/*
 * sanitize.h - the one way in: unsafe characters in typed words, in files and in
 * names from the system (which ones they are: base/text/text.h).
 *
 * Under our own names a typed word with an unsafe character is refused.  A file
 * is never refused for one: a masked text replaces it, with a warning.  Under a
 * Slurm name nothing is refused that Slurm accepts: what could move a terminal
 * is masked in words, and in texts of files when they are stored
 * (store/row/sql.c); all other bytes stay.
 */
#ifndef FT_CMD_CLI_SANITIZE_H
#define FT_CMD_CLI_SANITIZE_H

#include "cli/cmd.h"

/*
 * Check or mask the words of the whole command line, and check the variables
 * FAIRTREE_... under any name.  Returns false after a message: one of them is
 * refused.  Under our own names only an option with FT_OPT_LINES accepts line
 * ends and TABs, and only the name of an existing file may be no UTF-8.
 */
bool ft_sanitize_command(struct ft_context *context);
/* Mask LINE, which a shell read, by the same rules; only under a Slurm name. */
void ft_sanitize_line(struct ft_str *line);
/* Check ARGC words of such a line; only under our own names. */
bool ft_sanitize_words(const struct ft_context *context, int argc, char **argv);
/*
 * Returns a masked copy, the caller's, of a name that comes from the system or
 * the environment: of a user, a folder, a file.
 */
char *ft_sanitize_name(const char *name);
/*
 * Mask TEXT, which was read from PATH and unpacked; only under our own names.
 * path: NULL: leave it out of the warning.
 */
void ft_sanitize_file(const char *path, struct ft_str *text);
/* A MESSAGE that begins with the first masked file says what is wrong there: no
 * warning follows. */
void ft_sanitize_forget(const char *message);
/* Warn about what ft_sanitize_file has masked since the last call. */
void ft_sanitize_report(const struct ft_context *context);

#endif
