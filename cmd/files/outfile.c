#include "files/outfile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/path.h"

static enum ft_status
refuse(const char *path, const char *why, struct ft_error *err)
{
	(void)ft_fail(err, FT_EIO, "cannot write '%s': %s", path, why);
	return FT_EIO;
}

/* Open a new file next to PATH, or PATH itself if that is impossible. */
static int
open_place(
    struct ft_outfile *out, const struct ft_path *place, struct ft_error *why)
{
	bool whole =
	    !place->present ||
	    /* a file of several names keeps them */
	    (S_ISREG(place->info.st_mode) && place->info.st_nlink == 1 &&
		access(place->path, W_OK) == 0);
	int fd;

	if (whole && ft_part_open(&out->part, place->path, 0666,
			 place->present ? &place->info : NULL, why) == FT_OK)
		return dup(out->part.fd);
	if (!place->present)
		return -1;
	/* links were followed already, but /dev/stdout leads to no name */
	fd = open(
	    place->path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC |
			     (S_ISREG(place->info.st_mode) ? O_NOFOLLOW : 0));
	if (fd < 0)
		(void)ft_fail(why, FT_EIO, "%s", strerror(errno));
	return fd;
}

/* Make FD, -1 if there is none, the file; WHY: what went wrong, "" for errno. */
static enum ft_status
open_stream(
    struct ft_outfile *out, int fd, const char *why, struct ft_error *err)
{
	if (fd >= 0)
		out->file = fdopen(fd, "w");
	if (out->file)
		return FT_OK;
	why = *why ? why : strerror(errno);
	if (fd >= 0)
		close(fd);
	ft_part_drop(&out->part);
	return refuse(out->path, why, err);
}

static enum ft_status
open_at(
    struct ft_outfile *out, const struct ft_path *place, struct ft_error *err)
{
	struct ft_error why = { 0 };
	int fd = open_place(out, place, &why);

	return open_stream(out, fd, why.text, err);
}

/* A slip of the fingers must not put a text in the place of a store. */
static bool
is_database(const struct ft_path *place)
{
	static const char magic[] = "SQLite format 3";
	char head[sizeof magic];
	bool found = false;
	int fd = -1;

	if (place->present && S_ISREG(place->info.st_mode))
		fd = open(place->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0) {
		found = read(fd, head, sizeof head) == (ssize_t)sizeof head &&
			memcmp(head, magic, sizeof magic) == 0;
		close(fd);
	}
	return found;
}

enum ft_status
ft_outfile_open(struct ft_outfile *out, const char *path, struct ft_error *err)
{
	struct ft_error why = { 0 };
	struct ft_path place;
	enum ft_status status;

	*out = (struct ft_outfile){ .path = path, .part.fd = -1 };
	if (strcmp(path, "-") == 0) {
		out->path = "standard output";
		return open_stream(out, dup(STDOUT_FILENO), "", err);
	}
	status = ft_path_find(&place, path, &why);
	if (status == FT_OK && is_database(&place)) {
		errno = EEXIST;
		status =
		    ft_fail(&why, FT_EIO, "it is a database, such as a store");
	}
	status =
	    status ? refuse(path, why.text, err) : open_at(out, &place, err);
	ft_free(place.path);
	return status;
}

enum ft_status
ft_outfile_finish(struct ft_outfile *out, bool good, struct ft_error *err)
{
	struct ft_error why = { 0 };
	enum ft_status status = FT_OK;
	bool written;

	errno = 0;
	written = fflush(out->file) == 0 && !ferror(out->file);
	/* an earlier write failed and its errno is gone: provoke it again */
	if (!written && !errno)
		(void)!write(fileno(out->file), "\n", 1);
	if (fclose(out->file) != 0)
		written = false;
	if (!written)
		status = ft_fail(&why, FT_EIO, "%s",
		    errno ? strerror(errno) : "a write failed");
	else if (good && out->part.name)
		status = ft_part_finish(&out->part, true, &why);
	ft_part_drop(&out->part);
	return good && status ? refuse(out->path, why.text, err) : FT_OK;
}

static enum ft_status
write_text(
    struct ft_outfile *out, const struct ft_str *text, struct ft_error *err)
{
	(void)fwrite(ft_str_text(text), 1, text->len, out->file);
	return ft_outfile_finish(out, true, err);
}

enum ft_status
ft_outfile_write(
    const char *path, const struct ft_str *text, struct ft_error *err)
{
	struct ft_outfile out;
	enum ft_status status = ft_outfile_open(&out, path, err);

	return status ? status : write_text(&out, text, err);
}

enum ft_status
ft_outfile_write_in(const char *folder, const char *name,
    const struct ft_str *text, struct ft_error *err)
{
	struct ft_str path FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_path place = { .present = false };
	struct ft_outfile out = { .part.fd = -1 };
	enum ft_status status;

	ft_str_addf(&path, "%s/%s", folder, name);
	out.path = place.path = path.data;
	status = ft_beside_check(
	    folder, path.data + strlen(folder), &place.info, err);
	place.present = place.info.st_mode != 0;
	if (status == FT_OK)
		status = open_at(&out, &place, err);
	if (status == FT_OK)
		status = write_text(&out, text, err);
	return status;
}
