/*
 * outfile.h - an output file that is replaced as a whole, or not at all.
 *
 * Not for files that grow line by line (the history, the table of a sweep), nor
 * for what a command prints.
 */
#ifndef FT_CMD_FILES_OUTFILE_H
#define FT_CMD_FILES_OUTFILE_H

#include "base/text/part.h"

struct ft_outfile {
	FILE *file;          /* to write to; ours, closed by finish */
	const char *path;    /* as given; borrowed */
	struct ft_part part; /* its new content; no name: written directly */
};

/*
 * Open a new file next to PATH, with the permissions of the old one, to replace
 * it; "-" is standard output, to which nothing else may be printed.  A device or pipe is written directly, and so is a file in a folder without
 * write permission; a failure may leave part of it, and the message says so.  A
 * link is followed and kept, as by cp, unless it is dangling or another user may
 * have planted it (see ft_path_find).
 * FT_EIO: neither can be opened, or PATH is a database; nothing is open then.
 */
enum ft_status ft_outfile_open(
    struct ft_outfile *out, const char *path, struct ft_error *err);

/*
 * Close it, and replace the file at PATH if GOOD and everything was written; else
 * discard it.  FT_EIO: it could not be written (only if GOOD, else *err is
 * unchanged).
 */
enum ft_status ft_outfile_finish(
    struct ft_outfile *out, bool good, struct ft_error *err);

/* All three: TEXT is the content of the file at PATH. */
enum ft_status ft_outfile_write(
    const char *path, const struct ft_str *text, struct ft_error *err);
/*
 * The same in a FOLDER that the user named, with a NAME that he did not: no link
 * is followed.  FT_EIO: the message has the whole path.
 */
enum ft_status ft_outfile_write_in(const char *folder, const char *name,
    const struct ft_str *text, struct ft_error *err);

#endif
