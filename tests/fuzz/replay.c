/*
 * replay.c - main() that feeds a fuzz target its corpus, as a TAP test.
 *
 * `make check` links every target with it, so that what a fuzzer once found
 * stays mended under any compiler.  f_NAME reads tests/fuzz/corpus/NAME.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text/str.h"
#include "tap/tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int
is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void
read_file(struct ft_str *text, const char *path)
{
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file)
		bail("cannot open %s", path);
	do {
		n = fread(ft_str_reserve(text, 65536), 1, 65536, file);
		text->len += n;
	} while (n);
	fclose(file);
}

/* An exact copy on the heap, so that a sanitizer sees a read past the end. */
static void
run(const struct ft_str *text)
{
	uint8_t *data = ft_alloc(text->len);

	memcpy(data, ft_str_text(text), text->len);
	LLVMFuzzerTestOneInput(data, text->len);
	ft_free(data);
}

static void
run_folder(const char *folder)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, is_visible, by_name);

	if (n < 0)
		bail("cannot read %s", folder);
	for (int i = 0; i < n; i++) {
		struct ft_str path = { 0 }, text = { 0 };

		ft_str_addf(&path, "%s/%s", folder, entry[i]->d_name);
		read_file(&text, ft_str_text(&path));
		run(&text);
		ok(true, "%s", ft_str_text(&path));
		ft_str_free(&path);
		ft_str_free(&text);
		free(entry[i]);
	}
	free(entry);
}

int
main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/');
	const char *program = slash ? slash + 1 : argv[0];
	struct ft_str folder = { 0 }, nothing = { 0 };

	if (argc > 1)
		ft_str_add(&folder, argv[1]);
	else
		ft_str_addf(&folder, "tests/fuzz/corpus/%s",
		    program + (strncmp(program, "f_", 2) ? 0 : 2));
	run(&nothing);
	ok(true, "empty input");
	run_folder(ft_str_text(&folder));
	ft_str_free(&folder);
	return done_testing();
}
