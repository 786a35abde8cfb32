/*
 * promise.h - something is handed out once: who was promised how much of it,
 * and how far what was handed out is off.
 *
 * The promise is that of sim/metrics/metrics.h for one window: down the tree, in
 * proportion to shares, among those who want something; nobody is promised more
 * than it wants, and what that leaves goes to its siblings.
 */
#ifndef FT_SIM_METRICS_PROMISE_H
#define FT_SIM_METRICS_PROMISE_H

#include "model/tree/tree.h"

/* What leaves of a tree (each once) want, and are promised; in the same unit,
 * >= 0. */
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
	/* sum of (delivered - promised)^2 over shares of the whole, 0..2; NAN
	   where nothing was delivered or promised */
	double unfairness;
	/* the one with the smallest delivered / promised share, of equals the
	   one that was promised most; n: nobody was promised anything, or
	   nothing is delivered */
	size_t worst;
	double delivered, promised; /* its shares, 0..1 */
};
/* Compare amounts delivered[n] with promised[n], each as shares of its sum. */
void ft_promise_compare(const double *delivered, const double *promised,
    size_t n, struct ft_promise_score *score);

#endif
