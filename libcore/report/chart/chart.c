/* chart.c - draws charts on a terminal: columns over time, bars by name. */
#include "report/chart/chart.h"

#include "base/text/utf8.h"

#define HEIGHT    8 /* height of a chart over time with one series, in lines */
#define HEIGHT_OF 3 /* height of each series if there are several */
#define LANES                                                                  \
	14 /* most lines of a Gantt chart: with its head and legend
			it fits a screen of 24 */
#define EIGHTHS 8

static const char *const columns_utf8[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆",
	"▇", "█" };
static const char *const columns_ascii[] = { " ", ".", ".", ".", ":", ":", ":",
	"#", "#" };
static const char *const bars_utf8[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉",
	"█" };
/* Fill characters of the second and further series, drawn in whole cells. */
static const char *const fills_utf8[] = { "█", "░", "▒", "▓" };
static const char *const fills_ascii[] = { "#", "-", "=", "+" };
#define FILLS 4

struct drawing {
	const struct ft_chart *chart;
	const struct ft_chart_look *look;
	struct ft_chart_scale scale;
	size_t width;
	struct ft_str *str;
};

/* ---- texts ------------------------------------------------------------------------ */

/* Returns the bytes of TEXT that take at most COLUMNS. */
static size_t
fitting(const char *text, size_t columns)
{
	const char *at = text;

	while (*at) {
		const char *next = at;
		int width = ft_utf8_width(ft_utf8_next(&next, NULL));

		if ((size_t)width > columns)
			break;
		columns -= (size_t)width;
		at = next;
	}
	return (size_t)(at - text);
}

/* Append TEXT cut or padded to COLUMNS; right: align it to the right. */
static void
add_text(struct ft_str *str, const char *text, size_t columns, bool right)
{
	size_t len = fitting(text, columns);
	size_t taken = ft_utf8_columns(text, len);

	if (right)
		ft_str_add_fill(str, ' ', columns - taken);
	ft_str_add_n(str, text, len);
	if (!right)
		ft_str_add_fill(str, ' ', columns - taken);
}

/* Drop blanks at the end of the line, and end it. */
static void
end_line(struct ft_str *str)
{
	while (str->len && str->data[str->len - 1] == ' ')
		str->len--;
	ft_str_add_char(str, '\n');
}

static void
begin_color(const struct drawing *drawing, const struct ft_chart_series *series)
{
	if (drawing->look->paint.depth == FT_DEPTH_NONE)
		return;
	ft_paint_add(drawing->str, &drawing->look->paint,
	    series->away ? FT_DIM : 0,
	    series->away
		? FT_ROLE_GREY
		: (enum ft_role)(FT_ROLE_SERIES_1 + series->color % FT_SERIES));
}

static void
end_color(const struct drawing *drawing)
{
	if (drawing->look->paint.depth != FT_DEPTH_NONE)
		ft_str_add(drawing->str, FT_PAINT_END);
}

/* Append the title, folded into as many lines as it needs. */
static void
add_title(const struct drawing *drawing)
{
	const char *text = drawing->chart->title;

	while (*text) {
		size_t len = fitting(text, drawing->width), cut = len;

		/* fold between words if possible */
		while (text[len] && cut && text[cut] != ' ')
			cut--;
		if (text[len] && cut)
			len = cut;
		if (!len)
			break;
		if (drawing->look->paint.depth != FT_DEPTH_NONE)
			ft_paint_add(drawing->str, &drawing->look->paint,
			    FT_BOLD, FT_ROLE_TEXT);
		ft_str_add_n(drawing->str, text, len);
		end_color(drawing);
		ft_str_add_char(drawing->str, '\n');
		text += len;
		text += *text == ' ';
	}
}

/* ---- over time -------------------------------------------------------------------- */

/* Returns how many of HEIGHT lines are above 0: all if no value is negative. */
static int
lines_above(const struct ft_chart_scale *scale, int height)
{
	int lines =
	    (int)(scale->top / (scale->top - scale->low) * height + 0.5);

	if (scale->low < 0 && lines >= height)
		lines = height - 1;
	return lines > 0 ? lines : 1;
}

/*
 * Returns how many eighths of the cell in line ROW (0 at the top) of HEIGHT
 * VALUE fills; negative if the column hangs down from 0.
 */
static int
eighths_of(
    double value, const struct ft_chart_scale *scale, int row, int height)
{
	int zero = lines_above(scale, height), eighths;
	double end = row < zero ? scale->top : scale->low;
	int lines = row < zero ? zero : height - zero;
	int before = row < zero ? zero - 1 - row : row - zero;
	double all = value / end * lines * EIGHTHS;

	eighths = (int)(all - (double)before * EIGHTHS + 0.5);
	/* a value above 0 is always visible */
	if (before == 0 && value / end > 0 && eighths < 1)
		eighths = 1;
	eighths = eighths < 0 ? 0 : eighths > EIGHTHS ? EIGHTHS : eighths;
	return row < zero ? eighths : -eighths;
}

/* The character for that many eighths. */
static const char *
cell_of(const struct drawing *drawing, int eighths)
{
	bool utf8 = drawing->look->utf8;

	if (eighths >= 0)
		return (utf8 ? columns_utf8 : columns_ascii)[eighths];
	/* Unicode has hanging blocks of an eighth, a half and a whole only */
	if (eighths <= -6)
		return utf8 ? "█" : "#";
	if (eighths >= -2)
		return utf8 ? "▔" : "'";
	return utf8 ? "▀" : "'";
}

/* Returns the width of the widest of the three labels of the axis. */
static size_t
label_width(const struct drawing *drawing)
{
	size_t most = 0;

	for (int i = 0; i < 4; i++) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
		size_t width;

		ft_chart_value(&str, drawing->chart->unit,
		    i < 3 ? drawing->scale.top * i / 2 : drawing->scale.low);
		width = ft_utf8_columns(ft_str_text(&str), str.len);
		most = width > most ? width : most;
	}
	return most;
}

static void
add_axis_label(const struct drawing *drawing, double value, size_t width)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	ft_chart_value(&str, drawing->chart->unit, value);
	add_text(drawing->str, ft_str_text(&str), width, true);
}

/* A series over time, drawn as height lines of columns. */
struct band {
	const struct ft_chart_series *series;
	double *value; /* [n]: the mean of each column */
	size_t n;
	int height;
};

static void
add_columns(const struct drawing *drawing, const struct band *band, int row)
{
	begin_color(drawing, band->series);
	for (size_t i = 0; i < band->n; i++)
		ft_str_add(drawing->str,
		    isnan(band->value[i])
			? " "
			: cell_of(drawing,
			      eighths_of(band->value[i], &drawing->scale, row,
				  band->height)));
	/* the rest is blanks, so the line can end here */
	if (drawing->look->paint.depth == FT_DEPTH_NONE)
		return;
	while (drawing->str->data[drawing->str->len - 1] == ' ')
		drawing->str->len--;
	end_color(drawing);
}

/* Append the axis label of line ROW: the ends of the scale, and 0, or if no
 * value is negative the middle. */
static void
add_row_label(const struct drawing *drawing, int row, int height, size_t label)
{
	const struct ft_chart_scale *scale = &drawing->scale;

	if (row == 0)
		add_axis_label(drawing, scale->top, label);
	else if (row == height - 1)
		add_axis_label(drawing, scale->low, label);
	else if (scale->low < 0 && row == lines_above(scale, height) - 1)
		add_axis_label(drawing, 0, label);
	else if (scale->low >= 0 && height > 4 && row == height / 2)
		add_axis_label(
		    drawing, scale->top * (height - row) / height, label);
	else
		ft_str_add_fill(drawing->str, ' ', label);
}

static void
add_series(const struct drawing *drawing, const struct ft_chart_series *series,
    size_t label, int height)
{
	size_t n = drawing->width - label - 2;
	double *value FT_CLEANUP(ft_free_at) = ft_calloc(n, sizeof *value);
	const struct band band = { series, value, n, height };

	for (size_t i = 0; i < n; i++)
		value[i] = ft_chart_mean(drawing->chart, series, i, n);
	for (int row = 0; row < height; row++) {
		add_row_label(drawing, row, height, label);
		ft_str_add(drawing->str, drawing->look->utf8 ? " │" : " |");
		add_columns(drawing, &band, row);
		end_line(drawing->str);
	}
}

/* Append the labels below the chart: its beginning, middle and end. */
static void
add_dates(const struct drawing *drawing, size_t label)
{
	size_t n = drawing->width - label - 2, taken = 0;

	ft_str_add_fill(drawing->str, ' ', label + 2);
	for (int i = 0; i < 3; i++) {
		struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };
		size_t len, at;

		ft_chart_at(&str, drawing->chart, i, 2);
		len = ft_utf8_columns(ft_str_text(&str), str.len);
		at = i == 0 ? 0 : i == 1 ? n / 2 - len / 2 : n - len;
		if (len <= n && at >= taken && (i != 1 || n > 4 * len)) {
			ft_str_add_fill(drawing->str, ' ', at - taken);
			ft_str_add(drawing->str, ft_str_text(&str));
			taken = at + len;
		}
	}
	end_line(drawing->str);
}

static void
draw_time(struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	int height = drawing->look->height;
	size_t label;

	ft_chart_scale(chart, 4, &drawing->scale);
	label = label_width(drawing);
	if (height <= 0)
		height = chart->n_series > 1 ? HEIGHT_OF : HEIGHT;
	for (size_t i = 0; i < chart->n_series; i++) {
		const struct ft_chart_series *series = &chart->series[i];

		if (chart->n_series > 1) {
			ft_str_add_fill(drawing->str, ' ', label + 2);
			ft_str_add_n(drawing->str, series->label,
			    fitting(series->label, drawing->width - label - 2));
			end_line(drawing->str);
		}
		add_series(drawing, series, label, height);
	}
	add_dates(drawing, label);
}

/* ---- by name ----------------------------------------------------------------------- */

static const char *
fill_of(const struct drawing *drawing, size_t i)
{
	return (drawing->look->utf8 ? fills_utf8 : fills_ascii)[i % FILLS];
}

static void
add_bar(const struct drawing *drawing, size_t series, double value, size_t room)
{
	double part = value / drawing->scale.top * (double)room * EIGHTHS;
	size_t eighths = part > 0 ? (size_t)(part + 0.5) : 0;
	size_t cells = eighths / EIGHTHS;
	bool fine = drawing->look->utf8 && series == 0;

	/* a value above 0 is always visible */
	if (value > 0 && eighths < 1)
		eighths = 1;
	if (!fine)
		cells = (eighths + EIGHTHS / 2) / EIGHTHS;
	if (!fine && eighths && !cells)
		cells = 1;
	begin_color(drawing, &drawing->chart->series[series]);
	for (size_t i = 0; i < cells; i++)
		ft_str_add(drawing->str, fill_of(drawing, series));
	if (fine)
		ft_str_add(drawing->str, bars_utf8[eighths % EIGHTHS]);
	end_color(drawing);
	if (cells || eighths)
		ft_str_add_char(drawing->str, ' ');
}

/* Append the legend: series side by side as long as there is room. */
static void
add_legend(const struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	size_t taken = 0;

	for (size_t i = 0; i < chart->n_series; i++) {
		const struct ft_chart_series *series = &chart->series[i];
		size_t room = drawing->width - 2;
		size_t len = fitting(series->label, room);
		size_t columns = ft_utf8_columns(series->label, len) + 2;

		if (taken && taken + 2 + columns > drawing->width) {
			ft_str_add_char(drawing->str, '\n');
			taken = 0;
		}
		ft_str_add(drawing->str, taken ? "  " : "");
		begin_color(drawing, series);
		if (chart->kind == FT_CHART_GANTT)
			ft_str_add_char(
			    drawing->str, ft_chart_letter(chart, i));
		else
			ft_str_add(drawing->str, fill_of(drawing, i));
		end_color(drawing);
		ft_str_add_char(drawing->str, ' ');
		ft_str_add_n(drawing->str, series->label, len);
		taken += columns + (taken ? 2 : 0);
	}
	ft_str_add_char(drawing->str, '\n');
}

/* Compute the widths of the longest name and the longest value. */
static void
measure_bars(const struct drawing *drawing, size_t *name, size_t *value)
{
	const struct ft_chart *chart = drawing->chart;

	*name = *value = 1;
	for (size_t k = 0; k < chart->n; k++) {
		size_t len =
		    ft_utf8_columns(chart->label[k], strlen(chart->label[k]));

		if (len > *name)
			*name = len;
		for (size_t i = 0; i < chart->n_series; i++) {
			struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

			ft_chart_value(
			    &str, chart->unit, chart->series[i].value[k]);
			if (str.len > *value)
				*value = str.len;
		}
	}
	if (*name > drawing->width / 3)
		*name = drawing->width / 3;
}

static void
draw_bars(struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	size_t name, value, room;

	/* bars have no axis: the longest one fills the width */
	drawing->scale.top = ft_chart_most(chart);
	measure_bars(drawing, &name, &value);
	/* name, blank, bar, blank, value; if the chart is narrow, names are
	 * cut */
	if (name + value + 3 > drawing->width)
		name =
		    drawing->width > value + 4 ? drawing->width - value - 3 : 1;
	if (name + value + 3 > drawing->width)
		value = drawing->width - name - 3;
	room = drawing->width - name - value - 2;
	if (chart->n_series > 1)
		add_legend(drawing);
	for (size_t k = 0; k < chart->n; k++)
		for (size_t i = 0; i < chart->n_series; i++) {
			double number = chart->series[i].value[k];
			struct ft_str str = { 0 };

			add_text(drawing->str, i ? "" : chart->label[k], name,
			    false);
			ft_str_add_char(drawing->str, ' ');
			add_bar(drawing, i, number, room);
			ft_chart_value(&str, chart->unit, number);
			ft_str_add_n(drawing->str, ft_str_text(&str),
			    fitting(ft_str_text(&str), value));
			ft_str_free(&str);
			end_line(drawing->str);
		}
}

/* ---- Gantt ------------------------------------------------------------------------- */

/* Append a line of N cells: a small letter, or - for #, where less than half is
 * used. */
static void
add_cells(
    const struct drawing *drawing, const struct ft_chart_cell *cell, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char letter = ft_chart_letter(drawing->chart, cell[i].series);

		if (!(cell[i].used > 0)) {
			ft_str_add_char(drawing->str, ' ');
			continue;
		}
		if (cell[i].used < 0.5 - 1e-9) /* rounding */
			letter =
			    letter == '#' ? '-' : (char)(letter - 'A' + 'a');
		begin_color(drawing, &drawing->chart->series[cell[i].series]);
		ft_str_add_char(drawing->str, letter);
		end_color(drawing);
	}
	end_line(drawing->str);
}

static void
draw_gantt(struct drawing *drawing)
{
	const struct ft_chart *chart = drawing->chart;
	int most = drawing->look->height > 0 ? drawing->look->height : LANES;
	int height = chart->lanes < (uint32_t)most ? (int)chart->lanes : most;
	struct ft_chart_cell *cell;
	size_t label, n;

	drawing->scale = (struct ft_chart_scale){ .top = chart->lanes,
		.step = chart->lanes };
	label = label_width(drawing);
	n = drawing->width - label - 2;
	cell = ft_calloc((size_t)height * n, sizeof *cell);
	ft_chart_cells(chart, (size_t)height, n, cell);
	for (int row = 0; row < height; row++) {
		add_row_label(drawing, row, height, label);
		ft_str_add(drawing->str, drawing->look->utf8 ? " │" : " |");
		add_cells(drawing, cell + (size_t)row * n, n);
	}
	ft_free(cell);
	add_dates(drawing, label);
	add_legend(drawing);
}

void
ft_chart_print(const struct ft_chart *chart, const struct ft_chart_look *look,
    struct ft_out *out)
{
	struct drawing drawing = {
		.chart = chart, .look = look, .str = &out->text
	};

	drawing.width = look->width < FT_CHART_NARROWEST ? FT_CHART_NARROWEST
							 : (size_t)look->width;
	add_title(&drawing);
	if (!chart->n)
		ft_str_add(drawing.str, "(nothing)\n");
	else if (chart->kind == FT_CHART_TIME)
		draw_time(&drawing);
	else if (chart->kind == FT_CHART_GANTT)
		draw_gantt(&drawing);
	else
		draw_bars(&drawing);
	ft_str_add_char(drawing.str, '\n');
	ft_out_step(out);
}
