/*
 * json.c - what squeue --json and sacct --json print: each member of a job is made
 * the text that the cell of its column would have, and read as that.
 */

#include <jansson.h>
#include <math.h>

#include "base/text/word.h"
#include "io/jobtable/private.h"

/* What stands for no value, and for no limit, where a number cannot be unset. */
#define NO_VALUE UINT32_C(0xfffffffe)
#define INFINITE UINT32_C(0xffffffff)

struct reading {
	struct ft_jobtable *table;
	const struct ft_input *input;
	struct ft_error *err;
	unsigned given;     /* of this file */
	struct ft_str text; /* of the member being read */
	/* where the last object of the list was: the scan goes on from there */
	size_t at, line;
	int depth;
};

bool
ft_jobtable_is_json(const struct ft_input *input)
{
	size_t at = 0;

	while (at < input->size && strchr(" \t\r\n", input->text[at]))
		at++;
	return at < input->size && input->text[at] == '{';
}

/* ---- places --------------------------------------------------------------------- */

/* Step over the byte or string at reading->at. */
static void
step(struct reading *reading)
{
	const struct ft_input *input = reading->input;
	char c = input->text[reading->at++];

	reading->line += c == '\n';
	reading->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
	if (c != '"')
		return;
	for (; reading->at < input->size && input->text[reading->at] != '"';
	     reading->at++)
		reading->at += input->text[reading->at] == '\\';
	reading->at++;
}

/* Go to the list "jobs", a member of the document itself. */
static void
find_list(struct reading *reading)
{
	static const char key[] = "\"jobs\"";
	const struct ft_input *input = reading->input;

	reading->line = 1;
	while (reading->at + sizeof key < input->size &&
	       (reading->depth != 1 ||
		   memcmp(input->text + reading->at, key, sizeof key - 1) != 0))
		step(reading);
}

/* Find the line of the next job in the list, which is that of its brace. */
static void
find_next(struct reading *reading)
{
	bool found = false;

	while (reading->at < reading->input->size && !found) {
		int depth = reading->depth;

		step(reading);
		found = depth == 2 && reading->depth == 3;
	}
}

/* ---- values --------------------------------------------------------------------- */

static void
add_integer(struct ft_str *text, json_int_t number)
{
	if (number == INFINITE)
		ft_str_add(text, "UNLIMITED");
	else if (number != NO_VALUE)
		ft_str_addf(text, "%" JSON_INTEGER_FORMAT, number);
}

/* Append "cpu=2", "mem=100M", "gres/gpu:a100=1". */
static void
add_tres(struct ft_str *text, const json_t *item)
{
	const char *type = json_string_value(json_object_get(item, "type"));
	const char *name = json_string_value(json_object_get(item, "name"));
	json_int_t count = json_integer_value(json_object_get(item, "count"));

	if (!type || count < 0)
		return;
	ft_str_addf(text, "%s%s%s%s=%" JSON_INTEGER_FORMAT "%s",
	    text->len ? "," : "", type, name && *name ? "/" : "",
	    name ? name : "", count, !strcmp(type, "mem") ? "M" : "");
}

static void add_value(struct ft_str *text, const json_t *value);

/* {set, infinite, number}; a CPU time. */
static void
add_object(struct ft_str *text, const json_t *value)
{
	const json_t *seconds = json_object_get(value, "seconds");
	json_int_t all = json_integer_value(seconds);

	if (json_is_true(json_object_get(value, "infinite")))
		ft_str_add(text, "UNLIMITED");
	else if (json_is_true(json_object_get(value, "set")))
		add_value(text, json_object_get(value, "number"));
	if (json_is_integer(seconds) && all >= 0)
		ft_str_addf(text,
		    "%02" JSON_INTEGER_FORMAT
		    ":%02d:%02d.%06" JSON_INTEGER_FORMAT,
		    all / 3600, (int)(all / 60 % 60), (int)(all % 60),
		    json_integer_value(json_object_get(value, "microseconds")));
}

static void
add_array(struct ft_str *text, const json_t *value)
{
	for (size_t i = 0; i < json_array_size(value); i++) {
		const json_t *item = json_array_get(value, i);

		if (json_is_object(item)) {
			add_tres(text, item);
			continue;
		}
		if (text->len)
			ft_str_add_char(text, ',');
		if (json_is_string(item))
			ft_str_add(text, json_string_value(item));
	}
}

/* Append VALUE as a cell has it; nothing for what has no value.  A line of a table
 * has no control characters. */
static void
add_value(struct ft_str *text, const json_t *value)
{
	size_t from = text->len;

	if (json_is_string(value))
		ft_str_add(text, json_string_value(value));
	else if (json_is_integer(value))
		add_integer(text, json_integer_value(value));
	else if (json_is_real(value))
		ft_str_addf(text, "%.15g", json_real_value(value));
	else if (json_is_boolean(value))
		ft_str_add(text, json_is_true(value) ? "1" : "0");
	else if (json_is_array(value))
		add_array(text, value);
	else if (json_is_object(value) && !json_object_get(value, "set") &&
		 !json_object_get(value, "seconds"))
		return;
	else if (json_is_object(value))
		add_object(text, value);
	for (; from < text->len; from++)
		if ((unsigned char)text->data[from] < ' ' ||
		    text->data[from] == 127)
			text->data[from] = ' ';
}

/* Returns the member of OBJECT at PATH, "time.limit"; NULL: there is none. */
static const json_t *
member_at(const json_t *object, const char *path)
{
	struct ft_word word;
	char name[64];

	while (object && ft_word_next(&path, ".", &word))
		object = ft_word_copy(word, name, sizeof name)
			     ? json_object_get(object, name)
			     : NULL;
	return object;
}

/* ---- jobs ------------------------------------------------------------------------ */

static enum ft_status
fail(const struct reading *reading, const char *path, const char *wrong)
{
	return ft_fail(reading->err, FT_EPARSE, "%s:%zu:1: %s: %s: '%.60s'",
	    reading->input->file, reading->line, path, wrong,
	    ft_str_text(&reading->text));
}

static const char *
path_of(const struct reading *reading, const struct ft_jobtable_column *column)
{
	return reading->table->kind == FT_JOBTABLE_SACCT ? column->sacct_json
							 : column->squeue_json;
}

static enum ft_status
read_member(struct reading *reading, const json_t *object,
    const struct ft_jobtable_column *column)
{
	struct ft_jobtable *table = reading->table;
	const char *path = path_of(reading, column), *wrong;
	const json_t *value = path ? member_at(object, path) : NULL;

	if (!value)
		return FT_OK;
	reading->given |= column->given;
	ft_str_clear(&reading->text);
	add_value(&reading->text, value);
	if (!reading->text.len && column != ft_jobtable_columns)
		return FT_OK;
	wrong = ft_jobtable_take(table, &table->job[table->n - 1], column,
	    ft_str_text(&reading->text));
	return wrong ? fail(reading, path, wrong) : FT_OK;
}

/* The largest memory of a task, in bytes, of each step. */
static void
read_steps(struct reading *reading, const json_t *object)
{
	const json_t *steps = json_object_get(object, "steps");
	struct ft_jobtable *table = reading->table;

	for (size_t i = 0; i < json_array_size(steps); i++) {
		const json_t *item = json_array_get(steps, i);
		const json_t *max = member_at(item, "tres.requested.max");
		json_int_t tasks =
		    json_integer_value(member_at(item, "tasks.count"));
		struct ft_jobtable_job step = { .mem_used = -1 };

		table->steps++;
		if (tasks > 0 && tasks < UINT32_MAX)
			step.tasks_of_step = (uint32_t)tasks;
		for (size_t k = 0; k < json_array_size(max); k++) {
			const json_t *tres = json_array_get(max, k);
			const char *type =
			    json_string_value(json_object_get(tres, "type"));
			double bytes = (double)json_integer_value(
			    json_object_get(tres, "count"));

			if (type && !strcmp(type, "mem") && bytes >= 0 &&
			    bytes / 1024 < (double)FT_JOBTABLE_USED_MAX)
				step.mem_used = (int64_t)ceil(bytes / 1024);
		}
		ft_jobtable_note_step(&table->job[table->n - 1], &step);
	}
}

static enum ft_status
read_job(struct reading *reading, const json_t *object)
{
	struct ft_jobtable_job *job;

	find_next(reading);
	job = ft_jobtable_add_job(reading->table, reading->line);
	if (!json_object_get(object, "job_id"))
		return ft_fail(reading->err, FT_EPARSE,
		    "%s:%zu:1: expected a job with its job_id",
		    reading->input->file, reading->line);
	for (size_t i = 0; i < ft_jobtable_n_columns; i++)
		FT_TRY(read_member(reading, object, &ft_jobtable_columns[i]));
	ft_jobtable_complete(reading->table, job);
	if (reading->table->kind == FT_JOBTABLE_SACCT)
		read_steps(reading, object);
	return FT_OK;
}

/* ---- the document ------------------------------------------------------------------ */

/* When something last changed there: squeue does not say when it asked. */
static void
read_time(struct reading *reading, const json_t *root)
{
	static const char *const names[] = { "last_update", "last_backfill" };
	int64_t *at = &reading->table->at;

	for (size_t i = 0; i < FT_COUNT(names); i++) {
		const json_t *time = json_object_get(root, names[i]);
		json_int_t number =
		    json_is_object(time)
			? json_integer_value(json_object_get(time, "number"))
			: json_integer_value(time);

		if (number > 0 && number > *at)
			*at = number;
	}
}

static enum ft_status
read_jobs(struct reading *reading, const json_t *root)
{
	const json_t *jobs = json_object_get(root, "jobs");
	struct ft_jobtable *table = reading->table;

	if (!json_is_array(jobs))
		return ft_fail(reading->err, FT_EPARSE,
		    "%s:1:1: no list 'jobs': expected the output of %s --json",
		    reading->input->file,
		    table->kind == FT_JOBTABLE_SACCT ? "sacct" : "squeue");
	find_list(reading);
	read_time(reading, root);
	for (size_t i = 0; i < json_array_size(jobs); i++)
		FT_TRY(read_job(reading, json_array_get(jobs, i)));
	/* a list without jobs lacks no column */
	if (!json_array_size(jobs))
		for (size_t i = 0; i < ft_jobtable_n_columns; i++)
			if (path_of(reading, &ft_jobtable_columns[i]))
				reading->given |= ft_jobtable_columns[i].given;
	table->given =
	    table->files ? table->given & reading->given : reading->given;
	return FT_OK;
}

enum ft_status
ft_jobtable_parse_json(struct ft_jobtable *table, const struct ft_input *input,
    struct ft_error *err)
{
	struct reading reading = { .table = table, .input = input, .err = err };
	json_error_t wrong;
	json_t *root = json_loadb(input->text, input->size, 0, &wrong);
	enum ft_status status;

	if (!root)
		return ft_fail(err, FT_EPARSE, "%s:%d:%d: %s", input->file,
		    wrong.line > 0 ? wrong.line : 1,
		    wrong.column > 0 ? wrong.column : 1, wrong.text);
	status = read_jobs(&reading, root);
	ft_str_free(&reading.text);
	json_decref(root);
	return status;
}
