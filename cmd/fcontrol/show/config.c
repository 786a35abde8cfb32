/*
 * config.c - fcontrol show config: the settings in force, and with --origin where each
 * comes from.  Source: scontrol(1); case h02 of the records.
 */

#include "common/timetext.h"
#include "fcontrol/show/config.h"
#include "fcontrol/show/record.h"

/* ---- one after the other ------------------------------------------------------------ */

/* Slurm keeps one memory setting of each pair: it shows the one per CPU if only
 * that is set, else the one per node (case u03-scontrol-config). */
static bool
is_other_memory(const struct ft_conf *conf, enum ft_conf_key key)
{
	static const enum ft_conf_key pairs[][2] = {
		{ FT_CONF_DEF_MEM_PER_CPU, FT_CONF_DEF_MEM_PER_NODE },
		{ FT_CONF_MAX_MEM_PER_CPU, FT_CONF_MAX_MEM_PER_NODE },
	};

	for (size_t i = 0; i < 2; i++) {
		bool by_cpu = ft_conf_number(conf, pairs[i][0]) &&
			      !ft_conf_number(conf, pairs[i][1]);

		if (key == pairs[i][by_cpu ? 1 : 0])
			return true;
	}
	return false;
}

static bool
is_shown(const struct fcontrol *control, const struct fcontrol_setting *row)
{
	const struct ft_conf *conf = control->world.conf;

	if (!ft_release_within(ft_conf_release(conf), row->since, row->until))
		return false;
	if (row->when == MULTIFACTOR)
		return ft_conf_number(conf, FT_CONF_PRIORITY_TYPE) == 1;
	if (row->when != ANYONE &&
	    (row->when == SLURM) != control->context->slurm)
		return false;
	return !is_other_memory(conf, row->key);
}

/* A setting, or a line of nodes or partitions (its name is "").  A text that is
 * not set is NULL. */
struct setting {
	const char *name, *value, *origin;
};

#define FCONTROL_THING struct setting

static const struct ft_column setting_columns[] = {
	{ "Name", FCONTROL_MEMBER(name), .key = "name" },
	{ "Value", FCONTROL_MEMBER(value), .key = "value" },
	{ "Origin", FCONTROL_MEMBER(origin), .key = "origin" },
};
static const struct ft_column line_columns[] = {
	{ "Line", FCONTROL_MEMBER(value), .key = "line" },
	{ "Origin", FCONTROL_MEMBER(origin), .key = "origin" },
};

typedef void setting_fn(void *ctx, const struct setting *setting);

/* Name[0], Name[1] ... */
static void
each_listed(const struct ft_conf *conf, const struct fcontrol_setting *row,
    setting_fn *fn, void *ctx)
{
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };
	size_t n = 0;

	for (size_t i = 0; i <= conf->n_line; i++) {
		bool end = i == conf->n_line;
		const char *value = n == 0 && end ? row->fixed : NULL;

		if (!end)
			(void)fcontrol_line_sets(
			    &conf->line[i], row->name, &value);
		if (!value)
			continue;
		ft_str_clear(&name);
		ft_str_addf(&name, "%s[%zu]", row->name, n++);
		fn(ctx, &(struct setting){ ft_str_text(&name), value,
			    end ? "computed" : conf->line[i].origin });
	}
}

static void
each_setting(const struct fcontrol *control, setting_fn *fn, void *ctx)
{
	const struct ft_conf *conf = control->world.conf;
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	for (const struct fcontrol_setting *row = fcontrol_settings; row->name;
	     row++) {
		const struct fcontrol_form form = { control, conf, row->key,
			row->name, row->fixed };
		/*
		 * some rows are no parameters but computed, such as NEXT_JOB_ID
		 */
		bool own =
		    strcasecmp(ft_conf_infos[row->key].name, row->name) == 0;

		if (!is_shown(control, row))
			continue;
		if (!row->form) {
			each_listed(conf, row, fn, ctx);
			continue;
		}
		ft_str_clear(&str);
		row->form(&str, &form);
		/* Slurm prints nothing for an empty set of flags, and (null)
		 * for an empty text */
		fn(ctx, &(struct setting){ row->name,
			    str.len || row->fixed ||
				    row->key == FT_CONF_PRIORITY_FLAGS
				? ft_str_text(&str)
				: NULL,
			    own ? conf->value[row->key].origin : "computed" });
	}
}

/* Lines of nodes and partitions, or what was ignored. */
static void
each_line(const struct fcontrol *control, bool known, setting_fn *fn, void *ctx)
{
	const struct ft_conf *conf = control->world.conf;

	for (size_t i = 0; i < conf->n_line; i++)
		if (conf->line[i].known == known)
			fn(ctx, &(struct setting){ "", conf->line[i].text,
				    conf->line[i].origin });
}

/* ---- for people ------------------------------------------------------------------------ */

static void
print_setting(void *ctx, const struct setting *setting)
{
	const struct fcontrol *control = ctx;

	fprintf(control->context->out, "%-23s = %s", setting->name,
	    setting->value ? setting->value : "(null)");
	if (control->origin)
		fprintf(control->context->out, "  # %s", setting->origin);
	fputc('\n', control->context->out);
}

struct lines {
	FILE *out;
	const char *title; /* NULL once it is printed */
};

static void
print_line(void *ctx, const struct setting *setting)
{
	struct lines *lines = ctx;

	if (lines->title)
		fprintf(lines->out, "\n%s\n", lines->title);
	lines->title = NULL;
	fprintf(lines->out, "%s  # %s\n", setting->value, setting->origin);
}

static void
print(struct fcontrol *control)
{
	struct lines known = { control->context->out,
		"Lines of nodes and partitions" };
	struct lines ignored = { control->context->out, "Ignored parameters" };
	struct ft_str when FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_timetext time;

	ft_timetext_init(&time, control->world.now);
	ft_timetext_add(&when, &time, control->world.now, "Unknown");
	fprintf(known.out, "Configuration data as of %s\n", ft_str_text(&when));
	each_setting(control, print_setting, control);
	if (control->origin) {
		each_line(control, true, print_line, &known);
		each_line(control, false, print_line, &ignored);
	}
	fputc('\n', known.out);
}

/* ---- for programs ------------------------------------------------------------------------ */

static void
put(void *ctx, const struct setting *setting)
{
	ft_table_put(ctx, &setting);
}

static void
put_lines(
    const struct fcontrol *control, struct ft_doc *doc, struct ft_out *out)
{
	static const char *const names[] = { "ignored", "lines" };
	const struct ft_table_options options = { .format = control->format,
		.doc = doc };

	for (int known = 1; known >= 0; known--) {
		struct ft_table *table =
		    ft_table_open(out, &options, line_columns, 2);

		ft_doc_begin_list(doc, names[known]);
		each_line(control, known, put, table);
		ft_table_close(table);
		ft_doc_end(doc);
	}
}

static void
put_all(const struct fcontrol *control)
{
	struct ft_table_options options = { .format = control->format };
	struct ft_table *table;
	struct ft_out out FT_CLEANUP(ft_out_free) =
	    ft_out_to(control->context->out);

	if (!fcontrol_has_columns(control)) {
		options.doc = ft_doc_open_ours(
		    &out, control->format, "fairtree.control_config/1");
		ft_doc_begin_list(options.doc, "config");
	}
	table = ft_table_open(&out, &options, setting_columns, 3);
	each_setting(control, put, table);
	ft_table_close(table);
	if (options.doc) {
		ft_doc_end(options.doc);
		put_lines(control, options.doc, &out);
		ft_doc_close(options.doc);
	}
}

int
fcontrol_show_config(struct fcontrol *control, int argc, char **argv)
{
	(void)argc;
	(void)argv;
	if (!fcontrol_load(control))
		return 1;
	if (control->format != FT_FORMAT_TABLE) {
		put_all(control);
		return 0;
	}
	print(control);
	return fcontrol_ping(control, 0, NULL);
}
