/*
 * compare.h - fsim compare: the same jobs under two settings.
 *
 * A run is one variant of one trace: each seed shakes or resamples it once for both
 * sides.  With several traces each is a unit, its numbers are the means of its
 * runs; otherwise each run is one.  The differences of the pairs of units are
 * compared.
 */
#ifndef FT_CMD_FSIM_COMPARE_COMPARE_H
#define FT_CMD_FSIM_COMPARE_COMPARE_H

#include "base/map.h"
#include "files/color.h"
#include "report/format/format.h"
#include "sim/metrics/sample.h"
#include "fsim/interval.h"
#include "fsim/source.h"

enum { COMPARE_A, COMPARE_B, COMPARE_SIDES };

/* What is reported for each user and account. */
enum compare_part {
	COMPARE_WAIT,      /* mean, seconds */
	COMPARE_SLOWDOWN,  /* bounded, mean */
	COMPARE_DELIVERED, /* share of all that was delivered */
	COMPARE_PARTS
};
struct compare_part_row {
	const char *key;
	enum fsim_better better;
};
extern const struct compare_part_row compare_parts[COMPARE_PARTS];

struct compare_unit {
	const char *name;
	bool account;
	uint64_t jobs; /* mean of the runs of A; of several traces their sum */
	double *value[COMPARE_PARTS][COMPARE_SIDES]; /* [seeds]; NAN */
};

struct compare {
	struct fsim_source source; /* has the trace; its settings are not
				      used */
	const char *file[COMPARE_SIDES];
	struct ft_conf conf[COMPARE_SIDES];
	char *const *trace; /* [n_trace]: files */
	size_t n_trace;
	/* options */
	enum ft_format_kind format;
	uint64_t seeds;      /* 0: the unmodified trace, once */
	uint64_t seed;       /* the first of them */
	bool shaken, seeded; /* --shake, --seed were given */
	uint64_t processes, top;
	int64_t shake;
	double confidence; /* 0..1 */
	bool quiet, plot;
	const char *svg;       /* file; NULL none */
	struct ft_color color; /* of charts */
	/* results; n: runs of each side, those of a trace together */
	size_t n;
	double *value[FSIM_MEASURES][COMPARE_SIDES]; /* [n] */
	/* of A with the unmodified trace against its real starts; NAN */
	double error;
	bool plain; /* that takes a run of its own */
	struct compare_unit *unit;
	size_t n_unit, cap_unit;
	struct ft_map index; /* index of unit, by "a" or "u" and the name */
	struct ft_arena arena;
};

/* One line of the result: means of both sides, and of the difference B - A. */
struct compare_line {
	/* set by the caller of compare_line_of */
	const char *kind, *name, *metric;
	unsigned char decimals; /* for people, plus 1 */
	double mean[COMPARE_SIDES];
	struct ft_sample difference;
	const char *better; /* "A", "B"; NULL: no significant difference */
};
struct compare_line compare_line_of(const struct compare *compare,
    double *const value[COMPARE_SIDES], enum fsim_better better);
/* The same of the runs of trace I alone. */
struct compare_line compare_line_of_trace(const struct compare *compare,
    size_t i, double *const value[COMPARE_SIDES], enum fsim_better better);
/* Returns the number of units of the whole comparison. */
size_t compare_units(const struct compare *compare);

/* Returns what the intervals are about. */
enum fsim_sense compare_sense(const struct compare *compare);

/* run.c: make all runs. */
enum ft_status compare_run(
    struct compare *compare, bool *interrupted, struct ft_error *err);
void compare_free(void *settings);
/* Returns indices of users or accounts, those who gain most from B first; the
 * caller frees it. */
size_t *compare_order(const struct compare *compare, bool account, size_t *n);

/* effect.c: warn if both sides have the same results.  Returns false, after a
 * message, if no job started on one of them. */
bool compare_judge(const struct compare *compare);

/* compare/print.c */
void compare_print(const struct compare *compare);
/* plot.c: draw on the terminal, and into compare->svg. */
enum ft_status compare_draw(
    const struct compare *compare, struct ft_error *err);

#endif
