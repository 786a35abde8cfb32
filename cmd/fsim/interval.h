/*
 * interval.h - shared by compare, sweep and solve: what several replays are a sample
 * of, and the interval that follows.
 */
#ifndef FT_CMD_FSIM_INTERVAL_H
#define FT_CMD_FSIM_INTERVAL_H

#include "cli/opt.h"
#include "fsim/measure.h"
#include "model/job/resample.h"
#include "sim/metrics/sample.h"

/* What an interval is about. */
enum fsim_sense {
	FSIM_ONCE,      /* one unit: no interval */
	FSIM_SHAKEN,    /* Student's, over shaken copies of one trace */
	FSIM_RESAMPLED, /* percentiles, over resamplings of one trace */
	FSIM_TRACES,    /* Student's, over traces */
	FSIM_SENSES
};
#define FSIM_RESAMPLINGS 200 /* copies of a trace, unless a number is given */
/* Returns the unit in words: "trace". */
const char *fsim_sense_unit(enum fsim_sense sense);
/* Returns what COPIES of each of so many TRACES are: varied by RESAMPLE, or shaken
 * if that is NONE.  0 copies: each trace as it is, once. */
enum fsim_sense fsim_sense_of(
    size_t traces, uint64_t copies, enum ft_resample resample);
/* Returns what is drawn, "user" or "week"; NULL if nothing is. */
const char *fsim_drawn(enum ft_resample resample);
/* Append a paragraph about intervals of at most N units each; DRAWN as above. */
void fsim_sense_add(struct ft_str *str, enum fsim_sense sense,
    const char *drawn, size_t n, double confidence);

/* MEMBER: an enum ft_resample of the verb's settings. */
#define FSIM_RESAMPLE_OPTION(member)                                           \
	{                                                                      \
		0, "resample", FT_RESAMPLES,                                   \
		    "instead of shaking: draw users, or whole weeks, with "    \
		    "replacement, and keep their weekdays and hours",          \
		    FT_INTO_CHOICE(member)                                     \
	}
/* MEMBER: a double of the verb's settings, 0..1. */
#define FSIM_CONFIDENCE_OPTION(member)                                         \
	{                                                                      \
		0, "confidence", "PERCENT",                                    \
		    "confidence level of the intervals (default 95)",          \
		    FT_INTO_CALL_AT(fsim_set_confidence, member)               \
	}
#define FSIM_CONFIDENCE 0.95
enum ft_status fsim_set_confidence(const struct ft_opt_use *use);

/* Returns the mean of value[n] with the interval of SENSE. */
struct ft_sample fsim_sample_of(
    enum fsim_sense sense, const double *value, size_t n, double confidence);
/* The same of the differences b[n] - a[n] of pairs; one with a NAN is left out. */
struct ft_sample fsim_difference_of(enum fsim_sense sense, const double *a,
    const double *b, size_t n, double confidence);
/*
 * Returns 1 if B is better, -1 if A is, by DIFFERENCE of UNITS pairs; 0: neither,
 * or nobody knows.  One pair is what it is; the interval of several must not
 * include 0.
 */
int fsim_better_of(
    const struct ft_sample *difference, size_t units, enum fsim_better better);
/* Fill value[units] with the means of OF[n], n / units numbers for each; NANs are
 * left out. */
void fsim_merge(double *value, size_t units, const double *of, size_t n);
/* Returns the number of resamplings that CONFIDENCE takes. */
unsigned fsim_resamplings_for(double confidence);

#endif
