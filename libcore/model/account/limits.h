/*
 * limits.h - the kinds of limits (rows of limits.def).
 */
#ifndef FT_MODEL_ACCOUNT_LIMITS_H
#define FT_MODEL_ACCOUNT_LIMITS_H

#include "base/base.h"

enum ft_limit_kind {
#define FT_LIMIT(id, name, type, assoc, qos, inherited) FT_LIMIT_##id,
#include "model/account/limits.def"
#undef FT_LIMIT
	FT_LIMIT_KINDS
};

enum ft_limit_type { FT_LIMIT_COUNT, FT_LIMIT_TRES, FT_LIMIT_MINUTES };

struct ft_limit_info {
	const char *name;
	enum ft_limit_type type;
	bool assoc, qos, inherited;
};
extern const struct ft_limit_info ft_limit_infos[FT_LIMIT_KINDS];

/* Returns the kind of that name (any case), FT_LIMIT_KINDS if none. */
enum ft_limit_kind ft_limit_find(const char *name);

#endif
