/*
 * main.c - main() of one program; built once per program, with
 * -DFT_MAIN=ft_cmd_fshare and so on.
 */
#include "main/run.h"

extern const struct ft_cmd FT_MAIN;

int
main(int argc, char **argv)
{
	return ft_cmd_main(&FT_MAIN, argc, argv);
}
