/* history.c - the page of curves: usage and factor over time. */
#include "fview/draw/plot.h"
#include "fview/history.h"
#include "fview/internal.h"
#include "report/history/curve.h"

#define LABELS   8                 /* columns of the axis */
#define SERIES   (FVIEW_MARKS + 1) /* the node at the cursor, the marked ones */
#define ENTRY    16 /* columns of a name in the legend, at least */
#define PLOT_MIN 2  /* rows */

/* What a plot shows. */
static const struct {
	const char *title;
	enum ft_chart_unit unit;
	double top, scale;
	size_t at; /* of the member */
	int worth; /* the least goes first if there is no room */
} plots[] = {
	{ "usage, billing-hours", FT_CHART_COUNT, 0, 3600,
	    offsetof(struct fview_known, usage), 3 },
	{ "effective usage", FT_CHART_PERCENT, 1, 1,
	    offsetof(struct fview_known, effective), 1 },
	{ "factor", FT_CHART_INDEX, 1, 1, offsetof(struct fview_known, factor),
	    2 },
};
#define PLOTS 3

struct page {
	const struct fview_scene *scene;
	const struct fview_history *history;
	const struct fview_data *data; /* the history's */
	uint32_t node[SERIES];         /* of DATA */
	unsigned series[SERIES]; /* of each node: its colour, its number */
	size_t n_node;
	struct fview_box box; /* that of the plots */
};

_Static_assert(SERIES == FT_SERIES, "each curve has a colour");

/* ---- what is drawn --------------------------------------------------------------- */

/* Edits are no history: the nodes are those of the store. */
static void
add_node(struct page *page, uint32_t shown, unsigned series)
{
	const struct ft_tree *from = page->scene->data->tree;
	uint32_t node;

	if (shown == FT_NODE_NONE || shown >= from->n)
		return;
	node = ft_tree_find(page->data->tree, from->id[shown]);
	for (size_t i = 0; i < page->n_node; i++)
		if (page->node[i] == node)
			return;
	if (node == FT_NODE_NONE)
		return;
	page->series[page->n_node] = series;
	page->node[page->n_node++] = node;
}

/* The node at the cursor is in front; a marked one keeps its colour there. */
static void
add_nodes(struct page *page, const struct fview *view)
{
	uint32_t here = fview_selected(view);
	unsigned series = 0;

	for (size_t i = 0; i < view->n_mark; i++)
		if (view->mark[i] == here)
			series = (unsigned)i + 1;
	add_node(page, here, series);
	for (size_t i = 0; i < view->n_mark; i++)
		add_node(page, view->mark[i], (unsigned)i + 1);
}

static enum fview_style
style_of(const struct page *page, size_t k)
{
	return (enum fview_style)(FVIEW_STYLE_SERIES_1 + page->series[k]);
}

/* Two curves differ in their dots; three or more have numbers. */
static bool
is_dotted(const struct page *page, size_t k)
{
	return page->n_node > 2 ? page->series[k] % 2 : k > 0;
}

static const char *
sign_of(const struct page *page, size_t k)
{
	static const char *const signs[SERIES] = { "1", "2", "3", "4", "5",
		"6" };

	return page->n_node > 2 ? signs[page->series[k]] : NULL;
}

/* Returns whether CUT ends the curve of NODE. */
static bool
ends_curve(const struct page *page, const struct fview_cut *cut, uint32_t node)
{
	return cut->node == FT_NODE_NONE ||
	       ft_tree_below(page->data->tree, cut->node, node);
}

static double
known_at(const struct page *page, size_t plot, size_t i, uint32_t node)
{
	const struct fview_history *history = page->history;
	const struct fview_known *known =
	    &history->known[i * history->nodes + node];
	float value;

	memcpy(&value, (const char *)known + plots[plot].at, sizeof value);
	return (double)value / plots[plot].scale;
}

/* Returns the values of NODE in the columns of the grid, the caller's. */
static double *
values_of(const struct page *page, size_t plot, uint32_t node,
    const struct ft_curve_grid *grid)
{
	const struct fview_history *history = page->history;
	double *value = ft_calloc(grid->n, sizeof *value);
	struct ft_curve_point *point FT_CLEANUP(ft_free_at) =
	    ft_calloc(history->n + 1, sizeof *point);
	size_t cut = 0;
	uint32_t curve = 0;

	for (size_t i = 0; i < history->n; i++) {
		for (; cut < history->n_cut &&
		       history->cut[cut].at <= history->at[i];
		     cut++)
			curve += ends_curve(page, &history->cut[cut], node);
		point[i] = (struct ft_curve_point){ history->at[i], curve,
			known_at(page, plot, i, node) };
	}
	ft_curve_fit(grid, point, history->n, value);
	return value;
}

static bool
has_values(const struct page *page, size_t plot)
{
	for (size_t k = 0; k < page->n_node; k++)
		for (size_t i = 0; i < page->history->n; i++)
			if (!isnan(known_at(page, plot, i, page->node[k])))
				return true;
	return false;
}

/* ---- a plot ------------------------------------------------------------------------ */

static void
put_value(
    const struct fview_box *box, int row, enum ft_chart_unit unit, double value)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_chart_value(&text, unit, value);
	fview_put(box, row, LABELS - 1 - fview_text_width(ft_str_text(&text)),
	    FVIEW_STYLE_NORMAL, ft_str_text(&text));
}

/* The names of more than two curves; returns the rows they take. */
static int
put_legend(const struct page *page, const struct fview_box *box)
{
	int n = (int)page->n_node, each = box->cols / ENTRY;
	int rows, width;

	if (n <= 2)
		return 0;
	each = each < 1 ? 1 : each > n ? n : each;
	rows = (n + each - 1) / each;
	width = box->cols / each;
	for (int k = 0; k < n; k++) {
		struct fview_box entry = { box->grid, box->row + k / each,
			box->col + k % each * width, 1, width - 1 };

		fview_put(&entry, 0, 0, style_of(page, (size_t)k),
		    sign_of(page, (size_t)k));
		fview_put_cut(&entry, 0, 2, FVIEW_STYLE_NORMAL,
		    fview_title_of(
			page->scene->texts, page->data, page->node[k]));
	}
	return rows;
}

/* Append the name and the last value of curve K, the name unless the legend has
 * it. */
static void
add_entry(const struct page *page, size_t plot, size_t k, struct ft_str *text)
{
	double last = known_at(page, plot, page->history->n - 1, page->node[k]);

	if (page->n_node <= 2)
		ft_str_addf(text, "%s ",
		    fview_title_of(
			page->scene->texts, page->data, page->node[k]));
	ft_chart_value(text, plots[plot].unit, last);
}

/* The title of a plot: its quantity, the names, and the last values. */
static void
put_title(const struct page *page, const struct fview_box *box, size_t plot)
{
	static const char *const signs[2][2] = { { "──", "╌╌" },
		{ "**", "oo" } };
	int at = fview_put(box, 0, 0, FVIEW_STYLE_TITLE, plots[plot].title);

	for (size_t k = 0; k < page->n_node && at + 4 < box->cols; k++) {
		const char *sign = sign_of(page, k);
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

		if (isnan(known_at(
			page, plot, page->history->n - 1, page->node[k])))
			continue;
		if (!sign)
			sign = signs[box->grid->ascii][k];
		add_entry(page, plot, k, &text);
		if (page->n_node > 2 &&
		    at + 4 + fview_text_width(text.data) > box->cols) {
			fview_put(box, 0, at + 1, FVIEW_STYLE_DONE, "…");
			break;
		}
		at += fview_put(box, 0, at + 2, style_of(page, k), sign) + 3;
		at += fview_put_fit(
		    box, 0, at, FVIEW_STYLE_NORMAL, ft_str_text(&text));
	}
	if (page->n_node < 2 && plot == 0)
		(void)fview_put_fit(
		    box, 0, at + 2, FVIEW_STYLE_DONE, "m marks one to compare");
}

/* Vertical lines in PLOT, behind the curves. */
static void
put_halves(const struct page *page, const struct fview_box *plot)
{
	const struct fview_history *history = page->history;
	const struct ft_curve_grid grid = { history->from, history->until,
		(size_t)plot->cols, 1 };

	for (size_t i = 0; i < history->n_half; i++)
		for (int row = 0; row < plot->rows; row++)
			fview_put(plot, row,
			    (int)ft_curve_column(&grid, history->half[i]),
			    FVIEW_STYLE_FRAME, "│");
}

static void
put_plot(const struct page *page, const struct fview_box *box, size_t plot)
{
	struct fview_box inside = { box->grid, box->row + 1, box->col + LABELS,
		box->rows - 1, box->cols - LABELS };
	const struct ft_curve_grid grid = { page->history->from,
		page->history->until, fview_plot_columns(&inside), 2 };
	struct ft_chart chart = { .kind = FT_CHART_TIME,
		.unit = plots[plot].unit,
		.top = plots[plot].top,
		.n = grid.n };
	struct fview_curve curve[SERIES];
	struct ft_chart_scale scale;
	double *value[SERIES];

	for (size_t k = 0; k < page->n_node; k++) {
		value[k] = values_of(page, plot, page->node[k], &grid);
		ft_chart_add(&chart, "", value[k]);
		curve[k] = (struct fview_curve){ value[k], style_of(page, k),
			is_dotted(page, k), sign_of(page, k) };
	}
	ft_chart_scale(&chart, 4, &scale);
	put_title(page, box, plot);
	put_value(box, 1, plots[plot].unit, scale.top);
	put_value(box, box->rows - 1, plots[plot].unit, 0);
	put_halves(page, &inside);
	fview_plot(&inside, curve, page->n_node, scale.top);
	for (size_t k = 0; k < page->n_node; k++)
		ft_free(value[k]);
}

/* ---- the page ------------------------------------------------------------------------ */

/* Which plots have something to show and room, the most useful ones. */
static size_t
choose_plots(const struct page *page, int rows, size_t *chosen)
{
	size_t n = 0, most = (size_t)(rows / (PLOT_MIN + 1)), least;

	for (size_t i = 0; i < PLOTS; i++)
		if (has_values(page, i))
			chosen[n++] = i;
	while (n > 1 && n > most) {
		least = 0;
		for (size_t i = 1; i < n; i++)
			if (plots[chosen[i]].worth < plots[chosen[least]].worth)
				least = i;
		memmove(&chosen[least], &chosen[least + 1],
		    (--n - least) * sizeof *chosen);
	}
	return n;
}

/* The beginning, middle and end of the time, and what the half-life leaves. */
static void
put_times(const struct page *page, const struct fview_box *box)
{
	const struct fview_history *history = page->history;
	struct ft_chart chart = { .n = 1,
		.from = history->from,
		.step = history->until - history->from };
	struct fview_box axis = { box->grid, box->row, box->col + LABELS, 1,
		box->cols - LABELS };
	const struct ft_curve_grid grid = { history->from, history->until,
		(size_t)(axis.cols > 0 ? axis.cols : 1), 1 };

	for (int i = 0; i < 3; i++) {
		struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
		int width;

		ft_chart_at(&text, &chart, i, 2);
		width = fview_text_width(ft_str_text(&text));
		fview_put(&axis, 0, (axis.cols - width) * i / 2,
		    FVIEW_STYLE_NORMAL, ft_str_text(&text));
	}
	for (size_t i = history->n_half; i > 0 && i--;) {
		int col = (int)ft_curve_column(&grid, history->half[i]);

		axis.row = box->row + 1;
		fview_put(&axis, 0, col, FVIEW_STYLE_DONE, ft_curve_half(i));
	}
}

static void
put_plots(const struct page *page, const struct fview_box *box)
{
	size_t chosen[PLOTS], n;
	int rows = box->rows - 1 - (page->history->n_half > 0);
	int row = put_legend(page, box), top = row;

	n = choose_plots(page, rows - top, chosen);
	for (size_t i = 0; i < n; i++) {
		int end = top + (rows - top) * (int)(i + 1) / (int)n;
		struct fview_box one = { box->grid, box->row + row, box->col,
			end - row, box->cols };

		put_plot(page, &one, chosen[i]);
		row = end;
	}
	if (n > 0 && page->history->until > page->history->from)
		put_times(page, &(struct fview_box){ box->grid, box->row + rows,
				    box->col, box->rows - rows, box->cols });
}

static void
put_none(const struct fview_box *inside, const char *text)
{
	struct fview_lines lines FT_CLEANUP(fview_lines_free) = { 0 };
	struct fview_box box = *inside;

	box.col++;
	box.cols -= 2;
	fview_paragraphs(&lines, FVIEW_STYLE_NOTE, text);
	(void)fview_lines_draw(&lines, &box, 0);
}

void
fview_draw_history(const struct fview_scene *scene, const struct fview_box *box)
{
	const struct fview *view = scene->view;
	struct page page = { .scene = scene,
		.data = view->data,
		.history = view->data->history };
	struct fview_box inside = fview_inside(box);
	const char *none = NULL;

	add_nodes(&page, view);
	fview_frame(
	    box, page.history && page.history->n_half
		     ? "usage over time · of use before 1/2, half still counts"
		     : "usage over time");
	if (view->lesson)
		none = "A lesson is one moment: it has no past.";
	else if (!page.history)
		none = "The past is read when the store can be read.";
	else if (page.history->n == 0 || page.n_node == 0)
		none = "Nothing is known about the past.";
	else if (page.history->n == 1)
		none =
		    "One moment is known: curves come with jobs, or with the "
		    "next snapshot.";
	if (none)
		put_none(&inside, none);
	else
		put_plots(&page, &inside);
}
