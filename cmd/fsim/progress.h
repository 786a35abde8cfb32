/*
 * progress.h - a progress bar on standard error, with the remaining time.
 */
#ifndef FT_CMD_FSIM_PROGRESS_H
#define FT_CMD_FSIM_PROGRESS_H

#include "base/base.h"

struct fsim_progress {
	FILE *file;          /* NULL: no terminal */
	double start, shown; /* seconds of the clock */
	bool drawn;
};

/* Draw it only if FILE is a terminal and not QUIET. */
void fsim_progress_begin(
    struct fsim_progress *progress, FILE *file, bool quiet);
/* Returns whether it is time to draw it again; cheap. */
bool fsim_progress_due(struct fsim_progress *progress);
/* Draw it.  done: 0..1; words: text of the progress, NULL: per cent. */
void fsim_progress_draw(
    struct fsim_progress *progress, double done, const char *words);
void fsim_progress_clear(struct fsim_progress *progress);

#endif
