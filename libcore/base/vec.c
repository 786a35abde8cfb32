#include "base/base.h"

void *
ft_vec_grow(void *data, size_t *cap, size_t need, size_t size)
{
	size_t wanted = *cap < 8 ? 8 : *cap;

	if (need <= *cap)
		return data;
	if (*cap >= 8)
		wanted = *cap <= SIZE_MAX / 2 ? *cap * 2 : need;
	if (wanted < need)
		wanted = need;
	data = ft_realloc(data, wanted, size);
	*cap = wanted;
	return data;
}
