/*
 * store_wal.c - put a store and the log left beside it together in memory.
 *
 * For a place that cannot be written (a mounted snapshot, somebody's backup):
 * SQLite needs to write there to read a write-ahead log.  The log's format is
 * documented and meant to be read by others.
 * Source: sqlite.org/fileformat2.html, section 4.
 */
#include "store/store_int.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_HEADER   32
#define FRAME_HEADER 24
#define PIECE        ((size_t)1 << 24) /* read at once */

struct bytes {
	unsigned char *data; /* of sqlite3_malloc64 */
	size_t size;
};

static uint32_t
big32(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
	       (uint32_t)at[2] << 8 | at[3];
}

static enum ft_status
read_fully(int fd, struct bytes *bytes)
{
	size_t done = 0;

	while (done < bytes->size) {
		ssize_t n = read(fd, bytes->data + done, bytes->size - done);

		if (n < 0)
			return FT_EIO;
		if (n == 0)
			break;
		done += (size_t)n;
	}
	bytes->size = done;
	return FT_OK;
}

/* The file, as SQLite has it open. */
static enum ft_status
read_store(struct ft_store *store, struct bytes *bytes, struct ft_error *err)
{
	sqlite3_file *file = ft_store_file(store);
	sqlite3_int64 size = 0;
	int code = SQLITE_OK;

	if (!file || file->pMethods->xFileSize(file, &size))
		return ft_store_fail(store, err);
	bytes->size = (size_t)size;
	bytes->data = sqlite3_malloc64(bytes->size);
	if (!bytes->data)
		code = SQLITE_NOMEM;
	for (size_t at = 0, n; !code && at < bytes->size; at += n) {
		n = bytes->size - at < PIECE ? bytes->size - at : PIECE;
		code = file->pMethods->xRead(
		    file, bytes->data + at, (int)n, (sqlite3_int64)at);
	}
	return code ? ft_fail(err, FT_EIO, "%s: cannot be read: %s",
			  store->path, sqlite3_errstr(code))
		    : FT_OK;
}

static enum ft_status
read_log(struct ft_store *store, struct bytes *bytes, struct ft_error *err)
{
	enum ft_status status = FT_EIO;
	struct ft_str name = { 0 };
	struct stat place;
	int fd;

	ft_str_addf(&name, "%s-wal", store->real);
	fd = open(
	    ft_str_text(&name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd >= 0 && !fstat(fd, &place) && place.st_size > 0) {
		bytes->size = (size_t)place.st_size;
		bytes->data = sqlite3_malloc64(bytes->size);
		status = bytes->data ? read_fully(fd, bytes) : FT_EIO;
	}
	if (status)
		(void)ft_fail(err, status, "%s: cannot be read: %s",
		    ft_str_text(&name), strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	ft_str_free(&name);
	return status;
}

struct sum {
	bool big; /* words of the checksum are big-endian */
	uint32_t a, b;
};

static void
add_to_sum(struct sum *sum, const unsigned char *at, size_t size)
{
	for (size_t i = 0; i + 8 <= size; i += 8) {
		uint32_t x = big32(at + i), y = big32(at + i + 4);

		if (!sum->big) {
			x = x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) |
			    x << 24;
			y = y >> 24 | (y >> 8 & 0xff00) | (y << 8 & 0xff0000) |
			    y << 24;
		}
		sum->a += x + sum->b;
		sum->b += y + sum->a;
	}
}

static bool
sum_is(const struct sum *sum, const unsigned char *at)
{
	return sum->a == big32(at) && sum->b == big32(at + 4);
}

/* Returns the end of the last complete transaction in LOG, 0 if none. */
static size_t
find_end(const struct bytes *log, size_t page, struct sum sum)
{
	const unsigned char *head = log->data;
	size_t end = 0;

	for (size_t at = LOG_HEADER; log->size - at >= FRAME_HEADER + page;
	     at += FRAME_HEADER + page) {
		const unsigned char *frame = log->data + at;

		if (memcmp(frame + 8, head + 16, 8))
			break; /* salts: left from an earlier round */
		add_to_sum(&sum, frame, 8);
		add_to_sum(&sum, frame + FRAME_HEADER, page);
		if (!sum_is(&sum, frame + 16))
			break;
		if (big32(frame + 4))
			end = at + FRAME_HEADER + page;
	}
	return end;
}

static bool
resize(struct bytes *bytes, size_t size)
{
	unsigned char *data = sqlite3_realloc64(bytes->data, size);

	if (!data)
		return false;
	if (size > bytes->size)
		memset(data + bytes->size, 0, size - bytes->size);
	bytes->data = data;
	bytes->size = size;
	return true;
}

/* Returns false if memory is exhausted or the log makes no sense. */
static bool
replay(struct bytes *image, const struct bytes *log)
{
	struct sum sum = { false, 0, 0 };
	size_t page, end;

	if (log->size < LOG_HEADER || (big32(log->data) & ~1u) != 0x377f0682)
		return true; /* never got a header: holds nothing */
	page = big32(log->data + 8);
	if (page < 512 || page > 65536 || (page & (page - 1)))
		return false;
	sum.big = big32(log->data) & 1;
	add_to_sum(&sum, log->data, 24);
	if (!sum_is(&sum, log->data + 24))
		return true;
	end = find_end(log, page, sum);
	for (size_t at = LOG_HEADER; at < end; at += FRAME_HEADER + page) {
		const unsigned char *frame = log->data + at;
		size_t number = big32(frame), pages = big32(frame + 4);

		if (!number || (number * page > image->size &&
				   !resize(image, number * page)))
			return false;
		memcpy(image->data + (number - 1) * page, frame + FRAME_HEADER,
		    page);
		if (pages && !resize(image, pages * page))
			return false;
	}
	return true;
}

enum ft_status
ft_store_load_image(struct ft_store *store, unsigned char **data, int64_t *size,
    struct ft_error *err)
{
	struct bytes image = { NULL, 0 }, log = { NULL, 0 };
	enum ft_status status = read_store(store, &image, err);

	if (!status)
		status = read_log(store, &log, err);
	if (!status &&
	    (!image.data || image.size < 100 || !replay(&image, &log)))
		status = ft_fail(err, FT_EFOREIGN,
		    "%s: damaged: its write-ahead log makes no sense",
		    store->path);
	sqlite3_free(log.data);
	if (status || !image.data) {
		sqlite3_free(image.data);
		return status;
	}
	image.data[18] = image.data[19] = 1; /* no log any more */
	*data = image.data;
	*size = (int64_t)image.size;
	return FT_OK;
}
