#include "report/format/prometheus.h"

#include "base/text/text.h"
#include "report/format/internal.h"

/* Text with \ and line ends escaped, and quotes, where they end it. */
static void
add_escaped(struct ft_str *str, const char *text, bool quoted)
{
	struct ft_str clean FT_CLEANUP(ft_str_free) = { 0 };

	/* a label has no escape for these: as text, its \ escaped */
	ft_text_mask(&clean, text, strlen(text), FT_TEXT_LINES);
	for (const char *at = ft_str_text(&clean); *at; at++) {
		if (*at == '\\')
			ft_str_add(str, "\\\\");
		else if (*at == '\n')
			ft_str_add(str, "\\n");
		else if (*at == '"' && quoted)
			ft_str_add(str, "\\\"");
		else
			ft_str_add_char(str, *at);
	}
}

void
ft_prometheus_family(struct ft_prometheus *to, const char *name,
    enum ft_metric_type type, const char *help)
{
	to->name = name;
	to->help = help;
	to->type = type;
	to->headed = false;
	to->labelled = false;
}

static void
head(struct ft_prometheus *to)
{
	static const char *const types[] = {
		[FT_METRIC_GAUGE] = "gauge",
		[FT_METRIC_COUNTER] = "counter",
	};
	struct ft_str *str = &to->out->text;

	if (to->headed)
		return;
	to->headed = true;
	ft_str_addf(str, "# HELP %s ", to->name);
	add_escaped(str, to->help, false);
	ft_str_addf(str, "\n# TYPE %s %s\n", to->name, types[to->type]);
}

void
ft_prometheus_label(
    struct ft_prometheus *to, const char *name, const char *value)
{
	struct ft_str *str = &to->out->text;

	head(to);
	if (!to->labelled)
		ft_str_add(str, to->name);
	ft_str_addf(str, "%c%s=\"", to->labelled ? ',' : '{', name);
	to->labelled = true;
	add_escaped(str, value ? value : "", true);
	ft_str_add_char(str, '"');
}

void
ft_prometheus_label_u64(
    struct ft_prometheus *to, const char *name, uint64_t value)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_add_u64(&text, value);
	ft_prometheus_label(to, name, ft_str_text(&text));
}

/* Write the name and labels before the value. */
static void
begin_value(struct ft_prometheus *to)
{
	head(to);
	if (!to->labelled)
		ft_str_add(&to->out->text, to->name);
	ft_str_add(&to->out->text, to->labelled ? "} " : " ");
	to->labelled = false;
}

static void
end_value(struct ft_prometheus *to)
{
	ft_str_add_char(&to->out->text, '\n');
	ft_out_step(to->out);
}

void
ft_prometheus_real(struct ft_prometheus *to, double value)
{
	begin_value(to);
	if (isnan(value))
		ft_str_add(&to->out->text, "NaN");
	else if (isinf(value))
		ft_str_add(&to->out->text, value > 0 ? "+Inf" : "-Inf");
	else
		ft_str_add_real(&to->out->text, value);
	end_value(to);
}

void
ft_prometheus_u64(struct ft_prometheus *to, uint64_t value)
{
	begin_value(to);
	ft_str_add_u64(&to->out->text, value);
	end_value(to);
}

/* ---- families filled side by side ----------------------------------------- */

void
ft_exposition_init(
    struct ft_exposition *all, const struct ft_metric_family *table, size_t n)
{
	*all = (struct ft_exposition){
		.family = ft_calloc(n, sizeof *all->family),
		.out = ft_calloc(n, sizeof *all->out),
		.n = n,
	};
	for (size_t i = 0; i < n; i++) {
		ft_out_init(&all->out[i], NULL);
		all->family[i].out = &all->out[i];
		ft_prometheus_family(&all->family[i], table[i].name,
		    table[i].type, table[i].help);
	}
}

void
ft_exposition_print(struct ft_exposition *all, struct ft_out *out)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct ft_str *text = &all->out[i].text;

		ft_str_add_n(&out->text, ft_str_text(text), text->len);
		ft_out_step(out);
		ft_out_free(&all->out[i]);
	}
	ft_free(all->family);
	ft_free(all->out);
	*all = (struct ft_exposition){ 0 };
}
