/* part.c - files made exclusively, then renamed. */
#include "base/text/part.h"

#include <fcntl.h>
#include <unistd.h>

static enum ft_status
fail(struct ft_error *err)
{
	return ft_fail(
	    err, FT_EIO, "%s", errno ? strerror(errno) : "a write failed");
}

/* mkstemp finds the name; only open() applies the umask. */
static int
open_new(char *name, mode_t mode)
{
	int fd = mkstemp(name);

	if (fd < 0)
		return -1;
	(void)close(fd);
	(void)unlink(name);
	return open(
	    name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
}

void
ft_part_drop(struct ft_part *part)
{
	if (part->fd >= 0)
		(void)close(part->fd);
	if (part->name)
		(void)unlink(part->name);
	ft_free(part->name);
	ft_free(part->target);
	*part = (struct ft_part){ .fd = -1 };
}

enum ft_status
ft_part_open(struct ft_part *part, const char *target, mode_t mode,
    const struct stat *like, struct ft_error *err)
{
	struct ft_str name = { 0 };
	enum ft_status status;

	ft_str_addf(&name, "%s.XXXXXX", target);
	*part = (struct ft_part){ .target = ft_strdup(target),
		.name = ft_str_take(&name) };
	part->fd = open_new(part->name, like ? 0600 : mode);
	if (part->fd >= 0 &&
	    (!like || (!fchown(part->fd, like->st_uid, like->st_gid) &&
			  !fchmod(part->fd, like->st_mode & 07777))))
		return FT_OK;
	status = fail(err);
	if (part->fd < 0) {
		ft_free(part->name); /* the file there is not ours */
		part->name = NULL;
	}
	ft_part_drop(part);
	return status;
}

/* Without hard links, renaming is the next best. */
static bool
put(const struct ft_part *part, bool replace)
{
	struct stat there;

	if (!replace) {
		if (link(part->name, part->target) == 0)
			return true;
		if (lstat(part->target, &there) == 0) {
			errno = EEXIST;
			return false;
		}
	}
	return rename(part->name, part->target) == 0;
}

enum ft_status
ft_part_finish(struct ft_part *part, bool replace, struct ft_error *err)
{
	enum ft_status status = FT_OK;

	errno = 0;
	/* else a crash of the machine could leave an empty file in its place */
	if (part->fd >= 0 && fsync(part->fd) != 0)
		status = fail(err);
	else if (!put(part, replace))
		status = !replace && errno == EEXIST
			     ? ft_fail(err, FT_EEXIST, "exists already")
			     : fail(err);
	ft_part_drop(part); /* after a rename there is nothing of that name */
	return status;
}
