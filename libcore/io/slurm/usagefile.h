/*
 * usagefile.h - read lines `account user rawusage [tres]`.
 *
 * Fields are separated by blanks or |; user - is the account itself, NAME@PART an
 * association with a partition; # starts a comment.  tres: name=seconds,...; without
 * it, cpu and billing have the raw usage.
 */
#ifndef FT_IO_SLURM_USAGEFILE_H
#define FT_IO_SLURM_USAGEFILE_H

#include "base/cursor.h"

struct ft_usage_line {
	const char *account;   /* terminated; valid during the call */
	const char *user;      /* "" the account's own */
	const char *partition; /* "" none */
	int64_t whole;         /* raw usage, whole part */
	int32_t micro;         /* and millionths */
	const char *tres;      /* "" not given */
	size_t line;
	size_t account_column, user_column, tres_column; /* from 1; 0 none */
};

typedef enum ft_status ft_usagefile_fn(
    void *ctx, const struct ft_usage_line *line, struct ft_error *err);

/* Call FN for each line.  FT_EPARSE "file:line:column: ..." or FN's status. */
enum ft_status ft_usagefile_parse(const struct ft_input *input,
    ft_usagefile_fn *fn, void *ctx, struct ft_error *err);

#endif
