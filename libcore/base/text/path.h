/*
 * path.h - names of files in folders that others can write to.
 *
 * A name that the user typed may be a link and is resolved once.  A derived
 * name (PATH-lock) must not be one: anything but a regular file with one name
 * that no stranger planted is refused by name.
 */
#ifndef FT_BASE_TEXT_PATH_H
#define FT_BASE_TEXT_PATH_H

#include "base/base.h"
#include <sys/stat.h>

/* Returns the part of PATH after its last slash. */
const char *ft_path_last(const char *path);

struct ft_path {
	char *path; /* absolute, without links; the caller's (ft_free) */
	bool present;
	struct stat info; /* of what is there */
};

/*
 * Resolve PATH.  If it does not lead to a regular file, PATH is kept as it is.
 * FT_ENOENT: its folder does not exist.  FT_EIO: a loop of links, a link that
 * leads nowhere, or one that a stranger planted in a shared folder such as
 * /tmp.
 * The text is the reason, without PATH; place->path is NULL then.
 */
enum ft_status ft_path_find(
    struct ft_path *place, const char *path, struct ft_error *err);

/*
 * Open the regular file that PATH leads to, made with MODE if it is absent, for
 * reading and for appending into *fd; *real is its name without links, the
 * caller's.  FT_EIO and FT_ENOENT as above.
 */
enum ft_status ft_path_open(
    const char *path, mode_t mode, int *fd, char **real, struct ft_error *err);

/*
 * Check PATH SUFFIX, a companion of PATH: *there is the result of lstat, all
 * zero if there is no such file.  FT_EIO: it is not a regular file with one
 * name, or it was planted; the text starts with its name.
 */
enum ft_status ft_beside_check(const char *path, const char *suffix,
    struct stat *there, struct ft_error *err);
/*
 * Open PATH SUFFIX for reading and writing into *fd, after that check.  If it
 * does not exist, create it with the mode and group of PATH (as root also the
 * owner).
 */
enum ft_status ft_beside_open(
    const char *path, const char *suffix, int *fd, struct ft_error *err);
/* Returns whether PATH SUFFIX is still the file that FD has open. */
bool ft_beside_is(const char *path, const char *suffix, int fd);

#endif
