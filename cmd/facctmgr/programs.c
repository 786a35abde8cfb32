/* programs.c - all programs, for the shell. */
#include "facctmgr/facctmgr.h"

#define CMD(object, name, slurm) extern const struct ft_cmd ft_cmd_##object;
#include "cmd.def"
#undef CMD

/* The viewer is not built without curses. */
#ifdef FT_NO_VIEWER
#define ft_cmd_fview ft_cmd_facctmgr
#endif

const struct ft_cmd *const facctmgr_programs[] = {
#define CMD(object, name, slurm) &ft_cmd_##object,
#include "cmd.def"
#undef CMD
	NULL,
};
