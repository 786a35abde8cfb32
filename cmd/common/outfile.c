#include "common/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

static enum ft_status
refuse(const char *path, struct ft_error *err)
{
	return ft_fail(err, FT_EIO, "cannot write '%s': %s", path,
	    errno ? strerror(errno) : "a write failed");
}

/*
 * Whether PATH can be replaced: *target is then what is to be replaced, the
 * caller's, and *info whose it is and with which permissions.
 */
static bool
find_target(const char *path, char **target, struct stat *info)
{
	mode_t mask;

	*target = NULL;
	if (stat(path, info) == 0) {
		/* a file of several names keeps them */
		if (!S_ISREG(info->st_mode) || info->st_nlink > 1 ||
		    access(path, W_OK) != 0)
			return false;
		*target = realpath(path, NULL); /* links are kept */
		return *target != NULL;
	}
	if (errno != ENOENT || lstat(path, info) == 0)
		return false; /* a link that leads nowhere */
	mask = umask(0);
	(void)umask(mask);
	*info = (struct stat){ .st_mode = 0666 & ~mask,
		.st_uid = (uid_t)-1,
		.st_gid = (gid_t)-1 };
	*target = strdup(path);
	return *target != NULL;
}

/* Returns the descriptor of a new file beside the target, or -1. */
static int
open_part(struct ft_outfile *out, const struct stat *info)
{
	struct ft_str part = { 0 };
	int fd;

	ft_str_addf(&part, "%s.XXXXXX", out->target);
	out->part = ft_strdup(ft_str_text(&part));
	ft_str_free(&part);
	fd = mkstemp(out->part);
	if (fd >= 0 && (fchown(fd, info->st_uid, info->st_gid) != 0 ||
			   fchmod(fd, info->st_mode & 07777) != 0)) {
		close(fd);
		(void)unlink(out->part);
		return -1;
	}
	return fd;
}

static void
forget(struct ft_outfile *out)
{
	free(out->target);
	ft_free(out->part);
	*out = (struct ft_outfile){ 0 };
}

enum ft_status
ft_outfile_open(struct ft_outfile *out, const char *path, struct ft_error *err)
{
	struct stat info;
	int fd = -1;

	*out = (struct ft_outfile){ .path = path };
	if (find_target(path, &out->target, &info))
		fd = open_part(out, &info);
	if (fd >= 0) {
		out->file = fdopen(fd, "w");
		if (!out->file) {
			close(fd);
			(void)unlink(out->part);
		}
	} else {
		free(out->target);
		out->target = NULL;
		out->file = fopen(path, "w");
	}
	if (out->file)
		return FT_OK;
	forget(out);
	return refuse(path, err);
}

enum ft_status
ft_outfile_finish(struct ft_outfile *out, bool good, struct ft_error *err)
{
	enum ft_status status = FT_OK;
	bool written;

	errno = 0;
	written = fflush(out->file) == 0 && !ferror(out->file);
	/* else a crash of the machine could leave an empty file in its place */
	if (written && out->target && good)
		written = fsync(fileno(out->file)) == 0;
	if (fclose(out->file) != 0)
		written = false;
	if (written && out->target && good)
		written = rename(out->part, out->target) == 0;
	if (good && !written)
		status = refuse(out->path, err);
	if (out->target && (!good || !written))
		(void)unlink(out->part);
	forget(out);
	return status;
}

enum ft_status
ft_outfile_write(
    const char *path, const struct ft_str *text, struct ft_error *err)
{
	struct ft_outfile out;
	enum ft_status status = ft_outfile_open(&out, path, err);

	if (status != FT_OK || !out.file)
		return status;
	(void)fwrite(ft_str_text(text), 1, text->len, out.file);
	return ft_outfile_finish(&out, true, err);
}
