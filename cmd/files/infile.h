/*
 * infile.h - read a file whole.  Its kind bounds its size (base/bound.def), so
 * that a device or a pipe without end does no harm.
 */
#ifndef FT_CMD_FILES_INFILE_H
#define FT_CMD_FILES_INFILE_H

#include "base/bound.h"

/*
 * Append the file at PATH ("-": stdin) to TEXT, cleaned
 * (cli/sanitize.h).
 * FT_ENOENT: there is none.  FT_EIO: it cannot be read.  FT_EINVAL: there is
 * more in it than a file of this kind may have.
 */
enum ft_status ft_infile_read(enum ft_bound kind, const char *path,
    struct ft_str *text, struct ft_error *err);
/* The same, but what was cleaned is not worth a word: settings may have any
 * bytes in their comments, and every command reads them. */
enum ft_status ft_infile_read_quietly(enum ft_bound kind, const char *path,
    struct ft_str *text, struct ft_error *err);
/* Append the open file FD, which messages call NAME, as it is. */
enum ft_status ft_infile_read_fd(enum ft_bound kind, int fd, const char *name,
    struct ft_str *text, struct ft_error *err);
/* Returns the next byte of FD, unbuffered, so that commands that are started
 * find what follows; -1: there is none. */
int ft_infile_byte(int fd);
/*
 * Put the next line of FD, which is the standard input, without its end into
 * LINE; unbuffered.
 * FT_ENOENT: there is no more.  FT_EINVAL: it is too long for a command.
 */
enum ft_status ft_infile_line(
    int fd, struct ft_str *line, struct ft_error *err);

#endif
