/* limits.def: names and kinds match in both directions. */
#include "model/account/limits.h"

#include <ctype.h>
#include <stdio.h>

#include "tap/tap.h"

int
main(void)
{
	static const char *const unknown[] = { "", "Grp", "GrpTRESx",
		"Fairshare", " GrpJobs" };

	for (unsigned i = 0; i < FT_LIMIT_KINDS; i++) {
		const struct ft_limit_info *info = &ft_limit_infos[i];
		char upper[64];
		size_t n = 0;

		for (; info->name[n] && n < sizeof upper - 1; n++)
			upper[n] = (char)toupper((unsigned char)info->name[n]);
		upper[n] = '\0';
		is_u64(ft_limit_find(info->name), i, "%s", info->name);
		is_u64(ft_limit_find(upper), i, "%s", upper);
		ok(info->assoc || info->qos, "%s belongs to something",
		    info->name);
		ok(info->assoc || !info->inherited,
		    "%s: only associations inherit", info->name);
	}
	for (size_t i = 0; i < FT_COUNT(unknown); i++)
		is_u64(ft_limit_find(unknown[i]), FT_LIMIT_KINDS, "'%s'",
		    unknown[i]);
	return done_testing();
}
