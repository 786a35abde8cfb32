/*
 * main.c - main() of a single program; built once for each, with
 * -DFT_MAIN=ft_cmd_fshare and so on.
 */
#include "cli/cmd.h"

extern const struct ft_cmd FT_MAIN;

int
main(int argc, char **argv)
{
	return ft_cmd_main(&FT_MAIN, argc, argv);
}
