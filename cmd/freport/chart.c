/* chart.c - reports as pictures: bars by account, user or use. */

#include "common/charts.h"
#include "freport/freport.h"

/* More bars are hard to read. */
#define MOST_BARS 24

/* A number of rows that is drawn. */
struct measure {
	const char *label;
	size_t at;   /* offset of the amount in the row */
	size_t base; /* of what is 100% */
};

#define AT(member)       offsetof(struct freport_row, member)
#define PROMISED(member) AT(promise.member), AT(promise.promised)

static const struct measure used[] = { { "used", AT(used), AT(base) } };
static const struct measure promised[] = {
	{ "promised", PROMISED(promised) },
	{ "delivered", PROMISED(delivered) },
};
static const struct measure causes[] = {
	{ "no demand", PROMISED(cause[FT_DELIVERY_NO_DEMAND]) },
	{ "limits", PROMISED(cause[FT_DELIVERY_LIMITS]) },
	{ "shape", PROMISED(cause[FT_DELIVERY_SHAPE]) },
	{ "priority", PROMISED(cause[FT_DELIVERY_PRIORITY]) },
};
/* The bars of one row. */
static const struct measure uses[] = {
	{ "allocated", AT(use.allocated), AT(base) },
	{ "down", AT(use.down), AT(base) },
	{ "planned down", AT(use.planned_down), AT(base) },
	{ "planned", AT(use.planned), AT(base) },
	{ "idle", AT(use.idle), AT(base) },
};

/* The charts of a report, and the rows of one cluster and TRES. */
struct picture {
	const struct freport *report;
	const struct freport_request *request;
	struct ft_arena arena;
	struct ft_chart *chart;
	size_t n_chart, cap_chart;
	const struct freport_row **row;
	size_t n_row;
};

bool
freport_has_chart(enum freport_id report)
{
	unsigned family = freport_kinds[report].family;

	return family == FREPORT_CLUSTER || family == FREPORT_TOP ||
	       family == FREPORT_DELIVERED;
}

/* ---- bars --------------------------------------------------------------------------- */

static double
value_of(const struct picture *picture, const struct freport_row *row,
    const struct measure *measure)
{
	const char *at = (const char *)row;
	double amount = *(const double *)(const void *)(at + measure->at);
	double base = *(const double *)(const void *)(at + measure->base);

	if (!picture->report->amounts)
		return base > 0 ? amount / base : 0;
	amount /= (double)picture->report->unit;
	/* as the table, unless that would hide a bar */
	return amount < 10 ? amount : floor(amount + .5);
}

static void
add_word(struct ft_str *str, const char *word)
{
	if (!word || !*word)
		return;
	if (str->len)
		ft_str_add_char(str, ' ');
	ft_str_add(str, word + strspn(word, " "));
}

static const char *
label_of(struct picture *picture, const struct freport_row *row)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	add_word(&text, row->login);
	add_word(&text, row->account);
	add_word(&text, row->wckey);
	add_word(&text, row->qos);
	return ft_arena_strdup(&picture->arena, ft_str_text(&text));
}

/* Add a chart with a title that begins with WHAT. */
static struct ft_chart *
add_chart(struct picture *picture, const char *what, size_t n)
{
	const struct freport *report = picture->report;
	const struct freport_row *row = picture->row[0];
	struct ft_str title FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_chart *chart =
	    ft_vec_add(picture->chart, picture->n_chart, picture->cap_chart);

	ft_str_add(&title, what);
	freport_add_period(&title, report, picture->request);
	ft_str_addf(&title, ", %s %s", row->tres ? row->tres : "cpu",
	    !report->amounts                  ? "in percent"
	    : report->unit == FREPORT_SECONDS ? "seconds"
	    : report->unit == FREPORT_MINUTES ? "minutes"
					      : "hours");
	if (picture->request->clusters.n > 1)
		ft_str_addf(&title, " of %s", row->cluster);
	if (n < picture->n_row)
		ft_str_addf(&title, ", first %zu of %zu", n, picture->n_row);
	*chart = (struct ft_chart){ .kind = FT_CHART_BARS,
		.unit = report->amounts ? FT_CHART_COUNT : FT_CHART_PERCENT,
		.name = "report",
		.title = ft_arena_strdup(&picture->arena, ft_str_text(&title)),
		.n = n };
	return chart;
}

static void
draw_rows(struct picture *picture, const char *what,
    const struct measure *measure, size_t n_measure)
{
	size_t n = picture->n_row < MOST_BARS ? picture->n_row : MOST_BARS;
	struct ft_chart *chart = add_chart(picture, what, n);
	const char **label =
	    ft_arena_calloc(&picture->arena, n + 1, sizeof *label);

	for (size_t i = 0; i < n; i++)
		label[i] = label_of(picture, picture->row[i]);
	chart->label = label;
	for (size_t m = 0; m < n_measure; m++) {
		double *value =
		    ft_arena_calloc(&picture->arena, n + 1, sizeof *value);

		for (size_t i = 0; i < n; i++)
			value[i] =
			    value_of(picture, picture->row[i], &measure[m]);
		ft_chart_add(chart, measure[m].label, value);
	}
}

/* A bar for each use of the cluster. */
static void
draw_uses(struct picture *picture)
{
	size_t n = FT_COUNT(uses);
	struct ft_chart *chart = add_chart(picture, "Cluster Utilization", n);
	const char **label = ft_arena_calloc(&picture->arena, n, sizeof *label);
	double *value = ft_arena_calloc(&picture->arena, n, sizeof *value);

	for (size_t i = 0; i < n; i++) {
		label[i] = uses[i].label;
		value[i] = value_of(picture, picture->row[0], &uses[i]);
	}
	chart->label = label;
	ft_chart_add(chart, "of what was reported", value);
}

/* ---- all of it ---------------------------------------------------------------------- */

static bool
is_same(const char *a, const char *b)
{
	return !a || !b ? a == b : !strcmp(a, b);
}

/* Users of a row above are not drawn again. */
static bool
is_drawn(const struct picture *picture, const struct freport_row *row)
{
	enum freport_id id = picture->request->report;

	return !row->login ||
	       (id != FREPORT_ID_ACCOUNTS && id != FREPORT_ID_KEYS);
}

static void
draw_group(struct picture *picture)
{
	const struct freport_kind *kind =
	    &freport_kinds[picture->request->report];

	if (kind->family == FREPORT_DELIVERED) {
		draw_rows(picture, "Promised and delivered", promised,
		    FT_COUNT(promised));
		draw_rows(picture, "Why not more", causes, FT_COUNT(causes));
	} else if (picture->request->report == FREPORT_ID_CLUSTER) {
		draw_uses(picture);
	} else if (kind->family == FREPORT_TOP) {
		draw_rows(picture, "Top Users", used, FT_COUNT(used));
	} else {
		draw_rows(picture, kind->title, used, FT_COUNT(used));
	}
}

/* Draw the rows of the cluster and TRES of FIRST, if it is their first. */
static void
draw_from(
    struct picture *picture, const struct freport_rows *rows, size_t first)
{
	const struct freport_row *key = &rows->item[first];

	picture->n_row = 0;
	for (size_t i = 0; i < rows->n; i++) {
		const struct freport_row *row = &rows->item[i];

		if (!is_drawn(picture, row) ||
		    !is_same(row->cluster, key->cluster) ||
		    !is_same(row->tres, key->tres))
			continue;
		if (i < first)
			return;
		picture->row[picture->n_row++] = row;
	}
	if (picture->n_row)
		draw_group(picture);
}

enum ft_status
freport_draw(const struct freport *report,
    const struct freport_request *request, const struct freport_rows *rows,
    struct ft_error *err)
{
	struct picture picture = { .report = report, .request = request };
	const struct ft_plot_look look = { freport_kinds[request->report].name,
		report->theme };
	enum ft_status status;

	picture.row = ft_calloc(rows->n + 1, sizeof *picture.row);
	for (size_t i = 0; i < rows->n; i++)
		if (is_drawn(&picture, &rows->item[i]))
			draw_from(&picture, rows, i);
	status = ft_charts_svg(
	    report->svg, picture.chart, picture.n_chart, &look, err);
	ft_free(picture.row);
	ft_free(picture.chart);
	ft_arena_clear(&picture.arena);
	return status;
}
