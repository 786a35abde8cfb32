/*
 * measure.h - the measures of one replay: the columns of fsim compare and fsim
 * sweep.
 */
#ifndef FT_CMD_FSIM_MEASURE_H
#define FT_CMD_FSIM_MEASURE_H

#include "report/format/column.h"
#include "sim/metrics/metrics.h"

enum fsim_measure_id {
#define MEASURE(id, key, header, decimals, better, member, sentence)           \
	FSIM_MEASURE_##id,
#include "fsim/measure.def"
	FSIM_MEASURES
};

enum fsim_better { FSIM_BETTER_NEITHER, FSIM_BETTER_LOW, FSIM_BETTER_HIGH };

/* The rows by enum fsim_measure_id, which is also their id.  Their record is
 * what fsim_measure fills; own is an enum fsim_better. */
extern const struct ft_column fsim_measures[FSIM_MEASURES + 1];

/* Fill value[FSIM_MEASURES]; NAN where there is nothing to measure. */
void fsim_measure(const struct ft_metrics *metrics, double *value);
/* Returns whether N values of two replays are exactly equal, for a schedule
 * determines them; NAN equals NAN. */
bool fsim_measures_equal(const double *a, const double *b, size_t n);
/* An order of things: lowest value first, then by name, then by index; NAN
 * last. */
struct fsim_place {
	double value;
	const char *name;
	size_t index;
};
void fsim_places_sort(struct fsim_place *place, size_t n);
/* Set *id to the measure KEY (the whole word); the message of FT_EINVAL lists
 * them. */
enum ft_status fsim_measure_find(
    struct ft_word key, size_t *id, struct ft_error *err);

#endif
