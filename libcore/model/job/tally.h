/*
 * tally.h - what the controller counts of jobs and of its schedulers, since the
 * last midnight UTC or since somebody reset it.  Source: sdiag(1); case
 * l71-sdiag-counters.
 */
#ifndef FT_MODEL_JOB_TALLY_H
#define FT_MODEL_JOB_TALLY_H

#include "base/base.h"

struct ft_tally {
	int64_t since; /* time; 0: of no day yet */
#define FT_TALLY(member, reset) uint64_t member;
#include "model/job/tally.def"
};

/* Begin the counters of another day, if NOW is in one; returns TALLY. */
struct ft_tally *ft_tally_now(struct ft_tally *tally, int64_t now);
/* Somebody resets them. */
void ft_tally_reset(struct ft_tally *tally, int64_t now);

#endif
