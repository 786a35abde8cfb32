/* Compressed files: damaged ones are refused, others end. */
#include "io/text/inflate.h"

#include <zlib.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "fuzz/fuzz.h"

/* What zlib packs we unpack. */
static void
must_unpack(const uint8_t *data, size_t size)
{
	z_stream stream = { 0 };
	struct ft_str text = { 0 };
	size_t cap = size + 1000;
	char *packed = ft_alloc(cap);

	must(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8,
		 Z_DEFAULT_STRATEGY) == Z_OK,
	    "zlib");
	stream.next_in = (Bytef *)(uintptr_t)data;
	stream.avail_in = (uInt)size;
	stream.next_out = (Bytef *)packed;
	stream.avail_out = (uInt)cap;
	must(deflate(&stream, Z_FINISH) == Z_STREAM_END, "room");
	must(ft_is_gzip(packed, stream.total_out), "gzip");
	must(ft_inflate(FT_BOUND_TRACE, packed, stream.total_out, &text,
		 NULL) == FT_OK,
	    "what is sound is unpacked");
	must(text.len == size && memcmp(ft_str_text(&text), data, size) == 0,
	    "the same");
	ft_str_free(&text);
	must(ft_inflate(FT_BOUND_TRACE, packed, stream.total_out - 1, &text,
		 NULL) == FT_EPARSE,
	    "what is cut off is refused");
	(void)deflateEnd(&stream);
	ft_free(packed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ft_error err = { 0 };
	struct ft_str text = { 0 };

	must_unpack(data, size);
	if (ft_inflate(FT_BOUND_TRACE, (const char *)data, size, &text, &err) ==
	    FT_OK)
		ft_str_free(&text);
	else
		must(*err.text && !strchr(err.text, '\n'), "a reason");
	return 0;
}
