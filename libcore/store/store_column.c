/*
 * store_column.c - what may stand in a column, and which columns a statement
 * gives.  Where rows are read: store_sql.c.
 */
#include "store/column_int.h"

#include "base/mem.h"
#include "base/str.h"
#include "base/timefmt.h"
#include "model/limits.h"
#include "model/qos.h"
#include "model/reservation.h"
#include "store/job_int.h"
#include "store/usage_int.h"

#include <float.h>
#include <string.h>

/* ---- texts that are more than text ------------------------------------------ */

static bool
is_operator(const char *text)
{
	return *text && strchr("=+-", *text);
}

static bool
is_live(const char *text)
{
	return *text == 'n' || *text == 'p';
}

static bool
is_limit(const char *text)
{
	return ft_limit_find(text) != FT_LIMIT_KINDS;
}

static bool
is_reason(const char *text)
{
	return ft_job_reason_find(text) != FT_REASON_NONE ||
	       !strcmp(text, ft_job_reason_name(FT_REASON_NONE));
}

/* A comma list of ids, or empty. */
static bool
is_ids(const char *text)
{
	static const char digits[] = "0123456789";
	bool good = true;

	while (good && *text) {
		size_t n = strspn(text, digits);

		good = n > 0 && (!text[n] || (text[n] == ',' && text[n + 1]));
		text += n + (text[n] == ',');
	}
	return good;
}

static bool
is_tres_vector(const char *text)
{
	static const struct ft_tres_table none = { 0 };

	return ft_tres_vector_read(text, &none, NULL);
}

/* Whether READ takes TEXT for an array of a job. */
static bool
job_takes(bool (*read)(const char *, struct ft_job *), const char *text)
{
	struct ft_job job;
	bool good;

	if (!*text)
		return true;
	ft_job_init(&job);
	good = read(text, &job);
	ft_job_clear(&job);
	return good;
}

static bool
is_tasks(const char *text)
{
	return job_takes(ft_job_tasks_read, text);
}

static bool
is_depends(const char *text)
{
	return job_takes(ft_job_depends_read, text);
}

static bool
is_node_use(const char *text)
{
	return job_takes(ft_job_nodes_read, text);
}

static bool
is_cores(const char *text)
{
	struct ft_reservation_cores *core;
	size_t n;
	bool good = ft_reservation_cores_read(text, &core, &n);

	ft_free(core);
	return good;
}

static bool
is_reservation_flags(const char *text)
{
	uint64_t flags;

	return ft_reservation_flags_read(text, &flags);
}

/* ---- the table --------------------------------------------------------------- */

enum type { INTEGER, REAL, TEXT, BLOB, KEY };

static const struct kind {
	enum type type;
	int64_t low, high;
	bool (*is)(const char *text);
} kinds[FT_COLUMN_KINDS] = {
#define KIND(kind, type, low, high, is) { type, low, high, is },
#include "store/column.def"
};

enum { NEVER = false, MAYBE = true };

const struct ft_column ft_columns[] = {
#define COLUMN(table, column, kind, nulls)                                     \
	{ #table, #column, FT_COLUMN_##kind, nulls },
#include "store/column.def"
};
const size_t ft_column_count = sizeof ft_columns / sizeof *ft_columns;

const struct ft_column *
ft_column_find(const char *table, const char *name, size_t *at)
{
	for (size_t i = 0; i < ft_column_count; i++) {
		size_t place = (*at + i) % ft_column_count;
		const struct ft_column *column = &ft_columns[place];

		if (!strcmp(column->name, name) &&
		    !strcmp(column->table, table)) {
			*at = place + 1;
			return column;
		}
	}
	return NULL;
}

const struct ft_column *
ft_column_first(const struct ft_column *column)
{
	while (column > ft_columns && !strcmp(column[-1].table, column->table))
		column--;
	return column;
}

const struct ft_column *
ft_column_table(const char *table, size_t *n)
{
	const struct ft_column *first = NULL;

	*n = 0;
	for (size_t i = 0; i < ft_column_count; i++) {
		if (strcmp(ft_columns[i].table, table)) {
			if (first)
				break;
			continue;
		}
		if (!first)
			first = &ft_columns[i];
		++*n;
	}
	return first;
}

/* ---- values ------------------------------------------------------------------ */

static bool
holds_integer(const struct kind *kind, sqlite3_value *value)
{
	int64_t number = sqlite3_value_int64(value);

	return number >= kind->low && number <= kind->high;
}

static bool
holds_real(const struct kind *kind, sqlite3_value *value)
{
	double number = sqlite3_value_double(value);

	return number >= (double)kind->low &&
	       number <= (kind->high ? (double)kind->high : DBL_MAX);
}

static bool
holds_text(const struct kind *kind, sqlite3_value *value)
{
	const void *text = sqlite3_value_text(value);
	int size = sqlite3_value_bytes(value);

	return text && size <= kind->high &&
	       !memchr(text, '\0', (size_t)size) &&
	       (!kind->is || kind->is(text));
}

bool
ft_column_holds(const struct ft_column *column, sqlite3_value *value)
{
	const struct kind *kind = &kinds[column->kind];
	int type = sqlite3_value_type(value);

	switch (kind->type) {
	case INTEGER:
		return type == SQLITE_INTEGER && holds_integer(kind, value);
	case REAL:
		/* a real without a fraction is written as an integer */
		return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) &&
		       holds_real(kind, value);
	case TEXT:
		return type == SQLITE_TEXT && holds_text(kind, value);
	case BLOB:
		return type == SQLITE_BLOB &&
		       sqlite3_value_bytes(value) <= kind->high;
	case KEY:
		if (type == SQLITE_INTEGER)
			return sqlite3_value_int64(value) >= kind->low &&
			       sqlite3_value_int64(value) < FT_STORE_NO_ID;
		return type == SQLITE_TEXT && holds_text(kind, value);
	}
	return false;
}

void
ft_str_add_plain(struct ft_str *str, const char *text, size_t most)
{
	for (const char *c = text; *c && c < text + most; c++)
		ft_str_add_char(str, *c < ' ' || *c > '~' ? '?' : *c);
}

static void
tell_text(struct ft_str *str, sqlite3_value *value)
{
	enum { SHOWN = 40 };
	const void *text = sqlite3_value_text(value);
	int size = sqlite3_value_bytes(value);

	ft_str_add_char(str, '\'');
	ft_str_add_plain(str, text ? text : "", SHOWN);
	ft_str_add_char(str, '\'');
	if (size > SHOWN)
		ft_str_addf(str, "... (%d bytes)", size);
}

static void
tell_value(struct ft_str *str, sqlite3_value *value)
{
	switch (sqlite3_value_type(value)) {
	case SQLITE_NULL:
		ft_str_add(str, "NULL");
		break;
	case SQLITE_INTEGER:
		ft_str_addf(str, "%lld", (long long)sqlite3_value_int64(value));
		break;
	case SQLITE_FLOAT:
		ft_str_addf(str, "%.17g", sqlite3_value_double(value));
		break;
	case SQLITE_BLOB:
		ft_str_addf(
		    str, "a blob of %d bytes", sqlite3_value_bytes(value));
		break;
	default:
		tell_text(str, value);
	}
}

void
ft_column_tell(struct ft_str *str, const struct ft_column *column,
    sqlite3_value *key, sqlite3_value *value)
{
	ft_str_add(str, column->table);
	if (key) {
		ft_str_add(str, " row ");
		tell_value(str, key);
	}
	ft_str_addf(str, ": %s is ", column->name);
	tell_value(str, value);
}

/* ---- statements ---------------------------------------------------------------- */

/* The column that result column AT is, NULL if it is not one of a table's. */
static const struct ft_column *
column_of(sqlite3_stmt *stmt, int at, size_t *hint, bool *direct)
{
	const char *table = sqlite3_column_table_name(stmt, at);
	const char *name = sqlite3_column_name(stmt, at);
	const char *dot = name ? strchr(name, '.') : NULL;
	const struct ft_column *column;
	char *owner;

	*direct = table != NULL;
	if (table)
		return ft_column_find(
		    table, sqlite3_column_origin_name(stmt, at), hint);
	if (!dot)
		return NULL;
	owner = ft_strndup(name, (size_t)(dot - name));
	column = ft_column_find(owner, dot + 1, hint);
	ft_free(owner);
	return column;
}

/* The rule of RULES for the column that names the rows of RULE's, -1 none. */
static int
find_key(const struct ft_rules *rules, const struct ft_rule *rule)
{
	const struct ft_column *first = ft_column_first(rule->column);

	for (size_t i = 0; i < rules->n; i++)
		if (rules->rule[i].column == first)
			return rules->rule[i].at;
	return -1;
}

struct ft_rules *
ft_rules_of(sqlite3_stmt *stmt)
{
	size_t n = (size_t)sqlite3_column_count(stmt), hint = 0;
	bool any_null = strstr(sqlite3_sql(stmt), "LEFT JOIN") != NULL;
	struct ft_rules *rules =
	    ft_alloc(sizeof *rules + n * sizeof rules->rule[0]);
	bool direct;

	rules->stmt = stmt;
	rules->n = 0;
	for (int i = 0; i < (int)n; i++) {
		const struct ft_column *column =
		    column_of(stmt, i, &hint, &direct);

		if (column)
			rules->rule[rules->n++] = (struct ft_rule){ column, i,
				-1, column->nullable || any_null || !direct };
	}
	for (size_t i = 0; i < rules->n; i++)
		rules->rule[i].key = find_key(rules, &rules->rule[i]);
	return rules;
}
