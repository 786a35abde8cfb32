/*
 * shares.h - a table of sshare as rows with their own usage (shares.c), for fimport
 * sshare, which also takes the tree from it, and fimport usage.
 */
#ifndef FT_CMD_FIMPORT_SHARES_H
#define FT_CMD_FIMPORT_SHARES_H

#include "base/map.h"
#include "fimport/fimport.h"

struct fimport_amount {
	int64_t whole;
	int32_t micro;
};

struct fimport_share {
	const char *account, *user, *partition, *limits;
	char shares[16];
	size_t parent;  /* row of the parent account */
	size_t n_below; /* number of children */
	/* FT_FIMPORT_RAW is raw usage, the others are seconds of a TRES; that
	 * of an account includes all below it */
	struct fimport_amount *amount; /* [n_tres + 1] */
	struct fimport_amount *below;  /* [n_tres + 1]: sum over its children */
	double best, worst;            /* FairShare of the users in it */
	bool exact;                    /* raw usage has decimals */
	bool has_norm;
	double norm; /* NormUsage */
	size_t line, column;
};

#define FT_FIMPORT_RAW 0

struct fimport_shares {
	struct fimport *import;
	struct ft_arena arena;     /* of the names */
	struct fimport_share *row; /* parents before children */
	size_t n, cap;
	const char **tres;     /* [n_tres]: names, from 1 on in amount */
	size_t n_tres;         /* of the first row, and so of all; 0: a table */
	bool exact;            /* raw usage has decimals */
	struct ft_map account; /* its row */
	size_t n_account, n_assoc;
	bool root_user;
};

/* Read the file of IMPORT; to be freed even on failure. */
enum ft_status fimport_shares_read(struct fimport *import,
    struct fimport_shares *shares, struct ft_error *err);
void fimport_shares_free(struct fimport_shares *shares);
/* Set the usage of all rows.  FT_EPARSE: the store lacks a row, which the
 * message calls WHAT, or an account has less usage than the rows below it. */
enum ft_status fimport_shares_put(const struct fimport_shares *shares,
    const struct ft_registry *registry, const char *what, struct ft_error *err);

#endif
