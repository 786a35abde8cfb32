/*
 * opt.h - option tables to getopt_long, --help, --usage, --version.
 */
#ifndef FT_CMD_OPT_H
#define FT_CMD_OPT_H

#include <stdint.h>

#include "common/cmd.h"

/*
 * Called for each option met.  arg: its argument or NULL.  Returns FT_OK, or
 * a failure with a message, which ends the parse.
 */
typedef enum ft_status ft_opt_fn(
    void *ctx, int key, const char *arg, struct ft_error *err);

/*
 * What set() may return beside FT_OK and failures: all is done, exit 0 (an
 * option like --helpformat that prints and ends).
 */
#define FT_OPT_STOP ((enum ft_status)1)

/* Keys of rows that are handled here, for letters a command gives them. */
enum ft_opt_key { FT_OPT_KEY_HELP = 2000, FT_OPT_KEY_VERSION };

enum ft_opt_result {
	FT_OPT_GO,   /* go on; operands start at *operand */
	FT_OPT_DONE, /* --help, --version: exit 0 */
	FT_OPT_BAD   /* message printed: exit 1 */
};

/*
 * Parse ARGV by context->cmd->options (permuting, as getopt_long).  --help,
 * --usage and -V/--version are handled here.  Messages for unknown options
 * and missing arguments are getopt's, then 'Try "NAME --help" ...'.
 */
enum ft_opt_result ft_opt_parse(struct ft_context *context, int argc,
    char **argv, ft_opt_fn *fn, void *ctx, int *operand);

/*
 * Parse ARGV as above, then let GO have the operands.  Returns the exit status:
 * what go returns; 0 when an option has done all, 1 when one was bad.
 */
typedef int ft_opt_go_fn(void *ctx, int argc, char **argv);
int ft_opt_run(struct ft_context *context, int argc, char **argv, ft_opt_fn *fn,
    ft_opt_go_fn *go, void *ctx);

/*
 * For set(): read the argument of option --NAME.
 * choice: the place of ARG among the words of CHOICES, which | parts.
 * number: least <= *number <= most.
 * FT_EINVAL: the message names the option; *choice, *number are as they were.
 */
enum ft_status ft_opt_choice(const char *name, const char *choices,
    const char *arg, size_t *choice, struct ft_error *err);
enum ft_status ft_opt_number(const char *name, const char *arg, uint64_t least,
    uint64_t most, uint64_t *number, struct ft_error *err);

/* Returns whether ROW is known under the name the command was called by. */
bool ft_opt_known(
    const struct ft_context *context, const struct ft_option *row);

/* The rows every command has; they end with all zero. */
extern const struct ft_option ft_opt_standard[];

/* Print --help of CMD on OUT, from its tables. */
void ft_opt_help(const struct ft_context *context, FILE *out);

#endif
