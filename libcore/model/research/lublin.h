/*
 * lublin.h - sizes, run times and arrivals of rigid jobs after Lublin and
 * Feitelson.
 *
 * Source: U. Lublin, D. G. Feitelson, The workload on parallel supercomputers:
 * modeling the characteristics of rigid jobs, JPDC 63(11), 2003.  Logarithms
 * are natural unless they are said to be of 2.
 */
#ifndef FT_MODEL_RESEARCH_LUBLIN_H
#define FT_MODEL_RESEARCH_LUBLIN_H

#include "base/rng.h"

enum ft_lublin_class {
#define LUBLIN(id, ...) FT_LUBLIN_##id,
#include "model/research/lublin.def"
	FT_LUBLIN_CLASSES
};

#define FT_LUBLIN_BUCKETS 48 /* of half an hour: a day */

struct ft_lublin {
	const char *word; /* of options */
	/* sizes: parts of all jobs with one processor and with a power of two;
	 * the others are 2^x, x uniform in low..medium with probability
	 * low_part, else in medium..high */
	double serial, pow2, low, medium, high, low_part;
	/* the logarithm of the run time: Gamma(a1, b1) with probability
	 * slope * processors + level, else Gamma(a2, b2) */
	double a1, b1, a2, b2, slope, level;
	/* the logarithm of a gap: Gamma(a_gap * rush, b_gap); the cycle of a
	 * day: Gamma(a_day, b_day) */
	double a_gap, b_gap, a_day, b_day, rush;
};
extern const struct ft_lublin ft_lublins[FT_LUBLIN_CLASSES];

/* Draw the processors of a job on a machine of PROCS > 0: 1..PROCS. */
uint32_t ft_lublin_size(
    const struct ft_lublin *model, uint32_t procs, struct ft_rng *rng);
/* Draw the run time of a job of SIZE processors: 1..162754 seconds. */
int64_t ft_lublin_run(
    const struct ft_lublin *model, uint32_t size, struct ft_rng *rng);

/* When jobs arrive: seconds since midnight of the first day. */
struct ft_lublin_clock {
	const struct ft_lublin *model;
	double weight[FT_LUBLIN_BUCKETS]; /* of each half hour, mean 1 */
	double points;                    /* of the gap, not yet spent */
	double rest; /* part of the half hour that has passed */
	double time;
	uint32_t bucket;
};

void ft_lublin_clock_init(
    struct ft_lublin_clock *clock, const struct ft_lublin *model);
/* Draw the next gap and move the clock by it; returns the time. */
double ft_lublin_arrive(struct ft_lublin_clock *clock, struct ft_rng *rng);

#endif
