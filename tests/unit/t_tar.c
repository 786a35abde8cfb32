#include "io/text/tar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tap/tap.h"

#define BLOCK 512

/* Put a header of ustar at BYTES: name, size, type and their sum. */
static void
put_header(char *bytes, const char *name, unsigned size, char type)
{
	unsigned sum = 0;

	memset(bytes, 0, BLOCK);
	memcpy(bytes, name, strlen(name));
	snprintf(bytes + 124, 12, "%011o", size);
	bytes[156] = type;
	memcpy(bytes + 257, "ustar\00000", 8);
	memset(bytes + 148, ' ', 8);
	for (size_t i = 0; i < BLOCK; i++)
		sum += (unsigned char)bytes[i];
	snprintf(bytes + 148, 8, "%06o", sum);
}

static enum ft_status
next(struct ft_tar *tar, struct ft_tar_file *file, struct ft_error *err)
{
	*err = (struct ft_error){ 0 };
	return ft_tar_next(tar, file, err);
}

static void
test_walk(void)
{
	static char bytes[6 * BLOCK];
	struct ft_tar tar = { { "a.tar", bytes, sizeof bytes }, 0 };
	struct ft_tar_file file;
	struct ft_error err;

	put_header(bytes, "site/", 0, '5');
	put_header(bytes + BLOCK, "./site/config", 3, '0');
	memcpy(bytes + 2 * BLOCK, "abc", 3);
	put_header(bytes + 3 * BLOCK, "users", 0, '\0');
	memcpy(bytes + 3 * BLOCK + 345, "site", 4);
	/* its sum counts the prefix, too */
	snprintf(bytes + 3 * BLOCK + 148, 8, "%06o",
	    (unsigned)(strtoul(bytes + 3 * BLOCK + 148, NULL, 8) + 's' + 'i' +
		       't' + 'e'));
	ok(ft_is_tar(bytes, sizeof bytes), "an archive");
	ok(!ft_is_tar("fairtree-site\t1\n", 16), "a manifest is none");
	ok(next(&tar, &file, &err) == FT_OK, "a file after a folder");
	is_str(file.name, "site/config", "its name without ./");
	is_u64(file.size, 3, "its size");
	ok(memcmp(file.data, "abc", 3) == 0, "its bytes");
	ok(next(&tar, &file, &err) == FT_OK, "an empty file");
	is_str(file.name, "site/users", "with a prefix");
	ok(next(&tar, &file, &err) == FT_ENOENT, "two empty blocks end it");
}

static void
test_damage(void)
{
	static char bytes[2 * BLOCK];
	struct ft_tar tar = { { "a.tar", bytes, sizeof bytes }, 0 };
	struct ft_tar_file file;
	struct ft_error err;

	put_header(bytes, "config", 2 * BLOCK, '0');
	ok(next(&tar, &file, &err) == FT_EPARSE, "cut off");
	is_str(err.text, "a.tar: the archive ends within a file", "its text");
	put_header(bytes, "config", 3, '0');
	bytes[0] = 'x';
	ok(next(&tar, &file, &err) == FT_EPARSE, "another byte");
	is_str(err.text, "a.tar: not a tar archive from byte 0 on", "its text");
}

int
main(void)
{
	test_walk();
	test_damage();
	return done_testing();
}
