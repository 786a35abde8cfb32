/*
 * resample.h - other traces made of one: its users or its weeks, drawn with
 * replacement.
 *
 * A trace is cut into units, the jobs of one user or of one week.  As many units
 * as there are, are drawn at random; one may be drawn several times, another
 * never.  Each drawn unit is put into the trace with its submissions moved by
 * whole weeks, so that weekday and hour stay.  Weeks are counted from the first
 * submission.
 *
 * USERS: each drawn unit is moved by its own random number of weeks; what leaves
 * the last week enters the first.  A user who is drawn twice submits both.
 * WEEKS: the drawn weeks follow each other.
 *
 * An incomplete last week (six days and a bit count as a whole one) is
 * left out.  What was recorded about a job's wait is forgotten: it did not wait
 * there.  A job still follows another of its unit if that is before it.
 *
 * Source: Zakay and Feitelson (2013), Workload Resampling for Performance
 * Evaluation of Parallel Job Schedulers, ICPE (independent subtraces of users,
 * recombined with their daily and weekly cycles); Efron (1979), Bootstrap
 * Methods.  How users are drawn and moved is this program's own rule.
 */
#ifndef FT_MODEL_JOB_RESAMPLE_H
#define FT_MODEL_JOB_RESAMPLE_H

#include "model/job/trace.h"

enum ft_resample { FT_RESAMPLE_NONE, FT_RESAMPLE_USERS, FT_RESAMPLE_WEEKS };
#define FT_RESAMPLES "none|users|weeks"

/*
 * Set *units to the number of users or weeks of TRACE.  FT_EINVAL: fewer than
 * two, or no whole week, or more than 10,000 weeks.
 */
enum ft_status ft_trace_units(const struct ft_trace *trace,
    enum ft_resample kind, size_t *units, struct ft_error *err);
/* Resample a trace that ft_trace_units accepts; NONE leaves it as it is. */
void ft_trace_resample(
    struct ft_trace *trace, enum ft_resample kind, struct ft_rng *rng);

#endif
