/*
 * usagefile.h - lines `account user rawusage [tres]`.
 *
 * Blanks or | between the fields; user - is the account's own usage, NAME@PART
 * a partition association; # starts a comment.  tres: name=seconds,... ;
 * without it cpu and billing count the raw usage.
 */
#ifndef FT_IO_SLURM_USAGEFILE_H
#define FT_IO_SLURM_USAGEFILE_H

#include "base/cursor.h"

struct ft_usage_line {
	const char *account;   /* terminated; valid during the call */
	const char *user;      /* "" the account's own */
	const char *partition; /* "" none */
	int64_t whole;
	int32_t micro;
	const char *tres; /* "" not given */
	size_t line;
	size_t account_column, user_column, tres_column; /* from 1; 0 none */
};

typedef enum ft_status ft_usagefile_fn(
    void *ctx, const struct ft_usage_line *line, struct ft_error *err);

/* Call FN for each line.  FT_EPARSE "file:line:column: ..." or FN's status. */
enum ft_status ft_usagefile_parse(const struct ft_input *input,
    ft_usagefile_fn *fn, void *ctx, struct ft_error *err);

#endif
