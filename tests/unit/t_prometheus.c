/* report/prometheus: names, labels, escapes and values as the format wants. */
#include "report/format/prometheus.h"

#include <math.h>
#include <string.h>

#include "tap/tap.h"

static struct ft_out out;
static struct ft_prometheus to;

static void
start(void)
{
	ft_out_init(&out, NULL);
	to = (struct ft_prometheus){ .out = &out };
}

/* What came of it; starts anew. */
static void
came(const char *want, const char *what)
{
	is_str(ft_str_text(&out.text), want, "%s", what);
	ft_out_free(&out);
	start();
}

static void
one_label(const char *value)
{
	ft_prometheus_family(&to, "x", FT_METRIC_GAUGE, "h");
	ft_prometheus_label(&to, "l", value);
	ft_prometheus_u64(&to, 1);
}

static void
labels(void)
{
	static const struct {
		const char *value, *want;
	} table[] = {
		{ "plain", "plain" },
		{ "", "" },
		{ NULL, "" },
		{ "a\"b", "a\\\"b" },
		{ "a\\b", "a\\\\b" },
		{ "a\nb", "a\\nb" },
		{ "a\\nb", "a\\\\nb" },
		{ "m\303\274ller", "m\303\274ller" },
		{ "a\377b", "a\\\\xFFb" },
		{ "{x=\"y\"}", "{x=\\\"y\\\"}" },
		{ "tab\t,", "tab\t," },
	};

	for (size_t i = 0; i < FT_COUNT(table); i++) {
		struct ft_str want = { 0 };

		one_label(table[i].value);
		ft_str_addf(&want,
		    "# HELP x h\n# TYPE x gauge\nx{l=\"%s\"} 1\n",
		    table[i].want);
		came(ft_str_text(&want), "a label");
		ft_str_free(&want);
	}
}

static void
values(void)
{
	static const struct {
		double value;
		const char *want;
	} table[] = {
		{ 0, "0" },
		{ 1.5, "1.5" },
		{ -2, "-2" },
		{ 1e300, "1e+300" },
		{ 0.1, "0.1" },
		{ INFINITY, "+Inf" },
		{ -INFINITY, "-Inf" },
		{ NAN, "NaN" },
	};

	for (size_t i = 0; i < FT_COUNT(table); i++) {
		struct ft_str want = { 0 };

		ft_prometheus_family(&to, "x", FT_METRIC_COUNTER, "h");
		ft_prometheus_real(&to, table[i].value);
		ft_str_addf(&want, "# HELP x h\n# TYPE x counter\nx %s\n",
		    table[i].want);
		came(ft_str_text(&want), table[i].want);
		ft_str_free(&want);
	}
	ft_prometheus_family(&to, "x", FT_METRIC_GAUGE, "h");
	ft_prometheus_u64(&to, UINT64_MAX);
	came("# HELP x h\n# TYPE x gauge\nx 18446744073709551615\n",
	    "a whole number is written in full");
}

static void
families(void)
{
	ft_prometheus_family(&to, "empty", FT_METRIC_GAUGE, "nothing");
	ft_prometheus_family(&to, "a", FT_METRIC_GAUGE, "one\\two\n\"3\"");
	ft_prometheus_label(&to, "x", "1");
	ft_prometheus_label_u64(&to, "y", 2);
	ft_prometheus_u64(&to, 3);
	ft_prometheus_u64(&to, 4);
	ft_prometheus_family(&to, "b", FT_METRIC_GAUGE, "last");
	ft_prometheus_real(&to, 5);
	came("# HELP a one\\\\two\\n\"3\"\n# TYPE a gauge\n"
	     "a{x=\"1\",y=\"2\"} 3\na 4\n"
	     "# HELP b last\n# TYPE b gauge\nb 5\n",
	    "families: one head each, none without samples");
}

/* Samples given across come out family by family. */
static void
side_by_side(void)
{
	static const struct ft_metric_family table[] = {
		{ "b", FT_METRIC_GAUGE, "first" },
		{ "none", FT_METRIC_GAUGE, "never" },
		{ "a", FT_METRIC_COUNTER, "second" },
	};
	struct ft_exposition all;

	ft_exposition_init(&all, table, 3);
	for (uint64_t i = 0; i < 2; i++) {
		ft_prometheus_label_u64(&all.family[2], "i", i);
		ft_prometheus_u64(&all.family[2], 10 + i);
		ft_prometheus_label_u64(&all.family[0], "i", i);
		ft_prometheus_u64(&all.family[0], i);
	}
	ft_exposition_print(&all, &out);
	came("# HELP b first\n# TYPE b gauge\nb{i=\"0\"} 0\nb{i=\"1\"} 1\n"
	     "# HELP a second\n# TYPE a counter\n"
	     "a{i=\"0\"} 10\na{i=\"1\"} 11\n",
	    "families side by side");
}

int
main(void)
{
	start();
	labels();
	values();
	families();
	side_by_side();
	ft_out_free(&out);
	return done_testing();
}
