#include "base/base.h"

int
ft_by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int
ft_by_u32(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int
ft_by_i64(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

size_t
ft_unique(
    void *array, size_t n, size_t size, int (*by)(const void *a, const void *b))
{
	char *item = array;
	size_t kept = 0, sorted = 1;

	/* most arrays are sorted */
	while (sorted < n &&
	       by(item + (sorted - 1) * size, item + sorted * size) <= 0)
		sorted++;
	if (sorted < n)
		qsort(array, n, size, by);
	for (size_t i = 0; i < n; i++)
		if (!kept || by(item + (kept - 1) * size, item + i * size) != 0)
			memmove(item + kept++ * size, item + i * size, size);
	return kept;
}
