/*
 * fcontrol show config: the settings in force, and with --origin where each
 * comes from.  Source: scontrol(1); case h02 of the records.
 */

#include "base/text/timefmt.h"
#include "fcontrol/cluster.h"
#include "fcontrol/show/record.h"

/* What a form needs. */
struct form {
	const struct fcontrol *control;
	const struct ft_conf *conf;
	enum ft_conf_key key;
};

/* Append the value. */
typedef void form_fn(struct ft_str *str, const struct form *form);

struct row {
	const char *name;
	form_fn *form; /* NULL: as the type of its key says */
	enum ft_conf_key key;
	enum when { ALWAYS, MULTIFACTOR, OURS } when;
};

/* ---- forms -------------------------------------------------------------------- */

static int64_t
number_of(const struct form *form)
{
	return ft_conf_number(form->conf, form->key);
}

static const char *
text_of(const struct form *form)
{
	return ft_conf_text(form->conf, form->key);
}

/* Format a value by its type in conf.def. */
static void
add_plain(struct ft_str *str, const struct form *form)
{
	int64_t number = number_of(form);
	char buf[32];

	switch (ft_conf_infos[form->key].type) {
	case FT_CONF_BOOL:
		ft_str_add(str, number ? "Yes" : "No");
		break;
	case FT_CONF_U32:
		ft_str_addf(str, "%" PRId64, number);
		break;
	case FT_CONF_SECONDS:
		ft_str_addf(str, "%" PRId64 " sec", number);
		break;
	case FT_CONF_MINUTES:
	case FT_CONF_DURATION:
		/* UNLIMITED minutes are 2^32 - 1; as seconds, in 32 bits, Slurm
		 * prints 2^32 - 60 */
		if (number == UINT32_MAX)
			number = UINT32_MAX - 59;
		ft_str_add(
		    str, ft_time_format_duration(buf, sizeof buf, number));
		break;
	case FT_CONF_TEXT:
	case FT_CONF_LOWER:
	case FT_CONF_CHOICE:
	case FT_CONF_WORDS:
	case FT_CONF_WEIGHTS:
	case FT_CONF_RELEASE:
	case FT_CONF_LIST:
		ft_str_add(str, text_of(form));
		break;
	}
}

static void
add_upper(struct ft_str *str, const char *text)
{
	for (; *text; text++)
		ft_str_add_char(str, *text >= 'a' && *text <= 'z'
					 ? (char)(*text - 'a' + 'A')
					 : *text);
}

/* One of our own switches, as written. */
static void
form_text(struct ft_str *str, const struct form *form)
{
	ft_str_add(str, text_of(form));
}

static void
form_upper(struct ft_str *str, const struct form *form)
{
	add_upper(str, text_of(form));
}

static void
form_private(struct ft_str *str, const struct form *form)
{
	ft_visibility_add_words(
	    str, ft_visibility_private_data(form->conf, false));
}

static void
form_minutes(struct ft_str *str, const struct form *form)
{
	if (number_of(form) == UINT32_MAX)
		ft_str_add(str, "UNLIMITED");
	else
		ft_str_addf(str, "%" PRId64 " min", number_of(form) / 60);
}

static void
form_tres(struct ft_str *str, const struct form *form)
{
	const char *text = text_of(form);

	ft_str_addf(str, "cpu,mem,energy,node,billing,fs/disk,vmem,pages%s%s",
	    *text ? "," : "", text);
}

struct word {
	uint32_t bits;
	const char *name;
};

/* Append each word that shares a bit with FLAGS. */
static void
add_words(struct ft_str *str, const struct word *word, size_t n, uint32_t flags)
{
	for (size_t i = 0; i < n; i++)
		if (flags & word[i].bits)
			ft_str_addf(
			    str, "%s%s", str->len ? "," : "", word[i].name);
}

/* AccountingStorageEnforce, with the implied flags. */
static void
form_enforce(struct ft_str *str, const struct form *form)
{
	static const struct word words[] = {
		{ FT_ENFORCE_ASSOC, "associations" },
		{ FT_ENFORCE_LIMITS, "limits" },
		{ FT_ENFORCE_NO_JOBS, "nojobs,nosteps" },
		{ FT_ENFORCE_QOS, "qos" },
		{ FT_ENFORCE_SAFE, "safe" },
		{ FT_ENFORCE_WCKEYS, "wckeys" },
	};

	add_words(str, words, sizeof words / sizeof *words,
	    form->control->world.enforce);
	if (!str->len)
		ft_str_add(str, "none");
}

/* Slurm prints NO_NORMAL_ALL as soon as one NO_NORMAL_ flag is set. */
static void
form_flags(struct ft_str *str, const struct form *form)
{
	static const uint32_t raw =
	    FT_PRIO_NO_NORMAL_ASSOC | FT_PRIO_NO_NORMAL_PART |
	    FT_PRIO_NO_NORMAL_QOS | FT_PRIO_NO_NORMAL_TRES;
	static const struct word words[] = {
		{ FT_PRIO_ACCRUE_ALWAYS, "ACCRUE_ALWAYS" },
		{ FT_PRIO_SMALL_RELATIVE, "SMALL_RELATIVE_TO_TIME" },
		{ FT_PRIO_CALCULATE_RUNNING, "CALCULATE_RUNNING" },
		{ FT_PRIO_DEPTH_OBLIVIOUS, "DEPTH_OBLIVIOUS" },
		{ FT_PRIO_DEPTH_OBLIVIOUS | FT_PRIO_NO_FAIR_TREE,
		    "NO_FAIR_TREE" },
		{ FT_PRIO_INCR_ONLY, "INCR_ONLY" },
		{ FT_PRIO_MAX_TRES, "MAX_TRES" },
		{ FT_PRIO_MAX_TRES_GRES, "MAX_TRES_GRES" },
		{ raw, "NO_NORMAL_ALL" },
		{ FT_PRIO_LEVEL_BASED, "FairTreeLevelBased" },
	};

	add_words(str, words, sizeof words / sizeof *words,
	    ft_conf_priority_flags(form->conf));
}

static void
form_memory(struct ft_str *str, const struct form *form)
{
	if (number_of(form))
		add_plain(str, form);
	else
		ft_str_add(str, "UNLIMITED");
}

static void
form_part_limits(struct ft_str *str, const struct form *form)
{
	const char *text = text_of(form);

	add_upper(str, strcasecmp(text, "yes") == 0 ? "all" : text);
}

static void
form_node_count(struct ft_str *str, const struct form *form)
{
	ft_str_addf(str, "%zu", form->control->world.machine.n_node);
}

static void
form_next_job(struct ft_str *str, const struct form *form)
{
	ft_str_addf(str, "%" PRIu32, form->control->world.next_number);
}

static void
form_preempt_mode(struct ft_str *str, const struct form *form)
{
	fcontrol_add_preempt_mode(str, text_of(form));
}

static void
form_exempt(struct ft_str *str, const struct form *form)
{
	bool set = form->conf->value[form->key].set;
	char buf[32];

	if (set && number_of(form) < 0)
		ft_str_add(str, "NONE");
	else
		ft_str_add(str, ft_time_format_duration(buf, sizeof buf,
				    set ? number_of(form) : 0));
}

static void
form_user(struct ft_str *str, const struct form *form)
{
	ft_str_addf(str, "%s(%" PRIu32 ")", text_of(form),
	    ft_world_uid(&form->control->world, text_of(form)));
}

static void
form_file(struct ft_str *str, const struct form *form)
{
	const char *file = form->control->session.conf_file;

	ft_str_add(str, file ? file : "");
}

static void
form_version(struct ft_str *str, const struct form *form)
{
	(void)form;
	ft_str_add(str, "22.05.8");
}

#define form_PLAIN NULL

static const struct row rows[] = {
#define CONFIG(name, form, key, when)                                          \
	{ name, form_##form, FT_CONF_##key, when },
#include "fcontrol/show/config.def"
};

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
is_shown(const struct fcontrol *control, const struct row *row)
{
	const struct ft_conf *conf = control->world.conf;

	if (row->when == MULTIFACTOR)
		return ft_conf_number(conf, FT_CONF_PRIORITY_TYPE) == 1;
	return (row->when == ALWAYS || !control->context->slurm) &&
	       !is_other_memory(conf, row->key);
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

/* Called for each setting. */
typedef void setting_fn(void *ctx, const struct setting *setting);

static void
each_setting(const struct fcontrol *control, setting_fn *fn, void *ctx)
{
	const struct ft_conf *conf = control->world.conf;
	struct ft_str str = { 0 };

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *row = &rows[i];
		const struct form form = { control, conf, row->key };
		/*
		 * some rows are no parameters but computed, such as NEXT_JOB_ID
		 */
		bool own =
		    strcasecmp(ft_conf_infos[row->key].name, row->name) == 0;

		if (!is_shown(control, row))
			continue;
		ft_str_clear(&str);
		(row->form ? row->form : add_plain)(&str, &form);
		/* Slurm prints nothing for an empty set of flags, and (null)
		 * for an empty text */
		fn(ctx,
		    &(struct setting){ row->name,
			str.len || row->form == form_flags ? ft_str_text(&str)
							   : NULL,
			own ? conf->value[row->key].origin : "computed" });
	}
	ft_str_free(&str);
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
	char when[32];

	fprintf(known.out, "Configuration data as of %s\n",
	    ft_time_format_date(when, sizeof when, control->world.now));
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
	struct ft_out out;

	ft_out_init(&out, control->context->out);
	if (!fcontrol_has_columns(control)) {
		options.doc = ft_doc_open(&out, control->format);
		ft_doc_head(options.doc, "fairtree.control_config/1");
		ft_doc_begin_list(options.doc, "config");
	}
	table = ft_table_open(&out, &options, setting_columns, 3);
	each_setting(control, put, table);
	ft_table_close(table);
	if (options.doc) {
		ft_doc_end(options.doc);
		put_lines(control, options.doc, &out);
		ft_doc_tail(options.doc);
		ft_doc_close(options.doc);
	}
	ft_out_free(&out);
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
