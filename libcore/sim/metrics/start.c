/*
 * start.c - when jobs started: use while jobs were submitted, the order of
 * starts, and how late they were against fair start times.
 */

#include "sim/metrics/private.h"

/* ---- use while jobs were submitted --------------------------------------- */

static double
use_between(const struct metrics_work *work, int64_t from, int64_t to)
{
	const struct ft_trace *trace = work->in->trace;
	double used = 0;

	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_outcome *outcome = &work->in->outcome[i];
		int64_t start = outcome->start, end;

		if (!metrics_started(outcome))
			continue;
		end = metrics_end(work->out, outcome);
		start = start > from ? start : from;
		end = end < to ? end : to;
		if (end > start)
			used += (double)(end - start) * trace->job[i].procs;
	}
	return to > from ? used / ((double)(to - from) * work->out->procs)
			 : (double)NAN;
}

/* ---- the order of starts ------------------------------------------------- */

/* Sort start[n]; returns how many pairs were in descending order. */
static uint64_t
count_inversions(int64_t *start, int64_t *spare, size_t n)
{
	size_t half = n / 2, i = 0, k = half;
	uint64_t count;

	if (n < 2)
		return 0;
	count = count_inversions(start, spare, half) +
		count_inversions(start + half, spare, n - half);
	for (size_t at = 0; at < n; at++)
		if (k == n || (i < half && start[i] <= start[k])) {
			spare[at] = start[i++];
		} else {
			spare[at] = start[k++];
			count += half - i;
		}
	memcpy(start, spare, n * sizeof *start);
	return count;
}

/* ---- fair start times ---------------------------------------------------- */

/* Returns how much later than its fair start time job I started, seconds. */
static int64_t
miss_of(const struct metrics_work *work, size_t i)
{
	int64_t start = work->in->outcome[i].start, fair = work->in->fair[i];

	return fair >= 0 && start > fair ? start - fair : 0;
}

static struct ft_fair_start
fair_starts(const struct metrics_work *work)
{
	size_t n = work->out->all.measured, at = 0, missed = 0;
	struct metrics_key *item FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *item);
	struct metrics_key *spare FT_CLEANUP(ft_free_at) =
	    ft_calloc(n, sizeof *spare);
	uint64_t *key FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *key);
	double sum = 0;

	for (size_t i = 0; i < work->in->trace->n; i++)
		if (metrics_measured(work, i)) {
			int64_t miss = miss_of(work, i);

			sum += (double)miss;
			missed += miss > 0;
			item[at++].key = ft_metrics_key_of((double)miss);
		}
	ft_metrics_sort(item, spare, n);
	for (size_t i = 0; i < n; i++)
		key[i] = item[i].key;
	return (struct ft_fair_start){
		.missed = n ? (double)missed / (double)n : (double)NAN,
		.mean = n ? sum / (double)n : (double)NAN,
		.mean_missed = missed ? sum / (double)missed : (double)NAN,
		.p90 = ft_metrics_ninth(key, n),
	};
}

void
ft_metrics_starts(struct metrics_work *work)
{
	struct ft_metrics *out = work->out;
	size_t n = out->all.measured, at = 0;
	int64_t *start FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *start);
	int64_t *spare FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *spare);

	for (size_t i = 0; i < work->in->trace->n; i++)
		if (metrics_measured(work, i))
			start[at++] = work->in->outcome[i].start;
	out->inversions =
	    n ? (double)count_inversions(start, spare, n) / (double)n
	      : (double)NAN;
	out->utilisation_submit =
	    use_between(work, out->measured_from, out->measured_to);
	out->fair = work->in->fair
			? fair_starts(work)
			: (struct ft_fair_start){ (double)NAN, (double)NAN,
				  (double)NAN, (double)NAN };
}
