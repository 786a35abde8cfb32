/*
 * interval.h - shared by compare and sweep: what several replays are a sample of,
 * and the interval that follows.
 */
#ifndef FT_CMD_FSIM_INTERVAL_H
#define FT_CMD_FSIM_INTERVAL_H

#include "cli/opt.h"
#include "sim/metrics/sample.h"

/* What an interval is about. */
enum fsim_sense {
	FSIM_ONCE,      /* one unit: no interval */
	FSIM_SHAKEN,    /* Student's, over shaken copies of one trace */
	FSIM_RESAMPLED, /* percentiles, over resamplings of one trace */
	FSIM_TRACES,    /* Student's, over traces */
	FSIM_SENSES
};
/* Returns the unit in words: "trace". */
const char *fsim_sense_unit(enum fsim_sense sense);

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
/* Returns the number of resamplings that CONFIDENCE takes. */
unsigned fsim_resamplings_for(double confidence);

#endif
