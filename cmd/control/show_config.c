/*
 * fcontrol show config: the settings in force, and with --origin where each
 * comes from.  Source: scontrol(1); case h02 of the records.
 */

#include "base/timefmt.h"
#include "control/cluster.h"
#include "report/doc.h"

/* What a form needs; the value is appended to str. */
struct form {
	struct control *control;
	const struct ft_conf *conf;
	enum ft_conf_key key;
	struct ft_str *str;
};

/* Returns whether the row is shown. */
typedef bool form_fn(const struct form *form);

struct row {
	const char *name;
	form_fn *form;
	enum ft_conf_key key;
	enum when { ALWAYS, MULTIFACTOR, OURS } when;
};

/* ---- forms -------------------------------------------------------------------- */

static void
add_upper(struct ft_str *str, const char *text)
{
	for (; *text; text++)
		ft_str_add_char(str, *text >= 'a' && *text <= 'z'
					 ? (char)(*text - 'a' + 'A')
					 : *text);
}

static bool
form_text(const struct form *form)
{
	const char *text = ft_conf_text(form->conf, form->key);

	ft_str_add(form->str, *text ? text : "(null)");
	return true;
}

static bool
form_private(const struct form *form)
{
	ft_sight_add_words(form->str, ft_sight_words(form->conf, false));
	return true;
}

static bool
form_upper(const struct form *form)
{
	add_upper(form->str, ft_conf_text(form->conf, form->key));
	return true;
}

static bool
form_number(const struct form *form)
{
	ft_str_addf(
	    form->str, "%" PRId64, ft_conf_number(form->conf, form->key));
	return true;
}

static bool
form_yes_no(const struct form *form)
{
	ft_str_add(
	    form->str, ft_conf_bool(form->conf, form->key) ? "Yes" : "No");
	return true;
}

static bool
form_seconds(const struct form *form)
{
	form_number(form);
	ft_str_add(form->str, " sec");
	return true;
}

static bool
form_minutes(const struct form *form)
{
	int64_t seconds = ft_conf_number(form->conf, form->key);

	if (seconds == UINT32_MAX)
		ft_str_add(form->str, "UNLIMITED");
	else
		ft_str_addf(form->str, "%" PRId64 " min", seconds / 60);
	return true;
}

static bool
form_tres(const struct form *form)
{
	const char *text = ft_conf_text(form->conf, form->key);

	ft_str_addf(form->str,
	    "cpu,mem,energy,node,billing,fs/disk,vmem,pages%s%s",
	    *text ? "," : "", text);
	return true;
}

/* What is enforced, with what that implies. */
static bool
form_enforce(const struct form *form)
{
	static const struct {
		uint32_t bit;
		const char *name;
	} words[] = { { FT_ENFORCE_ASSOC, "associations" },
		{ FT_ENFORCE_LIMITS, "limits" },
		{ FT_ENFORCE_NO_JOBS, "nojobs,nosteps" },
		{ FT_ENFORCE_QOS, "qos" }, { FT_ENFORCE_SAFE, "safe" },
		{ FT_ENFORCE_WCKEYS, "wckeys" } };
	size_t start = form->str->len;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (form->control->world.enforce & words[i].bit)
			ft_str_addf(form->str, "%s%s",
			    form->str->len > start ? "," : "", words[i].name);
	if (form->str->len == start)
		ft_str_add(form->str, "none");
	return true;
}

/* The one of two that is given is shown, else that of nodes. */
static bool
memory(const struct form *form, enum ft_conf_key per_cpu,
    enum ft_conf_key per_node)
{
	bool by_cpu = ft_conf_number(form->conf, per_cpu) &&
		      !ft_conf_number(form->conf, per_node);

	if ((form->key == per_cpu) != by_cpu)
		return false;
	if (ft_conf_number(form->conf, form->key))
		return form_number(form);
	ft_str_add(form->str, "UNLIMITED");
	return true;
}

static bool
form_def_memory(const struct form *form)
{
	return memory(form, FT_CONF_DEF_MEM_PER_CPU, FT_CONF_DEF_MEM_PER_NODE);
}

static bool
form_max_memory(const struct form *form)
{
	return memory(form, FT_CONF_MAX_MEM_PER_CPU, FT_CONF_MAX_MEM_PER_NODE);
}

static bool
form_part_limits(const struct form *form)
{
	const char *text = ft_conf_text(form->conf, form->key);

	add_upper(form->str, strcasecmp(text, "yes") == 0 ? "all" : text);
	return true;
}

static bool
form_node_count(const struct form *form)
{
	ft_str_addf(form->str, "%zu", form->control->world.machine.n_node);
	return true;
}

static bool
form_next_job(const struct form *form)
{
	ft_str_addf(form->str, "%" PRIu32, form->control->world.next_number);
	return true;
}

static bool
form_preempt_mode(const struct form *form)
{
	control_add_preempt_mode(
	    form->str, ft_conf_text(form->conf, form->key));
	return true;
}

static bool
form_exempt(const struct form *form)
{
	const struct ft_conf_value *value = &form->conf->value[form->key];
	char buf[32];

	if (value->set && value->number < 0)
		ft_str_add(form->str, "NONE");
	else
		ft_str_add(form->str, ft_time_format_duration(buf, sizeof buf,
					  value->set ? value->number : 0));
	return true;
}

static bool
form_user(const struct form *form)
{
	const char *user = ft_conf_text(form->conf, form->key);

	ft_str_addf(form->str, "%s(%" PRIu32 ")", user,
	    ft_world_uid(&form->control->world, user));
	return true;
}

static bool
form_file(const struct form *form)
{
	const char *file = form->control->session.conf_file;

	ft_str_add(form->str, file ? file : "(null)");
	return true;
}

static bool
form_version(const struct form *form)
{
	ft_str_add(form->str, "22.05.8");
	return true;
}

static bool
form_time(const struct form *form)
{
	int64_t seconds = ft_conf_number(form->conf, form->key);
	char buf[32];

	/* a duration without end is one of 32 bits, in full minutes */
	if (seconds == UINT32_MAX)
		seconds = UINT32_MAX - 59;
	ft_str_add(
	    form->str, ft_time_format_duration(buf, sizeof buf, seconds));
	return true;
}

/* Slurm names all raw factors as soon as there is one. */
static bool
form_flags(const struct form *form)
{
	static const uint32_t raw =
	    FT_PRIO_NO_NORMAL_ASSOC | FT_PRIO_NO_NORMAL_PART |
	    FT_PRIO_NO_NORMAL_QOS | FT_PRIO_NO_NORMAL_TRES;
	static const struct {
		uint32_t bits;
		const char *name;
	} words[] = { { FT_PRIO_ACCRUE_ALWAYS, "ACCRUE_ALWAYS" },
		{ FT_PRIO_SMALL_RELATIVE, "SMALL_RELATIVE_TO_TIME" },
		{ FT_PRIO_CALCULATE_RUNNING, "CALCULATE_RUNNING" },
		{ FT_PRIO_DEPTH_OBLIVIOUS, "DEPTH_OBLIVIOUS" },
		{ FT_PRIO_DEPTH_OBLIVIOUS | FT_PRIO_NO_FAIR_TREE,
		    "NO_FAIR_TREE" },
		{ FT_PRIO_INCR_ONLY, "INCR_ONLY" },
		{ FT_PRIO_MAX_TRES, "MAX_TRES" },
		{ FT_PRIO_MAX_TRES_GRES, "MAX_TRES_GRES" },
		{ raw, "NO_NORMAL_ALL" },
		{ FT_PRIO_LEVEL_BASED, "FairTreeLevelBased" } };
	uint32_t flags = ft_conf_priority_flags(form->conf);
	size_t start = form->str->len;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (flags & words[i].bits)
			ft_str_addf(form->str, "%s%s",
			    form->str->len > start ? "," : "", words[i].name);
	return true;
}

static const struct row rows[] = {
#define CONFIG(name, form, key, when)                                          \
	{ name, form_##form, FT_CONF_##key, when },
#include "control/config.def"
};

/* ---- one after the other ------------------------------------------------------------ */

/* Who tells of one row. */
typedef void row_fn(void *ctx, const struct row *row, const char *value);

static bool
is_shown(const struct control *control, const struct row *row)
{
	if (row->when == MULTIFACTOR)
		return ft_conf_number(
			   control->world.conf, FT_CONF_PRIORITY_TYPE) == 1;
	return row->when == ALWAYS || !control->context->slurm;
}

static void
each_row(struct control *control, row_fn *fn, void *ctx)
{
	struct ft_str str = { 0 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct form form = { control, control->world.conf, rows[i].key,
			&str };

		ft_str_clear(&str);
		if (is_shown(control, &rows[i]) && rows[i].form(&form))
			fn(ctx, &rows[i], ft_str_text(&str));
	}
	ft_str_free(&str);
}

static void
print_row(void *ctx, const struct row *row, const char *value)
{
	struct control *control = ctx;

	fprintf(control->context->out, "%-23s = %s\n", row->name, value);
}

/* ---- where they come from ------------------------------------------------------------ */

static const char *
origin_of(const struct control *control, const struct row *row)
{
	const struct ft_conf_value *value =
	    &control->world.conf->value[row->key];

	/* rows that are no parameters */
	if (strcasecmp(ft_conf_infos[row->key].name, row->name) != 0)
		return "computed";
	return value->origin;
}

static void
print_origin(void *ctx, const struct row *row, const char *value)
{
	struct control *control = ctx;

	fprintf(control->context->out, "%-23s = %s  # %s\n", row->name, value,
	    origin_of(control, row));
}

static void
print_lines(struct control *control)
{
	const struct ft_conf *conf = control->world.conf;
	FILE *out = control->context->out;

	for (int known = 1; known >= 0; known--) {
		bool any = false;

		for (size_t i = 0; i < conf->n_line; i++) {
			if (conf->line[i].known != known)
				continue;
			if (!any)
				fprintf(out, "\n%s\n",
				    known ? "Lines of nodes and partitions"
					  : "Parameters that mean nothing "
					    "here and were ignored");
			any = true;
			fprintf(out, "%s  # %s\n", conf->line[i].text,
			    conf->line[i].origin);
		}
	}
}

/* ---- as documents ---------------------------------------------------------------------- */

struct document {
	struct control *control;
	struct ft_doc *doc;
	struct ft_table *table; /* of CSV and the like */
};

static void
tell_row(void *ctx, const struct row *row, const char *value)
{
	struct document *document = ctx;

	ft_doc_begin(document->doc, NULL);
	ft_doc_text(document->doc, "name", row->name);
	ft_doc_text(document->doc, "value",
	    strcmp(value, "(null)") == 0 ? NULL : value);
	ft_doc_text(document->doc, "origin", origin_of(document->control, row));
	ft_doc_end(document->doc);
}

static void
tell_lines(struct document *document, const char *key, bool known)
{
	const struct ft_conf *conf = document->control->world.conf;

	ft_doc_begin_list(document->doc, key);
	for (size_t i = 0; i < conf->n_line; i++) {
		if (conf->line[i].known != known)
			continue;
		ft_doc_begin(document->doc, NULL);
		ft_doc_text(document->doc, "line", conf->line[i].text);
		ft_doc_text(document->doc, "origin", conf->line[i].origin);
		ft_doc_end(document->doc);
	}
	ft_doc_end(document->doc);
}

static void
tell(struct control *control)
{
	struct document document = { .control = control };
	struct ft_out out;

	ft_out_init(&out, control->context->out);
	document.doc = ft_doc_open(&out, control->format);
	ft_doc_head(document.doc, "fairtree.control_config/1");
	ft_doc_begin_list(document.doc, "config");
	each_row(control, tell_row, &document);
	ft_doc_end(document.doc);
	tell_lines(&document, "lines", true);
	tell_lines(&document, "ignored", false);
	ft_doc_tail(document.doc);
	ft_doc_close(document.doc);
	ft_out_free(&out);
}

/* ---- as rows --------------------------------------------------------------------------- */

static void
put_row(void *ctx, const struct row *row, const char *value)
{
	struct document *document = ctx;

	ft_table_text(document->table, row->name);
	ft_table_text(
	    document->table, strcmp(value, "(null)") == 0 ? NULL : value);
	ft_table_text(document->table, origin_of(document->control, row));
	ft_table_row(document->table);
}

static void
put(struct control *control)
{
	static const struct ft_column columns[] = {
		{ .name = "Name" },
		{ .name = "Value" },
		{ .name = "Origin" },
	};
	const struct ft_table_options options = { .format = control->format };
	struct document document = { .control = control };
	struct ft_out out;

	ft_out_init(&out, control->context->out);
	document.table = ft_table_open(&out, &options, columns, 3);
	each_row(control, put_row, &document);
	ft_table_close(document.table);
	ft_out_free(&out);
}

int
control_show_config(struct control *control, int argc, char **argv)
{
	FILE *out = control->context->out;
	char when[32];

	(void)argc;
	(void)argv;
	if (!control_load(control))
		return 1;
	if (control->format == FT_FORMAT_JSON ||
	    control->format == FT_FORMAT_YAML) {
		tell(control);
		return 0;
	}
	if (control_has_columns(control)) {
		put(control);
		return 0;
	}
	fprintf(out, "Configuration data as of %s\n",
	    ft_time_format_date(when, sizeof when, control->world.now));
	each_row(control, control->origin ? print_origin : print_row, control);
	if (control->origin)
		print_lines(control);
	fputc('\n', out);
	return control_ping(control, 0, NULL);
}
