/*
 * trial.h - one replay with its measures: a cell of a comparison, a point of a
 * sweep.
 */
#ifndef FT_CMD_FSIM_TRIAL_H
#define FT_CMD_FSIM_TRIAL_H

#include "load/research/replay.h"
#include "fsim/generator.h"
#include "fsim/measure.h"
#include "model/job/resample.h"
#include "model/research/estimate.h"
#include "sim/metrics/metrics.h"

struct fsim_trial {
	enum ft_replay_policy policy;
	enum ft_pool_order order;
	uint32_t depth;             /* of easy; 0: not given */
	uint32_t nodes, cpus;       /* as in struct ft_replay */
	struct ft_pool_rules rules; /* likewise; its outages belong to a trace:
				       fsim_source_take */
	const char *outage_file;    /* where they are; NULL: none */
	struct ft_estimate limits;  /* instead of those of the trace */
	struct fsim_generator generator; /* what draws the trace, if it is not
					    read */
	bool usage;                      /* likewise */
	const struct ft_conf *conf;
	struct ft_store *store; /* NULL: the tree is made of the trace alone */
	struct ft_store *blank; /* in memory, as new: for tasks without a store;
				   NULL: they make their own */
	uint32_t cluster;       /* of either */
	bool spend;             /* as in struct ft_replay */
	/* 0: the unmodified trace; else the seed to resample or shake it with */
	uint64_t seed;
	enum ft_resample resample; /* NONE: it is shaken */
	int64_t shake;  /* submit times move by up to so many seconds either
			   way */
	int64_t window; /* of the metrics, seconds; 0: depends on the length
			   of the trace */
	int64_t bound;  /* of slowdown, seconds; 0: FT_METRICS_BOUND */
	int64_t warmup, cooldown; /* of the metrics, seconds */
	bool places, plans;       /* as in struct ft_replay */
	bool fair;                /* find fair start times */
	/* The progress, as in struct ft_replay; returns false to stop. */
	bool (*report)(void *ctx, double done);
	void *ctx;
};

/* Why jobs start first come, first served, whatever the shares and usage. */
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
/* Returns the text: "all weights are 0: first come, first served". */
const char *fsim_first_come_words(enum fsim_first_come cause);

#define FSIM_TRIAL_SHAKE 3600 /* seconds, the default */

/* The result; free it with fsim_result_free. */
struct fsim_result {
	struct ft_replay replay;
	struct ft_metrics metrics;
	double value[FSIM_MEASURES];
};

/*
 * Replay TRACE and measure it.  The trace is varied in place if the trial says
 * so, so each of several trials needs a process of its own (workers.h).  Errors
 * as ft_replay_run.  If report stopped it (result's replay.stopped) there are no
 * metrics.
 */
enum ft_status fsim_trial_run(const struct fsim_trial *trial,
    struct ft_trace *trace, struct fsim_result *result, struct ft_error *err);
/*
 * The same as a worker's task, whoever asked for it: FT_EIO if report stopped it.
 * The stores of TRIAL are spent: the process that forked keeps its own.
 */
enum ft_status fsim_trial_task(const struct fsim_trial *trial,
    struct ft_trace *trace, struct fsim_result *result, struct ft_error *err);
void fsim_result_free(struct fsim_result *result);

#endif
