/*
 * fairtree.h - the public face of libfairtree; the only header installed.
 *
 * Reads the shares of one cluster out of a store, as fshare shows them:
 *
 *	char error[256];
 *	struct ft_shares *shares =
 *	    ft_shares_open("cluster.db", NULL, error, sizeof error);
 *	for (size_t i = 0; shares && i < ft_shares_count(shares); i++) {
 *		struct ft_shares_row row = { .size = sizeof row };
 *		ft_shares_row(shares, i, &row);
 *		...
 *	}
 *	ft_shares_close(shares);
 *
 * Not for changing anything: that is facctmgr's.  Everything else in the
 * library is hidden from programs that link it.  It reads no environment and
 * prints nothing.  When memory is exhausted the process ends with a message.
 *
 * Within a major version a program built against an older header runs with a
 * newer library.  So functions stay as they are, enumerators keep their
 * numbers, and structs only grow: at the end, by whole words, with members for
 * which all zero means what was before.  `size`, the first member, says how
 * much of a struct its owner knows.  What the library does not know of a
 * newer program's struct is zeroed on the way out; on the way in it must be
 * zero, else the call fails.
 *
 * Shares that are open may be read by several threads at once.
 */
#ifndef FAIRTREE_H
#define FAIRTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; ft_version() returns that of the library. */
#define FT_VERSION "1.0.0"

#define FT_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* The shares of one cluster at one instant; unaffected by later changes. */
struct ft_shares;

/* Instead of a row's number: there is none. */
#define FT_SHARES_NONE SIZE_MAX

/* What to compute; zero or NULL means what the store itself says. */
struct ft_shares_options {
	size_t size;           /* sizeof(struct ft_shares_options) */
	const char *cluster;   /* its first cluster, if settings name none */
	const char *algorithm; /* "fairtree", "classic" or "levelbased" */
	const char *ties;      /* "documented" or "slurm" */
	const char *settings;  /* lines of slurm.conf, over the store's own;
	                          one that is unknown is an error */
	int64_t now;           /* seconds since 1970; the store's clock */
};

/* One association.  Strings live as long as the shares they are from. */
struct ft_shares_row {
	size_t size;           /* sizeof(struct ft_shares_row), the caller's */
	const char *path;      /* names from the root on: "root/chem/ann" */
	const char *account;   /* its own name, or where the user is */
	const char *user;      /* NULL for an account */
	const char *partition; /* NULL for all */
	size_t parent;         /* row of the account above, of the root
	                          FT_SHARES_NONE */
	uint32_t id;           /* number of the association in the store */
	uint32_t depth;        /* number of accounts above */
	uint32_t raw_shares;
	uint32_t level_shares; /* sum over it and its siblings; of root 0;
	                          4294967295: see level_shares_64 */
	union {
		uint32_t place; /* of a user: 1 first, ties equal; else 0 */
		uint32_t rank;  /* its old name */
	};
	bool parent_shares;  /* shares are `parent`, raw_shares is 0 */
	bool has_norm_usage; /* each false: there is none, and 0 below */
	bool has_level_fs;
	bool has_fair_share;
	double norm_shares;     /* S: 0..1, among its siblings */
	double raw_usage;       /* decayed billing-TRES-seconds */
	double norm_usage;      /* 0..1, of the cluster */
	double effective_usage; /* U: 0..1 */
	double level_fs;        /* S / U, may be infinite */
	double fair_share;      /* 0..1 */
	/* after 1.0 */
	uint64_t level_shares_64; /* level_shares, however many they are */
};

/* Returns the version of the library that runs, as FT_VERSION is written. */
FT_API const char *ft_version(void);

/*
 * Returns the shares of the store at PATH, the caller's to close, or NULL with
 * a line of text in error[size] (may be NULL, 0).  options: NULL for defaults.
 * The store is only read; one that an older version made must have been
 * opened by a command of this one before.
 */
FT_API struct ft_shares *ft_shares_open(const char *path,
    const struct ft_shares_options *options, char *error, size_t size);
/* Release SHARES (NULL is fine) and all strings of its rows. */
FT_API void ft_shares_close(struct ft_shares *shares);

/* What it was computed for: cluster, "fairtree", "documented", seconds since
 * 1970, and the number of user associations, which ranks are counted in. */
FT_API const char *ft_shares_cluster(const struct ft_shares *shares);
FT_API const char *ft_shares_algorithm(const struct ft_shares *shares);
FT_API const char *ft_shares_ties(const struct ft_shares *shares);
FT_API int64_t ft_shares_now(const struct ft_shares *shares);
FT_API uint32_t ft_shares_users(const struct ft_shares *shares);

/* Returns the number of associations. */
FT_API size_t ft_shares_count(const struct ft_shares *shares);
/*
 * Fill *row, whose size is set, with association I in the order of fshare.
 * Returns false, and leaves it alone, if there is no such association or size
 * is smaller than it was in version 1.0.
 */
FT_API bool ft_shares_row(
    const struct ft_shares *shares, size_t i, struct ft_shares_row *row);
/*
 * Returns the row of USER (NULL: of the account itself) in ACCOUNT on PARTITION
 * (NULL: on all), FT_SHARES_NONE if there is no such association.  Names are
 * compared byte by byte.
 */
FT_API size_t ft_shares_find(const struct ft_shares *shares,
    const char *account, const char *user, const char *partition);

/* The steps of Fair Tree's walk; fairtree-trace(5) says what each means. */
enum ft_shares_step_kind {
	FT_STEP_START = 0,
	FT_STEP_MERGE = 1,
	FT_STEP_ENTER = 2,
	FT_STEP_LEVEL_FS = 3,
	FT_STEP_SORT = 4,
	FT_STEP_TIE = 5,
	FT_STEP_INHERIT = 6,
	FT_STEP_RANK = 7,
	FT_STEP_LEAVE = 8,
	FT_STEP_END = 9
};

struct ft_shares_step {
	size_t size;         /* of what the library filled in */
	const char *name;    /* "start", "merge", ... */
	size_t row;          /* what it is about */
	size_t other;        /* merge, tie, inherit: the other one, else
	                        FT_SHARES_NONE */
	const size_t *order; /* sort: [place] rows, best first; valid only
	                        during the call; else NULL */
	enum ft_shares_step_kind kind;
	uint32_t depth; /* accounts above it on the way of the walk */
	uint32_t place; /* level_fs: place before sorting, from 0; sort: how
	                   many; rank: the rank without ties, as rank */
	uint32_t rank;  /* rank: as fairtree-trace(5) counts, the number of
	                   users for the best; start: that number */
	bool has_level_fs;
	double shares;   /* level_fs: S */
	double usage;    /* level_fs: U */
	double level_fs; /* merge enter level_fs tie inherit rank; may be
	                    infinite */
};

/* Called for each step; *step is valid during the call. */
typedef void ft_shares_step_fn(void *ctx, const struct ft_shares_step *step);

/*
 * Tell the steps by which SHARES were ranked to FN, in order.  Returns false,
 * without a call, if its algorithm takes none (classic, levelbased).
 */
FT_API bool ft_shares_walk(
    const struct ft_shares *shares, ft_shares_step_fn *fn, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
