/*
 * calibrate.h - fsim calibrate: forecasts of starts as they would have been made in
 * the past of a store, against when jobs really started.
 *
 * verb_calibrate.c reads the command line, run.c makes the forecasts, sum.c sums up
 * how good they were, print.c prints that.
 */
#ifndef FT_CMD_FSIM_CALIBRATE_CALIBRATE_H
#define FT_CMD_FSIM_CALIBRATE_CALIBRATE_H

#include "common/session.h"
#include "report/format/format.h"
#include "sim/forecast/calibration.h"

#define CALIBRATE_WEEK       (7 * INT64_C(86400))
#define CALIBRATE_WEEKS      3 /* with forecasts, that an interval takes */
#define CALIBRATE_DRAWS      1000
#define CALIBRATE_CONFIDENCE 0.95

/* A row, and the interval of its share: NAN if weeks are too few. */
struct calibrate_row {
	struct ft_calibration_row of;
	double low, high;
};

struct calibrate {
	const struct ft_context *context;
	struct ft_session session;
	/* options */
	uint64_t instants, futures, seed;
	enum ft_format_kind format; /* TABLE: text */
	/* what came of it */
	int64_t from, until;              /* between which the instants are */
	struct ft_calibration_case *item; /* in seconds after the instant */
	size_t n, cap;
	uint64_t left_out; /* forecasts of jobs that did not start later */
	uint64_t blind;    /* instants at which nothing could be drawn */
	uint64_t quiet;    /* instants at which no job waited */
	uint64_t present;  /* instants with the settings and the tree of now */
	struct calibrate_row row[FT_CALIBRATION_ROWS];
	uint64_t weeks; /* whole ones that have forecasts */
};

/* Make the forecasts. */
enum ft_status calibrate_run(struct calibrate *calibrate, struct ft_error *err);
/* Fill row and weeks. */
void calibrate_sum_up(struct calibrate *calibrate);
void calibrate_print(const struct calibrate *calibrate);

#endif
