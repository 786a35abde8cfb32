/*
 * dist.h - distributions of whole numbers: how long jobs run, how big they are.
 *
 * Grammar (VALUE: see enum ft_dist_unit):
 *
 *     600                          always this
 *     60..3600                     any of these, equally often
 *     1:60%,2..8:30%,16:10%        one of these; parts add up to 100%
 *     exponential:MEAN[,LOW..HIGH]        values outside are drawn again
 *     lognormal:MEDIAN,SIGMA[,LOW..HIGH]  exp(N(ln MEDIAN, SIGMA))
 *
 * Numbers are a pure function of the random stream and the same on every
 * machine: logarithm and exponential are made of additions and multiplications
 * here, since those of C libraries differ in the last bit.
 */
#ifndef FT_MODEL_SYNTHETIC_DIST_H
#define FT_MODEL_SYNTHETIC_DIST_H

#include "base/rng.h"

/* What a VALUE is; numbers are of the unit named. */
enum ft_dist_unit {
	FT_DIST_COUNT,   /* 16 */
	FT_DIST_SECONDS, /* 90, 90s, 5m, 2h, 1d, 1:30 (min:s), 2-00:00:00 */
	FT_DIST_MINUTES, /* a time limit as Slurm writes it: 90, 1:30:00, 2-0 */
	FT_DIST_MEMORY   /* MiB: 500, 500M, 4G, 1T; 2048K */
};

enum ft_dist_kind { FT_DIST_ITEMS, FT_DIST_EXPONENTIAL, FT_DIST_LOGNORMAL };

#define FT_DIST_MAX      INT64_C(1000000000000) /* of a value */
#define FT_DIST_ITEM_MAX 16

struct ft_dist_item {
	int64_t low, high;
	uint32_t part; /* of the whole, in millionths, up to here */
};

struct ft_dist {
	enum ft_dist_kind kind;
	double middle;     /* mean or median */
	double sigma;      /* lognormal */
	int64_t low, high; /* bounds of what is drawn */
	size_t n_item;
	struct ft_dist_item item[FT_DIST_ITEM_MAX];
};

/* The kind of numbers expected; low: the smallest valid one. */
struct ft_dist_want {
	enum ft_dist_unit unit;
	int64_t low;
};
/*
 * Parse TEXT into DIST.
 * FT_EPARSE: text says what is wrong; *column: where, from 0.
 */
enum ft_status ft_dist_parse(struct ft_dist *dist, const char *text,
    struct ft_dist_want want, size_t *column, struct ft_error *err);
/* Returns a value of low..high of DIST. */
int64_t ft_dist_draw(const struct ft_dist *dist, struct ft_rng *rng);

/* Parse one VALUE, the whole text; false: it is none, or above FT_DIST_MAX. */
bool ft_dist_value(
    const char *text, size_t len, enum ft_dist_unit unit, int64_t *value);

/* Parse "12.5%", all LEN bytes, into millionths of the whole: 1..1000000. */
bool ft_dist_part(const char *text, size_t len, uint32_t *part);

/* The same on every machine.  log: x > 0, finite; exp: |x| < 700. */
double ft_dist_log(double x);
double ft_dist_exp(double x);
/* Exponential with mean 1, > 0. */
double ft_dist_exponential(struct ft_rng *rng);
/* Gamma with mean SHAPE * SCALE; SHAPE >= 1. */
double ft_dist_gamma(struct ft_rng *rng, double shape, double scale);
/* Returns the probability that such a number is below X >= 0. */
double ft_dist_gamma_below(double x, double shape, double scale);

#endif
