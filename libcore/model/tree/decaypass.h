/*
 * decaypass.h - what a charge adds to usage, at decay passes and at its end.
 *
 * Passes are `period` seconds apart.  Each multiplies all usage by f^period, f
 * being the fraction that one second leaves, then charges every running job for
 * the d seconds since the pass before, or since its start, as d x f^d.  The end
 * of a job charges the rest likewise; in the same second the pass comes first.
 * The sum over all
 * passes of a charge is a geometric series, so it costs the same however long
 * the job ran.
 *
 * Settings may change.  A pass applies the current ones to all of the time since
 * the pass before, so eras meet at passes and a charge that spans several is the
 * sum of its pieces; the end of a job, between passes, applies the settings of
 * that moment.  Times are seconds since 1970, amounts decayed seconds.
 * Source: man/fairtree.7, DECAY; oracle cases j05 and z90.
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
	int64_t pass;    /* its own last one, at `now` or before */
	int64_t changed; /* jobs that ended up to then used these settings */
	double step;     /* f^period */
	double *second;  /* f^d by d, 0..period; computed on first use */
	ft_real *power;  /* step^n by n, likewise */
	int64_t far;     /* the last n that is not in `power`, */
	ft_real far_power; /* and step^far */
	ft_real rest;      /* 1 - step */
	ft_real log_step;  /* logarithm of step */
	ft_real whole; /* what all its passes leave of 1; unless the first */
};

struct ft_decay_passes {
	struct ft_stretch *stretch; /* oldest first */
	size_t n;                   /* those that have begun */
	size_t n_era;               /* all */
	int64_t pass;               /* the last one at now or before */
	int64_t now;
};

/*
 * The passes of ERA[n], oldest first, n > 0, up to NOW.  The last era has no
 * end yet: its `ends` is the time of any of its passes.  Eras that begin at NOW
 * or later do not count.  Free it with _free.
 */
void ft_decay_passes_init(struct ft_decay_passes *passes,
    const struct ft_era *era, size_t n, int64_t now);
void ft_decay_passes_free(struct ft_decay_passes *passes);
/* From now on they end at NOW. */
void ft_decay_passes_move(struct ft_decay_passes *passes, int64_t now);

/* Returns the time of the last pass at AT or before. */
int64_t ft_decay_passes_last(const struct ft_decay_passes *passes, int64_t at);

/*
 * Returns the fraction of usage at AT that is left at the last pass.  kept, here
 * and below: the stretches in which nothing decays, [passes->n_era]; NULL: none.
 */
ft_real ft_decay_passes_left(
    struct ft_decay_passes *passes, int64_t at, const bool *kept);

/* A piece of a charge. */
struct ft_piece {
	int64_t starts, ends; /* of the charge; ends INT64_MAX: it runs */
	int64_t after, until; /* passes after the one and up to the other */
};
/* What the passes of PIECE, up to the last one, charged, decayed to the last
 * one. */
ft_real ft_decay_passes_booked(struct ft_decay_passes *passes,
    const struct ft_piece *piece, const bool *kept);
/*
 * What the end of the job charged: into *at_pass (decayed to the last pass)
 * or *since, the other is 0; both 0 if it is later than now.
 */
void ft_decay_passes_end(struct ft_decay_passes *passes,
    const struct ft_piece *piece, const bool *kept, ft_real *at_pass,
    ft_real *since);

/*
 * Usage is summed up at folds: the first pass of each hour (of UTC).  Which passes
 * they are follows from the eras alone, and eras that end later change none of
 * them.  Returns the first fold after AT ...
 */
#define FT_FOLD_SECONDS 3600
int64_t ft_decay_fold_after(const struct ft_decay_passes *passes, int64_t at);
/* ... or the last one at AT or before; INT64_MIN: none is known. */
int64_t ft_decay_fold_last(const struct ft_decay_passes *passes, int64_t at);

#endif
