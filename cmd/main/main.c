/*
 * main.c - main() of one program; built once per program, with
 * -DFT_MAIN=ft_cmd_fshare and so on.  The shell of facctmgr has all programs in it,
 * -DFT_OTHERS=facctmgr_programs: tables of all of them would take each other call
 * of facctmgr half a millisecond.
 */
#include "main/run.h"

extern const struct ft_cmd FT_MAIN;
#ifdef FT_OTHERS
extern const struct ft_cmd *const FT_OTHERS[];
#else
#define FT_OTHERS NULL
#endif

int
main(int argc, char **argv)
{
	return ft_cmd_main(&FT_MAIN, FT_OTHERS, argc, argv);
}
