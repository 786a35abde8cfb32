#include "io/text/tar.h"

/* A header is one block; offsets and sizes of its fields. */
enum {
	BLOCK = 512,
	NAME = 0,
	NAME_SIZE = 100,
	SIZE = 124,
	SIZE_SIZE = 12,
	SUM = 148,
	SUM_SIZE = 8,
	TYPE = 156,
	MAGIC = 257,
	PREFIX = 345,
	PREFIX_SIZE = 155
};

/* Returns the number in octal digits at TEXT, after blanks; -1: there is none. */
static int64_t
octal(const char *text, size_t size)
{
	int64_t number = 0;
	size_t i = 0;

	while (i < size && text[i] == ' ')
		i++;
	if (i == size || text[i] < '0' || text[i] > '7')
		return -1;
	for (; i < size && text[i] >= '0' && text[i] <= '7'; i++)
		number = number * 8 + (text[i] - '0');
	return i == size || text[i] == ' ' || text[i] == '\0' ? number : -1;
}

/* Returns whether the sum of all bytes, those of the sum itself as blanks, is as
 * it says. */
static bool
is_sound(const char *header)
{
	int64_t sum = 0;

	for (size_t i = 0; i < BLOCK; i++)
		sum += i >= SUM && i < SUM + SUM_SIZE
			   ? ' '
			   : (unsigned char)header[i];
	return octal(header + SUM, SUM_SIZE) == sum;
}

bool
ft_is_tar(const char *data, size_t size)
{
	return size >= BLOCK && memcmp(data + MAGIC, "ustar", 5) == 0 &&
	       is_sound(data);
}

static bool
is_empty(const char *header)
{
	for (size_t i = 0; i < BLOCK; i++)
		if (header[i])
			return false;
	return true;
}

/* Append a field of at most SIZE bytes that ends with NUL if it is shorter. */
static size_t
add_field(char *name, size_t len, const char *field, size_t size)
{
	size_t n = strnlen(field, size);

	memcpy(name + len, field, n);
	name[len + n] = '\0';
	return len + n;
}

static void
set_name(struct ft_tar_file *file, const char *header)
{
	char name[FT_TAR_NAME];
	const char *from = name;
	size_t len = 0;

	/* GNU tar uses these bytes otherwise, and another magic number */
	if (header[MAGIC + 5] == '\0')
		len = add_field(name, 0, header + PREFIX, PREFIX_SIZE);
	if (len)
		name[len++] = '/';
	add_field(name, len, header + NAME, NAME_SIZE);
	while (from[0] == '.' && from[1] == '/')
		from += 2;
	memmove(file->name, from, strlen(from) + 1);
}

enum ft_status
ft_tar_next(struct ft_tar *tar, struct ft_tar_file *file, struct ft_error *err)
{
	const struct ft_input *input = &tar->input;

	while (input->size - tar->next >= BLOCK) {
		const char *header = input->text + tar->next;
		size_t left = input->size - tar->next - BLOCK;
		int64_t size = octal(header + SIZE, SIZE_SIZE);

		if (is_empty(header))
			return FT_ENOENT;
		if (!is_sound(header) || size < 0)
			return ft_fail(err, FT_EPARSE,
			    "%s: not a tar archive from byte %zu on",
			    input->file, tar->next);
		if ((uint64_t)size > left)
			return ft_fail(err, FT_EPARSE,
			    "%s: the archive ends within a file", input->file);
		file->data = header + BLOCK;
		file->size = (size_t)size;
		size = (size + BLOCK - 1) / BLOCK * BLOCK;
		tar->next +=
		    BLOCK + ((uint64_t)size < left ? (size_t)size : left);
		if (header[TYPE] != '0' && header[TYPE] != '\0')
			continue;
		set_name(file, header);
		return FT_OK;
	}
	if (tar->next < input->size)
		return ft_fail(err, FT_EPARSE,
		    "%s: the archive ends within a header", input->file);
	return FT_ENOENT;
}
