#include "fcontrol/show/record.h"

#include "base/text/text.h"
#include "base/text/timefmt.h"

bool
fcontrol_has_columns(const struct fcontrol *control)
{
	return control->format == FT_FORMAT_CSV ||
	       control->format == FT_FORMAT_PARSABLE ||
	       control->format == FT_FORMAT_PARSABLE2;
}

FILE *
fcontrol_aside(const struct fcontrol *control)
{
	return control->format == FT_FORMAT_TABLE ? control->context->out
						  : control->context->err;
}

/* ---- columns -------------------------------------------------------------------- */

/* Append VALUE as people read it. */
static void
add_text(struct ft_str *str, const struct ft_value *value)
{
	const char *none = value->column->none;

	if (value->kind == FT_VALUE_UNSET)
		ft_str_add(str, none ? none : "(null)");
	else if (value->kind == FT_VALUE_INFINITE)
		ft_str_add(str, "UNLIMITED");
	else if (value->column->type == FT_COLUMN_BOOL)
		ft_str_add(str, value->number ? "YES" : "NO");
	else
		ft_value_add(str, value);
}

static void
keep(struct fcontrol_records *records, const struct ft_value *value)
{
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	uint64_t column =
	    ft_map_add(&records->keys, value->column->name, records->keys.n);

	if (value->kind == FT_VALUE_UNSET)
		return;
	add_text(&text, value);
	*ft_vec_add(
	    records->value, records->n, records->cap) = (struct fcontrol_value){
		.record = records->n_record,
		.column = (uint32_t)column,
		.text = ft_arena_strdup(&records->arena, ft_str_text(&text)),
	};
}

static void
print_columns(struct fcontrol_records *records)
{
	struct ft_table_options options = { .format =
						records->control->format };
	size_t n = records->keys.n, at = 0, i = 0;
	struct ft_column *column FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *column);
	const char **cell FT_CLEANUP(ft_free_at) =
	    ft_calloc(n + 1, sizeof *cell);
	const struct ft_map_entry *entry = NULL;
	struct ft_table *table;

	while ((entry = ft_map_next(&records->keys, entry))) {
		column[i].name = ft_map_key(entry);
		column[i].member = FT_MEMBER_TEXT;
		column[i].at = i * sizeof *cell;
		i++;
	}
	table = ft_table_open(&records->out, &options, column, n);
	for (uint32_t record = 0; record < records->n_record; record++) {
		memset(cell, 0, n * sizeof *cell);
		for (; at < records->n && records->value[at].record == record;
		     at++)
			cell[records->value[at].column] =
			    records->value[at].text;
		ft_table_put(table, &cell);
	}
	ft_table_close(table);
}

/* ---- all forms ------------------------------------------------------------------ */

void
fcontrol_records_open(struct fcontrol_records *records,
    struct fcontrol *control, const char *name, const char *indent, bool apart)
{
	struct ft_str schema FT_CLEANUP(ft_str_free) = { 0 };

	*records = (struct fcontrol_records){
		.control = control,
		.release = ft_conf_release(&control->session.conf),
		.indent = indent,
		.apart = apart,
	};
	ft_timetext_init(&records->time, control->world.now);
	ft_out_init(&records->out, control->context->out);
	if (control->paper) {
		records->paper = control->paper;
		ft_doc_begin_list(records->paper, name);
		return;
	}
	records->columns = fcontrol_has_columns(control);
	if (control->format != FT_FORMAT_JSON &&
	    control->format != FT_FORMAT_YAML)
		return;
	/* "control_": fqueue and facctmgr have other documents of jobs and
	 * reservations */
	ft_str_addf(&schema, "fairtree.control_%s/1", name);
	records->doc = ft_doc_open_ours(
	    &records->out, control->format, ft_str_text(&schema));
	ft_doc_begin_list(records->doc, name);
}

void
fcontrol_records_close(struct fcontrol_records *records)
{
	if (records->paper) {
		ft_doc_end(records->paper);
		ft_doc_count(records->paper, "last_update", true, false,
		    records->unanswered
			? 0
			: (uint64_t)records->control->world.now);
	}
	if (records->doc) {
		ft_doc_end(records->doc);
		ft_doc_close(records->doc);
	}
	if (records->columns && records->n_record > 0)
		print_columns(records);
	ft_free(records->value);
	ft_map_clear(&records->keys);
	ft_arena_clear(&records->arena);
	ft_str_free(&records->room);
	ft_out_free(&records->out);
}

void
fcontrol_record_begin(struct fcontrol_records *records)
{
	records->blank = false;
	if (records->doc)
		ft_doc_begin(records->doc, NULL);
}

void
fcontrol_record_end(struct fcontrol_records *records)
{
	records->n_record++;
	if (!records->columns)
		ft_arena_clear(&records->arena);
	if (records->doc)
		ft_doc_end(records->doc);
	if (records->doc || records->columns)
		return;
	ft_str_add_char(&records->out.text, '\n');
	if (records->apart && !records->control->one_line)
		ft_str_add_char(&records->out.text, '\n');
	ft_out_step(&records->out);
}

/* Whether a new word starts at KEY[I] ("CPU|Tot"); the s of "CPUs" does not
 * start one. */
static bool
is_edge(const char *key, size_t i)
{
	bool upper = isupper((unsigned char)key[i]);
	unsigned char last = i ? (unsigned char)key[i - 1] : '_';
	unsigned char next = (unsigned char)key[i + 1];

	if (strcmp(key, "QoS") == 0)
		return false;
	if (!upper || islower(last))
		return upper && i > 0;
	return isupper(last) && islower(next) &&
	       (next != 's' || islower((unsigned char)key[i + 2]));
}

/* "CPUTot" is "cpu_tot" in documents. */
static void
add_snake(struct ft_str *str, const char *key)
{
	assert(key);
	for (size_t i = 0; key[i]; i++) {
		unsigned char c = (unsigned char)key[i];

		if (is_edge(key, i))
			ft_str_add_char(str, '_');
		ft_str_add_char(str, isalnum(c) ? (char)tolower(c) : '_');
	}
}

/* Turn a text that looks like a number into a number. */
static void
look_at(struct ft_value *value)
{
	int64_t number;

	if (value->kind == FT_VALUE_TEXT && value->len < 19 &&
	    *value->text != '+' && ft_num_i64(value->text, &number))
		ft_value_i64(value, number);
}

static void
put_in_document(struct fcontrol_records *records, struct ft_value *value)
{
	struct ft_str key FT_CLEANUP(ft_str_free) = { 0 };

	if (value->column->own & FCONTROL_LOOK)
		look_at(value);
	add_snake(&key, value->column->name);
	ft_doc_member(records->doc, value->column, ft_str_text(&key), value);
}

/* Under our own name line ends in a value are masked; Slurm prints them. */
static void
put_in_text(struct fcontrol_records *records, const struct ft_value *value)
{
	const struct fcontrol *control = records->control;
	const struct ft_column *row = value->column;
	struct ft_str text FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_str *out = &records->out.text;

	if (row->own & FCONTROL_LINE) {
		records->blank = false;
		ft_str_addf(out, "%s%s", control->one_line ? " " : "\n",
		    control->one_line ? "" : records->indent);
	}
	if (*row->name && !(row->own & FCONTROL_BARE)) {
		ft_str_addf(out, "%s%s=", records->blank ? " " : "", row->name);
		records->blank = true;
	}
	add_text(&text, value);
	ft_text_mask(out, ft_str_text(&text), text.len,
	    control->context->slurm ? FT_TEXT_BYTES : FT_TEXT_WORD);
	if (row->own & FCONTROL_SPACE ||
	    (row->own & FCONTROL_NOTE &&
		ft_release_has(records->release, FT_RULE_NOTES_END_IN_BLANK)))
		ft_str_add_char(out, ' ');
}

/* Whether VALUE is printed at all: FCONTROL_GIVEN drops empty texts and 0. */
static bool
is_shown(const struct ft_value *value)
{
	const char *none = value->column->none;
	bool counts = value->kind == FT_VALUE_U64;

	return !none || *none ||
	       (value->kind != FT_VALUE_UNSET && (!counts || value->number));
}

void
fcontrol_record_rows(struct fcontrol_records *records,
    const struct ft_column *rows, const void *thing)
{
	const struct fcontrol_thing of = { thing, records };
	struct ft_value value = { .room = &records->room };

	for (const struct ft_column *row = rows; row->name; row++) {
		if (!ft_release_within(
			records->release, row->since, row->until))
			continue;
		ft_column_value(row, &of, &value);
		if (!is_shown(&value))
			continue;
		if (!records->doc && !records->columns)
			put_in_text(records, &value);
		else if (*row->name && records->doc)
			put_in_document(records, &value);
		else if (*row->name)
			keep(records, &value);
	}
}

void
fcontrol_record(struct fcontrol_records *records, const struct ft_column *rows,
    const void *thing)
{
	fcontrol_record_begin(records);
	fcontrol_record_rows(records, rows, thing);
	fcontrol_record_end(records);
}

void
fcontrol_record_paper(struct fcontrol_records *records,
    const struct ft_column *member, size_t n, const void *thing)
{
	const struct fcontrol_thing of = { thing, records };

	ft_doc_object(records->paper, NULL, member, n, &of);
	records->n_record++;
	ft_arena_clear(&records->arena);
}

/* ---- values ---------------------------------------------------------------------- */

static int64_t
whole_of(const void *row, const struct ft_value *value)
{
	const int64_t *at = ft_column_member(value->column, row);

	return at ? *at : 0;
}

void
fcontrol_get_date(const void *row, struct ft_value *value)
{
	const struct fcontrol_thing *thing = row;
	int64_t when = whole_of(row, value);

	if (when)
		ft_timetext_add(
		    ft_value_build(value), &thing->records->time, when, "");
}

void
fcontrol_get_duration(const void *row, struct ft_value *value)
{
	ft_time_add_duration(ft_value_build(value), whole_of(row, value));
}

void
fcontrol_get_minutes(const void *row, struct ft_value *value)
{
	int64_t minutes = whole_of(row, value);

	if (minutes == FT_TIME_NONE)
		ft_value_text(value, value->column->arg);
	else
		ft_time_add_duration(ft_value_build(value),
		    minutes == FT_TIME_UNLIMITED ? minutes : minutes * 60);
}

/* ---- texts ----------------------------------------------------------------------- */

const char *
fcontrol_text(struct fcontrol_records *records, const char *format, ...)
{
	struct ft_str str = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	return fcontrol_take(records, &str);
}

const char *
fcontrol_take(struct fcontrol_records *records, struct ft_str *str)
{
	return ft_arena_take(&records->arena, str);
}
