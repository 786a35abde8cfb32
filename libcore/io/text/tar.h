/*
 * tar.h - the files of a tar archive in memory.
 *
 * Formats: ustar and GNU tar, as every tar writes them for short names.  Folders,
 * links and devices are passed over; so are names that need more than ustar's 255
 * bytes.  Source: POSIX pax(1), "ustar Interchange Format".
 */
#ifndef FT_IO_TEXT_TAR_H
#define FT_IO_TEXT_TAR_H

#include "base/cursor.h"

#define FT_TAR_NAME 256 /* bytes of a name with its NUL */

struct ft_tar {
	struct ft_input input; /* borrowed */
	size_t next;           /* byte at which the next header is */
};

struct ft_tar_file {
	char name[FT_TAR_NAME]; /* as in the archive, without leading ./ */
	const char *data;       /* in the archive, not terminated */
	size_t size;
};

/* Returns whether DATA starts with the header of a tar archive. */
bool ft_is_tar(const char *data, size_t size);
/*
 * Set FILE to the next regular file.  FT_ENOENT: there is none.
 * FT_EPARSE "file: ...": a damaged header, or the archive ends within a
 * file or a header.
 */
enum ft_status ft_tar_next(
    struct ft_tar *tar, struct ft_tar_file *file, struct ft_error *err);

#endif
