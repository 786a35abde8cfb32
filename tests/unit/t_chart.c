/* charts: scales, words, columns and bars; nothing wider than asked for. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text/utf8.h"
#include "report/chart/chart.h"
#include "tap/tap.h"

static char text[8192];

static const char *
print(const struct ft_chart *chart, int width, bool utf8)
{
	const struct ft_chart_look look = { .width = width, .utf8 = utf8 };
	struct ft_out out;

	ft_out_init(&out, NULL);
	ft_chart_print(chart, &look, &out);
	snprintf(text, sizeof text, "%s", ft_str_text(&out.text));
	ft_out_free(&out);
	return text;
}

static size_t
widest(const char *lines)
{
	size_t most = 0;

	while (*lines) {
		size_t len = strcspn(lines, "\n");
		size_t columns = ft_utf8_columns(lines, len);

		most = columns > most ? columns : most;
		lines += len + (lines[len] != '\0');
	}
	return most;
}

static void
is_value(enum ft_chart_unit unit, double value, const char *want)
{
	struct ft_str str = { 0 };

	ft_chart_value(&str, unit, value);
	is_str(ft_str_text(&str), want, "%g is %s", value, want);
	ft_str_free(&str);
}

static void
check_values(void)
{
	is_value(FT_CHART_PERCENT, 0.5, "50%");
	is_value(FT_CHART_PERCENT, 1, "100%");
	is_value(FT_CHART_PERCENT, 0, "0%");
	is_value(FT_CHART_PERCENT, 0.0123, "1.2%");
	is_value(FT_CHART_PERCENT, 0.0996, "10%");
	is_value(FT_CHART_SECONDS, 0, "0s");
	is_value(FT_CHART_SECONDS, 59.4, "59s");
	is_value(FT_CHART_SECONDS, 59.6, "1m");
	is_value(FT_CHART_SECONDS, 125, "2m 5s");
	is_value(FT_CHART_SECONDS, 3600, "1h");
	is_value(FT_CHART_SECONDS, 3660, "1h 1m");
	is_value(FT_CHART_SECONDS, 2 * 86400 + 3 * 3600 + 59, "2d 3h");
	is_value(FT_CHART_COUNT, 12000, "12000");
	is_value(FT_CHART_COUNT, 2.5, "2.5");
	is_value(FT_CHART_INDEX, 0.125, "0.12");
	is_value(FT_CHART_INDEX, (double)NAN, "-");
}

static void
is_scale(
    enum ft_chart_unit unit, double top, double most, double step, double want)
{
	const double value[] = { (double)NAN, most / 2, most };
	struct ft_chart chart = { .unit = unit,
		.top = top,
		.n = 3,
		.series = { { .label = "", .value = value } },
		.n_series = 1 };
	struct ft_chart_scale scale;

	ft_chart_scale(&chart, 5, &scale);
	near(scale.step, step, 1e-9 * step, "to %g: steps of %g", most, step);
	near(scale.top, want, 1e-9 * want, "to %g: up to %g", most, want);
}

static void
check_scales(void)
{
	is_scale(FT_CHART_PERCENT, 1, 0.3, 0.2, 1);
	is_scale(FT_CHART_PERCENT, 1, 1 + 1e-12, 0.2, 1);
	is_scale(FT_CHART_PERCENT, 0, 0.31, 0.1, 0.4);
	/* 1.17 / 5 is just below a quarter */
	is_scale(FT_CHART_PERCENT, 0, 1.17, 0.25, 1.25);
	is_scale(FT_CHART_COUNT, 0, 3, 1, 3);
	is_scale(FT_CHART_COUNT, 0, 1234, 500, 1500);
	is_scale(FT_CHART_COUNT, 0, 0, 1, 1);
	is_scale(FT_CHART_SECONDS, 0, 7000, 1800, 7200);
	is_scale(FT_CHART_SECONDS, 0, 100, 30, 120);
	is_scale(FT_CHART_SECONDS, 0, 4 * 86400, 86400, 4 * 86400);
	is_scale(FT_CHART_SECONDS, 0, 9000 * 86400.0, 2000 * 86400.0,
	    10000 * 86400.0);
}

static void
is_when(int64_t when, int64_t span, const char *want)
{
	const struct ft_chart chart = { .from = when, .step = span, .n = 1 };
	struct ft_str str = { 0 };

	ft_chart_at(&str, &chart, 0, 1);
	is_u64(strlen(ft_str_text(&str)), strlen(want), "like %s: %s", want,
	    ft_str_text(&str));
	ft_str_free(&str);
}

/* The values as they are told apart: five columns, one value each. */
static void
check_time(void)
{
	const double value[] = { 0, 0.25, 0.5, 1, (double)NAN };
	struct ft_chart chart = { .kind = FT_CHART_TIME,
		.unit = FT_CHART_PERCENT,
		.title = "Use",
		.top = 1,
		.n = 5,
		.step = 3600,
		.from = 946684800,
		.series = { { .label = "use", .value = value } },
		.n_series = 1 };
	const char *line;

	/* 4 for 100%, 2 for the axis: 14 are left for 5 values */
	print(&chart, 20, true);
	line = strchr(text, '\n') + 1;
	is_str(strtok(text, "\n"), "Use", "title");
	ok(!strncmp(
	       line, "100% │         ███\n", strlen("100% │         ███\n")),
	    "the largest reaches the top: %.24s", line);
	print(&chart, 20, false);
	ok(strstr(text, "\n  0% |   #########\n") != NULL,
	    "the lowest line shows all that is: %s", text);
	ok(strstr(text, "\n 50% |      ######\n") != NULL, "half of it: %s",
	    text);
	ok(strspn(text, "Use%0123456789 |#:.\n") == strlen(text),
	    "nothing but ASCII");
	is_when(946684800, 3600, "00:00");
	is_when(946684800, 86400, "00:00");
	is_when(946684800, 86400 + 1, "01-01T00:00");
	is_when(946684800, 86400 * 2, "01-01T00:00");
	is_when(946684800, 86400 * 2 + 1, "01-01");
	is_when(946684800, 86400 * 30, "01-01");
	is_when(946684800, 86400 * 1000, "2000-01");
	is_when(0, 3600, "00:00");
}

static void
check_means(void)
{
	const double value[] = { 1, 3, (double)NAN, 5, (double)NAN,
		(double)NAN };
	struct ft_chart chart = { .n = 6 };
	struct ft_chart_series series = { .value = value };

	is_real(ft_chart_mean(&chart, &series, 0, 3), 2, "mean of 1 and 3");
	is_real(ft_chart_mean(&chart, &series, 1, 3), 5, "5 alone");
	ok(isnan(ft_chart_mean(&chart, &series, 2, 3)), "nothing there");
	is_real(ft_chart_mean(&chart, &series, 3, 12), 3, "3 in two columns");
}

static void
check_bars(void)
{
	const double promised[] = { 0.5, 0.25, 0, (double)NAN };
	const double delivered[] = { 1, 0.001, 0, 0.5 };
	const char *const label[] = { "physics", "chem", "no", "ä" };
	struct ft_chart chart = { .kind = FT_CHART_BARS,
		.unit = FT_CHART_PERCENT,
		.title = "Share",
		.n = 4,
		.label = label,
		.series = { { .label = "promised", .value = promised },
		    { .label = "delivered", .value = delivered, .color = 1 } },
		.n_series = 2 };

	/* names 7 (a third of 36 is 12), values 4 and two blanks: bars of 23
	   columns at most; 0.5 is 11.5 of them */
	is_str(print(&chart, 36, false),
	    "Share\n"
	    "# promised  - delivered\n"
	    "physics ############ 50%\n"
	    "        ----------------------- 100%\n"
	    "chem    ###### 25%\n"
	    "        - 0.1%\n"
	    "no      0%\n"
	    "        0%\n"
	    "ä       -\n"
	    "        ------------ 50%\n"
	    "\n",
	    "bars");
	ok(strstr(print(&chart, 36, true), "physics ███████████▌ 50%\n") !=
		NULL,
	    "eighths of a cell: %s", text);
	ok(strstr(text, "        ░ 0.1%\n") != NULL, "a little is seen: %s",
	    text);
	chart.n = 0;
	is_str(print(&chart, 36, true), "Share\n(nothing)\n\n", "no bars");
}

/*
 * Below 0, by a number that is no time.  The scale is from -50 to 50 (100 / 4 is
 * 25, the next round number 50): half of the lines are above 0.
 */
static void
check_below(void)
{
	const double value[] = { 0, 50, 25, -10, -30, -50 };
	struct ft_chart chart = { .kind = FT_CHART_TIME,
		.unit = FT_CHART_COUNT,
		.title = "Utility",
		.plain = true,
		.from = 100,
		.step = 10,
		.n = 6,
		.n_series = 1,
		.series = { { .label = "u", .value = value } } };
	struct ft_chart_scale scale;

	ft_chart_scale(&chart, 4, &scale);
	is_real(scale.top, 50, "the scale ends");
	is_real(scale.low, -50, "and begins");
	/* of 23 columns 3 and 2 beside the axis: each value has 3; the numbers of 3 stand at
	   0, 18 / 2 - 3 / 2 and 18 - 3 */
	is_str(print(&chart, 23, false),
	    "Utility\n"
	    " 50 |   ###\n"
	    "    |   ###\n"
	    "    |   ######\n"
	    "  0 |   ######\n"
	    "    |         #########\n"
	    "    |            ######\n"
	    "    |            '''###\n"
	    "-50 |               ###\n"
	    "     100     130    160\n"
	    "\n",
	    "values below 0 hang from it");
	ok(strstr(print(&chart, 23, true), "▀▀▀") != NULL, "halves: %s", text);
}

/* Nothing is wider than asked for, whatever there is. */
static void
check_widths(void)
{
	const double value[] = { 1e9, 1, 123456789, (double)NAN };
	const char *const label[] = { "a name that is long, longer, longest",
		"日本語のとても長い名前です", "b", "" };
	struct ft_chart chart = { .title = "A title that is far longer than "
					   "what there is room for",
		.n = 4,
		.step = 864000,
		.label = label,
		.series = { { .label = "one", .value = value },
		    { .label = "another series", .value = value },
		    { .label = "third", .value = value } } };

	for (int kind = FT_CHART_TIME; kind <= FT_CHART_BARS; kind++)
		for (int unit = 0; unit <= FT_CHART_INDEX; unit++)
			for (int width = 0; width < 90; width += 7) {
				size_t most = width < FT_CHART_NARROWEST
						  ? FT_CHART_NARROWEST
						  : (size_t)width;

				chart.kind = (enum ft_chart_kind)kind;
				chart.unit = (enum ft_chart_unit)unit;
				chart.n_series = (size_t)(width % 3) + 1;
				print(&chart, width, width % 2);
				ok(widest(text) <= most,
				    "kind %d, unit %d: %zu of %zu columns",
				    kind, unit, widest(text), most);
			}
}

/*
 * Four lanes, 20 seconds.  a has lanes 0 and 1 until 4 and all from 10 on; b has 2
 * and 3 from 2 to 10.  In ten columns of 2 s: b's from the second to the fifth.
 */
static void
check_gantt(void)
{
	static const struct ft_chart_use use[] = { { 100, 104, 0, 1, 0 },
		{ 102, 110, 2, 3, 1 }, { 110, 120, 0, 3, 0 } };
	struct ft_chart chart = { .kind = FT_CHART_GANTT,
		.unit = FT_CHART_COUNT,
		.title = "Use",
		.n = 20,
		.from = 100,
		.step = 1,
		.plain = true,
		.use = use,
		.n_use = 3,
		.lanes = 4,
		.series = { { .label = "ann" }, { .label = "bob" } },
		.n_series = 2 };
	struct ft_chart_cell cell[20];

	ft_chart_cells(&chart, 2, 10, cell);
	is_real(cell[0].used, 0, "nothing at the top left");
	ok(cell[1].series == 1 && cell[4].series == 1 && cell[5].series == 0,
	    "b above, then a");
	is_real(cell[1].used, 1, "all of the cell");
	ok(cell[10].series == 0 && cell[11].used >= 1, "a below");
	is_real(cell[12].used, 0, "until 104");
	ft_chart_cells(&chart, 1, 5, cell);
	/* 100 to 104: a 2 of 4 lanes for 4 s, b 2 for 2 s: (8 + 4) / 16 */
	near(cell[0].used, 0.75L, 1e-12L, "three quarters");
	is_u64(cell[0].series, 0, "most of it a's");
	/* width 23: two for the label and the axis, so that 20 are left, one
	 * for each second */
	is_str(print(&chart, 23, false),
	    "Use\n"
	    "4 |  BBBBBBBBAAAAAAAAAA\n"
	    "  |  BBBBBBBBAAAAAAAAAA\n"
	    "  |AAAA      AAAAAAAAAA\n"
	    "0 |AAAA      AAAAAAAAAA\n"
	    "   100      110     120\n"
	    "A ann  B bob\n\n",
	    "letters tell them apart without colours");
	ok(widest(print(&chart, 40, true)) <= 40, "no wider than asked for");
	/* lane 0 of 28: each of the 14 lines has two, so half is used */
	chart.lanes = 28;
	chart.use = &(const struct ft_chart_use){ 100, 120, 0, 0, 1 };
	chart.n_use = 1;
	ok(strstr(print(&chart, 23, false), "0 |BBBB") != NULL,
	    "half of the last line");
	chart.lanes = 42;
	ok(strstr(print(&chart, 23, false), "0 |bbbb") != NULL,
	    "a third of it: small letters");
	chart.n = 0;
	ok(strstr(print(&chart, 23, false), "(nothing)") != NULL,
	    "no time, nothing");
}

int
main(void)
{
	check_values();
	check_scales();
	check_time();
	check_means();
	check_bars();
	check_below();
	check_gantt();
	check_widths();
	return done_testing();
}
