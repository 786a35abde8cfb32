/*
 * file.c - the file of results while a sweep runs.
 *
 * A line is appended as soon as its point is done, so that a sweep that was
 * killed can resume.  When all points are done, a file in the order of the
 * points replaces it.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/part.h"
#include "base/text/path.h"
#include "files/infile.h"
#include "fsim/sweep/sweep.h"

static enum ft_status
lock(struct sweep_file *file, struct ft_error *err)
{
	struct flock lock = { .l_type = F_WRLCK };

	if (fcntl(file->fd, F_SETLK, &lock) == 0)
		return FT_OK;
	if (errno != EACCES && errno != EAGAIN)
		return ft_fail(err, FT_EIO, "cannot lock '%s': %s", file->path,
		    strerror(errno));
	if (fcntl(file->fd, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK)
		lock.l_pid = 0;
	return ft_fail(err, FT_EBUSY, "another sweep writes '%s': process %ld",
	    file->path, (long)lock.l_pid);
}

static enum ft_status
open_locked(struct sweep_file *file, struct ft_error *err)
{
	enum ft_status status;

	for (;;) {
		ft_free(file->real);
		status =
		    ft_path_open(file->path, 0666, &file->fd, &file->real, err);
		if (status != FT_OK) {
			ft_error_prefix(err, "cannot open '%s': ", file->path);
			return status;
		}
		/* a sweep that just ended may have replaced it */
		status = lock(file, err);
		if (status != FT_OK || ft_beside_is(file->real, "", file->fd))
			return status;
		close(file->fd);
	}
}

/* A file without a complete line may be overwritten only if it is the beginning
 * of one of ours. */
static enum ft_status
check_start(const struct sweep_file *file, const struct sweep_table *table,
    const struct ft_str *text, struct ft_error *err)
{
	struct ft_str head = { 0 };
	bool ours;

	sweep_add_head(&head, table);
	ours = text->len < head.len &&
	       (!text->len || !memcmp(head.data, text->data, text->len));
	ft_str_free(&head);
	if (ours || memchr(text->data, '\n', text->len))
		return FT_OK;
	return ft_fail(err, FT_EPARSE,
	    "%s:1:1: not a file of results of fsim sweep of this version",
	    file->path);
}

/* Drop the last line if it is incomplete. */
static enum ft_status
cut(const struct sweep_file *file, const struct ft_str *text,
    struct ft_error *err)
{
	size_t len = text->len;

	while (len && text->data[len - 1] != '\n')
		len--;
	if (len == text->len || ftruncate(file->fd, (off_t)len) == 0)
		return FT_OK;
	return ft_fail(
	    err, FT_EIO, "cannot write '%s': %s", file->path, strerror(errno));
}

enum ft_status
sweep_file_open(
    struct sweep_file *file, struct sweep_table *table, struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	FT_TRY(open_locked(file, err));
	FT_TRY(ft_infile_read_fd(
	    FT_BOUND_RESULTS, file->fd, file->path, &text, err));
	FT_TRY(sweep_table_read(
	    table, file->path, ft_str_text(&text), text.len, err));
	FT_TRY(check_start(file, table, &text, err));
	FT_TRY(cut(file, &text, err));
	if (!memchr(ft_str_text(&text), '\n', text.len)) {
		ft_str_clear(&text);
		sweep_add_head(&text, table);
		FT_TRY(sweep_file_add(file, ft_str_text(&text), text.len, err));
	}
	return FT_OK;
}

/* Write in one call, so that concurrent readers see complete lines. */
static enum ft_status
write_at_once(int fd, const char *path, const char *text, size_t len,
    struct ft_error *err)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return ft_fail(err, FT_EIO, "cannot write '%s': %s",
			    path, strerror(errno));
		text += n;
		len -= (size_t)n;
	}
	return FT_OK;
}

enum ft_status
sweep_file_add(const struct sweep_file *file, const char *line, size_t len,
    struct ft_error *err)
{
	return write_at_once(file->fd, file->path, line, len, err);
}

enum ft_status
sweep_file_sort(const struct sweep_file *file, const struct sweep_table *table,
    struct ft_error *err)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_part part FT_CLEANUP(ft_part_drop) = { .fd = -1 };
	struct stat like;
	enum ft_status status;

	if (fstat(file->fd, &like) != 0)
		like.st_mode = 0;
	status = ft_part_open(
	    &part, file->real, 0666, like.st_mode ? &like : NULL, err);
	if (status == FT_OK) {
		sweep_add_all(&text, table);
		FT_TRY(write_at_once(
		    part.fd, file->path, ft_str_text(&text), text.len, err));
		status = ft_part_finish(&part, true, err);
	}
	if (status != FT_OK)
		ft_error_prefix(err, "cannot replace '%s': ", file->path);
	return status;
}

void
sweep_file_close(struct sweep_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	ft_free(file->real);
	file->real = NULL;
}
