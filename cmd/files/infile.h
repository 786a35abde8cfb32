/*
 * infile.h - read a whole file.  Its kind bounds its size (base/bound.def), so an
 * endless device or pipe does no harm.
 */
#ifndef FT_CMD_FILES_INFILE_H
#define FT_CMD_FILES_INFILE_H

#include "base/bound.h"

/*
 * Append the file at PATH ("-": stdin) to TEXT, masked (cli/sanitize.h).
 * FT_ENOENT: there is none.  FT_EIO: it cannot be read.  FT_EINVAL: it is larger
 * than a file of this kind may be.
 */
enum ft_status ft_infile_read(enum ft_bound kind, const char *path,
    struct ft_str *text, struct ft_error *err);
/* The same without a warning about masked bytes: slurm.conf may have any bytes in
 * its comments, and every command reads it. */
enum ft_status ft_infile_read_quietly(enum ft_bound kind, const char *path,
    struct ft_str *text, struct ft_error *err);
/* The same as it is: neither masked nor unpacked. */
enum ft_status ft_infile_read_raw(enum ft_bound kind, const char *path,
    struct ft_str *text, struct ft_error *err);
/* Append the open file FD unmasked; name: for messages. */
enum ft_status ft_infile_read_fd(enum ft_bound kind, int fd, const char *name,
    struct ft_str *text, struct ft_error *err);
/* Returns the next byte of FD; -1: there is none.  Unbuffered, so that a started
 * command can read what follows. */
int ft_infile_byte(int fd);
/*
 * Set LINE to the next line of FD, the standard input, without its end;
 * unbuffered.  FT_ENOENT: there is none.  FT_EINVAL: it is too long.
 */
enum ft_status ft_infile_line(
    int fd, struct ft_str *line, struct ft_error *err);

#endif
