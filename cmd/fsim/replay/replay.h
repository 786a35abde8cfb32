/*
 * replay.h - fsim replay: what its files share.
 */
#ifndef FT_CMD_FSIM_REPLAY_REPLAY_H
#define FT_CMD_FSIM_REPLAY_REPLAY_H

#include "report/format/format.h"
#include "report/chart/metrics.h"
#include "fsim/look.h"
#include "fsim/source.h"
#include "fsim/trial.h"
#include "sim/metrics/error.h"

/* The tables to print; bits. */
enum replay_table { REPLAY_USERS = 1, REPLAY_ACCOUNTS = 2, REPLAY_WINDOWS = 4 };

struct fsim_replay {
	const struct ft_context *context;
	struct fsim_source source;
	/* options */
	const char *file; /* of the trace */
	const char *jobs_out, *batsim_out, *svg, *gantt_file;
	uint64_t seed;
	int64_t shake, window; /* seconds */
	bool shaken, seeded;   /* --shake, --seed were given */
	unsigned tables;       /* enum replay_table */
	unsigned charts;       /* bits 1 << enum ft_metrics_chart; 0: the usual
			    ones */
	bool plot, gantt, quiet, plans;
	bool verify; /* compare with the real starts */
	struct fsim_look look;
	enum ft_format_kind format;
	/* at work */
	struct fsim_result result;
};

/* ---- replay/print.c ------------------------------------------------------ */

/* Print the result in the requested format. */
void fsim_replay_print(const struct fsim_replay *replay);
/* Fill CHARTS (free them) with the requested ones, or USUAL (bits) if none are
 * named; returns how many. */
size_t fsim_replay_charts(const struct fsim_replay *replay, unsigned usual,
    struct ft_metrics_charts *charts);
/* ---- replay/gantt.c ------------------------------------------------------ */

struct fsim_gantt {
	struct ft_chart chart;
	struct ft_chart_use *use;
	size_t n, cap;
};
/* GANTT is to be freed; it borrows names of REPLAY. */
void fsim_gantt_init(
    struct fsim_gantt *gantt, const struct fsim_replay *replay);
void fsim_gantt_free(struct fsim_gantt *gantt);

/* Returns whether any job started; if not, ERR says why. */
bool fsim_replay_started(
    const struct fsim_replay *replay, struct ft_error *err);

/* ---- replay/verify.c ----------------------------------------------------- */

/* Print how far the replay is from what really happened. */
void fsim_verify_print(const struct fsim_replay *replay);

/* ---- replay/files.c ------------------------------------------------------ */

/* Write the files of --jobs-out and --svg. */
enum ft_status fsim_replay_files(
    const struct fsim_replay *replay, struct ft_error *err);

#endif
