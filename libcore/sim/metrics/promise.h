/*
 * promise.h - entitlements when something is divided once, and how far the
 * actual division differs.
 *
 * The entitlement is that of metrics.h for one window: down the tree, in
 * proportion to shares, among those who want something.  Nobody is due more
 * than it wants; the rest goes to its siblings.
 */
#ifndef FT_SIM_METRICS_PROMISE_H
#define FT_SIM_METRICS_PROMISE_H

#include "model/tree/tree.h"

/* Fill norm[tree->n] with shares of the whole tree, 0..1; a user with
 * Fairshare=parent counts as one with a share of 1. */
void ft_promise_norm(const struct ft_tree *tree, double *norm);

/*
 * What leaves of a tree (each once) want and are due, in the same unit, >= 0.
 */
struct ft_claims {
	const uint32_t *leaf; /* [n] */
	const double *wants;  /* [n] */
	double *promised;     /* [n], out */
	size_t n;
};
/* Divide CAPACITY among CLAIMS on TREE. */
void ft_promise_divide(const struct ft_tree *tree, double capacity,
    const struct ft_claims *claims);

struct ft_promise_score {
	/* sum of (delivered - promised)^2, both as shares of the whole: 0..2;
	 * NAN if nothing was delivered or promised */
	double unfairness;
	/* index with the smallest delivered / promised, of equals the one that
	 * was promised most; n: nothing was promised or delivered */
	size_t worst;
	double delivered, promised; /* its shares, 0..1 */
};
/* Compare amounts delivered[n] with promised[n], each as shares of its sum. */
void ft_promise_compare(const double *delivered, const double *promised,
    size_t n, struct ft_promise_score *score);

#endif
