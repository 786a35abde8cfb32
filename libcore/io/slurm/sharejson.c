/*
 * sharejson.c - `sshare --json`, of Slurm (since 23.11) and our own.  The usage of
 * TRES has decimals; raw usage is the integer of the table, and its decimals are
 * those of billing.
 */

#include <jansson.h>

#include "io/slurm/sharetable_private.h"
#include "io/text/jsonfile.h"

/* What Slurm shows as the shares of `parent`. */
#define PARENT_SHARES 2147483647

struct reading {
	const struct ft_input *input;
	struct ft_cursor cursor; /* at the line of the element */
	size_t column;           /* where its "parent" is, from 0 */
	const char *name;        /* of the element, for messages */
	struct ft_sharetable_seen seen;
	struct ft_sharetable_tres *tres; /* of the element */
	size_t n_tres, cap_tres;
	struct ft_str limits;
	struct ft_error *err;
};

/* ---- where an element is --------------------------------------------------------- */

/* Step to the next element in the text; each has one member "parent". */
static void
step(struct reading *reading)
{
	static const char key[] = "\"parent\"";
	struct ft_cursor *cursor = &reading->cursor;
	size_t from = reading->column + (cursor->line > 0);

	do {
		for (size_t i = from; i + sizeof key - 1 <= cursor->len; i++)
			if (!memcmp(cursor->at + i, key, sizeof key - 1)) {
				reading->column = i;
				return;
			}
		from = 0;
	} while (ft_cursor_line(cursor));
}

static enum ft_status
wrong(const struct reading *reading, const char *what)
{
	size_t line = reading->cursor.line;

	return ft_fail(reading->err, FT_EPARSE, "%s:%zu:%zu: '%s': %s",
	    reading->input->file, line ? line : 1, reading->column + 1,
	    reading->name, what);
}

/* ---- values --------------------------------------------------------------------- */

/* Whether a text of JSON can be a name in a table. */
static bool
is_name(const char *text)
{
	if (*text == ' ' || !*text)
		return false;
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f || *text == '|')
			return false;
	return true;
}

/* Returns the text of KEY, "" if it is missing; NULL: it is no name. */
static const char *
text_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	const char *text = json_string_value(value);

	if (!value || (text && !json_string_length(value)))
		return "";
	return text && strlen(text) == json_string_length(value) &&
		       is_name(text)
		   ? text
		   : NULL;
}

/* Take the value of {"set": ..., "infinite": ..., "number": ...} or of a number;
 * returns false: it is not set, or no number. */
static bool
number_of(const json_t *value, double *number)
{
	if (json_is_object(value)) {
		if (!json_is_true(json_object_get(value, "set")) ||
		    json_is_true(json_object_get(value, "infinite")))
			return false;
		value = json_object_get(value, "number");
	}
	*number = json_number_value(value);
	return json_is_number(value);
}

/* A number of seconds to the millionth. */
static bool
micro_of(const json_t *value, int64_t *whole, int32_t *micro)
{
	char text[400];

	*micro = 0;
	if (json_is_integer(value)) {
		*whole = json_integer_value(value);
		return *whole >= 0;
	}
	snprintf(text, sizeof text, "%.6f", json_number_value(value));
	return json_is_real(value) && ft_num_micro(text, whole, micro);
}

/* ---- an element ----------------------------------------------------------------- */

static enum ft_status
read_tres(struct reading *reading, const json_t *list)
{
	const json_t *item;
	size_t i;

	reading->n_tres = 0;
	json_array_foreach(list, i, item)
	{
		struct ft_sharetable_tres *tres = ft_vec_add(
		    reading->tres, reading->n_tres, reading->cap_tres);

		tres->name = text_of(item, "name");
		if (!tres->name || !*tres->name)
			return wrong(reading, "a TRES without a name");
		if (!micro_of(json_object_get(item, "value"), &tres->whole,
			&tres->micro))
			return wrong(reading,
			    "the usage of a TRES is a number, 0 or more");
	}
	return FT_OK;
}

static enum ft_status
read_limits(struct reading *reading, const json_t *list)
{
	const json_t *item;
	size_t i;

	ft_str_clear(&reading->limits);
	json_array_foreach(list, i, item)
	{
		const char *name = text_of(item, "name");
		double number;

		if (!number_of(json_object_get(item, "value"), &number))
			continue;
		if (!name || !*name || !(number >= 0 && number < 1e18))
			return wrong(reading, "a bad limit in group_minutes");
		if (reading->limits.len)
			ft_str_add_char(&reading->limits, ',');
		ft_str_addf(&reading->limits, "%s=%.0f", name, number);
	}
	return FT_OK;
}

static enum ft_status
read_shares(const struct reading *reading, const json_t *element,
    struct ft_sharetable_row *row)
{
	double number = 0;
	bool set = number_of(json_object_get(element, "shares"), &number);

	row->parent_shares =
	    json_is_true(json_object_get(element, "shares_of_parent")) ||
	    (set && number == PARENT_SHARES);
	if (row->parent_shares)
		return FT_OK;
	if (set && !(number >= 0 && number <= FT_SHARETABLE_SHARES_MAX))
		return wrong(reading, "shares are a number up to 2147483646");
	if (!set && *row->parent)
		return wrong(reading, "no shares");
	row->shares = (uint32_t)number;
	return FT_OK;
}

/* The decimals of raw usage: those of billing, if it is the same number. */
static void
refine(const struct reading *reading, struct ft_sharetable_row *row)
{
	for (size_t i = 0; i < reading->n_tres; i++)
		if (!strcmp(reading->tres[i].name, "billing") &&
		    reading->tres[i].whole == row->whole) {
			row->micro = reading->tres[i].micro;
			row->exact = true;
		}
}

static enum ft_status
read_numbers(struct reading *reading, const json_t *element,
    struct ft_sharetable_row *row)
{
	const json_t *tres = json_object_get(element, "tres");
	const json_t *fair = json_object_get(element, "fairshare");

	FT_TRY(read_shares(reading, element, row));
	if (!micro_of(
		json_object_get(element, "usage"), &row->whole, &row->micro))
		return wrong(reading, "usage is a number, 0 or more");
	FT_TRY(read_tres(reading, json_object_get(tres, "usage")));
	FT_TRY(read_limits(reading, json_object_get(tres, "group_minutes")));
	row->exact = row->micro != 0;
	if (!row->exact)
		refine(reading, row);
	row->has_norm =
	    number_of(json_object_get(element, "usage_normalized"), &row->norm);
	row->tres = reading->tres;
	row->n_tres = reading->n_tres;
	row->limits = ft_str_text(&reading->limits);
	row->has_factor =
	    *row->user &&
	    number_of(json_object_get(fair, "factor"), &row->factor);
	return FT_OK;
}

static enum ft_status
read_names(struct reading *reading, const json_t *element,
    struct ft_sharetable_row *row)
{
	const char *name = text_of(element, "name");

	reading->name = name ? name : "?";
	row->parent = text_of(element, "parent");
	row->partition = text_of(element, "partition");
	if (!name || !*name || !row->parent || !row->partition)
		return wrong(reading, "not the names of an association");
	row->user = ft_jsonfile_has(element, "type", "USER") ? name : "";
	row->account = *row->user ? row->parent : name;
	if (!*row->parent && (*row->user || strcasecmp(name, "root") != 0 ||
				 reading->seen.line.n))
		return wrong(reading, "no parent");
	if (*row->parent && !ft_sharetable_knows(&reading->seen, row->parent))
		return wrong(reading,
		    "its account does not come before it (a filtered "
		    "document?)");
	return FT_OK;
}

static enum ft_status
read_element(struct reading *reading, const json_t *element,
    ft_sharetable_fn *fn, void *ctx)
{
	struct ft_sharetable_row row = { .account = "",
		.user = "",
		.partition = "",
		.parent = "",
		.limits = "" };

	step(reading);
	row.line = reading->cursor.line ? reading->cursor.line : 1;
	row.column = reading->column + 1;
	FT_TRY(read_names(reading, element, &row));
	FT_TRY(read_numbers(reading, element, &row));
	if (ft_sharetable_note(&reading->seen, &row))
		return wrong(reading, "the same association again");
	return fn(ctx, &row, reading->err);
}

static void
free_reading(struct reading *reading)
{
	ft_sharetable_forget(&reading->seen);
	ft_free(reading->tres);
	ft_str_free(&reading->limits);
}

static enum ft_status
read_all(const struct ft_input *input, const json_t *root, ft_sharetable_fn *fn,
    void *ctx, struct ft_error *err)
{
	struct reading reading FT_CLEANUP(
	    free_reading) = { .input = input, .name = "shares", .err = err };
	const json_t *list =
	    json_object_get(json_object_get(root, "shares"), "shares");
	const json_t *element;
	size_t i;

	ft_cursor_init(&reading.cursor, input->file, input->text, input->size);
	if (!json_array_size(list))
		return wrong(&reading, "expected the document of sshare -a "
				       "--json, with a list of shares");
	json_array_foreach(list, i, element)
	    FT_TRY(read_element(&reading, element, fn, ctx));
	return FT_OK;
}

enum ft_status
ft_sharetable_json(const struct ft_input *input, ft_sharetable_fn *fn,
    void *ctx, struct ft_error *err)
{
	enum ft_status status;
	json_t *root;

	FT_TRY(ft_jsonfile_parse(input, &root, err));
	status = read_all(input, root, fn, ctx, err);
	json_decref(root);
	return status;
}
