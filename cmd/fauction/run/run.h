/*
 * run.h - fauction run: experiments on samples, and their results.
 */
#ifndef FT_CMD_FAUCTION_RUN_RUN_H
#define FT_CMD_FAUCTION_RUN_RUN_H

#include "fauction/fauction.h"
#include "fauction/show.h"
#include "report/format/column.h"

enum run_field {
#define RUN_FIELD(id, ...) RUN_##id,
#include "fauction/run/run.def"
#undef RUN_FIELD
	RUN_FIELDS
};
extern const struct ft_column run_fields[RUN_FIELDS + 1];

#define RUN_EXPERIMENTS 32 /* at once */

/* One experiment on one sample, or the means of all samples. */
struct run_row {
	const struct fauction_experiment *experiment;
	uint64_t sample; /* 0: means */
	/* by field, JOBS to OVER; means are in mean */
	int64_t count[RUN_FIELDS];
	double mean[RUN_FIELDS];
	double ratio; /* NAN: no winner, or all bids are 0 */
	double efficiency;
};

struct run {
	const struct ft_context *context;
	struct fauction_source source;
	struct fauction_show show;
	/* options */
	struct fauction_experiment experiment[RUN_EXPERIMENTS];
	size_t n;
	int allocator, bid, unit, payment, greedy; /* index; -1: not given */
	bool chosen;                               /* with --experiment */
	bool each, no_header;
	uint64_t jobs; /* list the jobs of this sample; 0 none */
	const char *format;
	struct ft_columns fields;
	/* results: sample by sample, then the means */
	struct run_row *row;
	size_t n_row;
};

/* Play all experiments on all samples. */
enum ft_status run_play(struct run *run, struct ft_error *err);
/* Returns the means, one row per experiment. */
const struct run_row *run_means(const struct run *run);

void run_print(const struct run *run);
enum ft_status run_draw(const struct run *run, struct ft_error *err);
/* Print which jobs win in one sample, and what they pay. */
enum ft_status run_jobs(const struct run *run, struct ft_error *err);

#endif
