#include "acct/acct.h"

#define UINT FT_COLUMN_UINT
#define TEXT FT_COLUMN_TEXT
#define TIME FT_COLUMN_TIME
#define TRES FT_COLUMN_TRES
#define LIST FT_COLUMN_LIST
/* nothing to tell: not in our lists */
#define SLURM FT_COLUMN_SLURM

#define FIELD(id, name, width, type, flags, key, fn, step, text)               \
	{ name, 1, ACCT_##id, NULL, width, type, flags, key, .sentence = text },

const struct ft_column facct_fields[ACCT_FIELDS + 1] = {
#include "acct/field.def"
	{ .name = NULL },
};
