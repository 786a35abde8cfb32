/*
 * draw.c - experiments as bars: means, and with --each every sample.
 */

#include "fauction/run/run.h"

#define MOST_SAMPLES 50 /* in one chart */

#define COLORS 6 /* that can be told apart */

enum { VALUE, RATIO, SAMPLES };
#define CHARTS (SAMPLES + (RUN_EXPERIMENTS + COLORS - 1) / COLORS)

static double
total(const struct run_row *row, enum run_field field)
{
	return row->sample ? (double)row->count[field] : row->mean[field];
}

static struct ft_chart
bars(const char *name, const char *title, size_t n, const char *const *label)
{
	return (struct ft_chart){ .kind = FT_CHART_BARS,
		.unit = FT_CHART_COUNT,
		.name = name,
		.title = title,
		.n = n,
		.label = label };
}

static void
chart_means(
    const struct run *run, struct ft_arena *arena, struct ft_chart *chart)
{
	const struct run_row *mean = run_means(run);
	const char **label = ft_arena_calloc(arena, run->n, sizeof *label);
	double *value[3];

	for (int i = 0; i < 3; i++)
		value[i] = ft_arena_calloc(arena, run->n, sizeof(double));
	for (size_t i = 0; i < run->n; i++) {
		label[i] = mean[i].experiment->name;
		value[0][i] = total(&mean[i], RUN_TV);
		value[1][i] = total(&mean[i], RUN_TP);
		value[2][i] = mean[i].ratio;
	}
	chart[VALUE] = bars("value",
	    "Node minutes: value of the winners, and what they pay", run->n,
	    label);
	ft_chart_add(&chart[VALUE], "value", value[0]);
	ft_chart_add(&chart[VALUE], "paid", value[1]);
	chart[RATIO] =
	    bars("ratio", "Best value over value, 1 is best", run->n, label);
	chart[RATIO].unit = FT_CHART_INDEX;
	ft_chart_add(&chart[RATIO], "ratio", value[2]);
}

/* Draw one bar per experiment, in a group for each sample. */
static void
chart_samples(const struct run *run, struct ft_arena *arena, size_t first,
    struct ft_chart *chart)
{
	size_t n = run->source.samples > MOST_SAMPLES ? MOST_SAMPLES
						      : run->source.samples;
	const char **label = ft_arena_calloc(arena, n, sizeof *label);
	struct ft_str text = { 0 };

	for (size_t i = 0; i < n; i++) {
		ft_str_clear(&text);
		ft_str_addf(&text, "%zu", i + 1);
		label[i] = ft_arena_strdup(arena, ft_str_text(&text));
	}
	ft_str_free(&text);
	*chart = bars("samples", "Value of the winners by sample", n, label);
	for (size_t k = first; k < run->n && k < first + COLORS; k++) {
		double *value = ft_arena_calloc(arena, n, sizeof *value);

		for (size_t i = 0; i < n; i++)
			value[i] = total(&run->row[i * run->n + k], RUN_TV);
		ft_chart_add(chart, run->experiment[k].name, value);
	}
}

enum ft_status
run_draw(const struct run *run, struct ft_error *err)
{
	struct ft_chart chart[CHARTS];
	struct ft_arena arena FT_CLEANUP(ft_arena_clear) = { 0 };
	size_t n = SAMPLES;

	chart_means(run, &arena, chart);
	for (size_t k = 0; run->each && run->source.samples > 1 && k < run->n;
	     k += COLORS)
		chart_samples(run, &arena, k, &chart[n++]);
	return fauction_draw(&run->show, chart, n,
	    "The scheduler game: value and payments of each experiment", err);
}
