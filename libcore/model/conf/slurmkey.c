#include "model/conf/slurmkey.h"

static const struct {
	enum ft_slurm_line line;
	const char *name;
} keys[] = {
#define FT_SLURM_KEY(line, name) { FT_SLURM_##line, name },
#include "model/conf/slurmkey.def"
#undef FT_SLURM_KEY
};
#define KEYS FT_COUNT(keys)

const char *
ft_slurm_key_at(enum ft_slurm_line line, size_t i)
{
	for (size_t k = 0; k < KEYS; k++)
		if (keys[k].line == line && i == 0)
			return keys[k].name;
		else
			i -= keys[k].line == line;
	return NULL;
}

bool
ft_slurm_knows(enum ft_slurm_line line, const char *key)
{
	for (size_t k = 0; k < KEYS; k++)
		if (keys[k].line == line && !strcasecmp(keys[k].name, key))
			return true;
	return false;
}
