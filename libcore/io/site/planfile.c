#include "io/site/planfile.h"

#include <jansson.h>

#include "io/text/jsonfile.h"

void
ft_planfile_init(struct ft_planfile *plan)
{
	*plan = (struct ft_planfile){ .source = "",
		.cluster = "",
		.desired = "",
		.base = { .actor = "", .command = "" } };
}

void
ft_planfile_free(struct ft_planfile *plan)
{
	ft_arena_clear(&plan->arena);
}

/* ---- reading ---------------------------------------------------------------- */

struct reading {
	struct ft_planfile *plan;
	const char *file, *text;
	size_t size;
	struct ft_error *err;
};

/* Returns the first position of "KEY", else the beginning. */
static void
find_place(const struct reading *reading, const char *key, size_t *line,
    size_t *column)
{
	size_t len = strlen(key), start = 0;

	*line = *column = 1;
	for (size_t i = 0, at_line = 1; i + len + 2 <= reading->size; i++) {
		if (reading->text[i] == '\n') {
			at_line++;
			start = i + 1;
		}
		if (reading->text[i] == '"' &&
		    reading->text[i + len + 1] == '"' &&
		    memcmp(reading->text + i + 1, key, len) == 0) {
			*line = at_line;
			*column = i - start + 1;
			return;
		}
	}
}

static enum ft_status
wrong(const struct reading *reading, const char *key, const char *what)
{
	size_t line, column;

	find_place(reading, key, &line, &column);
	return ft_fail(reading->err, FT_EPARSE, "%s:%zu:%zu: '%s' %s",
	    reading->file, line, column, key, what);
}

static enum ft_status
read_text(const struct reading *reading, const json_t *object, const char *key,
    bool may_lack, const char **text)
{
	const json_t *value = json_object_get(object, key);

	*text = may_lack ? NULL : "";
	if (may_lack && (value == NULL || json_is_null(value)))
		return FT_OK;
	if (value == NULL)
		return wrong(reading, key, "is missing");
	if (!json_is_string(value) ||
	    strlen(json_string_value(value)) != json_string_length(value))
		return wrong(reading, key, "is not a string");
	*text =
	    ft_arena_strdup(&reading->plan->arena, json_string_value(value));
	return FT_OK;
}

static enum ft_status
read_number(const struct reading *reading, const json_t *object,
    const char *key, uint64_t max, uint64_t *number)
{
	const json_t *value = json_object_get(object, key);

	if (value == NULL)
		return wrong(reading, key, "is missing");
	if (!json_is_integer(value) || json_integer_value(value) < 0 ||
	    (uint64_t)json_integer_value(value) > max)
		return wrong(reading, key, "is not a valid number");
	*number = (uint64_t)json_integer_value(value);
	return FT_OK;
}

static enum ft_status
read_bool(const struct reading *reading, const json_t *object, const char *key,
    bool *flag)
{
	const json_t *value = json_object_get(object, key);

	if (value && !json_is_boolean(value))
		return wrong(reading, key, "is not true or false");
	*flag = value && json_is_true(value);
	return FT_OK;
}

static enum ft_status
read_base(const struct reading *reading, const json_t *root)
{
	struct ft_planfile_base *base = &reading->plan->base;
	const json_t *object = json_object_get(root, "base");
	uint64_t number = 0;

	if (!json_is_object(object))
		return wrong(reading, "base", "is not an object");
	FT_TRY(read_number(reading, object, "change", UINT32_MAX, &number));
	base->change = (uint32_t)number;
	FT_TRY(read_number(reading, object, "time", INT64_MAX, &number));
	base->time = (int64_t)number;
	FT_TRY(read_text(reading, object, "actor", false, &base->actor));
	return read_text(reading, object, "command", false, &base->command);
}

static enum ft_status
read_options(const struct reading *reading, const json_t *root)
{
	struct ft_planfile_options *options = &reading->plan->options;
	const json_t *object = json_object_get(root, "options");
	uint64_t number = 0;

	if (!json_is_object(object))
		return wrong(reading, "options", "is not an object");
	FT_TRY(read_bool(reading, object, "prune", &options->prune));
	FT_TRY(read_bool(reading, object, "exact", &options->exact));
	FT_TRY(
	    read_bool(reading, object, "skip_blocked", &options->skip_blocked));
	FT_TRY(
	    read_bool(reading, object, "allow_large", &options->allow_large));
	FT_TRY(read_text(reading, object, "scope", true, &options->scope));
	FT_TRY(
	    read_number(reading, object, "max_deletes", UINT32_MAX, &number));
	options->max_deletes = (uint32_t)number;
	FT_TRY(read_number(reading, object, "max_losers", 100, &number));
	options->max_losers = (uint32_t)number;
	return FT_OK;
}

/* Lines of the desired state, "wish" in the file; none may hold a line end. */
static enum ft_status
read_desired(const struct reading *reading, const json_t *root)
{
	const json_t *list = json_object_get(root, "wish");
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	if (!json_is_array(list))
		return wrong(reading, "wish", "is not a list");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *line = json_array_get(list, i);

		if (!json_is_string(line) ||
		    strlen(json_string_value(line)) !=
			json_string_length(line) ||
		    strchr(json_string_value(line), '\n')) {
			return wrong(reading, "wish", "is not a list of lines");
		}
		ft_str_add(&str, json_string_value(line));
		ft_str_add_char(&str, '\n');
	}
	reading->plan->desired =
	    ft_arena_strdup(&reading->plan->arena, ft_str_text(&str));
	return FT_OK;
}

static enum ft_status
read_fields(const struct reading *reading, const json_t *object,
    struct ft_planfile_step *step)
{
	const json_t *list = json_object_get(object, "fields");

	if (!json_is_array(list))
		return wrong(reading, "fields", "is not a list");
	step->n_field = json_array_size(list);
	step->field = ft_arena_calloc(
	    &reading->plan->arena, step->n_field + 1, sizeof *step->field);
	for (size_t i = 0; i < step->n_field; i++) {
		const json_t *field = json_array_get(list, i);

		FT_TRY(read_text(
		    reading, field, "field", false, &step->field[i].name));
		FT_TRY(read_text(
		    reading, field, "old", true, &step->field[i].old));
		FT_TRY(read_text(
		    reading, field, "new", true, &step->field[i].new));
	}
	return FT_OK;
}

static enum ft_status
read_steps(const struct reading *reading, const json_t *root)
{
	struct ft_planfile *plan = reading->plan;
	const json_t *list = json_object_get(root, "steps");

	if (!json_is_array(list))
		return wrong(reading, "steps", "is not a list");
	plan->n_step = json_array_size(list);
	plan->step =
	    ft_arena_calloc(&plan->arena, plan->n_step + 1, sizeof *plan->step);
	for (size_t i = 0; i < plan->n_step; i++) {
		const json_t *object = json_array_get(list, i);
		struct ft_planfile_step *step = &plan->step[i];

		FT_TRY(read_text(reading, object, "op", false, &step->op));
		FT_TRY(
		    read_text(reading, object, "entity", false, &step->entity));
		FT_TRY(read_text(reading, object, "path", false, &step->path));
		FT_TRY(read_text(reading, object, "line", false, &step->line));
		FT_TRY(read_fields(reading, object, step));
	}
	return FT_OK;
}

static enum ft_status
read_root(const struct reading *reading, const json_t *root)
{
	struct ft_planfile *plan = reading->plan;
	const char *schema = "";

	FT_TRY(read_text(reading, root, "schema", false, &schema));
	if (strcmp(schema, FT_PLANFILE_SCHEMA) != 0)
		return wrong(reading, "schema", "is not " FT_PLANFILE_SCHEMA);
	FT_TRY(read_text(reading, root, "source", false, &plan->source));
	FT_TRY(read_text(reading, root, "cluster", false, &plan->cluster));
	FT_TRY(read_base(reading, root));
	FT_TRY(read_options(reading, root));
	FT_TRY(read_desired(reading, root));
	return read_steps(reading, root);
}

enum ft_status
ft_planfile_parse(struct ft_planfile *plan, const char *file, const char *text,
    size_t size, struct ft_error *err)
{
	const struct reading reading = { plan, file, text, size, err };
	enum ft_status status;
	json_t *root;

	FT_TRY(ft_jsonfile_parse(
	    &(struct ft_input){ file, text, size }, &root, err));
	status = read_root(&reading, root);
	json_decref(root);
	return status;
}

/* ---- writing ---------------------------------------------------------------- */

struct writing {
	struct ft_str *str;
	bool bad; /* some text was no UTF-8 */
};

static void
add_text(struct writing *writing, const char *text)
{
	json_t *value = text ? json_string(text) : json_null();
	char *dumped = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;

	if (dumped)
		ft_str_add(writing->str, dumped);
	else
		writing->bad = true;
	free(dumped);
	json_decref(value);
}

static void
add_member(struct writing *writing, const char *before, const char *key,
    const char *text)
{
	ft_str_addf(writing->str, "%s\"%s\": ", before, key);
	add_text(writing, text);
}

static void
add_flag(struct writing *writing, const char *key, bool flag)
{
	ft_str_addf(writing->str, "\"%s\": %s, ", key, flag ? "true" : "false");
}

static void
add_head(struct writing *writing, const struct ft_planfile *plan)
{
	const struct ft_planfile_options *options = &plan->options;
	struct ft_str *str = writing->str;

	add_member(writing, "{\n  ", "schema", FT_PLANFILE_SCHEMA);
	add_member(writing, ",\n  ", "source", plan->source);
	add_member(writing, ",\n  ", "cluster", plan->cluster);
	ft_str_addf(str,
	    ",\n  \"base\": {\"change\": %" PRIu32 ", \"time\": %" PRId64,
	    plan->base.change, plan->base.time);
	add_member(writing, ", ", "actor", plan->base.actor);
	add_member(writing, ", ", "command", plan->base.command);
	ft_str_add(str, "},\n  \"options\": {");
	add_flag(writing, "prune", options->prune);
	add_flag(writing, "exact", options->exact);
	add_flag(writing, "skip_blocked", options->skip_blocked);
	add_flag(writing, "allow_large", options->allow_large);
	add_member(writing, "", "scope", options->scope);
	ft_str_addf(str,
	    ", \"max_deletes\": %" PRIu32 ", \"max_losers\": %" PRIu32 "}",
	    options->max_deletes, options->max_losers);
}

static void
add_desired(struct writing *writing, const struct ft_planfile *plan)
{
	const char *at = plan->desired, *before = "";

	ft_str_add(writing->str, ",\n  \"wish\": [");
	while (*at) {
		size_t len = strcspn(at, "\n");
		char *line = ft_strndup(at, len);

		ft_str_addf(writing->str, "%s\n    ", before);
		add_text(writing, line);
		ft_free(line);
		at += len + (at[len] != 0);
		before = ",";
	}
	ft_str_add(writing->str, "\n  ]");
}

static void
add_step(struct writing *writing, const struct ft_planfile_step *step)
{
	add_member(writing, "\n    {", "op", step->op);
	add_member(writing, ", ", "entity", step->entity);
	add_member(writing, ", ", "path", step->path);
	add_member(writing, ", ", "line", step->line);
	ft_str_add(writing->str, ", \"fields\": [");
	for (size_t i = 0; i < step->n_field; i++) {
		add_member(
		    writing, i ? ", {" : "{", "field", step->field[i].name);
		add_member(writing, ", ", "old", step->field[i].old);
		add_member(writing, ", ", "new", step->field[i].new);
		ft_str_add_char(writing->str, '}');
	}
	ft_str_add(writing->str, "]}");
}

enum ft_status
ft_planfile_write(
    const struct ft_planfile *plan, struct ft_str *str, struct ft_error *err)
{
	struct writing writing = { .str = str };

	add_head(&writing, plan);
	add_desired(&writing, plan);
	ft_str_add(str, ",\n  \"steps\": [");
	for (size_t i = 0; i < plan->n_step; i++) {
		if (i)
			ft_str_add_char(str, ',');
		add_step(&writing, &plan->step[i]);
	}
	ft_str_add(str, "\n  ]\n}\n");
	if (writing.bad)
		return ft_fail(err, FT_EINVAL,
		    "cannot save the plan: its text is not UTF-8");
	return FT_OK;
}
