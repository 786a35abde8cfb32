/*
 * clean.h - the one way in: typed words are checked; text from files, and words
 * given to a Slurm name, are cleaned (of what: base/text/text.h).
 *
 * By our own names a typed word with an unsafe character is refused; a file is
 * never refused for one, a masked text takes its place, and this is reported.
 * By a Slurm name nothing is refused that Slurm takes: what moves a terminal is
 * masked in words, and where texts of files are stored (store/row/sql.c);
 * other bytes stay as they are.
 */
#ifndef FT_CMD_CLI_CLEAN_H
#define FT_CMD_CLI_CLEAN_H

#include "cli/cmd.h"

/*
 * Check or clean the words ARGV[1]... of the whole command line and its first
 * one; false: one is refused, which was said, or a variable of our own (FAIRTREE_...),
 * by whatever name.  By our own names only an option
 * with FT_OPT_LINES takes lines, and only the name of a file that is there may
 * be no UTF-8.
 */
bool ft_clean_command(struct ft_context *context);
/* By a Slurm name: mask LINE, which was read from a shell's input, likewise. */
void ft_clean_line(struct ft_str *line);
/* Check ARGC words of a line that was read, under our own name, likewise. */
bool ft_clean_words(const struct ft_context *context, int argc, char **argv);
/*
 * Returns a name that the system or the environment told (of a user, a folder,
 * a file), masked; the caller's.
 */
char *ft_clean_name(const char *name);
/*
 * Clean what was read from PATH, and unpacked, under our own name; NULL: that
 * is not worth a word.
 */
void ft_clean_file(const char *path, struct ft_str *text);
/* Say on context->err what ft_clean_file has changed since the last call. */
void ft_clean_report(const struct ft_context *context);

#endif
