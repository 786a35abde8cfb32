#include "sim/metrics/metrics.h"

#include "sim/metrics/error.h"
#include "sim/metrics/private.h"

/* Window lengths people think in; the first that makes few enough is used. */
#define MANY_WINDOWS 200
static const int64_t lengths[] = { 60, 600, 3600, 6 * 3600, 86400, 7 * 86400,
	28 * 86400, 364 * 86400 };

static void
find_span(struct ft_metrics *out, const struct ft_metrics_input *in)
{
	const struct ft_trace *trace = in->trace;
	int64_t last;

	if (!trace->n)
		return;
	out->from = trace->job[0].submit;
	last = out->to = trace->job[trace->n - 1].submit;
	out->cut = in->warmup > 0 || in->cooldown > 0;
	out->measured_from = out->from + in->warmup;
	out->measured_to = last - in->cooldown;
	for (size_t i = 0; i < trace->n; i++) {
		const struct ft_outcome *outcome = &in->outcome[i];

		if (outcome->start > out->to)
			out->to = outcome->start;
		if (outcome->end > out->to)
			out->to = outcome->end;
	}
	/* depends on submissions only, so that two schedules of a trace have
	 * the same windows */
	for (size_t i = 0; !out->window && i < sizeof lengths / sizeof *lengths;
	     i++)
		if ((last - out->from) / lengths[i] < MANY_WINDOWS)
			out->window = lengths[i];
	if (!out->window)
		out->window = lengths[sizeof lengths / sizeof *lengths - 1];
	while ((out->to - out->from) / out->window >= FT_METRICS_POINTS)
		out->window *= 2;
}

static void
sum_up(const struct metrics_work *work)
{
	const struct ft_metrics_input *in = work->in;
	struct ft_metrics *out = work->out;
	const int64_t from_to[2] = { out->from, out->to };
	double span = (double)(out->to - out->from), there;

	out->makespan = span;
	if (!(span > 0))
		return;
	out->utilisation = out->all.area / (span * out->procs);
	out->loss = ft_metrics_lost(work) / (span * out->procs);
	there = span * out->procs -
		ft_outages_lost(in->outage, in->n_outage, out->procs, from_to);
	out->utilisation_available =
	    there > 0 ? out->all.area / there : (double)NAN;
	out->throughput = (double)out->all.ended / (span / 3600);
}

void
ft_metrics_make(
    struct ft_metrics *metrics, const struct ft_metrics_input *input)
{
	struct metrics_work work = { .in = input, .out = metrics };

	assert(input->procs > 0);
	*metrics = (struct ft_metrics){ .procs = input->procs,
		.bound = input->bound > 0 ? input->bound : FT_METRICS_BOUND,
		.window = input->window > 0 ? input->window : 0 };
	find_span(metrics, input);
	work.of_job = ft_calloc(input->trace->n, sizeof *work.of_job);
	work.norm = ft_calloc(input->tree->n, sizeof *work.norm);
	ft_promise_norm(input->tree, work.norm);
	ft_metrics_units(&work);
	ft_metrics_rows(&work);
	ft_metrics_widths(&work);
	ft_metrics_windows(&work);
	ft_metrics_starts(&work);
	sum_up(&work);
	metrics->wait_error = ft_errors_total(input->trace, input->outcome);
	ft_free(work.unit);
	ft_free(work.of_job);
	ft_free(work.norm);
}

void
ft_metrics_free(struct ft_metrics *metrics)
{
	ft_free(metrics->users);
	ft_free(metrics->accounts);
	ft_free(metrics->point);
	ft_free(metrics->promised);
	ft_free(metrics->delivered);
	ft_free(metrics->width);
	*metrics = (struct ft_metrics){ 0 };
}
