/*
 * progress.h - a bar on standard error, with the time that is left.
 */
#ifndef FT_CMD_FSIM_PROGRESS_H
#define FT_CMD_FSIM_PROGRESS_H

#include "base/base.h"

struct sim_progress {
	FILE *file;          /* NULL: nobody sees it */
	double start, shown; /* seconds of the clock */
	bool drawn;
};

/* It is drawn only if FILE is a terminal and not QUIET. */
void sim_progress_begin(struct sim_progress *progress, FILE *file, bool quiet);
/* Whether it is time to draw it again; cheap. */
bool sim_progress_due(struct sim_progress *progress);
/* Draw it.  done: 0..1; words: how far that is, NULL: per cent. */
void sim_progress_draw(
    struct sim_progress *progress, double done, const char *words);
void sim_progress_clear(struct sim_progress *progress);

#endif
