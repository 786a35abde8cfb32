/* Archives: every file lies inside, has a name that ends, and the walk ends. */
#include "io/text/tar.h"

#include "fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct ft_tar tar = { { "fuzz", text, size }, 0 };
	struct ft_tar_file file;
	struct ft_error err = { 0 };
	size_t before = 0;

	while (ft_tar_next(&tar, &file, &err) == FT_OK) {
		must(file.data >= text && file.data - text <= (long)size &&
			 file.size <= size - (size_t)(file.data - text),
		    "a file lies in its archive");
		must(memchr(file.name, '\0', sizeof file.name) != NULL,
		    "a name ends");
		must(tar.next > before, "the walk goes on");
		before = tar.next;
	}
	return 0;
}
