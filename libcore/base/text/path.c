/* path.c - resolve names that were typed, distrust files found beside them. */
#include "base/text/path.h"

#include <fcntl.h>
#include <unistd.h>

#define WRITABLE_BY_OTHERS (S_IWGRP | S_IWOTH)
/* A name may turn into a link or a FIFO meanwhile: neither follow nor wait. */
#define OWN_FLAGS (O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)

const char *
ft_path_last(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* ---- folders ---------------------------------------------------------------- */

/* The folder that PATH names a file in; the caller's. */
static char *
folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return ft_strdup(".");
	return ft_strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/*
 * Returns whether FILE, named by PATH, may have been put there by somebody who
 * could not have replaced what the folder's other users keep there: only in a
 * folder with the sticky bit do owners mean anything.
 */
static bool
is_strangers(const char *path, const struct stat *file)
{
	char *name FT_CLEANUP(ft_free_at) = folder_of(path);
	struct stat folder;
	bool shared = stat(name, &folder) == 0 && folder.st_mode & S_ISVTX &&
		      folder.st_mode & WRITABLE_BY_OTHERS;

	return shared && file->st_uid != 0 && file->st_uid != geteuid() &&
	       file->st_uid != folder.st_uid;
}

/* ---- what the user typed ---------------------------------------------------- */

/* Where the file would be made: its folder without links, and its own name. */
static enum ft_status
find_absent(struct ft_path *place, const char *path, struct ft_error *err)
{
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	char *folder = folder_of(path), *real = realpath(folder, NULL);
	struct ft_str str = { 0 };
	int problem = errno;

	ft_free(folder);
	if (!real || !*base) {
		free(real);
		return ft_fail(err, problem == ENOENT ? FT_ENOENT : FT_EIO,
		    "%s", strerror(real ? ENOENT : problem));
	}
	ft_str_addf(&str, "%s/%s", strcmp(real, "/") ? real : "", base);
	free(real);
	place->path = ft_str_take(&str);
	return FT_OK;
}

enum ft_status
ft_path_find(struct ft_path *place, const char *path, struct ft_error *err)
{
	struct stat link = { 0 };
	bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
	char *real;

	*place = (struct ft_path){ .path = NULL };
	if (is_link && is_strangers(path, &link))
		return ft_fail(err, FT_EIO,
		    "a symbolic link that user %lu made in a shared folder",
		    (unsigned long)link.st_uid);
	if (stat(path, &place->info) == 0) {
		/* /dev/stdout and the like lead to files without a name */
		real =
		    S_ISREG(place->info.st_mode) ? realpath(path, NULL) : NULL;
		place->path = ft_strdup(real ? real : path);
		place->present = true;
		free(real);
		return FT_OK;
	}
	if (errno != ENOENT)
		return ft_fail(err, FT_EIO, "%s", strerror(errno));
	if (is_link)
		return ft_fail(
		    err, FT_EIO, "a symbolic link that leads nowhere");
	return find_absent(place, path, err);
}

enum ft_status
ft_path_open(
    const char *path, mode_t mode, int *fd, char **real, struct ft_error *err)
{
	struct ft_path place = { .path = NULL };
	struct stat there;
	enum ft_status status = FT_OK;

	*fd = -1;
	for (int tries = 0; *fd < 0 && !status && tries < 3; tries++) {
		ft_free(place.path);
		status = ft_path_find(&place, path, err);
		if (!status && place.present && !S_ISREG(place.info.st_mode))
			status = ft_fail(err, FT_EIO, "not a regular file");
		if (!status)
			*fd = open(place.path,
			    O_APPEND | OWN_FLAGS |
				(place.present ? 0 : O_CREAT | O_EXCL),
			    mode);
	}
	if (!status && *fd < 0)
		status = ft_fail(err, FT_EIO, "%s", strerror(errno));
	if (!status && (fstat(*fd, &there) || !S_ISREG(there.st_mode))) {
		(void)close(*fd);
		*fd = -1;
		status = ft_fail(err, FT_EIO, "not a regular file");
	}
	*real = place.path;
	return status;
}

/* ---- companions ------------------------------------------------------------- */

static char *
beside(const char *path, const char *suffix)
{
	struct ft_str str = { 0 };

	ft_str_addf(&str, "%s%s", path, suffix);
	return ft_str_take(&str);
}

static const char *
kind_of(mode_t mode)
{
	return S_ISLNK(mode)    ? "a symbolic link"
	       : S_ISDIR(mode)  ? "a folder"
	       : S_ISFIFO(mode) ? "a FIFO"
	       : S_ISSOCK(mode) ? "a socket"
				: "a device";
}

/* Anyone who may write the file at PATH may have created its companions. */
static bool
may_write(const char *path, const struct stat *file)
{
	struct stat main;

	if (stat(path, &main) != 0)
		return false;
	return file->st_uid == main.st_uid || main.st_mode & S_IWOTH ||
	       (main.st_mode & S_IWGRP && file->st_gid == main.st_gid);
}

static enum ft_status
check(const char *path, const char *suffix, const struct stat *file,
    struct ft_error *err)
{
	if (!S_ISREG(file->st_mode))
		return ft_fail(err, FT_EIO,
		    "%s%s: %s, not a regular file (remove it)", path, suffix,
		    kind_of(file->st_mode));
	if (file->st_nlink > 1)
		return ft_fail(err, FT_EIO,
		    "%s%s: has %lu names (hard links) instead of one "
		    "(remove it)",
		    path, suffix, (unsigned long)file->st_nlink);
	if (is_strangers(path, file) && !may_write(path, file))
		return ft_fail(err, FT_EIO,
		    "%s%s: belongs to user %lu, who may not write '%s' "
		    "(remove it)",
		    path, suffix, (unsigned long)file->st_uid, path);
	return FT_OK;
}

enum ft_status
ft_beside_check(const char *path, const char *suffix, struct stat *there,
    struct ft_error *err)
{
	char *name = beside(path, suffix);
	bool found = lstat(name, there) == 0;
	int problem = errno;

	ft_free(name);
	if (found)
		return check(path, suffix, there, err);
	*there = (struct stat){ 0 };
	return problem == ENOENT ? FT_OK
				 : ft_fail(err, FT_EIO, "%s%s: %s", path,
				       suffix, strerror(problem));
}

/* Let those who may write PATH use the file FD: same mode, same owner if we can. */
static void
be_like(const char *path, int fd)
{
	uid_t owner = geteuid() == 0 ? 0 : (uid_t)-1;
	struct stat main;

	if (stat(path, &main) != 0)
		return;
	/* refused if we are not in that group: then the file keeps our own */
	if (fchown(fd, owner == 0 ? main.st_uid : owner, main.st_gid) != 0)
		errno = 0;
	(void)fchmod(fd, main.st_mode & 0666);
}

enum ft_status
ft_beside_open(
    const char *path, const char *suffix, int *fd, struct ft_error *err)
{
	char *name FT_CLEANUP(ft_free_at) = beside(path, suffix);
	struct stat there;
	enum ft_status status;
	bool made = false;

	*fd = -1;
	for (int tries = 0; *fd < 0 && tries < 3; tries++) {
		status = ft_beside_check(path, suffix, &there, err);
		if (status)
			break;
		made = !there.st_mode;
		*fd =
		    open(name, OWN_FLAGS | (made ? O_CREAT | O_EXCL : 0), 0600);
		if (*fd < 0 && errno != (made ? EEXIST : ENOENT))
			break;
	}
	if (*fd < 0 && !status)
		status = ft_fail(err, FT_EIO, "%s: %s", name, strerror(errno));
	/* check the open file: the name may lead to another by now */
	if (!status && (fstat(*fd, &there) || check(path, suffix, &there, err)))
		status = FT_EIO;
	if (!status && (made || there.st_uid == geteuid()))
		be_like(path, *fd);
	if (status && *fd >= 0) {
		(void)close(*fd);
		*fd = -1;
	}
	return status;
}

bool
ft_beside_is(const char *path, const char *suffix, int fd)
{
	char *name FT_CLEANUP(ft_free_at) = beside(path, suffix);
	struct stat there, own;
	bool same = lstat(name, &there) == 0 && fstat(fd, &own) == 0 &&
		    there.st_dev == own.st_dev && there.st_ino == own.st_ino;

	return same;
}
