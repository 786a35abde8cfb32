/* commands.c - the list of all commands. */
#include "gen/gen.h"

#define CMD(object, name, slurm) extern const struct ft_cmd ft_cmd_##object;
#include "cmd.def"
#undef CMD

const struct ft_cmd *const gen_cmds[] = {
#define CMD(object, name, slurm) &ft_cmd_##object,
#include "cmd.def"
#undef CMD
	NULL,
};
