/*
 * opt.h - option tables to getopt_long, --help, --usage, --version.
 */
#ifndef FT_CMD_OPT_H
#define FT_CMD_OPT_H

#include "common/cmd.h"

/*
 * Called for each option met.  arg: its argument or NULL.  Returns FT_OK, or
 * a failure with a message, which ends the parse.
 */
typedef enum ft_status ft_opt_fn(
    void *ctx, int key, const char *arg, struct ft_error *err);

enum ft_opt_result {
	FT_OPT_GO,    /* go on; operands start at *operand */
	FT_OPT_DONE,  /* --help, --version: exit 0 */
	FT_OPT_BAD    /* message printed: exit 1 */
};

/*
 * Parse ARGV by context->cmd->options (permuting, as getopt_long).  --help,
 * --usage and -V/--version are handled here.  Messages for unknown options
 * and missing arguments are getopt's, then 'Try "NAME --help" ...'.
 */
enum ft_opt_result ft_opt_parse(struct ft_context *context, int argc,
    char **argv, ft_opt_fn *fn, void *ctx, int *operand);

/* Print --help of CMD on OUT, from its tables. */
void ft_opt_help(const struct ft_context *context, FILE *out);

#endif
