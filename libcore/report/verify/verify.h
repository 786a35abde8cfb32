/*
 * verify.h - the share table that a cluster printed, held against the one computed
 * here, cell by cell as text; why cells differ is tested, not guessed.
 *
 * No number is compared with a tolerance.  A cell is explained only by a cause that
 * would give exactly what was printed.  The caller makes tables under other rules or
 * at other times and offers them (ft_verify_try); what rounding and hidden rows can
 * do is computed here.
 */
#ifndef FT_REPORT_VERIFY_VERIFY_H
#define FT_REPORT_VERIFY_VERIFY_H

#include "base/base.h"

enum ft_verify_column {
	FT_VERIFY_RAW_SHARES,
	FT_VERIFY_NORM_SHARES,
	FT_VERIFY_RAW_USAGE,
	FT_VERIFY_NORM_USAGE,
	FT_VERIFY_EFFECTV_USAGE,
	FT_VERIFY_FAIR_SHARE,
	FT_VERIFY_LEVEL_FS,
	FT_VERIFY_COLUMNS
};
/* Their titles, as sshare -l prints them. */
extern const char *const ft_verify_titles[FT_VERIFY_COLUMNS];

enum ft_verify_cause {
	FT_VERIFY_EQUAL,
	FT_VERIFY_ROUNDED, /* RawUsage is cut to a whole number: one usage that
	                      is cut to it gives all cells of the row */
	FT_VERIFY_RULE, /* another rule of ties, or release, gives the column */
	FT_VERIFY_PASS, /* another decay pass gives the table */
	FT_VERIFY_HIDDEN, /* shares or users that are not shown give it */
	FT_VERIFY_UNEXPLAINED,
	FT_VERIFY_CAUSES
};
/* What each means, in a few words. */
extern const char *const ft_verify_causes[FT_VERIFY_CAUSES];

struct ft_verify_cell {
	const char *site, *here; /* "" blank */
	enum ft_verify_cause cause;
	const char *detail; /* in words; "" none */
};

#define FT_VERIFY_NONE SIZE_MAX

/* Parents come before their children. */
struct ft_verify_row {
	const char *key; /* "account\nuser\npartition", "" none */
	struct ft_verify_cell cell[FT_VERIFY_COLUMNS];
	size_t parent; /* fair-share parent; FT_VERIFY_NONE: root */
	bool is_user;
	bool shown; /* by the site; else a row above one that is */
	/* its usage at the pass, with all below, is in [least, least + 1) */
	double least;
	double level_shares; /* its part of the shares of its siblings */
	uint64_t shares;     /* 0 for `parent` */
};

struct ft_verify {
	struct ft_verify_row *row; /* the caller's */
	size_t n;
	struct ft_arena arena; /* has the details */
};

void ft_verify_free(struct ft_verify *verify); /* not its rows */
/* Compare all cells: each becomes EQUAL or UNEXPLAINED. */
void ft_verify_compare(struct ft_verify *verify);
/*
 * Explain the unexplained cells of the columns in MASK (bits 1 << column) by CAUSE
 * if the site printed TEXT, all columns of one row after the other, in all of them.
 * Returns whether it did.
 */
bool ft_verify_try(struct ft_verify *verify, const char *const *text,
    unsigned mask, enum ft_verify_cause cause, const char *detail);
/* Explain cells by the rounding of RawUsage. */
void ft_verify_round(struct ft_verify *verify);
/* Explain cells by rows that the site's table does not show. */
void ft_verify_hide(struct ft_verify *verify);
/* Returns how many cells of COLUMN have CAUSE. */
size_t ft_verify_count(const struct ft_verify *verify,
    enum ft_verify_column column, enum ft_verify_cause cause);

#endif
