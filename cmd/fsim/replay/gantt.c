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

/* Add a use of SPAN, as far as it is in the time of the chart. */
static void
add_use(struct fsim_gantt *gantt, int64_t from, int64_t to,
    const struct ft_replay_span *span, unsigned series)
{
	int64_t begin = gantt->chart.from;
	int64_t end = begin + (int64_t)gantt->chart.n;

	from = from > begin ? from : begin;
	to = to < end ? to : end;
	if (to > from)
		*ft_vec_add(gantt->use, gantt->n, gantt->cap) =
		    (struct ft_chart_use){ .from = from,
			    .to = to,
			    .first = span->first,
			    .last = span->last,
			    .series = series };
}

static unsigned
series_of_job(const struct fsim_replay *replay, size_t i)
{
	const struct ft_replay *done = &replay->result.replay;

	return series_of(&replay->result.metrics,
	    ft_tree_account(done->tree, &done->names, done->leaf[i]));
}

/* The last run of job I. */
static void
add_job(struct fsim_gantt *gantt, const struct fsim_replay *replay, size_t i)
{
	const struct ft_replay *done = &replay->result.replay;
	const struct ft_outcome *outcome = &done->outcome[i];
	int64_t end =
	    outcome->end >= 0 ? outcome->end : replay->result.metrics.to;

	for (size_t k = 0; outcome->start >= 0 && k < done->place[i].n; k++)
		add_use(gantt, outcome->start, end, &done->place[i].span[k],
		    series_of_job(replay, i));
}

/* Outages, of the last series, and earlier runs. */
static void
add_others(struct fsim_gantt *gantt, const struct fsim_replay *replay)
{
	const struct ft_replay *done = &replay->result.replay;

	for (size_t i = 0; i < done->n_use; i++) {
		const struct ft_replay_use *use = &done->use[i];

		add_use(gantt, use->from, use->to, &use->span,
		    use->job == FT_REPLAY_AWAY
			? (unsigned)gantt->chart.n_series - 1
			: series_of_job(replay, use->job));
	}
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
	for (size_t i = 0; i < metrics->n_top && i < MOST; i++)
		ft_chart_add(
		    chart, metrics->accounts[metrics->top[i]].name, NULL);
	if (metrics->n_account > MOST)
		ft_chart_add(chart, "other accounts", NULL);
	if (done->rules.n_outage) {
		ft_chart_add(chart, "out of service", NULL);
		chart->series[chart->n_series - 1].away = true;
	}
	/* under jobs that may end first */
	add_others(gantt, replay);
	for (size_t i = 0; i < replay->source.trace.n; i++)
		add_job(gantt, replay, i);
	chart->use = gantt->use;
	chart->n_use = gantt->n;
}

void
fsim_gantt_free(struct fsim_gantt *gantt)
{
	ft_free(gantt->use);
}
