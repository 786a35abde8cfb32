/*
 * sharetable_private.h - shared by the readers of tables and of JSON.
 */
#ifndef FT_IO_SLURM_SHARETABLE_PRIVATE_H
#define FT_IO_SLURM_SHARETABLE_PRIVATE_H

#include "base/map.h"
#include "io/slurm/sharetable.h"

/* Larger numbers mean `parent` or unset in Slurm. */
#define FT_SHARETABLE_SHARES_MAX 0x7ffffffeu

/* The rows so far. */
struct ft_sharetable_seen {
	struct ft_map line; /* account, or account, user and partition */
	struct ft_str key;
};
void ft_sharetable_forget(struct ft_sharetable_seen *seen);
/* Returns whether a row of this account was there. */
bool ft_sharetable_knows(
    const struct ft_sharetable_seen *seen, const char *account);
/* Note the row; returns the line of the earlier one, 0: it is the first. */
size_t ft_sharetable_note(
    struct ft_sharetable_seen *seen, const struct ft_sharetable_row *row);

/* ---- sharejson.c ---------------------------------------------------------------- */

/* The same as ft_sharetable_parse for `sshare --json`. */
enum ft_status ft_sharetable_json(const struct ft_input *input,
    ft_sharetable_fn *fn, void *ctx, struct ft_error *err);

#endif
