/*
 * sample.h - a few numbers that are a sample: their mean, and how far it can be
 * trusted.
 *
 * When two settings are tried on the same N shaken traces, the N differences
 * count: what the traces have in common cancels out.
 * Source: Student (1908), The Probable Error of a Mean; Abramowitz and Stegun,
 * Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
 */
#ifndef FT_SIM_METRICS_SAMPLE_H
#define FT_SIM_METRICS_SAMPLE_H

#include "base/base.h"

struct ft_sample {
	size_t n;         /* numbers that were given; NANs are left out */
	double mean;      /* NAN if n is 0 */
	double deviation; /* of the sample (n - 1); NAN if n < 2 */
	double half;      /* half width of the interval; NAN if n < 2, and of
	                     percentiles */
	double low, high; /* the interval; NAN if there is none */
};

/*
 * The mean of value[n] and its confidence interval, mean - half .. mean + half:
 * half = t * deviation / sqrt(n), where t is Student's quantile of n - 1
 * degrees of freedom at (1 + confidence) / 2.
 * confidence: 0..1 exclusive, 0.95 for 95 %.
 */
struct ft_sample ft_sample_of(const double *value, size_t n, double confidence);

/*
 * The mean of value[n], the same statistic on N resamplings of one sample, and its
 * percentile interval: between low and high lie the middle CONFIDENCE of them.
 * Percentiles are interpolated linearly, at (n - 1) * p from the smallest.  No
 * interval if each tail has fewer than one of the values: 95 % takes 40.
 * Source: Efron (1979); Hyndman and Fan (1996), definition 7.
 */
struct ft_sample ft_sample_of_resamplings(
    const double *value, size_t n, double confidence);

#endif
