/*
 * fairtree.h - the public face of libfairtree; the only header installed.
 *
 * Reads the shares of one cluster out of a store, as fshare shows them:
 *
 *	char error[256];
 *	struct ft_shares *shares =
 *	    ft_shares_open("cluster.db", NULL, error, sizeof error);
 *	for (size_t i = 0; shares && i < ft_shares_count(shares); i++) {
 *		struct ft_shares_row row;
 *		ft_shares_row(shares, i, &row);
 *		...
 *	}
 *	ft_shares_close(shares);
 *
 * Not for changing anything: that is facctmgr's.  Everything else in the
 * library is hidden from programs that link it.  When memory is exhausted the
 * process ends with a message.
 */
#ifndef FAIRTREE_H
#define FAIRTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* While the major number is 0, every minor version may change the ABI. */
#define FT_VERSION "0.1.0"

#define FT_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* The shares of one cluster at one instant; unaffected by later changes. */
struct ft_shares;

/* What to compute; zero or NULL means what the store itself says. */
struct ft_shares_options {
	const char *cluster;   /* its first cluster, if settings name none */
	const char *algorithm; /* "fairtree", "classic" or "levelbased" */
	const char *ties;      /* "documented" or "slurm" */
	int64_t now;           /* seconds since 1970; the store's clock */
};

/* One association.  Strings live as long as the shares they are from. */
struct ft_shares_row {
	const char *account;
	const char *user;      /* NULL for an account */
	const char *partition; /* NULL for all */
	uint32_t depth;        /* number of accounts above */
	bool parent_shares;    /* shares are `parent`, raw_shares is 0 */
	uint32_t raw_shares;
	double norm_shares;     /* 0..1, among its siblings */
	double raw_usage;       /* decayed billing-TRES-seconds */
	double norm_usage;      /* 0..1, of the cluster */
	double effective_usage; /* 0..1 */
	bool has_level_fs;
	double level_fs; /* may be infinite */
	bool has_fair_share;
	double fair_share; /* 0..1 */
	uint32_t rank;     /* of a user: 1 best, ties equal; else 0 */
};

/*
 * Returns the shares of the store at PATH, the caller's to close, or NULL with
 * a line of text in error[size] (may be NULL, 0).  options: NULL for defaults.
 * The store is only read.
 */
FT_API struct ft_shares *ft_shares_open(const char *path,
    const struct ft_shares_options *options, char *error, size_t size);
/* Release SHARES (NULL is fine). */
FT_API void ft_shares_close(struct ft_shares *shares);
/* Returns the number of associations. */
FT_API size_t ft_shares_count(const struct ft_shares *shares);
/* Fill *row with association I (below the count), in the order of fshare. */
FT_API void ft_shares_row(
    const struct ft_shares *shares, size_t i, struct ft_shares_row *row);

#ifdef __cplusplus
}
#endif

#endif
