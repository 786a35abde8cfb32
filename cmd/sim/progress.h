/*
 * progress.h - a bar on standard error, with the time that is left.
 */
#ifndef FSIM_PROGRESS_H
#define FSIM_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

struct sim_progress {
	FILE *file;          /* NULL: nobody sees it */
	double start, shown; /* seconds of the clock */
	bool drawn;
	/* "3 of 8 points" instead of per cent, if there are any */
	size_t n;
	const char *what; /* "points" */
};

/* It is drawn only if FILE is a terminal and not QUIET. */
void sim_progress_begin(struct sim_progress *progress, FILE *file, bool quiet);
/* done: 0..1.  Cheap: it is drawn now and then. */
void sim_progress_step(struct sim_progress *progress, double done);
void sim_progress_clear(struct sim_progress *progress);

#endif
