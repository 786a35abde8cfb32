/*
 * newfolder.h - a folder of new files that appears as a whole, or not at all.
 *
 * Files are written to a folder with an unpredictable name beside it, which is renamed
 * at the end.  Signals that end the program wait meanwhile: between two files they
 * remove all of it, and then take their effect.
 */
#ifndef FT_CMD_FILES_NEWFOLDER_H
#define FT_CMD_FILES_NEWFOLDER_H

#include <signal.h>

#include "base/base.h"

struct ft_newfolder {
	const char *path;   /* borrowed */
	struct ft_str part; /* its path as long as it is not complete */
	struct ft_str made; /* files and folders in it, each with a NUL */
	sigset_t signals;   /* those that waited before */
};

/* Begin the folder PATH, which is not there.  FT_EIO: it cannot be made, and there is
 * nothing to finish. */
enum ft_status ft_newfolder_open(
    struct ft_newfolder *folder, const char *path, struct ft_error *err);
/* Write the file NAME, which may be in a folder: "sacct/001".  FT_EIO. */
enum ft_status ft_newfolder_write(struct ft_newfolder *folder, const char *name,
    const struct ft_str *text, struct ft_error *err);
/* If GOOD, put it in its place; else, or if that fails (FT_EIO), remove it. */
enum ft_status ft_newfolder_finish(
    struct ft_newfolder *folder, bool good, struct ft_error *err);

#endif
