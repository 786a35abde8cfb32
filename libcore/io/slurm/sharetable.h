/*
 * sharetable.h - read the output of `sshare -a -l -P` (or -p, or -o with at least
 * Account, User, RawShares, RawUsage) as a tree of rows.
 *
 * The header line names the columns; the indentation of Account gives the
 * depth.  A published table of a site is enough to rebuild its tree.
 */
#ifndef FT_IO_SLURM_SHARETABLE_H
#define FT_IO_SLURM_SHARETABLE_H

#include "base/cursor.h"

struct ft_sharetable_row {
	const char *account, *user, *partition; /* "" none */
	const char *parent;                     /* account above; "" for root */
	uint32_t shares;
	bool parent_shares;
	int64_t whole;   /* raw usage, as shown: an integer */
	bool has_factor; /* it has a FairShare */
	double factor;
	const char *limits; /* GrpTRESMins, "" none or no such column */
	size_t line;
};

/* Strings are valid during the call; missing columns are "". */
typedef enum ft_status ft_sharetable_fn(
    void *ctx, const struct ft_sharetable_row *row, struct ft_error *err);

/*
 * Call FN for each row, parents first.
 * FT_EPARSE "file:line:column: ..." or FN's status.
 */
enum ft_status ft_sharetable_parse(const struct ft_input *input,
    ft_sharetable_fn *fn, void *ctx, struct ft_error *err);

#endif
