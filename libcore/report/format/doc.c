#include "report/format/doc.h"

#include "fairtree.h"
#include "report/format/internal.h"

struct ft_doc *
ft_doc_open(struct ft_out *out, enum ft_format_kind format)
{
	if (format == FT_FORMAT_JSON)
		return ft_json_open(out, false);
	return format == FT_FORMAT_YAML ? ft_yaml_open(out)
					: ft_flat_doc_open(out, format);
}

struct ft_doc *
ft_doc_open_lines(struct ft_out *out)
{
	return ft_json_open(out, true);
}

struct ft_doc *
ft_doc_open_ours(
    struct ft_out *out, enum ft_format_kind format, const char *schema)
{
	struct ft_doc *doc = ft_doc_open(out, format);

	ft_doc_head(doc, schema);
	return doc;
}

void
ft_doc_close(struct ft_doc *doc)
{
	if (!doc)
		return;
	if (doc->headed) {
		ft_doc_begin_list(doc, "errors");
		ft_doc_end(doc);
		ft_doc_begin_list(doc, "warnings");
		ft_doc_end(doc);
		ft_doc_end(doc);
	}
	doc->ops->close(doc);
}

void
ft_doc_begin(struct ft_doc *doc, const char *key)
{
	doc->ops->begin(doc, key, false);
}

void
ft_doc_begin_list(struct ft_doc *doc, const char *key)
{
	doc->ops->begin(doc, key, true);
}

void
ft_doc_end(struct ft_doc *doc)
{
	doc->ops->end(doc);
	ft_out_step(doc->out);
}

void
ft_doc_text(struct ft_doc *doc, const char *key, const char *text)
{
	if (doc->parsed && (!text || !*text))
		text = doc->shape.complex ? NULL : "";
	if (text)
		doc->ops->text(doc, key, text);
	else
		ft_doc_null(doc, key);
}

void
ft_doc_u64(struct ft_doc *doc, const char *key, uint64_t number)
{
	char buf[FT_STR_DIGITS + 1], *end = buf + FT_STR_DIGITS;

	*end = '\0';
	doc->ops->word(doc, key, ft_str_digits(end, number));
}

void
ft_doc_i64(struct ft_doc *doc, const char *key, int64_t number)
{
	char buf[24];

	snprintf(buf, sizeof buf, "%" PRId64, number);
	doc->ops->word(doc, key, buf);
}

void
ft_doc_real(struct ft_doc *doc, const char *key, double number)
{
	struct ft_str str = { 0 };

	if (doc->slurm) {
		ft_doc_slurm_real(doc, key, number);
		return;
	}
	if (!isfinite(number)) {
		ft_doc_null(doc, key);
		return;
	}
	ft_str_add_real(&str, number);
	/* Add .0 where it is missing, so that readers always see a real; YAML
	 * 1.1 needs the point in numbers with an exponent, too. */
	if (!strchr(str.data, '.')) {
		struct ft_str with = { 0 };
		size_t digits = strcspn(str.data, "e");

		ft_str_add_n(&with, str.data, digits);
		ft_str_add(&with, ".0");
		ft_str_add(&with, str.data + digits);
		ft_str_free(&str);
		str = with;
	}
	doc->ops->word(doc, key, str.data);
	ft_str_free(&str);
}

void
ft_doc_bool(struct ft_doc *doc, const char *key, bool value)
{
	doc->ops->word(doc, key, value ? "true" : "false");
}

void
ft_doc_null(struct ft_doc *doc, const char *key)
{
	doc->ops->word(doc, key, "null");
}

void
ft_doc_blank(struct ft_doc *doc, const char *key)
{
	doc->ops->text(doc, key, "");
}

void
ft_doc_unmeasured(struct ft_doc *doc, const char *key)
{
	doc->ops->word(doc, key, doc->parsed ? "-2" : "null");
}

void
ft_doc_number(struct ft_doc *doc, const char *key, bool set, double number)
{
	bool infinite = set && isinf(number);

	if (doc->slurm) {
		ft_doc_slurm_optional(doc, key,
		    &(struct ft_doc_optional){ .set = set,
			.infinite = infinite,
			.real = true,
			.number = number });
		return;
	}
	ft_doc_begin(doc, key);
	ft_doc_bool(doc, "set", set);
	ft_doc_bool(doc, "infinite", infinite);
	ft_doc_real(doc, "number", set && !infinite ? number : 0);
	ft_doc_end(doc);
}

void
ft_doc_count(struct ft_doc *doc, const char *key, bool set, bool infinite,
    uint64_t number)
{
	if (doc->slurm) {
		ft_doc_slurm_optional(doc, key,
		    &(struct ft_doc_optional){
			.set = set, .infinite = infinite, .count = number });
		return;
	}
	ft_doc_begin(doc, key);
	ft_doc_bool(doc, "set", set);
	ft_doc_bool(doc, "infinite", infinite);
	ft_doc_u64(doc, "number", set && !infinite ? number : 0);
	ft_doc_end(doc);
}

/* Write the comma-separated words of TEXT as a list. */
static void
add_words(struct ft_doc *doc, const char *key, const char *text,
    void (*element)(struct ft_doc *doc, char *word))
{
	struct ft_str copy FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_word word;

	ft_doc_begin_list(doc, key);
	while (text && ft_word_next(&text, ",", &word)) {
		ft_str_clear(&copy);
		ft_str_add_n(&copy, word.at, word.len);
		element(doc, copy.data);
	}
	ft_doc_end(doc);
}

static void
text_element(struct ft_doc *doc, char *word)
{
	ft_doc_text(doc, NULL, word);
}

void
ft_doc_list(struct ft_doc *doc, const char *key, const char *text)
{
	add_words(doc, key, text, text_element);
}

/* "cpu=4": {"name": "cpu", "value": 4}; a value that is not a number is
 * written as text. */
static void
tres_element(struct ft_doc *doc, char *word)
{
	char *equals = strchr(word, '=');
	uint64_t number;
	double real;

	if (equals)
		*equals = '\0';
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "name", word);
	if (!equals)
		ft_doc_null(doc, "value");
	else if (ft_num_u64(equals + 1, &number))
		ft_doc_u64(doc, "value", number);
	else if (ft_num_double(equals + 1, &real))
		ft_doc_real(doc, "value", real);
	else
		ft_doc_text(doc, "value", equals + 1);
	ft_doc_end(doc);
}

/* "gres/gpu:1001=2": {"type": "gres", "name": "gpu", "id": 1001, "count": 2} */
static void
numbered_element(struct ft_doc *doc, char *word)
{
	char *count = strrchr(word, '='), *id, *name;

	*count++ = '\0';
	id = strrchr(word, ':');
	*id++ = '\0';
	name = strchr(word, '/');
	if (name)
		*name++ = '\0';
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "type", word);
	ft_doc_text(doc, "name", name);
	doc->ops->word(doc, "id", id);
	doc->ops->word(doc, "count", count);
	ft_doc_end(doc);
}

/* A list of "cpu=1,...", in the shape of a data parser of "gres/gpu:1001=2,...". */
static void
put_tres(struct ft_doc *doc, const char *key, const char *text)
{
	add_words(
	    doc, key, text, doc->parsed ? numbered_element : tres_element);
}

void
ft_doc_head(struct ft_doc *doc, const char *schema)
{
	doc->headed = true;
	ft_doc_begin(doc, NULL);
	ft_doc_text(doc, "schema", schema);
	ft_doc_begin(doc, "meta");
	ft_doc_text(doc, "name", "fairtree");
	ft_doc_text(doc, "version", FT_VERSION);
	ft_doc_end(doc);
}

/* ---- rows of a table ------------------------------------------------------ */

static void
head(struct ft_table *table)
{
	const struct ft_table_options *options = &table->options;

	table->doc = options->doc;
	if (table->doc)
		return;
	table->doc =
	    ft_doc_open_ours(table->out, options->format, options->schema);
	ft_doc_begin_list(table->doc, options->rows);
}

static void
put_text(struct ft_doc *doc, const char *key, enum ft_column_type type,
    const char *text)
{
	if (type == FT_COLUMN_LIST)
		ft_doc_list(doc, key, text);
	else if (type == FT_COLUMN_TRES)
		put_tres(doc, key, text);
	else
		ft_doc_text(doc, key, text);
}

/* Write a value that may be unlimited. */
static void
put_union(struct ft_doc *doc, const char *key, enum ft_column_type type,
    const struct ft_value *value)
{
	bool infinite = value->kind == FT_VALUE_INFINITE;
	bool real = value->kind == FT_VALUE_REAL;
	bool whole = value->kind == FT_VALUE_I64;

	if (type == FT_COLUMN_REAL)
		ft_doc_number(doc, key, real || infinite,
		    infinite ? (double)INFINITY : (double)value->real);
	else
		ft_doc_count(doc, key,
		    value->kind == FT_VALUE_U64 || real || whole || infinite,
		    infinite, whole ? (uint64_t)value->whole : value->number);
}

static void
put_number(struct ft_doc *doc, const char *key, enum ft_column_type type,
    const struct ft_value *value)
{
	if (type == FT_COLUMN_BOOL)
		ft_doc_bool(doc, key, value->number != 0);
	else if (value->kind == FT_VALUE_U64 || value->kind == FT_VALUE_BOOL)
		ft_doc_u64(doc, key, value->number);
	else if (value->kind == FT_VALUE_REAL)
		ft_doc_real(doc, key, (double)value->real);
	else if (value->kind == FT_VALUE_I64 && type == FT_COLUMN_REAL)
		ft_doc_real(doc, key, (double)value->whole);
	else if (value->kind == FT_VALUE_I64)
		ft_doc_i64(doc, key, value->whole);
	else
		ft_doc_null(doc, key);
}

/* Write a duration as text and in seconds: "time_used": "1:00",
 * "time_used_seconds": 60. */
static void
put_seconds(struct ft_doc *doc, const struct ft_column *column, const char *key,
    const struct ft_value *value)
{
	bool set = value->kind == FT_VALUE_TEXT && value->whole != INT64_MIN;
	struct ft_str name FT_CLEANUP(ft_str_free) = { 0 };

	ft_str_addf(&name, "%s_seconds", key);
	if (column->flags & FT_COLUMN_UNION)
		/* unset if negative, such as the time left after the limit is over */
		ft_doc_count(doc, name.data, set && value->whole >= 0,
		    value->whole == INT64_MAX, (uint64_t)value->whole);
	else if (set)
		ft_doc_i64(doc, name.data, value->whole);
	else
		ft_doc_null(doc, name.data);
}

/* Close the objects of PATH, "a.b.", after its first LEN bytes. */
static void
leave_objects(struct ft_doc *doc, struct ft_str *path, size_t len)
{
	for (; path->len > len; path->len--)
		if (path->data[path->len - 1] == '.')
			ft_doc_end(doc);
}

/* Close objects of PATH and open others until those of KEY are open; returns
 * the last component of KEY. */
static const char *
enter_objects(struct ft_doc *doc, struct ft_str *path, const char *key)
{
	struct ft_str object FT_CLEANUP(ft_str_free) = { 0 };
	size_t same = 0, len;

	for (size_t i = 0; i < path->len && path->data[i] == key[i]; i++)
		if (key[i] == '.')
			same = i + 1;
	leave_objects(doc, path, same);
	for (key += same; key[len = strcspn(key, ".")]; key += len + 1) {
		ft_str_clear(&object);
		ft_str_add_n(&object, key, len);
		ft_doc_begin(doc, object.data);
		ft_str_add_n(path, key, len + 1);
	}
	return key;
}

void
ft_doc_member(struct ft_doc *doc, const struct ft_column *column,
    const char *key, const struct ft_value *value)
{
	enum ft_column_type type = column->type;
	bool number = type == FT_COLUMN_UINT || type == FT_COLUMN_REAL;

	/* 22.05 has plain numbers and null */
	if (number && column->flags & FT_COLUMN_UNION &&
	    !(doc->slurm && !doc->parsed)) {
		put_union(doc, key, type, value);
	} else if (value->kind == FT_VALUE_TEXT) {
		struct ft_str text = { 0 };

		ft_str_add_n(&text, value->text, value->len);
		put_text(doc, key, type, ft_str_text(&text));
		ft_str_free(&text);
	} else if (number || value->kind != FT_VALUE_UNSET) {
		put_number(doc, key, type, value);
	} else {
		put_text(doc, key, type,
		    column->flags & FT_COLUMN_BLANK && !doc->blank_is_null
			? ""
			: NULL);
	}
	if (column->flags & FT_COLUMN_SECONDS)
		put_seconds(doc, column, key, value);
}

void
ft_doc_row(struct ft_doc *doc, const struct ft_column *column, size_t n,
    const void *row)
{
	struct ft_str objects FT_CLEANUP(ft_str_free) = { 0 },
			      room FT_CLEANUP(ft_str_free) = { 0 };
	struct ft_value value = { .room = &room };
	const char *key;

	for (size_t i = 0; i < n; i++) {
		if (!column[i].key ||
		    (doc->slurm &&
			!ft_column_is_known(&column[i], doc->shape.parser)))
			continue;
		key = enter_objects(doc, &objects, column[i].key);
		if (column[i].write) {
			column[i].write(doc, key, row);
			continue;
		}
		ft_column_value(&column[i], row, &value);
		ft_doc_member(doc, &column[i], key, &value);
	}
	leave_objects(doc, &objects, 0);
}

void
ft_doc_object(struct ft_doc *doc, const char *key,
    const struct ft_column *column, size_t n, const void *row)
{
	ft_doc_begin(doc, key);
	ft_doc_row(doc, column, n, row);
	ft_doc_end(doc);
}

static void
cell(struct ft_table *table, const struct ft_value *value)
{
	const struct ft_column *column = &table->column[table->next];

	if (table->next == 0)
		ft_doc_begin(table->doc, NULL);
	if (column->key)
		ft_doc_member(table->doc, column,
		    enter_objects(table->doc, &table->objects, column->key),
		    value);
}

static void
row(struct ft_table *table)
{
	leave_objects(table->doc, &table->objects, 0);
	ft_doc_end(table->doc);
}

static void
tail(struct ft_table *table)
{
	if (table->options.doc)
		return;
	ft_doc_end(table->doc);
	ft_doc_close(table->doc);
}

const struct ft_format ft_format_doc = { head, cell, row, tail };
