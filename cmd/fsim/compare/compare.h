/*
 * compare.h - fsim compare: the same jobs under two settings.
 *
 * Each seed shakes the trace once for both sides; the differences of these
 * pairs are compared.
 */
#ifndef FT_CMD_FSIM_COMPARE_COMPARE_H
#define FT_CMD_FSIM_COMPARE_COMPARE_H

#include "base/map.h"
#include "files/color.h"
#include "report/format/format.h"
#include "sim/metrics/sample.h"
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

/* A user or an account. */
struct compare_unit {
	const char *name;
	bool account;
	uint64_t jobs;
	double *value[COMPARE_PARTS][COMPARE_SIDES]; /* [seeds]; NAN */
};

struct compare {
	struct fsim_source source; /* has the trace; its settings are not
				      used */
	const char *file[COMPARE_SIDES];
	struct ft_conf conf[COMPARE_SIDES];
	/* options */
	enum ft_format_kind format;
	uint64_t seeds; /* 0: the unmodified trace, once */
	uint64_t processes, top;
	int64_t shake;
	double confidence; /* 0..1 */
	bool quiet, plot;
	const char *svg;       /* file; NULL none */
	struct ft_color color; /* of charts */
	/* results; n: of each side */
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

/* run.c: make all runs.  *failed: runs without a result. */
enum ft_status compare_run(struct compare *compare, bool *interrupted,
    size_t *failed, struct ft_error *err);
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
