/* template.c - fill in the braces in statements of stmt.def, such as
 * {columns qos}. */
#include "store/internal.h"
#include "store/row/column_internal.h"

struct expansion {
	struct ft_store *store;
	struct ft_str *str;
	const char *but; /* columns to leave out, separated by blanks */
	bool only;       /* leave out the others */
	const char *form;
	size_t n;
};

bool
ft_has_word(const char *words, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at += n)
		if (at > words && at[-1] == ' ' && (!at[n] || at[n] == ' '))
			return true;
	return false;
}

/* ---- columns --------------------------------------------------------------------- */

/* Append FORM with NAME in place of each @. */
static void
add_form(struct ft_str *str, const char *form, const char *name)
{
	for (; *form; form++)
		if (*form == '@')
			ft_str_add(str, name);
		else
			ft_str_add_char(str, *form);
}

/* Append the unset value of a column that the store does not have. */
static void
add_missing(struct ft_str *str, const struct ft_column *column)
{
	ft_column_add_unset(str, column);
	ft_str_add(str, " AS ");
}

static void
add_field(void *ctx, const struct ft_column *column)
{
	struct expansion *expansion = ctx;

	if (ft_has_word(expansion->but, column->name))
		return;
	if (expansion->n++)
		ft_str_add(expansion->str, ", ");
	if (column->schema > expansion->store->schema)
		add_missing(expansion->str, column);
	add_form(expansion->str, expansion->form, column->name);
}

/* What takes all columns of a table. */
static const struct {
	const char *name, *form, *between;
	bool coalesce; /* old images lack newer columns */
} wholes[] = {
	{ "columns", "\"@\"", ", ", false },
	{ "named", "'@', \"@\"", ", ", false },
	{ "taken", "ft_field(before, '@') AS \"@\"", ", ", false },
	{ "back", "ft_field(before, '@')", ", ", true },
	{ "excluded", "\"@\" = excluded.\"@\"", ", ", false },
	{ "moved", "t.\"@\" IS NOT ft_field(before, '@')", " OR ", false },
};
static const struct {
	const char *name, *form;
} fields[] = {
	{ "fields", "\"@\"" },
	{ "values", ":@" },
	{ "sets", "\"@\" = :@" },
};

static void
add_whole(struct expansion *expansion, const char *table, size_t which)
{
	const struct ft_table_info *info =
	    ft_store_table(expansion->store, table);

	for (size_t i = 0; info && i < info->n; i++) {
		const struct ft_column *column = &info->column[i];

		if (ft_has_word(expansion->but, column->name) !=
		    expansion->only)
			continue;
		if (expansion->n++)
			ft_str_add(expansion->str, wholes[which].between);
		if (wholes[which].coalesce && column->schema)
			ft_str_add(expansion->str, "coalesce(");
		add_form(expansion->str, wholes[which].form, column->name);
		if (!wholes[which].coalesce || !column->schema)
			continue;
		ft_str_add(expansion->str, ", ");
		ft_column_add_unset(expansion->str, column);
		ft_str_add_char(expansion->str, ')');
	}
}

static void
add_fields(struct expansion *expansion, const char *table)
{
	const struct ft_shape *shape = ft_shapes;

	while (strcmp(shape->table, table))
		shape++;
	ft_shape_each(shape, add_field, expansion);
}

/* ---- lists ------------------------------------------------------------------------ */

static void
add_list(struct expansion *expansion, const char *what, enum ft_log log)
{
	const char *table = ft_log_name(log);
	const struct ft_table_info *info =
	    ft_store_table(expansion->store, table);

	if (!strcmp(what, "table"))
		ft_str_add(expansion->str, table);
	else if (!strcmp(what, "key"))
		/* the only settings are those of the whole store, cluster 0 */
		ft_str_add(expansion->str,
		    log == FT_LOG_SETTING ? "key" : ft_column_key(table));
	else if (!strcmp(what, "owner"))
		ft_str_add(expansion->str, ft_log_name(ft_log_owner(log)));
	else
		for (size_t i = 1; info && i < info->n; i++)
			if (!strcmp(what, "items"))
				ft_str_addf(expansion->str, "%s\"%s\"",
				    i > 1 ? ", " : "", info->column[i].name);
			else
				ft_str_addf(expansion->str, "%si.value ->> %zu",
				    i > 1 ? ", " : "", i - 1);
}

/* ---- all of it -------------------------------------------------------------------- */

/* Expand the text between braces: "fields qos but id", "moved qos only name",
 * "table". */
static void
expand(struct expansion *expansion, char *word, enum ft_log what)
{
	char *table = strchr(word, ' ');
	char *but = strstr(word, " but "), *only = strstr(word, " only ");

	if (!table) {
		add_list(expansion, word, what);
		return;
	}
	*table++ = '\0';
	if (but || only)
		*(but ? but : only) = '\0';
	expansion->but = but    ? but + strlen(" but")
			 : only ? only + strlen(" only")
				: "";
	expansion->only = only != NULL;
	expansion->n = 0;
	for (size_t i = 0; i < FT_COUNT(wholes); i++)
		if (!strcmp(word, wholes[i].name))
			add_whole(expansion,
			    strcmp(table, "it") ? table : ft_log_name(what), i);
	for (size_t i = 0; i < FT_COUNT(fields); i++)
		if (!strcmp(word, fields[i].name)) {
			expansion->form = fields[i].form;
			add_fields(expansion, table);
		}
}

char *
ft_template_expand(struct ft_store *store, const char *sql, enum ft_log what)
{
	struct ft_str str = { 0 };
	struct expansion expansion = { .store = store, .str = &str };
	const char *brace;

	for (; (brace = strchr(sql, '{')); sql = strchr(brace, '}') + 1) {
		char *word = ft_strndup(brace + 1, strcspn(brace + 1, "}"));

		ft_str_add_n(&str, sql, (size_t)(brace - sql));
		expand(&expansion, word, what);
		ft_free(word);
	}
	ft_str_add(&str, sql);
	return ft_str_take(&str);
}
