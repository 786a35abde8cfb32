#include "files/infile.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/sanitize.h"
#include "files/progress.h"
#include "io/text/inflate.h"

#define AT_ONCE 65536
#define TICK    100  /* milliseconds between two looks at the meter */
#define KB      1000 /* bytes that count as one */

/* Returns the meter of reading FD; NULL: none, a user types it. */
static struct ft_meter *
begin_reading(int fd)
{
	struct ft_meter *meter = ft_progress_meter();
	struct stat info;
	bool regular = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);

	if (!meter || isatty(fd))
		return NULL;
	ft_meter_begin(
	    meter, "reading", "kB", regular ? (uint64_t)info.st_size / KB : 0);
	return meter;
}

/* Look at METER until FD can be read, having LEN bytes of it. */
static void
await_input(struct ft_meter *meter, int fd, size_t len)
{
	struct pollfd input = { .fd = fd, .events = POLLIN };

	meter->done = len / KB;
	do
		ft_meter_look(meter);
	while (poll(&input, 1, TICK) == 0);
}

enum ft_status
ft_infile_read_fd(enum ft_bound kind, int fd, const char *name,
    struct ft_str *text, struct ft_error *err)
{
	struct ft_bound_sum sum = { 0 };
	struct ft_meter *meter = begin_reading(fd);

	for (;;) {
		char *to = ft_str_reserve(text, AT_ONCE);
		ssize_t got;

		if (meter)
			await_input(meter, fd, text->len);
		got = read(fd, to, AT_ONCE);
		if (got < 0 && errno == EINTR)
			continue;
		to[got > 0 ? got : 0] = '\0';
		if (got < 0)
			return ft_fail(err, FT_EIO, "cannot read '%s': %s",
			    name, strerror(errno));
		if (got == 0) {
			ft_meter_begin(meter, NULL, NULL, 0);
			return FT_OK;
		}
		text->len += (size_t)got;
		if (ft_bound_count(kind, &sum, to, (size_t)got, err) == FT_OK)
			continue;
		ft_error_prefix(err, "%s: ", name);
		return FT_EINVAL;
	}
}

enum ft_status
ft_infile_read_raw(enum ft_bound kind, const char *path, struct ft_str *text,
    struct ft_error *err)
{
	enum ft_status status;
	int fd;

	if (strcmp(path, "-") == 0)
		return ft_infile_read_fd(
		    kind, STDIN_FILENO, "stdin", text, err);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return ft_fail(err, errno == ENOENT ? FT_ENOENT : FT_EIO,
		    "cannot open '%s': %s", path, strerror(errno));
	status = ft_infile_read_fd(kind, fd, path, text, err);
	close(fd);
	return status;
}

/* Traces may be compressed with gzip. */
static enum ft_status
unpack(enum ft_bound kind, const char *path, struct ft_str *text,
    struct ft_error *err)
{
	struct ft_str plain = { 0 };
	enum ft_status status;

	if (kind != FT_BOUND_TRACE || !ft_is_gzip(ft_str_text(text), text->len))
		return FT_OK;
	status = ft_inflate(kind, ft_str_text(text), text->len, &plain, err);
	if (status != FT_OK)
		ft_error_prefix(err, "%s:1:1: ", path);
	ft_str_free(text);
	*text = plain;
	return status;
}

enum ft_status
ft_infile_read(enum ft_bound kind, const char *path, struct ft_str *text,
    struct ft_error *err)
{
	FT_TRY(ft_infile_read_raw(kind, path, text, err));
	FT_TRY(unpack(kind, path, text, err));
	ft_sanitize_file(path, text);
	return FT_OK;
}

enum ft_status
ft_infile_read_quietly(enum ft_bound kind, const char *path,
    struct ft_str *text, struct ft_error *err)
{
	FT_TRY(ft_infile_read_raw(kind, path, text, err));
	ft_sanitize_file(NULL, text);
	return FT_OK;
}

int
ft_infile_byte(int fd)
{
	unsigned char byte;
	ssize_t got;

	do
		got = read(fd, &byte, 1);
	while (got < 0 && errno == EINTR);
	return got == 1 ? byte : -1;
}

enum ft_status
ft_infile_line(int fd, struct ft_str *line, struct ft_error *err)
{
	struct ft_bound_sum sum = { 0 };
	int c = ft_infile_byte(fd);

	ft_str_clear(line);
	if (c < 0)
		return ft_fail(err, FT_ENOENT, "no more lines");
	for (; c >= 0 && c != '\n'; c = ft_infile_byte(fd)) {
		char byte = (char)c;

		ft_str_add_char(line, byte);
		if (ft_bound_count(FT_BOUND_COMMAND, &sum, &byte, 1, err) ==
		    FT_OK)
			continue;
		ft_error_prefix(err, "stdin: ");
		return FT_EINVAL;
	}
	return FT_OK;
}
