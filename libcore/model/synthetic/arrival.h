/*
 * arrival.h - when jobs arrive: `fbatch --arrival SPEC`, Arrival=SPEC.
 *
 * SPEC (TIME: 90, 90s, 5m, 2h, 1d, 1:30, 2-00:00:00; bare numbers seconds):
 *
 *     once                     all at the beginning
 *     every:TIME               one each TIME, the first at the beginning
 *     poisson:TIME             gaps are exponential with this mean
 *     uniform:TIME             anywhere in this time from the beginning on,
 *                              in order
 *     burst:N,TIME             N at once, then the next N; gaps between bursts
 *                              are exponential with this mean
 *     daily:TIME[,H-H[,TIMES]] as poisson over a week, but on Monday to Friday
 *                              from hour H to H (9-18) TIMES (5) as often as
 *                              at other hours; local time
 *
 * Pure functions of the random stream.  Whole seconds; ascending.
 */
#ifndef FT_MODEL_SYNTHETIC_ARRIVAL_H
#define FT_MODEL_SYNTHETIC_ARRIVAL_H

#include "base/rng.h"

enum ft_arrival_kind {
	FT_ARRIVAL_ONCE,
	FT_ARRIVAL_EVERY,
	FT_ARRIVAL_POISSON,
	FT_ARRIVAL_UNIFORM,
	FT_ARRIVAL_BURST,
	FT_ARRIVAL_DAILY
};

struct ft_arrival {
	enum ft_arrival_kind kind;
	int64_t time;      /* seconds: between arrivals, or the whole span */
	uint32_t burst;    /* jobs */
	uint32_t from, to; /* hours of the day, from < to <= 24 */
	uint32_t times;    /* how much busier these hours are */
};

/* All at once. */
void ft_arrival_init(struct ft_arrival *arrival);
/*
 * Parse TEXT into ARRIVAL.  FT_EPARSE: the message says what is wrong;
 * *column (may be NULL): where, from 0.
 */
enum ft_status ft_arrival_parse(struct ft_arrival *arrival, const char *text,
    size_t *column, struct ft_error *err);
/*
 * Fill at[n], ascending, with times from START (seconds since 1970) on; the
 * caller's.  Times do not pass the year 9999.
 */
void ft_arrival_times(const struct ft_arrival *arrival, struct ft_rng *rng,
    int64_t start, int64_t *at, size_t n);

#endif
