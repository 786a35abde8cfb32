/* plot: pictures are well-formed, stand alone, and stay inside their frame. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "report/chart/plot.h"
#include "tap/tap.h"

static const char *const names[] = { "physics", "<b>&\"x\"", "\xff bytes",
	"a name that is far too long to stand beside its bar" };
static const double some[] = { 0.5, 1, (double)NAN, 0.001 };
static const double below[] = { 0.1, -0.4, 0, 0.2 };
static const double more[] = { 12, 0, 7200, 400000 };

static struct ft_chart
chart_of(enum ft_chart_kind kind, const double *value)
{
	return (struct ft_chart){ .kind = kind,
		.unit = value == more ? FT_CHART_SECONDS : FT_CHART_PERCENT,
		.title = "Wait & <share>",
		.n = 4,
		.from = 946684800,
		.step = 86400,
		.label = names,
		.series = { { .label = "one", .value = value },
		    { .label = "two",
			.value = value,
			.color = 1,
			.dashed = true } },
		.n_series = 2 };
}

static char *
plot_in(enum ft_theme theme, const struct ft_chart *chart, size_t n)
{
	struct ft_out out;
	char *text;

	ft_out_init(&out, NULL);
	ft_plot_svg(&out, chart, n,
	    &(struct ft_plot_look){ "a <title> & more", theme });
	text = ft_str_take(&out.text);
	ft_out_free(&out);
	return text;
}

static char *
plot(const struct ft_chart *chart, size_t n)
{
	return plot_in(FT_THEME_AUTO, chart, n);
}

/* Returns how many times TEXT has WORD. */
static size_t
times(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

/* Tags open and close in order, and no & stands alone. */
static bool
is_well_formed(const char *text)
{
	const char *open[16];
	size_t n = 0;

	for (; *text; text++) {
		const char *end = strchr(text, '>');

		if (*text == '&' && strncmp(text, "&amp;", 5) &&
		    strncmp(text, "&lt;", 4) && strncmp(text, "&gt;", 4) &&
		    strncmp(text, "&quot;", 6))
			return false;
		if (*text != '<')
			continue;
		if (!end || memchr(text + 1, '<', (size_t)(end - text - 1)))
			return false;
		if (text[1] == '/') {
			size_t len = (size_t)(end - text - 2);

			if (!n-- || strncmp(open[n], text + 2, len) ||
			    !strchr(" >", open[n][len]))
				return false;
		} else if (end[-1] != '/') {
			if (n == 16)
				return false;
			open[n++] = text + 1;
		}
		text = end;
	}
	return n == 0;
}

/* Every x="..", y="..", width="..", and the corners of paths. */
static bool
is_inside(const char *text)
{
	double wide = 0, high = 0;
	const char *at = strstr(text, "viewBox=\"0 0 ");

	if (!at || sscanf(at + 13, "%lf %lf", &wide, &high) != 2)
		return false;
	for (at = text; (at = strstr(at, " x=\"")); at += 4) {
		double x = strtod(at + 4, NULL), y = 0, width = 0;
		const char *end = strchr(at, '>');
		const char *size = strstr(at, " width=\"");

		if (sscanf(strstr(at, " y=\"") + 4, "%lf", &y) != 1)
			return false;
		if (size && size < end)
			width = strtod(size + 8, NULL);
		if (x < 0 || x + width > wide || y < 0 || y > high)
			return false;
	}
	for (at = text; (at = strpbrk(at, "MHV")); at++) {
		double value = strtod(at + 1, NULL);

		if (value < 0 || value > (*at == 'V' ? high : wide))
			return false;
	}
	return true;
}

static void
check(const struct ft_chart *chart, size_t n, const char *name)
{
	char *text = plot(chart, n), *again = plot(chart, n);

	ok(!strncmp(text, "<svg xmlns=", 11), "%s: begins", name);
	is_str(text + strlen(text) - 7, "</svg>\n", "%s: ends", name);
	ok(is_well_formed(text), "%s: is well-formed", name);
	ok(is_inside(text), "%s: is inside its frame", name);
	ok(!strstr(text, "nan") && !strstr(text, "inf"), "%s: numbers", name);
	ok(times(text, "://") == 1, "%s: asks for nothing from elsewhere",
	    name);
	ok(strstr(text, "prefers-color-scheme:dark") != NULL, "%s: dark too",
	    name);
	ok(!strcmp(text, again), "%s: the same bytes again", name);
	free(text);
	free(again);
}

static void
check_content(void)
{
	static const struct ft_chart_mark half = { 946684800 + 86400, "1/2" };
	struct ft_chart chart = chart_of(FT_CHART_BARS, some);
	char *text = plot(&chart, 1);

	ok(strstr(text, "<title>a &lt;title&gt; &amp; more</title>") != NULL,
	    "the title of the whole");
	ok(strstr(text, ">Wait &amp; &lt;share&gt;</text>") != NULL,
	    "the title of the chart");
	ok(strstr(text, ">&lt;b&gt;&amp;&quot;x&quot;</text>") != NULL,
	    "names are text");
	ok(strstr(text, ">\\xFF bytes</text>") != NULL,
	    "bytes that are no UTF-8");
	ok(strstr(text, ">one</text>") && strstr(text, ">two</text>"),
	    "a legend");
	ok(strstr(text, ">50%</text>") && strstr(text, ">0.1%</text>"),
	    "values at the bars");
	/* 4 groups of 2, and 2 of the legend */
	is_u64(times(text, "<rect class=\"s "), 10, "bars");
	ok(!strstr(text, "fill-opacity:.5"), "told apart by colours");
	free(text);
	text = plot_in(FT_THEME_MONO, &chart, 1);
	ok(strstr(text, ".s.c2{fill-opacity:.5}") != NULL,
	    "or by fills where there are none");
	free(text);
	chart = chart_of(FT_CHART_TIME, some);
	text = plot(&chart, 1);
	is_u64(
	    times(text, "class=\"l d c1\""), 2, "a dashed line and its sign");
	is_u64(times(text, "class=\"f "), 0, "two lines have no area");
	free(text);
	chart.n_series = 1;
	text = plot(&chart, 1);
	is_u64(times(text, "class=\"f c0\""), 1, "one line has");
	ok(!strstr(text, ">one</text>"), "and needs no legend");
	free(text);
	chart.n_mark = 1;
	chart.mark = &half;
	text = plot(&chart, 1);
	/* 760 - 64 - 24 = 672 for four days: 64 + 672 / 4 = 232 after one */
	ok(strstr(text, "M232.0 40.0L232.0 ") && strstr(text, ">1/2</text>"),
	    "a mark is a line with a name");
	free(text);
	/* an entry takes 20 x 6.6 + 38 = 170: 16, 186, 356, 526; at 696 its
	 * text would end behind 760 */
	chart.n_mark = 0;
	chart.n_series = 0;
	for (size_t i = 0; i < 5; i++)
		ft_chart_add(&chart, "abcdefghijklmnopqrst", some);
	text = plot(&chart, 1);
	ok(strstr(text, "<path class=\"l c3\" d=\"M526.0 38.0h14\"/>") &&
		strstr(text, "<path class=\"l c4\" d=\"M16.0 58.0h14\"/>"),
	    "a long legend has several rows");
	free(text);
	chart = chart_of(FT_CHART_TIME, below);
	chart.plain = true;
	chart.from = 7;
	chart.step = 3;
	text = plot(&chart, 1);
	/* 4 steps of 3 behind 7 are 19 */
	ok(strstr(text, ">-40%</text>") && strstr(text, ">7</text>") &&
		strstr(text, ">19</text>"),
	    "values below 0, and numbers that are no times");
	free(text);
}

/* Half of the time the lower half of 8 lanes. */
static void
check_gantt(void)
{
	struct ft_chart_use *use =
	    ft_calloc(30000, sizeof *use); /* more than are drawn one by one */
	struct ft_chart chart = { .kind = FT_CHART_GANTT,
		.unit = FT_CHART_COUNT,
		.title = "Use",
		.n = 60000,
		.step = 1,
		.plain = true,
		.use = use,
		.n_use = 1,
		.lanes = 8,
		.series = { { .label = "a<b", .color = 0 },
		    { .label = "c", .color = 1 } },
		.n_series = 2 };
	char *text;
	size_t boxes = 0;

	use[0] = (struct ft_chart_use){ 0, 30000, 0, 3, 1 };
	text = plot(&chart, 1);
	/* 760 - 64 - 24 = 672 wide, 300 high, below the head of 60 */
	ok(strstr(text, "<rect class=\"j c1\" x=\"64.00\" y=\"210.00\" "
			"width=\"336.00\" height=\"150.00\"/>\n"
			"<text x=\"232.0\" y=\"289.0\" "
			"text-anchor=\"middle\">B</text>") != NULL,
	    "a box with its letter");
	ok(strstr(text, ">A a&lt;b</text>") != NULL, "the legend has letters");
	ok(strstr(text, ">8</text>") && !strstr(text, ">10</text>"),
	    "no more lanes than there are");
	free(text);
	for (int i = 0; i < 30000; i++)
		use[i] = (struct ft_chart_use){ i, i + 1, 0, 3, 1 };
	chart.n_use = 30000;
	text = plot(&chart, 1);
	for (const char *at = text;
	     (at = strstr(at, "<rect class=\"j c1\"")) != NULL; at++)
		boxes++;
	/* 100 rows of cells, of which the lower 50 have one run of c each */
	is_u64(boxes, 50, "many uses are drawn as cells");
	free(text);
	ft_free(use);
}

int
main(void)
{
	struct ft_chart chart[4] = { chart_of(FT_CHART_TIME, some),
		chart_of(FT_CHART_BARS, some), chart_of(FT_CHART_TIME, more),
		chart_of(FT_CHART_BARS, more) };

	check(chart, 1, "time");
	check(chart + 1, 1, "bars");
	check(chart, 4, "four");
	chart[0].n = chart[1].n = 0;
	check(chart, 2, "nothing");
	check_content();
	check_gantt();
	return done_testing();
}
