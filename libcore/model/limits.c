/* limits.c - the table of limits.def. */
#include "model/limits.h"

const struct ft_limit_info ft_limit_infos[FT_LIMIT_KINDS] = {
#define FT_LIMIT(id, name, type, assoc, qos, inherited)                        \
	{ name, FT_LIMIT_##type, assoc, qos, inherited },
#include "model/limits.def"
#undef FT_LIMIT
};

enum ft_limit_kind
ft_limit_find(const char *name)
{
	for (size_t i = 0; i < FT_LIMIT_KINDS; i++)
		if (!strcasecmp(ft_limit_infos[i].name, name))
			return (enum ft_limit_kind)i;
	return FT_LIMIT_KINDS;
}
