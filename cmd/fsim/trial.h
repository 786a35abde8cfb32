/*
 * trial.h - one replay and what it was worth: a cell of a comparison, a point
 * of a sweep.
 */
#ifndef FT_CMD_FSIM_TRIAL_H
#define FT_CMD_FSIM_TRIAL_H

#include "load/research/replay.h"
#include "fsim/measure.h"
#include "sim/metrics/metrics.h"

struct fsim_trial {
	enum ft_replay_policy policy;
	enum ft_pool_order order;
	uint32_t nodes, cpus; /* as in struct ft_replay */
	const struct ft_conf *conf;
	struct ft_store *store; /* NULL: of the trace alone */
	uint32_t cluster;
	/* 0: the trace as it is; else it is shaken by this seed */
	uint64_t seed;
	int64_t shake;  /* seconds, either way */
	int64_t window; /* seconds, of the metrics; 0: as the trace is long */
	/* How far it is, as in struct ft_replay: false ends it. */
	bool (*tell)(void *ctx, double done);
	void *ctx;
};

/* Why jobs start first come, first served, whatever shares and usage are. */
enum fsim_first_come {
	FSIM_FAIR, /* they do not */
	FSIM_ORDER_SUBMIT,
	FSIM_PRIORITY_BASIC,
	FSIM_NO_WEIGHTS,
	FSIM_AGE_ALONE,
	FSIM_FIRST_COME_CAUSES
};
enum fsim_first_come fsim_trial_first_come(
    const struct fsim_trial *trial, const struct ft_conf *conf);
/* Returns the words: "all weights are 0: first come, first served". */
const char *fsim_first_come_words(enum fsim_first_come cause);

#define FSIM_TRIAL_SHAKE 3600 /* seconds, where none are said */

/* What became of it; the caller's, fsim_result_free it. */
struct fsim_result {
	struct ft_replay replay;
	struct ft_metrics metrics;
	double value[FSIM_MEASURES];
};

/*
 * Replay TRACE and measure it; it is shaken where it stands if the trial says so:
 * who makes several trials makes each in a process of its own (workers.h).
 * FT_EINVAL, FT_ENOENT as ft_replay_run.  If tell ended it (result's
 * replay.stopped) there are no metrics.
 */
enum ft_status fsim_trial_run(const struct fsim_trial *trial,
    struct ft_trace *trace, struct fsim_result *result, struct ft_error *err);
/* The same as a worker's task, whoever asked for it: FT_EIO if tell ended it. */
enum ft_status fsim_trial_task(const struct fsim_trial *trial,
    struct ft_trace *trace, struct fsim_result *result, struct ft_error *err);
void fsim_result_free(struct fsim_result *result);

#endif
