/*
 * change_field.c - report the changed fields of a row: those that entity.def has a
 * name for, and keys.
 */
#include "store/journal/change_private.h"
#include "store/row/column_internal.h"

/* A field that is reported: an attribute, or a key. */
struct field {
	const char *column, *word;
	const struct ft_attr *attr; /* NULL: a key */
	enum ft_log names;          /* whose id the key is; FT_LOG_COUNT none */
};

static const struct {
	enum ft_log what;
	struct field field;
} keys[] = {
	{ FT_LOG_WCKEY, { "user", "User", NULL, FT_LOG_USER } },
	{ FT_LOG_RESOURCE, { "server", "Server", NULL, FT_LOG_COUNT } },
	{ FT_LOG_ASSOC, { "parent", "ParentName", NULL, FT_LOG_ASSOC } },
};

/* Set *field to the field in COLUMN; false: it is not reported. */
static bool
find_field(
    enum ft_log what, const struct ft_column *column, struct field *field)
{
	const struct ft_shape *shape = ft_shapes;
	const struct ft_attr *attr;

	while (strcmp(shape->table, column->table))
		shape++;
	attr = ft_attr_in(shape->entity, column->name);
	*field = (struct field){ column->name, "Name", attr, FT_LOG_COUNT };
	if (attr)
		field->word =
		    attr->history_name ? attr->history_name : attr->name;
	if (attr || !strcmp(column->name, "name"))
		return field->word != NULL;
	for (size_t i = 0; i < FT_COUNT(keys); i++)
		if (keys[i].what == what &&
		    !strcmp(keys[i].field.column, column->name)) {
			*field = keys[i].field;
			return true;
		}
	return false;
}

/* Returns FIELD of a new record, as in an image; NULL: there is none. */
static const char *
first_value(struct ft_change_walk *walk, const struct field *field)
{
	const struct ft_attr *attr = field->attr;
	char text[32];

	if (!attr || attr->type == FT_ATTR_QOS)
		return NULL;
	if (attr->type == FT_ATTR_TEXT || attr->type == FT_ATTR_NAME)
		return "";
	(void)snprintf(text, sizeof text, "%.17g", attr->unset);
	return ft_arena_strdup(&walk->scratch, text);
}

/* Returns FIELD in IMAGE; old images lack newer columns. */
static const char *
value_of(struct ft_change_walk *walk, const struct field *field,
    const struct ft_image *image)
{
	const char *value = ft_image_get(image, field->column);

	return value || !field->attr || !field->attr->schema || !image->n
		   ? value
		   : first_value(walk, field);
}

/* Append flags or a word by name; other values as they are. */
static void
add_words(const struct ft_keywords *words, bool flags, const char *value,
    struct ft_str *str)
{
	uint32_t number = 0;

	if (!value || !ft_num_u32(value, &number) ||
	    (!flags && number >= words->n))
		ft_str_add(str, value ? value : "");
	else if (flags)
		ft_keywords_add(str, words, number, FT_RELEASE_ANY);
	else
		ft_str_add(str, words->word[number].name);
}

/* Append a value of an image in readable form; nothing if it is not set. */
static void
add_value(struct ft_change_walk *walk, const struct field *field,
    const char *value, struct ft_str *str)
{
	const struct ft_attr *attr = field->attr;
	enum ft_log names =
	    attr && attr->type == FT_ATTR_QOS ? FT_LOG_QOS : field->names;
	uint32_t id = 0;

	if (names != FT_LOG_COUNT) {
		if (value && ft_num_u32(value, &id))
			ft_str_add(
			    str, ft_journal_view_name(&walk->view, names, id));
	} else if (attr && attr->words) {
		add_words(attr->words, attr->type == FT_ATTR_FLAGS, value, str);
	} else if (attr && attr->type == FT_ATTR_FLAG) {
		ft_str_add(str, value && *value == '1' ? "yes" : "no");
	} else if (attr && attr->type == FT_ATTR_SHARES && !value) {
		ft_str_add(str, "parent");
	} else if (value && !(attr && attr->unset < 0 && *value == '-')) {
		ft_str_add(str, value);
	}
}

bool
ft_change_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Returns FIELD in readable form, NULL if not set. */
static const char *
readable(struct ft_change_walk *walk, const struct field *field,
    const struct ft_image *image)
{
	struct ft_str str FT_CLEANUP(ft_str_free) = { 0 };

	add_value(walk, field, value_of(walk, field, image), &str);
	return str.len ? ft_arena_strdup(&walk->scratch, str.data) : NULL;
}

/* Whether to report FIELD; a name is reported only if it changed. */
static bool
is_reported(struct ft_change_walk *walk, const struct field *field,
    const struct ft_both *images)
{
	const struct ft_image *there =
	    images->after.n ? &images->after : &images->before;
	const char *old = value_of(walk, field, &images->before);
	const char *new = value_of(walk, field, &images->after);

	/* the parent of a user's association is always its account */
	if (field->names == FT_LOG_ASSOC && ft_image_id(there, "user"))
		return false;
	if (walk->change.kind == FT_CHANGE_MODIFY)
		return !ft_change_same(old, new);
	return strcmp(field->column, "name") != 0 &&
	       !ft_change_same(walk->change.kind == FT_CHANGE_ADD ? new : old,
		   first_value(walk, field));
}

static void
report_field(struct ft_change_walk *walk, const struct field *field,
    const struct ft_both *images)
{
	enum ft_change_kind kind = walk->change.kind;
	const char *old = NULL, *new = NULL;

	if (kind != FT_CHANGE_ADD)
		old = readable(walk, field, &images->before);
	if (kind != FT_CHANGE_DELETE)
		new = readable(walk, field, &images->after);
	if (!ft_change_same(old, new))
		ft_change_report(walk, field->word, old, new);
}

void
ft_change_fields(
    struct ft_change_walk *walk, enum ft_log what, const struct ft_both *images)
{
	const struct ft_table_info *table =
	    ft_store_table(walk->view.store, ft_log_name(what));
	struct field field;

	for (size_t i = 0; i < table->n; i++)
		if (find_field(what, &table->column[i], &field) &&
		    is_reported(walk, &field, images))
			report_field(walk, &field, images);
}
