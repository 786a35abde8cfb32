/*
 * outfile.h - a file that a command was told to write: the whole of it comes to
 * its place at once, or what was there before stays.
 *
 * Not for what grows line by line (the history, the table of a sweep), nor for
 * stdout.
 */
#ifndef FT_CMD_FILES_OUTFILE_H
#define FT_CMD_FILES_OUTFILE_H

#include "base/text/part.h"

struct ft_outfile {
	FILE *file;          /* to write to; ours, closed by finish */
	const char *path;    /* as it was told; borrowed */
	struct ft_part part; /* its new content; no name: written directly */
};

/*
 * Open a new content of the file at PATH, beside it, with the permissions of the
 * old one.  What is no regular file (a device, a pipe) is written directly, and
 * so is a file in a folder where nothing can be made: half of it may be left
 * then, which is said.  A link is followed and stays, as by cp, but not one that
 * leads nowhere or that a stranger planted (see ft_path_find).
 * FT_EIO: neither can be opened; nothing is open then.
 */
enum ft_status ft_outfile_open(
    struct ft_outfile *out, const char *path, struct ft_error *err);

/*
 * Close; when all is GOOD so far and could be written, put it in its place, else
 * drop it.
 * FT_EIO: it could not be written (only if GOOD, else *err is left alone).
 */
enum ft_status ft_outfile_finish(
    struct ft_outfile *out, bool good, struct ft_error *err);

/* All three: TEXT is the content of the file at PATH. */
enum ft_status ft_outfile_write(
    const char *path, const struct ft_str *text, struct ft_error *err);
/*
 * The same in a FOLDER that was named, while NAME was not: no link is followed,
 * FT_EIO names it.
 */
enum ft_status ft_outfile_write_in(const char *folder, const char *name,
    const struct ft_str *text, struct ft_error *err);

#endif
