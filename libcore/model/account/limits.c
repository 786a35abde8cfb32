/* limits.c - the table of limits.def. */
#include "model/account/limits.h"

const struct ft_limit_info ft_limit_infos[FT_LIMIT_KINDS] = {
#define FT_LIMIT(id, name, type, assoc, qos, inherited)                        \
	{ name, FT_LIMIT_##type, assoc, qos, inherited },
#include "model/account/limits.def"
#undef FT_LIMIT
};

enum ft_limit_kind
ft_limit_find(const char *name)
{
	int row = ft_row_find(FT_ROWS(ft_limit_infos), ft_word_of(name));

	return row < 0 ? FT_LIMIT_KINDS : (enum ft_limit_kind)row;
}
