/*
 * column.c - which values a column may have, which member of a struct it is, and
 * which columns a statement returns.
 */
#include "store/row/column_internal.h"

#include "base/text/timefmt.h"
#include "model/account/qos.h"
#include "model/machine/nodeevent.h"
#include "model/reservation/record.h"
#include "model/reservation/reservation.h"
#include "store/job/jobs.h"
#include "store/usage/usage.h"

#include <float.h>

/* ---- texts with a grammar ------------------------------------------ */

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

/* Whether the codec of KIND can read TEXT. */
static bool
is_readable(enum ft_column_kind kind, const char *text)
{
	static const struct ft_tres_table none = { 0 };
	const bool of_job = kind == FT_COLUMN_TASKS ||
			    kind == FT_COLUMN_DEPENDS ||
			    kind == FT_COLUMN_NODE_USE;
	struct ft_reservation reservation = { 0 };
	uint64_t member;
	struct ft_codec_arg arg = { &member, &reservation, &none };
	struct ft_job job;
	bool good;

	if (kind == FT_COLUMN_TRES_VECTOR)
		arg.member = NULL;
	if (of_job && !*text)
		return true; /* the usual case */
	if (of_job) {
		ft_job_init(&job);
		arg.record = &job;
	}
	good = ft_codecs[kind].read(text, &arg);
	if (of_job)
		ft_job_clear(&job);
	ft_free(reservation.core);
	return good;
}

/* ---- the table --------------------------------------------------------------- */

enum type { INTEGER, REAL, TEXT, BLOB, KEY };

static const struct kind {
	enum type type;
	int64_t low, high;
	bool (*is)(const char *text);
} kinds[FT_COLUMN_KINDS] = {
#define KIND(kind, type, low, high, is) { type, low, high, is },
#include "store/row/column.def"
};

/* row_TABLE is the struct of TABLE. */
#define TABLE(table, type, entity) typedef type row_##table;
#include "store/row/column.def"

#define NEVER          .nullable = false
#define MAYBE          .nullable = true
#define NULL_IS(value) .nullable = true, .null = (value)

static const struct ft_column columns[] = {
#define COLUMN(table_, column, kind_, ...)                                     \
	{ .table = #table_,                                                    \
		.name = #column,                                               \
		.kind = FT_COLUMN_##kind_,                                     \
		__VA_ARGS__ },
#define FIELD(table_, column, member_, kind_, ...)                             \
	{ .table = #table_,                                                    \
		.name = #column,                                               \
		.kind = FT_COLUMN_##kind_,                                     \
		.member = FT_MEMBER_KIND(row_##table_, member_),               \
		.offset = offsetof(row_##table_, member_),                     \
		__VA_ARGS__ },
#include "store/row/column.def"
};
enum { COLUMNS = FT_COUNT(columns) };

/* The column of an attribute of an entity, by the type of the attribute. */
static const struct ft_column attr_columns[] = {
	[FT_ATTR_TEXT] = { .kind = FT_COLUMN_NAME, .member = FT_MEMBER_TEXT },
	[FT_ATTR_NAME] = { .kind = FT_COLUMN_NAME, .member = FT_MEMBER_TEXT },
	[FT_ATTR_COUNT] = { .kind = FT_COLUMN_COUNT, .member = FT_MEMBER_U32 },
	[FT_ATTR_SECONDS] = { .kind = FT_COLUMN_SECONDS,
	    .member = FT_MEMBER_I64 },
	[FT_ATTR_DURATION] = { .kind = FT_COLUMN_SECONDS_OR_UNSET,
	    .member = FT_MEMBER_I64 },
	[FT_ATTR_REAL] = { .kind = FT_COLUMN_FACTOR, .member = FT_MEMBER_REAL },
	[FT_ATTR_FLAGS] = { .kind = FT_COLUMN_FLAGS, .member = FT_MEMBER_U32 },
	[FT_ATTR_WORD] = { .kind = FT_COLUMN_WORD, .member = FT_MEMBER_U32 },
	[FT_ATTR_SHARES] = { .kind = FT_COLUMN_COUNT,
	    .member = FT_MEMBER_U32,
	    NULL_IS(FT_SHARES_PARENT) },
	[FT_ATTR_QOS] = { .kind = FT_COLUMN_ID,
	    .member = FT_MEMBER_U32,
	    MAYBE },
	[FT_ATTR_FLAG] = { .kind = FT_COLUMN_BOOLEAN,
	    .member = FT_MEMBER_BOOL },
};

const struct ft_shape ft_shapes[FT_TABLES] = {
#define TABLE(table_, type, entity_)                                           \
	{ .table = #table_,                                                    \
		.size = sizeof(type),                                          \
		.entity = FT_ENTITY_##entity_ },
#include "store/row/column.def"
};

const struct ft_shape *
ft_shape_of(enum ft_entity entity)
{
	const struct ft_shape *shape = ft_shapes;

	while (shape->entity != entity)
		shape++;
	return shape;
}

static struct ft_column
column_of_attr(const char *table, const struct ft_attr *attr)
{
	struct ft_column column = attr_columns[attr->type];

	column.table = table;
	column.name = attr->column;
	column.offset = attr->offset;
	column.words = attr->words;
	column.unset = attr->unset;
	column.schema = attr->schema;
	return column;
}

/* Most names differ in their first letter. */
static bool
is_same(const char *a, const char *b)
{
	return a == b || (*a == *b && !strcmp(a, b));
}

const char *
ft_table_next(size_t *at)
{
	const char *table = *at < COLUMNS ? columns[*at].table : NULL;

	while (*at < COLUMNS && is_same(columns[*at].table, table))
		++*at;
	return table;
}

static bool
is_column(size_t i, const char *table, const char *name)
{
	return i < COLUMNS && is_same(columns[i].name, name) &&
	       is_same(columns[i].table, table);
}

/* Returns the index of the first column of TABLE, COLUMNS if there is none.  It may
 * be the table of the column before NEAR, for statements name columns in turn. */
static size_t
first_column(const char *table, size_t near)
{
	size_t i = near;

	if (near > 0 && is_same(columns[near - 1].table, table)) {
		table = columns[near - 1].table;
		while (i > 0 && is_same(columns[i - 1].table, table))
			i--;
		return i;
	}
	i = 0;
	while (i < COLUMNS && !is_same(columns[i].table, table))
		i++;
	return i;
}

bool
ft_column_find(
    const char *table, const char *name, size_t *at, struct ft_column *column)
{
	const struct ft_attr *attr = NULL;
	size_t i = *at;

	/* the columns of a table are side by side: those after the last one, then
	 * all of them */
	if (!is_column(i, table, name))
		for (i = first_column(table, *at);
		     i < COLUMNS && !is_column(i, table, name) &&
		     is_same(columns[i].table, table);
		     i++)
			;
	if (is_column(i, table, name)) {
		*at = i + 1;
		*column = columns[i];
		return true;
	}
	for (i = 0; !attr && i < FT_TABLES; i++)
		if (is_same(ft_shapes[i].table, table))
			attr = ft_attr_in(ft_shapes[i].entity, name);
	/* TABLE may be gone before the rule is */
	if (attr)
		*column = column_of_attr(ft_shapes[i - 1].table, attr);
	return attr != NULL;
}

bool
ft_shape_find(const struct ft_shape *shape, const char *name, size_t *at,
    struct ft_column *column)
{
	for (size_t i = 0; i < shape->n; i++)
		if (!strcmp(shape->cell[i].name, name)) {
			*column = shape->cell[i];
			return true;
		}
	return shape->table && ft_column_find(shape->table, name, at, column) &&
	       column->member != FT_MEMBER_NONE;
}

void
ft_shape_each(const struct ft_shape *shape, ft_column_fn *fn, void *ctx)
{
	size_t n;
	const struct ft_attr *attr = ft_attrs(shape->entity, &n);

	for (size_t i = first_column(shape->table, 0);
	     i < COLUMNS && is_same(columns[i].table, shape->table); i++)
		if (columns[i].member != FT_MEMBER_NONE)
			fn(ctx, &columns[i]);
	for (size_t i = 0; i < n; i++) {
		struct ft_column column;

		if (!attr[i].column)
			continue;
		column = column_of_attr(shape->table, &attr[i]);
		fn(ctx, &column);
	}
}

void
ft_column_each_added(int64_t version, ft_column_fn *fn, void *ctx)
{
	for (size_t i = 0; i < FT_TABLES; i++) {
		size_t n;
		const struct ft_attr *attr = ft_attrs(ft_shapes[i].entity, &n);

		for (; n > 0; n--, attr++) {
			struct ft_column column;

			if (!attr->column || attr->schema != version)
				continue;
			column = column_of_attr(ft_shapes[i].table, attr);
			fn(ctx, &column);
		}
	}
}

int64_t
ft_column_newest(void)
{
	int64_t version = 0;

	for (int i = 0; i < FT_ENTITY_COUNT; i++) {
		size_t n;
		const struct ft_attr *attr = ft_attrs((enum ft_entity)i, &n);

		for (; n > 0; n--, attr++)
			if (attr->column && attr->schema > version)
				version = attr->schema;
	}
	return version;
}

void
ft_column_add_unset(struct ft_str *str, const struct ft_column *column)
{
	if (column->member == FT_MEMBER_TEXT)
		ft_str_add(str, "''");
	else if (column->nullable)
		ft_str_add(str, "NULL");
	else
		ft_str_addf(str, "%.17g", column->unset);
}

void
ft_column_define(struct ft_str *str, const struct ft_column *column)
{
	static const char *const types[] = { [INTEGER] = "INTEGER",
		[REAL] = "REAL",
		[TEXT] = "TEXT",
		[BLOB] = "BLOB",
		[KEY] = "ANY" };

	ft_str_addf(
	    str, "%s %s", column->name, types[kinds[column->kind].type]);
	if (column->nullable)
		return;
	ft_str_add(str, " NOT NULL DEFAULT ");
	ft_column_add_unset(str, column);
}

const char *
ft_column_key(const char *table)
{
	return columns[first_column(table, 0)].name;
}

/* ---- values ------------------------------------------------------------------ */

/* Returns the largest integer that the column allows. */
static int64_t
highest(const struct ft_column *column)
{
	if (column->kind == FT_COLUMN_FLAGS)
		return (INT64_C(1) << column->words->n) - 1;
	if (column->kind == FT_COLUMN_WORD)
		return (int64_t)column->words->n - 1;
	return kinds[column->kind].high;
}

bool
ft_column_allows_number(const struct ft_column *column, int64_t number)
{
	return kinds[column->kind].type == INTEGER &&
	       number >= kinds[column->kind].low && number <= highest(column);
}

bool
ft_column_allows_real(const struct ft_column *column, double number)
{
	const struct kind *kind = &kinds[column->kind];

	return kind->type == REAL && number >= (double)kind->low &&
	       number <= (kind->high ? (double)kind->high : DBL_MAX);
}

/* Returns whether the column allows VALUE, a text, if its codec can read it. */
static bool
allows_bytes(enum ft_column_kind of, sqlite3_value *value)
{
	const struct kind *kind = &kinds[of];
	bool plain = !kind->is && !ft_codecs[of].read;
	int size = sqlite3_value_bytes(value);
	const void *text;

	if (plain && !size)
		return true;
	/* SQLite copies most texts that are to end with a NUL */
	text = plain ? sqlite3_value_blob(value) : sqlite3_value_text(value);
	return text && size <= kind->high &&
	       !memchr(text, '\0', (size_t)size) &&
	       (!kind->is || kind->is(text));
}

static bool
allows_text(enum ft_column_kind of, sqlite3_value *value)
{
	return allows_bytes(of, value) &&
	       (!ft_codecs[of].read ||
		   is_readable(of, (const char *)sqlite3_value_text(value)));
}

bool
ft_column_allows_text(
    const struct ft_column *column, const char *text, size_t len)
{
	enum { MASKED = 6 }; /* what masking may make of a byte */
	const struct kind *kind = &kinds[column->kind];

	/* a column of ids gets the one of this name, by the statement */
	return kind->type == INTEGER ||
	       (kind->type == TEXT && len <= (size_t)kind->high / MASKED &&
		   (!kind->is || kind->is(text)) &&
		   (!ft_codecs[column->kind].read ||
		       is_readable(column->kind, text)));
}

bool
ft_column_allows_coded(const struct ft_column *column, sqlite3_value *value)
{
	int type = sqlite3_value_type(value);

	return type == SQLITE_NULL
		   ? column->nullable
		   : type == SQLITE_TEXT && allows_bytes(column->kind, value);
}

bool
ft_column_allows(const struct ft_column *column, sqlite3_value *value)
{
	const struct kind *kind = &kinds[column->kind];
	int type = sqlite3_value_type(value);

	if (type == SQLITE_NULL)
		return column->nullable;
	switch (kind->type) {
	case INTEGER:
		return type == SQLITE_INTEGER &&
		       ft_column_allows_number(
			   column, sqlite3_value_int64(value));
	case REAL:
		/* SQLite stores a real without fraction as an integer */
		return (type == SQLITE_FLOAT || type == SQLITE_INTEGER) &&
		       ft_column_allows_real(
			   column, sqlite3_value_double(value));
	case TEXT:
		return type == SQLITE_TEXT && allows_text(column->kind, value);
	case BLOB:
		return type == SQLITE_BLOB &&
		       sqlite3_value_bytes(value) <= kind->high;
	case KEY:
		if (type == SQLITE_INTEGER)
			return sqlite3_value_int64(value) >= kind->low &&
			       sqlite3_value_int64(value) < FT_STORE_NO_ID;
		return type == SQLITE_TEXT && allows_text(column->kind, value);
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
describe_text(struct ft_str *str, sqlite3_value *value)
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
describe_value(struct ft_str *str, sqlite3_value *value)
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
	case SQLITE_TEXT:
		describe_text(str, value);
		break;
	}
}

void
ft_column_describe(struct ft_str *str, const struct ft_column *column,
    sqlite3_value *key, sqlite3_value *value)
{
	ft_str_add(str, column->table);
	if (key) {
		ft_str_add(str, " row ");
		describe_value(str, key);
	}
	ft_str_addf(str, ": %s is ", column->name);
	describe_value(str, value);
}

/* ---- the arguments of ft_collect() ------------------------------------------------ */

/* Returns the end of the argument at SQL; *as: where its alias begins, NULL none. */
static const char *
argument_end(const char *sql, const char **as)
{
	static const char word[] = " AS ";
	int depth = 0;

	*as = NULL;
	for (; *sql && (depth || !strchr(",)", *sql)); sql++) {
		depth += (*sql == '(') - (*sql == ')');
		if (!depth && !strncmp(sql, word, strlen(word)))
			*as = sql + strlen(word);
	}
	return sql;
}

/* Returns the name from FROM to END, without quotes and the alias of its table. */
static char *
plain_name(const char *from, const char *end, bool alias)
{
	const char *dot = memchr(from, '.', (size_t)(end - from));

	if (dot && !alias)
		from = dot + 1;
	if (*from == '"')
		return ft_strndup(from + 1, (size_t)(end - from) - 2);
	return ft_strndup(from, (size_t)(end - from));
}

/* Returns the first table that is read, in SQL or its first subquery. */
static char *
first_table(const char *sql)
{
	static const char word[] = "FROM ";

	do {
		sql = strstr(sql, word);
		assert(sql);
		sql += strlen(word);
	} while (*sql == '(');
	return ft_strndup(sql, strcspn(sql, " "));
}

static const char collect[] = "SELECT ft_collect(";

bool
ft_stmt_collects(const char *sql)
{
	return !strncmp(sql, collect, strlen(collect));
}

static void
learn_names(struct ft_stmt_info *info)
{
	const char *sql = info->collects + strlen(collect), *end, *as;
	size_t n = 0, cap = 0;

	do {
		sql += strspn(sql, ", ");
		end = argument_end(sql, &as);
		*ft_vec_add(info->name, n, cap) = (struct ft_collected){
			plain_name(as ? as : sql, end, as != NULL), as != NULL
		};
		sql = end;
	} while (*end == ',');
	info->n_value = (int)n;
	info->table = first_table(end);
}

/* ---- statements ---------------------------------------------------------------- */

/* Set *column to the rule of result column AT; false: it has none.  ft_journal has
 * the rows of journal_row, and those of blocks, whose image is a number. */
static bool
column_of(const struct ft_stmt_info *info, int at, size_t *hint,
    struct ft_column *column)
{
	const struct ft_collected *argument =
	    info->name ? &info->name[at] : NULL;
	const char *table = !argument
				? sqlite3_column_table_name(info->stmt, at)
			    : argument->alias ? NULL
					      : info->table;
	const char *name =
	    argument ? argument->text : sqlite3_column_name(info->stmt, at);
	const char *dot = name ? strchr(name, '.') : NULL;
	char *owner FT_CLEANUP(ft_free_at) = NULL,
		    *own FT_CLEANUP(ft_free_at) = NULL;
	bool found;

	if (table) {
		if (!argument)
			name = sqlite3_column_origin_name(info->stmt, at);
		if (is_same(table, "ft_journal"))
			table = is_same(name, "before") ? "" : "journal_row";
		return ft_column_find(table, name, hint, column);
	}
	if (!dot)
		return false;
	owner = ft_strndup(name, (size_t)(dot - name));
	own = ft_strndup(dot + 1, strcspn(dot + 1, ":"));
	found = ft_column_find(owner, own, hint, column);
	column->nullable = true;
	return found;
}

/* Returns the result column with the key of the table of RULE, -1 none. */
static int
find_key(const struct ft_stmt_info *info, const struct ft_rule *rule)
{
	const char *table = rule->column.table, *key = ft_column_key(table);

	for (size_t i = 0; i < info->n_rule; i++)
		if (is_same(info->rule[i].column.name, key) &&
		    is_same(info->rule[i].column.table, table))
			return info->rule[i].at;
	return -1;
}

/* Find the rules before the first row. */
static void
learn_rules(struct ft_stmt_info *info)
{
	bool any_null = strstr(sqlite3_sql(info->stmt), "LEFT JOIN") != NULL;
	size_t hint = 0, n;

	if (info->collects)
		learn_names(info);
	else
		info->n_value = sqlite3_column_count(info->stmt);
	n = (size_t)info->n_value;
	info->rule = ft_calloc(n, sizeof *info->rule);
	info->value = ft_calloc(n, sizeof *info->value);
	for (int i = 0; i < info->n_value; i++) {
		struct ft_rule *rule = &info->rule[info->n_rule];

		if (!column_of(info, i, &hint, &rule->column))
			continue;
		rule->at = i;
		rule->column.nullable = rule->column.nullable || any_null;
		rule->integer = kinds[rule->column.kind].type == INTEGER;
		rule->low = kinds[rule->column.kind].low;
		rule->high = highest(&rule->column);
		info->n_rule++;
	}
	for (size_t i = 0; i < info->n_rule; i++) {
		struct ft_rule *rule = &info->rule[i];

		rule->key =
		    i && is_same(rule->column.table, rule[-1].column.table)
			? rule[-1].key
			: find_key(info, rule);
	}
}

void
ft_stmt_info_learn(struct ft_stmt_info *info)
{
	if (!info->rule)
		learn_rules(info);
}

void
ft_stmt_info_free(struct ft_stmt_info *info)
{
	if (!info)
		return;
	for (int i = 0; info->name && i < info->n_value; i++)
		ft_free(info->name[i].text);
	ft_free(info->name);
	ft_free(info->table);
	ft_free(info->collects);
	ft_free(info->rule);
	ft_free(info->value);
	ft_free(info->cell);
	ft_free(info->param);
	ft_free(info);
}
