/*
 * decaypass.h - what a charge adds to usage, at decay passes and at its end.
 *
 * Passes are `period` seconds apart.  Each multiplies all usage by f^period,
 * where f is the fraction that one second leaves.  Then it charges every
 * running job for the d seconds since the pass before, or since the job's
 * start: d x f^d.  The end of a job charges the rest in the same way; if both
 * are in the same second, the pass comes first.  The sum over all passes of a
 * charge is a geometric series, so computing it takes as long for a long job as
 * for a short one.
 *
 * Settings may change.  A pass applies the current ones to all of the time
 * since the pass before, so eras meet at passes, and a charge that spans
 * several eras is the sum of its pieces.  The end of a job, between passes,
 * applies the settings of that moment.  Times are seconds since 1970, amounts
 * are decayed seconds.  Source: man/fairtree.7, DECAY; oracle cases j05 and
 * z90.
 */
#ifndef FT_MODEL_TREE_DECAYPASS_H
#define FT_MODEL_TREE_DECAYPASS_H

#include "base/text/real.h"
#include "model/tree/usage.h"

/* One era on the pass grid. */
struct ft_stretch {
	struct ft_decay decay;
	int64_t period;  /* > 0 */
	int64_t anchor;  /* passes are at anchor + k * period */
	int64_t after;   /* the last pass of the era before; INT64_MIN: none */
	int64_t pass;    /* its own last pass, at `now` or before */
	int64_t changed; /* these settings apply to jobs that ended by then */
	double step;     /* f^period */
	double *second;  /* f^d by d, 0..period; computed on first use */
	ft_real *power;  /* step^n by n; likewise */
	int64_t far; /* the last n asked for that is too large for `power` */
	ft_real far_power; /* step^far */
	ft_real rest;      /* 1 - step */
	ft_real log_step;  /* logarithm of step */
	ft_real whole; /* what all its passes leave of 1; not for the first */
};

struct ft_decay_passes {
	struct ft_stretch *stretch; /* of all eras, oldest first */
	size_t n;                   /* how many have begun */
	size_t n_era;               /* how many there are */
	int64_t pass;               /* the last pass at `now` or before */
	int64_t now;
};

/*
 * Set PASSES to the passes of ERA[n], oldest first, n > 0, up to NOW.  The last
 * era has no end yet: its `ends` is the time of any of its passes.  Eras that
 * begin at NOW or later are ignored.
 */
void ft_decay_passes_init(struct ft_decay_passes *passes,
    const struct ft_era *era, size_t n, int64_t now);
void ft_decay_passes_free(struct ft_decay_passes *passes);
/* Let PASSES end at NOW instead, earlier or later. */
void ft_decay_passes_move(struct ft_decay_passes *passes, int64_t now);

/* Returns the time of the last pass at AT or before. */
int64_t ft_decay_passes_last(const struct ft_decay_passes *passes, int64_t at);

/*
 * Returns the fraction of usage booked at AT that is left at the last pass.
 * kept, here and below: [passes->n_era], whether nothing decays in that era (a
 * QOS with NoDecay); NULL: it always does.
 */
ft_real ft_decay_passes_left(
    struct ft_decay_passes *passes, int64_t at, const bool *kept);

/* A piece of a charge. */
struct ft_piece {
	int64_t starts, ends; /* of the charge; ends INT64_MAX: it runs */
	int64_t after, until; /* only its passes in (after, until] */
};
/* Returns what the passes of PIECE up to the last pass charged, decayed to the
 * last pass. */
ft_real ft_decay_passes_booked(struct ft_decay_passes *passes,
    const struct ft_piece *piece, const bool *kept);
/*
 * Compute what the end of the job charged.  If it was before the last pass,
 * *at_pass becomes that amount, decayed to the last pass; if after it, *since
 * does.  The other one becomes 0; both if the end is later than now.
 */
void ft_decay_passes_end(struct ft_decay_passes *passes,
    const struct ft_piece *piece, const bool *kept, ft_real *at_pass,
    ft_real *since);

/*
 * The store sums up usage at folds: the first pass of each hour of UTC.  Which
 * passes are folds follows from the eras alone, and adding eras later does not
 * change it.  Returns the first fold after AT ...
 */
#define FT_FOLD_SECONDS 3600
int64_t ft_decay_fold_after(const struct ft_decay_passes *passes, int64_t at);
/* ... or the last fold at AT or before; INT64_MIN: there is none. */
int64_t ft_decay_fold_last(const struct ft_decay_passes *passes, int64_t at);

#endif
