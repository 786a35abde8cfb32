/* history_picture.c - the curves of fshare --history as an SVG picture. */
#include "fshare/history_private.h"

#include "base/idmap.h"
#include "common/charts.h"
#include "report/history/curve.h"

#define COLUMNS 360 /* of a chart */
#define COLORS  6   /* then curves are dashed */

/* What a chart shows of a row; NAN: nothing. */
typedef double value_fn(const struct ft_shares_row *row);

static double
raw_of(const struct ft_shares_row *row)
{
	return (double)row->raw / 3600;
}

static double
usage_of(const struct ft_shares_row *row)
{
	return (double)row->values.effective_usage;
}

static double
factor_of(const struct ft_shares_row *row)
{
	return row->values.has_factor ? row->values.factor : (double)NAN;
}

static const struct {
	const char *name, *title;
	enum ft_chart_unit unit;
	double top;
	value_fn *value;
} pictures[] = {
	{ "usage", "Raw usage in billing-hours", FT_CHART_COUNT, 0, raw_of },
	{ "effective", "Effective usage: part of the account above",
	    FT_CHART_PERCENT, 1, usage_of },
	{ "fairshare", "Fair-share factor", FT_CHART_INDEX, 1, factor_of },
};

struct drawing {
	const struct fshare_over_time *history;
	struct fshare_picture *picture;
	size_t *first; /* [n_first]: the first row of each association */
	size_t n_first;
	struct ft_curve_grid grid;
	int64_t step;
	struct ft_chart_mark *mark;
	struct ft_curve_point *point; /* [history->n] */
};

/* List the associations by their first rows; a root beside others would only make
 * them small. */
static void
find_first(struct drawing *drawing)
{
	const struct fshare_over_time *history = drawing->history;
	struct ft_idmap seen FT_CLEANUP(ft_idmap_free) = { 0 };

	drawing->first = ft_calloc(history->n + 1, sizeof *drawing->first);
	for (size_t i = history->n; i > 0 && i--;) {
		const struct ft_shares_row *row = &history->row[i].row;

		if (ft_idmap_get(&seen, row->id) != FT_IDMAP_NONE)
			continue;
		(void)ft_idmap_add(&seen, row->id);
		drawing->first[drawing->n_first++] = i;
	}
	if (drawing->n_first > 1 && history->row[drawing->first[0]].row.is_root)
		memmove(drawing->first, drawing->first + 1,
		    --drawing->n_first * sizeof *drawing->first);
}

/* Set the points of association ID; returns how many. */
static size_t
set_points(struct drawing *drawing, value_fn *value, uint32_t id)
{
	const struct fshare_over_time *history = drawing->history;
	size_t n = 0;

	for (size_t i = history->n; i > 0 && i--;) {
		const struct ft_shares_row *row = &history->row[i].row;

		if (row->id == id)
			drawing->point[n++] = (struct ft_curve_point){ row->at,
				row->curve, value(row) };
	}
	return n;
}

static const char *
label_of(struct drawing *drawing, const struct ft_shares_row *row)
{
	struct ft_str label FT_CLEANUP(ft_str_free) = { 0 };

	if (row->is_user)
		ft_str_addf(&label, "%s@", row->user ? row->user : "");
	ft_str_add(&label, row->account ? row->account : "");
	return ft_arena_strdup(&drawing->picture->arena, ft_str_text(&label));
}

/* Add the curve of association I.  It has the same colour in all charts. */
static void
add_series(
    struct drawing *drawing, struct ft_chart *chart, size_t which, size_t i)
{
	const struct ft_shares_row *row =
	    &drawing->history->row[drawing->first[i]].row;
	double *value = ft_arena_calloc(
	    &drawing->picture->arena, drawing->grid.n, sizeof *value);
	struct ft_chart_series *series = &chart->series[chart->n_series];
	size_t n = set_points(drawing, pictures[which].value, row->id);

	ft_curve_fit(&drawing->grid, drawing->point, n, value);
	ft_chart_add(chart, label_of(drawing, row), value);
	series->color = (unsigned)i;
	series->dashed = i / COLORS % 2;
}

/* Fill CHART with the curves of picture WHICH, as many as a chart has. */
static void
draw_chart(struct drawing *drawing, size_t which, struct ft_chart *chart)
{
	const struct fshare_over_time *history = drawing->history;
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };
	size_t left = 0;

	ft_str_add(&title, pictures[which].title);
	if (drawing->picture->named)
		ft_str_addf(&title, " on %s", history->shares.cluster);
	*chart = (struct ft_chart){ .kind = FT_CHART_TIME,
		.unit = pictures[which].unit,
		.name = pictures[which].name,
		.top = pictures[which].top,
		.n = drawing->grid.n,
		.from = drawing->grid.from,
		.step = drawing->step,
		.mark = drawing->mark,
		.n_mark = history->instants.n_half };
	for (size_t i = 0; i < drawing->n_first; i++) {
		const struct ft_shares_row *row =
		    &history->row[drawing->first[i]].row;

		if (isnan(pictures[which].value(row)))
			continue;
		if (chart->n_series < FT_CHART_SERIES)
			add_series(drawing, chart, which, i);
		else
			left++;
	}
	if (which == 0 && chart->n_mark)
		ft_str_add(&title, "; half of use before 1/2 still counts");
	if (left)
		ft_str_addf(&title, "; %zu more are not drawn", left);
	chart->title =
	    ft_arena_strdup(&drawing->picture->arena, ft_str_text(&title));
}

void
fshare_picture_add(
    struct fshare_picture *picture, const struct fshare_over_time *history)
{
	const struct ft_instants *instants = &history->instants;
	int64_t span = instants->span.until - instants->span.from;
	struct drawing drawing = { .history = history,
		.picture = picture,
		.step = span / COLUMNS + 1 };

	drawing.grid = (struct ft_curve_grid){ .from = instants->span.from,
		.n = (size_t)(span / drawing.step) + 1,
		.least = 3 };
	drawing.grid.until =
	    drawing.grid.from + drawing.step * (int64_t)drawing.grid.n;
	find_first(&drawing);
	drawing.point = ft_calloc(history->n + 1, sizeof *drawing.point);
	drawing.mark =
	    ft_arena_calloc(&picture->arena, FT_HALVES, sizeof *drawing.mark);
	for (size_t i = 0; i < instants->n_half; i++)
		drawing.mark[i] = (struct ft_chart_mark){ instants->half[i],
			ft_curve_half(i) };
	for (size_t i = 0; i < FT_COUNT(pictures); i++) {
		struct ft_chart *chart =
		    ft_vec_add(picture->chart, picture->n, picture->cap);

		draw_chart(&drawing, i, chart);
		if (chart->n_series == 0)
			picture->n--;
	}
	ft_free(drawing.point);
	ft_free(drawing.first);
}

enum ft_status
fshare_picture_write(const struct fshare_picture *picture,
    const struct fshare_args *args, struct ft_error *err)
{
	const struct ft_plot_look look = { "Usage over time",
		args->color.theme };

	return ft_charts_svg(args->svg, picture->chart, picture->n, &look, err);
}

void
fshare_picture_free(struct fshare_picture *picture)
{
	ft_free(picture->chart);
	ft_arena_clear(&picture->arena);
}
