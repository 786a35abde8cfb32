#include "sim/metrics/promise.h"

#include "sim/metrics/private.h"

void
ft_promise_divide(
    const struct ft_tree *tree, double capacity, const struct ft_claims *claims)
{
	struct metrics_due *due = ft_metrics_due_new(tree);

	ft_metrics_divide(due, capacity, claims);
	ft_metrics_due_free(due);
}

/* Fill share[n] with amount[n] scaled to a sum of 1; returns the sum of the
 * amounts. */
static double
shares_of(const double *amount, size_t n, double *share)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += amount[i];
	for (size_t i = 0; i < n; i++)
		share[i] = sum > 0 ? amount[i] / sum : 0;
	return sum;
}

static void
find_worst(const double *delivered, const double *promised, size_t n,
    struct ft_promise_score *score)
{
	double least = (double)INFINITY;

	for (size_t i = 0; i < n; i++) {
		double part = promised[i] > 0 ? delivered[i] / promised[i]
					      : (double)INFINITY;

		if (part > least ||
		    (part >= least && promised[i] <= score->promised))
			continue;
		least = part;
		score->worst = i;
		score->delivered = delivered[i];
		score->promised = promised[i];
	}
}

void
ft_promise_compare(const double *delivered, const double *promised, size_t n,
    struct ft_promise_score *score)
{
	double *got FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *got);
	double *due FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *due);
	struct ft_fairness fairness;

	*score =
	    (struct ft_promise_score){ .unfairness = (double)NAN, .worst = n };
	if (shares_of(delivered, n, got) > 0 &&
	    shares_of(promised, n, due) > 0) {
		ft_metrics_fairness(&fairness, got, due, n);
		score->unfairness = fairness.unfairness;
		find_worst(got, due, n, score);
	}
}
