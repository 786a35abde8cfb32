#include "control/record.h"

#include "base/text.h"
#include "base/timefmt.h"

bool
control_has_columns(const struct control *control)
{
	return control->format == FT_FORMAT_CSV ||
	       control->format == FT_FORMAT_PARSABLE ||
	       control->format == FT_FORMAT_PARSABLE2;
}

FILE *
control_aside(const struct control *control)
{
	return control->format == FT_FORMAT_TABLE ? control->context->out
						  : control->context->err;
}

/* ---- columns -------------------------------------------------------------------- */

static bool
says_nothing(const char *value)
{
	static const char *const none[] = { "(null)", "N/A", "Unknown",
		"None" };

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		if (strcmp(value, none[i]) == 0)
			return true;
	return false;
}

static void
keep(struct control_records *records, const char *key, const char *value)
{
	uint64_t column;

	if (!ft_map_get(&records->keys, key, &column)) {
		column = records->keys.n;
		ft_map_put(&records->keys, key, column);
	}
	if (!value || says_nothing(value))
		return;
	*ft_vec_add(records->value, records->n, records->cap) =
	    (struct control_value){
		    .record = records->n_record,
		    .column = (uint32_t)column,
		    .text = ft_arena_strdup(&records->arena, value),
	    };
}

static void
print_columns(struct control_records *records)
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
		column[i].header = column[i].name = ft_map_key(entry);
		i++;
	}
	table = ft_table_open(&records->out, &options, column, n);
	for (uint32_t record = 0; record < records->n_record; record++) {
		memset(cell, 0, n * sizeof *cell);
		for (; at < records->n && records->value[at].record == record;
		     at++)
			cell[records->value[at].column] =
			    records->value[at].text;
		for (i = 0; i < n; i++)
			ft_table_text(table, cell[i]);
		ft_table_row(table);
	}
	ft_table_close(table);
}

/* ---- all forms ------------------------------------------------------------------ */

void
control_records_open(struct control_records *records, struct control *control,
    const char *name, const char *indent, bool apart)
{
	struct ft_str schema FT_CLEANUP(ft_str_free) = { 0 };

	*records = (struct control_records){
		.control = control,
		.indent = indent,
		.apart = apart,
	};
	ft_out_init(&records->out, control->context->out);
	records->columns = control_has_columns(control);
	if (control->format != FT_FORMAT_JSON &&
	    control->format != FT_FORMAT_YAML)
		return;
	/* fqueue has jobs, facctmgr reservations, which are others */
	ft_str_addf(&schema, "fairtree.control_%s/1", name);
	records->doc = ft_doc_open(&records->out, control->format);
	ft_doc_head(records->doc, ft_str_text(&schema));
	ft_doc_begin_list(records->doc, name);
}

void
control_records_close(struct control_records *records)
{
	if (records->doc) {
		ft_doc_end(records->doc);
		ft_doc_tail(records->doc);
		ft_doc_close(records->doc);
	}
	if (records->columns && records->n_record > 0)
		print_columns(records);
	ft_free(records->value);
	ft_map_clear(&records->keys);
	ft_arena_clear(&records->arena);
	ft_out_free(&records->out);
}

static void
end(struct control_records *records)
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

void
control_record_break(struct control_records *records)
{
	if (records->doc || records->columns)
		return;
	records->blank = false;
	if (records->control->one_line)
		ft_str_add_char(&records->out.text, ' ');
	else
		ft_str_addf(&records->out.text, "\n%s", records->indent);
}

/* Whether a word starts at KEY[I]; the s of "CPUs" does not start one. */
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

static bool
is_number(const char *value)
{
	size_t len;

	value += *value == '-';
	len = strspn(value, "0123456789");
	return len && len < 19 && !value[len];
}

/* What a value is in documents. */
enum look { BY_LOOK, AS_TEXT, AS_LIMIT };

static void
add_to_doc(
    struct ft_doc *doc, const char *key, const char *value, enum look look)
{
	bool numeric = value && is_number(value);
	uint64_t number = 0;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	if (value && says_nothing(value))
		value = NULL;
	for (const char *at = value; at && numeric && *at; at++)
		if (*at != '-')
			number = number * 10 + (uint64_t)(*at - '0');
	add_snake(&name, key);
	key = ft_str_text(&name);
	if (look == AS_LIMIT)
		ft_doc_count(doc, key, value != NULL, !numeric, number);
	else if (look == BY_LOOK && numeric && *value == '-')
		ft_doc_i64(doc, key, -(int64_t)number);
	else if (look == BY_LOOK && numeric)
		ft_doc_u64(doc, key, number);
	else if (look == BY_LOOK && value &&
		 (!strcmp(value, "YES") || !strcmp(value, "NO")))
		ft_doc_bool(doc, key, *value == 'Y');
	else
		ft_doc_text(doc, key, value);
}

/* Under our own name a value stays on its line; Slurm lets it go on. */
static void
add_plain(struct control_records *records, const char *text)
{
	ft_text_mask(&records->out.text, text, strlen(text),
	    records->control->context->slurm ? FT_TEXT_BYTES : FT_TEXT_WORD);
}

static void
add(struct control_records *records, const char *key, const char *value,
    enum look look)
{
	struct ft_str *text = &records->out.text;

	if (records->doc) {
		add_to_doc(records->doc, key, value, look);
		return;
	}
	if (records->columns) {
		keep(records, key, value);
		return;
	}
	if (records->blank)
		ft_str_add_char(text, ' ');
	records->blank = true;
	ft_str_addf(text, "%s=", key);
	add_plain(records, value ? value : "(null)");
}

void
control_record_add(
    struct control_records *records, const char *key, const char *value)
{
	add(records, key, value, BY_LOOK);
}

void
control_record_word(
    struct control_records *records, const char *key, const char *value)
{
	add(records, key, value, AS_TEXT);
}

void
control_record_addf(
    struct control_records *records, const char *key, const char *format, ...)
{
	struct ft_str value FT_CLEANUP(ft_str_free) = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&value, format, args);
	va_end(args);
	control_record_add(records, key, ft_str_text(&value));
}

void
control_record_text(
    struct control_records *records, const char *key, const char *text)
{
	if (records->doc || records->columns)
		control_record_add(records, key, text);
	else
		add_plain(records, text);
}

void
control_record_space(struct control_records *records)
{
	if (!records->doc && !records->columns)
		ft_str_add_char(&records->out.text, ' ');
}

/* ---- rows ------------------------------------------------------------------------ */

/* An integer of SIZE bytes. */
static uint64_t
read_number(const void *member, size_t size)
{
	uint32_t middle;
	uint64_t large;

	if (size <= 1)
		return size && *(const bool *)member;
	if (size == sizeof middle) {
		memcpy(&middle, member, size);
		return middle;
	}
	memcpy(&large, member, sizeof large);
	return large;
}

void
control_record_limit(struct control_records *records, const char *key,
    bool limited, uint64_t value)
{
	add(records, key,
	    limited ? control_text(records, "%" PRIu64, value) : "UNLIMITED",
	    AS_LIMIT);
}

/* The text of a row that is one; NULL: there is none. */
static const char *
text_of(const struct control_row *row, const void *member)
{
	const char *text = row->size ? *(const char *const *)member : NULL;

	return text && (*text || row->raw) ? text : row->text;
}

static void
add_row(struct control_records *records, const struct control_row *row,
    const void *thing)
{
	const void *member = (const char *)thing + row->at;
	bool is_text = row->kind == CONTROL_KIND_TEXT;
	const char *text = is_text ? text_of(row, member) : NULL;
	uint64_t number = is_text ? 0 : read_number(member, row->size);

	if (row->given && !text)
		return;
	if (row->line)
		control_record_break(records);
	switch (row->kind) {
	case CONTROL_KIND_TEXT:
		add(records, row->key, text, row->look ? BY_LOOK : AS_TEXT);
		break;
	case CONTROL_KIND_NUMBER:
		control_record_addf(
		    records, row->key, "%" PRId64, (int64_t)number);
		break;
	case CONTROL_KIND_LIMIT:
		control_record_limit(
		    records, row->key, number != FT_UNLIMITED, number);
		break;
	case CONTROL_KIND_YES:
		control_record_add(records, row->key, number ? "YES" : "NO");
		break;
	case CONTROL_KIND_CALL:
		if (row->add)
			row->add(records, thing);
		break;
	}
	if (row->space)
		control_record_space(records);
}

void
control_record_rows(struct control_records *records,
    const struct control_row *rows, const void *thing)
{
	records->blank = false;
	if (records->doc)
		ft_doc_begin(records->doc, NULL);
	for (const struct control_row *row = rows; row->key || row->kind; row++)
		add_row(records, row, thing);
	end(records);
}

const char *
control_text(struct control_records *records, const char *format, ...)
{
	struct ft_str str = { 0 };
	va_list args;

	va_start(args, format);
	ft_str_addv(&str, format, args);
	va_end(args);
	return control_take(records, &str);
}

const char *
control_take(struct control_records *records, struct ft_str *str)
{
	const char *text = ft_arena_strdup(&records->arena, ft_str_text(str));

	ft_str_free(str);
	return text;
}

const char *
control_duration(struct control_records *records, int64_t seconds)
{
	char text[40];

	return control_text(
	    records, "%s", ft_time_format_duration(text, sizeof text, seconds));
}
