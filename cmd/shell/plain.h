/*
 * plain.h - a dialogue without a line editor: a prompt, a line, its words.
 *
 * As scontrol and sreport do it: where the input is no terminal, lines are echoed;
 * !! repeats the last one.
 */
#ifndef FT_CMD_SHELL_PLAIN_H
#define FT_CMD_SHELL_PLAIN_H

#include "cli/cmd.h"

struct ft_plain {
	const struct ft_context *context;
	/* Runs the words of a line, maybe none; returns its exit status. */
	int (*run)(void *ctx, int argc, char **argv);
	void *ctx;
	const bool *leave; /* becomes true when the dialogue ends */
};

/* Run all lines of the input; returns 1 if one failed. */
int ft_plain_run(const struct ft_plain *plain);

#endif
