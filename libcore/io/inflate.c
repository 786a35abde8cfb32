#include "io/inflate.h"

#include <limits.h>

#include "base/mem.h"

#define ZLIB_CONST /* it does not write what it reads */
#include <zlib.h>

#define GZIP_ONLY (15 + 16) /* the largest window, gzip's head and tail */

bool
ft_is_gzip(const char *data, size_t size)
{
	return size >= 2 && (unsigned char)data[0] == 0x1f &&
	       (unsigned char)data[1] == 0x8b;
}

struct unpacking {
	z_stream stream;
	char *text;
	size_t len, cap;
};

static unsigned
at_most(size_t size)
{
	return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

/* One step; *left: bytes of the data not yet given to zlib. */
static int
step(struct unpacking *u, size_t *left)
{
	z_stream *stream = &u->stream;
	unsigned room;
	int code;

	if (u->len == u->cap) {
		u->cap = u->cap * 2;
		u->text = ft_realloc(u->text, u->cap, 1);
	}
	if (!stream->avail_in) {
		stream->avail_in = at_most(*left);
		*left -= stream->avail_in;
	}
	room = at_most(u->cap - u->len);
	stream->next_out = (unsigned char *)u->text + u->len;
	stream->avail_out = room;
	code = inflate(stream, Z_NO_FLUSH);
	u->len += room - stream->avail_out;
	/* Another member may follow. */
	if (code == Z_STREAM_END && (stream->avail_in || *left)) {
		unsigned in = stream->avail_in;

		code = inflateReset(stream);
		stream->avail_in = in;
	}
	return code;
}

enum ft_status
ft_inflate(const char *data, size_t size, char **text, size_t *len,
    struct ft_error *err)
{
	struct unpacking u = { 0 };
	size_t left = size;
	int code;

	u.cap = size < 1024 ? 4096 : 4 * size;
	u.text = ft_alloc(u.cap);
	u.stream.next_in = (const unsigned char *)data;
	if (inflateInit2(&u.stream, GZIP_ONLY) != Z_OK) {
		ft_free(u.text);
		return ft_fail(err, FT_EPARSE, "cannot unpack it");
	}
	do
		code = step(&u, &left);
	while (code == Z_OK && u.len < FT_INFLATE_MAX);
	inflateEnd(&u.stream);
	if (code != Z_STREAM_END) {
		ft_free(u.text);
		return ft_fail(err, FT_EPARSE, "gzip data is %s",
		    code == Z_OK          ? "too much"
		    : code == Z_BUF_ERROR ? "cut off"
					  : "damaged");
	}
	*text = u.text;
	*len = u.len;
	return FT_OK;
}
