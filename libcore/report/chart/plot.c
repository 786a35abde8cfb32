#include "report/chart/plot.h"

#include "base/text/text.h"
#include "base/text/utf8.h"

/* Sizes in pixels. */
#define WIDTH 760
#define LEFT                                                                   \
	64 /* charts over time: left margin for the numbers of the
		      axis */
#define RIGHT   24
#define TITLE   40  /* height of a chart's head */
#define LEGEND  20  /* height of the head with a legend */
#define FOOT    34  /* dates, numbers */
#define TIME    190 /* height of the plot area of a chart over time */
#define GANTT   300 /* height of a Gantt chart */
#define BAR     13
#define BAR_GAP 2
#define GAP     9   /* between names */
#define LETTER  6.6 /* average width of a letter in a font of 12 pixels */
#define LONGEST 100 /* letters of a name in the legend */
#define VALUE   72  /* room after a bar for its number */

static const char style[] =
    /* Inkscape lets the shorthand font win over the size of titles */
    "text{font-family:sans-serif;font-size:12px}"
    ".t{font-size:14px;font-weight:600}"
    ".l{fill:none;stroke-width:1.5}.f{fill-opacity:.3}"
    /* told apart without colours too */
    ".l.c1{stroke-dasharray:5 1.5}.l.c2{stroke-dasharray:8 2 2 2}"
    ".l.c3{stroke-dasharray:2 1.5}.l.c4{stroke-dasharray:10 2}"
    ".l.c5{stroke-dasharray:4 1.5 1 1.5}.l.d{stroke-dasharray:4 4}"
    ".g{stroke-opacity:.4}"
    ".j{fill:currentColor;fill-opacity:.45;stroke:currentColor;"
    "stroke-width:.4}"
    ".l{stroke:currentColor}.f,.s{fill:currentColor}"
    ".s.a,.j.a{fill-opacity:.12;stroke:currentColor;stroke-width:.8;"
    "stroke-dasharray:3 2}";
/* Bars that have no colours. */
static const char fills[] =
    ".s{stroke:currentColor}.s.c1{fill-opacity:0}.s.c2{fill-opacity:.5}"
    ".s.c3{fill-opacity:.2}.s.c4{fill-opacity:.75}.s.c5{fill-opacity:.35}"
    ".j.c1{fill-opacity:0}.j.c2{fill-opacity:.5}.j.c3{fill-opacity:.2}"
    ".j.c4{fill-opacity:.75}.j.c5{fill-opacity:.35}";
#define COLORS FT_SERIES

struct drawing {
	struct ft_str *str;
	const struct ft_chart *chart;
	struct ft_chart_scale scale;
	double left, top, wide, high; /* of the plot area */
};

/* ---- pieces ------------------------------------------------------------------------ */

static void
add_escaped(struct ft_str *str, const char *text)
{
	struct ft_str clean FT_CLEANUP(ft_str_free) = { 0 };

	ft_text_mask(&clean, text, strlen(text), FT_TEXT_WORD);
	for (const char *at = ft_str_text(&clean); *at; at++) {
		if (*at == '&')
			ft_str_add(str, "&amp;");
		else if (*at == '<')
			ft_str_add(str, "&lt;");
		else if (*at == '>')
			ft_str_add(str, "&gt;");
		else if (*at == '"')
			ft_str_add(str, "&quot;");
		else
			ft_str_add_char(str, *at);
	}
}

/* Attributes that anchor texts; without one a text starts at its position. */
#define TITLE_TEXT " class=\"t\""
#define MIDDLE     " text-anchor=\"middle\""
#define END        " text-anchor=\"end\""

static void
add_text(struct ft_str *str, double x, double y, const char *attributes,
    const char *text)
{
	ft_str_addf(str, "<text x=\"%.1f\" y=\"%.1f\"%s>", x, y, attributes);
	add_escaped(str, text);
	ft_str_add(str, "</text>\n");
}

struct line {
	double x1, y1, x2, y2;
};

static void
add_line(struct ft_str *str, const char *class, struct line line)
{
	ft_str_addf(str,
	    "<path class=\"%s\" fill=\"none\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
	    class, line.x1, line.y1, line.x2, line.y2);
}

static unsigned
color_of(const struct ft_chart_series *series)
{
	return series->color % COLORS;
}

/* Append the class of SERIES: its colour, or that it has none. */
static void
add_class(struct ft_str *str, const struct ft_chart_series *series)
{
	if (series->away)
		ft_str_add(str, "a");
	else
		ft_str_addf(str, "c%u", color_of(series));
}

/* Append MOST characters of TEXT, and a sign if there are more. */
static void
add_cut(struct ft_str *str, const char *text, size_t most)
{
	const char *at = text;

	for (size_t n = 0; *at && n < most; n++)
		ft_utf8_next(&at, NULL);
	ft_str_add_n(str, text, (size_t)(at - text));
	if (*at)
		ft_str_add(str, "\xe2\x80\xa6");
}

/* Where an entry of the legend is. */
struct entry {
	double x;
	size_t row;
};

static struct entry
entry_of(const struct ft_chart *chart, size_t series)
{
	struct entry entry = { 16, 0 };

	for (size_t i = 0;; i++) {
		const char *label = chart->series[i].label;
		double length =
		    LETTER * (double)ft_utf8_columns(label, strlen(label));

		if (entry.x > 16 && entry.x + 24 + length > WIDTH)
			entry = (struct entry){ 16, entry.row + 1 };
		if (i == series)
			return entry;
		entry.x += length + 38;
	}
}

static void
add_head(const struct drawing *drawing, double top)
{
	const struct ft_chart *chart = drawing->chart;

	add_text(drawing->str, 16, top + 22, TITLE_TEXT, chart->title);
	for (size_t i = 0; i < chart->n_series && chart->n_series > 1; i++) {
		const struct ft_chart_series *series = &chart->series[i];
		struct entry entry = entry_of(chart, i);
		double y = top + LEGEND * (double)entry.row;
		struct ft_str label FT_CLEANUP(ft_str_free) = { 0 };

		if (chart->kind != FT_CHART_TIME) {
			ft_str_add(drawing->str, "<rect class=\"s ");
			add_class(drawing->str, series);
			ft_str_addf(drawing->str,
			    "\" x=\"%.1f\" y=\"%.1f\" width=\"12\" "
			    "height=\"12\"/>\n",
			    entry.x, y + 32);
		} else {
			ft_str_addf(drawing->str,
			    "<path class=\"l%s c%u\" d=\"M%.1f %.1fh14\"/>\n",
			    series->dashed ? " d" : "", color_of(series),
			    entry.x, y + 38);
		}
		if (chart->kind == FT_CHART_GANTT)
			ft_str_addf(&label, "%c ", ft_chart_letter(chart, i));
		add_cut(&label, series->label, LONGEST);
		add_text(drawing->str, entry.x + 19, y + 42, "",
		    ft_str_text(&label));
	}
}

/* ---- over time ---------------------------------------------------------------------- */

static double
height_of(const struct drawing *drawing, double value)
{
	const struct ft_chart_scale *scale = &drawing->scale;
	double part = (value - scale->low) / (scale->top - scale->low);

	return drawing->top + drawing->high * (1 - (part > 1 ? 1 : part));
}

/* Append the path of a series as steps; closed: with the area down to the
 * axis. */
static void
add_steps(const struct drawing *drawing, const struct ft_chart_series *series,
    bool closed)
{
	const struct ft_chart *chart = drawing->chart;
	size_t most = (size_t)drawing->wide;
	size_t n = chart->n < most ? chart->n : most;
	double bottom = height_of(drawing, 0), last = (double)NAN;

	for (size_t i = 0; i < n; i++) {
		double value = ft_chart_mean(chart, series, i, n);
		double x =
		    drawing->left + drawing->wide * (double)i / (double)n;

		if (isnan(value)) {
			if (closed && !isnan(last))
				ft_str_addf(drawing->str, "V%.1fz", bottom);
			last = value;
			continue;
		}
		if (isnan(last) && closed)
			ft_str_addf(drawing->str, "M%.1f %.1fV%.1f", x, bottom,
			    height_of(drawing, value));
		else if (isnan(last))
			ft_str_addf(drawing->str, "M%.1f %.1f", x,
			    height_of(drawing, value));
		else
			ft_str_addf(
			    drawing->str, "V%.1f", height_of(drawing, value));
		ft_str_addf(drawing->str, "H%.1f",
		    drawing->left +
			drawing->wide * (double)(i + 1) / (double)n);
		last = value;
	}
	if (closed && !isnan(last))
		ft_str_addf(drawing->str, "V%.1fz", bottom);
}

static void
add_time_series(
    const struct drawing *drawing, const struct ft_chart_series *series)
{
	if (drawing->chart->n_series == 1) {
		ft_str_addf(drawing->str, "<path class=\"f c%u\" d=\"",
		    color_of(series));
		add_steps(drawing, series, true);
		ft_str_add(drawing->str, "\"/>\n");
	}
	ft_str_addf(drawing->str, "<path class=\"l%s c%u\" d=\"",
	    series->dashed ? " d" : "", color_of(series));
	add_steps(drawing, series, false);
	ft_str_add(drawing->str, "\"/>\n");
}

static void
add_time_axes(const struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	const struct ft_chart_scale *scale = &drawing->scale;
	int ticks = (int)(scale->top / scale->step + 0.5);
	int below = (int)(-scale->low / scale->step + 0.5);
	double bottom = drawing->top + drawing->high;

	for (int i = -below; i <= ticks; i++) {
		double y = height_of(drawing, scale->step * i);
		struct ft_str str = { 0 };

		if (scale->step * i > scale->top * (1 + 1e-9))
			break;
		ft_chart_value(&str, chart->unit, scale->step * i);
		add_line(drawing->str, i ? "g" : "x",
		    (struct line){
			drawing->left, y, drawing->left + drawing->wide, y });
		add_text(drawing->str, drawing->left - 6, y + 4, END,
		    ft_str_text(&str));
		ft_str_free(&str);
	}
	for (int i = 0; i <= 6; i++) {
		double x = drawing->left + drawing->wide * i / 6;
		struct ft_str str = { 0 };
		bool ends; /* the label would not fit */

		ft_chart_at(&str, chart, i, 6);
		add_line(drawing->str, "x",
		    (struct line){ x, bottom, x, bottom + 4 });
		ends = x + LETTER * (double)str.len / 2 > WIDTH;
		add_text(drawing->str, ends ? WIDTH : x, bottom + 18,
		    ends ? END : MIDDLE, ft_str_text(&str));
		ft_str_free(&str);
	}
}

#define MARK_LINES 4 /* of labels below each other */

/* Append the label of a mark at X, on the first line that is free there; marks
 * come from left to right, and last[] is where a line's labels end. */
static void
add_mark_label(const struct drawing *drawing, double x, const char *label,
    double last[MARK_LINES])
{
	double length = LETTER * (double)ft_utf8_columns(label, strlen(label));
	bool ends = x + 3 + length > WIDTH;
	double from = ends ? x - 3 - length : x + 3;
	int line = 0;

	while (line + 1 < MARK_LINES && last[line] > from)
		line++;
	last[line] = from + length + LETTER;
	add_text(drawing->str, ends ? x - 3 : x + 3,
	    drawing->top + 10 + 13 * line, ends ? END : "", label);
}

static void
add_marks(const struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	double span = (double)chart->step * (double)chart->n;
	double last[MARK_LINES] = { 0 };

	for (size_t i = 0; i < chart->n_mark; i++) {
		const struct ft_chart_mark *mark = &chart->mark[i];
		double x =
		    drawing->left +
		    drawing->wide * (double)(mark->at - chart->from) / span;

		add_line(drawing->str, "x d",
		    (struct line){
			x, drawing->top, x, drawing->top + drawing->high });
		add_mark_label(drawing, x, mark->label, last);
	}
}

static void
draw_time(struct drawing *drawing)
{
	ft_chart_scale(drawing->chart, 5, &drawing->scale);
	drawing->left = LEFT;
	drawing->wide = WIDTH - LEFT - RIGHT;
	add_time_axes(drawing);
	add_marks(drawing);
	for (size_t i = 0; i < drawing->chart->n_series; i++)
		add_time_series(drawing, &drawing->chart->series[i]);
}

/* ---- by name -------------------------------------------------------------------------- */

static double
group_height(const struct ft_chart *chart)
{
	return (double)chart->n_series * (BAR + BAR_GAP) + GAP;
}

static void
add_bar(const struct drawing *drawing, const struct ft_chart_series *series,
    double value, double y)
{
	double length = drawing->wide * value / drawing->scale.top;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!(length >= 0))
		length = 0;
	if (value > 0 && length < 1)
		length = 1;
	ft_str_addf(drawing->str,
	    "<rect class=\"s c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
	    "height=\"%d\"/>\n",
	    color_of(series), drawing->left, y, length, BAR);
	ft_chart_value(&str, drawing->chart->unit, value);
	add_text(drawing->str, drawing->left + length + 5, y + BAR - 2, "",
	    ft_str_text(&str));
}

static void
add_bars_axis(const struct drawing *drawing)
{
	const struct ft_chart_scale *scale = &drawing->scale;
	int ticks = (int)(scale->top / scale->step + 0.5);
	double bottom = drawing->top + drawing->high;

	for (int i = 0; i <= ticks; i++) {
		double x = drawing->left + drawing->wide * i / ticks;
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

		ft_chart_value(&str, drawing->chart->unit, scale->step * i);
		add_line(drawing->str, i ? "g" : "x",
		    (struct line){ x, drawing->top, x, bottom });
		add_text(
		    drawing->str, x, bottom + 16, MIDDLE, ft_str_text(&str));
	}
}

/* Append as much of TEXT as fits between the border and the plot area. */
static void
add_name(const struct drawing *drawing, double y, const char *text)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_cut(&str, text, (size_t)((drawing->left - 20) / LETTER));
	add_text(drawing->str, drawing->left - 6, y, END, ft_str_text(&str));
}

static void
draw_bars(struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	size_t longest = 4;

	for (size_t i = 0; i < chart->n; i++) {
		size_t length =
		    ft_utf8_columns(chart->label[i], strlen(chart->label[i]));

		longest = length > longest ? length : longest;
	}
	ft_chart_scale(chart, 5, &drawing->scale);
	drawing->left = 26 + LETTER * (double)(longest < 24 ? longest : 24);
	drawing->wide = WIDTH - drawing->left - VALUE;
	add_bars_axis(drawing);
	for (size_t k = 0; k < chart->n; k++) {
		double height = group_height(chart);
		double y = drawing->top + GAP / 2.0 + height * (double)k;

		add_name(drawing, y + (height - GAP) / 2 + 4, chart->label[k]);
		for (size_t i = 0; i < chart->n_series; i++)
			add_bar(drawing, &chart->series[i],
			    chart->series[i].value[k],
			    y + (double)i * (BAR + BAR_GAP));
	}
}

/* ---- Gantt ---------------------------------------------------------------------------- */

/* Uses that a picture shows one by one; more are drawn as cells of this many rows
 * and columns, which is finer than eyes see. */
#define MOST_USES 20000
#define ROWS      100
#define COLUMNS   336

/* Where something is in a picture. */
struct box {
	double x, y, wide, high;
};

/* Append a box of a series, with its letter if there is room. */
static void
add_box(const struct drawing *drawing, unsigned series, struct box box)
{
	ft_str_add(drawing->str, "<rect class=\"j ");
	add_class(drawing->str, &drawing->chart->series[series]);
	ft_str_addf(drawing->str,
	    "\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
	    "height=\"%.2f\"/>\n",
	    box.x, box.y, box.wide, box.high);
	if (box.wide >= 14 && box.high >= 14)
		add_text(drawing->str, box.x + box.wide / 2,
		    box.y + box.high / 2 + 4, MIDDLE,
		    (const char[]){
			ft_chart_letter(drawing->chart, series), '\0' });
}

static void
add_uses(const struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	double second = drawing->wide / (double)chart->n;

	for (size_t i = 0; i < chart->n_use; i++) {
		const struct ft_chart_use *use = &chart->use[i];
		double top = height_of(drawing, (double)use->last + 1);

		add_box(drawing, use->series,
		    (struct box){
			drawing->left +
			    second * (double)(use->from - chart->from),
			top, second * (double)(use->to - use->from),
			height_of(drawing, use->first) - top });
	}
}

static void
add_many_uses(const struct drawing *drawing)
{
	struct ft_chart_cell *cell FT_CLEANUP(ft_free_at) =
	    ft_calloc((size_t)ROWS * COLUMNS, sizeof *cell);
	double top = height_of(drawing, drawing->chart->lanes);
	double wide = drawing->wide / COLUMNS;
	double high = (height_of(drawing, 0) - top) / ROWS;

	ft_chart_cells(drawing->chart, ROWS, COLUMNS, cell);
	for (size_t r = 0; r < ROWS; r++)
		for (size_t c = 0, n; c < COLUMNS; c += n) {
			const struct ft_chart_cell *row = cell + r * COLUMNS;

			for (n = 1;
			     c + n < COLUMNS &&
			     row[c + n].series == row[c].series &&
			     (row[c + n].used >= 0.5) == (row[c].used >= 0.5);
			     n++)
				;
			if (row[c].used >= 0.5)
				add_box(drawing, row[c].series,
				    (struct box){
					drawing->left + wide * (double)c,
					top + high * (double)r,
					wide * (double)n, high });
		}
}

static void
draw_gantt(struct drawing *drawing)
{
	ft_chart_scale(drawing->chart, 5, &drawing->scale);
	drawing->scale.top = drawing->chart->lanes; /* there are no more */
	drawing->left = LEFT;
	drawing->wide = WIDTH - LEFT - RIGHT;
	add_time_axes(drawing);
	if (drawing->chart->n_use > MOST_USES)
		add_many_uses(drawing);
	else
		add_uses(drawing);
}

/* ---- all of it ---------------------------------------------------------------------- */

static double
field_height(const struct ft_chart *chart)
{
	if (chart->kind == FT_CHART_GANTT)
		return GANTT;
	return chart->kind == FT_CHART_TIME || !chart->n
		   ? TIME
		   : group_height(chart) * (double)chart->n;
}

static double
head_height(const struct ft_chart *chart)
{
	return chart->n_series < 2
		   ? TITLE
		   : TITLE + LEGEND * (1 + (double)entry_of(
					       chart, chart->n_series - 1)
					       .row);
}

/* The colours of pictures in THEME. */
static void
add_colors(struct ft_str *str, enum ft_theme theme)
{
	const struct ft_paint paint = { theme, FT_DEPTH_PICTURE };
	unsigned grey = (unsigned)ft_paint_color(&paint, FT_ROLE_GREY);

	ft_str_addf(str, "text{fill:#%06x}.b{fill:#%06x}.g,.x{stroke:#%06x}",
	    (unsigned)ft_paint_color(&paint, FT_ROLE_TEXT),
	    (unsigned)ft_paint_color(&paint, FT_ROLE_GROUND), grey);
	for (int i = 0; i < COLORS; i++)
		ft_str_addf(str, ".c%d{color:#%06x}", i,
		    (unsigned)ft_paint_color(
			&paint, (enum ft_role)(FT_ROLE_SERIES_1 + i)));
}

static void
add_style(struct ft_str *str, enum ft_theme theme)
{
	bool follows = theme == FT_THEME_AUTO;

	ft_str_addf(
	    str, "<style>%s%s", style, theme == FT_THEME_MONO ? fills : "");
	add_colors(str, follows ? FT_THEME_LIGHT : theme);
	if (follows) {
		ft_str_add(str, "@media(prefers-color-scheme:dark){");
		add_colors(str, FT_THEME_DARK);
		ft_str_add_char(str, '}');
	}
	ft_str_add(str, "</style>\n");
}

void
ft_plot_svg(struct ft_out *out, const struct ft_chart *chart, size_t n,
    const struct ft_plot_look *look)
{
	struct ft_str *str = &out->text;
	double height = 0, top = 0;

	for (size_t i = 0; i < n; i++)
		height +=
		    head_height(&chart[i]) + field_height(&chart[i]) + FOOT;
	ft_str_addf(str,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\">\n<title>",
	    WIDTH, height, WIDTH, height);
	add_escaped(str, look->title);
	ft_str_add(str, "</title>\n");
	add_style(str, look->theme);
	ft_str_add(str, "<rect class=\"b\" width=\"100%\" height=\"100%\"/>\n");
	for (size_t i = 0; i < n; i++) {
		struct drawing drawing = { .str = str,
			.chart = &chart[i],
			.top = top + head_height(&chart[i]),
			.high = field_height(&chart[i]) };

		add_head(&drawing, top);
		if (!chart[i].n)
			add_text(str, 16, drawing.top + 20, "", "(nothing)");
		else if (chart[i].kind == FT_CHART_TIME)
			draw_time(&drawing);
		else if (chart[i].kind == FT_CHART_GANTT)
			draw_gantt(&drawing);
		else
			draw_bars(&drawing);
		top = drawing.top + drawing.high + FOOT;
		ft_out_step(out);
	}
	ft_str_add(str, "</svg>\n");
}
