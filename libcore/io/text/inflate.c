#include "io/text/inflate.h"

#include <limits.h>

#define ZLIB_CONST /* declares input const */
#include <zlib.h>

#define GZIP_ONLY (15 + 16) /* largest window, gzip header and trailer */
#define AT_ONCE   65536     /* bytes of text */

bool
ft_is_gzip(const char *data, size_t size)
{
	return size >= 2 && (unsigned char)data[0] == 0x1f &&
	       (unsigned char)data[1] == 0x8b;
}

static unsigned
at_most(size_t size)
{
	return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}

/* One step, which appends to TEXT; *left: bytes of data not passed to zlib yet. */
static int
step(z_stream *stream, size_t *left, struct ft_str *text)
{
	int code;

	if (!stream->avail_in) {
		stream->avail_in = at_most(*left);
		*left -= stream->avail_in;
	}
	stream->next_out = (unsigned char *)ft_str_reserve(text, AT_ONCE);
	stream->avail_out = AT_ONCE;
	code = inflate(stream, Z_NO_FLUSH);
	text->len += AT_ONCE - stream->avail_out;
	text->data[text->len] = '\0';
	/* another member may follow */
	if (code == Z_STREAM_END && (stream->avail_in || *left)) {
		unsigned in = stream->avail_in;

		code = inflateReset(stream);
		stream->avail_in = in;
	}
	return code;
}

static enum ft_status
unpack(enum ft_bound kind, z_stream *stream, size_t left, struct ft_str *text,
    struct ft_error *err)
{
	struct ft_bound_sum sum = { 0 };

	for (;;) {
		size_t before = text->len;
		int code = step(stream, &left, text);
		enum ft_status status = ft_bound_count(
		    kind, &sum, text->data + before, text->len - before, err);

		if (status != FT_OK || code == Z_STREAM_END)
			return status;
		if (code == Z_BUF_ERROR)
			return ft_fail(
			    err, FT_EPARSE, "gzip data is truncated");
		if (code == Z_MEM_ERROR)
			ft_mem_exhausted(0);
		if (code != Z_OK)
			return ft_fail(err, FT_EPARSE, "gzip data is damaged");
	}
}

enum ft_status
ft_inflate(enum ft_bound kind, const char *data, size_t size,
    struct ft_str *text, struct ft_error *err)
{
	z_stream stream = { .next_in = (const unsigned char *)data };
	enum ft_status status;

	if (inflateInit2(&stream, GZIP_ONLY) != Z_OK)
		ft_mem_exhausted(0);
	status = unpack(kind, &stream, size, text, err);
	inflateEnd(&stream);
	if (status != FT_OK)
		ft_str_free(text);
	return status;
}
