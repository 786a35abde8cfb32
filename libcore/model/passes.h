/*
 * passes.h - what a charge adds to usage, booked at decay passes and its end.
 *
 * Passes are `period` apart.  Each multiplies all usage by f^period, f being
 * what one second leaves, then books of every running job the d seconds since
 * the pass before, or since its start, as d x f^d.  The end of a job books the
 * rest likewise; in the same second the pass comes first.  The sum over all
 * passes of a charge is a geometric series, so it costs the same however long
 * the job ran.  Times are seconds since 1970, amounts decayed seconds.
 * Source: man/fairtree.7, DECAY; Slurm's priority/multifactor books so.
 */
#ifndef FT_MODEL_PASSES_H
#define FT_MODEL_PASSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/real.h"
#include "model/usage.h"

struct ft_passes {
	struct ft_decay decay;
	int64_t period; /* > 0 */
	int64_t pass;   /* the last one at now or before */
	int64_t now;
	/* remembered, 0 not known yet */
	double step;      /* f^period */
	double *second;   /* f^d by d, 0..period */
	ft_real *power;   /* step^n by n */
	ft_real rest;     /* 1 - step */
	ft_real log_step; /* its logarithm */
};

/* Passes happen at DECAYED + k * PERIOD for all k.  Free it with _free. */
void ft_passes_init(struct ft_passes *passes, const struct ft_decay *decay,
    int64_t decayed, int64_t period, int64_t now);
void ft_passes_free(struct ft_passes *passes);

/* Returns the time of the last pass at AT or before. */
int64_t ft_passes_last(const struct ft_passes *passes, int64_t at);

/*
 * What the passes after AFTER up to UNTIL, of those up to the last one, booked
 * of a charge from STARTS to ENDS (INT64_MAX: it runs), decayed to the last
 * one.  flat: nothing decays (QOS flag NoDecay).
 */
ft_real ft_passes_booked(struct ft_passes *passes, int64_t starts, int64_t ends,
    int64_t after, int64_t until, bool flat);
/*
 * What the end of the charge booked: into *at_pass (decayed to the last pass)
 * or *since, the other is 0; both 0 if it is later than now.
 */
void ft_passes_end(struct ft_passes *passes, int64_t starts, int64_t ends,
    bool flat, ft_real *at_pass, ft_real *since);

#endif
