/* Compressed files: damaged ones are refused, others end. */
#include "io/inflate.h"

#include <zlib.h>

#include "base/mem.h"
#include "fuzz/fuzz.h"

/* What zlib packs we unpack. */
static void
must_unpack(const uint8_t *data, size_t size)
{
	z_stream stream = { 0 };
	size_t cap = size + 1000, len;
	char *packed = ft_alloc(cap), *text;

	must(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8,
		 Z_DEFAULT_STRATEGY) == Z_OK,
	    "zlib");
	stream.next_in = (Bytef *)(uintptr_t)data;
	stream.avail_in = (uInt)size;
	stream.next_out = (Bytef *)packed;
	stream.avail_out = (uInt)cap;
	must(deflate(&stream, Z_FINISH) == Z_STREAM_END, "room");
	must(ft_is_gzip(packed, stream.total_out), "gzip");
	must(ft_inflate(packed, stream.total_out, &text, &len, NULL) == FT_OK,
	    "what is sound is unpacked");
	must(len == size && memcmp(text, data, size) == 0, "the same");
	ft_free(text);
	must(ft_inflate(packed, stream.total_out - 1, &text, &len, NULL) ==
		 FT_EPARSE,
	    "what is cut off is refused");
	(void)deflateEnd(&stream);
	ft_free(packed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_error err = { 0 };
	char *text;
	size_t len;

	must_unpack(data, size);
	if (ft_inflate((const char *)data, size, &text, &len, &err) == FT_OK)
		ft_free(text);
	else
		must(*err.text && !strchr(err.text, '\n'), "a reason");
	return 0;
}
