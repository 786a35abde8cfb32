#include "acct/acct.h"

#define UINT FT_FIELD_UINT
#define TEXT FT_FIELD_TEXT
#define TIME FT_FIELD_TIME
#define TRES FT_FIELD_TRES
#define LIST FT_FIELD_LIST
/* nothing to tell: not in our lists */
#define SLURM FT_FIELD_SLURM

#define FIELD(id, name, width, type, flags, key, fn, step, sentence)           \
	{ name, 1, ACCT_##id, NULL, width, type, flags, key, sentence },

const struct ft_field facct_fields[ACCT_FIELDS + 1] = {
#include "acct/field.def"
	{ NULL, 0, 0, NULL, 0, FT_FIELD_TEXT, 0, NULL, NULL },
};
