/* The Gantt chart of a replay: who used which processors or nodes, and when. */
#include "fsim/replay/replay.h"

#define MOST (FT_SERIES - 1) /* accounts with a letter; the others share one */

/* Returns the series of an account: those with most processor time have one. */
static unsigned
series_of(const struct ft_metrics *metrics, const char *account)
{
	unsigned n = metrics->n_top < MOST ? (unsigned)metrics->n_top : MOST;

	for (unsigned i = 0; i < n; i++)
		if (!strcmp(metrics->accounts[metrics->top[i]].name, account))
			return i;
	return n;
}

static void
add_job(struct fsim_gantt *gantt, const struct fsim_replay *replay, size_t i)
{
	const struct ft_replay *done = &replay->result.replay;
	const struct ft_metrics *metrics = &replay->result.metrics;
	const struct ft_outcome *outcome = &done->outcome[i];
	const char *account =
	    ft_tree_account(done->tree, &done->names, done->leaf[i]);
	int64_t end = outcome->end >= 0 ? outcome->end : metrics->to;

	if (outcome->start < 0 || end <= outcome->start)
		return;
	for (size_t k = 0; k < done->place[i].n; k++)
		*ft_vec_add(gantt->use, gantt->n, gantt->cap) =
		    (struct ft_chart_use){ .from = outcome->start,
			    .to = end,
			    .first = done->place[i].span[k].first,
			    .last = done->place[i].span[k].last,
			    .series = series_of(metrics, account) };
}

void
fsim_gantt_init(struct fsim_gantt *gantt, const struct fsim_replay *replay)
{
	const struct ft_metrics *metrics = &replay->result.metrics;
	const struct ft_replay *done = &replay->result.replay;
	struct ft_chart *chart = &gantt->chart;

	*gantt =
	    (struct fsim_gantt){ .chart = { .kind = FT_CHART_GANTT,
				     .unit = FT_CHART_COUNT,
				     .name = "gantt",
				     .title = done->policy == FT_REPLAY_SLURM
						  ? "Nodes over time, by "
						    "account"
						  : "Processors over time, by "
						    "account",
				     .n = (size_t)(metrics->to - metrics->from),
				     .from = metrics->from,
				     .step = 1,
				     .lanes = done->lanes } };
	for (size_t i = 0; i < replay->source.trace.n; i++)
		add_job(gantt, replay, i);
	for (size_t i = 0; i < metrics->n_top && i < MOST; i++)
		ft_chart_add(
		    chart, metrics->accounts[metrics->top[i]].name, NULL);
	if (metrics->n_account > MOST)
		ft_chart_add(chart, "other accounts", NULL);
	chart->use = gantt->use;
	chart->n_use = gantt->n;
}

void
fsim_gantt_free(struct fsim_gantt *gantt)
{
	ft_free(gantt->use);
}
