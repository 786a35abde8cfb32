#include "queue/queue.h"

#define UINT FT_COLUMN_UINT
#define REAL FT_COLUMN_REAL
#define TEXT FT_COLUMN_TEXT
#define TIME FT_COLUMN_TIME
#define TRES FT_COLUMN_TRES
/* nothing to tell: not in our lists */
#define SLURM FT_COLUMN_SLURM

#define CODE(                                                                  \
    letter, id, word, header, type, flags, key, fn, member, none, text)        \
	{ word, 1, QUEUE_##id, header, 20, type, flags, key, .sentence = text },
#define WORD(id, word, header, type, flags, key, fn, member, none, text)       \
	{ word, 1, QUEUE_##id, header, 20, type, flags, key, .sentence = text },

const struct ft_column queue_fields[QUEUE_FIELDS + 1] = {
#include "queue/field.def"
	{ .name = NULL },
};
