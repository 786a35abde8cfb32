#include "model/research/outage.h"

void
ft_outages_free(struct ft_outages *outages)
{
	ft_free(outages->item);
	ft_arena_clear(&outages->arena);
	*outages = (struct ft_outages){ 0 };
}

static int
by_start(const void *a, const void *b)
{
	const struct ft_outage *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

void
ft_outages_sort(struct ft_outages *outages)
{
	if (outages->n)
		qsort(
		    outages->item, outages->n, sizeof *outages->item, by_start);
}

/* Processors leave or come back. */
struct edge {
	int64_t at;
	int64_t procs;
};

static int
by_time(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

double
ft_outages_lost(const struct ft_outage *outage, size_t n, uint32_t procs,
    const int64_t span[2])
{
	struct edge *edge = ft_calloc(2 * n + 1, sizeof *edge);
	size_t edges = 0;
	int64_t away = 0;
	double lost = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t from =
		    outage[i].start > span[0] ? outage[i].start : span[0];
		int64_t to = outage[i].end < span[1] ? outage[i].end : span[1];

		if (from >= to)
			continue;
		edge[edges++] = (struct edge){ from, outage[i].procs };
		edge[edges++] = (struct edge){ to, -(int64_t)outage[i].procs };
	}
	if (edges)
		qsort(edge, edges, sizeof *edge, by_time);
	for (size_t i = 0; i + 1 < edges; i++) {
		away += edge[i].procs;
		lost += (double)(away < procs ? away : procs) *
			(double)(edge[i + 1].at - edge[i].at);
	}
	ft_free(edge);
	return lost;
}
