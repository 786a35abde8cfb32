/*
 * rebuild.h - RawUsage rebuilt from the runs of jobs, held against what a cluster
 * printed; and the settings with which all of it would follow.
 *
 * What is not known lies between two numbers: what was used before the runs that are
 * known, and what RawUsage cuts off.  A row fits if some usage between them gives it;
 * there is no tolerance but a millionth, to which the store keeps usage.
 *
 * Usage never falls if a half-life, a weight or a factor rises, or if usage was
 * cleared earlier.  So the values of one setting that give no row too little are all
 * from some value on, those that give none too much all up to another, and both are
 * found by halving.
 */
#ifndef FT_REPORT_VERIFY_REBUILD_H
#define FT_REPORT_VERIFY_REBUILD_H

#include "model/account/acctdb.h"
#include "model/conf/conf.h"
#include "model/machine/machine.h"

#define FT_REBUILD_MICRO 1e-6

/* Parents come before their children. */
struct ft_rebuild_row {
	size_t parent;      /* SIZE_MAX: none */
	double least, most; /* used at rebuild->from, with all below */
	bool shown;         /* `real` is known */
	int64_t real;       /* RawUsage: from real to just below real + 1 */
	double low, high;   /* out: what it had to be */
};

struct ft_rebuild_run {
	size_t row;
	int64_t starts, ends; /* ends INT64_MAX: it goes on */
	double rate, factor;
	size_t partition, qos; /* indexes; SIZE_MAX: not known */
	const uint64_t *alloc; /* by index of TRES */
};

/* A setting, and its values with which all rows fit. */
enum ft_guess_kind {
	FT_GUESS_NONE,      /* the settings as they are */
	FT_GUESS_HALF_LIFE, /* of PriorityDecayHalfLife, seconds */
	FT_GUESS_CHANGE,    /* until this pass the earlier half-life held */
	FT_GUESS_RESET,     /* this pass cleared all usage */
	FT_GUESS_WEIGHT, /* of a TRES of a partition, for one of its base unit */
	FT_GUESS_FACTOR  /* UsageFactor of a QOS */
};
struct ft_guess {
	enum ft_guess_kind kind;
	size_t partition, tres, qos; /* indexes */
	double least, most;
	double set; /* what the settings have; of a pass: 0 */
};

struct ft_rebuild {
	/* in; the caller's */
	struct ft_rebuild_row *row; /* [n] */
	size_t n;
	const struct ft_rebuild_run *run; /* [n_run] */
	size_t n_run;
	const struct ft_era *era; /* [n_era], n_era > 0, oldest first; the last
	                             one has the settings of now, and ends at
	                             the last pass */
	size_t n_era;
	int64_t before; /* half-life that may have held earlier */
	int64_t from;   /* least and most are of this pass ... */
	int64_t after;  /* ... and runs are charged by later passes than
	                          this one; INT64_MIN: by all */
	int64_t now;    /* when RawUsage was printed */
	enum ft_reset_period resets;          /* PriorityUsageResetPeriod */
	const struct ft_partition *partition; /* [n_partition] */
	size_t n_partition;
	const struct ft_acctdb *acctdb; /* its TRES and QOS */
	uint32_t flags;                 /* of priorities */
	/* out, freed by ft_rebuild_free */
	struct ft_guess *guess; /* [n_guess] */
	size_t n_guess, cap_guess;
	/* private */
	double left;    /* of 1 at `from` */
	double *time;   /* seconds of each run that are left; NULL: unknown */
	double *weight; /* by index of TRES; NULL: none yet */
};

void ft_rebuild_free(struct ft_rebuild *rebuild);
/* Set low and high of all rows; returns how many that are shown fit. */
size_t ft_rebuild_predict(struct ft_rebuild *rebuild);
bool ft_rebuild_fits(const struct ft_rebuild_row *row);
/* Fill guess; then predict as the settings are. */
void ft_rebuild_search(struct ft_rebuild *rebuild);
/* Set *pass to the last one, later than rebuild->from, that clears all usage by
 * rebuild->resets; returns whether there is one. */
bool ft_rebuild_resets(const struct ft_rebuild *rebuild, int64_t *pass);
/* The same as ft_rebuild_predict if the pass at PASS cleared all usage. */
size_t ft_rebuild_clear(struct ft_rebuild *rebuild, int64_t pass);

/* ---- guess.c ------------------------------------------------------------------- */

/* Returns what one base unit of TRES I costs: CPUs 1, if there are no weights. */
double ft_guess_weight(const struct ft_billing *billing, size_t i);
/* Append what it says of the settings: "with UsageFactor 2 of QOS high (1.99 to 2.01),
 * not 1". */
void ft_guess_tell(const struct ft_rebuild *rebuild,
    const struct ft_guess *guess, struct ft_str *str);

#endif
