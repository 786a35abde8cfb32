/*
 * clock.h - the clock and the medians of the measuring programs; libc only.
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdlib.h>
#include <time.h>

static inline double
bench_now(void) /* seconds */
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double
bench_ms(void)
{
	return bench_now() * 1e3;
}

static inline int
bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sort the times and return the middle one. */
static inline double
bench_median(double *times, int n)
{
	qsort(times, (size_t)n, sizeof *times, bench_compare);
	return times[n / 2];
}

#endif
