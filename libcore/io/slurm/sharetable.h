/*
 * sharetable.h - read what sshare prints as a tree of rows: the table of
 * `sshare -a -l` with -P, -p or aligned (or -o with at least Account, User,
 * RawShares, RawUsage), or the document of `sshare -a --json`.
 *
 * The header line names the columns; the indentation of Account gives the
 * depth.  A published table of a site is enough to rebuild its tree.
 */
#ifndef FT_IO_SLURM_SHARETABLE_H
#define FT_IO_SLURM_SHARETABLE_H

#include "base/cursor.h"

/* Seconds of one TRES. */
struct ft_sharetable_tres {
	const char *name; /* "cpu", "gres/gpu" */
	int64_t whole;
	int32_t micro;
};

struct ft_sharetable_row {
	const char *account, *user, *partition; /* "" none */
	const char *parent;                     /* account above; "" for root */
	uint32_t shares;
	bool parent_shares;
	int64_t whole; /* raw usage; a table shows an integer, cut off */
	int32_t micro; /* and millionths, of JSON */
	bool exact;    /* they are known */
	const struct ft_sharetable_tres *tres; /* of JSON */
	size_t n_tres;
	bool has_norm; /* it has a NormUsage: to six decimals in a table, all
	                  that it has in JSON */
	double norm;
	bool has_factor; /* it has a FairShare */
	double factor;
	const char *limits;  /* GrpTRESMins, "" none or no such column */
	size_t line, column; /* where it is */
};

/* Strings are valid during the call; missing columns are "". */
typedef enum ft_status ft_sharetable_fn(
    void *ctx, const struct ft_sharetable_row *row, struct ft_error *err);

/* Returns whether TEXT begins like one of them. */
bool ft_sharetable_is(const char *text, size_t size);
/*
 * Call FN for each row, parents first.
 * FT_EPARSE "file:line:column: ..." or FN's status.
 */
enum ft_status ft_sharetable_parse(const struct ft_input *input,
    ft_sharetable_fn *fn, void *ctx, struct ft_error *err);

#endif
